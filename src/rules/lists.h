/* lists - pseudo-legal moves of boards larger than a set: piece by piece, by the shapes of their
 * powers. Everything a piece may do by its legs, rank-limited jumps, burn immunity, freezing and
 * skips included; royal safety is not looked at.
 */
#ifndef HENKA_RULES_LISTS_H
#define HENKA_RULES_LISTS_H

#include "base/bitboard256.h"
#include "rules/emit.h"

void lists_moves(const Position *, Emit *);
/* Those of the irregular pieces, their runs in sets left out. */
void lists_irregular(const Position *, const Bitboard256 *frozen, Emit *);
/* Those of one piece, as if it were its side's turn; skips left in. */
void lists_piece_moves(const Position *, int square, Emit *);
/* Those of the piece on the move's origin, if it is the mover's and free to go. */
void lists_kindred(const Position *, Move, Emit *);
/* Where its leaps, slides and walks end, whatever stands there; nothing of what is taken on the
 * way. */
Bitboard256 lists_ends(const Position *, int square);
Bitboard256 frozen_words(const Position *, int side);

#endif
