/* study_games - the file of a study's games: text, written a game at a time and read back.
 *
 * Shapes   A heading that says what was asked for, a line each: "henka-study 1", the game, a sum of
 *          its rules, the version, the seed, the games at each strength, the longest game, the
 *          nodes, and of a shard "shard 2/3".
 *          Then a line for each game, in order of number, its fields with tabs between them:
 *
 *            number | nodes | random or start | plies left to chance | winner or none
 *                   | reason, blanks as "-"; "playing": unfinished | moves as USI | scores
 *
 *          Moves and scores have blanks between them. A score is for the side to move, in
 *          hundredths of a pawn; "-" where nobody searched.
 * Errors   study_games_read checks everything: the heading against the plan, so that games of
 *          another study are refused, and every game by playing it. The error has line and column.
 *          The games before it are good and stay in the list.
 */
#ifndef HENKA_LAB_STUDY_GAMES_H
#define HENKA_LAB_STUDY_GAMES_H

#include "lab/study.h"

/* "random", "start": the word of files, the same in every language. */
const char *study_set_name(StudySet);
void study_games_heading(Out *, const StudyPlan *);
/* The line of a game as it stands; scores[ply] for each ply. False: no memory. */
bool study_games_line(Out *, const StudyPlan *, int number, const HenkaGame *, int opening_plies,
                      const int16_t *scores);
/* Adds the games of a text to the list, and marks duplicates. */
bool study_games_read(StudyGames *, const StudyPlan *, const char *text, size_t length,
                      HenkaError *);
/* Marks the games that are the same, move for move, as an earlier one of their strength and set.
 * False: no memory. */
bool study_games_mark_duplicates(StudyGames *);
void study_games_free(StudyGames *);

#endif
