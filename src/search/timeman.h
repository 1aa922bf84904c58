/* timeman - time management: the time for a move by the clocks, and the decisions to stop
 * (chessprogramming wiki: Time Management). */
#ifndef HENKA_SEARCH_TIMEMAN_H
#define HENKA_SEARCH_TIMEMAN_H

#include "henka.h"

/* The time for one move, in milliseconds of base/clock.h. */
typedef struct TimeBudget {
    int64_t start_ms; /* when the search began */
    /* Soft limit: the time of a normal move; no iteration begins much later. 0: no bound */
    int64_t optimum_ms;
    /* Hard limit: after this time the search stops within an iteration. 0: no bound */
    int64_t maximum_ms;
} TimeBudget;

/* side: to move. overhead_ms: kept back from the time given, for transmission; never more than half
 * of it. */
TimeBudget timeman_budget(const HenkaLimits *, int side, int64_t now_ms, int overhead_ms);
/* Is the search to stop at once? */
bool timeman_out_of_time(const TimeBudget *, int64_t now_ms);
/* Stop after this iteration, since it is too late to begin another? stability: for how many
 * iterations the best move has been the same. fall_cp: how far the score fell in the last one. */
bool timeman_stop_after_iteration(const TimeBudget *, int64_t now_ms, int stability, int fall_cp);

#endif
