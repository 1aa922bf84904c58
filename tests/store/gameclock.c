/* gameclock - tables made by hand of what moves at given moments leave on the clock, when flags
 * fall, and which clocks there can be. */
#include "store/gameclock.h"
#include "check.h"

#include <string.h>

enum { S = 1000, MINUTE = 60 * S, HOUR = 60 * MINUTE };
#define DAY (INT64_C(24) * HOUR)

static const ClockRules none = {0}, plain = {.kind = CLOCK_KIND_PLAIN, .main_ms = 5 * MINUTE},
                        fischer = {.kind = CLOCK_KIND_FISCHER,
                                   .main_ms = 3 * MINUTE,
                                   .increment_ms = 2 * S},
                        byoyomi = {.kind = CLOCK_KIND_BYOYOMI,
                                   .main_ms = 10 * S,
                                   .byoyomi_ms = 30 * S,
                                   .periods = 3},
                        days = {.kind = CLOCK_KIND_DAYS, .days = 3};

/* One move by sente, whose time runs from 0 on. */
static const struct {
    const char *what;
    const ClockRules *rules;
    int64_t at_ms, lag_ms;
    bool moved;
    int64_t left_ms;
    int periods;
} moves[] = {
    {"plain", &plain, 20 * S, 0, true, 280 * S, 0},
    {"plain, the last moment", &plain, 5 * MINUTE - 1, 0, true, 1, 0},
    {"plain, too late", &plain, 5 * MINUTE, 0, false, 0, 0},
    {"plain, too late but for the lag", &plain, 5 * MINUTE + 199, 200, true, 1, 0},
    {"plain, all of the lag", &plain, 20 * S, 5000, true, 285 * S, 0},
    {"plain, too late with any lag", &plain, 5 * MINUTE + 500, 500, false, 0, 0},
    {"plain, moved within the lag", &plain, 100, 400, true, 5 * MINUTE, 0},
    {"plain, lag that can't be", &plain, 20 * S, -300, true, 280 * S, 0},
    {"plain, the time set back", &plain, -20 * S, 0, true, 5 * MINUTE, 0},
    {"fischer", &fischer, 20 * S, 0, true, 162 * S, 0},
    {"fischer, faster than the increment", &fischer, 1 * S, 0, true, 181 * S, 0},
    {"fischer, too late", &fischer, 3 * MINUTE, 0, false, 0, 0},
    {"byoyomi, main time", &byoyomi, 4 * S, 0, true, 6 * S, 3},
    {"byoyomi, all of the main time", &byoyomi, 10 * S, 0, true, 0, 3},
    {"byoyomi, within the first period", &byoyomi, 39 * S, 0, true, 0, 3},
    {"byoyomi, one period gone", &byoyomi, 40 * S, 0, true, 0, 2},
    {"byoyomi, within the last", &byoyomi, 100 * S - 1, 0, true, 0, 1},
    {"byoyomi, too late", &byoyomi, 100 * S, 0, false, 0, 0},
    {"days", &days, 2 * DAY + 5 * HOUR, 0, true, 3 * DAY, 0},
    {"days, too late", &days, 3 * DAY, 0, false, 0, 0},
    {"none", &none, 1000 * DAY, 0, true, 0, 0},
};

static void check_moves(void) {
    const int64_t began_ms = INT64_C(1800000000000);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        GameClock clock = gameclock_new(moves[i].rules);
        gameclock_start(&clock, HENKA_SENTE, began_ms);
        int64_t gote_ms = clock.left_ms[1];
        bool moved =
            gameclock_press(&clock, HENKA_GOTE, began_ms + moves[i].at_ms, moves[i].lag_ms);
        CHECK(moved == moves[i].moved, "%s: moved %d", moves[i].what, moved);
        if (!moved) continue;
        CHECK(clock.left_ms[0] == moves[i].left_ms && clock.periods[0] == moves[i].periods,
              "%s: %lld ms and %d periods are left, expected %lld and %d", moves[i].what,
              (long long)clock.left_ms[0], clock.periods[0], (long long)moves[i].left_ms,
              moves[i].periods);
        CHECK(clock.left_ms[1] == gote_ms, "%s: gote's time changed", moves[i].what);
        CHECK(moves[i].rules == &none ||
                  (clock.running == HENKA_GOTE && clock.since_ms == began_ms + moves[i].at_ms),
              "%s: gote's time does not run", moves[i].what);
    }
}

