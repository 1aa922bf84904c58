/* Lines of any board, and the tables of boards beyond 128 squares: slide planes, rays, and the
 * squares that each type hits. */
#include <string.h>

#include "base/arena.h"
#include "base/bitboard256.h"
#include "tables/tables_parts.h"

static const int8_t straight_dx[8] = {0, 1, 1, 1, 0, -1, -1, -1},
                    straight_dy[8] = {1, 1, 0, -1, -1, -1, 0, 1};

static void lines_of_squares(HenkaVariant *v, Tables *t) {
    for (int d = 0; d < 8; d++) {
        int dx = straight_dx[d], dy = straight_dy[d];
        t->delta[d] = (int16_t)(-dx * v->ranks - dy);
        for (int square = 0; square < v->squares; square++)
            for (int at = square; (at = square_step(v, HENKA_SENTE, at, dx, dy)) >= 0;)
                t->edge[d][square]++;
    }
    for (int square = 0; square < v->squares; square++) {
        int file = file_of(v, square) - 1, rank = rank_of(v, square) - 1;
        /* by type of line: file, diagonal (file - rank), rank, diagonal (file + rank) */
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

/* Returns 0 for a slide of one square, 1 for two squares, 2 without limit, as the planes are
 * numbered; -1: a slide of any other range, which is listed piece by piece. */
static int plane_length(const HenkaVariant *v, int range) {
    if (range <= 2) return range - 1;
    return range >= (v->files > v->ranks ? v->files : v->ranks) - 1 ? 2 : -1;
}

static void add_slide(LargePower *runs, int direction, int reach) {
    runs->dirs |= (uint8_t)(1 << direction);
    if (reach > runs->reach[direction]) runs->reach[direction] = (uint8_t)reach;
}

/* Returns the equal table of leaps of another side or type, so that equal tables are kept once. */
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
            for (int square = 0; square < v->squares; square++) {
                int to = square_step(v, side, square, l->dx, l->dy);
                if (to >= 0) bb256_set(leaps[square], to);
            }
        }
    }
    if (leaps) runs->leaps = shared(v, t, leaps);
}

static void power_of(const HenkaVariant *v, const Tables *t, const Shape *shape, int side,
                     LargePower *runs) {
    leaps_of(v, t, shape, side, runs);
    for (int i = 0; i < shape->slide_count; i++) {
        const Slide *s = &shape->slides[i];
        if (s->direction >= 0 && s->modes == (LEG_EMPTY | LEG_CAPTURE) && !s->skip &&
            plane_length(v, s->range) >= 0)
            add_slide(runs, (s->direction + 4 * side) & 7, s->range);
        else
            runs->slides[runs->slide_count++] = (uint8_t)i;
        runs->rides |= s->direction < 0;
    }
    runs->special = shape->by_legs || shape->hop_count || shape->sting_count || shape->jump_max ||
                    shape->igui_max || shape->skip_dirs || shape->area || shape->burn_max;
    for (int d = 0; d < 8; d++) {
        int turned = (d + 4 * side) & 7;
        runs->skip_dirs |= (uint8_t)((shape->skip_dirs >> d & 1) << turned);
        runs->jump_dirs |= (uint8_t)((shape->jump_dirs >> d & 1) << turned);
    }
    for (int i = 0; i < shape->sting_count; i++)
        runs->far_stings |= shape_direction(shape->stings[i].ax, shape->stings[i].ay) < 0;
    runs->slides_listed = shape->by_legs || shape->overlaps;
    runs->irregular =
        runs->slides_listed || runs->special || runs->leaps || runs->far_count || runs->slide_count;
}

static bool within(int dx, int dy, int most) {
    return dx >= -most && dx <= most && dy >= -most && dy <= most;
}

/* Do all captures of the shape, except slides in Position.planes, end within two squares? */
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
        for (int d = 0; d < 8 && runs->slides_listed; d++) close &= runs->reach[d] <= 2;
        if (close) t->type_planes[side][type][count++] = PLANE_WORD(PLANE_CLOSE, side);
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

/* Returns the number of steps of the type's area walk, plus one if a burn follows; 0: no walk. */
static int walk_reach(const Shape *shape) {
    return shape->area ? shape->area + (shape->burn_max > 0) : 0;
}

/* Fills the rays to the edge, and the squares that the widest area walk of any type could reach,
 * with a burn at its end. */
