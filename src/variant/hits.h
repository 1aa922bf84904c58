/* hits - where a type might take, seen from its own square: larger boards pass over most pieces by
 * looking here.
 *
 * Shapes   One byte an offset, as the piece's own side sees it: hits_offset(v, dx, dy).
 */
#ifndef HENKA_VARIANT_HITS_H
#define HENKA_VARIANT_HITS_H

#include "variant/tables.h"

enum {
    HIT_SURE = 1, /* it attacks that square, whatever stands elsewhere */
    HIT_LINE = 2, /* if the squares between are empty */
    HIT_MAYBE = 4 /* only its moves tell */
};

static inline int hits_offset(const HenkaVariant *v, int dx, int dy) {
    return (dx + v->files - 1) * (2 * v->ranks - 1) + dy + v->ranks - 1;
}

void hits_build(HenkaVariant *, Tables *);

#endif
