#include "search/checks.h"

#include "rules/attack.h"

void checks_start(Checks *checks, const Position *p) {
    checks->known[0] = checks->known[1] = 0;
    Set royals = p->variant->tables->sets ? p->royal_set[!p->side] : 0;
    checks->target = royals ? set_lowest(royals) : -1;
}

static Set hop_squares(const AttackHop *hop, int target, Set occupied) {
    Set look = hop->look[target], mount = ray_first(look & hop->after[target], hop->rising, occupied);
    return mount ? ray_reach(hop->before[set_lowest(mount)] & look, hop->rising, occupied) : 0;
}

static Set squares_of(const Position *p, int type, int target) {
    const Tables *t = p->variant->tables;
    Set occupied = p->by_side[0] | p->by_side[1], squares = 0;
    uint64_t classes = t->class_bits[type];
    int by = p->side;
    for (int c = 0; c < t->leap_class_count; c++)
        if (classes >> c & 1) squares |= t->leap_rows[by][target * t->leap_stride + c];
    for (int i = 0; i < t->ray_count[by]; i++)
        if (classes >> t->rays[by][i].class & 1) squares |= ray_reach(t->rays[by][i].ray[target], t->rays[by][i].rising, occupied);
    for (int i = 0; i < t->hop_count[by]; i++)
        if (classes >> t->hops[by][i].class & 1) squares |= hop_squares(&t->hops[by][i], target, occupied);
    return squares;
}

void checks_learn(Checks *checks, const Position *p, int type) {
    checks->known[type >> 6] |= (uint64_t)1 << (type & 63);
    checks->squares[type] = squares_of(p, type, checks->target);
}
