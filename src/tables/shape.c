#include "tables/tables_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    STRAIGHT = 1,
    BACK = 1 << 4,
    NOT_BACK = 0xEF,
    ALL = 0xFF,
    END = LEG_EMPTY | LEG_CAPTURE,
    LAND = LEG_EMPTY | LEG_HOP,
    AREA_MOST = 7, /* most steps of an area walk: a longer one has more paths than BETZA_PATHS */
    BURN_MOST = 3
};

/* What the terms (ways of moving) of a power have in common, for shapes that need several terms: a
 * walk of up to three steps has a term for each length. */
typedef struct Sum {
    uint8_t jump_dirs[SHAPE_SLIDES];     /* [n]: bit mask of directions with jumps over n pieces */
    uint8_t partial_dirs, partial_jumps; /* lines on which some jumped piece must (or must not) be
                                            taken: bit mask of their directions, and most pieces
                                            jumped. Lines without such a condition in the same
                                            direction include these lines. */
    uint8_t area;                        /* bit n: some term is a walk of exactly n steps */
    uint8_t igui[4]; /* [number of victims]: bit mask of directions to the first victim */
    uint8_t walk_burn[BURN_MOST + 1];  /* [victims]: bit n: burns after a walk of exactly n steps */
    uint8_t slide_burn[BURN_MOST + 1]; /* [number of victims]: directions of slides with a burn */
} Sum;

int shape_direction(int dx, int dy) {
    /* [dx + 1][dy + 1]: the direction of the step (dx, dy); -1: no step */
    static const int8_t of[3][3] = {{5, 6, 7}, {4, -1, 0}, {3, 2, 1}};
    return dx < -1 || dx > 1 || dy < -1 || dy > 1 ? -1 : of[dx + 1][dy + 1];
}

static bool is_straight(const Term *term) {
    for (int d = 0; d < 8; d++)
        if (shape_direction(term->dx[d], term->dy[d]) != d) return false;
    return true;
}

static bool leg_is(const Leg *leg, int dirs, int modes, int range) {
    return (dirs < 0 || leg->dirs == dirs) && leg->modes == modes && leg->range == range;
}

static bool ends(const Leg *leg) { return leg->modes && !(leg->modes & ~END); }

static bool single_leg(const Term *term, Shape *shape) {
    const Leg *leg = &term->legs[0];
    if (term->leg_count != 1 || !ends(leg)) return false;
    int range = term->conditions.total_range && term->conditions.total_range < leg->range
                    ? term->conditions.total_range
                    : leg->range;
    for (int d = 0; d < 8; d++) {
        int8_t dx = term->dx[d], dy = term->dy[d];
        Leap *leap = shape->leaps, *leaps_end = leap + shape->leap_count;
        Slide *slide = shape->slides, *slides_end = slide + shape->slide_count;
        if (!(leg->dirs >> d & 1)) continue;
        if (range == 1) {
            while (leap < leaps_end && (leap->dx != dx || leap->dy != dy)) leap++;
            if (leap == shape->leaps + SHAPE_LEAPS) return false;
            if (leap == leaps_end) shape->leaps[shape->leap_count++] = (Leap){dx, dy, 0};
            leap->modes |= leg->modes;
            continue;
        }
        while (slide < slides_end && (slide->dx != dx || slide->dy != dy || slide->range != range ||
                                      slide->skip != leg->skip))
            slide++;
        if (slide == shape->slides + SHAPE_SLIDES) return false;
        if (slide == slides_end)
            shape->slides[shape->slide_count++] =
                (Slide){dx, dy, (uint8_t)range, leg->skip, 0, (int8_t)shape_direction(dx, dy)};
        slide->modes |= leg->modes;
    }
    return true;
}

static bool hop(const Term *term, Shape *shape) {
    const Leg *screen = &term->legs[0], *last = &term->legs[1];
    if (term->leg_count != 2 || screen->modes != LEG_HOP || last->dirs != STRAIGHT || !ends(last))
        return false;
    for (int d = 0; d < 8; d++) {
        if (!(screen->dirs >> d & 1)) continue;
        if (shape->hop_count == SHAPE_HOPS) return false;
        uint8_t total =
            term->conditions.total_range ? term->conditions.total_range : RANGE_UNLIMITED;
        shape->hops[shape->hop_count++] =
            (Hop){term->dx[d], term->dy[d], screen->range, last->range, total, last->modes};
    }
    return true;
}

