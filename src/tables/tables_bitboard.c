/* Tables of boards of up to 128 squares: bitboards of leaps, rays and hops, by type for the mover
 * and by class for the attacked square. */
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "tables/tables_parts.h"

enum { SHARED_TABLES = 512 };

static Bitboard *boards_new(const HenkaVariant *v) {
    return arena_take(v->arena, sizeof(Bitboard) * (size_t)v->squares);
}

static bool same_boards(const HenkaVariant *v, const Bitboard *a, const Bitboard *b) {
    return !memcmp(a, b, sizeof(Bitboard) * (size_t)v->squares);
}

/* Equal tables are kept only once, because there are many and the processor's cache is small. */
typedef struct Shared {
    const Bitboard *tables[SHARED_TABLES], *rays[SHARED_TABLES];
    int count, ray_count;
} Shared;

static const Bitboard *share(const HenkaVariant *v, Shared *shared, const Bitboard *table) {
    for (int i = 0; i < shared->count; i++)
        if (same_boards(v, shared->tables[i], table)) return shared->tables[i];
    Bitboard *copy = boards_new(v);
    memcpy(copy, table, sizeof(Bitboard) * (size_t)v->squares);
    if (shared->count < SHARED_TABLES) shared->tables[shared->count++] = copy;
    return copy;
}

static const Bitboard *share_rays(const HenkaVariant *v, Shared *shared, const Bitboard *rays) {
    size_t size = sizeof(Bitboard) * 2 * RAYS_A_WAY * (size_t)v->squares;
    for (int i = 0; i < shared->ray_count; i++)
        if (!memcmp(shared->rays[i], rays, size)) return shared->rays[i];
    Bitboard *copy = arena_take(v->arena, size);
    memcpy(copy, rays, size);
    if (shared->ray_count < SHARED_TABLES) shared->rays[shared->ray_count++] = copy;
    return copy;
}

/* The targets of the shape's leaps that have this mode. */
static const Bitboard *leap_boards(const HenkaVariant *v, Shared *shared, const Shape *shape,
                                   int side, int type, int mode) {
    Bitboard to[128] = {0};
    for (int square = 0; square < v->squares; square++)
        for (int i = 0; i < shape->leap_count; i++) {
            int end = square_step(v, side, square, shape->leaps[i].dx, shape->leaps[i].dy);
            if (end >= 0 && shape->leaps[i].modes & mode && in_region(v, side, type, end))
                to[square] |= BB_SQUARE(end);
        }
    return share(v, shared, to);
}

static const Bitboard *ray_boards(const HenkaVariant *v, Shared *shared, int side, int dx, int dy,
                                  int skip, int range) {
    Bitboard ray[128] = {0};
    for (int square = 0; square < v->squares; square++)
        for (int n = 1, at = square; n <= range && (at = square_step(v, side, at, dx, dy)) >= 0;
             n++)
            if (n > skip) ray[square] |= BB_SQUARE(at);
    return share(v, shared, ray);
}

/* Does a step in this direction lead to a higher square? */
static bool rises(const HenkaVariant *v, int side, int dx, int dy) {
    int step = -dx * v->ranks - dy;
    return (side == HENKA_GOTE ? -step : step) > 0;
}

static void rays_add(const HenkaVariant *v, Bitboard *rays, int place, const Bitboard *ray) {
    for (int square = 0; square < v->squares; square++)
        rays[2 * RAYS_A_WAY * square + place] = ray[square];
}

static void slides_of_power(const HenkaVariant *v, Shared *shared, int side, const Shape *shape,
                            BitboardPower *power) {
    Bitboard rays[128 * 2 * RAYS_A_WAY] = {0};
    for (int i = 0; i < shape->slide_count; i++) {
        const Slide *s = &shape->slides[i];
        RaySlide slide = {ray_boards(v, shared, side, s->dx, s->dy, s->skip, s->range),
                          rises(v, side, s->dx, s->dy), s->modes};
        bool both = s->modes == (LEG_EMPTY | LEG_CAPTURE);
        if (both && slide.rising && power->up_count < RAYS_A_WAY)
            rays_add(v, rays, power->up_count++, slide.ray);
        else if (both && !slide.rising && power->down_count < RAYS_A_WAY)
            rays_add(v, rays, RAYS_A_WAY + power->down_count++, slide.ray);
        else
            power->slides[power->slide_count++] = slide;
    }
    if (power->up_count + power->down_count) power->rays = share_rays(v, shared, rays);
}

