/* strip - attacks on a strip: a board of one file, or any other board of at most STRIP_SQUARES
 * squares where every piece has leaps and, in each direction of square numbers (up and down), at
 * most one slide and one hop (Tables.strip). The attacks of all pieces are tested at once by vector
 * instructions, sixteen lanes of 32 bits.
 *
 * Shapes   Bitboards are one word of 64 bits in every file that includes this one; only the lowest
 *          32 bits are used. Results hold pieces of both sides. A piece that is missing from
 *          `occupied` still attacks: the caller removes captured pieces from the result. */
#ifndef HENKA_RULES_STRIP_H
#define HENKA_RULES_STRIP_H

#include "base/bitboard.h"
#include "base/lanes.h"
#include "position/position.h"
#include "tables/tables.h"

/* ---- one piece ------------------------------------------------------------------------------- */

/* Returns the squares of an upward or downward ray up to and including the first blocker. */
static inline uint64_t ray_attacks_up(uint64_t line, uint64_t occupied) {
    uint64_t met = line & occupied;
    return line & (met ^ (met - 1));
}
static inline uint64_t ray_attacks_down(uint64_t line, uint64_t occupied) {
    return line & word_from_msb(line & occupied);
}

/* Returns a hopper's attacks: the squares behind its screen, up to and including the next piece. */
static inline uint64_t hopper_attacks_up(uint64_t line, uint64_t occupied) {
    uint64_t met = line & occupied, rest = met & (met - 1);
    return line & (rest ^ (rest - 1)) & ~(met ^ (met - 1));
}
static inline uint64_t hopper_attacks_down(uint64_t line, uint64_t occupied) {
    uint64_t met = line & occupied, above = word_from_msb(met);
    return line & word_from_msb(met & ~above) & ~above;
}

static inline uint64_t strip_extra_slides(const StripExtra *extra, uint64_t occupied) {
    return ray_attacks_up(extra->up, occupied) | ray_attacks_down(extra->down, occupied);
}
static inline uint64_t strip_extra_hops(const StripExtra *extra, uint64_t occupied) {
    return hopper_attacks_up(extra->hop_up, occupied) |
           hopper_attacks_down(extra->hop_down, occupied);
}

/* Returns the targets of an irregular piece: empty squares in `quiet`, occupied squares in
 * `capture`. Squares with own pieces are included. */
static inline uint64_t strip_extra_targets(const StripExtra *extra, uint64_t steps,
                                           uint64_t occupied, uint64_t quiet, uint64_t capture) {
    uint64_t slides = strip_extra_slides(extra, occupied) &
                      ((quiet & extra->slide_moves) | (capture & extra->slide_takes));
    return (steps & (quiet | capture)) | slides |
           (strip_extra_hops(extra, occupied) &
            ((quiet & extra->hop_moves) | (capture & extra->hop_takes)));
}

/* Returns the squares that a piece of that type attacks from that square. */
static inline uint64_t strip_attacks_from(const Tables *t, int side, int type, int from,
                                          uint64_t occupied) {
    const SmallAttacks *attacks = &t->small_attacks[side][small_index(t, type, from)];
    uint64_t ends = attacks->steps | ray_attacks_up(attacks->up, occupied) |
                    ray_attacks_down(attacks->down, occupied);
    return attacks->hops
               ? ends | (strip_extra_hops(&t->strip_extras[side][small_index(t, type, from)],
                                          occupied) &
                         attacks->hops)
               : ends;
}

/* Returns the squares between two bitboards of one square each. */
static inline uint64_t squares_between(uint64_t a, uint64_t b) {
    return ((a - 1) ^ (b - 1)) & ~a & ~b;
}

static inline uint64_t only_if(bool yes, uint64_t squares) { return squares & -(uint64_t)yes; }

/* Does a piece of that type on `from` attack the square? Both squares are bitboards of one square.
 * Written without branches, which would be mispredicted. */
static inline bool strip_piece_attacks(const Tables *t, int side, int type, uint64_t from,
                                       uint64_t square, uint64_t occupied) {
    const SmallAttacks *attacks =
        &t->small_attacks[side][small_index(t, type, __builtin_ctzll(from))];
    uint64_t met = squares_between(from, square) & occupied, slides = attacks->up | attacks->down,
             screens = attacks->hops & met;
    bool one = (screens ^ (screens - 1)) > screens - 1;
    return ((attacks->steps | only_if(!(slides & met), slides) | only_if(one, attacks->hops)) &
            square) != 0;
}

