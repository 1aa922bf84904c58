#include "words/move_clauses.h"
#include "tables/tables.h"

#include <assert.h>
#include <string.h>

enum { CLAUSE_TERMS = POWER_TERMS * 2 }; /* some terms are split in two: each half is a clause */

/* The state of describing a piece. Adding a clause strikes out its terms (ways of moving). */
typedef struct ClauseBuilder {
    const HenkaVariant *variant; /* the variant, whose board and pieces the clauses depend on */
    int type;                    /* the type of the piece */
    Term terms[CLAUSE_TERMS];    /* terms that no clause covers yet */
    int count;
    MoveClause *clauses; /* the caller's list, MOVE_CLAUSES long */
    int clause_count;
} ClauseBuilder;

static MoveClause *clause_add(ClauseBuilder *s, MoveClauseKind kind, const Term *term) {
    MoveClause *clause = &s->clauses[s->clause_count++];
    *clause = (MoveClause){.kind = kind};
    if (term) clause->term = *term;
    return clause;
}

static void term_strike(ClauseBuilder *s, int i) {
    memmove(s->terms + i, s->terms + i + 1, sizeof *s->terms * (size_t)(s->count - i - 1));
    s->count--;
}

/* ---- the shape of a term --------------------------------------------------------------------- */

static bool leg_is(const Leg *l, uint8_t modes, int range) {
    return l->modes == modes && l->range == range;
}

static bool term_all_plain(const Term *t) {
    for (int i = 0; i < t->leg_count; i++)
        if (!leg_is_plain(&t->legs[i])) return false;
    return term_is_plain(t);
}

/* The number of times that the legs from `first` on take a neighbour and return; 0: other legs. */
static int term_pecks(const Term *t, int first) {
    int legs = t->leg_count - first;
    if (legs < 2 || legs % 2 || !term_is_straight_step(t) || !term_all_plain(t)) return 0;
    for (int i = first; i < t->leg_count; i += 2) {
        const Leg *take = &t->legs[i], *back = take + 1;
        bool last = i + 2 == t->leg_count;
        if (!leg_is(take, LEG_CAPTURE, 1) || back->dirs != 0x10 || back->range != 1) return 0;
        if (i && (take->dirs & 0xEF) != 0xEF) return 0;
        if (last ? (back->modes & CLAUSE_MOVES) != CLAUSE_MOVES : !(back->modes & LEG_EMPTY))
            return 0;
    }
    return legs / 2;
}

/* The length of the walk that the first `legs` legs make, of single steps over empty squares that
 * turn freely; 0: they make no such walk. */
static int term_walk_length(const Term *t, int legs) {
    if (!term_is_straight_step(t) || !term_all_plain(t)) return 0;
    for (int i = 0; i < legs; i++) {
        const Leg *l = &t->legs[i];
        if (l->range != 1 || (i ? (l->dirs & 0xEF) != 0xEF : l->dirs != 0xFF)) return 0;
        if (i < legs - 1 && l->modes != LEG_EMPTY) return 0;
    }
    return legs;
}

/* The number of pieces that the term jumps on a line, taking or leaving each, before it captures
 * beyond them; 0: the term does something else. */
static int term_line_jumps(const Term *t) {
    if (t->leg_count < 2 || !term_all_plain(t) || !term_is_straight_step(t) || t->legs[0].range < 2)
        return 0;
    for (int i = 0; i < t->leg_count; i++) {
        const Leg *l = &t->legs[i];
        if (l->range != t->legs[0].range || (i && l->dirs != 0x01)) return 0;
        if (l->modes != (i == t->leg_count - 1 ? LEG_CAPTURE : LEG_CAPTURE | LEG_HOP)) return 0;
    }
    return t->leg_count - 1;
}

/* The number of legs, a walk or one slide, before the term burns (captures neighbours of its
 * landing square); 0: the term does not burn. */
static int term_landing_legs(const Term *t) {
    for (int legs = 1; legs < t->leg_count; legs++)
        if (t->legs[legs - 1].modes == (LEG_EMPTY | LEG_HOP) && term_pecks(t, legs) &&
            (t->legs[legs].dirs & 0xEF) == 0xEF)
            return legs;
    return 0;
}

/* Does a leg with these modes capture and move, only move, or only capture? */
static bool modes_are_simple(uint8_t modes) {
    return modes == CLAUSE_MOVES || modes == LEG_EMPTY || modes == LEG_CAPTURE;
}

