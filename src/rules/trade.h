/* trade - the rules against trading certain pieces, for the fast generators: the keys `protected`,
 * `counterStrike`, `tradeMinor` and `protectedBeside` of format/schema.def.
 *
 * Source   Rules of old shogi games about their strongest piece, and the rules of H. G. Muller's
 *          diagrams (docs/format.md). The oracle implements them a second time, independently. */
#ifndef HENKA_RULES_TRADE_H
#define HENKA_RULES_TRADE_H

#include "position/position.h"

/* Do these rules allow a move that is otherwise legal? Only for variants with `trading`. */
bool trade_allows(const Position *, Move);

#endif
