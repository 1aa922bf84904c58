/* by_legs - moves of a piece whose power has no known shape: its legs are by_legs, then promotions
 * added. */
#ifndef HENKA_RULES_WALKED_H
#define HENKA_RULES_WALKED_H

#include "rules/emit.h"

void movegen_by_legs(const Position *, int from, Emit *);
/* Could this piece's legs take that square? */
bool oracle_walk_attacks(const Position *, int from, int target);

#endif
