/* worth_filter - which enemies are worth so much or more, asked for all squares at once; where the
 * machine has no quick way, the answer is all of them.
 *
 * Shapes   Worths are rounded down to steps of WORTH_STEP: the answer may hold a few cheaper ones,
 *          never lacks one.
 */
#ifndef HENKA_RULES_WORTH_FILTER_H
#define HENKA_RULES_WORTH_FILTER_H

#include "base/bitboard256.h"
#include "position/position.h"

enum { WORTH_STEP_BITS = 4, WORTH_STEP = 1 << WORTH_STEP_BITS, WORTH_MOST = 255 };

#if defined __AVX512VBMI__ && defined __AVX512BW__

#include <immintrin.h>

typedef struct WorthFilter {
    _Alignas(64) uint8_t steps[MAX_SQUARES]; /* of what stands there */
    Bitboard256 enemies;
} WorthFilter;

static inline __m128i worth_few_steps(const int32_t worth[16]) {
    return _mm512_cvtusepi32_epi8(_mm512_srai_epi32(_mm512_loadu_si512(worth), WORTH_STEP_BITS));
}

static inline __m512i worth_steps(const int32_t worth[64]) {
    __m512i steps = _mm512_castsi128_si512(worth_few_steps(worth));
    steps = _mm512_inserti32x4(steps, worth_few_steps(worth + 16), 1);
    steps = _mm512_inserti32x4(steps, worth_few_steps(worth + 32), 2);
    return _mm512_inserti32x4(steps, worth_few_steps(worth + 48), 3);
}

static inline void worth_init(WorthFilter *d, const Position *p, const int32_t worth[MAX_TYPES]) {
    __m512i low = worth_steps(worth), high = worth_steps(worth + MAX_TYPES / 2);
    for (int i = 0; i < MAX_SQUARES; i += 64) /* the index has seven bits: a type's */
        _mm512_store_si512(d->steps + i,
                           _mm512_permutex2var_epi8(low, _mm512_loadu_si512(p->board + i), high));
    d->enemies = bb256_store(bb256_load(p->by_side_words[!p->side]));
}

static inline Vector256 worth_at_least(const WorthFilter *d, int worth) {
    int step = worth <= 0                              ? 0
               : worth >> WORTH_STEP_BITS < WORTH_MOST ? worth >> WORTH_STEP_BITS
                                                       : WORTH_MOST;
    __m512i least = _mm512_set1_epi8((char)step);
    uint64_t words[4];
    for (int i = 0; i < 4; i++)
        words[i] =
            _cvtmask64_u64(_mm512_cmpge_epu8_mask(_mm512_load_si512(d->steps + 64 * i), least));
    return (Vector256){words[0], words[1], words[2], words[3]} & bb256_load(d->enemies.w);
}

#else

typedef struct WorthFilter {
    Bitboard256 enemies;
} WorthFilter;

static inline void worth_init(WorthFilter *d, const Position *p, const int32_t worth[MAX_TYPES]) {
    (void)worth;
    d->enemies = bb256_store(bb256_load(p->by_side_words[!p->side]));
}

static inline Vector256 worth_at_least(const WorthFilter *d, int worth) {
    (void)worth;
    return bb256_load(d->enemies.w);
}

#endif
#endif
