/* Makes a type's move diagram. Follows its moves leg by leg (a leg is the part of a move in one
 * direction) from the board's centre. Each square is assumed to hold whatever the leg needs. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/out.h"
#include "format/draft.h"

enum { REACH = 15, SIDE = 2 * REACH + 1, DRAWN = 8, DIAGRAM_STEPS = 4000000 };

/* Bits of Trail.passed, which is part of a state of the search: the path has passed over exactly
 * one piece, over several pieces, over squares that may hold a piece. PASSES: number of values. */
enum { PASSED_HOP = 1, PASSED_HOPS = 2, PASSED_ANY = 4, PASSES = 8 };

/* The diagram of a type while it is made. */
typedef struct Drawing {
    int reach_x, reach_y;      /* greatest distance from the origin, sideways and lengthwise */
    int half;                  /* number of ranks in a side's half of the board */
    const Term *term;          /* the term (one way of moving) that is followed */
    int steps;                 /* number of steps left, which limits the work */
    uint8_t *seen;             /* visited states of the search: a bit for each leg, square,
                                  direction and value of Trail.passed */
    uint8_t marks[SIDE][SIDE]; /* [y + REACH][x + REACH]: bits HENKA_MARK_... of a square */
} Drawing;

/* A state of the search: where a path is after some legs. */
typedef struct Trail {
    int x, y;      /* square relative to the origin, to the right and forward */
    int direction; /* direction of the previous leg, 0 to 7 */
    int leg;       /* index of the next leg */
    int passed;    /* bits PASSED_HOP, PASSED_HOPS and PASSED_ANY */
} Trail;

static bool off_board(const Drawing *d, int x, int y) {
    return abs(x) > d->reach_x || abs(y) > d->reach_y;
}
static void mark(Drawing *d, int x, int y, int kinds) {
    d->marks[y + REACH][x + REACH] |= (uint8_t)kinds;
}

/* Does this leg take a neighbour, and does the next leg return to the square where this leg began?
 * The diagram shows these legs as a capture without moving. */
static bool is_peck(const Term *t, int leg) {
    if (leg + 1 >= t->leg_count) return false;
    const Leg *take = &t->legs[leg], *back = take + 1;
    return take->modes & (LEG_CAPTURE | LEG_CAPTURE_OWN) &&
           !(take->modes & ~(LEG_EMPTY | LEG_CAPTURE | LEG_CAPTURE_OWN)) && take->range == 1 &&
           back->dirs == 0x10 && back->range == 1;
}

static bool seen_before(Drawing *d, const Trail *t) {
    size_t state =
        (((((size_t)t->leg * SIDE + (size_t)(t->y + REACH)) * SIDE + (size_t)(t->x + REACH)) * 8 +
          (size_t)t->direction) *
         PASSES) +
        (size_t)t->passed;
    uint8_t *byte = &d->seen[state >> 3], bit = (uint8_t)(1 << (state & 7));
    if (*byte & bit) return true;
    *byte |= bit;
    return false;
}

/* Marks a path's last square: does the piece move or capture, and slide, jump or hop there? */
static void end_path(Drawing *d, const Leg *leg, const Trail *trail) {
    const Term *t = d->term;
    int kinds = 0;
    bool long_leap = abs(t->dx[0]) > 1 || abs(t->dy[0]) > 1;
    bool walk = t->leg_count > 1; /* the term has several legs, with empty squares between them */
    if (!trail->x && !trail->y) return;
    for (int i = 0; i < t->leg_count - 1; i++) walk &= t->legs[i].modes == LEG_EMPTY;
    if (leg->modes & LEG_EMPTY) kinds |= HENKA_MARK_MOVE;
    if (leg->modes & (LEG_CAPTURE | LEG_CAPTURE_OWN | LEG_EN_PASSANT)) kinds |= HENKA_MARK_CAPTURE;
    if (leg->range > 1 && !leg->bend) kinds |= HENKA_MARK_SLIDE;
    if ((long_leap && !leg->lame) || leg->skip || trail->passed & (PASSED_ANY | PASSED_HOPS))
        kinds |= HENKA_MARK_JUMP;
    if (trail->passed & PASSED_HOP) kinds |= HENKA_MARK_HOP;
    if (walk) kinds |= HENKA_MARK_AREA;
    mark(d, trail->x, trail->y, kinds);
}

static void draw_leg(Drawing *d, Trail trail);

static void draw_peck(Drawing *d, const Trail *trail, int direction) {
    const Term *t = d->term;
    Trail next = *trail;
    int x = trail->x + t->dx[direction], y = trail->y + t->dy[direction];
    if (off_board(d, x, y)) return;
    if (!trail->x && !trail->y) mark(d, x, y, HENKA_MARK_VICTIM);
    next.leg += 2;
    next.direction = (direction + 4) & 7;
    if (next.leg < t->leg_count)
        draw_leg(d, next);
    else if (trail->x || trail->y) {
        /* the piece burns: it takes neighbours of its landing square. The leg before and the last
         * leg say whether the landing square may be empty or hold an enemy */
        int landing = trail->leg ? t->legs[trail->leg - 1].modes : 0,
            last = t->legs[t->leg_count - 1].modes;
        mark(d, trail->x, trail->y,
             HENKA_MARK_BURN | (landing & last & LEG_EMPTY ? HENKA_MARK_MOVE : 0) |
                 (landing & LEG_HOP && last & LEG_CAPTURE ? HENKA_MARK_CAPTURE : 0));
    }
}

