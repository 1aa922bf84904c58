/* match - one game between two players under the exact rules: the referee.
 *
 * Owner    The game that match_play plays on is the caller's; afterwards it holds the whole game
 *          and its outcome.
 * Threads  One match per thread; everything it needs is in its arguments.
 */
#ifndef HENKA_MATCH_MATCH_H
#define HENKA_MATCH_MATCH_H

#include "match/player.h"

/* When the referee stops a game that is decided, and how late an answer may be. A count of 0 means
 * never. */
typedef struct Referee {
    int max_plies; /* then the game is a draw */
    /* Both players agree that one side is at least resign_score_cp ahead, so many plies in a row.
     */
    int resign_score_cp, resign_count;
    /* Both agree that nobody is more than draw_score_cp ahead, draw_count plies in a row, once
     * draw_after plies have been played. */
    int draw_score_cp, draw_count, draw_after;
    int64_t margin_ms; /* how far past its time a player may answer before the flag falls */
} Referee;

/* How a game ended. */
typedef enum {
    MATCH_BY_RULE, /* of the game: mate, repetition, ... */
    MATCH_ILLEGAL, /* this and the next three lose */
    MATCH_CRASH,
    MATCH_SILENT, /* no answer at all */
    MATCH_FLAG,   /* an answer, but too late */
    MATCH_RESIGNED,
    MATCH_ADJUDICATED_WIN,  /* by Referee.resign_count */
    MATCH_ADJUDICATED_DRAW, /* by Referee.draw_count */
    MATCH_PLY_CAP,          /* by Referee.max_plies */
    MATCH_CANCELLED,        /* the players were interrupted: the game doesn't count */
    MATCH_UNPLAYABLE,       /* a player can't be started, or has other rules: no game at all */
    MATCH_END_COUNT
} MatchEnd;
/* "flag": the word of records, the same in every language. */
extern const char *const match_end_names[MATCH_END_COUNT];

/* What a side used, summed over its moves. */
typedef struct SideUse {
    uint64_t nodes, depths;   /* as the player says */
    int64_t time_ms;          /* as measured here */
    int64_t worst_overrun_ms; /* past the clock, of any one move */
    int moves;
    int left_royal; /* games in which it left its last royal to be taken at once, though another
                       move would not have */
} SideUse;

typedef struct MatchResult {
    MatchEnd end;
    int winner;       /* HENKA_SENTE, HENKA_GOTE or -1 */
    char detail[128]; /* of an illegal move or a crash: what the player said */
    HenkaError error; /* of MATCH_UNPLAYABLE */
    SideUse use[2];   /* by side */
} MatchResult;

/* players[HENKA_SENTE], players[HENKA_GOTE]; start: SFEN the game began with, "" the variant's own.
 */
MatchResult match_play(HenkaGame *, const char *start, Player *const players[2], const Referee *);

#endif
