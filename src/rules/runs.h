/* runs - the runs of a side's pieces on a larger board, all pieces of a direction at once. */
#ifndef HENKA_RULES_RUNS_H
#define HENKA_RULES_RUNS_H

#include "base/bitboard256.h"
#include "rules/emit.h"

/* Those of the pieces that are in sets of runs and not on `idle` squares. */
void runs_list(const Position *, const Bitboard256 *idle, Emit *);

#endif
