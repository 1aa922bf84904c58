/* Tables of boards of up to 128 squares: bitboards of leaps, rays and hops, by type for the mover
 * and by class for the attacked square. */
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "tables/tables_parts.h"

enum { SHARED_TABLES = 1024 };

static bool same_boards(const HenkaVariant *v, const Bitboard *a, const Bitboard *b) {
    return !memcmp(a, b, sizeof(Bitboard) * (size_t)v->squares);
}

/* Equal tables are kept only once, because there are many and the processor's cache is small. */
typedef struct Shared {
    const Bitboard *tables[SHARED_TABLES];
    size_t sizes[SHARED_TABLES];
    int count;
} Shared;

/* Returns a copy of the table, which equal tables share. a_square: bitboards for each square. */
static const Bitboard *share(const HenkaVariant *v, Shared *shared, const Bitboard *table,
                             int a_square) {
    size_t size = sizeof(Bitboard) * (size_t)(a_square * v->squares);
    for (int i = 0; i < shared->count; i++)
        if (shared->sizes[i] == size && !memcmp(shared->tables[i], table, size))
            return shared->tables[i];
    Bitboard *copy = arena_take(v->arena, size);
    memcpy(copy, table, size);
    if (shared->count < SHARED_TABLES)
        shared->sizes[shared->count] = size, shared->tables[shared->count++] = copy;
    return copy;
}

/* Returns a table, by origin, of the targets of the shape's leaps that have this mode. */
static const Bitboard *leap_boards(const HenkaVariant *v, Shared *shared, const Shape *shape,
                                   int side, int type, int mode) {
    Bitboard to[128] = {0};
    for (int square = 0; square < v->squares; square++)
        for (int i = 0; i < shape->leap_count; i++) {
            int end = square_step(v, side, square, shape->leaps[i].dx, shape->leaps[i].dy);
            if (end >= 0 && shape->leaps[i].modes & mode && in_region(v, side, type, end))
                to[square] |= BB_SQUARE(end);
        }
    return share(v, shared, to, 1);
}

static const Bitboard *ray_boards(const HenkaVariant *v, Shared *shared, int side, int dx, int dy,
                                  int skip, int range) {
    Bitboard ray[128] = {0};
    for (int square = 0; square < v->squares; square++)
        for (int n = 1, at = square; n <= range && (at = square_step(v, side, at, dx, dy)) >= 0;
             n++)
            if (n > skip) ray[square] |= BB_SQUARE(at);
    return share(v, shared, ray, 1);
}

/* Does a step in this direction lead to a higher square? */
static bool rises(const HenkaVariant *v, int side, int dx, int dy) {
    int step = -dx * v->ranks - dy;
    return (side == HENKA_GOTE ? -step : step) > 0;
}

