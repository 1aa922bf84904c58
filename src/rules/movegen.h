/* movegen - the legal moves of a position. Repetition is the game's affair (rules/game.h),
 * everything else is decided here: royal safety, drops, promotion, freezing, skips, barred mates
 * and stalemates.
 *
 * Limits   The list holds HENKA_MAX_MOVES. No allocation.
 * Threads  Reads the position; makes and takes moves back on a copy of its own where a rule needs
 *          it.
 */
#ifndef HENKA_RULES_MOVEGEN_H
#define HENKA_RULES_MOVEGEN_H

#include "position/position.h"

typedef enum {
    MOVEGEN_ALL,
    MOVEGEN_CAPTURES,
    /* takes something */ MOVEGEN_QUIETS /* the rest: moves, drops, skips */
} MovegenKind;

/* What the first question about a position found out, for the questions that follow: checks and
 * pins. Begins with `looked` false. */
enum { CHECKINFO_ROOM = 4096 };
typedef struct CheckInfoBuffer {
    bool filled;
    bool defers_stalemate; /* no move is made without foresee_check: moves that it finds to
                      stalemate may stand in the lists, for that is worths to know */
    _Alignas(16) unsigned char storage[CHECKINFO_ROOM];
} CheckInfoBuffer;

/* Writes the legal moves of that kind, each once, in no particular order; returns how many. */
int movegen_legal(const Position *, MovegenKind, Move *list);
/* The same of a position that is asked several questions. Where worth (by type) is given, of the
 * small_attacks to take on one walk to one end only the dearest may be listed. */
int movegen_legal_with(const Position *, CheckInfoBuffer *, MovegenKind, const int32_t *worth,
                       Move *list);
/* How many legal moves there are; cheaper than listing them. */
int movegen_count(const Position *);
bool movegen_any_legal(const Position *);
/* Is this move, from wherever it comes (a hash table, a user), legal here? */
bool movegen_is_legal(const Position *, Move);
bool movegen_is_legal_with(const Position *, CheckInfoBuffer *, Move);

/* Has somebody lost his royals, so that nobody moves any more? Where the royal is to be captured, a
 * side without one has; where it is to be mated, a side without one (the attacker of a mate
 * problem) plays on, and only a board without any royal is over. */
static inline bool position_is_over(const Position *p) {
    bool sente = p->royals[HENKA_SENTE], gote = p->royals[HENKA_GOTE];
    return p->variant->royal == ROYAL_CAPTURE ? !(sente && gote) : !(sente || gote);
}

/* Is the side to move in check: could the other side, were it to move, take a royal whose loss
 * decides? */
bool attacks_in_check(const Position *);
/* Would this legal move give check? */
bool attacks_gives_check(const Position *, Move);
/* The same, mostly at once, where the other side's royal is not attacked before the move, as none
 * is in a position that came about by legal moves. */
typedef enum {
    CHECK_NO,
    CHECK_YES,
    CHECK_UNKNOWN,  /* only the position after the move tells */
    CHECK_STALEMATE /* it stalemates where it may not: not legal at all, see CheckInfoBuffer */
} GivesCheck;
GivesCheck attacks_gives_check_fast(const Position *, Move);
/* Does any piece of `by` attack the square as the board stands (frozen pieces included, pins
 * ignored)? */
bool attacks_square_attacked(const Position *, int square, int by);
/* May this piece not move because an enemy freezes it? */
bool attacks_is_frozen(const Position *, int square);

/* The plain oracle: walks the leg programs word for word, makes and tests every move. Same list,
 * far slower. */
int oracle_legal(const Position *, Move *list);

uint64_t perft_count(const Position *, int depth);

#endif