static inline HalfLanes half_lanes_at(const uint32_t *first) { return *(const HalfLanes *)first; }

/* Returns the view of the square: the squares along every line on which that side could attack it,
 * up to the first piece, or up to the second piece on lines of that side's hoppers. Squares beyond
 * do not matter to a royal on the square. */
static inline uint64_t strip_view(const Tables *t, int side, int square, uint64_t occupied) {
    const StripLinesTo *lines_to = &t->lines_to[side][square];
    HalfLanes up = half_lanes_at(lines_to->up), down = half_lanes_at(lines_to->down),
              occupants = (HalfLanes){0} + (uint32_t)occupied;
    HalfLanes met = up & occupants, below = down & occupants;
    met &= ~(met & -met & half_lanes_at(lines_to->up_hops));
    below &= ~(half_msb(below) & half_lanes_at(lines_to->down_hops));
    return half_union((up & (met ^ (met - 1))) | (down & ~(half_msb(below | 1) - 1))) |
           (uint64_t)1 << square;
}

/* May the generator leave stalemating moves in its list, although they are illegal?
 * attacks_gives_check_fast finds them when they are about to be made (CheckInfoBuffer). */
static inline bool strip_stalemate_deferred(const Position *p) {
    return p->variant->stalemate == STALEMATE_ILLEGAL && p->variant->tables->strip &&
           p->royals[0] == 1 && p->royals[1] == 1;
}

/* ---- all pieces at once ---------------------------------------------------------------------- */

/* How the pieces on 16 squares attack, a lane each: row 0 is squares 0 to 15, row 1 is 16 to 31. */
typedef struct StripLanes {
    Lanes steps, up, down, hops;
} StripLanes;
static inline StripLanes strip_lanes(const Position *p, int row) {
    const StripBoard *board = &p->strip;
    int at = LANES * row;
    return (StripLanes){lanes_at(board->steps + at), lanes_at(board->up + at),
                        lanes_at(board->down + at), lanes_at(board->hops + at)};
}

/* Returns in each lane the pieces between the lane's own square (which may be included) and
 * `square`, a bitboard of one square. */
static inline Lanes lanes_between(int row, uint32_t square, uint32_t occupied) {
    Lanes below = (lanes_all((uint32_t)1 << LANES * row) << lanes_numbers()) - 1;
    return (below ^ (square - 1)) & (occupied & ~square);
}

/* Returns the pieces of both sides that attack the square (a bitboard of one square) when these
 * squares are occupied. */
static inline uint64_t strip_attackers_to(const Position *p, uint64_t square, uint64_t occupied) {
    uint64_t attackers = 0;
#pragma GCC unroll 2
    for (int row = 0; row < 2; row++) {
        const StripLanes lanes = strip_lanes(p, row);
        Lanes there = lanes_all((uint32_t)square),
              between = lanes_between(row, (uint32_t)square, (uint32_t)occupied),
              slides = lanes.up | lanes.down, screens = lanes.hops & between;
        uint32_t lined = lanes_intersect(slides, there) & ~lanes_intersect(slides, between),
                 hops = lanes_intersect(lanes.hops, there) & lanes_any(screens) &
                        lanes_at_most_one(screens);
        attackers |= (uint64_t)(lanes_intersect(lanes.steps, there) | lined | hops) << LANES * row;
    }
    return attackers;
}

/* Returns the x-ray attackers: attackers, and pieces that would attack if one blocker were missing,
 * or if one screen were added or missing. */
static inline uint64_t strip_xray_attackers_to(const Position *p, uint64_t square,
                                               uint64_t occupied) {
    uint64_t attackers = 0;
#pragma GCC unroll 2
    for (int row = 0; row < 2; row++) {
        const StripLanes lanes = strip_lanes(p, row);
        Lanes there = lanes_all((uint32_t)square),
              between = lanes_between(row, (uint32_t)square, (uint32_t)occupied),
              slides = lanes.up | lanes.down, screens = lanes.hops & between,
              others = screens & (screens - 1);
        uint32_t lined = lanes_intersect(slides, there) & lanes_at_most_one(slides & between),
                 hops = lanes_intersect(lanes.hops, there) & lanes_at_most_one(others);
        attackers |= (uint64_t)(lanes_intersect(lanes.steps, there) | lined | hops) << LANES * row;
    }
    return attackers;
}

