/* match - the referee: plays one game between two players under the exact rules.
 *
 * Owner    The game is the caller's; after match_play it holds all moves and the outcome.
 * Threads  One match per thread; everything it needs is in its arguments.
 */
#ifndef HENKA_MATCH_MATCH_H
#define HENKA_MATCH_MATCH_H

#include "match/player.h"

/* When the referee stops a decided game, and how late an answer may be. Counts of 0 mean never. */
typedef struct Referee {
    int max_plies; /* after this number of plies the game is a draw; 0: no limit */
    /* A win: for resign_count plies in a row, both scores put a side resign_score_cp ahead. */
    int resign_score_cp, resign_count;
    /* A draw: after draw_after plies of the game, both players' scores say for draw_count plies in
     * a row that no side is more than draw_score_cp ahead. */
    int draw_score_cp, draw_count, draw_after;
    int64_t margin_ms; /* how far past its time a player may answer before the flag falls */
} Referee;

/* How a game ended: END(name, its word in all game records). MSG_END_name: the users' sentence.
 *   The side to move loses by ILLEGAL, CRASH, SILENT (no answer) and FLAG (a late answer).
 *   ADJUDICATED_WIN and _DRAW are by Referee.resign_count and draw_count, PLY_CAP by max_plies.
 *   CANCELLED: the players were interrupted, and the game doesn't count.
 *   UNPLAYABLE: a player can't be started, or has other rules, so there is no game at all. */
#define MATCH_ENDS(END)                                                                            \
    END(BY_RULE, "by rule")                                                                        \
    END(ILLEGAL, "illegal move")                                                                   \
    END(CRASH, "crash")                                                                            \
    END(SILENT, "silence")                                                                         \
    END(FLAG, "flag")                                                                              \
    END(RESIGNED, "resigned")                                                                      \
    END(ADJUDICATED_WIN, "adjudicated win")                                                        \
    END(ADJUDICATED_DRAW, "adjudicated draw")                                                      \
    END(PLY_CAP, "ply cap")                                                                        \
    END(CANCELLED, "cancelled")                                                                    \
    END(UNPLAYABLE, "unplayable")
#define END(name, word) MATCH_##name,
typedef enum { MATCH_ENDS(END) MATCH_END_COUNT } MatchEnd;
#undef END
extern const char *const match_end_names[MATCH_END_COUNT];

/* Time and nodes that a side used, summed over its moves. */
typedef struct SideUse {
    uint64_t nodes, depths;   /* sums of the values that the player reports */
    int64_t time_ms;          /* thinking time, measured by the referee */
    int64_t worst_overrun_ms; /* most time past the clock in one move */
    int moves;
    int left_royal; /* games in which the side let its last royal be taken without need */
} SideUse;

typedef struct MatchResult {
    MatchEnd end;
    int winner;       /* HENKA_SENTE, HENKA_GOTE; -1: nobody */
    char detail[128]; /* after an illegal move or a crash: text of the player or error */
    HenkaError error; /* the reason for MATCH_UNPLAYABLE */
    SideUse use[2];   /* time and nodes, by side */
} MatchResult;

/* Plays a game to its end. players: [HENKA_SENTE], [HENKA_GOTE]; start: SFEN with which the game
 * began, "": the variant's own start. */
MatchResult match_play(HenkaGame *, const char *start, Player *const players[2], const Referee *);

#endif
