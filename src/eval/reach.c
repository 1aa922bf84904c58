#include "eval/reach.h"

#include <string.h>

enum { REACH_CELLS = REACH_SIDE * REACH_SIDE };

/* One term's own sums: ways over different men exclude each other, so they add up; terms often say
 * the same twice, so they do not. */
typedef struct Walk {
    Reach *reach;
    const Term *term;
    int touched_count;
    uint16_t touched[REACH_CELLS];
    bool seen[REACH_CELLS];
    float move[REACH_CELLS], attack[REACH_CELLS];
} Walk;

void reach_fill(const HenkaVariant *v, Reach *reach) {
    int men = 0;
    for (int square = 0; square < v->squares; square++) men += v->start_board[square] != 0;
    float filled = 0.75f * (float)men / (float)v->squares;
    if (filled < 0.1f) filled = 0.1f;
    reach->empty = 1 - filled;
    reach->enemy = filled / 2;
}

void reach_bound(const HenkaVariant *v, int square, Reach *reach) {
    reach->right = file_of(v, square) - 1;
    reach->left = v->files - file_of(v, square);
    reach->forward = rank_of(v, square) - 1;
    reach->back = v->ranks - rank_of(v, square);
}

void reach_unbound(const HenkaVariant *v, Reach *reach) {
    reach->left = reach->right = v->files - 1;
    reach->back = reach->forward = v->ranks - 1;
}

static bool inside(const Reach *reach, int x, int y) {
    return x >= -reach->left && x <= reach->right && y >= -reach->back && y <= reach->forward;
}

static void add_to(Walk *walk, float map[REACH_CELLS], int x, int y, float chance) {
    int cell = (y + REACH_SPAN) * REACH_SIDE + x + REACH_SPAN;
    if (!walk->seen[cell]) walk->touched[walk->touched_count++] = (uint16_t)cell;
    walk->seen[cell] = true;
    map[cell] += chance;
}

/* Into the maps of the whole piece, and everything ready for the next term. */
static void fold_term(Walk *walk) {
    float *move = &walk->reach->move[0][0], *attack = &walk->reach->attack[0][0];
    for (int i = 0; i < walk->touched_count; i++) {
        int cell = walk->touched[i];
        float most_move = walk->move[cell] > 1 ? 1 : walk->move[cell],
              most_attack = walk->attack[cell] > 1 ? 1 : walk->attack[cell];
        if (most_move > move[cell]) move[cell] = most_move;
        if (most_attack > attack[cell]) attack[cell] = most_attack;
        walk->move[cell] = walk->attack[cell] = 0;
        walk->seen[cell] = false;
    }
    walk->touched_count = 0;
}

static void leg_walk(Walk *walk, int index, int x, int y, int direction, int steps_before,
                     float chance);

/* The leg ends here: count it, or go on with the next leg for each thing the square may hold. */
static void leg_end(Walk *walk, int index, int x, int y, int direction, int steps, float chance) {
    Reach *reach = walk->reach;
    const Leg *leg = &walk->term->legs[index];
    bool last = index + 1 == walk->term->leg_count, origin = !x && !y;
    if (leg->modes & LEG_CAPTURE && !origin) add_to(walk, walk->attack, x, y, chance);
    if (last) {
        if (leg->modes & LEG_EMPTY && !origin) add_to(walk, walk->move, x, y, chance);
        return;
    }
    if (leg->modes & LEG_EMPTY)
        leg_walk(walk, index + 1, x, y, direction, steps, origin ? chance : chance * reach->empty);
    if (origin) return;
    float enemy = leg->modes & LEG_CAPTURE ? reach->enemy : 0;
    float any = leg->modes & LEG_HOP ? 1 - reach->empty : 0;
    float most = any > enemy ? any : enemy;
    if (most > 0) leg_walk(walk, index + 1, x, y, direction, steps, chance * most);
}

static void ray_walk(Walk *walk, int index, int x, int y, int direction, int steps_before,
                     float chance) {
    const Term *term = walk->term;
    const Leg *leg = &term->legs[index];
    for (int steps = 1; steps <= leg->range && chance >= REACH_LEAST; steps++) {
        x += term->dx[direction];
        y += term->dy[direction];
        if (!inside(walk->reach, x, y)) return;
        bool ends = steps > leg->skip && (!leg->same_length || steps == steps_before);
        if (ends)
            leg_end(walk, index, x, y, direction, steps,
                    leg->must_jump || leg->lame ? chance * 0.5f : chance);
        if (steps > leg->skip && (x || y)) chance *= walk->reach->empty;
        if (leg->bend == 1) direction = (direction + (steps & 1 ? 2 : 6)) & 7;
        if (leg->bend == 2) direction = (direction + 1) & 7;
    }
}

static void leg_walk(Walk *walk, int index, int x, int y, int direction, int steps_before,
                     float chance) {
    if (chance < REACH_LEAST) return;
    const Leg *leg = &walk->term->legs[index];
    for (int turn = 0; turn < 8; turn++)
        if (leg->dirs >> turn & 1)
            ray_walk(walk, index, x, y, index ? (direction + turn) & 7 : turn, steps_before,
                     chance);
}

static void clear_room(Reach *reach) {
    for (int y = -reach->back; y <= reach->forward; y++) {
        size_t bytes = (size_t)(reach->left + reach->right + 1) * sizeof(float);
        memset(&reach->move[y + REACH_SPAN][REACH_SPAN - reach->left], 0, bytes);
        memset(&reach->attack[y + REACH_SPAN][REACH_SPAN - reach->left], 0, bytes);
    }
}

void reach_walk(const HenkaVariant *v, int type, Reach *reach) {
    const Power *power = &v->types[type].power;
    Walk room = {.reach = reach}, *walk = &room;
    clear_room(reach);
    for (int i = 0; i < power->term_count; i++) {
        if (!power->terms[i].leg_count) continue;
        walk->term = &power->terms[i];
        leg_walk(walk, 0, 0, 0, 0, 0, 1);
        fold_term(walk);
    }
}
