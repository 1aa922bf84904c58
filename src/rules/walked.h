/* walked - moves of a piece whose power has no known shape: its legs are walked, then promotions
 * added. */
#ifndef HENKA_RULES_WALKED_H
#define HENKA_RULES_WALKED_H

#include "rules/emit.h"

void walked_moves(const Position *, int from, Emit *);
/* Could this piece's legs take that square? */
bool walked_attacks(const Position *, int from, int target);

#endif
