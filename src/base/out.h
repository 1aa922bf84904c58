/* out - writes text into a buffer of the caller, or into memory that grows. A buffer may be too
 * small: the length of the whole text is counted all the same, as snprintf does.
 *
 * Owner    out_to: the buffer is the caller's. out_growing: the Out owns the text until out_take.
 */
#ifndef HENKA_BASE_OUT_H
#define HENKA_BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Out {
    char *buf;          /* NUL-terminated after every write, if cap > 0 */
    size_t cap, length; /* cap: size of buf; length: bytes of the text, even if they did not fit */
    bool grows;         /* true: the Out allocated buf and enlarges it */
} Out;

/* Writes into `buf`, and NUL-terminates it at once if cap > 0. */
Out out_to(char *buf, size_t cap);
Out out_growing(void);
/* Returns the text of a growing Out, NUL-terminated; the caller frees it. NULL: memory ran out. */
char *out_take(Out *);
void out_char(Out *, char);
void out_bytes(Out *, const char *bytes, size_t count);
void out_text(Out *, const char *); /* the text must be NUL-terminated */
void out_format(Out *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