static void power_build(HenkaVariant *v, Tables *t, Shared *shared, int side, int type) {
    const Shape *shape = &t->shapes[type];
    const PieceType *kind = &v->types[type];
    BitboardPower *power = &t->powers[side][type];
    power->quiet = leap_boards(v, shared, shape, side, type, LEG_EMPTY);
    power->capture = leap_boards(v, shared, shape, side, type, LEG_CAPTURE);
    slides_of_power(v, shared, side, shape, power);
    for (int i = 0; i < shape->hop_count; i++) {
        const Hop *h = &shape->hops[i];
        power->hops[power->hop_count++] =
            (RayHop){ray_boards(v, shared, side, h->dx, h->dy, 0, h->before_range),
                     ray_boards(v, shared, side, h->dx, h->dy, 0, h->after_range),
                     ray_boards(v, shared, side, h->dx, h->dy, 0, h->total),
                     rises(v, side, h->dx, h->dy), h->modes};
    }
    power->uniform = power->quiet == power->capture && !power->slide_count && !power->hop_count;
    power->by_legs = shape->by_legs;
    bool quick = v->promote == PROMOTE_ZONE && !v->promotion_forced;
    power->promoted = t->promotes_to[type] = quick ? kind->promoted : 0;
    power->slow_promotion = kind->choice_count || (kind->promoted && !quick && !turns_over(v));
}

static void powers_build(HenkaVariant *v, Tables *t, Shared *shared) {
    for (int side = 0; side < 2; side++)
        for (int type = 1; type <= v->type_count; type++) power_build(v, t, shared, side, type);
}

/* Puts the type into the class, unless it is there already. */
static void join(Tables *t, int type, int class) {
    for (int i = 0; i < t->type_class_count[type]; i++)
        if (t->type_classes[type][i] == class) return;
    if (t->type_class_count[type] == TYPE_CLASSES)
        t->all_by_legs = true;
    else
        t->type_classes[type][t->type_class_count[type]++] = (uint8_t)class;
}

static int class_new(Tables *t) {
    if (t->class_count < MAX_CLASSES) return t->class_count++;
    t->all_by_legs = true;
    return MAX_CLASSES - 1;
}

static bool captures_by_leap(const Shape *shape) {
    for (int i = 0; i < shape->leap_count; i++)
        if (shape->leaps[i].modes & LEG_CAPTURE) return true;
    return false;
}

/* The reverse of the capture table: for each square, the squares from which the type captures
 * there. */
static void leap_row_fill(const HenkaVariant *v, Bitboard *rows, int stride,
                          const Bitboard *capture) {
    for (int from = 0; from < v->squares; from++)
        for (Bitboard ends = capture[from]; ends;)
            rows[bb_pop_lsb(&ends) * stride] |= BB_SQUARE(from);
}

static void leap_classes(HenkaVariant *v, Tables *t) {
    int first_type[MAX_CLASSES];
    for (int type = 1; type <= v->type_count; type++) {
        int class = -1;
        if (!captures_by_leap(&t->shapes[type])) continue;
        for (int c = 0; c < t->class_count && class < 0; c++)
            if (same_boards(v, t->powers[0][first_type[c]].capture, t->powers[0][type].capture) &&
                same_boards(v, t->powers[1][first_type[c]].capture, t->powers[1][type].capture))
                class = c;
        if (class < 0) {
            class = class_new(t);
            first_type[class] = type;
        }
        join(t, type, class);
    }
    t->leap_class_count = t->class_count;
    t->leap_stride = (t->class_count + ROW - 1) / ROW * ROW;
    for (int side = 0; side < 2; side++) {
        t->leap_rows[side] =
            arena_take(v->arena, sizeof(Bitboard) * (size_t)(v->squares * t->leap_stride));
        for (int c = 0; c < t->class_count; c++)
            leap_row_fill(v, t->leap_rows[side] + c, t->leap_stride,
                          t->powers[side][first_type[c]].capture);
    }
}

