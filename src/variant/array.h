/* array - writes a board and hands as SFEN does, for the starting position of a variant (its array)
 * and for every later position.
 *
 * Shapes   board: a Piece for each square. sente, gote: number of pieces in hand, by hand index. */
#ifndef HENKA_VARIANT_ARRAY_H
#define HENKA_VARIANT_ARRAY_H

#include "base/out.h"
#include "variant/piece.h"
#include "variant/variant.h"

/* Writes the id of a type as SFEN does: "P", "+P", "{FL}", "+{RG}"; for gote in small letters. */
typedef void ArrayIdWriter(const HenkaVariant *, int type, int side, Out *);
ArrayIdWriter array_write_id;
/* Writes an id for FEN and for the moves of UCI and XBoard, with the letters of other programs. */
ArrayIdWriter array_write_fen_id;
/* Writes the ranks from the top, each from the highest file down, with "/" between two ranks. */
void array_write_board(const HenkaVariant *, const Piece *board, ArrayIdWriter *, Out *);
/* Writes sente's hand, then gote's, with the number of pieces before each id; "-": both empty. */
void array_write_hands(const HenkaVariant *, const uint8_t *sente, const uint8_t *gote, Out *);

/* Writes a square as the number of its file and the letter of its rank (two beyond the 26th). */
void array_write_square(const HenkaVariant *, int square, Out *out);
/* Writes the SFEN field of unmoved pieces (PositionState.unmoved): their squares, or "-". */
void array_write_unmoved(const HenkaVariant *, const uint64_t unmoved[4], Out *);

#endif
