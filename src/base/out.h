/* out - writing text: into a caller's buffer that may be too small, counting what the whole would
 * need as snprintf does, or into memory that grows.
 *
 * Owner    out_to: the buffer is the caller's. out_growing: the text is the Out's until out_take.
 */
#ifndef HENKA_BASE_OUT_H
#define HENKA_BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Out {
    char *buf;          /* closed with NUL after every write, where cap > 0 */
    size_t cap, length; /* bytes of buf; length of the whole text, written or not */
    bool grows;         /* buf was allocated here, and takes the whole text */
} Out;

/* Always leaves buf closed with NUL (cap > 0). */
Out out_to(char *buf, size_t cap);
Out out_growing(void);
/* The text of a growing Out, closed with NUL; the caller frees it. NULL when memory ran out. */
char *out_take(Out *);
void out_char(Out *, char);
void out_bytes(Out *, const char *bytes, size_t count);
void out_text(Out *, const char *); /* closed with NUL */
void out_format(Out *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