/* A slide that captures, and the types that have it. ray_keys makes one for each such slide. */
typedef struct RayKey {
    int8_t dx, dy;                  /* one step, as sente moves (Slide) */
    uint8_t range;                  /* most steps */
    uint8_t skip;                   /* steps at the start that cross whatever stands there */
    uint8_t members[MAX_TYPES / 8]; /* bit by type (type_bit) */
} RayKey;

static int ray_keys(const HenkaVariant *v, const Tables *t, RayKey *keys, int cap) {
    int count = 0;
    for (int type = 1; type <= v->type_count; type++)
        for (int i = 0; i < t->shapes[type].slide_count; i++) {
            const Slide *s = &t->shapes[type].slides[i];
            int k = 0;
            if (!(s->modes & LEG_CAPTURE)) continue;
            while (k < count && !(keys[k].dx == s->dx && keys[k].dy == s->dy &&
                                  keys[k].range == s->range && keys[k].skip == s->skip))
                k++;
            if (k == cap) return -1;
            if (k == count) keys[count++] = (RayKey){s->dx, s->dy, s->range, s->skip, {0}};
            keys[k].members[type >> 3] |= (uint8_t)(1 << (type & 7));
        }
    return count;
}

/* Rays with the same members are one class: the four of an orthogonal slider are four rays of one
 * class. */
static void ray_classes(HenkaVariant *v, Tables *t, Shared *shared) {
    RayKey keys[MAX_CLASSES];
    int classes[MAX_CLASSES], count = ray_keys(v, t, keys, MAX_CLASSES);
    if (count < 0) {
        t->all_by_legs = true;
        return;
    }
    for (int k = 0; k < count; k++) {
        int j = 0;
        while (j < k && memcmp(keys[j].members, keys[k].members, sizeof keys[k].members)) j++;
        classes[k] = j < k ? classes[j] : class_new(t);
        for (int type = 1; type <= v->type_count; type++)
            if (type_bit(keys[k].members, type)) join(t, type, classes[k]);
        for (int side = 0; side < 2; side++) {
            int dx = -keys[k].dx, dy = -keys[k].dy;
            t->rays[side][k] =
                (AttackRay){ray_boards(v, shared, side, dx, dy, keys[k].skip, keys[k].range),
                            rises(v, side, dx, dy), (uint8_t)classes[k]};
            t->ray_count[side] = k + 1;
        }
    }
}

static bool same_hop(const Hop *a, const Hop *b) { return !memcmp(a, b, offsetof(Hop, modes)); }

/* The first type with this very hop; its class serves for all of them. */
static int hop_class_of(const Tables *t, int type, const Hop *hop,
                        const int classes[][SHAPE_HOPS]) {
    for (int other = 1; other <= type; other++)
        for (int i = 0; i < t->shapes[other].hop_count; i++)
            if (classes[other][i] >= 0 && same_hop(&t->shapes[other].hops[i], hop))
                return classes[other][i];
    return -1;
}

static void hop_class_new(HenkaVariant *v, Tables *t, Shared *shared, const Hop *h, int class) {
    for (int side = 0; side < 2; side++) {
        int dx = -h->dx, dy = -h->dy;
        t->hops[side][t->hop_count[side]++] =
            (AttackHop){ray_boards(v, shared, side, dx, dy, 0, h->total),
                        ray_boards(v, shared, side, dx, dy, 0, h->after_range),
                        ray_boards(v, shared, side, dx, dy, 0, h->before_range),
                        rises(v, side, dx, dy),
                        (uint8_t)class,
                        h->after_range,
                        h->before_range};
    }
}

