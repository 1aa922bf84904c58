/* scan - reads a text piece by piece. Columns count bytes from the start of the text, from 1.
 *
 * Owner    The caller owns the text.
 * Errors   A function returns false, and does not move, if the text here lacks the form.
 */
#ifndef HENKA_NOTATION_SCAN_H
#define HENKA_NOTATION_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/ascii.h"

typedef struct Scan {
    const char *start; /* the first byte, at column 1 */
    const char *at;    /* the next byte to read */
    const char *end;   /* one past the last byte */
} Scan;

static inline Scan scan_of(const char *text, size_t length) {
    return (Scan){text, text, length ? text + length : text}; /* NULL + 0 is undefined */
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

/* Reads `text` where the scan has it in capitals. `text` itself may be in either case. */
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

/* Copies the text up to the next blank to `word`, but stops after cap - 1 bytes. */
static inline void scan_take_word(Scan *s, char *word, size_t cap) {
    size_t length = 0;
    while (!scan_done(s) && !scan_is_blank(*s->at) && length < cap - 1) word[length++] = *s->at++;
    word[length] = '\0';
}

/* Reads a number without sign. More than 9 digits give 999999999. -1: none, nothing is read. */
static inline int scan_number(Scan *s) {
    if (!ascii_is_digit(scan_peek(s))) return -1;
    int value = 0;
    for (; ascii_is_digit(scan_peek(s)); s->at++)
        value = value > 99999999 ? 999999999 : 10 * value + (*s->at - '0');
    return value;
}

#endif
