/* list_attack - is a square of a larger board attacked? Most pieces are passed over by where they
 * stand. */
#ifndef HENKA_RULES_LIST_ATTACK_H
#define HENKA_RULES_LIST_ATTACK_H

#include "position/position.h"

bool list_attacked(const Position *, int square, int by);
/* Of a square that no run in a set attacks (rules/cover.h). */
bool list_attacked_else(const Position *, int square, int by);

#endif