/* ---- the terms as this board leaves them ----------------------------------------------------- */

/* Removes the directions that lead off the board from every square, for example sideways on a
 * single file. Returns false if no direction is left. */
static bool term_fits_board(const HenkaVariant *v, Term *t) {
    uint8_t first = 0;
    for (int d = 0; d < 8; d++)
        if (t->legs[0].dirs >> d & 1 &&
            (t->conditions.torus || t->conditions.cylinder ||
             t->dx[d] * t->dx[d] < v->files * v->files) &&
            (t->conditions.torus || t->dy[d] * t->dy[d] < v->ranks * v->ranks))
            first |= (uint8_t)(1 << d);
    t->legs[0].dirs = first;
    for (int i = 1; i < t->leg_count && v->files == 1; i++) t->legs[i].dirs &= 0x11;
    for (int i = 0; i < t->leg_count; i++)
        if (!t->legs[i].dirs) return false;
    return true;
}

/* Do the terms differ only in the directions of one leg, the first or the last? Then one term with
 * both sets of directions replaces them. */
static bool terms_merge(const Term *a, const Term *b) {
    int last = a->leg_count - 1;
    if (a->dx[0] != b->dx[0] || a->dy[0] != b->dy[0] || a->dx[1] != b->dx[1] ||
        a->leg_count != b->leg_count || !conditions_same(&a->conditions, &b->conditions))
        return false;
    int differs = last && a->legs[last].dirs != b->legs[last].dirs ? last : 0;
    /* Going straight back over an empty square is a skip: a clause of its own. */
    if (differs && a->legs[last - 1].modes == LEG_EMPTY &&
        (a->legs[last].dirs == 0x10 || b->legs[last].dirs == 0x10))
        return false;
    for (int i = 0; i <= last; i++) {
        Leg like = b->legs[i];
        if (i == differs) like.dirs = a->legs[i].dirs;
        if (memcmp(&a->legs[i], &like, sizeof like)) return false;
    }
    return true;
}

static void term_add(ClauseBuilder *s, const Term *t) {
    for (int i = 0; i < s->count; i++) {
        if (!terms_merge(&s->terms[i], t)) continue;
        s->terms[i].legs[0].dirs |= t->legs[0].dirs;
        s->terms[i].legs[t->leg_count - 1].dirs |= t->legs[t->leg_count - 1].dirs;
        return;
    }
    assert(s->count < CLAUSE_TERMS);
    s->terms[s->count++] = *t;
}

/* Does the term make a detour over an empty square before a move of another term? */
static bool is_needless_detour(const ClauseBuilder *s, int index) {
    const Term *t = &s->terms[index];
    if (t->leg_count < 4 || t->legs[0].modes != LEG_EMPTY || t->legs[0].range != 1 ||
        t->legs[1].dirs != 0x10 || !term_pecks(t, 2))
        return false;
    for (int i = 0; i < s->count; i++)
        if (i != index && term_pecks(&s->terms[i], 0) == term_pecks(t, 2) &&
            s->terms[i].legs[0].dirs == 0xFF)
            return true;
    return false;
}

static void terms_load(ClauseBuilder *s) {
    const Power *power = &s->variant->types[s->type].power;
    for (int i = 0; i < power->term_count; i++) {
        Term t = power->terms[i];
        if (!term_fits_board(s->variant, &t)) continue;
        if (term_is_passing(&t) && t.legs[0].modes != LEG_EN_PASSANT) {
            Term passing = t;
            t.legs[0].modes &= (uint8_t)~LEG_EN_PASSANT;
            passing.legs[0].modes = LEG_EN_PASSANT;
            term_add(s, &passing);
        }
        /* A step to a square and straight back is described as two moves: a skip if the square is
         * empty, igui if it holds an enemy. */
        if (t.leg_count > 1 && term_is_straight_step(&t) && leg_is(&t.legs[0], CLAUSE_MOVES, 1) &&
            t.legs[1].dirs == 0x10 && t.legs[1].range == 1 && term_all_plain(&t)) {
            t.legs[0].modes = LEG_CAPTURE;
            term_add(s, &t);
            t.legs[0].modes = LEG_EMPTY;
        }
        term_add(s, &t);
    }
    for (int i = s->count - 1; i >= 0; i--)
        if (is_needless_detour(s, i)) term_strike(s, i);
}

/* ---- clauses of a single term ---------------------------------------------------------------- */

/* A function that adds the clause of a term, or returns false if the term has another shape. */
typedef bool TermClause(ClauseBuilder *, const Term *);

