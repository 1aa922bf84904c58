/* extends - a text with the games it extends: `extends=NAME`. Their items come before its own, so
 * that what it says takes the place of what they say, as the lines of a choice do.
 *
 * Shapes   A text may carry the texts that it extends below its own, each after a line `base=NAME`.
 *          Those inside the library are found by their names; there is no other place.
 * Errors   What is wrong in a text that is extended stands at the `extends` of the given text, and
 *          says where (findings.h).
 * Limits   EXTENDS_DEPTH texts one below the other, of as many bytes together as one text may have.
 */
#ifndef HENKA_FORMAT_EXTENDS_H
#define HENKA_FORMAT_EXTENDS_H

#include "format/reader.h"

enum { EXTENDS_DEPTH = 8 };

/* The items of the text and of all it extends, those of the lowest first (Item.below). false: it
 * was refused whole, which is reported. whole: the text with all it extends below it, which reads
 * the same wherever it is read. */
bool extends_items(Arena *, const char *text, size_t length, Items *, Findings *,
                   const char **whole);

#endif