static void power_build(HenkaVariant *v, Tables *t, Shared *shared, int side, int type) {
    const Shape *shape = &t->shapes[type];
    const PieceType *kind = &v->types[type];
    BitboardPower *power = &t->powers[side][type];
    Bitboard rays[128 * 2 * RAYS_A_WAY] = {0};
    power->quiet = leap_boards(v, shared, shape, side, type, LEG_EMPTY);
    power->capture = leap_boards(v, shared, shape, side, type, LEG_CAPTURE);
    for (int i = 0; i < shape->slide_count; i++) {
        const Slide *s = &shape->slides[i];
        RaySlide slide = {ray_boards(v, shared, side, s->dx, s->dy, s->skip, s->range),
                          rises(v, side, s->dx, s->dy), s->modes};
        uint8_t *count = slide.rising ? &power->up_count : &power->down_count;
        if (s->modes != (LEG_EMPTY | LEG_CAPTURE) || *count == RAYS_A_WAY) {
            power->slides[power->slide_count++] = slide;
            continue;
        }
        int place = (slide.rising ? 0 : RAYS_A_WAY) + (*count)++;
        for (int square = 0; square < v->squares; square++)
            rays[2 * RAYS_A_WAY * square + place] = slide.ray[square];
    }
    if (power->up_count + power->down_count) power->rays = share(v, shared, rays, 2 * RAYS_A_WAY);
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

static void leap_classes(HenkaVariant *v, Tables *t) {
    int first_type[MAX_CLASSES];
    for (int type = 1; type <= v->type_count; type++) {
        int class = -1, modes = 0;
        for (int i = 0; i < t->shapes[type].leap_count; i++)
            modes |= t->shapes[type].leaps[i].modes;
        if (!(modes & LEG_CAPTURE)) continue;
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
        /* the reverse of the capture tables: by target, the squares from which this class leaps */
        for (int c = 0; c < t->class_count; c++)
            for (int from = 0; from < v->squares; from++)
                for (Bitboard ends = t->powers[side][first_type[c]].capture[from]; ends;)
                    t->leap_rows[side][bb_pop_lsb(&ends) * t->leap_stride + c] |= BB_SQUARE(from);
    }
}

/* A slide that captures, and the types that have it. ray_keys makes one for each such slide. */
typedef struct RayKey {
    int8_t dx, dy;                  /* one step, as sente moves (Slide) */
    uint8_t range;                  /* most steps */
    uint8_t skip;                   /* the first `skip` steps cross any piece */
    uint8_t members[MAX_TYPES / 8]; /* bit mask of the types that have this slide (type_bit) */
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

/* Makes the classes of slides: rays of the same types, such as the four of an orthogonal slider. */
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

static void hop_classes(HenkaVariant *v, Tables *t, Shared *shared) {
    int classes[MAX_TYPES][SHAPE_HOPS];
    memset(classes, -1, sizeof classes);
    for (int type = 1; type <= v->type_count; type++)
        for (int i = 0; i < t->shapes[type].hop_count; i++) {
            const Hop *h = &t->shapes[type].hops[i];
            if (!(h->modes & LEG_CAPTURE)) continue;
            int class = -1; /* the class of the types with exactly this hop; -1: not found yet */
            for (int other = 1; other <= type; other++)
                for (int j = 0; j < t->shapes[other].hop_count; j++)
                    if (!memcmp(&t->shapes[other].hops[j], h, offsetof(Hop, modes)) &&
                        classes[other][j] >= 0)
                        class = classes[other][j];
            if (class < 0) {
                if (t->hop_count[0] == ATTACK_HOPS) {
                    t->all_by_legs = true;
                    return;
                }
                class = class_new(t);
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
            classes[type][i] = class;
            join(t, type, class);
        }
}

/* Walks each ray from its target and stores the squares between the target and each square. */
static void lines_between(HenkaVariant *v, Tables *t) {
    size_t count = (size_t)(v->squares * v->squares);
    bool *known = arena_take(v->arena, count);
    t->between = arena_take(v->arena, sizeof(Bitboard) * count);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < t->ray_count[side] * v->squares; i++) {
            const AttackRay *r = &t->rays[side][i / v->squares];
            int target = i % v->squares;
            Bitboard passed = 0;
            for (Bitboard rest = r->ray[target]; rest;) {
                int at = r->rising ? bb_lsb(rest) : bb_msb(rest), pair = target * v->squares + at;
                if (known[pair] && t->between[pair] != passed) t->lines_differ = true;
                known[pair] = true;
                t->between[pair] = passed;
                passed |= BB_SQUARE(at);
                rest &= ~BB_SQUARE(at);
            }
        }
}

/* Returns the targets of the type from that square on an empty board. */
static Bitboard all_ends(const BitboardPower *power, int square) {
    Bitboard ends = power->quiet[square] | power->capture[square];
    for (int i = 0; i < 2 * RAYS_A_WAY && power->rays; i++)
        ends |= power->rays[2 * RAYS_A_WAY * square + i];
    for (int i = 0; i < power->slide_count; i++) ends |= power->slides[i].ray[square];
    for (int i = 0; i < power->hop_count; i++) ends |= power->hops[i].total[square];
    return ends;
}

/* Returns the targets of the type's pushes (first moves to empty squares) on an empty board, which
 * its shape leaves out. */
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

/* Adds the squares from which that side's classes leap or slide to the square, by class. */
static void attackers_add(const Tables *t, int side, int square, Bitboard *row) {
    for (int c = 0; c < t->leap_class_count; c++)
        row[c] |= t->leap_rows[side][square * t->leap_stride + c];
    for (int r = 0; r < t->ray_count[side]; r++)
        row[t->rays[side][r].class] |= t->rays[side][r].ray[square];
}

/* Fills xray_rows and near_rows. The attacks on a royal's square, and on the squares to which the
 * royal could step on an empty board, decide checks and the royal's moves. */
static void class_rows(HenkaVariant *v, Tables *t) {
    size_t size = sizeof(Bitboard) * (size_t)(v->squares * t->class_stride);
    for (int side = 0; side < 2; side++) {
        t->xray_rows[side] = arena_take(v->arena, size);
        t->near_rows[side] = arena_take(v->arena, size);
        t->slider_lines_to[side] = arena_take(v->arena, sizeof(Bitboard) * (size_t)v->squares);
        for (int square = 0; square < v->squares; square++) {
            Bitboard *near = t->near_rows[side] + square * t->class_stride,
                     around = BB_SQUARE(square);
            attackers_add(t, side, square, t->xray_rows[side] + square * t->class_stride);
            for (int r = 0; r < t->ray_count[side]; r++)
                t->slider_lines_to[side][square] |= t->rays[side][r].ray[square];
            for (int type = 1; type <= v->type_count; type++)
                if (v->types[type].royal)
                    around |= all_ends(&t->powers[!side][type], square) |
                              push_squares(v, !side, type, square);
            while (around) {
                int at = bb_pop_lsb(&around);
                attackers_add(t, side, at, near);
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

/* ---- how types move where masks alone decide ------------------------------------------------- */

/* Fills the pushes of a type, which shift the bitboard of all its pieces by one step: faster for
 * few steps of many pieces, and for divergent types (types that capture unlike they move). */
static bool push_type(const HenkaVariant *v, Tables *t, int type) {
    const Shape *shape = &t->shapes[type];
    const BitboardPower *power = &t->powers[0][type];
    if (!shape->leap_count || shape->leap_count > PUSH_STEPS || shape->slide_count ||
        !shape->simple || power->slow_promotion ||
        (shape->leap_count > 1 && power->quiet == power->capture) ||
        t->push_count + shape->leap_count > PUSHES)
        return false;
    for (int i = 0; i < shape->leap_count; i++) {
        const Leap *leap = &shape->leaps[i];
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
    return true;
}

/* Fills the windows of a type that only steps. false: the type has other moves or steps too far. */
static bool window_type(const HenkaVariant *v, Tables *t, int type) {
    const Shape *shape = &t->shapes[type];
    if (shape->slide_count || !shape->simple || !t->powers[0][type].uniform ||
        t->powers[0][type].slow_promotion)
        return false;
    for (int i = 0; i < shape->leap_count; i++) {
        int step = -shape->leaps[i].dx * v->ranks - shape->leaps[i].dy;
        if (step < -WINDOW_BACK || step > WINDOW_BACK) return false;
    }
    for (int side = 0; side < 2; side++)
        for (int square = 0; square < v->squares; square++) {
            StepWindow *window = &t->windows[side][type << 7 | square];
            for (Bitboard ends = t->powers[side][type].quiet[square]; ends;) {
                int end = bb_pop_lsb(&ends);
                uint64_t bit = (uint64_t)1 << (end - square + WINDOW_BACK);
                window->targets |= bit;
                if (t->promotes_to[type] && (in_zone(v, side, square) || in_zone(v, side, end)))
                    window->promotes |= bit;
            }
        }
    return true;
}

static void direct_tables(HenkaVariant *v, Tables *t) {
    const Bitboard *no_rays =
        arena_take(v->arena, sizeof(Bitboard) * 2 * RAYS_A_WAY * (size_t)v->squares);
    for (int side = 0; side < 2; side++)
        t->windows[side] =
            arena_take(v->arena, sizeof(StepWindow) * (size_t)(v->type_count + 1) * 128);
    for (int type = 1; type <= v->type_count; type++) {
        const BitboardPower *power = &t->powers[0][type];
        int ways = power->slow_promotion ? 2 + v->types[type].choice_count : 1 + !!power->promoted;
        for (int square = 0; square < v->squares; square++) {
            int moves = bb_popcount(all_ends(power, square)) * ways;
            if (moves > t->most_moves) t->most_moves = moves;
        }
        if (v->types[type].royal) continue;
        bool steps = window_type(v, t, type);
        if (push_type(v, t, type) || steps) continue;
        if (power->uniform && !power->slow_promotion) {
            t->slider_types[t->slider_count++] = (uint8_t)type;
            for (int side = 0; side < 2; side++) {
                const BitboardPower *p = &t->powers[side][type];
                t->sliders[side][type] = (Slider){p->quiet, p->rays ? p->rays : no_rays,
                                                  p->up_count, p->down_count, p->promoted};
            }
        } else
            t->irregular_types[t->irregular_count++] = (uint8_t)type;
    }
}

void tables_bitboard(HenkaVariant *v, Tables *t) {
    Shared shared = {.count = 0};
    for (int side = 0; side < 2; side++)
        for (int type = 1; type <= v->type_count; type++) power_build(v, t, &shared, side, type);
    direct_tables(v, t);
    leap_classes(v, t);
    ray_classes(v, t, &shared);
    hop_classes(v, t, &shared);
    t->class_stride = (t->class_count + ROW - 1) / ROW * ROW;
    lines_between(v, t);
    class_rows(v, t);
    drop_squares(v, t);
}
