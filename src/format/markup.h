/* markup - the text of a game as a page or a post shows it: HTML taken out, entities put in.
 *
 * Shapes   A tag around words (`<b>`) leaves nothing, every other tag a line end, for `<br>` and
 *          `<p>` end lines. Comments, scripts and styles go with what stands in them. `&nbsp;` and
 *          the no-break space are blanks. What is no tag and no entity stays: `a < b`, `Q & A`.
 */
#ifndef HENKA_FORMAT_MARKUP_H
#define HENKA_FORMAT_MARKUP_H

#include "base/arena.h"
#include "base/out.h"

#include <stdint.h>

typedef struct Plain {
    const char *text;
    size_t length;
    const uint32_t *origin; /* by byte of text and its end: where it stood; NULL: in its place */
    const char *first_tag;  /* in the text as given, NULL: there is none */
} Plain;

Plain markup_remove(Arena *, const char *text, size_t length);
/* Writes text so that markup_remove gives it back: `&` and `<` that would be read as markup are
 * written as entities. */
void markup_write(Out *, const char *text, size_t length);

#endif
