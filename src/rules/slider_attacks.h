/* slider_attacks - the even slides of a piece: what they reach up to and with the nearest piece,
 * all rays at once where the machine can. Source   Ray by nearest blocker:
 * docs/decisions/007-fast-generator.md.
 */
#ifndef HENKA_RULES_SLIDER_ATTACKS_H
#define HENKA_RULES_SLIDER_ATTACKS_H

#include "rules/attacks.h"

#if defined __AVX512CD__ && defined __AVX512DQ__ && !defined NARROW

#include <immintrin.h>

enum { LOWER_HALVES = 0x55, UPPER_HALVES = 0xAA };

/* The occupied squares, as often as there are rays to cut. */
typedef __m512i Occupancy;
static inline Occupancy slider_occupancy(Bitboard occupied) {
    return _mm512_broadcast_i64x2(_mm_set_epi64x((long long)(occupied >> 64), (long long)occupied));
}

/* Four sets at a time, a set being two words. Towards higher squares each word keeps what is up to
 * its lowest piece (all when it has none), and upper words only where the lower met nothing;
 * towards lower squares the mirror image. */
static inline __m512i rays_rising(__m512i rays, Occupancy occupancy) {
    __m512i met = _mm512_and_si512(rays, occupancy),
            below = _mm512_add_epi64(met, _mm512_set1_epi64(-1));
    __mmask8 free = _mm512_testn_epi64_mask(met, met);
    return _mm512_maskz_and_epi64((__mmask8)(free << 1 | LOWER_HALVES), rays,
                                  _mm512_xor_si512(met, below));
}
static inline __m512i rays_falling(__m512i rays, Occupancy occupancy) {
    __m512i met = _mm512_and_si512(rays, occupancy);
    __m512i above = _mm512_srav_epi64(_mm512_set1_epi64(INT64_MIN), _mm512_lzcnt_epi64(met));
    __mmask8 free = _mm512_testn_epi64_mask(met, met);
    return _mm512_maskz_and_epi64((__mmask8)(free >> 1 | UPPER_HALVES), rays, above);
}

/* The rays of a rays at one square, cut; the counts tell how many there are. */
static inline Bitboard slider_attacks_by_rays(const Bitboard128 *rays, int up_count, int down_count,
                                              Occupancy occupancy) {
    (void)up_count, (void)down_count;
    __m512i ends = _mm512_or_si512(rays_rising(_mm512_loadu_si512(rays), occupancy),
                                   rays_falling(_mm512_loadu_si512(rays + RAYS_A_WAY), occupancy));
    __m256i half =
        _mm256_or_si256(_mm512_castsi512_si256(ends), _mm512_extracti64x4_epi64(ends, 1));
    __m128i sum = _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    return (Bitboard)(uint64_t)_mm_extract_epi64(sum, 1) << 64 | (uint64_t)_mm_cvtsi128_si64(sum);
}

#else

typedef Bitboard Occupancy;
static inline Occupancy slider_occupancy(Bitboard occupied) { return occupied; }

static inline Bitboard slider_attacks_by_rays(const Bitboard128 *rays, int up_count, int down_count,
                                              Occupancy occupancy) {
    Bitboard ends = 0;
    for (int i = 0; i < up_count; i++) ends |= ray_attacks(rays[i], true, occupancy);
    for (int i = 0; i < down_count; i++)
        ends |= ray_attacks(rays[RAYS_A_WAY + i], false, occupancy);
    return ends;
}

#endif

static inline Bitboard slider_attacks(const BitboardPower *power, int from, Bitboard occupied) {
    return slider_attacks_by_rays(power->rays + 2 * RAYS_A_WAY * from, power->up_count,
                                  power->down_count, slider_occupancy(occupied));
}

#endif
