/* The squares from which pieces with interpreted legs may attack, and the squares that may open or
 * block an attack on a royal. All are supersets, found without a position. */
#include "base/arena.h"
#include "tables/tables_parts.h"

#include <stdlib.h>

/* Does the term capture only at the end of one leg along a ray? */
static bool is_ray(const Term *term) {
    const Conditions *c = &term->conditions;
    const Leg *leg = &term->legs[0];
    return term->leg_count == 1 && !c->castling && !c->cylinder && !c->torus && !leg->bend &&
           !(leg->modes & LEG_EN_PASSANT);
}

static bool takes_by_rays(const HenkaVariant *v, int type) {
    const Power *power = &v->types[type].power;
    for (int i = 0; i < power->term_count; i++)
        if (!is_ray(&power->terms[i]) && !term_is_push(&power->terms[i]) &&
            !power->terms[i].conditions.castling)
            return false;
    return true;
}

/* Adds the square to the view of every square that a ray from it meets. */
static void ray_view(const HenkaVariant *v, int side, const Term *term, int direction, int from,
                     Bitboard128 *view) {
    int at = from;
    for (int n = 0; n < term->legs[0].range; n++) {
        at = square_step(v, side, at, term->dx[direction], term->dy[direction]);
        if (at < 0) return;
        view[at] |= (Bitboard128)1 << from;
    }
}

static void legs_view_of(HenkaVariant *v, Tables *t, int side, int type) {
    const Power *power = &v->types[type].power;
    Bitboard128 *view = arena_take(v->arena, sizeof *view * (size_t)v->squares);
    for (int from = 0; from < v->squares; from++)
        for (int i = 0; i < power->term_count; i++)
            for (int d = 0; d < 8 && is_ray(&power->terms[i]); d++)
                if (power->terms[i].legs[0].dirs >> d & 1)
                    ray_view(v, side, &power->terms[i], d, from, view);
    t->legs_view[side][type] = view;
}

/* The squares of the smallest rectangle that has both. */
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

/* The squares from which another royal could face this one. */
static Bitboard128 facing_view(const HenkaVariant *v, const Tables *t, int royal) {
    int lines = v->royals_may_not_face;
    Bitboard128 view = lines & FACING_FILE ? t->file_of_square[royal] : 0;
    for (int square = 0; square < v->squares; square++) {
        int files = abs(file_of(v, square) - file_of(v, royal)),
            ranks = abs(rank_of(v, square) - rank_of(v, royal));
        if ((lines & FACING_RANK && !ranks) || (lines & FACING_DIAGONAL && files == ranks))
            view |= (Bitboard128)1 << square;
    }
    return view;
}

static Bitboard128 royal_view_from(const HenkaVariant *v, const Tables *t, int side, int royal) {
    Bitboard128 view = facing_view(v, t, royal);
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
        if (!t->by_legs_types[type]) continue;
        if (!takes_by_rays(v, type))
            known = false;
        else
            for (int side = 0; side < 2; side++) legs_view_of(v, t, side, type);
    }
    for (int side = 0; side < 2 && known; side++) {
        Bitboard128 *view = arena_take(v->arena, sizeof *view * (size_t)v->squares);
        for (int royal = 0; royal < v->squares; royal++)
            view[royal] = royal_view_from(v, t, side, royal);
        t->royal_view[side] = view;
    }
}
