/* Lines of any board, and the tables of boards beyond 128 squares. */
#include <string.h>

#include "base/arena.h"
#include "base/bitboard256.h"
#include "tables/shape.h"
#include "tables/tables_parts.h"

static void lines_of_squares(HenkaVariant *v, Tables *t) {
    static const int8_t dx[8] = {0, 1, 1, 1, 0, -1, -1, -1}, dy[8] = {1, 1, 0, -1, -1, -1, 0, 1};
    for (int d = 0; d < 8; d++) {
        t->delta[d] = (int16_t)(-dx[d] * v->ranks - dy[d]);
        for (int square = 0; square < v->squares; square++)
            for (int at = square; (at = square_step(v, HENKA_SENTE, at, dx[d], dy[d])) >= 0;)
                t->edge[d][square]++;
    }
    for (int square = 0; square < v->squares; square++) {
        int file = file_of(v, square) - 1, rank = rank_of(v, square) - 1;
        /* by direction and 3: file, up, rank, down */
        uint8_t index[4] = {(uint8_t)file, (uint8_t)(file - rank + v->ranks - 1), (uint8_t)rank,
                            (uint8_t)(file + rank)};
        for (int line = 0; line < 4; line++) {
            t->line_index[line][square] = index[line];
            t->line_place[line][square] = (uint8_t)(line == 0 ? rank : file);
            t->line_bits[square].place[line] = (uint16_t)(2 * (LINE_ROOM * line + index[line]));
            t->line_bits[square].bit[line] = 1u << t->line_place[line][square];
        }
        for (int side = 0; side < 2; side++) t->zone_bytes[side][square] = in_zone(v, side, square);
        for (int d = 0; d < 8; d++)
            if (t->edge[d][square])
                bb256_set(t->near_words[square], square + t->delta[d]),
                    bb256_set(t->edge_words[d], square);
    }
}

/* Slides in planes have three lengths; one of any other length is listed piece by piece. */
static int plane_length(const HenkaVariant *v, int range) {
    if (range <= 2) return range - 1;
    return range >= (v->files > v->ranks ? v->files : v->ranks) - 1 ? 2 : -1;
}

static bool is_plane_slide(const HenkaVariant *v, const Slide *s) {
    return s->direction >= 0 && s->modes == (LEG_EMPTY | LEG_CAPTURE) && !s->skip &&
           plane_length(v, s->range) >= 0;
}

static void add_slide(LargePower *runs, int direction, int reach) {
    runs->dirs |= (uint8_t)(1 << direction);
    if (reach > runs->reach[direction]) runs->reach[direction] = (uint8_t)reach;
}

static void add_leap(const HenkaVariant *v, uint64_t (*leaps)[4], int side, const Leap *leap) {
    for (int square = 0; square < v->squares; square++) {
        int to = square_step(v, side, square, leap->dx, leap->dy);
        if (to >= 0) bb256_set(leaps[square], to);
    }
}

/* Returns the table of another side or type with the same leaps, so that equal tables are kept
 * once. */
static const uint64_t (*shared(const HenkaVariant *v, const Tables *t, uint64_t (*leaps)[4]))[4] {
    for (int type = 1; type <= v->type_count; type++)
        for (int side = 0; side < 2; side++) {
            const uint64_t(*other)[4] = t->large_powers[side][type].leaps;
            if (other && !memcmp(other, leaps, sizeof *other * (size_t)v->squares)) return other;
        }
    return leaps;
}

static void leaps_of(const HenkaVariant *v, const Tables *t, const Shape *shape, int side,
                     LargePower *runs) {
    uint64_t(*leaps)[4] = NULL;
    for (int i = 0; i < shape->leap_count; i++) {
        const Leap *l = &shape->leaps[i];
        int direction = shape_direction(l->dx, l->dy);
        if (l->modes != (LEG_EMPTY | LEG_CAPTURE)) {
            runs->far[runs->far_count++] = (uint8_t)i;
        } else if (direction >= 0) {
            add_slide(runs, (direction + 4 * side) & 7, 1);
        } else {
            if (!leaps) leaps = arena_take(v->arena, sizeof *leaps * (size_t)v->squares);
            add_leap(v, leaps, side, l);
        }
    }
    if (leaps) runs->leaps = shared(v, t, leaps);
}

static void power_of(const HenkaVariant *v, const Tables *t, const Shape *shape, int side,
                     LargePower *runs) {
    leaps_of(v, t, shape, side, runs);
    for (int i = 0; i < shape->slide_count; i++) {
        if (is_plane_slide(v, &shape->slides[i]))
            add_slide(runs, (shape->slides[i].direction + 4 * side) & 7, shape->slides[i].range);
        else
            runs->slides[runs->slide_count++] = (uint8_t)i;
    }
    runs->special = shape->by_legs || shape->hop_count || shape->sting_count || shape->jump_max ||
                    shape->igui_max || shape->skip_dirs || shape->area || shape->burn_max;
    for (int d = 0; d < 8; d++) {
        int turned = (d + 4 * side) & 7;
        runs->skip_dirs |= (uint8_t)((shape->skip_dirs >> d & 1) << turned);
        runs->jump_dirs |= (uint8_t)((shape->jump_dirs >> d & 1) << turned);
    }
    for (int i = 0; i < shape->slide_count; i++) runs->rides |= shape->slides[i].direction < 0;
    for (int i = 0; i < shape->sting_count; i++)
        runs->far_stings |= shape_direction(shape->stings[i].ax, shape->stings[i].ay) < 0;
    runs->slides_listed = shape->by_legs || shape->overlaps;
    runs->irregular =
        runs->slides_listed || runs->special || runs->leaps || runs->far_count || runs->slide_count;
}

