/* dialect - how other programs write squares, moves and positions of simple from-to games.
 *
 * Coordinates count files as letters from the left and ranks as numbers from the bottom, both seen
 * by sente: e2e4, e7e8+, P@e5. XBoard is the same, but counts the ranks of a board of ten from 0.
 * Moves that take on the way have no common form: for them the text is our own XBoard notation.
 */
#ifndef HENKA_LAB_DIALECT_H
#define HENKA_LAB_DIALECT_H

#include "henka.h"

typedef enum { DIALECT_USI, DIALECT_COORDINATES, DIALECT_XBOARD } Dialect;

size_t dialect_move_text(Dialect, const HenkaGame *, HenkaMove, char *buf, size_t cap);
/* The legal move meant by this text, HENKA_NO_MOVE when there is none. */
HenkaMove dialect_move_find(Dialect, const HenkaGame *, const char *text);
/* SFEN as FEN with hands in brackets and sente as "w"; counters of skips are lost. */
size_t dialect_fen(const char *sfen, char *buf, size_t cap);

#endif
