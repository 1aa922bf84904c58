/* ways - what men of a strip (Tables.strip) reach and who takes what, man by man: there are few of them, and each goes at most one way up and one
 * down.
 *
 * Shapes   Sets are one word, also where Set is wider: these are for all who meet a strip.
 */
#ifndef HENKA_RULES_WAYS_H
#define HENKA_RULES_WAYS_H

#include "position/position.h"
#include "variant/tables.h"

/* Along a line towards higher or lower squares up to and with the first piece. */
static inline uint64_t line_up(uint64_t line, uint64_t occupied) {
    uint64_t met = line & occupied;
    return line & (met ^ (met - 1));
}
static inline uint64_t line_down(uint64_t line, uint64_t occupied) { return line & word_from_highest(line & occupied); }

/* Beyond the first piece up to and with the second. */
static inline uint64_t hop_up(uint64_t line, uint64_t occupied) {
    uint64_t met = line & occupied, rest = met & (met - 1);
    return line & (rest ^ (rest - 1)) & ~(met ^ (met - 1));
}
static inline uint64_t hop_down(uint64_t line, uint64_t occupied) {
    uint64_t met = line & occupied, above = word_from_highest(met);
    return line & word_from_highest(met & ~above) & ~above;
}

static inline uint64_t over_slides(const Over *over, uint64_t occupied) { return line_up(over->up, occupied) | line_down(over->down, occupied); }
static inline uint64_t over_hops(const Over *over, uint64_t occupied) { return hop_up(over->hop_up, occupied) | hop_down(over->hop_down, occupied); }

/* Where it goes, own men not left out: onto these empty squares and these taken ones. */
static inline uint64_t over_ends(const Over *over, uint64_t steps, uint64_t occupied, uint64_t quiet, uint64_t capture) {
    uint64_t slides = over_slides(over, occupied) & ((quiet & over->slide_moves) | (capture & over->slide_takes));
    return (steps & (quiet | capture)) | slides | (over_hops(over, occupied) & ((quiet & over->hop_moves) | (capture & over->hop_takes)));
}

/* What a piece of that type attacks from there. */
static inline uint64_t strip_takes(const Tables *t, int side, int type, int from, uint64_t occupied) {
    const Way *way = &t->ways[side][type << 6 | from];
    if (!way->odd) return way->steps | line_up(way->up, occupied) | line_down(way->down, occupied);
    const Over *over = &t->overs[side][type << 6 | from];
    return way->steps | (over_slides(over, occupied) & over->slide_takes) | (over_hops(over, occupied) & over->hop_takes);
}

/* Those of a side who slide or hop. */
static inline uint64_t strip_liners(const Position *p, int side) { return (uint64_t)p->by_class[side][LINE_CLASS]; }

/* Does one of these men of that side attack the square? */
static inline bool strip_attacked(const Position *p, int square, int by, uint64_t occupied, uint64_t men) {
    const Tables *t = p->variant->tables;
    for (uint64_t near = men & t->leap_from[by][square]; near; near &= near - 1) {
        int at = __builtin_ctzll(near);
        if (t->ways[by][piece_type(p->board[at]) << 6 | at].steps >> square & 1) return true;
    }
    for (uint64_t liners = men & strip_liners(p, by) & t->aim_from[by][square]; liners; liners &= liners - 1) {
        int at = __builtin_ctzll(liners);
        if (strip_takes(t, by, piece_type(p->board[at]), at, occupied) >> square & 1) return true;
    }
    return false;
}

#endif