static bool jump_line(const Term *term, Sum *sum) {
    int jumps = term->leg_count - 1;
    bool full = true;
    if (!is_straight(term) || jumps < 1 || jumps >= SHAPE_SLIDES) return false;
    for (int i = 0; i < jumps; i++) {
        const Leg *leg = &term->legs[i];
        if ((i && leg->dirs != STRAIGHT) || leg->range != RANGE_UNLIMITED || !leg->modes ||
            leg->modes & ~(LEG_CAPTURE | LEG_HOP))
            return false;
        full &= leg->modes == (LEG_CAPTURE | LEG_HOP);
    }
    if (!leg_is(&term->legs[jumps], STRAIGHT, LEG_CAPTURE, RANGE_UNLIMITED)) return false;
    if (full)
        sum->jump_dirs[jumps] |= term->legs[0].dirs;
    else {
        sum->partial_dirs |= term->legs[0].dirs;
        if (jumps > sum->partial_jumps) sum->partial_jumps = (uint8_t)jumps;
    }
    return true;
}

/* Is the term, from legs[first] on, a walk over empty squares with `steps` steps, the last of which
 * has the modes `last_modes`? */
static bool walks(const Term *term, int first, int steps, int last_modes) {
    for (int i = 0; i < steps; i++) {
        int dirs = i + first ? NOT_BACK : ALL, modes = i == steps - 1 ? last_modes : LEG_EMPTY;
        if (!leg_is(&term->legs[first + i], dirs, modes, 1)) return false;
    }
    return true;
}

/* Reads, from legs[at] on, pairs of legs that take a neighbour and step back. Between two pairs the
 * piece may land or hop; the first pair of a term may begin with another leg than a capture.
 * Returns the number of pairs (victims); 0: the legs are something else. */
static int there_and_back(const Term *term, int at) {
    int victims = 0;
    for (;; at += 2) {
        if (at + 1 >= term->leg_count || victims == BURN_MOST) return 0;
        bool last = at + 2 == term->leg_count;
        if (at && !leg_is(&term->legs[at], NOT_BACK, LEG_CAPTURE, 1)) return 0;
        if (!leg_is(&term->legs[at + 1], BACK, last ? END : LAND, 1)) return 0;
        victims++;
        if (last) return victims;
    }
}

static bool stay(const Term *term, Shape *shape, Sum *sum) {
    const Leg *first = &term->legs[0];
    int victims = there_and_back(term, 0);
    if (!victims || first->range != 1 || !ends(first)) return false;
    for (int d = 0; d < 8; d++) /* the step back must reverse the first step */
        if (first->dirs >> d & 1 &&
            (term->dx[d] != -term->dx[d ^ 4] || term->dy[d] != -term->dy[d ^ 4]))
            return false;
    if (!is_straight(term)) return false;
    if (first->modes & LEG_CAPTURE) sum->igui[victims] |= first->dirs;
    if (first->modes & LEG_EMPTY) {
        if (victims == 1)
            shape->skip_dirs |= first->dirs;
        else if (first->dirs != ALL || !(first->modes & LEG_CAPTURE))
            return false;
    }
    return true;
}

static bool burn(const Term *term, Sum *sum) {
    int landing = 0;
    if (!is_straight(term)) return false;
    while (landing < term->leg_count && term->legs[landing].modes != LAND) landing++;
    int victims = landing < term->leg_count ? there_and_back(term, landing + 1) : 0;
    if (!victims || !leg_is(&term->legs[landing + 1], NOT_BACK, LEG_CAPTURE, 1)) return false;
    if (!landing && term->legs[0].range == RANGE_UNLIMITED)
        return sum->slide_burn[victims] |= term->legs[0].dirs, true;
    if (!walks(term, 0, landing + 1, LAND)) return false;
    assert(landing + 1 <= AREA_MOST);
    sum->walk_burn[victims] |= (uint8_t)(1 << (landing + 1));
    return true;
}

