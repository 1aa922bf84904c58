/* scan - reads a text piece by piece. A place in the text is a pointer; its column is the distance
 * from the start, from 1.
 *
 * Owner    The text stays the caller's.
 * Errors   A function returns false, and does not move, if the text does not have the requested
 *          form here.
 */
#ifndef HENKA_NOTATION_SCAN_H
#define HENKA_NOTATION_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/ascii.h"

typedef struct Scan {
    const char *start; /* column 1 */
    const char *at;    /* the next byte to read */
    const char *end;   /* past the last byte */
} Scan;

static inline Scan scan_of(const char *text, size_t length) {
    return (Scan){text, text, text + length};
}
static inline bool scan_done(const Scan *s) { return s->at >= s->end; }
static inline char scan_peek(const Scan *s) { return s->at < s->end ? *s->at : '\0'; }
static inline int scan_column(const Scan *s) { return (int)(s->at - s->start) + 1; }

static inline bool scan_char(Scan *s, char c) {
    if (s->at >= s->end || *s->at != c) return false;
    s->at++;
    return true;
}

static inline bool scan_text(Scan *s, const char *text) {
    size_t length = strlen(text);
    if ((size_t)(s->end - s->at) < length || memcmp(s->at, text, length) != 0) return false;
    s->at += length;
    return true;
}

static inline bool scan_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* Reads the text, which must be given in capitals, in upper or lower case. */
static inline bool scan_capitals(Scan *s, const char *text) {
    Scan at = *s;
    for (; *text; text++)
        if (!scan_char(&at, ascii_upper(*text))) return false;
    *s = at;
    return true;
}

static inline void scan_blanks(Scan *s) {
    while (!scan_done(s) && scan_is_blank(*s->at)) s->at++;
}

/* Reads the text up to the next blank into word, which holds at most cap - 1 bytes of it. */
static inline void scan_take_word(Scan *s, char *word, size_t cap) {
    size_t length = 0;
    while (!scan_done(s) && !scan_is_blank(*s->at) && length < cap - 1) word[length++] = *s->at++;
    word[length] = '\0';
}

/* Reads a number without sign. Numbers of more than 9 digits are read as 999999999. -1: there is
 * none, and nothing is read. */
static inline int scan_number(Scan *s) {
    if (!ascii_is_digit(scan_peek(s))) return -1;
    int value = 0;
    for (; ascii_is_digit(scan_peek(s)); s->at++)
        value = value > 99999999 ? 999999999 : 10 * value + (*s->at - '0');
    return value;
}

#endif
