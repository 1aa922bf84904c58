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
    const Way *way = &t->ways[side][way_index(t, type, from)];
    uint64_t ends = way->steps | line_up(way->up, occupied) | line_down(way->down, occupied);
    return way->hops ? ends | (over_hops(&t->overs[side][way_index(t, type, from)], occupied) & way->hops) : ends;
}

/* The squares between two, each given as a set of one. */
static inline uint64_t squares_between(uint64_t a, uint64_t b) { return ((a - 1) ^ (b - 1)) & ~a & ~b; }

static inline uint64_t only_if(bool yes, uint64_t squares) { return squares & -(uint64_t)yes; }

/* Does who goes that way take on the square (a set of one), these pieces between them? Without branches: nobody could foretell them. */
static inline bool way_hits(const Way *way, uint64_t square, uint64_t met) {
    uint64_t slides = way->up | way->down, mounts = way->hops & met;
    bool one = (mounts ^ (mounts - 1)) > mounts - 1;
    return ((way->steps | only_if(!(slides & met), slides) | only_if(one, way->hops)) & square) != 0;
}

/* Does the lowest of these men, as that type, attack the square? */
static inline bool strip_hits(const Tables *t, int side, int type, uint64_t men, uint64_t square, uint64_t occupied) {
    return way_hits(&t->ways[side][way_index(t, type, __builtin_ctzll(men))], square, squares_between(men & -men, square) & occupied);
}

/* Those of a side who slide or hop. */
static inline uint64_t strip_liners(const Position *p, int side) { return (uint64_t)p->by_class[side][LINE_CLASS]; }

/* What is seen from the square along every line on which that side may take there: up to the first piece, the second where someone hops. */
static inline uint64_t strip_view(const Tables *t, int side, int square, uint64_t occupied) {
    const Sights *sights = &t->sights[side][square];
    uint64_t view = (uint64_t)1 << square;
    for (int i = 0; i < sights->up_count; i++) {
        uint64_t line = sights->up[i].line, met = line & occupied, rest = met & (met - 1), stop = sights->up[i].hops ? rest : met;
        view |= line & (stop ^ (stop - 1));
    }
    for (int i = 0; i < sights->down_count; i++) {
        uint64_t line = sights->down[i].line, met = line & occupied, rest = met & ~word_from_highest(met);
        view |= line & word_from_highest(sights->down[i].hops ? rest : met);
    }
    return view;
}

/* May the question whether a move stalemates, where it may not, wait until the move is foreseen? */
static inline bool strip_defers(const Position *p) {
    return p->variant->stalemate == STALEMATE_ILLEGAL && p->variant->tables->strip && p->royals[0] == 1 && p->royals[1] == 1;
}

/* Of these men of that side those who might take on the square, did nothing stand in the way, or something. */
static inline uint64_t strip_aims(const Position *p, int square, int side, uint64_t men) {
    const Tables *t = p->variant->tables;
    uint64_t liners = strip_liners(p, side);
    return men & ((liners & t->aim_from[side][square]) | (~liners & t->leap_from[side][square]));
}

/* Does one of these men of that side attack the square? */
static inline bool strip_attacked(const Position *p, int square, int by, uint64_t occupied, uint64_t men) {
    for (men = strip_aims(p, square, by, men); men; men &= men - 1)
        if (strip_hits(p->variant->tables, by, piece_type(p->board[__builtin_ctzll(men)]), men, (uint64_t)1 << square, occupied)) return true;
    return false;
}
static inline bool strip_attacked_now(const Position *p, int square, int by) {
    return strip_attacked(p, square, by, (uint64_t)(p->by_side[0] | p->by_side[1]), (uint64_t)p->by_side[by]);
}

#endif
