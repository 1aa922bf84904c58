/* encoding - converts the contents of files to UTF-8 and back: UTF-8 with or without the byte order
 * mark U+FEFF, Shift_JIS (CP932, the Windows variant) and UTF-16, detected from the bytes.
 *
 * Owner    The caller frees the returned texts. They end with a NUL.
 * Limits   Conversions use iconv(3). The modules of the page do not have it and read only UTF-8.
 */
#ifndef HENKA_BASE_ENCODING_H
#define HENKA_BASE_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

#include "henka.h"

typedef enum {
    ENCODING_UTF8,
    ENCODING_UTF8_MARKED, /* UTF-8 that begins with the byte order mark */
    ENCODING_SHIFT_JIS,
    ENCODING_UTF16_LE,
    ENCODING_UTF16_BE
} Encoding;

/* A text with the encoding that it was read from. */
typedef struct EncodedText {
    Encoding encoding;
    bool marked; /* for UTF-16: the bytes began with the byte order mark */
    char *text;  /* UTF-8 without the mark, owned by the caller; NULL: the bytes were refused */
    size_t length;
} EncodedText;

/* Converts the bytes to UTF-8. They are refused if they are in no Encoding, or if memory runs out;
 * the error says which. */
EncodedText encoding_read(const char *bytes, size_t length, HenkaError *);
/* Converts a UTF-8 text to the encoding from which another text was read. NULL: the encoding lacks
 * a character of the text, or memory ran out. */
char *encoding_write(const EncodedText *as, const char *text, size_t length, size_t *bytes);

#endif