/* Returns hoppers that would attack the square but have no screen. */
static inline uint64_t strip_hoppers_without_screen(const Position *p, uint64_t square,
                                                    uint64_t occupied) {
    uint64_t hoppers = 0;
    for (int row = 0; row < 2; row++) {
        const Lanes hops = strip_lanes(p, row).hops,
                    between = lanes_between(row, (uint32_t)square, (uint32_t)occupied);
        hoppers |= (uint64_t)(lanes_intersect(hops, lanes_all((uint32_t)square)) &
                              ~lanes_intersect(hops, between))
                   << LANES * row;
    }
    return hoppers;
}

/* Returns the pieces of both sides that leap to a square of `ends`. */
static inline uint64_t strip_leaper_attackers_to(const Position *p, uint64_t ends) {
    Lanes there = lanes_all((uint32_t)ends);
    return lanes_intersect(strip_lanes(p, 0).steps, there) |
           lanes_intersect(strip_lanes(p, 1).steps, there) << LANES;
}

/* Returns pieces that may have a capture on one of these occupied squares. Exact for leapers and
 * sliders; hoppers are returned whether or not they have a screen. */
static inline uint64_t strip_pieces_with_capture(const Position *p, uint64_t occupied,
                                                 uint64_t ends) {
    uint64_t pieces = 0;
#pragma GCC unroll 2
    for (int row = 0; row < 2; row++) {
        const StripLanes lanes = strip_lanes(p, row);
        Lanes up = lanes.up & (uint32_t)occupied,
              goals = (up & -up) | lanes_msb(lanes.down & (uint32_t)occupied) | lanes.steps |
                      lanes.hops;
        pieces |= (uint64_t)lanes_intersect(goals, lanes_all((uint32_t)ends)) << LANES * row;
    }
    return pieces;
}

/* The squares that a group of pieces attacks, without the captures of hoppers. */
typedef struct StripReach {
    uint64_t lines; /* squares attacked by sliders */
    uint64_t all;   /* squares attacked by sliders and leapers */
} StripReach;

/* Returns, in each lane, the squares of both rays of the lane's slider up to the first blocker. */
static inline Lanes lanes_lines(const StripLanes *lanes, uint32_t occupied) {
    Lanes above = lanes->up & occupied, below = lanes->down & occupied;
    return (lanes->up & (above ^ (above - 1))) | (lanes->down & ~(lanes_msb(below | 1) - 1));
}

static inline StripReach strip_attacks_of(const Position *p, uint64_t pieces, uint64_t occupied) {
    const StripLanes low = strip_lanes(p, 0), high = strip_lanes(p, 1);
    Lanes in_low = lanes_mask((uint32_t)pieces), in_high = lanes_mask((uint32_t)pieces >> LANES);
    Lanes lines = (lanes_lines(&low, (uint32_t)occupied) & in_low) |
                  (lanes_lines(&high, (uint32_t)occupied) & in_high);
    return (StripReach){lanes_union(lines),
                        lanes_union(lines | (low.steps & in_low) | (high.steps & in_high))};
}

static inline uint64_t strip_hoppers(const Position *p) {
    return lanes_any(strip_lanes(p, 0).hops) | lanes_any(strip_lanes(p, 1).hops) << LANES;
}

/* Does a piece of side `by` among `pieces` attack the square? */
static inline bool strip_attacked(const Position *p, int square, int by, uint64_t occupied,
                                  uint64_t pieces) {
    return strip_attackers_to(p, (uint64_t)1 << square, occupied) & pieces &
           (uint64_t)p->by_side[by];
}
static inline bool strip_attacked_now(const Position *p, int square, int by) {
    return strip_attacked(p, square, by, (uint64_t)(p->by_side[0] | p->by_side[1]), ~(uint64_t)0);
}

#endif
