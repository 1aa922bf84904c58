/* dear - which foes are worth so much or more, asked for all squares at once; where the machine has
 * no quick way, the answer is all of them.
 *
 * Shapes   Worths are rounded down to steps of DEAR_STEP: the answer may hold a few cheaper ones,
 *          never lacks one.
 */
#ifndef HENKA_RULES_DEAR_H
#define HENKA_RULES_DEAR_H

#include "base/bitboard256.h"
#include "position/position.h"

enum { DEAR_STEP_BITS = 4, DEAR_STEP = 1 << DEAR_STEP_BITS, DEAR_MOST = 255 };

#if defined __AVX512VBMI__ && defined __AVX512BW__

#include <immintrin.h>

typedef struct Dear {
    _Alignas(64) uint8_t steps[MAX_SQUARES]; /* of what stands there */
    Bitboard256 foes;
} Dear;

static inline __m128i dear_few_steps(const int32_t worth[16]) {
    return _mm512_cvtusepi32_epi8(_mm512_srai_epi32(_mm512_loadu_si512(worth), DEAR_STEP_BITS));
}

static inline __m512i dear_steps(const int32_t worth[64]) {
    __m512i steps = _mm512_castsi128_si512(dear_few_steps(worth));
    steps = _mm512_inserti32x4(steps, dear_few_steps(worth + 16), 1);
    steps = _mm512_inserti32x4(steps, dear_few_steps(worth + 32), 2);
    return _mm512_inserti32x4(steps, dear_few_steps(worth + 48), 3);
}

static inline void dear_look(Dear *d, const Position *p, const int32_t worth[MAX_TYPES]) {
    __m512i low = dear_steps(worth), high = dear_steps(worth + MAX_TYPES / 2);
    for (int i = 0; i < MAX_SQUARES; i += 64) /* the index has seven bits: a type's */
        _mm512_store_si512(d->steps + i,
                           _mm512_permutex2var_epi8(low, _mm512_loadu_si512(p->board + i), high));
    d->foes = bb256_store(bb256_load(p->men_words[!p->side]));
}

static inline Vector256 dear_foes(const Dear *d, int worth) {
    int step = worth <= 0                            ? 0
               : worth >> DEAR_STEP_BITS < DEAR_MOST ? worth >> DEAR_STEP_BITS
                                                     : DEAR_MOST;
    __m512i least = _mm512_set1_epi8((char)step);
    uint64_t words[4];
    for (int i = 0; i < 4; i++)
        words[i] =
            _cvtmask64_u64(_mm512_cmpge_epu8_mask(_mm512_load_si512(d->steps + 64 * i), least));
    return (Vector256){words[0], words[1], words[2], words[3]} & bb256_load(d->foes.w);
}

#else

typedef struct Dear {
    Bitboard256 foes;
} Dear;

static inline void dear_look(Dear *d, const Position *p, const int32_t worth[MAX_TYPES]) {
    (void)worth;
    d->foes = bb256_store(bb256_load(p->men_words[!p->side]));
}

static inline Vector256 dear_foes(const Dear *d, int worth) {
    (void)worth;
    return bb256_load(d->foes.w);
}

#endif
#endif
