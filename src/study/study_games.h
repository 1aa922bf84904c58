/* study_games - the file of a study's games: text, written a game at a time and read back.
 *
 * Shapes   A heading that says what was asked for, a line each: "henka-study 4", the game, a
 *          checksum of its rules (FNV-1a of its start and of what describe says of it), the
 *          version, the evaluation (study_evaluation_id), which random openings ("quiet" or
 *          "random"), the seed, the games at each strength, the longest game, the nodes, and of a
 *          shard "shard 2/3". Where openings are common to several games, the checksum is of the
 *          rules of all.
 *          Then a line for each game, in order of number, its fields with tabs between them:
 *
 *            number | nodes | random, start or skill | plies left to chance | winner or none
 *                   | reason, blanks as "-"; "playing": unfinished | moves as USI | scores
 *
 *          Nodes are those of a move, in a game of skill sente's and gote's: "8000:1000". Moves and
 *          scores have blanks between them. A score is for the side to move, in
 *          hundredths of a pawn; "-" where nobody searched. Where two moves were searched that of
 *          the second best follows: "12/-40".
 * Errors   study_games_read checks everything: the heading against the plan, so that games of
 *          another study are refused, and every game by playing it. The error has line and column.
 *          The games before it are good and stay in the list.
 * Limits   A file goes on only with the version of Henka that began it: the heading names it, and
 *          what describe says may change with it. It can go on to more games than it began with
 *          (study_games_begun), never to fewer.
 */
#ifndef HENKA_STUDY_STUDY_GAMES_H
#define HENKA_STUDY_STUDY_GAMES_H

#include "study/study.h"

/* "random", "start", "skill": the word of files, the same in every language. */
const char *study_set_name(StudySet);
/* "1000"; in a game of skill "8000:1000". */
enum { STUDY_NODES_CAP = 48 };
void study_nodes_text(const StudyPlan *, int number, char text[STUDY_NODES_CAP]);
/* "derived", "fitted" or "network": the richest that takes part in the evaluation. */
const char *study_evaluation_name(HenkaEvaluation);
/* "network 0123456789abcdef": that name and the hash of all numbers; "derived" has none. */
void study_evaluation_id(Out *, HenkaEvaluation);
void study_games_heading(Out *, const StudyPlan *);
/* The line of a game as it stands; scores[ply] for each ply, and seconds[ply] of the second best
 * move. False: no memory. */
bool study_games_line(Out *, const StudyPlan *, int number, const HenkaGame *, int opening_plies,
                      const int16_t *scores, const int16_t *seconds);
/* Reads the heading alone. It is the plan's, line for line, but for the games at each strength,
 * which become those of the text: another number makes no other games, only more or fewer
 * (study.h). Returns the heading's length; 0: it is another study's, and the error says where it
 * differs. */
size_t study_games_begun(StudyPlan *, const char *text, size_t length, HenkaError *);
/* Adds the games of a text to the list, and marks duplicates. */
bool study_games_read(StudyGames *, const StudyPlan *, const char *text, size_t length,
                      HenkaError *);
/* Marks the games that are the same, move for move, as an earlier one of their strength and set.
 * False: no memory. */
bool study_games_mark_duplicates(StudyGames *);
void study_games_free(StudyGames *);

#endif