static bool sting(const Term *term, Shape *shape, Sum *sum) {
    const Leg *take = &term->legs[0], *go = &term->legs[1];
    if (term->leg_count != 2 || take->modes != LEG_CAPTURE || take->range != 1 || go->range != 1 ||
        !ends(go))
        return false;
    for (int d = 0; d < 8; d++) {
        if (!(take->dirs >> d & 1)) continue;
        Sting one = {term->dx[d], term->dy[d], 0, {{0}}};
        for (int r = 0; r < 8; r++) {
            int e = (d + r) & 7, x = term->dx[d] + term->dx[e], y = term->dy[d] + term->dy[e];
            if (!(go->dirs >> r & 1)) continue;
            if (x || y)
                one.ends[one.end_count++] = (Leap){(int8_t)x, (int8_t)y, go->modes};
            else if (is_straight(term) && go->modes & LEG_EMPTY)
                sum->igui[1] |= (uint8_t)(1 << d);
            else
                return false;
        }
        if (one.end_count) {
            for (int i = 0; i < shape->sting_count; i++)
                if (shape->stings[i].ax == one.ax && shape->stings[i].ay == one.ay) return false;
            if (shape->sting_count == SHAPE_STINGS) return false;
            shape->stings[shape->sting_count++] = one;
        }
    }
    return true;
}

/* Adds one term (way of moving) to the shape, or to `sum`. The term may have a bound on its whole
 * path but no other condition, and its legs have no modifier, except that a single leg may have a
 * skip (squares that it may cross). Returns false for any other term. */
static bool recognise(const Term *term, Shape *shape, Sum *sum, bool large_board) {
    int steps = term->leg_count;
    Conditions rest = term->conditions;
    rest.total_range = 0;
    if (!conditions_none(&rest)) return false;
    for (int i = 0; i < steps; i++) {
        Leg leg = term->legs[i];
        if (steps == 1) leg.skip = 0;
        if (!leg_is_plain(&leg)) return false;
    }
    if (!large_board && term->legs[0].skip)
        return false; /* the ray is traced from the target, with the skip at the wrong end */
    if (single_leg(term, shape) || hop(term, shape)) return true;
    if (term->conditions.total_range) return false;
    if (!large_board) return false;
    if (is_straight(term) && steps > 1 && walks(term, 0, steps, END)) {
        assert(steps <= AREA_MOST);
        sum->area |= (uint8_t)(1 << steps);
        return true;
    }
    return jump_line(term, sum) || stay(term, shape, sum) || burn(term, sum) ||
           sting(term, shape, sum);
}

static bool settle_burn(Shape *shape, const Sum *sum) {
    int most = 0;
    while (most < BURN_MOST && sum->walk_burn[most + 1]) most++;
    if (!most) return !sum->slide_burn[1] && !sum->slide_burn[2] && !sum->slide_burn[3];
    for (int n = 1; n <= most; n++)
        if (sum->walk_burn[n] != (1 << (shape->area + 1)) - 2 ||
            sum->slide_burn[n] != sum->slide_burn[1])
            return false;
    /* A piece of this shape burns where its slides and walks end. So the shape is known only if no
     * leap and no hop ends elsewhere. */
    for (int i = 0; i < shape->leap_count; i++)
        if (shape_direction(shape->leaps[i].dx, shape->leaps[i].dy) < 0) return false;
    if (shape->hop_count) return false;
    /* A walk that returns to its start and then burns is igui (taking neighbours without moving),
     * so the igui of this shape must cover the burn. */
    if (most > shape->igui_max || shape->igui_dirs != ALL || most > 2) return false;
    uint8_t slide_dirs = 0;
    for (int i = 0; i < shape->slide_count; i++)
        if (shape->slides[i].direction >= 0 && shape->slides[i].modes == END &&
            shape->slides[i].range == RANGE_UNLIMITED && !shape->slides[i].skip)
            slide_dirs |= (uint8_t)(1 << shape->slides[i].direction);
    if (slide_dirs != sum->slide_burn[1] || shape->slide_count != __builtin_popcount(slide_dirs))
        return false;
    shape->burn_max = (uint8_t)most, shape->burn_dirs = slide_dirs;
    return true;
}

