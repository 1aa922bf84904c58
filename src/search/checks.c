#include "search/checks.h"

#include "rules/attacks.h"
#include "rules/strip_attacks.h"

static Bitboard hop_squares(const AttackHop *hop, int target, Bitboard occupied) {
    Bitboard look = hop->look[target],
             screen = ray_first_blocker(look & hop->after[target], hop->rising, occupied);
    return screen ? ray_attacks(hop->before[bb_lsb(screen)] & look, hop->rising, occupied) : 0;
}

/* What goes along lines is looked up once for all types. */
static Bitboard look_along_lines(Checks *checks, const Position *p) {
    const Tables *t = p->variant->tables;
    Bitboard occupied = p->by_side[0] | p->by_side[1], reach = 0;
    int by = p->side, target = checks->target;
    const Bitboard *leaps = t->leap_rows[by] + target * t->leap_stride;
    for (int c = t->leap_class_count; c < t->class_count; c++) checks->lines[c] = 0;
    for (int i = 0; i < t->ray_count[by]; i++)
        checks->lines[t->rays[by][i].class] |=
            ray_attacks(t->rays[by][i].ray[target], t->rays[by][i].rising, occupied);
    for (int i = 0; i < t->hop_count[by]; i++)
        checks->lines[t->hops[by][i].class] |= hop_squares(&t->hops[by][i], target, occupied);
    for (int c = 0; c < t->class_count; c++)
        reach |= c < t->leap_class_count ? leaps[c] : checks->lines[c];
    return reach;
}

void checks_look(Checks *checks, const Position *p) {
    const Tables *t = p->variant->tables;
    Bitboard royals = t->sets ? p->royal_set[!p->side] : 0;
    checks->looked = true;
    checks->target = royals ? bb_lsb(royals) : -1;
    checks->reach = 0;
    if (!royals) return;
    /* On a strip a type is asked about sooner than all lines. */
    checks->reach = t->strip ? t->xray_from[p->side][checks->target] : look_along_lines(checks, p);
}

static Bitboard squares_of(Checks *checks, const Position *p, int type) {
    const Tables *t = p->variant->tables;
    if (checks->target < 0) return 0;
    if (t->strip)
        return strip_attacks_from(t, !p->side, type, checks->target,
                                  (uint64_t)(p->by_side[0] | p->by_side[1]));
    const Bitboard *leaps = t->leap_rows[p->side] + checks->target * t->leap_stride;
    Bitboard squares = 0;
    for (uint64_t classes = t->class_bits[type]; classes; classes &= classes - 1) {
        int class = __builtin_ctzll(classes);
        squares |= class < t->leap_class_count ? leaps[class] : checks->lines[class];
    }
    return squares;
}

void checks_learn(Checks *checks, const Position *p, int type) {
    checks->known[type >> 6] |= (uint64_t)1 << (type & 63);
    checks->squares[type] = squares_of(checks, p, type);
}
