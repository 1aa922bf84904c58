#include "store/gameclock.h"

#include <string.h>

enum { DAY_MS = 86400000, MINUTE_MS = 60000 };

static const char *const kinds[CLOCK_KINDS] = {"none", "plain", "fischer", "byoyomi", "days"};

const char *gameclock_kind_name(ClockKind kind) { return kinds[kind]; }

ClockKind gameclock_kind_named(const char *name) {
    int kind = 0;
    while (kind < CLOCK_KINDS && strcmp(kinds[kind], name) != 0) kind++;
    return (ClockKind)kind;
}

bool gameclock_rules_are_sane(const ClockRules *rules) {
    ClockKind kind = rules->kind;
    int64_t step_ms = kind == CLOCK_KIND_FISCHER ? rules->increment_ms : rules->byoyomi_ms;
    if (rules->main_ms < 0 || rules->main_ms > GAMECLOCK_MOST_MAIN_MS) return false;
    if (kind == CLOCK_KIND_NONE) return true;
    if (kind == CLOCK_KIND_PLAIN) return rules->main_ms >= GAMECLOCK_LEAST_STEP_MS;
    if (kind == CLOCK_KIND_DAYS) return rules->days >= 1 && rules->days <= GAMECLOCK_MOST_DAYS;
    if (step_ms < GAMECLOCK_LEAST_STEP_MS || step_ms > GAMECLOCK_MOST_STEP_MS) return false;
    return kind == CLOCK_KIND_FISCHER || (kind == CLOCK_KIND_BYOYOMI && rules->periods >= 1 &&
                                          rules->periods <= GAMECLOCK_MOST_PERIODS);
}

bool gameclock_rules_are_same(const ClockRules *one, const ClockRules *other) {
    return one->kind == other->kind && one->main_ms == other->main_ms &&
           one->increment_ms == other->increment_ms && one->byoyomi_ms == other->byoyomi_ms &&
           one->periods == other->periods && one->days == other->days;
}

/* A side's time at the start; for kind days, the time for each move. */
static int64_t whole_ms(const ClockRules *rules) {
    if (rules->kind == CLOCK_KIND_DAYS) return (int64_t)rules->days * DAY_MS;
    if (rules->kind == CLOCK_KIND_FISCHER && !rules->main_ms) return rules->increment_ms;
    return rules->main_ms;
}

GameClock gameclock_new(const ClockRules *rules) {
    GameClock clock = {.rules = *rules, .running = -1};
    for (int side = 0; side < 2; side++) {
        clock.left_ms[side] = whole_ms(rules);
        clock.periods[side] = rules->kind == CLOCK_KIND_BYOYOMI ? rules->periods : 0;
    }
    return clock;
}

/* Charges ms to the side's time. When the main time is used up, whole periods are removed. */
static void charge(GameClock *clock, int side, int64_t ms) {
    if (ms <= 0) return;
    int64_t over_ms = ms - clock->left_ms[side];
    clock->left_ms[side] = over_ms < 0 ? -over_ms : 0;
    if (over_ms < 0 || !clock->periods[side]) return;
    int64_t gone = over_ms / clock->rules.byoyomi_ms;
    clock->periods[side] = gone < clock->periods[side] ? clock->periods[side] - (int)gone : 0;
}

void gameclock_start(GameClock *clock, int side, int64_t now_ms) {
    if (clock->rules.kind == CLOCK_KIND_NONE) return;
    if (clock->running >= 0) charge(clock, clock->running, now_ms - clock->since_ms);
    clock->running = side;
    clock->since_ms = now_ms;
}

bool gameclock_press(GameClock *clock, int next, int64_t now_ms, int64_t lag_ms) {
    int side = clock->running;
    if (side >= 0) {
        int64_t lag = lag_ms < 0 ? 0 : lag_ms;
        if (now_ms - lag >= gameclock_deadline_ms(clock)) return false;
        charge(clock, side, now_ms - lag - clock->since_ms);
        clock->running = -1;
        if (clock->rules.kind == CLOCK_KIND_FISCHER)
            clock->left_ms[side] += clock->rules.increment_ms;
        if (clock->rules.kind == CLOCK_KIND_DAYS) clock->left_ms[side] = whole_ms(&clock->rules);
    }
    gameclock_start(clock, next, now_ms);
    return true;
}

/* No more than minute_ms is given back in a minute: the bucket's burst, and the amount that drains
 * from the bucket in a minute, add up to it. */
int64_t gameclock_lag_ms(Bucket *given, int64_t lag_ms, int64_t move_ms, int64_t minute_ms,
                         int64_t now_ms) {
    double burst = move_ms < minute_ms / 2 ? (double)move_ms : (double)minute_ms / 2;
    double per_ms = ((double)minute_ms - burst) / MINUTE_MS;
    bucket_drain(given, per_ms, now_ms);
    int64_t room = given->used < burst ? (int64_t)(burst - given->used) : 0;
    return lag_ms < 0 ? 0 : lag_ms < room ? lag_ms : room;
}

int64_t gameclock_deadline_ms(const GameClock *clock) {
    int side = clock->running;
    if (side < 0) return GAMECLOCK_NEVER;
    return clock->since_ms + clock->left_ms[side] + clock->periods[side] * clock->rules.byoyomi_ms;
}

ClockTime gameclock_time(const GameClock *clock, HenkaSide side, int64_t now_ms) {
    GameClock then = *clock;
    ClockTime time = {.byoyomi_left_ms = -1};
    int64_t run_ms = clock->running == (int)side ? now_ms - clock->since_ms : 0;
    charge(&then, side, run_ms);
    time.left_ms = then.left_ms[side];
    time.periods = then.periods[side];
    if (clock->rules.kind != CLOCK_KIND_BYOYOMI || time.left_ms) return time;
    int64_t over_ms = run_ms > clock->left_ms[side] ? run_ms - clock->left_ms[side] : 0;
    time.byoyomi_left_ms =
        time.periods ? clock->rules.byoyomi_ms - over_ms % clock->rules.byoyomi_ms : 0;
    return time;
}
