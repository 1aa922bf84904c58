/* Limits of a finished term, and whether an earlier term already says as much. */
#include <string.h>

#include "variant/betza_compile.h"

static int bit_count(unsigned bits) { return __builtin_popcount(bits); }

/* An upper bound of the ways through the term: a leg that may end on empty squares may end at every
 * one of them. */
static bool too_many_paths(const Term *term) {
    double paths = 1;
    for (int i = 0; i < term->leg_count; i++) {
        const Leg *leg = &term->legs[i];
        int stops = leg->modes & LEG_EMPTY ? leg->range < 32 ? leg->range : 32 : 1;
        paths *= bit_count(leg->dirs) * stops;
    }
    return paths > BETZA_PATHS;
}

static bool within_limits(const Compiler *c, const Term *term) {
    int victims = 0;
    for (int i = 0; i < term->leg_count - 1; i++)
        victims += (term->legs[i].modes & (LEG_CAPTURE | LEG_CAPTURE_OWN)) != 0;
    if (victims > HENKA_MAX_VICTIMS)
        return error_say(c->error, 0, term->column, MSG_BETZA_VICTIMS_TOO_MANY,
                         arg_number(HENKA_MAX_VICTIMS), arg_number(victims));
    if (too_many_paths(term))
        return error_say(c->error, 0, term->column, MSG_BETZA_PATHS_TOO_MANY,
                         arg_number(BETZA_PATHS));
    return true;
}

/* Every step of `narrow` is one of `wide`: alike but for fewer directions, modes and steps. */
static bool leg_covers(const Leg *wide, const Leg *narrow) {
    const uint8_t restrictions = LEG_ROYAL_ONLY | LEG_NOT_ROYAL | LEG_HOP_FRIEND_ONLY;
    Leg like = *narrow;
    like.dirs = wide->dirs, like.modes = wide->modes, like.range = wide->range;
    return !(narrow->dirs & ~wide->dirs) && !(narrow->modes & ~wide->modes) &&
           narrow->range <= wide->range && !memcmp(&like, wide, sizeof like) &&
           (narrow->modes & restrictions) == (wide->modes & restrictions);
}

/* Every move of `narrow` is one of `wide`. */
static bool term_covers(const Term *wide, const Term *narrow) {
    if (wide->leg_count != narrow->leg_count || !term_conditions_same(wide, narrow)) return false;
    if (memcmp(wide->dx, narrow->dx, sizeof wide->dx) ||
        memcmp(wide->dy, narrow->dy, sizeof wide->dy))
        return false;
    for (int i = 0; i < wide->leg_count; i++)
        if (!leg_covers(&wide->legs[i], &narrow->legs[i])) return false;
    return true;
}

bool term_add(Compiler *c, Term *term) {
    if (!within_limits(c, term)) return false;
    for (int i = 0; i < c->term_count; i++)
        if (term_covers(&c->terms[i], term)) return true;
    int kept = 0;
    for (int i = 0; i < c->term_count; i++)
        if (!term_covers(term, &c->terms[i])) c->terms[kept++] = c->terms[i];
    c->term_count = kept;
    if (kept == POWER_TERMS)
        return error_say(c->error, 0, term->column, MSG_BETZA_TERMS_TOO_MANY,
                         arg_number(POWER_TERMS));
    c->terms[c->term_count++] = *term;
    return true;
}
