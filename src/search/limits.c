#include "search/limits.h"

#include "base/clock.h"
#include "search/engine.h"

static int64_t at_least(int64_t value, int64_t least) { return value < least ? least : value; }
static int64_t at_most(int64_t value, int64_t most) { return value > most ? most : value; }

Budget budget_of(const HenkaLimits *l, int side, int64_t now_ms, int overhead_ms) {
    Budget budget = {.start_ms = now_ms};
    int64_t time = l->time_ms[side], increment = l->increment_ms[side], all = time + l->byoyomi_ms;
    if (l->movetime_ms > 0) {
        budget.optimum_ms = budget.maximum_ms = at_least(l->movetime_ms - overhead_ms, 1);
    } else if (all > 0 || increment > 0) {
        int to_go = l->moves_to_go > 0 ? l->moves_to_go : 30;
        int64_t usable = at_least(all - overhead_ms, 1),
                share = time / to_go + increment * 3 / 4 + l->byoyomi_ms;
        budget.optimum_ms = at_least(at_most(share, usable), 1);
        budget.maximum_ms =
            at_least(at_most(time / 4 + increment / 2 + l->byoyomi_ms,
                             at_most(usable, 4 * budget.optimum_ms + l->byoyomi_ms)),
                     1);
        if (l->byoyomi_ms && time < l->byoyomi_ms)
            budget.optimum_ms = budget.maximum_ms; /* it would be lost: use it */
    } else if (l->clock) {
        budget.optimum_ms = budget.maximum_ms = 1; /* no time at all: move at once */
    }
    return budget;
}

bool limits_reached(struct HenkaEngine *engine, const Worker *w, uint64_t nodes) {
    if (atomic_load_explicit(&engine->stop, memory_order_relaxed)) return true;
    if (w->index) return false;
    if (engine->node_cap &&
        (engine->threads == 1 ? nodes : engine_nodes(engine)) >= engine->node_cap)
        return true;
    if (engine_ponders(engine) || !engine->budget.maximum_ms) return false;
    return clock_ms() - engine->budget.start_ms >= engine->budget.maximum_ms;
}

uint64_t limits_next_check(const struct HenkaEngine *engine, uint64_t nodes) {
    uint64_t next = nodes + CHECK_NODES;
    return engine->node_cap && next > engine->node_cap && nodes < engine->node_cap
               ? engine->node_cap
               : next;
}

bool limits_enough(struct HenkaEngine *engine, int stability, int fall_cp) {
    const Budget *budget = &engine->budget;
    if (engine_ponders(engine) || !budget->optimum_ms) return false;
    if (budget->optimum_ms == budget->maximum_ms) return false;
    int64_t percent = 110 - 8 * at_most(stability, 7) + at_most(at_least(fall_cp, 0), 100) / 2;
    return clock_ms() - budget->start_ms >= budget->optimum_ms * percent / 100 * 8 / 10;
}
