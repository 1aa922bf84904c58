/* bitboard256 - bitboards for boards of up to 256 squares: four words of 64 bits.
 *
 * Shapes   Bit n % 64 of word n / 64 is square n. In memory a bitboard is a plain array
 *          uint64_t[4], or a Bitboard256, which functions may pass and return. Code computes with
 *          Vector256, a vector register, which is used only inside functions and in inline ones.
 */
#ifndef HENKA_BASE_BITBOARD256_H
#define HENKA_BASE_BITBOARD256_H

#include <stdbool.h>
#include <stdint.h>

#if defined __AVX__
#include <immintrin.h>
#endif

typedef struct Bitboard256 {
    uint64_t w[4];
} Bitboard256;

typedef uint64_t Vector256 __attribute__((vector_size(32), aligned(8), may_alias));

/* The bitboard of one square. */
static inline Vector256 bb256_square(int square) {
    return (Vector256)((Vector256){0, 1, 2, 3} == (Vector256){0} + (uint64_t)(square >> 6)) &
           ((Vector256){0} + ((uint64_t)1 << (square & 63)));
}

static inline Vector256 bb256_load(const uint64_t words[4]) { return *(const Vector256 *)words; }

static inline Bitboard256 bb256_store(Vector256 row) {
    Bitboard256 words;
    *(Vector256 *)words.w = row;
    return words;
}

#if defined __AVX__
static inline bool bb256_intersects(Vector256 a, Vector256 b) {
    return !_mm256_testz_si256((__m256i)a, (__m256i)b);
}
#else
typedef uint64_t Vector128 __attribute__((vector_size(16)));
static inline bool bb256_intersects(Vector256 a, Vector256 b) {
    Vector256 both = a & b;
    Vector128 pair =
        __builtin_shufflevector(both, both, 0, 1) | __builtin_shufflevector(both, both, 2, 3);
    return (pair[0] | pair[1]) != 0;
}
#endif
static inline bool bb256_any(Vector256 row) { return bb256_intersects(row, row); }

/* bb256_up and bb256_down add `by` to the number of every square, or subtract it; 0 < by < 64.
 * VECTOR_LOWER_WORDS moves each of the four words one place up, VECTOR_UPPER_WORDS one down. */
#define VECTOR_LOWER_WORDS(row) __builtin_shufflevector((Vector256){0}, row, 0, 4, 5, 6)
#define VECTOR_UPPER_WORDS(row) __builtin_shufflevector((Vector256){0}, row, 5, 6, 7, 0)
#if defined __AVX512VBMI2__ && defined __AVX512VL__
static inline Vector256 bb256_up(Vector256 row, int by) {
    return (Vector256)_mm256_shldv_epi64((__m256i)row, (__m256i)VECTOR_LOWER_WORDS(row),
                                         _mm256_set1_epi64x(by));
}
static inline Vector256 bb256_down(Vector256 row, int by) {
    return (Vector256)_mm256_shrdv_epi64((__m256i)row, (__m256i)VECTOR_UPPER_WORDS(row),
                                         _mm256_set1_epi64x(by));
}
#else
static inline Vector256 bb256_up(Vector256 row, int by) {
    return row << by | VECTOR_LOWER_WORDS(row) >> (64 - by);
}
static inline Vector256 bb256_down(Vector256 row, int by) {
    return row >> by | VECTOR_UPPER_WORDS(row) << (64 - by);
}
#endif
static inline Vector256 bb256_shift(Vector256 row, int by) {
    return by > 0 ? bb256_up(row, by) : bb256_down(row, -by);
}

/* bb256_word_squares lists the squares of word `index` of a bitboard in ascending order and returns
 * their number. It writes whole vectors: the list needs space for SQUARES_OVERRUN more squares. */
enum { SQUARES_OVERRUN = 64 };
#if defined __AVX512VBMI2__ && defined __AVX512BW__
static inline int bb256_word_squares(uint8_t *list, uint64_t word, int index) {
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
static inline int bb256_word_squares(uint8_t *list, uint64_t word, int index) {
    int count = 0;
    for (; word; word &= word - 1) list[count++] = (uint8_t)(64 * index + __builtin_ctzll(word));
    return count;
}
#endif
/* Lists the squares of all four words in ascending order and returns their number. */
static inline int bb256_squares(uint8_t *list, const uint64_t words[4]) {
    int count = 0;
    for (int i = 0; i < 4; i++) count += bb256_word_squares(list + count, words[i], i);
    return count;
}

static inline void bb256_set(uint64_t words[4], int square) {
    words[square >> 6] |= (uint64_t)1 << (square & 63);
}
static inline bool bb256_has(const uint64_t words[4], int square) {
    return words[square >> 6] >> (square & 63) & 1;
}

#endif
