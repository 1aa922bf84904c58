#include "rules/checkinfo.h"

#include "base/compiler.h"

#include "rules/strip_attackers.h"
#include "rules/strip_attacks.h"

/* May be more than come near where a word is a set: finding out which costs more than looking at
 * them. */
static Bitboard foes_near(const CheckInfo *f) {
#ifdef NARROW
    return f->enemies & f->t->near_from[!f->side][f->royal];
#else
    return bb_union_of_intersections(f->p->by_class[!f->side],
                                     f->t->near_rows[!f->side] + f->royal * f->t->class_stride,
                                     f->t->class_stride);
#endif
}

static void look_for_leaps(CheckInfo *f) {
    f->leap_checkers = leaper_attackers_to(f->p, f->royal, !f->side);
}

static inline void add_pin(CheckInfo *f, Bitboard pieces, Bitboard pinned_to, Bitboard others_to) {
    f->pins[f->pin_count++] = (Pin){pieces, pinned_to, others_to};
    f->pinned |= pieces;
    f->check_mask &= others_to;
}

static inline void restrict_to(CheckInfo *f, Bitboard ends) {
    f->check_mask_pinned &= ends;
    f->check_mask &= ends;
}

static inline void pins_on_ray(CheckInfo *f, const AttackRay *r) {
    Bitboard ray = r->ray[f->royal], sliders = f->p->by_class[!f->side][r->class] & ray;
    if (!sliders) return;
    Bitboard first = ray_first_blocker(ray, r->rising, f->occupied);
    if (first & sliders)
        restrict_to(f, ray_attacks(ray, r->rising, f->occupied));
    else if (first & f->own && ray_first_blocker(ray, r->rising, f->occupied & ~first) & sliders)
        add_pin(f, first, ray_attacks(ray, r->rising, f->occupied & ~first), f->t->all);
}

/* A hopper attacks over exactly one piece: with none between, none may come; with one, a second
 * must come or that one go; with two, neither may go.
 */
static inline void pins_on_hop(CheckInfo *f, const AttackHop *hop) {
    Bitboard look = hop->look[f->royal], hoppers = f->p->by_class[!f->side][hop->class] & look;
    if (!hoppers) return;
    Bitboard first = ray_first_blocker(look, hop->rising, f->occupied),
             second = ray_first_blocker(look, hop->rising, f->occupied & ~first),
             both = first | second;
    Bitboard third = ray_first_blocker(look, hop->rising, f->occupied & ~both);
    if (first & hoppers) restrict_to(f, ~ray_attacks(look, hop->rising, f->occupied) | first);
    if (second & hoppers) {
        Bitboard between = ray_attacks(look, hop->rising, f->occupied & ~first) & ~second,
                 stops = second | (between & ~first);
        if (first & f->own)
            add_pin(f, first, second | ~between, stops);
        else
            restrict_to(f, stops);
    }
    if (third & hoppers && both & f->own)
        add_pin(f, both & f->own, ray_attacks(look, hop->rising, f->occupied & ~both) & ~both,
                f->t->all);
}

/* Checks and pins: what the other pieces must respect. */
static NOINLINE void look_for_pins(CheckInfo *f) {
    int enemy = !f->side;
    if (f->leap_checkers)
        restrict_to(f, f->leap_checkers & (f->leap_checkers - 1) ? 0 : f->leap_checkers);
    for (int i = 0; i < f->t->ray_count[enemy]; i++) pins_on_ray(f, &f->t->rays[enemy][i]);
    for (int i = 0; i < f->t->hop_count[enemy]; i++) pins_on_hop(f, &f->t->hops[enemy][i]);
}

Bitboard checkinfo_pinned_targets(const CheckInfo *f, int from) {
    Bitboard ends = f->check_mask_pinned;
    for (int i = 0; i < f->pin_count; i++)
        ends &= f->pins[i].pieces >> from & 1 ? f->pins[i].pinned_to : f->pins[i].others_to;
    return ends;
}

/* The same, enemy by enemy, from what lies between him and the royal. */
static void look_at_aims(CheckInfo *f) {
    int enemy = !f->side;
    Bitboard checkers = 0, answers = 0;
    Bitboard aims = bb_union_of_intersections(
        f->p->by_class[enemy], f->t->xray_rows[enemy] + f->royal * f->t->class_stride,
        f->t->class_stride);
    while (aims) {
        int at = bb_pop_lsb(&aims);
        Bitboard between = f->t->between[f->royal * f->v->squares + at],
                 met = between & f->occupied;
        if (bb_has(f->t->powers[enemy][piece_type(f->p->board[at])].capture[at], f->royal))
            checkers |= BB_SQUARE(at);
        else if (!met)
            checkers |= BB_SQUARE(at), answers |= between;
        else if (!(met & (met - 1)) && met & f->own)
            add_pin(f, met, between | BB_SQUARE(at), f->t->all);
    }
    if (checkers) restrict_to(f, checkers & (checkers - 1) ? 0 : checkers | answers);
}

#ifdef NARROW

