/* timeman - time management: the time for a move, computed from the clocks, and the decisions to
 * stop (chessprogramming wiki: Time Management). */
#ifndef HENKA_SEARCH_TIMEMAN_H
#define HENKA_SEARCH_TIMEMAN_H

#include "henka.h"

/* The time for one move, in milliseconds of base/clock.h. */
typedef struct TimeBudget {
    int64_t start_ms; /* time at which the search began */
    /* Soft limit: the time of a normal move; no iteration begins much later. 0: no limit */
    int64_t optimum_ms;
    /* Hard limit: after this time the search stops within an iteration. 0: no limit */
    int64_t maximum_ms;
} TimeBudget;

/* overhead_ms: kept back from the given time for transmission, but never more than half of it. */
TimeBudget timeman_budget(const HenkaLimits *, int side, int64_t now_ms, int overhead_ms);
/* Does the search have to stop at once? */
bool timeman_out_of_time(const TimeBudget *, int64_t now_ms);
/* Does the search stop after this iteration, because it is too late to begin another? stability:
 * number of iterations with the same best move. fall_cp: centipawns that the score just fell. */
bool timeman_stop_after_iteration(const TimeBudget *, int64_t now_ms, int stability, int fall_cp);

#endif
