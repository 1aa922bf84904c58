/* ids - the letters of the kinds of piece in text: "P", "+P", "{FL}", "+{RG}"; lower case is
 * gote's. */
#ifndef HENKA_NOTATION_IDS_H
#define HENKA_NOTATION_IDS_H

#include "base/out.h"
#include "notation/scan.h"
#include "variant/variant.h"

/* The id in capitals without braces, as western notation has it. (With braces and in the case of
 * its side: array_write_id.) */
void id_write(const HenkaVariant *, int type, Out *);
/* Reads "+", one letter or letters in braces. Answers the type and the side its case tells; 0 when
 * it knows no such id: then the text read stays consumed and `id` holds it without braces, in
 * capitals; -1 when no id begins here (nothing consumed). */
int id_scan(const HenkaVariant *, Scan *, int *side, char id[16]);
/* Reads an id in capitals without braces, or a label of western pieces ("GB"), as western notation
 * has them: the longest that fits, an id before a label of the same length. Answers the type; 0:
 * none, nothing consumed. */
int id_scan_plain(const HenkaVariant *, Scan *);
/* The type with this id, in capitals without braces, or with this letter of another program; 0:
 * none. */
int id_find(const HenkaVariant *, const char *id);
/* The known id that looks most like this one, "" if none does. */
const char *id_nearest(const HenkaVariant *, const char *id);

#endif
