/* tables_parts - parts of tables_build by size of board, which allocate in the variant's arena. */
#ifndef HENKA_TABLES_TABLES_PARTS_H
#define HENKA_TABLES_TABLES_PARTS_H

#include "tables/tables.h"

void tables_state(HenkaVariant *, Tables *); /* for boards of any size; called before shape_of */
/* Recognises the shapes of a power's terms, so that the fast generator need not interpret them leg
 * by leg. A power with a term that is not recognised is marked `by_legs`. large_board: more than
 * 128 squares, where more shapes are known. aside: castling, pushes and captures in passing
 * (legs.h) are left out, because state_moves.h lists these moves. */
void shape_of(const Power *, bool large_board, bool aside, Shape *);
void tables_bitboard(HenkaVariant *, Tables *); /* boards of up to 128 squares; after shape_of */
void tables_small(HenkaVariant *, Tables *);    /* up to 64 squares; after tables_bitboard */
void tables_strip(HenkaVariant *, Tables *);    /* strips; called last; sets Tables.strip */
void tables_views(HenkaVariant *, Tables *);    /* up to 128 squares; after tables_bitboard */
void tables_large(HenkaVariant *, Tables *);    /* lines of boards of any size, and all tables of
                                                boards beyond 128 squares */

#endif
