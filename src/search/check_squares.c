#include "search/check_squares.h"

#include "rules/attacks_bitboard.h"
#include "rules/strip.h"

void check_squares_fill(CheckSquares *c, const Position *p) {
    const Tables *t = p->variant->tables;
    int by = p->side;
    Bitboard royals = t->bitboard128 ? p->royal_set[!by] : 0,
             occupied = p->by_side[0] | p->by_side[1];
    c->filled = true;
    c->royal = royals ? bb_lsb(royals) : -1;
    c->any = 0;
    if (!royals) return;
    if (t->strip) { /* on a strip, finding the squares of one type when needed is faster */
        c->any = t->xray_from[by][c->royal];
        return;
    }
    /* The lines of sliders and hoppers are looked up once for all types, by attack class. */
    const Bitboard *leaps = t->leap_rows[by] + c->royal * t->leap_stride;
    for (int i = t->leap_class_count; i < t->class_count; i++) c->lines[i] = 0;
    for (int i = 0; i < t->ray_count[by]; i++)
        c->lines[t->rays[by][i].class] |=
            ray_attacks(t->rays[by][i].ray[c->royal], t->rays[by][i].rising, occupied);
    for (int i = 0; i < t->hop_count[by]; i++)
        c->lines[t->hops[by][i].class] |= hopper_squares(&t->hops[by][i], c->royal, occupied);
    for (int i = 0; i < t->class_count; i++)
        c->any |= i < t->leap_class_count ? leaps[i] : c->lines[i];
}

void check_squares_fill_type(CheckSquares *c, const Position *p, int type) {
    const Tables *t = p->variant->tables;
    Bitboard squares = 0;
    if (c->royal >= 0 && t->strip)
        squares = strip_attacks_from(t, !p->side, type, c->royal,
                                     (uint64_t)(p->by_side[0] | p->by_side[1]));
    else if (c->royal >= 0) {
        const Bitboard *leaps = t->leap_rows[p->side] + c->royal * t->leap_stride;
        for (uint64_t classes = t->class_bits[type]; classes; classes &= classes - 1) {
            int class = __builtin_ctzll(classes);
            squares |= class < t->leap_class_count ? leaps[class] : c->lines[class];
        }
    }
    c->known[type >> 6] |= (uint64_t)1 << (type & 63);
    c->squares[type] = squares;
}
