/* write - sets of end squares as moves, eight at a time where the machine can. Compiled with
 * COUNTING (count.c) nothing is stored: the end of the list only moves on.
 *
 * Limits   May scribble up to seven places beyond the last move: the list must have that room.
 */
#ifndef HENKA_RULES_WRITE_H
#define HENKA_RULES_WRITE_H

#include "base/bitboard.h"
#include "position/move.h"

enum {
    WRITE_SCRIBBLE = 8,
    SQUARE_IN_BOTH = 257
}; /* a square's weight in a move as the end, or as the end and the origin */

#if defined COUNTING

static inline Move *write_word(Move *list, Move base, uint64_t word, int weight) {
    (void)base, (void)weight;
    return list + __builtin_popcountll(word);
}

#elif defined __AVX512VBMI2__ && defined __AVX512BW__

#include <immintrin.h>

static inline __m512i write_squares(uint64_t word) {
    static const uint8_t numbers[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    return _mm512_maskz_compress_epi8(word, _mm512_loadu_si512(numbers));
}

static inline void write_eight(Move *list, __m512i base, __m128i squares, int weight) {
    __m512i ends = _mm512_cvtepu8_epi64(squares);
    if (weight == SQUARE_IN_BOTH) ends = _mm512_or_si512(ends, _mm512_slli_epi64(ends, 8));
    _mm512_storeu_si512(list, _mm512_add_epi64(base, ends));
}

/* base + weight * square for each square of the word. */
static inline Move *write_word(Move *list, Move base, uint64_t word, int weight) {
    __m512i squares = write_squares(word), bases = _mm512_set1_epi64((long long)base);
    int count = __builtin_popcountll(word);
    write_eight(list, bases, _mm512_castsi512_si128(squares), weight);
    if (__builtin_expect(count > 8, 0)) {
        uint8_t left[64];
        _mm512_storeu_si512(left, squares);
        for (int i = 8; i < count; i += 8)
            write_eight(list + i, bases, _mm_loadl_epi64((const __m128i *)(left + i)), weight);
    }
    return list + count;
}

#else

static inline Move *write_word(Move *list, Move base, uint64_t word, int weight) {
    for (; word; word &= word - 1) *list++ = base + (Move)weight * (Move)__builtin_ctzll(word);
    return list;
}

#endif

static inline Move *write_set(Move *list, Move base, Bitboard ends, int weight) {
    list = write_word(list, base, (uint64_t)ends, weight);
    return bb_high_word(ends)
               ? write_word(list, base + 64 * (Move)weight, bb_high_word(ends), weight)
               : list;
}
static inline Move *write_ends(Move *list, Move base, Bitboard ends) {
    return write_set(list, base, ends, 1);
}

#endif
