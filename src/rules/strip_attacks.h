/* strip_attacks - what pieces of a strip (Tables.strip) reach and who takes what, man by man: there
 * are few of them, and each goes at most one way up and one down.
 *
 * Shapes   Sets are one word, also where Bitboard is wider: these are for all who meet a strip.
 */
#ifndef HENKA_RULES_STRIP_ATTACKS_H
#define HENKA_RULES_STRIP_ATTACKS_H

#include "base/lanes.h"
#include "position/position.h"
#include "variant/tables.h"

/* Along a line towards higher or lower squares up to and with the first piece. */
static inline uint64_t ray_attacks_up(uint64_t line, uint64_t occupied) {
    uint64_t met = line & occupied;
    return line & (met ^ (met - 1));
}
static inline uint64_t ray_attacks_down(uint64_t line, uint64_t occupied) {
    return line & word_from_msb(line & occupied);
}

/* Beyond the first piece up to and with the second. */
static inline uint64_t hopper_attacks_up(uint64_t line, uint64_t occupied) {
    uint64_t met = line & occupied, rest = met & (met - 1);
    return line & (rest ^ (rest - 1)) & ~(met ^ (met - 1));
}
static inline uint64_t hopper_attacks_down(uint64_t line, uint64_t occupied) {
    uint64_t met = line & occupied, above = word_from_msb(met);
    return line & word_from_msb(met & ~above) & ~above;
}

static inline uint64_t strip_extra_slides(const StripExtra *over, uint64_t occupied) {
    return ray_attacks_up(over->up, occupied) | ray_attacks_down(over->down, occupied);
}
static inline uint64_t strip_extra_hops(const StripExtra *over, uint64_t occupied) {
    return hopper_attacks_up(over->hopper_attacks_up, occupied) |
           hopper_attacks_down(over->hopper_attacks_down, occupied);
}

/* Where it goes, own pieces not left out: onto these empty squares and these taken ones. */
static inline uint64_t strip_extra_targets(const StripExtra *over, uint64_t steps,
                                           uint64_t occupied, uint64_t quiet, uint64_t capture) {
    uint64_t slides = strip_extra_slides(over, occupied) &
                      ((quiet & over->slide_moves) | (capture & over->slide_takes));
    return (steps & (quiet | capture)) | slides |
           (strip_extra_hops(over, occupied) &
            ((quiet & over->hop_moves) | (capture & over->hop_takes)));
}

/* What a piece of that type attacks from there. */
static inline uint64_t strip_attacks_from(const Tables *t, int side, int type, int from,
                                          uint64_t occupied) {
    const SmallAttacks *way = &t->small_attacks[side][small_index(t, type, from)];
    uint64_t ends =
        way->steps | ray_attacks_up(way->up, occupied) | ray_attacks_down(way->down, occupied);
    return way->hops ? ends | (strip_extra_hops(&t->strip_extras[side][small_index(t, type, from)],
                                                occupied) &
                               way->hops)
                     : ends;
}

/* The squares between two, each given as a set of one. */
static inline uint64_t squares_between(uint64_t a, uint64_t b) {
    return ((a - 1) ^ (b - 1)) & ~a & ~b;
}

static inline uint64_t only_if(bool yes, uint64_t squares) { return squares & -(uint64_t)yes; }

/* Does who goes that way take on the square (a set of one), these pieces between them? Without
 * branches: nobody could foretell them. */
static inline bool small_piece_attacks(const SmallAttacks *way, uint64_t square, uint64_t met) {
    uint64_t slides = way->up | way->down, screens = way->hops & met;
    bool one = (screens ^ (screens - 1)) > screens - 1;
    return ((way->steps | only_if(!(slides & met), slides) | only_if(one, way->hops)) & square) !=
           0;
}

/* Does a piece of that type on `from` (a set of one) attack the square, another? */
static inline bool strip_piece_attacks(const Tables *t, int side, int type, uint64_t from,
                                       uint64_t square, uint64_t occupied) {
    return small_piece_attacks(&t->small_attacks[side][small_index(t, type, __builtin_ctzll(from))],
                               square, squares_between(from, square) & occupied);
}

static inline HalfLanes sights_at(const uint32_t *first) { return *(const HalfLanes *)first; }

/* What is seen from the square along every line on which that side may take there: up to the first
 * piece, the second where someone hops. */
static inline uint64_t strip_view(const Tables *t, int side, int square, uint64_t occupied) {
    const StripLinesTo *lines_to = &t->lines_to[side][square];
    HalfLanes up = sights_at(lines_to->up), down = sights_at(lines_to->down),
              occupants = (HalfLanes){0} + (uint32_t)occupied;
    HalfLanes met = up & occupants, below = down & occupants;
    met &= ~(met & -met & sights_at(lines_to->up_hops));
    below &= ~(half_top(below) & sights_at(lines_to->down_hops));
    return half_union((up & (met ^ (met - 1))) | (down & ~(half_top(below | 1) - 1))) |
           (uint64_t)1 << square;
}

/* May the question whether a move stalemates, where it may not, wait until the move is foreseen? */
static inline bool strip_stalemate_deferred(const Position *p) {
    return p->variant->stalemate == STALEMATE_ILLEGAL && p->variant->tables->strip &&
           p->royals[0] == 1 && p->royals[1] == 1;
}

#endif
