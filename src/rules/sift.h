/* sift - rules that are tested for each move by itself, after it is known to leave the royal safe:
 * pieces that may not be traded, moves that may not give check, royals that may not flee from
 * check.
 *
 * Owner    As movegen.h: the position is as before when the function returns.
 */
#ifndef HENKA_RULES_SIFT_H
#define HENKA_RULES_SIFT_H

#include "position/position.h"

/* Do these rules allow a move that is legal otherwise? Variants without HenkaVariant.sifts need not
 * ask. */
bool sift_allows(Position *, Move);
/* HenkaVariant.no_flight: does a royal in check move without capturing every piece that gives
 * check? */
bool sift_flees(const Position *, Move);

#endif