static void hop_classes(HenkaVariant *v, Tables *t, Shared *shared) {
    int classes[MAX_TYPES][SHAPE_HOPS];
    memset(classes, -1, sizeof classes);
    for (int type = 1; type <= v->type_count; type++)
        for (int i = 0; i < t->shapes[type].hop_count; i++) {
            const Hop *h = &t->shapes[type].hops[i];
            if (!(h->modes & LEG_CAPTURE)) continue;
            int class = hop_class_of(t, type, h, classes);
            if (class < 0) {
                if (t->hop_count[0] == ATTACK_HOPS) {
                    t->all_by_legs = true;
                    return;
                }
                hop_class_new(v, t, shared, h, class = class_new(t));
            }
            classes[type][i] = class;
            join(t, type, class);
        }
}

/* Walks a ray from the target and notes the squares between the target and each square of the
 * ray. */
static void note_between(const HenkaVariant *v, Tables *t, const AttackRay *r, int target,
                         uint8_t *known) {
    Bitboard passed = 0;
    for (Bitboard rest = r->ray[target]; rest;) {
        int at = r->rising ? bb_lsb(rest) : bb_msb(rest);
        Bitboard *between = &t->between[target * v->squares + at];
        if (known[target * v->squares + at] && *between != passed) t->lines_differ = true;
        known[target * v->squares + at] = 1;
        *between = passed;
        passed |= BB_SQUARE(at);
        rest &= ~BB_SQUARE(at);
    }
}

static void lines_between(HenkaVariant *v, Tables *t) {
    size_t count = (size_t)(v->squares * v->squares);
    uint8_t *known = arena_take(v->arena, count);
    t->between = arena_take(v->arena, sizeof(Bitboard) * count);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < t->ray_count[side]; i++)
            for (int target = 0; target < v->squares; target++)
                note_between(v, t, &t->rays[side][i], target, known);
}

static void xray_tables(HenkaVariant *v, Tables *t) {
    for (int side = 0; side < 2; side++) {
        t->xray_rows[side] =
            arena_take(v->arena, sizeof(Bitboard) * (size_t)(v->squares * t->class_stride));
        t->slider_lines_to[side] = boards_new(v);
        for (int square = 0; square < v->squares; square++) {
            Bitboard *row = t->xray_rows[side] + square * t->class_stride;
            for (int c = 0; c < t->leap_class_count; c++)
                row[c] = t->leap_rows[side][square * t->leap_stride + c];
            for (int r = 0; r < t->ray_count[side]; r++) {
                row[t->rays[side][r].class] |= t->rays[side][r].ray[square];
                t->slider_lines_to[side][square] |= t->rays[side][r].ray[square];
            }
        }
    }
}

/* The targets of the type's pushes on an empty board. Its shape leaves these out. */
static Bitboard push_squares(const HenkaVariant *v, int side, int type, int square) {
    const Power *power = &v->types[type].power;
    Bitboard squares = 0;
    for (int i = 0; i < power->term_count; i++) {
        const Term *term = &power->terms[i];
        for (int d = 0; d < 8 && term_is_push(term); d++)
            for (int n = 1, at = square; term->legs[0].dirs >> d & 1 && n <= term->legs[0].range;
                 n++) {
                at = square_step(v, side, at, term->dx[d], term->dy[d]);
                if (at < 0) break;
                squares |= BB_SQUARE(at);
            }
    }
    return squares;
}

/* The royal's square and the squares to which it could go on an empty board. Attacks on these
 * decide checks and moves of the royal. */
static Bitboard royal_surroundings(const HenkaVariant *v, const Tables *t, int side, int square) {
    Bitboard around = BB_SQUARE(square);
    for (int type = 1; type <= v->type_count; type++) {
        const BitboardPower *power = &t->powers[side][type];
        if (!v->types[type].royal) continue;
        around |=
            power->quiet[square] | power->capture[square] | push_squares(v, side, type, square);
        for (int i = 0; i < 2 * RAYS_A_WAY && power->rays; i++)
            around |= power->rays[2 * RAYS_A_WAY * square + i];
        for (int i = 0; i < power->slide_count; i++) around |= power->slides[i].ray[square];
        for (int i = 0; i < power->hop_count; i++) around |= power->hops[i].total[square];
    }
    return around;
}

