/* attacks_bitboard - sliding attacks and the attackers of a square, on boards of up to 128 squares.
 *
 * Shapes   Compiled with Bitboard of 128 or of 64 bits (base/bitboard.h). `occupied` may differ
 *          from the position's occupied squares: callers also test boards that a move has changed.
 *          But attackers are looked up on the squares where the position has them. So a caller
 *          passes captured pieces in `gone`, or removes them from the result.
 * Source   chessprogramming.org: Classical Approach (rays and their first blocker; no magics),
 *          X-ray Attacks, Square Attacked By.
 */
#ifndef HENKA_RULES_ATTACKS_BITBOARD_H
#define HENKA_RULES_ATTACKS_BITBOARD_H

#include "rules/attacks.h"
#include "rules/oracle.h"
#include "rules/strip.h"
#include "tables/tables.h"

/* ---- rays ---------------------------------------------------------------------------------------
 * A ray is the bitboard of the squares that a slider crosses from a square on an empty board. It is
 * rising (a positive ray, chessprogramming wiki: Classical Approach) when it leads to higher square
 * numbers, so that the nearest blocker is the lowest bit. */

/* Returns the first blocker on a ray: one square or none. */
static inline Bitboard ray_first_blocker(Bitboard ray, bool rising, Bitboard occupied) {
    Bitboard met = ray & occupied;
    if (!met) return 0;
    return rising ? met & -met : BB_SQUARE(bb_msb(met));
}

/* Returns the squares of a ray up to and including the first blocker, or the whole ray without one.
 * On a rising ray: n ^ (n - 1) has all bits up to the lowest bit of n, and all bits for n = 0. */
static inline Bitboard ray_attacks(Bitboard ray, bool rising, Bitboard occupied) {
    Bitboard met = ray & occupied;
    if (rising) return ray & (met ^ (met - 1));
    return ray & bb_from_msb(met);
}

/* slider_attacks returns the squares that all rays of a type reach from a square. The tables hold
 * RAYS_A_WAY rising and RAYS_A_WAY falling rays for each (empty if not needed), so AVX-512 cuts all
 * eight at once. An Occupancy holds the occupied squares as slider_attacks reads them. */
#if defined __AVX512CD__ && defined __AVX512DQ__ && BITBOARD_BITS == 128

#include <immintrin.h>

enum { LOWER_HALVES = 0x55, UPPER_HALVES = 0xAA };

typedef __m512i Occupancy;
static inline Occupancy slider_occupancy(Bitboard occupied) {
    return _mm512_broadcast_i64x2(_mm_set_epi64x((long long)(occupied >> 64), (long long)occupied));
}

/* Cuts four rays of two words each. Rising: each word keeps its bits up to the lowest blocker (all
 * bits if it has none), and the upper word is kept only if the lower word has no blocker. For
 * falling rays, up to the highest blocker, and the lower word depends on the upper. */
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
    Bitboard attacks = 0;
    for (int i = 0; i < up_count; i++) attacks |= ray_attacks((Bitboard)rays[i], true, occupancy);
    for (int i = 0; i < down_count; i++)
        attacks |= ray_attacks((Bitboard)rays[RAYS_A_WAY + i], false, occupancy);
    return attacks;
}

#endif

static inline Bitboard slider_attacks(const BitboardPower *power, int from, Bitboard occupied) {
    return slider_attacks_by_rays(power->rays + 2 * RAYS_A_WAY * from, power->up_count,
                                  power->down_count, slider_occupancy(occupied));
}

/* Returns the first piece behind the screen, seen from the target: one square or none. */
static inline Bitboard hopper_behind(const AttackHop *hop, int target, Bitboard occupied) {
    Bitboard look = hop->look[target],
             screen = ray_first_blocker(look & hop->after[target], hop->rising, occupied);
    return screen ? ray_first_blocker(hop->before[bb_lsb(screen)] & look, hop->rising, occupied)
                  : 0;
}

/* Does one of the hoppers attack the target over exactly one piece, its screen? */
static inline bool hopper_attacks(const AttackHop *hop, int target, Bitboard occupied,
                                  Bitboard hoppers) {
    return hoppers & hop->look[target] && hopper_behind(hop, target, occupied) & hoppers;
}

/* Returns the squares behind the screen, seen from the target: there, a hopper would attack it. */
static inline Bitboard hopper_squares(const AttackHop *hop, int target, Bitboard occupied) {
    Bitboard look = hop->look[target],
             screen = ray_first_blocker(look & hop->after[target], hop->rising, occupied);
    return screen ? ray_attacks(hop->before[bb_lsb(screen)] & look, hop->rising, occupied) : 0;
}

/* ---- attackers of a square ------------------------------------------------------------------- */

