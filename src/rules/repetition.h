/* repetition - what the repetition rule makes of a position that came back. One rule for the game
 * (rules/game.h) and the search (search/path.h), which count occurrences each its own way. */
#ifndef HENKA_RULES_REPETITION_H
#define HENKA_RULES_REPETITION_H

#include "variant/variant.h"

/* How the repetition ends for the side to move: 1 won, 0 drawn, -1 lost. Only a game whose rule
 * says so knows perpetual check: then a side all of whose moves since ply `first` gave check has
 * lost, unless the other's did too. The position stands now, at ply `count`, as it stood at ply
 * `first`. checks: of move 0, did it give check; `stride` bytes further, of move 1, and so on. */
int repetition_result(const HenkaVariant *, const bool *checks, size_t stride, int first,
                      int count);

#endif
