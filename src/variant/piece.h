/* piece - a side and a type in one byte; 0 is an empty square.
 *
 *       7    6        0
 *     +----+-----------+
 *     |side| type      |   side: 0 sente, 1 gote; type: 1..127
 *     +----+-----------+
 */
#ifndef HENKA_VARIANT_PIECE_H
#define HENKA_VARIANT_PIECE_H

#include <stdint.h>

typedef uint8_t Piece;
enum { NO_PIECE = 0 };

static inline Piece piece_make(int side, int type) { return (Piece)(side << 7 | type); }
static inline int piece_side(Piece p) { return p >> 7; }
static inline int piece_type(Piece p) { return p & 127; }

#endif
