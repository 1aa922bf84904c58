/* extends - joins a text with the games it extends: `extends=NAME`. Their items are placed before
 * its own. So its own items override theirs, as the lines of a choice do.
 *
 * Shapes   A text may carry the texts that it extends below its own, each after a line `base=NAME`.
 *          Other names are looked up among the games inside the library, and nowhere else.
 * Errors   A mistake in an extended text is reported at the `extends` of the given text, with its
 *          place in the extended text (findings.h).
 * Limits   At most EXTENDS_DEPTH texts extend one another. Together they have at most as many bytes
 *          as a single text.
 */
#ifndef HENKA_FORMAT_EXTENDS_H
#define HENKA_FORMAT_EXTENDS_H

#include "format/reader.h"

enum { EXTENDS_DEPTH = 8 };

/* Reads the items of the text and of all texts it extends, the items of the lowest text first
 * (Item.below). Returns false if the text was refused as a whole, which is reported. whole: the
 * text followed by all texts that it extends. It can be read anywhere, without the library's
 * games. */
bool extends_items(Arena *, const char *text, size_t length, Items *, Findings *,
                   const char **whole);

#endif
