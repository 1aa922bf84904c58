/* tables_parts - the parts of tables_build: what boards of sets need, and lines and runs (of any
 * board; large ones live on them). */
#ifndef HENKA_VARIANT_TABLES_PARTS_H
#define HENKA_VARIANT_TABLES_PARTS_H

#include "variant/tables.h"

void tables_sets(HenkaVariant *, Tables *);
void tables_direct(
    HenkaVariant *,
    Tables *); /* how types move where masks decide; within tables_sets, after the powers */
void tables_ways(HenkaVariant *, Tables *);  /* after tables_sets */
void tables_strip(HenkaVariant *, Tables *); /* after everything else */
void tables_lines(HenkaVariant *, Tables *);

#endif
