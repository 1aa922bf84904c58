/* attacks - who could take what stands on a square. Declares what generate.h does not offer to
 * other rooms. */
#ifndef HENKA_RULES_ATTACKS_H
#define HENKA_RULES_ATTACKS_H

#include "rules/movegen.h"
#include "variant/tables.h"

/* As square_attacked on a board of sets, with `occupied` for the pieces that stand in the way;
 * pieces in `gone` attack no more. */
bool attacks_square_attacked_over(const Position *, int square, int by, Bitboard occupied,
                                  Bitboard gone);
/* The pieces of `by` that attack the square over a board so occupied: those that leap, and those on
 * lines and over screens. Pieces whose attack only their legs tell are left out. */
Bitboard attacks_leaper_attackers_to(const Position *, int square, int by);
Bitboard attacks_slider_attackers_to(const Position *, int square, int by, Bitboard occupied);
/* The pieces of `by` that would attack the square on an empty board, screens aside; aim_hits tells
 * of each whether it does. Not where lines_differ. */
Bitboard attacks_xray_attackers_to(const Position *, int square, int by);
/* Would that side's lines take what stands on the square, were the board so occupied, its piece on
 * `from` now on `end` as that type, and what stood on `gone` taken? Sets of one square or none. */
bool attacks_lines_attack_after(const Position *, int square, int by, Bitboard occupied,
                                Bitboard from, Bitboard end, int type, Bitboard gone);
/* Is a royal of this side attacked whose loss decides? */
bool attacks_royal_attacked(const Position *, int side);

/* The nearest piece along a ray, as a set of none or one; and the squares of the ray up to and with
 * it (all when there is none). */
static inline Bitboard ray_first_blocker(Bitboard ray, bool rising, Bitboard occupied) {
    Bitboard met = ray & occupied;
    if (!met) return 0;
    return rising ? met & -met : BB_SQUARE(bb_msb(met));
}
static inline Bitboard ray_attacks(Bitboard ray, bool rising, Bitboard occupied) {
    Bitboard met = ray & occupied;
    if (rising) return ray & (met ^ (met - 1)); /* none met: met - 1 is everything */
    return ray & bb_from_msb(met);
}
/* Does one of the hoppers take over exactly one piece what stands on the target? */
static inline bool hopper_attacks(const AttackHop *hop, int target, Bitboard occupied,
                                  Bitboard hoppers) {
    Bitboard look = hop->look[target];
    if (!(hoppers & look)) return false;
    Bitboard screen = ray_first_blocker(hop->after[target] & look, hop->rising, occupied);
    return screen &&
           ray_first_blocker(hop->before[bb_lsb(screen)] & look, hop->rising, occupied) & hoppers;
}

static inline Bitboard xray_attackers_to(const Position *p, int square, int by) {
    const Tables *t = p->variant->tables;
    return bb_union_of_intersections(p->by_class[by], t->xray_rows[by] + square * t->class_stride,
                                     t->class_stride);
}

/* Is the way free for the piece on `at`, one of the aims, over a board so occupied, or does it
 * leap? */
static inline bool xray_hits(const Position *p, int square, int at, Bitboard occupied) {
    const Tables *t = p->variant->tables;
    if (!(t->between[square * p->variant->squares + at] & occupied)) return true;
    Piece piece = p->board[at];
    return bb_has(t->powers[piece_side(piece)][piece_type(piece)].capture[at], square);
}

/* As set_leapers_at. Where a word is a set the few squares within a leap are looked at, else the
 * classes are gone through. */
static inline Bitboard leaper_attackers_to(const Position *p, int square, int by) {
    const Tables *t = p->variant->tables;
#ifdef NARROW
    Bitboard found = 0;
    for (Bitboard pieces = p->by_side[by] & t->leap_from[by][square]; pieces;) {
        int at = bb_pop_lsb(&pieces);
        if (bb_has(t->powers[by][piece_type(p->board[at])].capture[at], square))
            found |= BB_SQUARE(at);
    }
    return found;
#else
    return bb_union_of_intersections(p->by_class[by], t->leap_rows[by] + square * t->leap_stride,
                                     t->leap_stride);
#endif
}

#endif
