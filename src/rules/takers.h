/* takers - who takes on a square of a strip (Tables.strip), asked of all men at once.
 *
 * Shapes   Answers are sets of squares, of one word, of men of both sides. Who is counted out of
 *          `occupied` is asked like the others: where he is to be gone, the caller leaves him out.
 */
#ifndef HENKA_RULES_TAKERS_H
#define HENKA_RULES_TAKERS_H

#include "base/lanes.h"
#include "position/position.h"

/* The board in two rows of lanes. */
typedef struct WayLanes {
    Lanes steps, up, down, hops;
} WayLanes;
static inline WayLanes way_lanes(const Position *p, int row) {
    const StripWays *ways = &p->strip;
    int at = LANES * row;
    return (WayLanes){lanes_at(ways->steps + at), lanes_at(ways->up + at),
                      lanes_at(ways->down + at), lanes_at(ways->hops + at)};
}

/* Lane by lane the pieces between the lane's own square, who may be among them, and this one. */
static inline Lanes lanes_between(int row, uint32_t square, uint32_t occupied) {
    Lanes below = (lanes_all((uint32_t)1 << LANES * row) << lanes_numbers()) - 1;
    return (below ^ (square - 1)) & (occupied & ~square);
}

static inline uint32_t row_takers(const Position *p, int row, uint32_t square, uint32_t occupied) {
    const WayLanes ways = way_lanes(p, row);
    Lanes there = lanes_all(square), between = lanes_between(row, square, occupied),
          slides = ways.up | ways.down, mounts = ways.hops & between;
    uint32_t lined = lanes_meet(slides, there) & ~lanes_meet(slides, between);
    return lanes_meet(ways.steps, there) | lined |
           (lanes_meet(ways.hops, there) & lanes_any(mounts) & lanes_few(mounts));
}

/* Everybody, of both sides, who attacks the square, a set of one, over a board so occupied. Men who
 * are there no more are the caller's to leave out.
 */
static inline uint64_t strip_takers(const Position *p, uint64_t square, uint64_t occupied) {
    return row_takers(p, 0, (uint32_t)square, (uint32_t)occupied) |
           row_takers(p, 1, (uint32_t)square, (uint32_t)occupied) << LANES;
}

static inline uint32_t row_threats(const Position *p, int row, uint32_t square, uint32_t occupied) {
    const WayLanes ways = way_lanes(p, row);
    Lanes there = lanes_all(square), between = lanes_between(row, square, occupied),
          slides = ways.up | ways.down;
    Lanes mounts = ways.hops & between, others = mounts & (mounts - 1);
    uint32_t lined = lanes_meet(slides, there) & lanes_few(slides & between);
    return lanes_meet(ways.steps, there) | lined |
           (lanes_meet(ways.hops, there) & lanes_few(others));
}

/* Everybody, of both sides, who attacks the square or would were one piece gone, or one mount there
 * or gone: see strip_takers. */
static inline uint64_t strip_threats(const Position *p, uint64_t square, uint64_t occupied) {
    return row_threats(p, 0, (uint32_t)square, (uint32_t)occupied) |
           row_threats(p, 1, (uint32_t)square, (uint32_t)occupied) << LANES;
}

static inline uint32_t row_mountless(const Position *p, int row, uint32_t square,
                                     uint32_t occupied) {
    const Lanes hops = way_lanes(p, row).hops;
    return lanes_meet(hops, lanes_all(square)) &
           ~lanes_meet(hops, lanes_between(row, square, occupied));
}

/* Everybody who would take there over a mount, and has none. */
static inline uint64_t strip_mountless(const Position *p, uint64_t square, uint64_t occupied) {
    return row_mountless(p, 0, (uint32_t)square, (uint32_t)occupied) |
           row_mountless(p, 1, (uint32_t)square, (uint32_t)occupied) << LANES;
}

static inline uint32_t row_leapers(const Position *p, int row, uint32_t ends) {
    return lanes_meet(way_lanes(p, row).steps, lanes_all(ends));
}

/* Who leaps at one of these squares? */
static inline uint64_t strip_leapers(const Position *p, uint64_t ends) {
    return row_leapers(p, 0, (uint32_t)ends) | row_leapers(p, 1, (uint32_t)ends) << LANES;
}

static inline uint32_t row_hunters(const Position *p, int row, uint32_t occupied, uint32_t ends) {
    const WayLanes ways = way_lanes(p, row);
    Lanes up = ways.up & occupied,
          goals = (up & -up) | lanes_top(ways.down & occupied) | ways.steps | ways.hops;
    return lanes_meet(goals, lanes_all(ends));
}

/* Everybody who might take on one of these occupied squares, and nobody who leaps or slides but
 * does not reach any. */
static inline uint64_t strip_hunters(const Position *p, uint64_t occupied, uint64_t ends) {
    return row_hunters(p, 0, (uint32_t)occupied, (uint32_t)ends) |
           row_hunters(p, 1, (uint32_t)occupied, (uint32_t)ends) << LANES;
}

/* What men take along their lines, and by their leaps too; over mounts is left out. */
typedef struct Reach {
    uint64_t lines, all;
} Reach;

/* Up to and with the first piece each way, by lanes. */
static inline Lanes lanes_lines(const WayLanes *ways, uint32_t occupied) {
    Lanes above = ways->up & occupied, below = ways->down & occupied;
    return (ways->up & (above ^ (above - 1))) | (ways->down & ~(lanes_top(below | 1) - 1));
}

static inline Reach strip_reach(const Position *p, uint64_t men, uint64_t occupied) {
    const WayLanes low = way_lanes(p, 0), high = way_lanes(p, 1);
    Lanes in_low = lanes_named((uint32_t)men), in_high = lanes_named((uint32_t)men >> LANES);
    Lanes lines = (lanes_lines(&low, (uint32_t)occupied) & in_low) |
                  (lanes_lines(&high, (uint32_t)occupied) & in_high);
    return (Reach){lanes_union(lines),
                   lanes_union(lines | (low.steps & in_low) | (high.steps & in_high))};
}

/* Everybody who might take over some mount. */
static inline uint64_t strip_hoppers(const Position *p) {
    return lanes_any(way_lanes(p, 0).hops) | lanes_any(way_lanes(p, 1).hops) << LANES;
}

/* Does one of these men of that side attack the square? */
static inline bool strip_attacked(const Position *p, int square, int by, uint64_t occupied,
                                  uint64_t men) {
    return strip_takers(p, (uint64_t)1 << square, occupied) & men & (uint64_t)p->by_side[by];
}
static inline bool strip_attacked_now(const Position *p, int square, int by) {
    return strip_attacked(p, square, by, (uint64_t)(p->by_side[0] | p->by_side[1]), ~(uint64_t)0);
}

#endif
