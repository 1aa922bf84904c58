/* sift - rules that are tested for each move by itself, after the move is known to leave the royal
 * safe: pieces that must not be traded, moves that must not give check, royals that must not flee.
 *
 * Owner    May make moves on the position; it is unchanged when the function returns.
 */
#ifndef HENKA_RULES_SIFT_H
#define HENKA_RULES_SIFT_H

#include "position/position.h"

/* Do these rules allow an otherwise legal move? Only for variants with HenkaVariant.sifts. */
bool sift_allows(Position *, Move);
/* Variants with `trading`: do the rules against trading certain pieces allow the move? The keys are
 * `protected`, `counterStrike`, `tradeMinor` and `protectedBeside` of format/schema.def: rules of
 * old shogi games about their strongest piece, and of H. G. Muller's diagrams (docs/format.md). */
bool sift_trade(const Position *, Move);
/* For HenkaVariant.no_flight: does a royal in check move without capturing every checker? */
bool sift_flees(const Position *, Move);

#endif
