/* array - writes a board and hands as SFEN does, for the array of a variant and for every later
 * position.
 *
 * Shapes   board: a Piece for each square. sente, gote: the number of pieces in each hand, by hand
 *          index. */
#ifndef HENKA_VARIANT_ARRAY_H
#define HENKA_VARIANT_ARRAY_H

#include "base/out.h"
#include "variant/piece.h"
#include "variant/variant.h"

/* "P", "+P", "{FL}", "+{RG}"; gote's in small letters. */
typedef void ArrayIdWriter(const HenkaVariant *, int type, int side, Out *);
ArrayIdWriter array_write_id;
/* Writes an id for FEN and for the moves of UCI and XBoard, with the letters of other programs. */
ArrayIdWriter array_write_fen_id;
/* Rank by rank from the top, each from the highest file down, with "/" between them. */
void array_write_board(const HenkaVariant *, const Piece *board, ArrayIdWriter *, Out *);
/* Counts before the ids, sente's first; "-" when both hands are empty. */
void array_write_hands(const HenkaVariant *, const uint8_t *sente, const uint8_t *gote, Out *);

/* As the game writes it: the number of its file, the letter of its rank (two beyond the 26th). */
void array_write_square(const HenkaVariant *, int square, Out *out);
/* The field for pieces that have not moved (PositionState.unmoved): their squares, or "-". */
void array_write_unmoved(const HenkaVariant *, const uint64_t unmoved[4], Out *);

#endif
