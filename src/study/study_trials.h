/* study_trials - games of a study from other starting positions, each for one question: a trial.
 * All are well-played ones of the greatest strength, with the openings of STUDY_START.
 *
 * First moves  One trial for each legal first move, or for the STUDY_FIRST_MOVES best by a search
 *              of several lines. Its games begin after the move, which a deep search scores, too.
 * Exchanges    What is a type of piece worth? In games of even number sente begins without a piece
 *              of type A and gote without one of type B; in odd ones the other way round. Pairs are
 *              neighbours in the list by value of types that both sides have in the array.
 * Owner        The lists belong to StudyGames; study_games_free frees them.
 * Errors       False: no memory.
 */
#ifndef HENKA_STUDY_STUDY_TRIALS_H
#define HENKA_STUDY_STUDY_TRIALS_H

#include "study/study.h"

enum {
    STUDY_FIRST_MOVES = 8,     /* first moves that are tried, at most */
    STUDY_EXCHANGES = 12,      /* pairs of types that are exchanged, at most */
    STUDY_FIRST_GAMES = 200,   /* games from each first move, as the documents recommend */
    STUDY_PAIR_GAMES = 400,    /* games for each exchange, likewise */
    STUDY_DEEP_NODES = 5000000 /* default nodes of a first move's deep search */
};

typedef struct StudyTrial {
    HenkaMove move;         /* the first move that is tried; HENKA_NO_MOVE: an exchange */
    char usi[96], name[96]; /* the move in USI's and in western notation */
    int score_cp;           /* deep search's score of the move, for sente; or STUDY_NO_SCORE */
    uint64_t nodes;         /* nodes that the deep search was allowed */
    int depth;              /* depth that this search completed, in plies */
    int without[2];         /* an exchange: the types A and B */
    char *starts[2];        /* SFENs of the games of even and of odd number; allocated */
    StudyPlan plan;         /* of the trial's games */
    StudyGames games;       /* the games that were played */
} StudyTrial;

/* Adds the trials of first moves, with `games` games each, and scores the moves by searches of
 * `nodes` nodes. searched: false leaves all moves without a score, because the run was stopped. */
bool study_trials_first(StudyGames *, const StudyPlan *, int games, uint64_t nodes, bool searched);
/* Adds the trials of exchanges, with `games` games each. */
bool study_trials_exchange(StudyGames *, const StudyPlan *, int games);
/* Writes the trial's folder name inside the study's folder: "first-7g7f", "exchange-R-B". */
void study_trial_folder(Out *, const StudyPlan *, const StudyTrial *);
void study_trials_free(StudyGames *);

#endif
