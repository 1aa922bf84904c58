#include "rules/field.h"

#include "base/compiler.h"

#include "rules/takers.h"
#include "rules/ways.h"

/* May be more than come near where a word is a set: finding out which costs more than looking at
 * them. */
static Bitboard foes_near(const Field *f) {
#ifdef NARROW
    return f->foes & f->t->near_from[!f->side][f->royal];
#else
    return bb_union_of_intersections(f->p->by_class[!f->side],
                                     f->t->near_rows[!f->side] + f->royal * f->t->class_stride,
                                     f->t->class_stride);
#endif
}

static void look_for_leaps(Field *f) { f->leap_checkers = leapers_at(f->p, f->royal, !f->side); }

static inline void add_pin(Field *f, Bitboard pieces, Bitboard theirs, Bitboard others) {
    f->pins[f->pin_count++] = (Pin){pieces, theirs, others};
    f->pinned |= pieces;
    f->allowed &= others;
}

static inline void demand(Field *f, Bitboard ends) {
    f->firm &= ends;
    f->allowed &= ends;
}

static inline void pins_on_ray(Field *f, const AttackRay *r) {
    Bitboard ray = r->ray[f->royal], sliders = f->p->by_class[!f->side][r->class] & ray;
    if (!sliders) return;
    Bitboard first = ray_first(ray, r->rising, f->occupied);
    if (first & sliders)
        demand(f, ray_reach(ray, r->rising, f->occupied));
    else if (first & f->own && ray_first(ray, r->rising, f->occupied & ~first) & sliders)
        add_pin(f, first, ray_reach(ray, r->rising, f->occupied & ~first), f->t->all);
}

/* A hopper attacks over exactly one piece: with none between, none may come; with one, a second
 * must come or that one go; with two, neither may go.
 */
static inline void pins_on_hop(Field *f, const AttackHop *hop) {
    Bitboard look = hop->look[f->royal], hoppers = f->p->by_class[!f->side][hop->class] & look;
    if (!hoppers) return;
    Bitboard first = ray_first(look, hop->rising, f->occupied),
             second = ray_first(look, hop->rising, f->occupied & ~first), both = first | second;
    Bitboard third = ray_first(look, hop->rising, f->occupied & ~both);
    if (first & hoppers) demand(f, ~ray_reach(look, hop->rising, f->occupied) | first);
    if (second & hoppers) {
        Bitboard between = ray_reach(look, hop->rising, f->occupied & ~first) & ~second,
                 stops = second | (between & ~first);
        if (first & f->own)
            add_pin(f, first, second | ~between, stops);
        else
            demand(f, stops);
    }
    if (third & hoppers && both & f->own)
        add_pin(f, both & f->own, ray_reach(look, hop->rising, f->occupied & ~both) & ~both,
                f->t->all);
}

/* Checks and pins: what the other pieces must respect. */
static NOINLINE void look_for_pins(Field *f) {
    int foe = !f->side;
    if (f->leap_checkers)
        demand(f, f->leap_checkers & (f->leap_checkers - 1) ? 0 : f->leap_checkers);
    for (int i = 0; i < f->t->ray_count[foe]; i++) pins_on_ray(f, &f->t->rays[foe][i]);
    for (int i = 0; i < f->t->hop_count[foe]; i++) pins_on_hop(f, &f->t->hops[foe][i]);
}

Bitboard field_pinned_ends(const Field *f, int from) {
    Bitboard ends = f->firm;
    for (int i = 0; i < f->pin_count; i++)
        ends &= f->pins[i].pieces >> from & 1 ? f->pins[i].theirs : f->pins[i].others;
    return ends;
}

/* The same, foe by foe, from what lies between him and the royal. */
static void look_at_aims(Field *f) {
    int foe = !f->side;
    Bitboard checkers = 0, answers = 0;
    Bitboard aims = bb_union_of_intersections(f->p->by_class[foe],
                                              f->t->aim_rows[foe] + f->royal * f->t->class_stride,
                                              f->t->class_stride);
    while (aims) {
        int at = bb_pop_lsb(&aims);
        Bitboard between = f->t->between[f->royal * f->v->squares + at],
                 met = between & f->occupied;
        if (bb_has(f->t->powers[foe][piece_type(f->p->board[at])].capture[at], f->royal))
            checkers |= BB_SQUARE(at);
        else if (!met)
            checkers |= BB_SQUARE(at), answers |= between;
        else if (!(met & (met - 1)) && met & f->own)
            add_pin(f, met, between | BB_SQUARE(at), f->t->all);
    }
    if (checkers) demand(f, checkers & (checkers - 1) ? 0 : checkers | answers);
}

#ifdef NARROW

