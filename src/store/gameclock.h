/* gameclock - the clock of a game with two sides. Pure: the caller passes the time of day.
 * Units    Milliseconds; moments since 1970.
 * Errors   None: rules that gameclock_rules_are_sane refuses are the caller's bug.
 * Kinds    plain: a time for the whole game. fischer: a time, and an increment after each move (US
 *          patent 4,884,255). byoyomi: a main time, then periods; a side that moves within a period
 *          keeps the period, a side that exceeds it continues in the next one. days: a number of
 *          days for each move.
 */
#ifndef HENKA_STORE_GAMECLOCK_H
#define HENKA_STORE_GAMECLOCK_H

#include "henka.h"
#include "store/bucket.h"

enum {
    GAMECLOCK_MOST_MAIN_MS = 86400000,
    GAMECLOCK_LEAST_STEP_MS = 1000, /* of an increment, of a byoyomi */
    GAMECLOCK_MOST_STEP_MS = 600000,
    GAMECLOCK_MOST_PERIODS = 60,
    GAMECLOCK_MOST_DAYS = 60
};
#define GAMECLOCK_NEVER INT64_MAX

typedef enum ClockKind {
    CLOCK_KIND_NONE,
    CLOCK_KIND_PLAIN,
    CLOCK_KIND_FISCHER,
    CLOCK_KIND_BYOYOMI,
    CLOCK_KIND_DAYS,
    CLOCK_KINDS
} ClockKind;

/* What the sides agreed on. */
typedef struct ClockRules {
    ClockKind kind;       /* decides which of the members below count */
    int64_t main_ms;      /* of plain, fischer and byoyomi */
    int64_t increment_ms; /* of fischer, after each move */
    int64_t byoyomi_ms;   /* of each period */
    int periods;          /* of byoyomi */
    int days;             /* of days, for each move */
} ClockRules;

/* All 0 but running, -1: a game without a clock. */
typedef struct GameClock {
    ClockRules rules;
    int64_t left_ms[2]; /* by side: of the main time (kind days: of the days for the move), when it
                           last stopped */
    int periods[2];     /* by side: byoyomi periods, including the one under way */
    int running;        /* the side whose time runs, or -1 */
    int64_t since_ms;   /* when it began to run */
} GameClock;

/* A side's time at some moment. */
typedef struct ClockTime {
    int64_t left_ms;         /* of the main time (kind days: of the days for this move); never below
                                0 */
    int periods;             /* byoyomi periods left, including the one under way */
    int64_t byoyomi_left_ms; /* of the period under way; -1 while there is main time */
} ClockTime;

/* The name of a kind, as messages have it. */
const char *gameclock_kind_name(ClockKind);
/* The reverse; CLOCK_KINDS if no kind has this name. */
ClockKind gameclock_kind_named(const char *name);
/* Are all of the kind's numbers in their ranges, and is there time for a first move? */
bool gameclock_rules_are_sane(const ClockRules *);
bool gameclock_rules_are_same(const ClockRules *, const ClockRules *);

GameClock gameclock_new(const ClockRules *);
/* Lets the side's time run (-1: neither side's). Charges the time that has run until now. */
void gameclock_start(GameClock *, int side, int64_t now_ms);
/* The running side has moved: its time stops, its increment is added, and the time of `next` runs
 * (-1: neither side's). lag_ms of the time that has run are not charged. False: the side's time was
 * up before, and nothing has changed. */
bool gameclock_press(GameClock *, int next, int64_t now_ms, int64_t lag_ms);
/* The part of a lag that is given back now: at most move_ms for a move, and at most minute_ms in
 * any minute. The caller adds the time given to the bucket's `used`. */
int64_t gameclock_lag_ms(Bucket *given, int64_t lag_ms, int64_t move_ms, int64_t minute_ms,
                         int64_t now_ms);
/* When the running side's time is up; GAMECLOCK_NEVER: no time runs. */
int64_t gameclock_deadline_ms(const GameClock *);
ClockTime gameclock_time(const GameClock *, HenkaSide, int64_t now_ms);

#endif
