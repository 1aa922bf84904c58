#include "search/checks.h"

#include "rules/attack.h"
#include "rules/ways.h"

void checks_start(Checks *checks, const Position *p) {
    checks->known[0] = checks->known[1] = 0;
    checks->lines_known = false;
    Set royals = p->variant->tables->sets ? p->royal_set[!p->side] : 0;
    checks->target = royals ? set_lowest(royals) : -1;
}

static Set hop_squares(const AttackHop *hop, int target, Set occupied) {
    Set look = hop->look[target], mount = ray_first(look & hop->after[target], hop->rising, occupied);
    return mount ? ray_reach(hop->before[set_lowest(mount)] & look, hop->rising, occupied) : 0;
}

/* What goes along lines is looked up once for all types. */
static void learn_lines(Checks *checks, const Position *p) {
    const Tables *t = p->variant->tables;
    Set occupied = p->by_side[0] | p->by_side[1];
    int by = p->side, target = checks->target;
    for (int c = t->leap_class_count; c < t->class_count; c++) checks->lines[c] = 0;
    for (int i = 0; i < t->ray_count[by]; i++)
        checks->lines[t->rays[by][i].class] |= ray_reach(t->rays[by][i].ray[target], t->rays[by][i].rising, occupied);
    for (int i = 0; i < t->hop_count[by]; i++) checks->lines[t->hops[by][i].class] |= hop_squares(&t->hops[by][i], target, occupied);
    checks->lines_known = true;
}

static Set squares_of(Checks *checks, const Position *p, int type) {
    const Tables *t = p->variant->tables;
    if (t->strip) return strip_takes(t, !p->side, type, checks->target, (uint64_t)(p->by_side[0] | p->by_side[1]));
    const Set *leaps = t->leap_rows[p->side] + checks->target * t->leap_stride;
    Set squares = 0;
    for (uint64_t classes = t->class_bits[type]; classes; classes &= classes - 1) {
        int class = __builtin_ctzll(classes);
        if (class >= t->leap_class_count && !checks->lines_known) learn_lines(checks, p);
        squares |= class < t->leap_class_count ? leaps[class] : checks->lines[class];
    }
    return squares;
}

void checks_learn(Checks *checks, const Position *p, int type) {
    checks->known[type >> 6] |= (uint64_t)1 << (type & 63);
    checks->squares[type] = squares_of(checks, p, type);
}