/* What is shown while sente's time runs. */
static const struct {
    const ClockRules *rules;
    int64_t at_ms, left_ms;
    int periods;
    int64_t byoyomi_left_ms;
} shown[] = {
    {&plain, 0, 5 * MINUTE, 0, -1},   {&plain, 1 * S, 299 * S, 0, -1},
    {&plain, 6 * MINUTE, 0, 0, -1},   {&byoyomi, 9 * S, 1 * S, 3, -1},
    {&byoyomi, 10 * S, 0, 3, 30 * S}, {&byoyomi, 39 * S, 0, 3, 1 * S},
    {&byoyomi, 40 * S, 0, 2, 30 * S}, {&byoyomi, 99 * S, 0, 1, 1 * S},
    {&byoyomi, 200 * S, 0, 0, 0},     {&days, 1 * DAY, 2 * DAY, 0, -1},
};

static void check_shown(void) {
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        GameClock clock = gameclock_new(shown[i].rules);
        gameclock_start(&clock, HENKA_SENTE, 7 * S);
        ClockTime time = gameclock_time(&clock, HENKA_SENTE, 7 * S + shown[i].at_ms);
        CHECK(time.left_ms == shown[i].left_ms && time.periods == shown[i].periods &&
                  time.byoyomi_left_ms == shown[i].byoyomi_left_ms,
              "%zu: found %lld, %d, %lld", i, (long long)time.left_ms, time.periods,
              (long long)time.byoyomi_left_ms);
        ClockTime other = gameclock_time(&clock, HENKA_GOTE, 7 * S + shown[i].at_ms);
        CHECK(other.left_ms == clock.left_ms[1], "%zu: the time of who waits runs", i);
    }
}

static void check_deadlines(void) {
    const struct {
        const ClockRules *rules;
        int64_t at_ms;
    } flags[] = {{&plain, 5 * MINUTE},
                 {&fischer, 3 * MINUTE},
                 {&byoyomi, 100 * S},
                 {&days, 3 * DAY},
                 {&none, GAMECLOCK_NEVER}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        GameClock clock = gameclock_new(flags[i].rules);
        CHECK(gameclock_deadline_ms(&clock) == GAMECLOCK_NEVER, "%zu: due before it runs", i);
        gameclock_start(&clock, HENKA_GOTE, 0);
        CHECK(gameclock_deadline_ms(&clock) == flags[i].at_ms, "%zu: due at %lld", i,
              (long long)gameclock_deadline_ms(&clock));
        gameclock_start(&clock, -1, 1 * S);
        CHECK(gameclock_deadline_ms(&clock) == GAMECLOCK_NEVER, "%zu: due though stopped", i);
    }
}

/* Byoyomi over several moves: the main time is used up once, a period is kept by moving within it.
 */
static void check_game(void) {
    GameClock clock = gameclock_new(&byoyomi);
    int64_t now = 0;
    const int64_t thought[] = {6 * S, 1 * S, 6 * S, 1 * S, 29 * S, 9 * S, 45 * S, 1 * S};
    const int64_t left[] = {4 * S, 9 * S, 0, 8 * S, 0, 0, 0, 0}; /* of who moved */
    const int periods[] = {3, 3, 3, 3, 3, 3, 2, 3};
    gameclock_start(&clock, 0, now);
    for (int i = 0; i < 8; i++) {
        now += thought[i];
        CHECK(gameclock_press(&clock, !(i & 1), now, 0), "move %d is late", i);
        CHECK(clock.left_ms[i & 1] == left[i], "move %d: %lld ms", i,
              (long long)clock.left_ms[i & 1]);
        CHECK(clock.periods[i & 1] == periods[i], "move %d: %d periods", i, clock.periods[i & 1]);
    }
    gameclock_start(&clock, 1, now + 31 * S); /* a take-back: what ran so far is charged */
    CHECK(clock.periods[0] == 1, "%d periods after a take-back", clock.periods[0]);
}

