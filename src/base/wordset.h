/* wordset - sets of squares on boards of up to 256 squares: four words of 64. */
#ifndef HENKA_BASE_WORDSET_H
#define HENKA_BASE_WORDSET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Words {
    uint64_t w[4];
} Words;

/* The same as one value; kept in registers, never passed between functions that are not inlined. */
typedef uint64_t WordRow __attribute__((vector_size(32), aligned(8), may_alias));

static inline WordRow words_row(const uint64_t words[4]) { return *(const WordRow *)words; }

static inline Words row_words(WordRow row) {
    Words words;
    *(WordRow *)words.w = row;
    return words;
}

typedef uint64_t WordPair __attribute__((vector_size(16)));
static inline bool row_any(WordRow row) {
    WordPair pair = __builtin_shufflevector(row, row, 0, 1) | __builtin_shufflevector(row, row, 2, 3);
    return (pair[0] | pair[1]) != 0;
}

/* Every square `by` higher, or lower; 0 < by < 64. */
static inline WordRow row_up(WordRow row, int by) { return row << by | __builtin_shufflevector((WordRow){0}, row, 0, 4, 5, 6) >> (64 - by); }
static inline WordRow row_down(WordRow row, int by) { return row >> by | __builtin_shufflevector((WordRow){0}, row, 5, 6, 7, 0) << (64 - by); }
static inline WordRow row_shift(WordRow row, int by) { return by > 0 ? row_up(row, by) : row_down(row, -by); }

static inline void word_set(uint64_t words[4], int square) { words[square >> 6] |= (uint64_t)1 << (square & 63); }
static inline bool word_has(const uint64_t words[4], int square) { return words[square >> 6] >> (square & 63) & 1; }

#endif
