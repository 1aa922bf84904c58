/* ids - the letters that denote types in text: "P", "+P", "{FL}", "+{RG}"; gote's are in lower
 * case. */
#ifndef HENKA_NOTATION_IDS_H
#define HENKA_NOTATION_IDS_H

#include "base/out.h"
#include "notation/scan.h"
#include "variant/variant.h"

/* Writes the id in capitals without braces, for western notation. array_write_id writes it with
 * braces and in the case of its side. */
void id_write(const HenkaVariant *, int type, Out *);
/* Reads "+" and one letter, or letters in braces. Returns the type and the side that the case
 * denotes. 0: the id is unknown; the text is consumed, and `id` holds the id in capitals without
 * braces. -1: no id begins here, and nothing is consumed. */
int id_scan(const HenkaVariant *, Scan *, int *side, char id[16]);
/* Reads an id in capitals without braces, or a label of western pieces ("GB"), for western
 * notation. The longest match wins, an id before a label of the same length. Returns the type; 0:
 * none, and nothing is consumed. */
int id_scan_plain(const HenkaVariant *, Scan *);
/* The type with this id, in capitals without braces, or with this letter of other programs; 0:
 * none. */
int id_find(const HenkaVariant *, const char *id);
/* The known id that is most similar to this one; "": none is similar. */
const char *id_nearest(const HenkaVariant *, const char *id);

#endif
