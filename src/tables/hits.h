/* hits - the squares where a type might capture, relative to its own square. On boards of more than
 * 128 squares, the test whether a square is attacked looks here first. For most pieces that
 * decides.
 *
 * Shapes   Tables.hits[type] has one byte for each offset (dx, dy), as the piece's own side sees
 *          it, at hits_offset(v, dx, dy): a sum of HIT_..., 0 where it never captures. */
#ifndef HENKA_TABLES_HITS_H
#define HENKA_TABLES_HITS_H

#include "tables/tables.h"

enum {
    HIT_SURE = 1, /* it attacks that square, whatever stands elsewhere */
    HIT_LINE = 2, /* it attacks that square if the squares between are empty */
    HIT_MAYBE = 4 /* it may attack that square: only a list of its moves can decide */
};

/* The place of an offset in Tables.hits: dx to the mover's right, dy forward. */
static inline int hits_offset(const HenkaVariant *v, int dx, int dy) {
    return (dx + v->files - 1) * (2 * v->ranks - 1) + dy + v->ranks - 1;
}

/* Fills Tables.hits; after the shapes. */
void hits_build(HenkaVariant *, Tables *);

#endif