static void rays_and_walks(const HenkaVariant *v, Tables *t) {
    int widest = 0;
    uint64_t(*ray)[8][4] = arena_take(v->arena, sizeof *ray * (size_t)v->squares);
    for (int type = 1; type <= v->type_count; type++) {
        int reach = walk_reach(&t->shapes[type]);
        if (reach > widest) widest = reach;
    }
    for (int square = 0; square < v->squares; square++) {
        for (int d = 0; d < 8; d++)
            for (int n = 1; n <= t->edge[d][square]; n++)
                bb256_set(ray[square][d], square + n * t->delta[d]);
        for (int dx = -widest; dx <= widest; dx++)
            for (int dy = -widest; dy <= widest; dy++) {
                int at = square_step(v, HENKA_SENTE, square, dx, dy);
                if (at >= 0) bb256_set(t->roam_words[square], at);
            }
    }
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

/* ---- hits: the squares where a type might capture ------------------------------------------- */

typedef struct Marking {
    const HenkaVariant *v;
    const Shape *shape;
    uint8_t *hits;
    uint8_t beside; /* flag for igui: HIT_SURE, or HIT_MAYBE if the type must not take some types */
} Marking;

static void mark(Marking *m, int dx, int dy, int flag) {
    if (dx <= -m->v->files || dx >= m->v->files || dy <= -m->v->ranks || dy >= m->v->ranks) return;
    m->hits[hits_offset(m->v, dx, dy)] |= (uint8_t)flag;
}

static void mark_slides(Marking *m) {
    for (int i = 0; i < m->shape->slide_count; i++) {
        const Slide *s = &m->shape->slides[i];
        bool plain = !s->skip && s->direction >= 0;
        for (int n = s->skip + 1; n <= s->range && n < MAX_RANKS; n++) {
            if (s->modes & LEG_CAPTURE) mark(m, n * s->dx, n * s->dy, plain ? HIT_LINE : HIT_MAYBE);
            for (int j = 0; j < 9 && m->shape->burn_max; j++) /* the neighbours of the target */
                mark(m, n * s->dx + j % 3 - 1, n * s->dy + j / 3 - 1, HIT_MAYBE);
        }
    }
}

/* Marks the squares hit by hops, jumps, stings, igui and area walks. */
static void mark_specials(Marking *m) {
    for (int i = 0; i < m->shape->hop_count; i++)
        for (int n = 2; n <= m->shape->hops[i].total && n < MAX_RANKS; n++)
            mark(m, n * m->shape->hops[i].dx, n * m->shape->hops[i].dy, HIT_MAYBE);
    for (int i = 0; i < m->shape->sting_count; i++) {
        const Sting *sting = &m->shape->stings[i];
        mark(m, sting->ax, sting->ay, HIT_MAYBE);
        for (int j = 0; j < sting->end_count; j++)
            if (sting->ends[j].modes & LEG_CAPTURE)
                mark(m, sting->ends[j].dx, sting->ends[j].dy, HIT_MAYBE);
    }
    for (int d = 0; d < 8; d++) {
        for (int n = 1; n < MAX_RANKS && m->shape->jump_max && m->shape->jump_dirs >> d & 1; n++)
            mark(m, n * straight_dx[d], n * straight_dy[d], HIT_MAYBE);
        if (m->shape->igui_max && m->shape->igui_dirs >> d & 1)
            mark(m, straight_dx[d], straight_dy[d], m->beside);
    }
    int far = walk_reach(m->shape);
    for (int y = -far; y <= far; y++)
        for (int x = -far; x <= far; x++)
            if (x || y) mark(m, x, y, HIT_MAYBE);
}

static void hits_build(HenkaVariant *v, Tables *t) {
    int count = (2 * v->files - 1) * (2 * v->ranks - 1);
    uint8_t *any = arena_take(v->arena, (size_t)count); /* where an irregular piece might capture */
    for (int type = 1; type <= v->type_count; type++) {
        uint8_t *hits = arena_take(v->arena, (size_t)count);
        const Shape *shape = &t->shapes[type];
        Marking m = {v, shape, hits, HIT_SURE};
        for (int i = 0; i < MAX_TYPES / 8; i++)
            if (v->no_jump[type][i] || v->no_burn[type][i]) m.beside = HIT_MAYBE;
        for (int i = 0; i < count && shape->by_legs; i++) hits[i] = HIT_MAYBE;
        for (int i = 0; i < shape->leap_count; i++)
            if (shape->leaps[i].modes & LEG_CAPTURE)
                mark(&m, shape->leaps[i].dx, shape->leaps[i].dy, HIT_SURE);
        mark_slides(&m);
        mark_specials(&m);
        t->hits[type] = hits;
        for (int i = 0; i < count && t->large_powers[0][type].irregular; i++)
            if (hits[i] & (HIT_SURE | HIT_MAYBE)) any[i] = any[count - 1 - i] = 1;
    }
    for (int square = 0; square < v->squares; square++)
        for (int from = 0; from < v->squares; from++) {
            int dx = t->line_index[0][from] - t->line_index[0][square],
                dy = t->line_place[0][from] - t->line_place[0][square];
            if (from != square && any[hits_offset(v, dx, dy)])
                bb256_set(t->irregular_view[square], from);
        }
}

void tables_large(HenkaVariant *v, Tables *t) {
    lines_of_squares(v, t);
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *kind = &v->types[type];
        bool quick = v->promote == PROMOTE_ZONE && !v->promotion_forced && !kind->choice_count &&
                     !kind->no_move_ranks && !kind->must_promote_ranks;
        bool turns = kind->promoted || kind->choice_count;
        t->turns_to[type] = !turns ? 0 : quick ? kind->promoted : TURN_SLOW;
    }
    if (t->bitboard128) return;
    passes(v, t);
    rays_and_walks(v, t);
    for (int type = 1; type <= v->type_count; type++) {
        for (int side = 0; side < 2; side++) {
            power_of(v, t, &t->shapes[type], side, &t->large_powers[side][type]);
            takes_of(&t->shapes[type], side, t->takes[side][type]);
        }
        type_planes_of(v, t, type);
    }
    hits_build(v, t);
}