static void clauses_each(ClauseBuilder *s, TermClause *clause) {
    for (int i = 0; i < s->count; i++)
        if (clause(s, &s->terms[i])) term_strike(s, i--);
}

static bool clause_one_leg(ClauseBuilder *s, const Term *t) {
    const Leg *l = &t->legs[0];
    if (t->leg_count != 1 || !term_all_plain(t) || !modes_are_simple(l->modes)) return false;
    if (!term_is_straight(t) && l->range > 1) return false;
    clause_add(s, l->range == 1 ? CLAUSE_LEAP : term_leap(t) > 1 ? CLAUSE_RIDER : CLAUSE_SLIDE, t);
    return true;
}

static bool clause_of_state(ClauseBuilder *s, const Term *t) {
    bool castling = t->conditions.castling;
    if (!castling && !(term_is_passing(t) && t->legs[0].modes == LEG_EN_PASSANT)) return false;
    clause_add(s, castling ? CLAUSE_CASTLING : CLAUSE_PASSING, t);
    return true;
}

static bool clause_step(ClauseBuilder *s, const Term *t) {
    return t->legs[0].range == 1 && term_is_straight_step(t) && clause_one_leg(s, t);
}

static bool clause_ski_slide(ClauseBuilder *s, const Term *t) {
    Leg rest = t->legs[0];
    rest.skip = 0;
    if (t->leg_count != 1 || !term_is_plain(t) || !term_is_straight_step(t) ||
        t->legs[0].skip != 1 || !leg_is_plain(&rest) || !modes_are_simple(rest.modes))
        return false;
    clause_add(s, CLAUSE_SKI_SLIDE, t);
    return true;
}

static bool clause_hop(ClauseBuilder *s, const Term *t) {
    const Leg *over = &t->legs[0], *to = &t->legs[1];
    Term unbounded = *t;
    unbounded.conditions.total_range = 0;
    if (t->leg_count != 2 || !term_is_straight_step(t) || to->dirs != 0x01 ||
        over->modes != LEG_HOP || !modes_are_simple(to->modes) || !term_all_plain(&unbounded) ||
        over->range != to->range || over->range < 2)
        return false;
    clause_add(s, CLAUSE_HOP, t);
    return true;
}

static bool clause_take_and_go(ClauseBuilder *s, const Term *t) {
    if (t->leg_count != 2 || !term_is_straight_step(t) || !term_all_plain(t) ||
        !leg_is(&t->legs[0], LEG_CAPTURE, 1) || !leg_is(&t->legs[1], CLAUSE_MOVES, 1))
        return false;
    clause_add(s, t->legs[1].dirs == 0x10 ? CLAUSE_TAKE_AND_RETURN : CLAUSE_TAKE_AND_GO, t);
    return true;
}

/* Adds clauses for a move that steps to a square and straight back: a skip if the square may be
 * empty, igui (taking a neighbour without moving) if it may hold an enemy. */
static bool clause_return(ClauseBuilder *s, const Term *t) {
    const Leg *step = &t->legs[0], *back = &t->legs[1];
    if (t->leg_count != 2 || !term_is_straight_step(t) || !term_all_plain(t) || step->range != 1 ||
        back->range != 1 || back->dirs != 0x10)
        return false;
    if ((step->modes & ~CLAUSE_MOVES) || !step->modes || !(back->modes & LEG_EMPTY)) return false;
    if (step->modes & LEG_CAPTURE) clause_add(s, CLAUSE_TAKE_AND_RETURN, t);
    if (step->modes & LEG_EMPTY) clause_add(s, CLAUSE_SKIP, t);
    return true;
}

/* ---- clauses of several terms that differ only in how often a part is repeated --------------- */

static bool leaps_everywhere(const Term *t, int dx, int dy) {
    return t->leg_count == 1 && t->legs[0].dirs == 0xFF && t->legs[0].range == 1 &&
           t->dx[0] == dx && t->dy[0] == dy && term_all_plain(t) &&
           t->legs[0].modes == CLAUSE_MOVES;
}

/* Joins orthogonal, diagonal and oblique leaps of two: together they reach all squares two away. */
static void clause_ring_of_two(ClauseBuilder *s) {
    int line = -1, oblique = -1;
    for (int i = 0; i < s->count; i++) {
        if (leaps_everywhere(&s->terms[i], 0, 2)) line = i;
        if (leaps_everywhere(&s->terms[i], 1, 2)) oblique = i;
    }
    if (line < 0 || oblique < 0) return;
    clause_add(s, CLAUSE_RING_OF_TWO, NULL);
    term_strike(s, line > oblique ? line : oblique);
    term_strike(s, line > oblique ? oblique : line);
}

