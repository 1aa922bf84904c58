/* bitboard - sets of squares as bits of a word, for boards of up to 128 squares.
 *
 * Shapes   Bit n is square n. Squares are numbered along a file from its first rank, then along the
 *          next file (square_of in variant.h). Bitboard128 is the type that tables and positions
 *          store, for any board. Bitboard is the type that code computes with. It has the same 128
 *          bits, or 64 bits in a file that defines BITBOARD_BITS as 64 before its first include.
 *          Such a file compiles the same code again for boards of up to 64 squares
 *          (rules/movegen64.c). For boards of up to 256 squares see bitboard256.h.
 * Source   chessprogramming.org/Bitboards
 */
#ifndef HENKA_BASE_BITBOARD_H
#define HENKA_BASE_BITBOARD_H

#include <stdbool.h>
#include <stdint.h>

#ifndef BITBOARD_BITS
#define BITBOARD_BITS 128
#endif

typedef unsigned __int128 Bitboard128;

/* The highest set bit of a word and all bits above it; all bits if none is set. */
static inline uint64_t word_from_msb(uint64_t word) {
    return ~(uint64_t)0 << (63 ^ __builtin_clzll(word | 1));
}

#if BITBOARD_BITS == 64

typedef uint64_t Bitboard;

static inline bool bb_has(Bitboard b, int square) { return b >> square & 1; }
static inline int bb_popcount(Bitboard b) { return __builtin_popcountll(b); }
static inline int bb_lsb(Bitboard b) { return __builtin_ctzll(b); }
static inline int bb_msb(Bitboard b) { return 63 - __builtin_clzll(b); }
static inline Bitboard bb_from_msb(Bitboard b) { return word_from_msb(b); }
static inline uint64_t bb_high_word(Bitboard b) { return (void)b, 0; }

#else

typedef Bitboard128 Bitboard;

static inline bool bb_has(Bitboard b, int square) {
    return (square & 64 ? (uint64_t)(b >> 64) : (uint64_t)b) >> (square & 63) & 1;
}
/* The number of squares in the set. */
static inline int bb_popcount(Bitboard b) {
    return __builtin_popcountll((uint64_t)b) + __builtin_popcountll((uint64_t)(b >> 64));
}
/* bb_lsb: the lowest square; bb_msb: the highest. The bitboard must not be empty. */
static inline int bb_lsb(Bitboard b) {
    return (uint64_t)b ? __builtin_ctzll((uint64_t)b) : 64 + __builtin_ctzll((uint64_t)(b >> 64));
}
static inline int bb_msb(Bitboard b) {
    return (uint64_t)(b >> 64) ? 127 - __builtin_clzll((uint64_t)(b >> 64))
                               : 63 - __builtin_clzll((uint64_t)b);
}
/* The highest set bit of a bitboard and all bits above it; all bits if none is set. */
static inline Bitboard bb_from_msb(Bitboard b) {
    uint64_t low = (uint64_t)b, high = (uint64_t)(b >> 64);
    return (Bitboard)word_from_msb(high) << 64 | (high ? 0 : word_from_msb(low));
}
/* Squares 64 to 127 as a word. */
static inline uint64_t bb_high_word(Bitboard b) { return (uint64_t)(b >> 64); }

#endif

/* The bitboard of one square. */
#define BB_SQUARE(square) ((Bitboard)1 << (square))

/* Removes the lowest square and returns it. */
static inline int bb_pop_lsb(Bitboard *b) {
    int square = bb_lsb(*b);
    *b &= *b - 1;
    return square;
}

/* Vectors of 64-bit words that hold one bitboard, two or four. TwoBitboardsAt and FourBitboardsAt
 * are for data in memory, which is only aligned to 16 bytes. */
typedef uint64_t BitboardWords __attribute__((vector_size(16), may_alias));
typedef uint64_t TwoBitboards __attribute__((vector_size(32)));
typedef uint64_t TwoBitboardsAt __attribute__((vector_size(32), aligned(16), may_alias));
typedef uint64_t FourBitboardsAt __attribute__((vector_size(64), aligned(16), may_alias));

/* The union of the bitboards whose indexes are in the list. */
static inline Bitboard128 bb_union(const Bitboard128 *boards, const uint8_t *list, int count) {
    BitboardWords sum = {0};
    for (int i = 0; i < count; i++) sum |= *(const BitboardWords *)(boards + list[i]);
    return (Bitboard128)sum[0] | (Bitboard128)sum[1] << 64;
}

/* The union of a[i] & b[i] for all i below count, a multiple of four. It finds the attackers of a
 * square if i counts the classes (types of piece that attack alike), a[i] are the pieces of a
 * class, and b[i] the squares from which the class attacks that square. */
static inline Bitboard bb_union_of_intersections(const Bitboard128 *a, const Bitboard128 *b,
                                                 int count) {
#if BITBOARD_BITS == 64
    FourBitboardsAt sum = {0};
    for (int i = 0; i < count; i += 4)
        sum |= *(const FourBitboardsAt *)(a + i) & *(const FourBitboardsAt *)(b + i);
    return sum[0] | sum[2] | sum[4] | sum[6];
#else
#ifdef __AVX512F__
    FourBitboardsAt sum = {0};
    for (int i = 0; i < count; i += 4)
        sum |= *(const FourBitboardsAt *)(a + i) & *(const FourBitboardsAt *)(b + i);
    TwoBitboards pair = __builtin_shufflevector(sum, sum, 0, 1, 2, 3) |
                        __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
#else
    TwoBitboards pair = {0}, other = {0};
    for (int i = 0; i < count; i += 4) {
        pair |= *(const TwoBitboardsAt *)(a + i) & *(const TwoBitboardsAt *)(b + i);
        other |= *(const TwoBitboardsAt *)(a + i + 2) & *(const TwoBitboardsAt *)(b + i + 2);
    }
    pair |= other;
#endif
    BitboardWords one =
        __builtin_shufflevector(pair, pair, 0, 1) | __builtin_shufflevector(pair, pair, 2, 3);
    return (Bitboard)one[0] | (Bitboard)one[1] << 64;
#endif
}

#endif
