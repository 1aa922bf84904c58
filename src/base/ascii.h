/* ascii - letters and digits of ASCII. Unlike ctype.h these functions do not depend on the locale.
 * They take any char; the bytes of longer UTF-8 characters are neither letters nor digits. */
#ifndef HENKA_BASE_ASCII_H
#define HENKA_BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline bool ascii_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool ascii_is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static inline bool ascii_is_lower(char c) { return c >= 'a' && c <= 'z'; }
static inline bool ascii_is_letter(char c) { return ascii_is_upper(c) || ascii_is_lower(c); }
static inline char ascii_upper(char c) { return ascii_is_lower(c) ? (char)(c - 'a' + 'A') : c; }
static inline char ascii_lower(char c) { return ascii_is_upper(c) ? (char)(c - 'A' + 'a') : c; }

/* Is `c` one of the characters of `set`? A NUL is not, although strchr would find the set's end. */
static inline bool ascii_is_in(char c, const char *set) { return c && strchr(set, c); }

/* Makes a game's name of a text: lower-case letters and digits, one `-` for each run of others.
 * name must have space for `length` bytes (at least 1) and a NUL. Returns its length. */
static inline size_t ascii_name(const char *text, size_t length, char *name) {
    size_t written = 0;
    for (size_t i = 0; i < length; i++) {
        char c = ascii_lower(text[i]);
        bool kept = ascii_is_lower(c) || ascii_is_digit(c);
        if (kept || (written && name[written - 1] != '-')) name[written++] = kept ? c : '-';
    }
    if (written && name[written - 1] == '-') written--;
    name[written] = '\0';
    return written;
}

#endif
