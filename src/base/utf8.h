/* utf8 - UTF-8 text: well-formed characters, their count, and cutting between them.
 *
 * Source   RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF.
 */
#ifndef HENKA_BASE_UTF8_H
#define HENKA_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
