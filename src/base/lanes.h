/* lanes - sixteen numbers of 32 bits in one vector, for testing sixteen squares at once without
 * branches (SIMD with AVX-512 or AVX2, or whatever the compiler generates for other machines).
 *
 * Shapes   lanes_any and similar functions return a bit for each lane, the lowest for lane 0.
 */
#ifndef HENKA_BASE_LANES_H
#define HENKA_BASE_LANES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

enum { LANES = 16 };
typedef uint32_t Lanes __attribute__((vector_size(64), aligned(4), may_alias));
typedef uint32_t HalfLanes __attribute__((vector_size(32), aligned(4), may_alias));

static inline Lanes lanes_at(const uint32_t *first) { return *(const Lanes *)first; }
static inline Lanes lanes_all(uint32_t number) { return (Lanes){0} + number; }
static inline Lanes lanes_numbers(void) {
    return (Lanes){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
}
/* Returns a vector in which lane i has all bits set if bit i of `bits` is set, else none. */
static inline Lanes lanes_mask(uint32_t bits) { return -(lanes_all(bits) >> lanes_numbers() & 1); }

/* lanes_any returns a bit for each lane that is not 0, lanes_intersect for each lane in which the
 * two vectors have a set bit in common. */
#if defined __AVX512F__
static inline uint32_t lanes_any(Lanes a) { return _mm512_test_epi32_mask((__m512i)a, (__m512i)a); }
static inline uint32_t lanes_intersect(Lanes a, Lanes b) {
    return _mm512_test_epi32_mask((__m512i)a, (__m512i)b);
}
/* Returns a bit for each lane in which at most one bit is set. */
static inline uint32_t lanes_at_most_one(Lanes a) {
    return _mm512_testn_epi32_mask((__m512i)a, (__m512i)(a - 1));
}
#elif defined __AVX2__
static inline uint32_t half_none(HalfLanes a) {
    return (uint32_t)_mm256_movemask_ps(
        _mm256_castsi256_ps(_mm256_cmpeq_epi32((__m256i)a, _mm256_setzero_si256())));
}
static inline uint32_t lanes_none(Lanes a) {
    return half_none(__builtin_shufflevector(a, a, 0, 1, 2, 3, 4, 5, 6, 7)) |
           half_none(__builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15)) << 8;
}
static inline uint32_t lanes_any(Lanes a) { return lanes_none(a) ^ 0xFFFF; }
static inline uint32_t lanes_intersect(Lanes a, Lanes b) { return lanes_any(a & b); }
static inline uint32_t lanes_at_most_one(Lanes a) { return lanes_none(a & (a - 1)); }
#else
static inline uint32_t lanes_any(Lanes a) {
    Lanes bits = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    Lanes some = (Lanes)(a != 0) & bits;
    HalfLanes half = __builtin_shufflevector(some, some, 0, 1, 2, 3, 4, 5, 6, 7) |
                     __builtin_shufflevector(some, some, 8, 9, 10, 11, 12, 13, 14, 15);
    half |= __builtin_shufflevector(half, half, 4, 5, 6, 7, 0, 1, 2, 3);
    return half[0] | half[1] | half[2] | half[3];
}
static inline uint32_t lanes_intersect(Lanes a, Lanes b) { return lanes_any(a & b); }
static inline uint32_t lanes_at_most_one(Lanes a) { return lanes_any(a & (a - 1)) ^ 0xFFFF; }
#endif

/* Keeps only the highest set bit of each lane. */
#if defined __AVX512CD__ && defined __AVX512F__
static inline Lanes lanes_msb(Lanes a) {
    return (Lanes)_mm512_srlv_epi32(_mm512_set1_epi32((int)0x80000000u),
                                    _mm512_lzcnt_epi32((__m512i)a));
}
#else
static inline Lanes lanes_msb(Lanes a) {
    a |= a >> 1, a |= a >> 2, a |= a >> 4, a |= a >> 8, a |= a >> 16;
    return a ^ a >> 1;
}
#endif

#if defined __AVX512CD__ && defined __AVX512VL__
static inline HalfLanes half_msb(HalfLanes a) {
    return (HalfLanes)_mm256_srlv_epi32(_mm256_set1_epi32((int)0x80000000u),
                                        _mm256_lzcnt_epi32((__m256i)a));
}
#else
static inline HalfLanes half_msb(HalfLanes a) {
    a |= a >> 1, a |= a >> 2, a |= a >> 4, a |= a >> 8, a |= a >> 16;
    return a ^ a >> 1;
}
#endif

/* The bitwise or of all lanes. */
static inline uint32_t half_union(HalfLanes a) {
    a |= __builtin_shufflevector(a, a, 4, 5, 6, 7, 0, 1, 2, 3);
    a |= __builtin_shufflevector(a, a, 2, 3, 0, 1, 6, 7, 4, 5);
    return a[0] | a[1];
}
static inline uint32_t lanes_union(Lanes a) {
    return half_union(__builtin_shufflevector(a, a, 0, 1, 2, 3, 4, 5, 6, 7) |
                      __builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15));
}

#endif