static void surroundings(HenkaVariant *v, Tables *t) {
    for (int side = 0; side < 2; side++) {
        t->near_rows[side] =
            arena_take(v->arena, sizeof(Bitboard) * (size_t)(v->squares * t->class_stride));
        for (int square = 0; square < v->squares; square++) {
            Bitboard *near = t->near_rows[side] + square * t->class_stride;
            for (Bitboard around = royal_surroundings(v, t, !side, square); around;) {
                int at = bb_pop_lsb(&around);
                for (int c = 0; c < t->leap_class_count; c++)
                    near[c] |= t->leap_rows[side][at * t->leap_stride + c];
                for (int r = 0; r < t->ray_count[side]; r++)
                    near[t->rays[side][r].class] |= t->rays[side][r].ray[at];
                for (int h = 0; h < t->hop_count[side]; h++)
                    near[t->hops[side][h].class] |= t->hops[side][h].look[at];
            }
        }
    }
    for (int type = 1; type <= v->type_count; type++)
        for (int i = 0; i < t->type_class_count[type]; i++)
            t->class_bits[type] |= (uint64_t)1 << t->type_classes[type][i];
}

static void drop_squares(HenkaVariant *v, Tables *t) {
    for (int square = 0; square < v->squares; square++) {
        if (v->hole[square]) continue;
        t->all |= BB_SQUARE(square);
        t->files[file_of(v, square) - 1] |= BB_SQUARE(square);
        for (int side = 0; side < 2; side++) {
            if (in_zone(v, side, square)) t->zone[side] |= BB_SQUARE(square);
            for (int type = 1; type <= v->type_count; type++) {
                bool dead = depth_of(v, side, square) >= v->ranks - v->types[type].no_move_ranks;
                if (must_promote_at(v, side, type, square))
                    t->must_promote[side][type] |= BB_SQUARE(square);
                if (!dead && in_drop_squares(v, side, type, square))
                    t->drop_squares[side][type] |= BB_SQUARE(square);
            }
            for (int other = 0; other < v->squares; other++) {
                if (v->hole[other]) continue;
                int ahead = depth_of(v, side, other) - depth_of(v, side, square);
                int distance = ahead < 0 ? -ahead : ahead;
                if ((!v->drop_not_behind_royal || ahead >= 0) &&
                    (distance >= v->drop_royal_distance || file_of(v, other) != file_of(v, square)))
                    t->ahead[side][square] |= BB_SQUARE(other);
            }
        }
    }
    for (int square = 0; square < v->squares; square++)
        t->file_of_square[square] = t->files[file_of(v, square) - 1];
}

/* ---- how types move where masks decide alone ------------------------------------------------- */

/* Pushing pays for the few steps of a type with many pieces, and for divergent types (their
 * captures are not their moves). */
static bool is_pushed(const Tables *t, int type) {
    const Shape *shape = &t->shapes[type];
    const BitboardPower *power = &t->powers[0][type];
    if (!shape->leap_count || shape->leap_count > PUSH_STEPS || shape->slide_count ||
        !shape->simple || power->slow_promotion)
        return false;
    return shape->leap_count == 1 || power->quiet != power->capture;
}

static void push_new(const HenkaVariant *v, Tables *t, int type, const Leap *leap) {
    Push *push = &t->pushes[t->push_count++];
    int step = -leap->dx * v->ranks - leap->dy;
    push->type = (uint8_t)type, push->modes = leap->modes;
    for (int side = 0; side < 2; side++) {
        push->delta[side] = (int8_t)(side ? -step : step);
        for (int square = 0; square < v->squares; square++) {
            int end = square_step(v, side, square, leap->dx, leap->dy);
            if (end < 0 || !in_region(v, side, type, end)) continue;
            push->from[side] |= BB_SQUARE(square);
            if (t->promotes_to[type] && (in_zone(v, side, square) || in_zone(v, side, end)))
                push->promotes[side] |= BB_SQUARE(square);
        }
    }
}

static bool steps_only(const HenkaVariant *v, const Tables *t, int type) {
    const Shape *shape = &t->shapes[type];
    if (shape->slide_count || !shape->simple || !t->powers[0][type].uniform ||
        t->powers[0][type].slow_promotion)
        return false;
    for (int i = 0; i < shape->leap_count; i++) {
        int step = -shape->leaps[i].dx * v->ranks - shape->leaps[i].dy;
        if (step < -WINDOW_BACK || step > WINDOW_BACK) return false;
    }
    return true;
}

