/* square - names of squares: USI's, plain numbers on a strip (from sente's end), XBoard's.
 *
 * Shapes   USI "16p": file from sente's right, ranks from the top: a..z, then aa, ab… Coordinates
 *          "a1": file letter from sente's left, rank number from the bottom, from 1 on every board.
 */
#ifndef HENKA_NOTATION_SQUARE_H
#define HENKA_NOTATION_SQUARE_H

#include "base/out.h"
#include "notation/scan.h"
#include "variant/variant.h"

/* Writes the name of a square in one notation. */
typedef void SquareWriter(const HenkaVariant *, int square, Out *);

void square_write(const HenkaVariant *, int square, Out *);
void square_write_coordinates(const HenkaVariant *, int square, Out *);

/* Each function reads one square, or reads nothing and returns -1. */
int square_scan(const HenkaVariant *, Scan *); /* USI, or a plain number on a board of one file */
int square_scan_coordinates(const HenkaVariant *, Scan *);

#endif
