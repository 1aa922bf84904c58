/* strip_attackers - who takes on a square of a strip (Tables.strip), asked of all pieces at once.
 *
 * Shapes   Answers are sets of squares, of one word, of pieces of both sides. Who is counted out of
 *          `occupied` is asked like the others: where he is to be gone, the caller leaves him out.
 */
#ifndef HENKA_RULES_STRIP_ATTACKERS_H
#define HENKA_RULES_STRIP_ATTACKERS_H

#include "base/lanes.h"
#include "position/position.h"

/* The board in two rows of lanes. */
typedef struct StripLanes {
    Lanes steps, up, down, hops;
} StripLanes;
static inline StripLanes strip_lanes(const Position *p, int row) {
    const StripBoard *small_attacks = &p->strip;
    int at = LANES * row;
    return (StripLanes){lanes_at(small_attacks->steps + at), lanes_at(small_attacks->up + at),
                        lanes_at(small_attacks->down + at), lanes_at(small_attacks->hops + at)};
}

/* Lane by lane the pieces between the lane's own square, who may be among them, and this one. */
static inline Lanes lanes_between(int row, uint32_t square, uint32_t occupied) {
    Lanes below = (lanes_all((uint32_t)1 << LANES * row) << lanes_numbers()) - 1;
    return (below ^ (square - 1)) & (occupied & ~square);
}

static inline uint32_t row_attackers_to(const Position *p, int row, uint32_t square,
                                        uint32_t occupied) {
    const StripLanes small_attacks = strip_lanes(p, row);
    Lanes there = lanes_all(square), between = lanes_between(row, square, occupied),
          slides = small_attacks.up | small_attacks.down, screens = small_attacks.hops & between;
    uint32_t lined = lanes_meet(slides, there) & ~lanes_meet(slides, between);
    return lanes_meet(small_attacks.steps, there) | lined |
           (lanes_meet(small_attacks.hops, there) & lanes_any(screens) & lanes_few(screens));
}

/* Everybody, of both sides, who attacks the square, a set of one, over a board so occupied. Men who
 * are there no more are the caller's to leave out.
 */
static inline uint64_t strip_attackers_to(const Position *p, uint64_t square, uint64_t occupied) {
    return row_attackers_to(p, 0, (uint32_t)square, (uint32_t)occupied) |
           row_attackers_to(p, 1, (uint32_t)square, (uint32_t)occupied) << LANES;
}

static inline uint32_t row_xray_attackers_to(const Position *p, int row, uint32_t square,
                                             uint32_t occupied) {
    const StripLanes small_attacks = strip_lanes(p, row);
    Lanes there = lanes_all(square), between = lanes_between(row, square, occupied),
          slides = small_attacks.up | small_attacks.down;
    Lanes screens = small_attacks.hops & between, others = screens & (screens - 1);
    uint32_t lined = lanes_meet(slides, there) & lanes_few(slides & between);
    return lanes_meet(small_attacks.steps, there) | lined |
           (lanes_meet(small_attacks.hops, there) & lanes_few(others));
}

/* Everybody, of both sides, who attacks the square or would were one piece gone, or one screen
 * there or gone: see strip_attackers_to. */
static inline uint64_t strip_xray_attackers_to(const Position *p, uint64_t square,
                                               uint64_t occupied) {
    return row_xray_attackers_to(p, 0, (uint32_t)square, (uint32_t)occupied) |
           row_xray_attackers_to(p, 1, (uint32_t)square, (uint32_t)occupied) << LANES;
}

static inline uint32_t row_hoppers_without_screen(const Position *p, int row, uint32_t square,
                                                  uint32_t occupied) {
    const Lanes hops = strip_lanes(p, row).hops;
    return lanes_meet(hops, lanes_all(square)) &
           ~lanes_meet(hops, lanes_between(row, square, occupied));
}

/* Everybody who would take there over a screen, and has none. */
static inline uint64_t strip_hoppers_without_screen(const Position *p, uint64_t square,
                                                    uint64_t occupied) {
    return row_hoppers_without_screen(p, 0, (uint32_t)square, (uint32_t)occupied) |
           row_hoppers_without_screen(p, 1, (uint32_t)square, (uint32_t)occupied) << LANES;
}

static inline uint32_t row_leaper_attackers_to(const Position *p, int row, uint32_t ends) {
    return lanes_meet(strip_lanes(p, row).steps, lanes_all(ends));
}

/* Who leaps at one of these squares? */
static inline uint64_t strip_leaper_attackers_to(const Position *p, uint64_t ends) {
    return row_leaper_attackers_to(p, 0, (uint32_t)ends) |
           row_leaper_attackers_to(p, 1, (uint32_t)ends) << LANES;
}

static inline uint32_t row_pieces_with_capture(const Position *p, int row, uint32_t occupied,
                                               uint32_t ends) {
    const StripLanes small_attacks = strip_lanes(p, row);
    Lanes up = small_attacks.up & occupied, goals = (up & -up) |
                                                    lanes_top(small_attacks.down & occupied) |
                                                    small_attacks.steps | small_attacks.hops;
    return lanes_meet(goals, lanes_all(ends));
}

/* Everybody who might take on one of these occupied squares, and nobody who leaps or slides but
 * does not reach any. */
static inline uint64_t strip_pieces_with_capture(const Position *p, uint64_t occupied,
                                                 uint64_t ends) {
    return row_pieces_with_capture(p, 0, (uint32_t)occupied, (uint32_t)ends) |
           row_pieces_with_capture(p, 1, (uint32_t)occupied, (uint32_t)ends) << LANES;
}

/* What pieces take along their lines, and by their leaps too; over screens is left out. */
typedef struct StripReach {
    uint64_t lines, all;
} StripReach;

/* Up to and with the first piece each way, by lanes. */
static inline Lanes lanes_lines(const StripLanes *small_attacks, uint32_t occupied) {
    Lanes above = small_attacks->up & occupied, below = small_attacks->down & occupied;
    return (small_attacks->up & (above ^ (above - 1))) |
           (small_attacks->down & ~(lanes_top(below | 1) - 1));
}

static inline StripReach strip_attacks_of(const Position *p, uint64_t pieces, uint64_t occupied) {
    const StripLanes low = strip_lanes(p, 0), high = strip_lanes(p, 1);
    Lanes in_low = lanes_named((uint32_t)pieces), in_high = lanes_named((uint32_t)pieces >> LANES);
    Lanes lines = (lanes_lines(&low, (uint32_t)occupied) & in_low) |
                  (lanes_lines(&high, (uint32_t)occupied) & in_high);
    return (StripReach){lanes_union(lines),
                        lanes_union(lines | (low.steps & in_low) | (high.steps & in_high))};
}

/* Everybody who might take over some screen. */
static inline uint64_t strip_hoppers(const Position *p) {
    return lanes_any(strip_lanes(p, 0).hops) | lanes_any(strip_lanes(p, 1).hops) << LANES;
}

/* Does one of these pieces of that side attack the square? */
static inline bool strip_attacked(const Position *p, int square, int by, uint64_t occupied,
                                  uint64_t pieces) {
    return strip_attackers_to(p, (uint64_t)1 << square, occupied) & pieces &
           (uint64_t)p->by_side[by];
}
static inline bool strip_attacked_now(const Position *p, int square, int by) {
    return strip_attacked(p, square, by, (uint64_t)(p->by_side[0] | p->by_side[1]), ~(uint64_t)0);
}

#endif
