/* The files below once more with a set of one word. Sets in memory stay as they are (Bitboard128):
 * only their lower half is read. */
#include "position/position.h"
#include "variant/tables.h"

#define NARROW
#define Bitboard uint64_t

static inline bool bb64_has(Bitboard s, int square) { return s >> square & 1; }
static inline int bb64_popcount(Bitboard s) { return __builtin_popcountll(s); }
static inline int bb64_lsb(Bitboard s) { return __builtin_ctzll(s); }
static inline int bb64_msb(Bitboard s) { return 63 - __builtin_clzll(s); }
static inline int bb64_pop_lsb(Bitboard *s) {
    int square = bb64_lsb(*s);
    *s &= *s - 1;
    return square;
}
static inline Bitboard bb64_union_of_intersections(const Bitboard128 *a, const Bitboard128 *b,
                                                   int count) {
    FourBitboardsAt sum = {0};
    for (int i = 0; i < count; i += 4)
        sum |= *(const FourBitboardsAt *)(a + i) & *(const FourBitboardsAt *)(b + i);
    return sum[0] | sum[2] | sum[4] | sum[6];
}

#define bb_has bb64_has
#define bb_popcount bb64_popcount
#define bb_lsb bb64_lsb
#define bb_msb bb64_msb
#define bb_high_word(set) 0
#define bb_pop_lsb bb64_pop_lsb
#define bb_from_msb word_from_msb
#define bb_union_of_intersections bb64_union_of_intersections

#define set_attacked narrow_set_attacked
#define lines_attack_after narrow_lines_attack_after
#define square_attacked narrow_square_attacked
#define royal_attacked narrow_royal_attacked
#define gives_check narrow_gives_check
#define in_check narrow_in_check
#define is_frozen narrow_is_frozen
#define field_look narrow_field_look
#define field_want narrow_field_want
#define field_safe narrow_field_safe
#define field_safe_steps narrow_field_safe_steps
#define field_uneven_ends narrow_field_uneven_ends
#define field_drops narrow_field_drops
#define field_pinned_ends narrow_field_pinned_ends
#define direct_moves narrow_direct_moves
#define write_man narrow_write_man
#define write_slowly narrow_write_slowly
#define sets_moves narrow_sets_moves
#define sets_allow narrow_sets_allow
#define sets_any narrow_sets_any
#define barred_drops narrow_barred_drops
#define barred_filter narrow_barred_filter
#define gives_stalemate narrow_gives_stalemate
#define generate narrow_generate
#define generate_at narrow_generate_at
#define generate_has_any narrow_has_any
#define generate_is_legal narrow_is_legal
#define generate_is_legal_at narrow_is_legal_at

#include "rules/attack.c"
#include "rules/barred.c"
#include "rules/direct.c"
#include "rules/field.c"
#include "rules/generate.c"
#include "rules/sets.c"
