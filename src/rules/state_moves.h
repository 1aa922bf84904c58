/* state_moves - the moves that depend on the state of a position (betza/legs.h), which the
 * generators list apart: pushes (of pieces that have not moved, or that may then be captured in
 * passing), captures in passing, castling and the pass. For boards of every size, in variants with
 * Tables.state only.
 *
 * Limits   Pseudo-legal: the caller tests royal safety after the move. But castling out of and
 *          through attack is left out here. For types whose moves are followed leg by leg
 *          (Shape.by_legs) only castling is written: oracle_walk lists their other moves. */
#ifndef HENKA_RULES_STATE_MOVES_H
#define HENKA_RULES_STATE_MOVES_H

#include "rules/emit.h"

/* Does the piece on this square have pushes that state_push_targets returns? */
bool state_has_pushes(const Position *, int from);
/* Writes the squares to which the piece may push: a bitboard of four words. */
void state_push_targets(const Position *, int from, uint64_t targets[4]);
/* Lists captures in passing by leaps. */
void state_emit_passing(const Position *, Emit *);
void state_emit_castlings(const Position *, Emit *);
/* Lists the pass (HenkaVariant.may_pass), unless the list already holds it. */
void state_emit_pass(const Position *, Emit *);
/* Lists those pushes, captures in passing and castlings that the list does not hold yet. */
void state_emit(const Position *, Emit *);

#endif