/* A hopper attacks over exactly one piece: see pins_on_hop. */
static void look_under_hop(CheckInfo *f, Bitboard hopper, Bitboard between) {
    Bitboard met = between & f->occupied, rest = met & (met - 1);
    if (!met)
        restrict_to(f, ~between);
    else if (!rest && met & f->own)
        add_pin(f, met, hopper | ~between, hopper | (between & ~met));
    else if (!rest)
        restrict_to(f, hopper | (between & ~met));
    else if (!(rest & (rest - 1)) && met & f->own)
        add_pin(f, met & f->own, (between & ~met) | hopper, f->t->all);
}

static inline void look_along_line(CheckInfo *f, Bitboard slider, Bitboard between) {
    Bitboard met = between & f->occupied;
    if (!met)
        restrict_to(f, slider | between);
    else if (!(met & (met - 1)) && met & f->own)
        add_pin(f, met, between | slider, f->t->all);
}

/* Checks and pins on a strip, enemy by enemy: most stand too far behind others_to to matter. */
static void look_at_foes(CheckInfo *f) {
    int enemy = !f->side;
    Bitboard royal = BB_SQUARE(f->royal);
    for (Bitboard pieces = strip_xray_attackers_to(f->p, royal, f->occupied) & f->enemies; pieces;
         pieces &= pieces - 1) {
        int at = bb_lsb(pieces);
        const SmallAttacks *way =
            &f->t->small_attacks[enemy][small_index(f->t, piece_type(f->p->board[at]), at)];
        Bitboard man = BB_SQUARE(at), between = squares_between(man, royal),
                 slides = way->up | way->down;
        if (way->steps & royal) restrict_to(f, man);
        if (slides & royal) look_along_line(f, man, slides & between);
        if (way->hops & royal) look_under_hop(f, man, way->hops & between);
    }
}

static Bitboard strip_dangers(const CheckInfo *f) {
    Bitboard occupied = f->occupied & ~BB_SQUARE(f->royal), sum = 0;
    for (Bitboard near = f->near; near;) {
        int at = bb_pop_lsb(&near);
        sum |= strip_attacks_from(f->t, !f->side, piece_type(f->p->board[at]), at, occupied);
    }
    return sum;
}

#endif

static void look_along_ray(CheckInfo *f, int index) {
    const AttackRay *r = &f->t->rays[!f->side][index];
    Bitboard ray = r->ray[f->royal], sliders = f->p->by_class[!f->side][r->class] & ray;
    if (!sliders) return;
    Bitboard first = ray_first_blocker(ray, r->rising, f->occupied);
    f->attacker_rays[f->attacker_ray_count++] = (uint8_t)index;
    if (first & sliders)
        f->line_check = true;
    else if (ray_first_blocker(ray, r->rising, f->occupied & ~first) & sliders)
        f->blockers |= first;
}

static void look_along_hop(CheckInfo *f, int index) {
    const AttackHop *hop = &f->t->hops[!f->side][index];
    Bitboard look = hop->look[f->royal], hoppers = f->p->by_class[!f->side][hop->class] & look;
    if (!hoppers) return;
    f->attacker_hops[f->attacker_hop_count++] = (uint8_t)index;
    Bitboard first = ray_first_blocker(look, hop->rising, f->occupied),
             second = ray_first_blocker(look, hop->rising, f->occupied & ~first);
    if (first & hoppers) f->screen_squares |= ray_attacks(look, hop->rising, f->occupied);
    if (second & hoppers) f->line_check = true;
    if (ray_first_blocker(look, hop->rising, f->occupied & ~(first | second)) & hoppers)
        f->blockers |= first | second;
}

static NOINLINE void look_for_lines(CheckInfo *f) {
    f->blockers = f->screen_squares = 0;
    f->line_check = false;
    f->attacker_ray_count = f->attacker_hop_count = 0;
    for (int i = 0; i < f->t->ray_count[!f->side]; i++) look_along_ray(f, i);
    for (int i = 0; i < f->t->hop_count[!f->side]; i++) look_along_hop(f, i);
}

