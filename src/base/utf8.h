/* utf8 - tests UTF-8 text for well-formed characters, counts, cuts and classifies them.
 *
 * Source   RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF. Unicode 15.1: the
 *          properties Bidi_Control, Default_Ignorable_Code_Point and White_Space; UAX #9.
 */
#ifndef HENKA_BASE_UTF8_H
#define HENKA_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The effect of a character in a line that one user writes and other users read. */
typedef enum Utf8Kind {
    UTF8_SEEN,    /* visible */
    UTF8_BLANK,   /* invisible, but part of normal text: blanks, joiners, variation selectors */
    UTF8_HIDDEN,  /* invisible and without effect on the line: zero width, fillers, tags */
    UTF8_CONTROL, /* a control character: ends a line, or changes the direction of the text */
} Utf8Kind;

/* The number of bytes of the character at `text` (1 to 4). 0: no complete, well-formed character
 * begins there within `length` bytes. */
size_t utf8_character(const char *text, size_t length);
/* The offset of the first byte that is in no well-formed character; `length` if there is none. */
size_t utf8_valid_length(const char *text, size_t length);
/* Number of characters of a well-formed text. */
size_t utf8_count(const char *text, size_t length);
/* Length of the longest start of the text with at most `most` bytes that cuts no character. */
size_t utf8_cut(const char *text, size_t length, size_t most);
/* Removes the bytes that are not part of a well-formed character from a NUL-terminated text. */
void utf8_mend(char *text);
Utf8Kind utf8_kind(uint32_t code_point);
/* The code point of a well-formed character that has this number of bytes. */
uint32_t utf8_code_point(const char *text, size_t bytes);
/* Removes hidden and control characters from a well-formed, NUL-terminated text. A text without any
 * visible character becomes empty. */
void utf8_clean(char *text);

#endif
