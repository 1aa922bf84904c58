/* match - one game between two players under the exact rules: the referee.
 *
 * Owner    The game that match_play plays on is the caller's; afterwards it holds the whole game
 *          and its outcome.
 * Threads  One match per thread; everything it needs is in its arguments.
 */
#ifndef HENKA_LAB_MATCH_H
#define HENKA_LAB_MATCH_H

#include "lab/player.h"

/* When the referee stops a game that is decided, and how late an answer may be. Zero counts: never.
 */
typedef struct Referee {
    int max_plies;                     /* then a draw */
    int resign_score_cp, resign_count; /* both players agree that one side is this far ahead, so
                                          many plies in a row */
    int draw_score_cp, draw_count, draw_after; /* both agree that nobody is ahead, so many plies in
                                                  a row, after so many plies */
    int64_t margin_ms;
} Referee;

typedef enum {
    MATCH_BY_RULE,
    MATCH_ILLEGAL,
    MATCH_CRASH,
    MATCH_SILENT,
    MATCH_FLAG,
    MATCH_RESIGNED,
    MATCH_ADJUDICATED_WIN,
    MATCH_ADJUDICATED_DRAW,
    MATCH_PLY_CAP,
    MATCH_CANCELLED,
    MATCH_UNPLAYABLE, /* a player can't be started, or has other rules: no game at all */
    MATCH_END_COUNT
} MatchEnd;
extern const char *const match_end_names[MATCH_END_COUNT];

typedef struct SideUse {
    uint64_t nodes, depths;
    int64_t time_ms, worst_overrun_ms; /* past the clock, of any one move */
    int moves;
} SideUse;

typedef struct MatchResult {
    MatchEnd end;
    int winner;       /* HENKA_SENTE, HENKA_GOTE or -1 */
    char detail[128]; /* of an illegal move or a crash: what the player said */
    HenkaError error; /* of MATCH_UNPLAYABLE */
    SideUse use[2];
} MatchResult;

/* players[HENKA_SENTE], players[HENKA_GOTE]; start: SFEN the game began with, "" the variant's own.
 */
MatchResult match_play(HenkaGame *, const char *start, Player *const players[2], const Referee *);

#endif