/* A hopper attacks over exactly one piece: see pins_on_hop. */
static void look_under_hop(Field *f, Bitboard hopper, Bitboard between) {
    Bitboard met = between & f->occupied, rest = met & (met - 1);
    if (!met)
        demand(f, ~between);
    else if (!rest && met & f->own)
        add_pin(f, met, hopper | ~between, hopper | (between & ~met));
    else if (!rest)
        demand(f, hopper | (between & ~met));
    else if (!(rest & (rest - 1)) && met & f->own)
        add_pin(f, met & f->own, (between & ~met) | hopper, f->t->all);
}

static inline void look_along_line(Field *f, Bitboard slider, Bitboard between) {
    Bitboard met = between & f->occupied;
    if (!met)
        demand(f, slider | between);
    else if (!(met & (met - 1)) && met & f->own)
        add_pin(f, met, between | slider, f->t->all);
}

/* Checks and pins on a strip, foe by foe: most stand too far behind others to matter. */
static void look_at_foes(Field *f) {
    int foe = !f->side;
    Bitboard royal = BB_SQUARE(f->royal);
    for (Bitboard men = strip_threats(f->p, royal, f->occupied) & f->foes; men; men &= men - 1) {
        int at = bb_lsb(men);
        const Way *way = &f->t->ways[foe][way_index(f->t, piece_type(f->p->board[at]), at)];
        Bitboard man = BB_SQUARE(at), between = squares_between(man, royal),
                 slides = way->up | way->down;
        if (way->steps & royal) demand(f, man);
        if (slides & royal) look_along_line(f, man, slides & between);
        if (way->hops & royal) look_under_hop(f, man, way->hops & between);
    }
}

static Bitboard strip_dangers(const Field *f) {
    Bitboard occupied = f->occupied & ~BB_SQUARE(f->royal), sum = 0;
    for (Bitboard near = f->near; near;) {
        int at = bb_pop_lsb(&near);
        sum |= strip_takes(f->t, !f->side, piece_type(f->p->board[at]), at, occupied);
    }
    return sum;
}

#endif

static void look_along_ray(Field *f, int index) {
    const AttackRay *r = &f->t->rays[!f->side][index];
    Bitboard ray = r->ray[f->royal], sliders = f->p->by_class[!f->side][r->class] & ray;
    if (!sliders) return;
    Bitboard first = ray_first(ray, r->rising, f->occupied);
    f->live_rays[f->live_ray_count++] = (uint8_t)index;
    if (first & sliders)
        f->line_check = true;
    else if (ray_first(ray, r->rising, f->occupied & ~first) & sliders)
        f->risky_from |= first;
}

static void look_along_hop(Field *f, int index) {
    const AttackHop *hop = &f->t->hops[!f->side][index];
    Bitboard look = hop->look[f->royal], hoppers = f->p->by_class[!f->side][hop->class] & look;
    if (!hoppers) return;
    f->live_hops[f->live_hop_count++] = (uint8_t)index;
    Bitboard first = ray_first(look, hop->rising, f->occupied),
             second = ray_first(look, hop->rising, f->occupied & ~first);
    if (first & hoppers) f->risky_to |= ray_reach(look, hop->rising, f->occupied);
    if (second & hoppers) f->line_check = true;
    if (ray_first(look, hop->rising, f->occupied & ~(first | second)) & hoppers)
        f->risky_from |= first | second;
}

static NOINLINE void look_for_lines(Field *f) {
    f->risky_from = f->risky_to = 0;
    f->line_check = false;
    f->live_ray_count = f->live_hop_count = 0;
    for (int i = 0; i < f->t->ray_count[!f->side]; i++) look_along_ray(f, i);
    for (int i = 0; i < f->t->hop_count[!f->side]; i++) look_along_hop(f, i);
}

void field_look(Field *f, const Position *p) {
    f->p = p, f->v = p->variant, f->t = p->variant->tables, f->side = p->side;
    f->own = p->by_side[p->side], f->foes = p->by_side[!p->side];
    f->occupied = f->own | f->foes;
    field_want(f, GENERATE_ALL);
    f->allowed = f->firm = f->t->all;
    f->pinned = 0;
    f->bars_drops = f->t->bars_drops;
    f->pin_count = 0;
    f->witnessed = f->stalemate_allowed = false;
    f->direct = f->t->direct && p->royals[p->side] == 1;
    f->royal = f->t->minds_royal && p->royals[p->side] == 1 ? bb_lsb(p->royal_set[p->side]) : -1;
    f->near = f->royal < 0 ? 0 : foes_near(f);
    f->calm = !f->near;
    if (f->calm) return;
#ifdef NARROW
    if (f->direct && f->t->strip) {
        look_at_foes(f);
        return;
    }
#endif
    if (f->direct && !f->t->lines_differ && !f->t->hop_count[!f->side]) {
        look_at_aims(f);
        return;
    }
    look_for_leaps(f);
    if (f->direct)
        look_for_pins(f);
    else
        look_for_lines(f);
}

