/* movegen - the legal moves of a position by all rules but repetition (rules/game.h): royal safety,
 * drops, promotion, freezing, skips, mating drops and stalemates.
 *
 * Owner    Functions that take a Position * may make moves on it to test a rule, and take them back
 *          before they return. A caller with a const Position passes a copy.
 * Threads  While such a function runs, its position belongs to the calling thread alone.
 * Limits   List: HENKA_MAX_MOVES. No allocation. Stack: up to some 300 KiB for rules on replies.
 */
#ifndef HENKA_RULES_MOVEGEN_H
#define HENKA_RULES_MOVEGEN_H

#include "position/position.h"

typedef enum {
    MOVEGEN_ALL,      /* every legal move */
    MOVEGEN_CAPTURES, /* moves that take something */
    MOVEGEN_QUIETS    /* all other moves: moves to empty squares, drops, skips */
} MovegenKind;

/* Storage for the CheckInfo (rules/checkinfo.h, compiled for either width of bitboards) of one
 * position, so that several calls about the position find checks and pins only once. The caller
 * sets `filled` to false before the first call. */
enum { CHECKINFO_ROOM = 4096 };
typedef struct CheckInfoBuffer {
    bool filled;           /* set by the first call that fills the storage */
    bool defers_stalemate; /* set by a caller that calls attacks_gives_check_fast before it makes a
                              move. On strips, lists may then hold illegal stalemates, which are
                              expensive to find. attacks_gives_check_fast finds them */
    _Alignas(16) unsigned char storage[CHECKINFO_ROOM];
} CheckInfoBuffer;

/* Writes the legal moves of that kind to the list, each once, unordered. Returns their number. */
int movegen_legal(Position *, MovegenKind, Move *list);
/* Like movegen_legal, with checks and pins kept in the buffer for further calls on this position.
 * If worth (the value of each type) is not NULL and one path to one square allows several choices
 * of victims, the list may hold only the most valuable choice. */
int movegen_legal_with(Position *, CheckInfoBuffer *, MovegenKind, const int32_t *worth,
                       Move *list);
bool movegen_any_legal(Position *);
/* Is this move legal? The move may be any number, for example from a hash table or a user. */
bool movegen_is_legal(Position *, Move);
bool movegen_is_legal_with(Position *, CheckInfoBuffer *, Move);
/* Returns the legal move. In variants that count checks, sets its bit MOVE_CHECK, which the lists
 * there hold and movegen_is_legal and movegen_is_legal_with expect. */
Move movegen_with_check(Position *, Move);
static inline bool movegen_list_has(const Move *list, int count, Move m) {
    while (count && list[count - 1] != m) count--;
    return count > 0;
}
/* Charges the budget for a move that is made only to test the safety of royals (base/budget.h). */
static inline void movegen_spend_trial(const Position *p) {
    enum { MADE = 16 };
    unsigned royals = p->royals[0] + p->royals[1], pieces = p->piece_count[0] + p->piece_count[1];
    budget_spend(p->budget, 0, MADE + royals * pieces / 4);
}
/* Does a pseudo-legal move leave the mover's royal safe? Makes the move to find out. */
bool movegen_leaves_royal_safe(Position *, Move);

#endif
