/* state_moves - the moves of state (betza/legs.h), which the generators list aside.
 *
 * Pushes (of pieces that have not moved, or that may then be captured in passing), captures in
 * passing, castling and the pass. For boards of every size, in variants with Tables.state only.
 *
 * Limits   Pseudo-legal: the caller tests royal safety after the move, but castling out of and
 *          through attack is left out here. For types whose legs are interpreted (Shape.by_legs)
 *          only castling is written: oracle_walk lists their other moves. */
#ifndef HENKA_RULES_STATE_MOVES_H
#define HENKA_RULES_STATE_MOVES_H

#include "rules/emit.h"

/* Does the piece on this square have pushes that are listed here? */
bool state_has_pushes(const Position *, int from);
/* The squares it may push to: a bitboard of four words. */
void state_push_targets(const Position *, int from, uint64_t targets[4]);
/* Captures in passing by leaps. */
void state_emit_passing(const Position *, Emit *);
void state_emit_castlings(const Position *, Emit *);
/* The pass (HenkaVariant.may_pass), where the list does not hold it yet. */
void state_emit_pass(const Position *, Emit *);
/* All of these that the list does not hold yet. */
void state_emit(const Position *, Emit *);

#endif
