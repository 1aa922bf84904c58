#include "rules/attacks.h"

Bitboard attacks_leaper_attackers_to(const Position *p, int square, int by) {
    const Tables *t = p->variant->tables;
    return bb_union_of_intersections(p->by_class[by], t->leap_rows[by] + square * t->leap_stride,
                                     t->leap_stride);
}

Bitboard attacks_xray_attackers_to(const Position *p, int square, int by) {
    return xray_attackers_to(p, square, by);
}

Bitboard attacks_slider_attackers_to(const Position *p, int square, int by, Bitboard occupied) {
    const Tables *t = p->variant->tables;
    Bitboard liners = 0;
    for (int i = 0; i < t->ray_count[by]; i++) {
        const AttackRay *r = &t->rays[by][i];
        Bitboard sliders = p->by_class[by][r->class] & r->ray[square] & occupied;
        if (sliders) liners |= ray_first_blocker(r->ray[square], r->rising, occupied) & sliders;
    }
    for (int i = 0; i < t->hop_count[by]; i++) {
        const AttackHop *hop = &t->hops[by][i];
        Bitboard hoppers = p->by_class[by][hop->class] & hop->look[square] & occupied;
        Bitboard screen = hoppers ? ray_first_blocker(hop->after[square] & hop->look[square],
                                                      hop->rising, occupied)
                                  : 0;
        if (screen)
            liners |= ray_first_blocker(hop->before[bb_lsb(screen)] & hop->look[square],
                                        hop->rising, occupied) &
                      hoppers;
    }
    return liners;
}
