#include "tables/hits.h"

#include "base/arena.h"
#include "base/bitboard256.h"

typedef struct Marking {
    const HenkaVariant *v;
    const Shape *shape;
    uint8_t *hits;
    uint8_t
        beside; /* HIT_… for captures on the way: HIT_SURE, unless the variant bars some victims */
} Marking;

static const int8_t straight_dx[8] = {0, 1, 1, 1, 0, -1, -1, -1},
                    straight_dy[8] = {1, 1, 0, -1, -1, -1, 0, 1};

static void mark(Marking *m, int dx, int dy, int flag) {
    if (dx <= -m->v->files || dx >= m->v->files || dy <= -m->v->ranks || dy >= m->v->ranks) return;
    m->hits[hits_offset(m->v, dx, dy)] |= (uint8_t)flag;
}

static void mark_around(Marking *m, int dx, int dy) {
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++) mark(m, dx + x, dy + y, HIT_MAYBE);
}

static void mark_slides(Marking *m) {
    for (int i = 0; i < m->shape->slide_count; i++) {
        const Slide *s = &m->shape->slides[i];
        bool plain = !s->skip && s->direction >= 0;
        for (int n = s->skip + 1; n <= s->range && n < MAX_RANKS; n++) {
            if (s->modes & LEG_CAPTURE) mark(m, n * s->dx, n * s->dy, plain ? HIT_LINE : HIT_MAYBE);
            if (m->shape->burn_max) mark_around(m, n * s->dx, n * s->dy);
        }
    }
}

static void mark_hops(Marking *m) {
    for (int i = 0; i < m->shape->hop_count; i++)
        for (int n = 2; n <= m->shape->hops[i].total && n < MAX_RANKS; n++)
            mark(m, n * m->shape->hops[i].dx, n * m->shape->hops[i].dy, HIT_MAYBE);
    for (int d = 0; d < 8 && m->shape->jump_max; d++)
        for (int n = 1; n < MAX_RANKS && m->shape->jump_dirs >> d & 1; n++)
            mark(m, n * straight_dx[d], n * straight_dy[d], HIT_MAYBE);
}

static void mark_stings(Marking *m) {
    for (int i = 0; i < m->shape->sting_count; i++) {
        const Sting *sting = &m->shape->stings[i];
        mark(m, sting->ax, sting->ay, HIT_MAYBE);
        for (int j = 0; j < sting->end_count; j++)
            if (sting->ends[j].modes & LEG_CAPTURE)
                mark(m, sting->ends[j].dx, sting->ends[j].dy, HIT_MAYBE);
    }
    for (int d = 0; d < 8; d++)
        if (m->shape->igui_max && m->shape->igui_dirs >> d & 1)
            mark(m, straight_dx[d], straight_dy[d], m->beside);
}

static void mark_area(Marking *m) {
    int far = m->shape->area ? m->shape->area + (m->shape->burn_max > 0) : 0;
    for (int y = -far; y <= far; y++)
        for (int x = -far; x <= far; x++)
            if (x || y) mark(m, x, y, HIT_MAYBE);
}

static bool takes_anything(const HenkaVariant *v, int type) {
    for (int i = 0; i < MAX_TYPES / 8; i++)
        if (v->no_jump[type][i] || v->no_burn[type][i]) return false;
    return true;
}

static void mark_type(Marking *m, int count) {
    for (int i = 0; i < count && m->shape->by_legs; i++) m->hits[i] = HIT_MAYBE;
    for (int i = 0; i < m->shape->leap_count; i++)
        if (m->shape->leaps[i].modes & LEG_CAPTURE)
            mark(m, m->shape->leaps[i].dx, m->shape->leaps[i].dy, HIT_SURE);
    mark_slides(m);
    mark_hops(m);
    mark_stings(m);
    mark_area(m);
}

/* Finds the offsets at which some irregular piece of either side might capture, and fills
 * Tables.irregular_view from them. */
static void view_build(const HenkaVariant *v, Tables *t, uint8_t *any, int count) {
    for (int type = 1; type <= v->type_count; type++)
        for (int i = 0; i < count && t->large_powers[0][type].irregular; i++)
            if (t->hits[type][i] & (HIT_SURE | HIT_MAYBE)) any[i] = any[count - 1 - i] = 1;
    for (int square = 0; square < v->squares; square++)
        for (int from = 0; from < v->squares; from++) {
            int dx = t->line_index[0][from] - t->line_index[0][square],
                dy = t->line_place[0][from] - t->line_place[0][square];
            if (from != square && any[hits_offset(v, dx, dy)])
                bb256_set(t->irregular_view[square], from);
        }
}

void hits_build(HenkaVariant *v, Tables *t) {
    int count = (2 * v->files - 1) * (2 * v->ranks - 1);
    for (int type = 1; type <= v->type_count; type++) {
        uint8_t *hits = arena_take(v->arena, (size_t)count);
        Marking m = {v, &t->shapes[type], hits, takes_anything(v, type) ? HIT_SURE : HIT_MAYBE};
        mark_type(&m, count);
        t->hits[type] = hits;
    }
    view_build(v, t, arena_take(v->arena, (size_t)count), count);
}