static void check_rules(void) {
    const struct {
        ClockRules rules;
        bool sane;
    } table[] = {
        {none, true},
        {plain, true},
        {fischer, true},
        {byoyomi, true},
        {days, true},
        {{.kind = CLOCK_KIND_PLAIN}, false},
        {{.kind = CLOCK_KIND_PLAIN, .main_ms = 999}, false},
        {{.kind = CLOCK_KIND_PLAIN, .main_ms = DAY}, true},
        {{.kind = CLOCK_KIND_PLAIN, .main_ms = DAY + 1}, false},
        {{.kind = CLOCK_KIND_PLAIN, .main_ms = -1}, false},
        {{.kind = CLOCK_KIND_FISCHER, .main_ms = MINUTE}, false},
        {{.kind = CLOCK_KIND_FISCHER, .increment_ms = 5 * S}, true},
        {{.kind = CLOCK_KIND_FISCHER, .increment_ms = 11 * MINUTE}, false},
        {{.kind = CLOCK_KIND_BYOYOMI, .byoyomi_ms = 30 * S}, false},
        {{.kind = CLOCK_KIND_BYOYOMI, .byoyomi_ms = 30 * S, .periods = 61}, false},
        {{.kind = CLOCK_KIND_BYOYOMI, .byoyomi_ms = 1, .periods = 1}, false},
        {{.kind = CLOCK_KIND_BYOYOMI, .byoyomi_ms = S, .periods = 60}, true},
        {{.kind = CLOCK_KIND_DAYS}, false},
        {{.kind = CLOCK_KIND_DAYS, .days = 60}, true},
        {{.kind = CLOCK_KIND_DAYS, .days = 61}, false},
        {{.kind = CLOCK_KINDS}, false},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        CHECK(gameclock_rules_are_sane(&table[i].rules) == table[i].sane, "rules %zu", i);
    for (int kind = 0; kind < CLOCK_KINDS; kind++)
        CHECK((int)gameclock_kind_named(gameclock_kind_name((ClockKind)kind)) == kind, "kind %d",
              kind);
    CHECK(gameclock_kind_named("nix") == CLOCK_KINDS, "a kind that there isn't");
    GameClock bare = gameclock_new(&table[11].rules);
    CHECK(bare.left_ms[0] == 5 * S, "the increment is there at the start");
}

/* Lag is given back up to a second a move and five seconds a minute, whatever minute it is. */
static void check_lag(void) {
    Bucket given = {0};
    int64_t minute[60], all = 0;
    CHECK(gameclock_lag_ms(&given, 300, S, 5 * S, 0) == 300, "a lag of 300 ms");
    CHECK(gameclock_lag_ms(&given, 5000, S, 5 * S, 0) == S, "a second at most");
    CHECK(gameclock_lag_ms(&given, -5, S, 5 * S, 0) == 0, "lag that can't be");
    for (int i = 0; i < 600; i++) { /* a move a second, each with more lag than is given back */
        int64_t now = S * (i + 1), lag = gameclock_lag_ms(&given, 900, S, 5 * S, now);
        given.used += (double)lag;
        all += lag - (i < 60 ? 0 : minute[i % 60]);
        minute[i % 60] = lag;
        CHECK(all <= 5 * S, "%lld ms were given back in the minute before move %d", (long long)all,
              i);
        CHECK(i < 59 || all > 3 * S, "only %lld ms in the minute before move %d", (long long)all,
              i);
    }
    Bucket little = {0};
    CHECK(gameclock_lag_ms(&little, 900, S, 600, 0) == 300, "a minute's worth below a move's");
}

int main(void) {
    check_lag();
    check_moves();
    check_shown();
    check_deadlines();
    check_game();
    check_rules();
    return check_done();
}