/* Continues the path at the end of a leg that is not the last. If the leg passes over a piece
 * there, `passed` records that. */
static void draw_joint(Drawing *d, const Leg *leg, const Trail *at) {
    Trail next = *at;
    if (leg->modes & (LEG_CAPTURE | LEG_CAPTURE_OWN) && (at->x || at->y))
        mark(d, at->x, at->y, HENKA_MARK_VICTIM);
    if (leg->modes & LEG_HOP) {
        bool straight = d->term->legs[next.leg].dirs == 0x01;
        if (leg->modes & LEG_EMPTY)
            next.passed |= PASSED_ANY;
        else if (straight)
            next.passed = at->passed & (PASSED_HOP | PASSED_HOPS)
                              ? (at->passed & ~PASSED_HOP) | PASSED_HOPS
                              : at->passed | PASSED_HOP;
    }
    draw_leg(d, next);
}

static void draw_ray(Drawing *d, const Leg *leg, Trail trail, int direction, int hand) {
    const Term *t = d->term;
    bool last = trail.leg == t->leg_count - 1;
    int heading = direction, start_x = trail.x, start_y = trail.y;
    trail.leg++;
    for (int step = 1; step <= leg->range && d->steps > 0; step++, d->steps--) {
        trail.x += t->dx[heading];
        trail.y += t->dy[heading];
        trail.direction = heading;
        if (off_board(d, trail.x, trail.y) || (trail.x == start_x && trail.y == start_y)) return;
        /* a piece that starts on its back rank leaves its own half at this step */
        if (t->conditions.own_half && step > 1 && step >= d->half) return;
        if (t->conditions.total_range && (abs(trail.x) > t->conditions.total_range * term_leap(t) ||
                                          abs(trail.y) > t->conditions.total_range * term_leap(t)))
            return;
        /* The length of a leg is not part of a state: paths that differ only in the lengths of
         * their legs count as the same. */
        if (leg_may_end(leg, step, step)) (last ? end_path : draw_joint)(d, leg, &trail);
        if (leg->bend)
            heading =
                (heading + hand * (leg->bend == 1 && step % 2 == 0 ? -leg->turn : leg->turn)) & 7;
    }
}

static void draw_leg(Drawing *d, Trail trail) {
    const Leg *leg = &d->term->legs[trail.leg];
    if (seen_before(d, &trail) || d->steps <= 0) return;
    for (int bit = 0; bit < 8; bit++) {
        if (!(leg->dirs >> bit & 1)) continue;
        int direction = trail.leg ? (trail.direction + bit) & 7 : bit;
        if (is_peck(d->term, trail.leg) && !(leg->modes & LEG_EMPTY)) {
            draw_peck(d, &trail, direction);
            continue;
        }
        draw_ray(d, leg, trail, direction, 1);
        if (leg->bend) draw_ray(d, leg, trail, direction, -1);
    }
}

static size_t list_marks(const Drawing *d, HenkaMark *marks, size_t cap) {
    size_t count = 0;
    for (int y = DRAWN; y >= -DRAWN; y--)
        for (int x = -DRAWN; x <= DRAWN; x++) {
            uint8_t kinds = d->marks[y + REACH][x + REACH];
            if (!kinds) continue;
            if (count < cap) marks[count] = (HenkaMark){(int8_t)x, (int8_t)y, kinds};
            count++;
        }
    return count;
}

static int least(int a, int b) { return a < b ? a : b; }

size_t diagram_draw(const HenkaVariant *v, int type, HenkaMark *marks, size_t cap,
                    HenkaBudget *budget) {
    if (type < 1 || type > v->type_count) return 0;
    Drawing d = {.reach_x = least(REACH, v->files - 1),
                 .reach_y = least(REACH, v->ranks - 1),
                 .half = v->ranks / 2,
                 .steps = budget_left(budget) < DIAGRAM_STEPS ? (int)budget_left(budget)
                                                              : DIAGRAM_STEPS};
    const size_t states_of_a_leg = SIDE * SIDE * 8 * PASSES / 8; /* bytes of `seen` for one leg */
    int steps = d.steps, term_count = v->types[type].power.term_count;
    d.seen = memory_take(TERM_LEGS * states_of_a_leg);
    if (!d.seen) return DIAGRAM_NO_MEMORY;
    for (int i = 0; i < term_count && d.steps > 0; i++) {
        d.term = &v->types[type].power.terms[i];
        memset(d.seen, 0, d.term->leg_count * states_of_a_leg);
        for (int side = 2; d.term->conditions.castling && side < 8; side += 4) {
            int x = d.term->conditions.castling * d.term->dx[side];
            if (d.term->legs[0].dirs >> side & 1 && !off_board(&d, x, 0))
                mark(&d, x, 0, HENKA_MARK_MOVE);
        }
        if (d.term->conditions.castling) continue;
        budget_spend(budget, type, d.term->leg_count * states_of_a_leg / 64);
        draw_leg(&d, (Trail){0});
    }
    memory_give(d.seen);
    budget_spend(budget, type, (uint64_t)(steps - d.steps));
    return list_marks(&d, marks, cap);
}

size_t henka_variant_diagram(const HenkaVariant *v, int type, HenkaMark *marks, size_t cap) {
    size_t count = diagram_draw(v, type, marks, cap, NULL);
    return count == DIAGRAM_NO_MEMORY ? 0 : count;
}
