#include "search/timeman.h"

enum {
    MOVES_TO_GO = 30,       /* moves for which the time must last, if moves_to_go is not given */
    MAXIMUM_SHARE = 4,      /* at most a quarter of the time, half the increment and the byoyomi */
    MAXIMUM_FACTOR = 4,     /* a move takes at most this multiple of optimum_ms, plus the byoyomi */
    STABLE_PERCENT = 8,     /* percent off optimum_ms for each iteration with the same best move */
    STABLE_MOST = 7,        /* maximum number of iterations that STABLE_PERCENT counts */
    UNSTABLE_PERCENT = 110, /* percentage of the optimum if the best move has just changed */
    FALL_MOST_CP = 100, /* a fall of the score adds half a percent a centipawn, up to this number */
    /* Each iteration takes longer, so none begins after this percentage of the move's time. */
    BEGIN_PERCENT = 80,
};

static int64_t at_least(int64_t value, int64_t least) { return value < least ? least : value; }
static int64_t at_most(int64_t value, int64_t most) { return value > most ? most : value; }

/* Limits a time, so that sums and percentages cannot overflow: 2^50 ms are 35,000 years. */
static int64_t clamped(int64_t ms) {
    const int64_t longest = (int64_t)1 << 50;
    return at_most(at_least(ms, -longest), longest);
}

/* Returns the time minus the overhead, but at least half, so that short times are used, too. */
static int64_t usable_of(int64_t time_ms, int overhead_ms) {
    return at_least(at_least(time_ms - overhead_ms, time_ms / 2), 1);
}

TimeBudget timeman_budget(const HenkaLimits *l, int side, int64_t now_ms, int overhead_ms) {
    TimeBudget budget = {.start_ms = now_ms};
    int64_t time = clamped(l->time_ms[side]), increment = clamped(l->increment_ms[side]),
            byoyomi = clamped(l->byoyomi_ms), all = time + byoyomi;
    if (l->movetime_ms > 0) {
        budget.optimum_ms = budget.maximum_ms = usable_of(clamped(l->movetime_ms), overhead_ms);
    } else if (all > 0 || increment > 0) {
        int to_go = l->moves_to_go > 0 ? l->moves_to_go : MOVES_TO_GO;
        int64_t usable = usable_of(all, overhead_ms),
                share = time / to_go + increment * 3 / 4 + byoyomi,
                longest = time / MAXIMUM_SHARE + increment / 2 + byoyomi;
        budget.optimum_ms = at_least(at_most(share, usable), 1);
        longest = at_most(longest, at_most(usable, MAXIMUM_FACTOR * budget.optimum_ms + byoyomi));
        budget.maximum_ms = at_least(longest, 1);
        /* Unused byoyomi is lost, so use it all. */
        if (byoyomi && time < byoyomi) budget.optimum_ms = budget.maximum_ms;
    } else if (l->clock) {
        budget.optimum_ms = budget.maximum_ms = 1; /* no time left: move at once */
    }
    return budget;
}

bool timeman_out_of_time(const TimeBudget *budget, int64_t now_ms) {
    return budget->maximum_ms && now_ms - budget->start_ms >= budget->maximum_ms;
}

bool timeman_stop_after_iteration(const TimeBudget *budget, int64_t now_ms, int stability,
                                  int fall_cp) {
    /* If optimum and maximum are equal, the given time is used to its end. */
    if (!budget->optimum_ms || budget->optimum_ms == budget->maximum_ms) return false;
    int64_t percent = UNSTABLE_PERCENT - STABLE_PERCENT * at_most(stability, STABLE_MOST) +
                      at_most(at_least(fall_cp, 0), FALL_MOST_CP) / 2;
    return now_ms - budget->start_ms >= budget->optimum_ms * percent / 100 * BEGIN_PERCENT / 100;
}
