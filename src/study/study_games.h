/* study_games - the file of a study's games: text, written a game at a time and read back.
 *
 * Shapes   A heading that states the plan, a line for each value: "henka-study 5", the game, a
 *          checksum of its rules (FNV-1a of its starting position and description), the version of
 *          Henka, the evaluation (name and hash), random openings ("quiet" or "random"), the seed,
 *          the number of games at each strength, the most plies of a game, the nodes, in a shard
 *          "shard 2/3", and in a trial (StudyPlan.starts) "start SFEN" for games of even and of odd
 *          number. If openings are common to several games, the checksum is of all their rules.
 *          Then a line for each game, in order of number, its fields with tabs between them:
 *
 *            number | nodes | random, start or skill | plies left to chance | winner or none
 *                   | reason, blanks as "-"; "playing": unfinished | moves as USI | scores
 *                   | mean depth of the searches after the opening, in tenths of a ply
 *
 *          The nodes are the limit for a move; in a game of skill sente's and gote's: "8000:1000".
 *          Blanks separate moves and scores. A score counts hundredths of a pawn for the side to
 *          move; "-": not searched. The score of the second best move may follow: "12/-40".
 * Errors   study_games_read refuses games of another study by their heading, and checks every game
 *          by playing it. The error has line and column; the games before it stay in the list.
 * Limits   Only the version of Henka that began a file can continue it, because descriptions may
 *          change. The number of games may only grow (study_games_begun).
 */
#ifndef HENKA_STUDY_STUDY_GAMES_H
#define HENKA_STUDY_STUDY_GAMES_H

#include "study/study.h"

/* "random", "start" or "skill": the name of the set in files, the same in every language. */
const char *study_set_name(StudySet);
/* Room for the nodes of a game as text: "1000"; in a game of skill "8000:1000". */
enum { STUDY_NODES_CAP = 48 };
void study_nodes_text(const StudyPlan *, int number, char text[STUDY_NODES_CAP]);
/* "derived", "fitted" or "network": the strongest source of numbers in the evaluation. */
const char *study_evaluation_name(HenkaEvaluation);
void study_games_heading(Out *, const StudyPlan *);
/* Writes a game's line. scores[ply], seconds[ply]: of the best two moves. False: no memory. */
bool study_games_line(Out *, const StudyPlan *, int number, const HenkaGame *, int opening_plies,
                      int depth_tenths, const int16_t *scores, const int16_t *seconds);
/* Reads only the heading, which must be the one that the plan writes, line for line. Only the
 * number of games at each strength may differ, and the plan receives the one of the text: another
 * number makes no other games, only more or fewer (study.h). Returns the length of the heading; 0:
 * the text is of another study, and the error says where it differs. */
size_t study_games_begun(StudyPlan *, const char *text, size_t length, HenkaError *);
/* Adds the games of the text to the list, and marks duplicates. */
bool study_games_read(StudyGames *, const StudyPlan *, const char *text, size_t length,
                      HenkaError *);
/* Marks games with the moves of an earlier one of the same strength and set. False: no memory. */
bool study_games_mark_duplicates(StudyGames *);
void study_games_free(StudyGames *);

#endif