static bool within(int dx, int dy, int most) {
    return dx >= -most && dx <= most && dy >= -most && dy <= most;
}

/* Are all its captures, without slides in planes, within two squares? */
static bool is_close(const Shape *shape, const LargePower *runs) {
    bool close = !shape->by_legs && !shape->hop_count && !shape->jump_max && !shape->area &&
                 !shape->burn_max && !runs->slide_count;
    for (int i = 0; i < shape->leap_count; i++)
        close &= within(shape->leaps[i].dx, shape->leaps[i].dy, 2);
    for (int i = 0; i < shape->sting_count; i++) {
        close &= within(shape->stings[i].ax, shape->stings[i].ay, 2);
        for (int j = 0; j < shape->stings[i].end_count; j++)
            close &= within(shape->stings[i].ends[j].dx, shape->stings[i].ends[j].dy, 2);
    }
    return close;
}

static bool slides_close(const LargePower *runs) {
    bool close = true;
    for (int d = 0; d < 8; d++) close &= runs->reach[d] <= 2;
    return close;
}

static void type_planes_of(const HenkaVariant *v, Tables *t, int type) {
    for (int side = 0; side < 2; side++) {
        const LargePower *runs = &t->large_powers[side][type];
        int count = 0;
        for (int d = 0; d < 8 && !t->shapes[type].by_legs; d++)
            if (runs->dirs >> d & 1)
                t->type_planes[side][type][count++] =
                    (uint8_t)PLANE_WORD(3 * d + plane_length(v, runs->reach[d]), side);
        if (runs->irregular)
            t->type_planes[side][type][count++] = PLANE_WORD(PLANE_IRREGULAR, side);
        if (runs->slides_listed)
            t->type_planes[side][type][count++] = PLANE_WORD(PLANE_LISTED, side);
        bool close = runs->irregular && is_close(&t->shapes[type], runs);
        if (close && (!runs->slides_listed || slides_close(runs)))
            t->type_planes[side][type][count++] = PLANE_WORD(PLANE_CLOSE, side);
        while (count % PLANES_AT_ONCE)
            t->type_planes[side][type][count++] = PLANE_WORD(PLANE_SPARE, side);
        t->type_plane_count[type] = (uint8_t)count;
    }
}

static void takes_of(const Shape *shape, int side, uint8_t takes[8]) {
    for (int i = 0; i < shape->leap_count; i++) {
        int direction = shape_direction(shape->leaps[i].dx, shape->leaps[i].dy);
        if (direction >= 0 && shape->leaps[i].modes & LEG_CAPTURE &&
            !takes[(direction + 4 * side) & 7])
            takes[(direction + 4 * side) & 7] = 1;
    }
    for (int i = 0; i < shape->slide_count; i++) {
        const Slide *s = &shape->slides[i];
        if (s->direction < 0 || s->skip || !(s->modes & LEG_CAPTURE)) continue;
        uint8_t *far = &takes[(s->direction + 4 * side) & 7];
        if (s->range > *far) *far = s->range;
    }
}

static uint8_t turns_to(const HenkaVariant *v, const PieceType *kind) {
    if (!kind->promoted && !kind->choice_count) return 0;
    return v->promote == PROMOTE_ZONE && !v->promotion_forced && !kind->choice_count &&
                   !kind->no_move_ranks && !kind->must_promote_ranks
               ? kind->promoted
               : TURN_SLOW;
}

static void rays(const HenkaVariant *v, Tables *t) {
    uint64_t(*ray)[8][4] = arena_take(v->arena, sizeof *ray * (size_t)v->squares);
    for (int square = 0; square < v->squares; square++)
        for (int d = 0; d < 8; d++)
            for (int n = 1; n <= t->edge[d][square]; n++)
                bb256_set(ray[square][d], square + n * t->delta[d]);
    t->ray_words = ray;
}

static void passes(const HenkaVariant *v, Tables *t) {
    uint8_t(*pass)[MAX_TYPES] = arena_take(v->arena, sizeof *pass * (size_t)(v->type_count + 1));
    for (int mover = 1; mover <= v->type_count; mover++)
        for (int met = 1; met <= v->type_count; met++) {
            bool on = !type_bit(v->no_jump[mover], met);
            pass[mover][met] =
                (uint8_t)((on ? PASS_ON : 0) |
                          (on && !type_bit(v->no_burn[mover], met) ? PASS_LEAVE : 0));
        }
    t->passes = pass;
}

static int widest_walk(const HenkaVariant *v, const Tables *t) {
    int widest = 0;
    for (int type = 1; type <= v->type_count; type++) {
        int reach =
            t->shapes[type].area ? t->shapes[type].area + (t->shapes[type].burn_max > 0) : 0;
        if (reach > widest) widest = reach;
    }
    return widest;
}

static void roam(const HenkaVariant *v, Tables *t) {
    int widest = widest_walk(v, t);
    for (int square = 0; square < v->squares; square++)
        for (int dx = -widest; dx <= widest; dx++)
            for (int dy = -widest; dy <= widest; dy++) {
                int at = square_step(v, HENKA_SENTE, square, dx, dy);
                if (at >= 0) bb256_set(t->roam_words[square], at);
            }
}

void tables_large(HenkaVariant *v, Tables *t) {
    lines_of_squares(v, t);
    for (int type = 1; type <= v->type_count; type++)
        t->turns_to[type] = turns_to(v, &v->types[type]);
    if (t->bitboard128) return;
    passes(v, t);
    rays(v, t);
    roam(v, t);
    for (int type = 1; type <= v->type_count; type++) {
        for (int side = 0; side < 2; side++) {
            power_of(v, t, &t->shapes[type], side, &t->large_powers[side][type]);
            takes_of(&t->shapes[type], side, t->takes[side][type]);
        }
        type_planes_of(v, t, type);
    }
}
