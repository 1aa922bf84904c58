/* attacks - is a square attacked, is a royal in check, would a move give check? For boards of every
 * size. attacks_bitboard.h has more, for boards of up to 128 squares.
 *
 * Owner    As movegen.h: functions that take a Position * may make moves and take them back.
 */
#ifndef HENKA_RULES_ATTACKS_H
#define HENKA_RULES_ATTACKS_H

#include "position/position.h"

/* Does any piece of `by` attack the square as the board stands (frozen pieces included, pins
 * ignored)? */
bool attacks_square_attacked(const Position *, int square, int by);
/* Returns the square of the least valuable piece of `by` that attacks `square` and is not frozen;
 * -1: there is none. Boards of more than 128 squares only. worth: the value of each type. *lands:
 * the piece can capture there only by moving there. A piece that burns, or captures a neighbour
 * without moving (igui), need not. */
int attacks_least_valuable(const Position *, int square, int by, const int32_t *worth, bool *lands);
/* Do royals of both sides stand on one line of HenkaVariant.royals_may_not_face with nothing
 * between them? */
bool attacks_royals_face(const Position *);
/* Is a royal attacked that belongs to this side and whose loss decides the game? */
bool attacks_royal_attacked(const Position *, int side);
/* attacks_royal_attacked for the side to move. */
bool attacks_in_check(const Position *);

/* Would this legal move give check? */
bool attacks_gives_check(Position *, Move);
/* Like attacks_gives_check, but makes the move only in few cases. The royal of the other side must
 * not be attacked before the move. Every position that legal moves reach fulfils that. */
typedef enum {
    CHECK_NO,
    CHECK_YES,
    CHECK_UNKNOWN,  /* only making the move can decide it */
    CHECK_STALEMATE /* the move stalemates where that is illegal, so it is not legal: see
                       CheckInfoBuffer */
} GivesCheck;
GivesCheck attacks_gives_check_fast(Position *, Move);

/* May this piece not move because an enemy freezes it? */
bool attacks_is_frozen(const Position *, int square);

#endif
