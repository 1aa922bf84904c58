/* movegen - the legal moves of a position. Repetition is decided by the game (rules/game.h),
 * everything else here: royal safety, drops, promotion, freezing, skips, and the rules that bar
 * mating drops and stalemates.
 *
 * Owner    Functions that take a Position * may make moves on it, where a rule has to test a move,
 *          and take them back: the position is unchanged when they return. A caller with a const
 *          Position copies it.
 * Threads  So a position belongs to one thread while such a function runs. Threads may use
 *          different positions at the same time.
 * Limits   The list holds HENKA_MAX_MOVES. No allocation. Stack: up to some 300 KiB where a rule is
 *          about the replies to a move.
 */
#ifndef HENKA_RULES_MOVEGEN_H
#define HENKA_RULES_MOVEGEN_H

#include "position/position.h"

typedef enum {
    MOVEGEN_ALL,      /* every legal move */
    MOVEGEN_CAPTURES, /* moves that take something */
    MOVEGEN_QUIETS    /* all others: moves to empty squares, drops, skips */
} MovegenKind;

/* Storage for the CheckInfo (rules/checkinfo.h, of either width) of one position, so that several
 * calls about it find checks and pins only once. The caller sets `filled` to false before the first
 * call. */
enum { CHECKINFO_ROOM = 4096 };
typedef struct CheckInfoBuffer {
    bool filled;           /* set by the first call */
    bool defers_stalemate; /* set by a caller that calls attacks_gives_check_fast before it makes a
                              move. Lists may then hold moves that stalemate, because finding these
                              is expensive. That function finds them (strips only) */
    _Alignas(16) unsigned char storage[CHECKINFO_ROOM];
} CheckInfoBuffer;

/* Writes the legal moves of that kind, each once, in no particular order; returns how many. */
int movegen_legal(Position *, MovegenKind, Move *list);
/* Like movegen_legal, with checks and pins kept in the buffer for further calls on this position.
 * If worth (by type) is not NULL and one path to one square allows several choices of victims, the
 * list may hold only the most valuable choice. */
int movegen_legal_with(Position *, CheckInfoBuffer *, MovegenKind, const int32_t *worth,
                       Move *list);
/* Is there a legal move? */
bool movegen_any_legal(Position *);
/* Is this move legal here? It may be any number, from a hash table or a user. */
bool movegen_is_legal(Position *, Move);
bool movegen_is_legal_with(Position *, CheckInfoBuffer *, Move);
/* In variants that count checks, a move carries a bit for whether it gives check (MOVE_CHECK):
 * lists hold such moves, and the two functions above expect them. Sets that bit of a legal move; in
 * other variants the move is returned as it is. */
Move movegen_with_check(Position *, Move);
/* Charges the budget for a move that is made only to test the safety of royals (base/budget.h). */
static inline void movegen_spend_trial(const Position *p) {
    enum { MADE = 16 };
    unsigned royals = p->royals[0] + p->royals[1], pieces = p->piece_count[0] + p->piece_count[1];
    budget_spend(p->budget, 0, MADE + royals * pieces / 4);
}
/* Does a pseudo-legal move leave the mover's royal safe? Makes the move to see. */
bool movegen_leaves_royal_safe(Position *, Move);

#endif
