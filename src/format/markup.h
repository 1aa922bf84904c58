/* markup - makes a game's text as copied from a web page plain: removes HTML, replaces entities.
 *
 * Shapes   A tag around words (`<b>`) is removed. Every other tag becomes a line end, because
 *          `<br>` and `<p>` end lines. Comments, scripts and styles are removed with their content.
 *          `&nbsp;` and the no-break space become blanks. Other signs stay: `a < b`, `Q & A`.
 */
#ifndef HENKA_FORMAT_MARKUP_H
#define HENKA_FORMAT_MARKUP_H

#include "base/arena.h"
#include "base/out.h"

#include <stdint.h>

typedef struct Plain {
    const char *text;
    size_t length;
    const uint32_t *origin; /* for each byte of the plain text, and for its end: the offset in the
                               given text; NULL: the offsets in both texts are equal */
    const char *first_tag;  /* the first tag in the given text; NULL: the text has no tag */
} Plain;

Plain markup_remove(Arena *, const char *text, size_t length);
/* Writes a text that markup_remove restores: with entities for `&` and `<` that read as markup. */
void markup_write(Out *, const char *text, size_t length);

#endif
