/* bitset - sets of squares on boards of up to 128 squares: one unsigned __int128. */
#ifndef HENKA_BASE_BITSET_H
#define HENKA_BASE_BITSET_H

#include <stdint.h>

typedef unsigned __int128 Set;

#define SET_BIT(square) ((Set)1 << (square))
static inline int set_count(Set s) { return __builtin_popcountll((uint64_t)s) + __builtin_popcountll((uint64_t)(s >> 64)); }
static inline int set_lowest(Set s) { return (uint64_t)s ? __builtin_ctzll((uint64_t)s) : 64 + __builtin_ctzll((uint64_t)(s >> 64)); }
static inline int set_highest(Set s) {
    return (uint64_t)(s >> 64) ? 127 - __builtin_clzll((uint64_t)(s >> 64)) : 63 - __builtin_clzll((uint64_t)s);
}
static inline int set_pop(Set *s) {
    int square = set_lowest(*s);
    *s &= *s - 1;
    return square;
}

#endif
