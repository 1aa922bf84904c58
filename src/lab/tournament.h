/* tournament - pairs of games between two players on several threads, counted as they end.
 *
 * Threads  tournament_run starts and joins its own; tournament_cancel may be called from a signal
 *          handler.
 * Owner    Everything in the plan belongs to the caller and outlives the run.
 */
#ifndef HENKA_LAB_TOURNAMENT_H
#define HENKA_LAB_TOURNAMENT_H

#include <stdio.h>

#include "lab/match.h"
#include "lab/opening.h"
#include "lab/statistics.h"

typedef struct Plan {
    const HenkaVariant *variant;
    PlayerSpec players[2];
    Openings openings;
    Referee referee;
    int games, concurrency; /* games: at most; rounded up to pairs */
    bool has_sprt;
    Sprt sprt;
    FILE *records; /* NULL: none */
    bool quiet;    /* no progress line */
} Plan;

typedef struct Standing {
    Tally tally; /* seen from players[0] */
    int sente_wins, gote_wins;
    int losses_by_end[2][MATCH_END_COUNT]; /* how each player lost */
    int draws_by_end[MATCH_END_COUNT];
    SideUse use[2];
    long plies;
    int64_t elapsed_ms;
    char last_detail[160];
} Standing;

/* False: an opening or a player could not be made; *error says why. What was played until then
 * stands in *standing. */
bool tournament_run(const Plan *, Standing *, HenkaError *);
void tournament_cancel(void);
void standing_print(const Plan *, const Standing *, FILE *);

#endif