/* Fills area walks, jumps, igui and burns of the shape from `sum`, which describes the terms (ways
 * of moving) together. An area walk of up to n steps is known only if there is a term for every
 * length from 2 to n. Returns false for an unknown shape. */
static bool settle(Shape *shape, const Sum *sum) {
    int steps_once = 0, most = 0;
    for (int i = 0; i < shape->leap_count; i++)
        steps_once += shape_direction(shape->leaps[i].dx, shape->leaps[i].dy) >= 0 &&
                      shape->leaps[i].modes == END;
    if (sum->area) {
        int longest = 31 - __builtin_clz(sum->area);
        if (steps_once != 8 || sum->area != (1 << (longest + 1)) - 4) return false;
        /* A walk of three steps can return to its start, which skips the turn. The shape can
         * describe that only for a piece that may skip whenever it has an empty neighbour. */
        if (longest > 2 && shape->skip_dirs != ALL) return false;
        shape->area = (uint8_t)longest;
    }
    while (most + 1 < SHAPE_SLIDES && sum->jump_dirs[most + 1]) most++;
    for (int n = 1; n < SHAPE_SLIDES; n++)
        if (sum->jump_dirs[n] != (n <= most ? sum->jump_dirs[1] : 0)) return false;
    if (most > 2 || sum->partial_jumps > most || sum->partial_dirs & ~sum->jump_dirs[1])
        return false;
    shape->jump_dirs = sum->jump_dirs[1], shape->jump_max = (uint8_t)most;
    shape->igui_dirs = sum->igui[1];
    shape->igui_max = sum->igui[1] != 0;
    for (int n = 2; n <= BURN_MOST; n++) {
        if (!sum->igui[n]) continue;
        if (sum->igui[n] != ALL || sum->igui[n - 1] != ALL) return false;
        shape->igui_max = (uint8_t)n;
    }
    return shape->igui_max <= 2 && settle_burn(shape, sum);
}

/* May two ways of moving in the shape, such as a leap and a slide, reach one square without further
 * victims? That matters for lists of moves, not for bitboards. */
static bool parts_overlap(const Shape *shape) {
    if (shape->area || shape->hop_count) return true;
    for (int i = 0; i < shape->slide_count; i++) {
        const Slide *a = &shape->slides[i];
        for (int j = 0; j < shape->slide_count; j++)
            if (i != j && a->dx * shape->slides[j].dy == a->dy * shape->slides[j].dx &&
                a->dx * shape->slides[j].dx + a->dy * shape->slides[j].dy > 0)
                return true;
        for (int j = 0; j < shape->leap_count; j++)
            for (int n = 1 + a->skip; n <= a->range; n++)
                if (shape->leaps[j].dx == n * a->dx && shape->leaps[j].dy == n * a->dy) return true;
    }
    return false;
}

void shape_of(const Power *power, bool large_board, bool aside, Shape *shape) {
    Sum sum = {0};
    memset(shape, 0, sizeof *shape);
    for (int i = 0; i < power->term_count; i++) {
        Term term = power->terms[i];
        if (aside && (term.conditions.castling || term_is_push(&term))) continue;
        if (aside && term_is_passing(&term)) {
            term.legs[0].modes &= (uint8_t)~LEG_EN_PASSANT;
            if (!term.legs[0].modes) continue;
        }
        shape->by_legs |= !recognise(&term, shape, &sum, large_board);
    }
    shape->by_legs |= !settle(shape, &sum);
    /* a sting and a jump that take the same piece would be the same move twice */
    shape->by_legs |= shape->sting_count && shape->jump_max;
    bool special = shape->sting_count || shape->jump_max || shape->igui_max || shape->skip_dirs ||
                   shape->area || shape->burn_max;
    shape->simple = !shape->by_legs && !special;
    shape->overlaps = parts_overlap(shape);
}
