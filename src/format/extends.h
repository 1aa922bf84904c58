/* extends - joins a game's text with the games that it extends by `extends=NAME`. The items of
 * those games are placed before the items of the text, so that the items of the text override them.
 *
 * Shapes   A text may carry the texts that it extends below its own, each after a line `base=NAME`.
 *          A name without such a line is only looked up among the games inside the library.
 * Errors   A mistake in an extended text is reported at the `extends` of the given text, with its
 *          place in the extended text (findings.h).
 * Limits   At most EXTENDS_DEPTH texts extend one another. Together they may be as long as one.
 */
#ifndef HENKA_FORMAT_EXTENDS_H
#define HENKA_FORMAT_EXTENDS_H

#include "format/reader.h"

enum { EXTENDS_DEPTH = 8 };

/* Reads the items of the text and of all texts that it extends. The items of the text that extends
 * no other text come first (Item.below). Returns false, with a finding, if the text was refused as
 * a whole. Sets *whole to the text followed by all texts that it extends, so that a program without
 * the shipped games can read *whole. */
bool extends_items(Arena *, const char *text, size_t length, Items *, Findings *,
                   const char **whole);

#endif
