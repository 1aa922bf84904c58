/* limits - when to stop: clock, nodes, depth, a halt from outside. */
#ifndef HENKA_SEARCH_LIMITS_H
#define HENKA_SEARCH_LIMITS_H

#include "search/worker.h"

/* How long to think, from the clocks. 0: no bound. */
typedef struct Budget {
    int64_t start_ms, optimum_ms, maximum_ms;
} Budget;

Budget budget_of(const HenkaLimits *, int side, int64_t now_ms, int overhead_ms);
bool limits_reached(struct HenkaEngine *, const Worker *, uint64_t nodes);
uint64_t limits_next_check(const struct HenkaEngine *, uint64_t nodes);
/* After an iteration: is another worth beginning? stability: iterations the best move has stood. */
bool limits_enough(struct HenkaEngine *, int stability, int fall_cp);

#endif
