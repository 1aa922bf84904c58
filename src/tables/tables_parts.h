/* tables_parts - the parts of tables_build, by the size of the board.
 *
 * Owner    What they allocate lies in the variant's arena.
 */
#ifndef HENKA_TABLES_TABLES_PARTS_H
#define HENKA_TABLES_TABLES_PARTS_H

#include "tables/tables.h"

void tables_state(HenkaVariant *, Tables *);    /* any board; before the shapes */
void tables_bitboard(HenkaVariant *, Tables *); /* up to 128 squares; after the shapes */
void tables_small(HenkaVariant *, Tables *);    /* up to 64 squares; after tables_bitboard */
void tables_strip(HenkaVariant *, Tables *);    /* after everything else; sets Tables.strip */
void tables_views(HenkaVariant *, Tables *);    /* up to 128 squares; after tables_bitboard */
void tables_large(HenkaVariant *, Tables *); /* lines of any board; the rest beyond 128 squares */

#endif
