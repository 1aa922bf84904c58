/* repetition - the result of a repeated position. The game (rules/game.h) and the search
 * (search/path.h) share this rule, but each counts occurrences in its own way. */
#ifndef HENKA_RULES_REPETITION_H
#define HENKA_RULES_REPETITION_H

#include "variant/variant.h"

/* The result of the repetition for the side to move: 1 won, 0 drawn, -1 lost. Under
 * REPEAT_DRAW_PERPETUAL_LOSES a side loses if all its moves since ply `first` gave check, unless
 * all moves of the other side did too. The current position, at ply `count`, is the position of ply
 * `first`. checks: whether move 0 gave check; the flag of move n is n * `stride` bytes further. */
int repetition_result(const HenkaVariant *, const bool *checks, size_t stride, int first,
                      int count);

#endif