/* Returns the x-ray attackers: the pieces of `by` that would attack the square on an empty board,
 * without hoppers. Not valid if Tables.lines_differ. */
static inline Bitboard attacks_xray_attackers_to(const Position *p, int square, int by) {
    const Tables *t = p->variant->tables;
    return bb_union_of_intersections(p->by_class[by], t->xray_rows[by] + square * t->class_stride,
                                     t->class_stride);
}

/* Does the x-ray attacker on square `at` attack `square` on a board with these occupied squares? It
 * does if the line between them is free, or if it leaps. */
static inline bool attacks_xray_hits(const Position *p, int square, int at, Bitboard occupied) {
    const Tables *t = p->variant->tables;
    if (!((Bitboard)t->between[square * p->variant->squares + at] & occupied)) return true;
    Piece piece = p->board[at];
    return bb_has((Bitboard)t->powers[piece_side(piece)][piece_type(piece)].capture[at], square);
}

/* Returns the pieces of `by` that attack the square by a leap. Small boards test the few pieces
 * within a leap one by one, other boards test class by class. */
static inline Bitboard attacks_leaper_attackers_to(const Position *p, int square, int by) {
    const Tables *t = p->variant->tables;
#if BITBOARD_BITS == 64
    Bitboard leapers = 0;
    for (Bitboard pieces = (Bitboard)p->by_side[by] & t->leap_from[by][square]; pieces;) {
        int at = bb_pop_lsb(&pieces);
        if (bb_has((Bitboard)t->powers[by][piece_type(p->board[at])].capture[at], square))
            leapers |= BB_SQUARE(at);
    }
    return leapers;
#else
    return bb_union_of_intersections(p->by_class[by], t->leap_rows[by] + square * t->leap_stride,
                                     t->leap_stride);
#endif
}

/* Returns the pieces of `by` in `occupied` that attack the square along a line or over a screen. */
static inline Bitboard attacks_slider_attackers_to(const Position *p, int square, int by,
                                                   Bitboard occupied) {
    const Tables *t = p->variant->tables;
    Bitboard attackers = 0;
    for (int i = 0; i < t->ray_count[by]; i++) {
        const AttackRay *r = &t->rays[by][i];
        Bitboard sliders = p->by_class[by][r->class] & r->ray[square] & occupied;
        if (sliders) attackers |= ray_first_blocker(r->ray[square], r->rising, occupied) & sliders;
    }
    for (int i = 0; i < t->hop_count[by]; i++) {
        const AttackHop *hop = &t->hops[by][i];
        Bitboard hoppers = p->by_class[by][hop->class] & hop->look[square] & occupied;
        if (hoppers) attackers |= hopper_behind(hop, square, occupied) & hoppers;
    }
    return attackers;
}

/* ---- is a square attacked? ------------------------------------------------------------------- */

static inline bool attacks_xray_attack(const Position *p, int square, int by, Bitboard occupied,
                                       Bitboard gone) {
    for (Bitboard attackers = attacks_xray_attackers_to(p, square, by) & ~gone; attackers;)
        if (attacks_xray_hits(p, square, bb_pop_lsb(&attackers), occupied)) return true;
    return false;
}

/* Do leapers or sliders of `by` attack the square? Tests ray by ray, for Tables.lines_differ. */
static inline bool attacks_ray_attack(const Position *p, int square, int by, Bitboard occupied,
                                      Bitboard gone) {
    const Tables *t = p->variant->tables;
    if (attacks_leaper_attackers_to(p, square, by) & ~gone) return true;
    for (int i = 0; i < t->ray_count[by]; i++) {
        const AttackRay *r = &t->rays[by][i];
        Bitboard sliders = p->by_class[by][r->class] & ~gone & r->ray[square];
        if (sliders && ray_first_blocker(r->ray[square], r->rising, occupied) & sliders)
            return true;
    }
    return false;
}

/* Returns the pieces of side `by` and this type that may attack the square, if moves of the type
 * are known only by following them leg by leg (by_legs_types); else none. */
static inline Bitboard attacks_legs_near(const Position *p, int square, int by, int type) {
    const Tables *t = p->variant->tables;
    if (!t->by_legs_types[type]) return 0;
    const Bitboard128 *view = t->legs_view[by][type];
    Bitboard pieces = (Bitboard)p->by_type[by][type];
    return view ? pieces & (Bitboard)view[square] : pieces;
}

