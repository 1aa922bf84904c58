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

#define attacks_square_attacked_over attacks_square_attacked_over_64
#define attacks_lines_attack_after attacks_lines_attack_after_64
#define attacks_square_attacked attacks_square_attacked_64
#define attacks_royal_attacked attacks_royal_attacked_64
#define attacks_gives_check attacks_gives_check_64
#define attacks_in_check attacks_in_check_64
#define attacks_is_frozen attacks_is_frozen_64
#define checkinfo_init checkinfo_init_64
#define checkinfo_set_targets checkinfo_set_targets_64
#define checkinfo_safe_targets checkinfo_safe_targets_64
#define checkinfo_safe_royal_targets checkinfo_safe_royal_targets_64
#define checkinfo_divergent_targets checkinfo_divergent_targets_64
#define checkinfo_drop_targets checkinfo_drop_targets_64
#define checkinfo_pinned_targets checkinfo_pinned_targets_64
#define direct_moves direct_moves_64
#define write_man write_man_64
#define write_slowly write_slowly_64
#define sets_moves sets_moves_64
#define sets_allow sets_allow_64
#define sets_any sets_any_64
#define barred_drops barred_drops_64
#define barred_filter barred_filter_64
#define gives_stalemate gives_stalemate_64
#define movegen_legal movegen_legal_64
#define movegen_legal_with movegen_legal_with_64
#define movegen_any_legal movegen_any_legal_64
#define movegen_is_legal movegen_is_legal_64
#define movegen_is_legal_with movegen_is_legal_with_64

#include "rules/attacks.c"
#include "rules/barred.c"
#include "rules/checkinfo.c"
#include "rules/direct.c"
#include "rules/movegen.c"
#include "rules/sets.c"
