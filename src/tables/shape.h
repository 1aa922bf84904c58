/* shape - recognises the shapes of a leg program, so that the fast generator need not follow it leg
 * by leg.
 *
 * Errors   None: a power with a term that is not recognised is marked `by_legs`.
 */
#ifndef HENKA_TABLES_SHAPE_H
#define HENKA_TABLES_SHAPE_H

#include "tables/tables.h"

/* The direction of a step, 0..7 clockwise from forward; -1 when it is no single step. */
int shape_direction(int dx, int dy);
/* Fills the Shape. large_board: more than 128 squares, where more shapes are known. aside:
 * castling, pushes and captures in passing (legs.h) are left out, since they are listed aside. */
void shape_of(const Power *, bool large_board, bool aside, Shape *);

#endif
