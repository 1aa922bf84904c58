/* attacks - is a square attacked, is a royal in check, would a move give check? Of boards of every
 * size; what boards of up to 128 squares offer beyond that is in attacks_bitboard.h.
 *
 * Owner    As movegen.h: functions that take a Position * may make moves and take them back.
 */
#ifndef HENKA_RULES_ATTACKS_H
#define HENKA_RULES_ATTACKS_H

#include "position/position.h"

/* Does any piece of `by` attack the square as the board stands (frozen pieces included, pins
 * ignored)? */
bool attacks_square_attacked(const Position *, int square, int by);
/* On boards of more than 128 squares: the square of the least valuable piece of `by` that attacks
 * `square` and is not frozen; -1: none does. worth: of every type. *lands: it can take there only
 * by moving there. A piece that burns, or takes what stands beside it (igui), need not. */
int attacks_least_valuable(const Position *, int square, int by, const int32_t *worth, bool *lands);
/* Do royals of both sides stand on one line of HenkaVariant.royals_may_not_face with nothing
 * between them? */
bool attacks_royals_face(const Position *);
/* Is a royal of this side attacked whose loss decides the game? */
bool attacks_royal_attacked(const Position *, int side);
/* The same of the side to move. */
bool attacks_in_check(const Position *);

/* Would this legal move give check? */
bool attacks_gives_check(Position *, Move);
/* The same without making the move in most cases. The royal of the other side must not be attacked
 * before the move, which holds in every position that legal moves reach. */
typedef enum {
    CHECK_NO,
    CHECK_YES,
    CHECK_UNKNOWN,  /* the move must be made to see */
    CHECK_STALEMATE /* it stalemates where it may not: not legal at all, see CheckInfoBuffer */
} GivesCheck;
GivesCheck attacks_gives_check_fast(Position *, Move);

/* May this piece not move because an enemy freezes it? */
bool attacks_is_frozen(const Position *, int square);

#endif