/* Does side `by`, without its pieces on `gone`, attack the square if these squares are occupied? */
static inline bool attacks_square_attacked_over(const Position *p, int square, int by,
                                                Bitboard occupied, Bitboard gone) {
    const Tables *t = p->variant->tables;
    if (BITBOARD_BITS == 64 && t->strip)
        return strip_attacked(p, square, by, (uint64_t)occupied,
                              (uint64_t)p->by_side[by] & (uint64_t)~gone);
    if (t->lines_differ ? attacks_ray_attack(p, square, by, occupied, gone)
                        : attacks_xray_attack(p, square, by, occupied, gone))
        return true;
    for (int i = 0; i < t->hop_count[by]; i++)
        if (hopper_attacks(&t->hops[by][i], square, occupied,
                           p->by_class[by][t->hops[by][i].class] & ~gone))
            return true;
    for (int type = 1; t->attack_by_legs && type <= p->variant->type_count; type++)
        for (Bitboard from = attacks_legs_near(p, square, by, type) & ~gone; from;)
            if (oracle_walk_attacks(p, bb_pop_lsb(&from), square)) return true;
    return false;
}

/* Returns the pieces of a class after a move: the piece of `by` on `from` stands on `end` as the
 * given type, and the pieces on `gone` are captured. */
static inline Bitboard attacks_class_after(const Position *p, int by, int class, Bitboard from,
                                           Bitboard end, int type, Bitboard gone) {
    Bitboard members = p->by_class[by][class] & ~from;
    return (p->variant->tables->class_bits[type] >> class & 1 ? members | end : members) & ~gone;
}

/* Would sliders or hoppers of `by` attack the square after a move in which the piece of `by` on
 * `from` moves to `end`, becomes that type, and captures the pieces on `gone`? occupied: the
 * squares occupied after the move. from, end and gone are bitboards of one square or none. */
static inline bool attacks_lines_attack_after(const Position *p, int square, int by,
                                              Bitboard occupied, Bitboard from, Bitboard end,
                                              int type, Bitboard gone) {
    const Tables *t = p->variant->tables;
    if (BITBOARD_BITS == 64 && t->strip)
        return strip_attacked(p, square, by, (uint64_t)occupied, (uint64_t)~(from | end | gone)) ||
               strip_piece_attacks(t, by, type, (uint64_t)end, (uint64_t)BB_SQUARE(square),
                                   (uint64_t)occupied);
    for (int i = 0; i < t->ray_count[by]; i++) {
        const AttackRay *r = &t->rays[by][i];
        Bitboard sliders =
            attacks_class_after(p, by, r->class, from, end, type, gone) & r->ray[square];
        if (sliders && ray_first_blocker(r->ray[square], r->rising, occupied) & sliders)
            return true;
    }
    for (int i = 0; i < t->hop_count[by]; i++)
        if (hopper_attacks(&t->hops[by][i], square, occupied,
                           attacks_class_after(p, by, t->hops[by][i].class, from, end, type, gone)))
            return true;
    return false;
}

/* ---- check ----------------------------------------------------------------------------------- */

/* Is a royal of this side attacked, and would its loss decide the game? If only the loss of the
 * last royal does: are all attacked, and does HenkaVariant.duple_check forbid that? */
static inline bool attacks_royal_attacked_bb(const Position *p, int side) {
    if (!p->royals[side]) return false;
    bool all = p->royals[side] > 1 && !(p->variant->any_royal_loses >> side & 1);
    if (all && !p->variant->duple_check) return false;
    if (!all && p->variant->royals_may_not_face && attacks_royals_face(p)) return true;
    for (Bitboard royals = p->royal_set[side]; royals;)
        if (attacks_square_attacked_over(p, bb_pop_lsb(&royals), !side,
                                         p->by_side[0] | p->by_side[1], 0) != all)
            return !all;
    return all;
}

/* Does a legal move give check? If masks alone decide, the move is not made: does the piece attack
 * the royal by a leap from its destination, or does any line reach the royal after the move? */
static inline bool attacks_gives_check_bb(Position *p, Move m) {
    const Tables *t = p->variant->tables;
    int side = p->side;
    if (t->attack_by_legs || p->royals[!side] != 1 || move_is_special(m)) {
        Edits e;
        position_do(p, m, &e);
        bool check = attacks_royal_attacked_bb(p, !side);
        position_undo(p, &e);
        return check;
    }
    int target = bb_lsb((Bitboard)p->royal_set[!side]), type = position_becomes(p, m);
    Bitboard end = BB_SQUARE(move_to(m)), from = move_is_drop(m) ? 0 : BB_SQUARE(move_from(m));
    if (bb_has(end, target)) return false; /* the move takes the royal */
    if (bb_has((Bitboard)t->powers[side][type].capture[move_to(m)], target)) return true;
    if (attacks_leaper_attackers_to(p, target, side) & ~from) return true;
    return attacks_lines_attack_after(
        p, target, side, ((p->by_side[0] | p->by_side[1]) & ~from) | end, from, end, type, 0);
}

#endif