/* Returns how often a term (way of moving) repeats one of its legs, if it differs from `like` only
 * in that number; else 0. */
typedef int Measure(const Term *, const Term *like);

/* The greatest number n that `measure` gives a term, if it gives exactly 1, 2, … n; else 0. */
static int family_most(const ClauseBuilder *s, Measure *measure, const Term *like) {
    unsigned lengths = 0; /* bit n: `measure` gives a term n */
    int n = 0;
    for (int i = 0; i < s->count; i++) lengths |= 1u << measure(&s->terms[i], like);
    lengths |= 1;
    while (lengths >> (n + 1) & 1) n++;
    return lengths == (2u << n) - 1 ? n : 0;
}

static void family_strike(ClauseBuilder *s, Measure *measure, const Term *like) {
    for (int i = s->count - 1; i >= 0; i--)
        if (measure(&s->terms[i], like)) term_strike(s, i);
}

static int measure_walk(const Term *t, const Term *like) {
    (void)like;
    return t->legs[t->leg_count - 1].modes == CLAUSE_MOVES ? term_walk_length(t, t->leg_count) : 0;
}

static void clause_walk(ClauseBuilder *s) {
    int longest = family_most(s, measure_walk, NULL);
    bool skips = false; /* another clause says that the piece may stay where it is */
    if (longest < 2) return;
    family_strike(s, measure_walk, NULL);
    for (int i = 0; i < s->count; i++) {
        const Term *t = &s->terms[i];
        skips |= t->leg_count == 2 && t->legs[0].modes & LEG_EMPTY && t->legs[1].dirs == 0x10;
    }
    MoveClause *clause = clause_add(s, CLAUSE_WALK, NULL);
    clause->most = longest;
    clause->ends_on_start = longest > 2 && !skips;
}

static int measure_igui(const Term *t, const Term *like) {
    return t->legs[0].dirs == like->legs[0].dirs ? term_pecks(t, 0) : 0;
}

static void clause_igui(ClauseBuilder *s) {
    for (int i = 0; i < s->count; i++) {
        const Term like = s->terms[i];
        if (!term_pecks(&like, 0)) continue;
        int most = family_most(s, measure_igui, &like);
        if (most < 2 || like.legs[0].dirs != 0xFF) continue;
        family_strike(s, measure_igui, &like);
        clause_add(s, CLAUSE_IGUI, &like)->most = most;
        return;
    }
}

static int measure_line(const Term *t, const Term *like) {
    return t->legs[0].dirs == like->legs[0].dirs && t->legs[0].range == like->legs[0].range
               ? term_line_jumps(t)
               : 0;
}

static void clause_line_jumps(ClauseBuilder *s) {
    for (int i = 0; i < s->count; i++) {
        const Term like = s->terms[i];
        int most = family_most(s, measure_line, &like);
        if (!most || !term_line_jumps(&like) || like.legs[0].range != RANGE_UNLIMITED) continue;
        family_strike(s, measure_line, &like);
        clause_add(s, CLAUSE_LINE_JUMPS, &like)->most = most;
        i = -1;
    }
}

/* ---- burns ----------------------------------------------------------------------------------- */

static int measure_slide_burn(const Term *t, const Term *like) {
    if (term_landing_legs(t) != 1 || t->legs[0].range < 2) return 0;
    return t->legs[0].dirs == like->legs[0].dirs && t->legs[0].range == like->legs[0].range
               ? term_pecks(t, 1)
               : 0;
}

/* The length of the walk before a burn. */
static int measure_landing_walk(const Term *t, const Term *like) {
    (void)like;
    return term_walk_length(t, term_landing_legs(t));
}

static int measure_walk_burn(const Term *t, const Term *like) {
    int legs = measure_landing_walk(t, NULL);
    return legs && legs == term_landing_legs(like) ? term_pecks(t, legs) : 0;
}

static int measure_walk_burn_length(const Term *t, const Term *like) {
    int legs = measure_landing_walk(t, NULL);
    return legs && term_pecks(t, legs) == term_pecks(like, term_landing_legs(like)) ? legs : 0;
}

