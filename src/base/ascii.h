/* ascii - letters and digits of ASCII. Unlike ctype.h these depend on no locale and take any char,
 * the bytes of UTF-8 too, which are none of them. */
#ifndef HENKA_BASE_ASCII_H
#define HENKA_BASE_ASCII_H

#include <stdbool.h>

static inline bool ascii_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool ascii_is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static inline bool ascii_is_lower(char c) { return c >= 'a' && c <= 'z'; }
static inline bool ascii_is_letter(char c) { return ascii_is_upper(c) || ascii_is_lower(c); }
static inline char ascii_upper(char c) { return ascii_is_lower(c) ? (char)(c - 'a' + 'A') : c; }
static inline char ascii_lower(char c) { return ascii_is_upper(c) ? (char)(c - 'A' + 'a') : c; }

#endif
