/* out - writing text into a caller's buffer that may be too small: counts what the whole would
 * need, as snprintf does. */
#ifndef HENKA_BASE_OUT_H
#define HENKA_BASE_OUT_H

#include <stddef.h>

typedef struct Out {
    char *buf;
    size_t cap, length; /* length: of the whole text, written or not */
} Out;

/* Always leaves buf closed with NUL (cap > 0). */
Out out_to(char *buf, size_t cap);
void out_char(Out *, char);
void out_bytes(Out *, const char *bytes, size_t count);
void out_text(Out *, const char *); /* closed with NUL */
void out_format(Out *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