/* Adds one clause for walks of 1..n steps with 1..k burns each, if all exist. Returns k, or 0. */
static int clause_walk_burn(ClauseBuilder *s, const Term *like) {
    int most = family_most(s, measure_walk_burn, like),
        longest = family_most(s, measure_walk_burn_length, like);
    if (!most || !longest) return 0;
    for (int i = 0; i < s->count; i++)
        if (measure_landing_walk(&s->terms[i], NULL) &&
            (family_most(s, measure_walk_burn, &s->terms[i]) != most ||
             family_most(s, measure_walk_burn_length, &s->terms[i]) != longest))
            return 0;
    family_strike(s, measure_landing_walk, NULL);
    clause_add(s, CLAUSE_WALK_BURN, NULL)->longest = longest;
    return most;
}

static void clause_burns(ClauseBuilder *s) {
    for (int i = 0; i < s->count; i++) {
        const Term like = s->terms[i];
        int legs = term_landing_legs(&like);
        bool slide = legs == 1 && like.legs[0].range > 1;
        if (!legs) continue;
        int most = slide ? family_most(s, measure_slide_burn, &like) : clause_walk_burn(s, &like);
        if (!most) continue;
        if (slide) family_strike(s, measure_slide_burn, &like);
        MoveClause *clause =
            slide ? clause_add(s, CLAUSE_SLIDE_BURN, &like) : &s->clauses[s->clause_count - 1];
        clause->most = most;
        clause->types = s->variant->no_burn[s->type];
        i = -1;
    }
}

/* ---- what a whole piece does or spares ------------------------------------------------------- */

static bool power_meets(const Power *power, uint8_t modes) {
    for (int i = 0; i < power->term_count; i++)
        for (int leg = 0; leg < power->terms[i].leg_count - 1; leg++)
            if (power->terms[i].legs[leg].modes & modes) return true;
    return false;
}

static void clause_never(ClauseBuilder *s, MoveClauseKind kind, const uint8_t *types) {
    for (int type = 1; type <= s->variant->type_count; type++)
        if (type_bit(types, type) && s->variant->types[type].name) {
            clause_add(s, kind, NULL)->types = types;
            return;
        }
}

static void clause_exceptions(ClauseBuilder *s) {
    const HenkaVariant *v = s->variant;
    const Power *power = &v->types[s->type].power;
    bool burns = false; /* the clause on burning, if there is one, names the pieces it spares */
    for (int i = 0; i < s->clause_count; i++)
        burns |= s->clauses[i].kind == CLAUSE_SLIDE_BURN || s->clauses[i].kind == CLAUSE_WALK_BURN;
    if (power_meets(power, LEG_HOP | LEG_CAPTURE | LEG_CAPTURE_OWN))
        clause_never(s, CLAUSE_NEVER_JUMPS, v->no_jump[s->type]);
    if (!burns && power_meets(power, LEG_CAPTURE | LEG_CAPTURE_OWN))
        clause_never(s, CLAUSE_NEVER_BURNS, v->no_burn[s->type]);
    bool spares = false; /* some victim that other types may capture */
    for (int other = 1; other <= v->type_count; other++)
        for (int i = 0; i < MAX_TYPES / 8; i++)
            spares |= (v->no_capture[s->type][i] & ~v->no_capture[other][i]) != 0;
    if (spares) clause_never(s, CLAUSE_NEVER_TAKES, v->no_capture[s->type]);
    if (v->types[s->type].freezes && v->freezing) clause_add(s, CLAUSE_FREEZES, NULL);
}

int move_clauses(const HenkaVariant *v, int type, MoveClause out[MOVE_CLAUSES]) {
    ClauseBuilder s = {.variant = v, .type = type, .clauses = out};
    terms_load(&s);
    clause_walk(&s);
    clauses_each(&s, clause_step);
    clause_ring_of_two(&s);
    clauses_each(&s, clause_one_leg);
    clauses_each(&s, clause_ski_slide);
    clauses_each(&s, clause_hop);
    clause_line_jumps(&s);
    clause_igui(&s);
    clauses_each(&s, clause_take_and_go);
    clauses_each(&s, clause_return);
    clause_burns(&s);
    clauses_each(&s, clause_of_state);
    for (int i = 0; i < s.count; i++) clause_add(&s, CLAUSE_LEGS, &s.terms[i]);
    clause_exceptions(&s);
    return s.clause_count;
}

bool move_clauses_passing(const HenkaVariant *v) {
    return v->tables->state && v->tables->state->pushes_matter;
}
