/* attacks - is a square attacked, is a royal in check, would a move give check? For boards of every
 * size. attacks_bitboard.h has more, for boards of up to 128 squares.
 *
 * Owner    Functions with a non-const Position * may make moves on it and undo them (movegen.h).
 */
#ifndef HENKA_RULES_ATTACKS_H
#define HENKA_RULES_ATTACKS_H

#include "position/position.h"

/* Does any piece of side `by` attack the square (frozen pieces included, pins ignored)? */
bool attacks_square_attacked(const Position *, int square, int by);
/* Returns the square of the least valuable piece of side `by` that attacks `square` and is not
 * frozen; -1: there is none. Boards of more than 128 squares only. worth: the value of each type.
 * *lands: set to true if the piece has to move to `square` to capture there, and to false if it
 * burns, or captures a neighbour without moving (igui). */
int attacks_least_valuable(const Position *, int square, int by, const int32_t *worth, bool *lands);
/* Do opposing royals stand on a line of HenkaVariant.royals_may_not_face, with no piece between? */
bool attacks_royals_face(const Position *);
/* Is a royal of this side attacked, and would its loss decide the game? */
bool attacks_royal_attacked(const Position *, int side);
/* Is a royal of the side to move attacked, as in attacks_royal_attacked? */
bool attacks_in_check(const Position *);

/* Would this legal move give check? */
bool attacks_gives_check(Position *, Move);
/* attacks_gives_check_fast answers like attacks_gives_check, but rarely makes the move. The royal
 * of the other side must not be attacked before the move: legal moves reach no other position. */
typedef enum {
    CHECK_NO,
    CHECK_YES,
    CHECK_UNKNOWN,  /* only making the move can decide */
    CHECK_STALEMATE /* illegal: the move stalemates (CheckInfoBuffer.defers_stalemate) */
} GivesCheck;
GivesCheck attacks_gives_check_fast(Position *, Move);

/* Is this piece not allowed to move because an enemy neighbour freezes it? */
bool attacks_is_frozen(const Position *, int square);

#endif
