/* wordset - sets of squares on boards of up to 256 squares: four words of 64. */
#ifndef HENKA_BASE_WORDSET_H
#define HENKA_BASE_WORDSET_H

#include <stdbool.h>
#include <stdint.h>

#if defined __AVX__
#include <immintrin.h>
#endif

typedef struct Words {
    uint64_t w[4];
} Words;

/* The same as one value; kept in registers, never passed between functions that are not inlined. */
typedef uint64_t WordRow __attribute__((vector_size(32), aligned(8), may_alias));

/* One square. */
static inline WordRow row_bit(int square) {
    return (WordRow)((WordRow){0, 1, 2, 3} == (WordRow){0} + (uint64_t)(square >> 6)) &
           ((WordRow){0} + ((uint64_t)1 << (square & 63)));
}

static inline WordRow words_row(const uint64_t words[4]) { return *(const WordRow *)words; }

static inline Words row_words(WordRow row) {
    Words words;
    *(WordRow *)words.w = row;
    return words;
}

#if defined __AVX__
static inline bool row_meets(WordRow a, WordRow b) {
    return !_mm256_testz_si256((__m256i)a, (__m256i)b);
}
#else
typedef uint64_t WordPair __attribute__((vector_size(16)));
static inline bool row_meets(WordRow a, WordRow b) {
    WordRow both = a & b;
    WordPair pair =
        __builtin_shufflevector(both, both, 0, 1) | __builtin_shufflevector(both, both, 2, 3);
    return (pair[0] | pair[1]) != 0;
}
#endif
static inline bool row_any(WordRow row) { return row_meets(row, row); }

/* Every square `by` higher, or lower; 0 < by < 64. */
#define ROW_LOWER(row)                                                                             \
    __builtin_shufflevector((WordRow){0}, row, 0, 4, 5,                                            \
                            6) /* every word's lower neighbour, or nothing */
#define ROW_UPPER(row) __builtin_shufflevector((WordRow){0}, row, 5, 6, 7, 0)
#if defined __AVX512VBMI2__ && defined __AVX512VL__
static inline WordRow row_up(WordRow row, int by) {
    return (WordRow)_mm256_shldv_epi64((__m256i)row, (__m256i)ROW_LOWER(row),
                                       _mm256_set1_epi64x(by));
}
static inline WordRow row_down(WordRow row, int by) {
    return (WordRow)_mm256_shrdv_epi64((__m256i)row, (__m256i)ROW_UPPER(row),
                                       _mm256_set1_epi64x(by));
}
#else
static inline WordRow row_up(WordRow row, int by) {
    return row << by | ROW_LOWER(row) >> (64 - by);
}
static inline WordRow row_down(WordRow row, int by) {
    return row >> by | ROW_UPPER(row) << (64 - by);
}
#endif
static inline WordRow row_shift(WordRow row, int by) {
    return by > 0 ? row_up(row, by) : row_down(row, -by);
}

/* A set of each side, side by side: what is done to both at once. One value where the machine has
 * such. */
#if defined __AVX512VBMI2__
typedef uint64_t WordRows __attribute__((vector_size(64), aligned(8), may_alias));

static inline WordRows words_rows(const uint64_t words[2][4]) { return *(const WordRows *)words; }
static inline void rows_words(uint64_t words[2][4], WordRows rows) { *(WordRows *)words = rows; }
static inline WordRows rows_of(WordRow sente, WordRow gote) {
    return __builtin_shufflevector(sente, gote, 0, 1, 2, 3, 4, 5, 6, 7);
}
static inline WordRows rows_and(WordRows a, WordRows b) { return a & b; }
static inline WordRows rows_or(WordRows a, WordRows b) { return a | b; }
static inline bool rows_any(WordRows rows) {
    return _mm512_test_epi64_mask((__m512i)rows, (__m512i)rows) != 0;
}
static inline WordRows rows_up(WordRows rows, int by) {
    WordRows lower = __builtin_shufflevector((WordRows){0}, rows, 0, 8, 9, 10, 0, 12, 13, 14);
    return (WordRows)_mm512_shldv_epi64((__m512i)rows, (__m512i)lower, _mm512_set1_epi64(by));
}
static inline WordRows rows_down(WordRows rows, int by) {
    WordRows upper = __builtin_shufflevector((WordRows){0}, rows, 9, 10, 11, 0, 13, 14, 15, 0);
    return (WordRows)_mm512_shrdv_epi64((__m512i)rows, (__m512i)upper, _mm512_set1_epi64(by));
}
#else
typedef struct WordRows {
    WordRow side[2];
} WordRows;

static inline WordRows words_rows(const uint64_t words[2][4]) {
    return (WordRows){{words_row(words[0]), words_row(words[1])}};
}
static inline void rows_words(uint64_t words[2][4], WordRows rows) {
    *(WordRow *)words[0] = rows.side[0], *(WordRow *)words[1] = rows.side[1];
}
static inline WordRows rows_of(WordRow sente, WordRow gote) { return (WordRows){{sente, gote}}; }
static inline WordRows rows_and(WordRows a, WordRows b) {
    return (WordRows){{a.side[0] & b.side[0], a.side[1] & b.side[1]}};
}
static inline WordRows rows_or(WordRows a, WordRows b) {
    return (WordRows){{a.side[0] | b.side[0], a.side[1] | b.side[1]}};
}
static inline bool rows_any(WordRows rows) { return row_any(rows.side[0] | rows.side[1]); }
static inline WordRows rows_up(WordRows rows, int by) {
    return (WordRows){{row_up(rows.side[0], by), row_up(rows.side[1], by)}};
}
static inline WordRows rows_down(WordRows rows, int by) {
    return (WordRows){{row_down(rows.side[0], by), row_down(rows.side[1], by)}};
}
#endif

/* The squares of one word of a set, in order, as bytes; returns how many. The list needs room for
 * SQUARES_SCRIBBLE more. */
enum { SQUARES_SCRIBBLE = 64 };
#if defined __AVX512VBMI2__ && defined __AVX512BW__
static inline int word_squares(uint8_t *list, uint64_t word, int index) {
    static const uint8_t numbers[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    __m512i squares =
        _mm512_or_si512(_mm512_loadu_si512(numbers), _mm512_set1_epi8((char)(64 * index)));
    _mm512_storeu_si512(list, _mm512_maskz_compress_epi8(word, squares));
    return __builtin_popcountll(word);
}
#else
static inline int word_squares(uint8_t *list, uint64_t word, int index) {
    int count = 0;
    for (; word; word &= word - 1) list[count++] = (uint8_t)(64 * index + __builtin_ctzll(word));
    return count;
}
#endif
static inline int words_squares(uint8_t *list, const uint64_t words[4]) {
    int count = 0;
    for (int i = 0; i < 4; i++) count += word_squares(list + count, words[i], i);
    return count;
}

static inline WordRows row_twice(WordRow row) { return rows_of(row, row); }
static inline WordRows rows_of_side(int side, WordRow own, WordRow others) {
    return side ? rows_of(others, own) : rows_of(own, others);
}

static inline void word_set(uint64_t words[4], int square) {
    words[square >> 6] |= (uint64_t)1 << (square & 63);
}
static inline bool word_has(const uint64_t words[4], int square) {
    return words[square >> 6] >> (square & 63) & 1;
}

#endif
