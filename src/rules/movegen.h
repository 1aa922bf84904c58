/* movegen - the legal moves of a position. Repetition is the game's affair (rules/game.h),
 * everything else is decided here: royal safety, drops, promotion, freezing, skips, mating drops
 * and stalemates that are barred.
 *
 * Owner    Functions that take a Position * make moves on it and take them back where a rule wants
 *          a move tried: when they return it is as before. Who has a const Position copies it.
 * Threads  So a position belongs to one thread while such a function runs. Different positions may
 *          be asked at the same time.
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

/* Room for the CheckInfo (rules/checkinfo.h, of either width) of one position, so that several
 * calls about it find checks and pins only once. The caller sets `filled` to false at first. */
enum { CHECKINFO_ROOM = 4096 };
typedef struct CheckInfoBuffer {
    bool filled;           /* by the first question */
    bool defers_stalemate; /* set by the caller, who calls attacks_gives_check_fast before making
                              any move: then moves that it finds to stalemate may stand in lists,
                              for that is expensive to know (strips only) */
    _Alignas(16) unsigned char storage[CHECKINFO_ROOM];
} CheckInfoBuffer;

/* Writes the legal moves of that kind, each once, in no particular order; returns how many. */
int movegen_legal(Position *, MovegenKind, Move *list);
/* The same, with checks and pins kept in the buffer for further calls on this position. Where worth
 * (by type) is given and one path to one square allows several choices of victims, the list may
 * hold only the most valuable choice. */
int movegen_legal_with(Position *, CheckInfoBuffer *, MovegenKind, const int32_t *worth,
                       Move *list);
/* Is there a legal move? */
bool movegen_any_legal(Position *);
/* Is this move, from wherever it comes (a hash table, a user), legal here? */
bool movegen_is_legal(Position *, Move);
bool movegen_is_legal_with(Position *, CheckInfoBuffer *, Move);
/* In variants that count checks lists hold, and these functions ask for, moves that say whether
 * they give check (MOVE_CHECK). This says it of a legal move; in other variants nothing changes. */
Move movegen_with_check(Position *, Move);
/* Counts a move that is made to see what it does to royals (base/budget.h). */
static inline void movegen_spend_trial(const Position *p) {
    enum { MADE = 16 };
    unsigned royals = p->royals[0] + p->royals[1], pieces = p->piece_count[0] + p->piece_count[1];
    budget_spend(p->budget, 0, MADE + royals * pieces / 4);
}
/* Does a pseudo-legal move leave the mover's royal safe? Made and looked at. */
bool movegen_leaves_royal_safe(Position *, Move);

#endif