static inline bool line_hits(const Field *f, Bitboard occupied, Bitboard gone) {
    int foe = !f->side;
    for (int i = 0; i < f->live_ray_count; i++) {
        const AttackRay *r = &f->t->rays[foe][f->live_rays[i]];
        if (ray_first(r->ray[f->royal], r->rising, occupied) & f->p->by_class[foe][r->class] &
            ~gone)
            return true;
    }
    for (int i = 0; i < f->live_hop_count; i++) {
        const AttackHop *hop = &f->t->hops[foe][f->live_hops[i]];
        if (hop_hits(hop, f->royal, occupied, f->p->by_class[foe][hop->class] & ~gone)) return true;
    }
    return false;
}

Bitboard field_safe(const Field *f, Bitboard from, Bitboard ends) {
    if (f->calm) return ends;
    if (f->leap_checkers) ends &= f->leap_checkers & (f->leap_checkers - 1) ? 0 : f->leap_checkers;
    Bitboard doubtful = f->line_check || from & f->risky_from ? ends : ends & f->risky_to;
    while (doubtful) {
        Bitboard end = doubtful & -doubtful;
        doubtful ^= end;
        if (line_hits(f, (f->occupied & ~from) | end, end)) ends ^= end;
    }
    return ends;
}

static inline Bitboard hop_reach(const RayHop *hop, int from, Bitboard occupied) {
    Bitboard mount = ray_first(hop->before[from], hop->rising, occupied);
    return mount ? ray_reach(hop->after[bb_lsb(mount)] & hop->total[from], hop->rising, occupied)
                 : 0;
}

/* What the foes near attack once the royal has left his square. */
static Bitboard dangers(const Field *f) {
#ifdef NARROW
    if (f->t->strip) return strip_dangers(f);
#endif
    int foe = !f->side;
    Bitboard occupied = f->occupied & ~BB_SQUARE(f->royal), sum = 0;
    for (Bitboard near = f->near; near;) {
        int at = bb_pop_lsb(&near), type = piece_type(f->p->board[at]);
        const SetPower *power = &f->t->powers[foe][type];
        const Way *way = f->t->narrow ? &f->t->ways[foe][way_index(f->t, type, at)] : NULL;
        if (way && !f->t->odd_ways[type]) {
            sum |= way_ends(way, occupied);
            continue;
        }
        sum |= power->capture[at];
        if (power->fan) sum |= fan_reach(power, at, occupied);
        for (int i = 0; i < power->slide_count; i++)
            if (power->slides[i].modes & LEG_CAPTURE)
                sum |= ray_reach(power->slides[i].ray[at], power->slides[i].rising, occupied);
        for (int i = 0; i < power->hop_count; i++)
            if (power->hops[i].modes & LEG_CAPTURE) sum |= hop_reach(&power->hops[i], at, occupied);
    }
    return sum;
}

Bitboard field_safe_steps(const Field *f, Bitboard ends) {
    if (f->direct) return f->calm || !ends ? ends : ends & ~dangers(f);
    if (f->calm || f->t->attack_by_walk) return ends; /* walked attackers must see the move made */
    for (Bitboard rest = ends; rest;) {
        int to = bb_pop_lsb(&rest);
        if (set_attacked(f->p, to, !f->side, (f->occupied & ~BB_SQUARE(f->royal)) | BB_SQUARE(to),
                         BB_SQUARE(to)))
            ends &= ~BB_SQUARE(to);
    }
    return ends;
}

static inline Bitboard hop_ends(const Field *f, const RayHop *hop, int from) {
    Bitboard reach = hop_reach(hop, from, f->occupied);
    return (hop->modes & LEG_EMPTY ? reach & f->quiet : 0) |
           (hop->modes & LEG_CAPTURE ? reach & f->capture : 0);
}

Bitboard field_uneven_ends(const Field *f, const SetPower *power, int from) {
    Bitboard ends = (power->quiet[from] & f->quiet) | (power->capture[from] & f->capture);
    for (int i = 0; i < power->slide_count; i++) {
        const RaySlide *slide = &power->slides[i];
        Bitboard reach = ray_reach(slide->ray[from], slide->rising, f->occupied);
        ends |= (slide->modes & LEG_EMPTY ? reach & f->quiet : 0) |
                (slide->modes & LEG_CAPTURE ? reach & f->capture : 0);
    }
    for (int i = 0; i < power->hop_count; i++) ends |= hop_ends(f, &power->hops[i], from);
    return ends;
}

Bitboard field_drops(const Field *f, int type) {
    const PieceType *kind = &f->v->types[type];
    Bitboard ends = f->t->drop_squares[f->side][type] & f->quiet & f->allowed;
    if (kind->drop_file_limit)
        for (int file = 0; file < f->v->files; file++)
            if (bb_popcount(f->p->by_type[f->side][type] & f->t->files[file]) >=
                kind->drop_file_limit)
                ends &= ~f->t->files[file];
    if (f->v->drop_not_behind_royal || f->v->drop_royal_distance)
        for (Bitboard royals = f->p->royal_set[f->side]; royals;)
            ends &= f->t->ahead[f->side][bb_pop_lsb(&royals)];
    return ends;
}