void checkinfo_init(CheckInfo *f, const Position *p) {
    f->p = p, f->v = p->variant, f->t = p->variant->tables, f->side = p->side;
    f->own = p->by_side[p->side], f->enemies = p->by_side[!p->side];
    f->occupied = f->own | f->enemies;
    checkinfo_set_targets(f, MOVEGEN_ALL);
    f->check_mask = f->check_mask_pinned = f->t->all;
    f->pinned = 0;
    f->bars_drops = f->t->bars_drops;
    f->pin_count = 0;
    f->escapes_known = f->stalemate_allowed = false;
    f->direct = f->t->direct && p->royals[p->side] == 1;
    f->royal = f->t->minds_royal && p->royals[p->side] == 1 ? bb_lsb(p->royal_set[p->side]) : -1;
    f->near = f->royal < 0 ? 0 : foes_near(f);
    f->royal_unattacked = !f->near;
    if (f->royal_unattacked) return;
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

static inline bool line_hits(const CheckInfo *f, Bitboard occupied, Bitboard gone) {
    int enemy = !f->side;
    for (int i = 0; i < f->attacker_ray_count; i++) {
        const AttackRay *r = &f->t->rays[enemy][f->attacker_rays[i]];
        if (ray_first_blocker(r->ray[f->royal], r->rising, occupied) &
            f->p->by_class[enemy][r->class] & ~gone)
            return true;
    }
    for (int i = 0; i < f->attacker_hop_count; i++) {
        const AttackHop *hop = &f->t->hops[enemy][f->attacker_hops[i]];
        if (hopper_attacks(hop, f->royal, occupied, f->p->by_class[enemy][hop->class] & ~gone))
            return true;
    }
    return false;
}

Bitboard checkinfo_safe_targets(const CheckInfo *f, Bitboard from, Bitboard ends) {
    if (f->royal_unattacked) return ends;
    if (f->leap_checkers) ends &= f->leap_checkers & (f->leap_checkers - 1) ? 0 : f->leap_checkers;
    Bitboard doubtful = f->line_check || from & f->blockers ? ends : ends & f->screen_squares;
    while (doubtful) {
        Bitboard end = doubtful & -doubtful;
        doubtful ^= end;
        if (line_hits(f, (f->occupied & ~from) | end, end)) ends ^= end;
    }
    return ends;
}

static inline Bitboard hop_reach(const RayHop *hop, int from, Bitboard occupied) {
    Bitboard screen = ray_first_blocker(hop->before[from], hop->rising, occupied);
    return screen
               ? ray_attacks(hop->after[bb_lsb(screen)] & hop->total[from], hop->rising, occupied)
               : 0;
}

/* What the enemies near attack once the royal has left his square. */
static Bitboard dangers(const CheckInfo *f) {
#ifdef NARROW
    if (f->t->strip) return strip_dangers(f);
#endif
    int enemy = !f->side;
    Bitboard occupied = f->occupied & ~BB_SQUARE(f->royal), sum = 0;
    for (Bitboard near = f->near; near;) {
        int at = bb_pop_lsb(&near), type = piece_type(f->p->board[at]);
        const BitboardPower *power = &f->t->powers[enemy][type];
        const SmallAttacks *way =
            f->t->bitboard64 ? &f->t->small_attacks[enemy][small_index(f->t, type, at)] : NULL;
        if (way && !f->t->small_irregular[type]) {
            sum |= small_targets(way, occupied);
            continue;
        }
        sum |= power->capture[at];
        if (power->rays) sum |= slider_attacks(power, at, occupied);
        for (int i = 0; i < power->slide_count; i++)
            if (power->slides[i].modes & LEG_CAPTURE)
                sum |= ray_attacks(power->slides[i].ray[at], power->slides[i].rising, occupied);
        for (int i = 0; i < power->hop_count; i++)
            if (power->hops[i].modes & LEG_CAPTURE) sum |= hop_reach(&power->hops[i], at, occupied);
    }
    return sum;
}

Bitboard checkinfo_safe_royal_targets(const CheckInfo *f, Bitboard ends) {
    if (f->direct) return f->royal_unattacked || !ends ? ends : ends & ~dangers(f);
    if (f->royal_unattacked || f->t->attack_by_legs)
        return ends; /* by_legs attackers must see the move made */
    for (Bitboard rest = ends; rest;) {
        int to = bb_pop_lsb(&rest);
        if (attacks_square_attacked_over(f->p, to, !f->side,
                                         (f->occupied & ~BB_SQUARE(f->royal)) | BB_SQUARE(to),
                                         BB_SQUARE(to)))
            ends &= ~BB_SQUARE(to);
    }
    return ends;
}

static inline Bitboard hop_ends(const CheckInfo *f, const RayHop *hop, int from) {
    Bitboard reach = hop_reach(hop, from, f->occupied);
    return (hop->modes & LEG_EMPTY ? reach & f->quiet : 0) |
           (hop->modes & LEG_CAPTURE ? reach & f->capture : 0);
}

Bitboard checkinfo_divergent_targets(const CheckInfo *f, const BitboardPower *power, int from) {
    Bitboard ends = (power->quiet[from] & f->quiet) | (power->capture[from] & f->capture);
    for (int i = 0; i < power->slide_count; i++) {
        const RaySlide *slide = &power->slides[i];
        Bitboard reach = ray_attacks(slide->ray[from], slide->rising, f->occupied);
        ends |= (slide->modes & LEG_EMPTY ? reach & f->quiet : 0) |
                (slide->modes & LEG_CAPTURE ? reach & f->capture : 0);
    }
    for (int i = 0; i < power->hop_count; i++) ends |= hop_ends(f, &power->hops[i], from);
    return ends;
}

Bitboard checkinfo_drop_targets(const CheckInfo *f, int type) {
    const PieceType *kind = &f->v->types[type];
    Bitboard ends = f->t->drop_squares[f->side][type] & f->quiet & f->check_mask;
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
