/* utf8 - UTF-8 text: well-formed characters, their count, cutting between them, and what a
 * character is to whoever reads it.
 *
 * Source   RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF. Unicode 15.1: the
 *          properties Bidi_Control, Default_Ignorable_Code_Point and White_Space; UAX #9.
 */
#ifndef HENKA_BASE_UTF8_H
#define HENKA_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a character is in a line that others read. */
typedef enum Utf8Kind {
    UTF8_SEEN,    /* something can be seen of it */
    UTF8_BLANK,   /* nothing, but it belongs to texts: blanks, joiners, selectors of a variant */
    UTF8_HIDDEN,  /* nothing, and a line is the same without it: of no width, fillers, tags */
    UTF8_CONTROL, /* it controls: ends a line, or shows what follows in another order */
} Utf8Kind;

/* How many bytes the character at `text` takes (1 to 4). 0 when no whole, well-formed character
 * stands there within `length` bytes. */
size_t utf8_character(const char *text, size_t length);
/* The first byte that belongs to no well-formed character; `length` when all of the text is good.
 */
size_t utf8_valid_length(const char *text, size_t length);
/* How many characters a well-formed text has. */
size_t utf8_count(const char *text, size_t length);
/* The longest part of the text that takes at most `most` bytes and cuts no character in two. */
size_t utf8_cut(const char *text, size_t length, size_t most);
/* Takes every byte out of a text (closed with NUL) that belongs to no well-formed character. */
void utf8_mend(char *text);
Utf8Kind utf8_kind(uint32_t code_point);
/* The code point of the well-formed character of so many bytes. */
uint32_t utf8_code_point(const char *text, size_t bytes);
/* Takes out of a well-formed text (closed with NUL) what is hidden or controls, and everything
 * where nothing can be seen. */
void utf8_clean(char *text);

#endif
