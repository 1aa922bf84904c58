/* ids - the letters of types in text: "P", "+P", "{FL}", "+{RG}"; gote's are in lower case. */
#ifndef HENKA_NOTATION_IDS_H
#define HENKA_NOTATION_IDS_H

#include "base/out.h"
#include "notation/scan.h"
#include "variant/variant.h"

/* Writes the id in capitals without braces, for western notation. (array_write_id writes an id with
 * braces, and in the case that denotes its side.) */
void id_write(const HenkaVariant *, int type, Out *);
/* Reads one letter, or several in braces, with or without "+". Returns the type, and in *side the
 * side that the case denotes. Returns 0 for an unknown id: the text is consumed, and `id` holds the
 * id in capitals without braces. Returns -1 and consumes nothing if no id begins here. */
int id_scan(const HenkaVariant *, Scan *, int *side, char id[16]);
/* Reads an id in capitals and without braces, or a label as on western pieces ("GB"), for western
 * notation. The longest match wins, an id before a label of the same length. Returns the type, or
 * returns 0 and consumes nothing if nothing matches. */
int id_scan_plain(const HenkaVariant *, Scan *);
/* The type with this id (no braces, either case) or this letter in other programs' FEN; 0: none. */
int id_find(const HenkaVariant *, const char *id);
/* The known id that is most similar to this unknown one; "": no known id is similar. */
const char *id_nearest(const HenkaVariant *, const char *id);

#endif
