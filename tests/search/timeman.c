/* Time management: budgets written down by hand, and laws that every budget keeps. */
#include "search/timeman.h"
#include "../check.h"
#include "base/random.h"

#include <stddef.h>

static void check_known(void) {
    static const struct {
        HenkaLimits limits;
        int side, overhead_ms;
        int64_t optimum_ms, maximum_ms;
    } cases[] = {
        {{0}, 0, 15, 0, 0}, /* no clock: no bound */
        {{.nodes = 500, .depth = 9, .infinite = true}, 0, 15, 0, 0},
        {{.movetime_ms = 1000}, 0, 15, 985, 985},
        {{.movetime_ms = 1000, .time_ms = {60000, 60000}}, 0, 15, 985, 985},
        {{.movetime_ms = 10}, 0, 15, 5, 5}, /* half the time is left at least */
        {{.movetime_ms = 1}, 0, 15, 1, 1},
        {{.byoyomi_ms = 100}, 0, 80, 50, 50},
        {{.time_ms = {60000, 30000}}, 0, 15, 2000, 8000}, /* a thirtieth; four times that */
        {{.time_ms = {60000, 30000}}, 1, 15, 1000, 4000}, /* each side its own clock */
        {{.time_ms = {60000, 0}, .moves_to_go = 10}, 0, 15, 6000, 15000}, /* a quarter of it */
        {{.time_ms = {60000, 0}, .moves_to_go = 1}, 0, 15, 59985, 15000},
        {{.time_ms = {60000, 0}, .increment_ms = {1000, 0}}, 0, 0, 2750, 11000},
        {{.increment_ms = {1000, 0}}, 0, 15, 1, 1}, /* it comes after the move only */
        {{.byoyomi_ms = 3000}, 0, 15, 2985, 2985},  /* what isn't used is lost */
        {{.byoyomi_ms = 3000, .time_ms = {2999, 0}}, 0, 15, 3749, 3749},
        {{.byoyomi_ms = 3000, .time_ms = {60000, 0}}, 0, 15, 5000, 18000},
        {{.clock = true}, 0, 15, 1, 1}, /* a clock that has run out */
        {{.clock = true, .time_ms = {0, 60000}}, 0, 15, 1, 1},
        {{.clock = true, .time_ms = {-500, 60000}, .movetime_ms = -1}, 0, 15, 1, 1},
        {{.clock = true, .time_ms = {60000, 0}}, 0, 15, 2000, 8000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TimeBudget budget =
            timeman_budget(&cases[i].limits, cases[i].side, 777, cases[i].overhead_ms);
        CHECK(budget.start_ms == 777 && budget.optimum_ms == cases[i].optimum_ms &&
                  budget.maximum_ms == cases[i].maximum_ms,
              "case %zu: %lld and %lld ms, not %lld and %lld", i, (long long)budget.optimum_ms,
              (long long)budget.maximum_ms, (long long)cases[i].optimum_ms,
              (long long)cases[i].maximum_ms);
    }
}

/* Whatever the clocks say: no move takes more than there is, and there is always a bound. */
static void check_laws(void) {
    Random random = {3};
    for (int i = 0; i < 20000; i++) {
        HenkaLimits l = {.clock = true};
        for (int side = 0; side < 2; side++) {
            if (random_below(&random, 4)) l.time_ms[side] = random_below(&random, 7200000);
            if (random_below(&random, 2)) l.increment_ms[side] = random_below(&random, 30000);
        }
        if (random_below(&random, 2)) l.byoyomi_ms = random_below(&random, 60000);
        if (random_below(&random, 3) == 0) l.moves_to_go = (int)random_below(&random, 60);
        int overhead = (int)random_below(&random, 1000), side = i & 1;
        TimeBudget b = timeman_budget(&l, side, 0, overhead);
        int64_t given = l.time_ms[side] + l.byoyomi_ms,
                all = given - overhead > given / 2 ? given - overhead : given / 2;
        CHECK(b.optimum_ms >= 1 && b.maximum_ms >= 1 && b.maximum_ms <= (all > 1 ? all : 1) &&
                  b.optimum_ms <= (all > 1 ? all : 1),
              "time %lld, increment %lld, byoyomi %lld, moves to go %d, overhead %d: %lld and %lld",
              (long long)l.time_ms[side], (long long)l.increment_ms[side], (long long)l.byoyomi_ms,
              l.moves_to_go, overhead, (long long)b.optimum_ms, (long long)b.maximum_ms);
    }
}

/* The earliest time at which another iteration is not worth beginning. */
static int64_t enough_at(const TimeBudget *budget, int stability, int fall_cp) {
    int64_t ms = budget->start_ms;
    while (!timeman_stop_after_iteration(budget, ms, stability, fall_cp) &&
           ms < budget->start_ms + 100000)
        ms++;
    return ms - budget->start_ms;
}

static void check_stopping(void) {
    TimeBudget none = {.start_ms = 50}, fixed = {50, 1000, 1000}, clock = {50, 1000, 4000};
    CHECK(!timeman_out_of_time(&none, 1 << 30), "out of time without a clock");
    CHECK(!timeman_out_of_time(&clock, 4049) && timeman_out_of_time(&clock, 4050),
          "the search stops when its maximum of 4000 ms is over");
    CHECK(!timeman_stop_after_iteration(&none, 1 << 30, 9, 0), "enough without a clock");
    CHECK(!timeman_stop_after_iteration(&fixed, 2000, 9, 0), "a fixed time is used to its end");
    static const struct {
        int stability, fall_cp;
        int64_t ms;
    } cases[] = {{0, 0, 880},   {1, 0, 816},    {7, 0, 432},    {50, 0, 432},
                 {0, 40, 1040}, {0, 100, 1280}, {0, 900, 1280}, {0, -80, 880}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t ms = enough_at(&clock, cases[i].stability, cases[i].fall_cp);
        CHECK(ms == cases[i].ms, "best move stable for %d, score fallen by %d: %lld ms, not %lld",
              cases[i].stability, cases[i].fall_cp, (long long)ms, (long long)cases[i].ms);
    }
}

int main(void) {
    check_known();
    check_laws();
    check_stopping();
    return check_done();
}