static void window_fill(const HenkaVariant *v, Tables *t, int side, int type) {
    for (int square = 0; square < v->squares; square++) {
        StepWindow *window = &t->windows[side][type << 7 | square];
        for (Bitboard ends = t->powers[side][type].quiet[square]; ends;) {
            int end = bb_pop_lsb(&ends);
            window->targets |= (uint64_t)1 << (end - square + WINDOW_BACK);
            if (t->promotes_to[type] && (in_zone(v, side, square) || in_zone(v, side, end)))
                window->promotes |= (uint64_t)1 << (end - square + WINDOW_BACK);
        }
    }
}

static void slider_new(Tables *t, int type, const Bitboard *no_rays) {
    t->slider_types[t->slider_count++] = (uint8_t)type;
    for (int side = 0; side < 2; side++) {
        const BitboardPower *power = &t->powers[side][type];
        t->sliders[side][type] = (Slider){power->quiet, power->rays ? power->rays : no_rays,
                                          power->up_count, power->down_count, power->promoted};
    }
}

static int most_ends(const HenkaVariant *v, const BitboardPower *power) {
    int most = 0;
    for (int square = 0; square < v->squares; square++) {
        Bitboard ends = power->quiet[square] | power->capture[square];
        for (int i = 0; i < 2 * RAYS_A_WAY && power->rays; i++)
            ends |= power->rays[2 * RAYS_A_WAY * square + i];
        for (int i = 0; i < power->slide_count; i++) ends |= power->slides[i].ray[square];
        for (int i = 0; i < power->hop_count; i++) ends |= power->hops[i].total[square];
        if (bb_popcount(ends) > most) most = bb_popcount(ends);
    }
    return most;
}

static void count_most_moves(const HenkaVariant *v, Tables *t) {
    for (int type = 1; type <= v->type_count; type++) {
        const BitboardPower *power = &t->powers[0][type];
        int moves = most_ends(v, power) * (power->slow_promotion ? 2 + v->types[type].choice_count
                                           : power->promoted     ? 2
                                                                 : 1);
        if (moves > t->most_moves) t->most_moves = moves;
    }
}

/* Chooses how each type moves where masks decide alone. */
static void direct_tables(HenkaVariant *v, Tables *t) {
    const Bitboard *no_rays =
        arena_take(v->arena, sizeof(Bitboard) * 2 * RAYS_A_WAY * (size_t)v->squares);
    for (int side = 0; side < 2; side++)
        t->windows[side] =
            arena_take(v->arena, sizeof(StepWindow) * (size_t)(v->type_count + 1) * 128);
    for (int type = 1; type <= v->type_count; type++) {
        if (v->types[type].royal) continue;
        if (steps_only(v, t, type))
            for (int side = 0; side < 2; side++) window_fill(v, t, side, type);
        if (is_pushed(t, type) && t->push_count + t->shapes[type].leap_count <= PUSHES)
            for (int i = 0; i < t->shapes[type].leap_count; i++)
                push_new(v, t, type, &t->shapes[type].leaps[i]);
        else if (t->powers[0][type].uniform && !t->powers[0][type].slow_promotion &&
                 !steps_only(v, t, type))
            slider_new(t, type, no_rays);
        else if (!steps_only(v, t, type))
            t->irregular_types[t->irregular_count++] = (uint8_t)type;
    }
    count_most_moves(v, t);
}

void tables_bitboard(HenkaVariant *v, Tables *t) {
    Shared shared = {.count = 0};
    powers_build(v, t, &shared);
    direct_tables(v, t);
    leap_classes(v, t);
    ray_classes(v, t, &shared);
    hop_classes(v, t, &shared);
    t->class_stride = (t->class_count + ROW - 1) / ROW * ROW;
    lines_between(v, t);
    xray_tables(v, t);
    surroundings(v, t);
    drop_squares(v, t);
}
