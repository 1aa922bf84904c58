/* The squares from which pieces whose moves are followed leg by leg may attack, and those that may
 * open or block an attack on a royal. They do not depend on a position, so may be too large. */
#include "base/arena.h"
#include "tables/tables_parts.h"

#include <stdlib.h>

/* Does the term capture only at the end of one leg that runs along a ray? */
static bool is_ray(const Term *term) {
    const Conditions *c = &term->conditions;
    const Leg *leg = &term->legs[0];
    return term->leg_count == 1 && !c->castling && !c->cylinder && !c->torus && !leg->bend &&
           !(leg->modes & LEG_EN_PASSANT);
}

/* Fills Tables.legs_view for a type: by square, the squares from which it might attack by a ray. */
static void legs_view_of(HenkaVariant *v, Tables *t, int side, int type) {
    const Power *power = &v->types[type].power;
    Bitboard128 *view = arena_take(v->arena, sizeof *view * (size_t)v->squares);
    for (int i = 0; i < power->term_count; i++) {
        const Term *term = &power->terms[i];
        for (int d = 0; d < 8 && is_ray(term); d++)
            for (int from = 0; from < v->squares && term->legs[0].dirs >> d & 1; from++)
                for (int n = 0, at = from; n < term->legs[0].range; n++) {
                    at = square_step(v, side, at, term->dx[d], term->dy[d]);
                    if (at < 0) break;
                    view[at] |= (Bitboard128)1 << from;
                }
    }
    t->legs_view[side][type] = view;
}

/* Returns the squares of the smallest rectangle that contains `a` and `b`. */
static Bitboard128 rectangle(const HenkaVariant *v, int a, int b) {
    int file = file_of(v, a) < file_of(v, b) ? file_of(v, a) : file_of(v, b),
        last_file = file_of(v, a) + file_of(v, b) - file,
        rank = rank_of(v, a) < rank_of(v, b) ? rank_of(v, a) : rank_of(v, b),
        last_rank = rank_of(v, a) + rank_of(v, b) - rank;
    Bitboard128 squares = 0;
    for (int f = file; f <= last_file; f++)
        for (int r = rank; r <= last_rank; r++) squares |= (Bitboard128)1 << square_of(v, f, r);
    return squares;
}

static Bitboard128 royal_view_from(const HenkaVariant *v, const Tables *t, int side, int royal) {
    int lines = v->royals_may_not_face; /* lines on which royals must not face each other */
    Bitboard128 view = lines & FACING_FILE ? t->file_of_square[royal] : 0;
    for (int square = 0; square < v->squares; square++) {
        int files = abs(file_of(v, square) - file_of(v, royal)),
            ranks = abs(rank_of(v, square) - rank_of(v, royal));
        if ((lines & FACING_RANK && !ranks) || (lines & FACING_DIAGONAL && files == ranks))
            view |= (Bitboard128)1 << square;
    }
    for (int i = 0; i < t->ray_count[!side]; i++) view |= t->rays[!side][i].ray[royal];
    for (int i = 0; i < t->hop_count[!side]; i++) view |= t->hops[!side][i].look[royal];
    for (int type = 1; type <= v->type_count; type++) {
        if (!t->by_legs_types[type]) continue;
        Bitboard128 from = t->legs_view[!side][type][royal];
        for (int square = 0; square < v->squares; square++)
            if (from >> square & 1) view |= rectangle(v, square, royal);
    }
    return view;
}

void tables_views(HenkaVariant *v, Tables *t) {
    bool known = !t->all_by_legs && t->minds_royal && !v->any_royal_loses;
    for (int type = 1; type <= v->type_count; type++) {
        const Power *power = &v->types[type].power;
        bool takes_by_rays = true;
        if (!t->by_legs_types[type]) continue;
        for (int i = 0; i < power->term_count; i++)
            takes_by_rays &= is_ray(&power->terms[i]) || term_is_push(&power->terms[i]) ||
                             power->terms[i].conditions.castling;
        known &= takes_by_rays;
        for (int side = 0; side < 2 && takes_by_rays; side++) legs_view_of(v, t, side, type);
    }
    for (int side = 0; side < 2 && known; side++) {
        Bitboard128 *view = arena_take(v->arena, sizeof *view * (size_t)v->squares);
        for (int royal = 0; royal < v->squares; royal++)
            view[royal] = royal_view_from(v, t, side, royal);
        t->royal_view[side] = view;
    }
}
