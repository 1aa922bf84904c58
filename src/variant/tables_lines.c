#include "variant/shape.h"
#include "variant/tables_parts.h"

static void lines_of_squares(HenkaVariant *v, Tables *t) {
    static const int8_t dx[8] = {0, 1, 1, 1, 0, -1, -1, -1}, dy[8] = {1, 1, 0, -1, -1, -1, 0, 1};
    for (int d = 0; d < 8; d++) {
        t->delta[d] = (int16_t)(-dx[d] * v->ranks - dy[d]);
        for (int square = 0; square < v->squares; square++)
            for (int at = square; (at = square_step(v, HENKA_SENTE, at, dx[d], dy[d])) >= 0;) t->edge[d][square]++;
    }
    for (int square = 0; square < v->squares; square++) {
        int file = file_of(v, square) - 1, rank = rank_of(v, square) - 1;
        /* by direction and 3: file, up, rank, down */
        uint8_t index[4] = {(uint8_t)file, (uint8_t)(file - rank + v->ranks - 1), (uint8_t)rank, (uint8_t)(file + rank)};
        for (int line = 0; line < 4; line++) {
            t->line_index[line][square] = index[line];
            t->line_place[line][square] = (uint8_t)(line == 0 ? rank : file);
        }
        for (int side = 0; side < 2; side++) t->zone_bytes[side][square] = in_zone(v, side, square);
        for (int d = 0; d < 8; d++)
            if (t->edge[d][square]) t->near_words[square][(square + t->delta[d]) >> 6] |= (uint64_t)1 << ((square + t->delta[d]) & 63);
    }
}

static bool is_run(const Slide *s) { return s->direction >= 0 && s->modes == (LEG_EMPTY | LEG_CAPTURE) && !s->skip; }

static void add_run(Runs *runs, int direction, int reach) {
    runs->dirs |= (uint8_t)(1 << direction);
    if (reach > runs->reach[direction]) runs->reach[direction] = (uint8_t)reach;
}

static void runs_of(const Shape *shape, int side, Runs *runs) {
    for (int i = 0; i < shape->leap_count; i++) {
        const Leap *l = &shape->leaps[i];
        int direction = straight_direction(l->dx, l->dy);
        if (direction >= 0 && l->modes == (LEG_EMPTY | LEG_CAPTURE))
            add_run(runs, (direction + 4 * side) & 7, 1);
        else
            runs->far[runs->far_count++] = (uint8_t)i;
    }
    for (int i = 0; i < shape->slide_count; i++) {
        if (is_run(&shape->slides[i]))
            add_run(runs, (shape->slides[i].direction + 4 * side) & 7, shape->slides[i].range);
        else
            runs->slides[runs->slide_count++] = (uint8_t)i;
    }
    runs->special = shape->walked || shape->hop_count || shape->sting_count || shape->jump_max || shape->igui_max || shape->skip_dirs ||
                    shape->area || shape->burn_max;
    for (int d = 0; d < 8; d++) runs->skip_dirs |= (uint8_t)((shape->skip_dirs >> d & 1) << ((d + 4 * side) & 7));
    runs->more = runs->special || runs->far_count || runs->slide_count;
}

/* Bits of a pattern: three ranks of the file to the right, of the own file, of the file to the left, forward first. */
static void open_directions(Tables *t) {
    static const uint8_t bit_of[8] = {3, 0, 1, 2, 5, 8, 7, 6};
    for (int pattern = 0; pattern < 512; pattern++)
        for (int d = 0; d < 8; d++)
            if (!(pattern >> bit_of[d] & 1)) t->open_dirs[pattern] |= (uint8_t)(1 << d);
}

static int widest_walk(const HenkaVariant *v, const Tables *t) {
    int widest = 0;
    for (int type = 1; type <= v->type_count; type++) {
        int reach = t->shapes[type].area ? t->shapes[type].area + (t->shapes[type].burn_max > 0) : 0;
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
                if (at >= 0) t->roam_words[square][at >> 6] |= (uint64_t)1 << (at & 63);
            }
}

static uint16_t ways_of(const Runs *runs) {
    bool steps = !runs->more;
    for (int d = 0; d < 8; d++) steps &= runs->reach[d] <= 1;
    return (uint16_t)(runs->dirs | (runs->more ? WAYS_MORE : 0) | (steps ? WAYS_STEPS : 0));
}

void tables_lines(HenkaVariant *v, Tables *t) {
    lines_of_squares(v, t);
    open_directions(t);
    roam(v, t);
    for (int type = 1; type <= v->type_count; type++)
        for (int side = 0; side < 2; side++) {
            runs_of(&t->shapes[type], side, &t->runs[side][type]);
            t->ways[side][type] = ways_of(&t->runs[side][type]);
        }
}
