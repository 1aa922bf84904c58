/* bitset - sets of squares on boards of up to 128 squares: one unsigned __int128. */
#ifndef HENKA_BASE_BITSET_H
#define HENKA_BASE_BITSET_H

#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 Set,
    WideSet; /* WideSet: as kept in memory, also where Set is one word (rules/narrow.c) */

#define SET_BIT(square) ((Set)1 << (square))
static inline bool set_has(Set s, int square) {
    return (square & 64 ? (uint64_t)(s >> 64) : (uint64_t)s) >> (square & 63) & 1;
}
static inline int set_count(Set s) {
    return __builtin_popcountll((uint64_t)s) + __builtin_popcountll((uint64_t)(s >> 64));
}
static inline int set_lowest(Set s) {
    return (uint64_t)s ? __builtin_ctzll((uint64_t)s) : 64 + __builtin_ctzll((uint64_t)(s >> 64));
}
static inline int set_highest(Set s) {
    return (uint64_t)(s >> 64) ? 127 - __builtin_clzll((uint64_t)(s >> 64))
                               : 63 - __builtin_clzll((uint64_t)s);
}
static inline uint64_t word_from_highest(uint64_t word) {
    return ~(uint64_t)0 << (63 ^ __builtin_clzll(word | 1));
}
/* The highest square and all above it; everything when there is none. */
static inline Set set_from_highest(Set s) {
    uint64_t low = (uint64_t)s, high = (uint64_t)(s >> 64);
    return (Set)word_from_highest(high) << 64 | (high ? 0 : word_from_highest(low));
}
/* The 64 squares from number 64 on. */
static inline uint64_t set_upper(Set s) { return (uint64_t)(s >> 64); }
static inline int set_pop(Set *s) {
    int square = set_lowest(*s);
    *s &= *s - 1;
    return square;
}

typedef uint64_t SetWords __attribute__((vector_size(16), may_alias));
/* The union of those of the sets that the list names. */
static inline Set sets_union(const Set *sets, const uint8_t *list, int count) {
    SetWords sum = {0};
    for (int i = 0; i < count; i++) sum |= *(const SetWords *)(sets + list[i]);
    return (Set)sum[0] | (Set)sum[1] << 64;
}
/* The union of a[i] & b[i] over a row of sets whose length is a multiple of four. */
typedef uint64_t SetRow __attribute__((vector_size(64), aligned(16), may_alias));
typedef uint64_t SetPair __attribute__((vector_size(32)));
typedef uint64_t SetHalf __attribute__((vector_size(32), aligned(16), may_alias));
static inline Set row_hits(const Set *a, const Set *b, int count) {
#ifdef __AVX512F__
    SetRow sum = {0};
    for (int i = 0; i < count; i += 4) sum |= *(const SetRow *)(a + i) & *(const SetRow *)(b + i);
    SetPair pair = __builtin_shufflevector(sum, sum, 0, 1, 2, 3) |
                   __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
#else
    SetPair pair = {0}, other = {0};
    for (int i = 0; i < count; i += 4) {
        pair |= *(const SetHalf *)(a + i) & *(const SetHalf *)(b + i);
        other |= *(const SetHalf *)(a + i + 2) & *(const SetHalf *)(b + i + 2);
    }
    pair |= other;
#endif
    SetWords one =
        __builtin_shufflevector(pair, pair, 0, 1) | __builtin_shufflevector(pair, pair, 2, 3);
    return (Set)one[0] | (Set)one[1] << 64;
}

#endif
