/* encoding - texts of files as UTF-8, whatever they are written in: UTF-8 with or without the mark
 * U+FEFF, Shift_JIS (CP932, as Windows has it) and UTF-16 of either order. Which it is is told by
 * the bytes themselves.
 *
 * Owner    Texts that are answered are the caller's, to be freed; they are closed with NUL.
 * Limits   Conversions ask iconv(3). The page's modules go without it: they read UTF-8 alone.
 */
#ifndef HENKA_BASE_ENCODING_H
#define HENKA_BASE_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

#include "henka.h"

typedef enum {
    ENCODING_UTF8,
    ENCODING_UTF8_MARKED, /* behind the mark */
    ENCODING_SHIFT_JIS,
    ENCODING_UTF16_LE,
    ENCODING_UTF16_BE
} Encoding;

/* Where a text stands in its encoding. */
typedef struct EncodedText {
    Encoding encoding;
    bool marked; /* UTF-16: the mark stood before it */
    char *text;  /* UTF-8 without mark, owned; NULL: refused */
    size_t length;
} EncodedText;

/* The bytes as UTF-8. Refused: they are of no encoding above, or memory ran out; the error says
 * which. */
EncodedText encoding_read(const char *bytes, size_t length, HenkaError *);
/* The text, UTF-8, in the encoding that another was read from. NULL: it has characters that the
 * encoding lacks, or memory ran out. */
char *encoding_write(const EncodedText *as, const char *text, size_t length, size_t *bytes);

#endif
