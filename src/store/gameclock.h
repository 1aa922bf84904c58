/* gameclock - the clock of a game with two sides. Pure: the caller passes the time of day.
 * Units    Milliseconds; moments since 1970.
 * Errors   None: rules that gameclock_rules_are_sane refuses are the caller's bug.
 * Kinds    plain: a time for the game. fischer: a time, and an increment after each move (US patent
 *          4,884,255). byoyomi: a main time, then periods; a side that moves within a period keeps
 *          it, a side that exceeds it continues in the next. days: days for each move.
 */
#ifndef HENKA_STORE_GAMECLOCK_H
#define HENKA_STORE_GAMECLOCK_H

#include "henka.h"
#include "store/bucket.h"

enum {
    GAMECLOCK_MOST_MAIN_MS = 86400000, /* greatest main time */
    GAMECLOCK_LEAST_STEP_MS = 1000,    /* least increment or byoyomi period */
    GAMECLOCK_MOST_STEP_MS = 600000,   /* greatest increment or byoyomi period */
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

/* The rules of a clock, on which the sides agreed. */
typedef struct ClockRules {
    ClockKind kind;       /* the kind of clock, which decides which of the members below are used */
    int64_t main_ms;      /* of plain, fischer and byoyomi: the time at the start */
    int64_t increment_ms; /* of fischer: the time added after each move */
    int64_t byoyomi_ms;   /* of byoyomi: the length of a period */
    int periods;          /* of byoyomi: the number of periods */
    int days;             /* of days: the number of days for each move */
} ClockRules;

/* A clock and its state. Without a clock all members are 0, but `running` is -1. */
typedef struct GameClock {
    ClockRules rules;
    int64_t left_ms[2]; /* by side: main time left at its last stop (days: for the move) */
    int periods[2];     /* by side: byoyomi periods left, including the period under way */
    int running;        /* the side whose time runs; -1: neither */
    int64_t since_ms;   /* when the time of the side `running` was started */
} GameClock;

/* A side's time at some moment. */
typedef struct ClockTime {
    int64_t left_ms;         /* main time left (days: for this move); never below 0 */
    int periods;             /* byoyomi periods left, including the period under way */
    int64_t byoyomi_left_ms; /* time left of the period under way; -1 while there is main time */
} ClockTime;

/* The name of a kind, as the messages between page and server have it. */
const char *gameclock_kind_name(ClockKind);
/* The kind of this name; CLOCK_KINDS: no kind has it. */
ClockKind gameclock_kind_named(const char *name);
/* Are all numbers that the clock's kind uses in range, and is there time for a first move? */
bool gameclock_rules_are_sane(const ClockRules *);
bool gameclock_rules_are_same(const ClockRules *, const ClockRules *);

GameClock gameclock_new(const ClockRules *);
/* Lets this side's time run (-1: neither side's). Charges the side whose time ran until now. */
void gameclock_start(GameClock *, int side, int64_t now_ms);
/* The running side has moved: its time stops, its increment is added, and the time of `next` runs
 * (-1: neither side's). lag_ms of the time that has run are not charged. False: the side's time was
 * up before, and nothing has changed. */
bool gameclock_press(GameClock *, int next, int64_t now_ms, int64_t lag_ms);
/* The part of a lag that is not charged to the clock now: at most move_ms for a move, and at most
 * minute_ms in any minute. The caller adds this time to the bucket's `used`. */
int64_t gameclock_lag_ms(Bucket *given, int64_t lag_ms, int64_t move_ms, int64_t minute_ms,
                         int64_t now_ms);
/* When the running side's time is up; GAMECLOCK_NEVER: no time runs. */
int64_t gameclock_deadline_ms(const GameClock *);
ClockTime gameclock_time(const GameClock *, HenkaSide, int64_t now_ms);

#endif
