/* words - splits a line into words at its blanks.
 *
 * Limits   A word longer than WORD_SIZE - 1 bytes is cut.
 */
#ifndef HENKA_PROTOCOL_WORDS_H
#define HENKA_PROTOCOL_WORDS_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 256 };
typedef struct Word {
    char text[WORD_SIZE]; /* NUL-terminated; no protocol has a longer word */
} Word;

static inline const char *words_rest(const char *at) { return at + strspn(at, " \t"); }

/* Reads the next word. At the end of the line, `word` is "" and the result is false. */
static inline bool word_next(const char **at, Word *word) {
    *at = words_rest(*at);
    size_t length = strcspn(*at, " \t"), kept = length < WORD_SIZE ? length : WORD_SIZE - 1;
    memcpy(word->text, *at, kept);
    word->text[kept] = '\0';
    *at += length;
    return length > 0;
}
static inline bool word_is(const Word *word, const char *text) { return !strcmp(word->text, text); }

/* The word's number without its fraction, clamped to low .. high; `other` if it isn't a number. */
static inline int64_t word_number(const Word *word, int64_t low, int64_t high, int64_t other) {
    char *end;
    long long number = strtoll(word->text, &end, 10);
    if (end != word->text && *end == '.') end += 1 + strspn(end + 1, "0123456789");
    if (end == word->text || *end) return other;
    return number < low ? low : number > high ? high : number;
}

#endif
