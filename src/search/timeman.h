/* timeman - time management: how long to think by the clocks, and when to look at the clock
 * (chessprogramming wiki: Time Management). */
#ifndef HENKA_SEARCH_TIMEMAN_H
#define HENKA_SEARCH_TIMEMAN_H

#include "henka.h"

/* The time for one move, in milliseconds of base/clock.h. */
typedef struct TimeBudget {
    int64_t start_ms; /* when the search began */
    /* Soft limit: what a normal move may take; no iteration begins much later. 0: no bound */
    int64_t optimum_ms;
    /* Hard limit: after so long the search stops in the midst of it. 0: no bound */
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
