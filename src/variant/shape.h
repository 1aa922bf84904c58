/* shape - recognises what a leg program amounts to, so that the fast generator need not walk it.
 * Errors   None: what it does not recognise it marks `by_legs`.
 */
#ifndef HENKA_VARIANT_SHAPE_H
#define HENKA_VARIANT_SHAPE_H

#include "variant/tables.h"

/* 0..7 clockwise from forward, -1 when it is no single step. */
int shape_direction(int dx, int dy);
void shape_of(const Power *, bool large_board, Shape *);

#endif
