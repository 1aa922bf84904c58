/* Tables of what a position remembers beside board and hands: docs/decisions/016-state-word.md. */
#include "base/arena.h"
#include "base/bitboard256.h"
#include "base/random.h"
#include "tables/tables_parts.h"
#include "variant/piece.h"

int tables_castling_partner(const HenkaVariant *v, int from, int to, bool inside) {
    int step = to < from ? -v->ranks : v->ranks, last = from;
    for (int at = from + step; at >= 0 && at < v->squares && !v->hole[at]; at += step) {
        int type = piece_type(v->start_board[at]);
        if (v->shuffled_partner ? type == v->shuffled_partner : type != 0) last = at;
        if (last != from && v->shuffled_partner) break;
    }
    return inside ? last - step : last;
}

/* ---- pieces that may seem not to have moved -------------------------------------------------- */

/* Marks the squares that a piece may reach by one leg of this term, without regard to pieces in its
 * way. Returns whether one of them was not marked before. */
static bool leg_reaches(const HenkaVariant *v, const Term *term, int side, int from,
                        bool reached[MAX_SQUARES]) {
    bool more = false;
    const Leg *leg = &term->legs[0];
    for (int d = 0; d < 8; d++) {
        if (!(leg->dirs >> d & 1)) continue;
        for (int n = 1, at = from; n <= leg->range; n++) {
            at = square_step(v, side, at, term->dx[d], term->dy[d]);
            if (at < 0) break;
            more |= !reached[at];
            reached[at] = true;
        }
    }
    return more;
}

/* Does the type move by single straight legs only, and can no other piece become one of its type?
 * Otherwise a piece of the type may reach any square. */
static bool moves_are_plain(const HenkaVariant *v, int type) {
    const Power *power = &v->types[type].power;
    for (int i = 0; i < power->term_count; i++) {
        const Term *t = &power->terms[i];
        if (t->leg_count > 1 || t->legs[0].bend || t->conditions.castling ||
            t->conditions.cylinder || t->conditions.torus)
            return false;
    }
    if ((v->hands && v->types[type].in_hand) || v->types[type].unpromoted) return false;
    for (int other = 1; other <= v->type_count; other++) {
        if (v->types[other].promoted == type) return false;
        for (int i = 0; i < v->types[other].choice_count; i++)
            if (v->types[other].choices[i].type == type) return false;
    }
    return true;
}

/* May a piece of this side and type return to a square on which such pieces begin the game? */
static bool may_return(const HenkaVariant *v, int side, int type) {
    bool reached[MAX_SQUARES] = {false};
    const Power *power = &v->types[type].power;
    if (!moves_are_plain(v, type)) return true;
    for (bool more = true, first = true; more; first = false) {
        more = false;
        for (int square = 0; square < v->squares; square++) {
            bool home = v->start_board[square] == piece_make(side, type);
            if (!(first && home) && !reached[square]) continue;
            for (int i = 0; i < power->term_count; i++)
                more |= leg_reaches(v, &power->terms[i], side, square, reached);
        }
    }
    for (int square = 0; square < v->squares; square++)
        if (reached[square] && v->start_board[square] == piece_make(side, type)) return true;
    return false;
}

static void track_types(const HenkaVariant *v, StateTables *s) {
    for (int type = 1; type <= v->type_count; type++)
        for (int side = 0; side < 2 && power_has_first_move(&v->types[type].power); side++) {
            if (has_home(v, type) || !may_return(v, side, type)) continue;
            for (int square = 0; square < v->squares; square++)
                if (v->start_board[square] == piece_make(side, type)) bb256_set(s->tracked, square);
        }
}

/* Fills `aimed` with the royals whose first moves may end by an enemy that aims at them. */
static void track_aimed(const HenkaVariant *v, StateTables *s) {
    bool ends = false;
    for (int type = 1; type <= v->type_count; type++) ends |= v->types[type].ends_first_moves;
    for (int square = 0; ends && square < v->squares; square++) {
        int type = piece_type(v->start_board[square]), side = piece_side(v->start_board[square]);
        if (!type || !v->types[type].royal || has_home(v, type) ||
            !power_has_first_move(&v->types[type].power) || s->aimed_count[side] == AIMED_MOST)
            continue;
        s->aimed[side][s->aimed_count[side]++] = (uint8_t)square;
        bb256_set(s->tracked, square);
    }
}

/* ---- castling -------------------------------------------------------------------------------- */

static void castling_add(const HenkaVariant *v, StateTables *s, int side, int type,
                         const Term *term, int from) {
    const Conditions *c = &term->conditions;
    for (int d = 2; d < 8; d += 4) {
        int to = square_step(v, side, from, c->castling * term->dx[d], 0);
        if (!(term->legs[0].dirs >> d & 1) || to < 0) continue;
        int partner = tables_castling_partner(v, from, to, c->partner_inside),
            partner_to = square_step(v, side, to, -term->dx[d], 0);
        /* the partner must stand on the target or beyond it */
        if (to < from ? partner > to : partner < to) continue;
        Piece piece = v->start_board[partner];
        if (!piece || piece_side(piece) != side) continue;
        if (!in_region(v, side, type, to) || !in_region(v, side, piece_type(piece), partner_to))
            continue;
        int n = s->castling_count[side]++;
        if (s->castlings[side]) /* castlings_of runs twice: the first time, it only counts */
            s->castlings[side][n] = (Castling){(uint8_t)type,    (uint8_t)from, (uint8_t)to,
                                               (uint8_t)partner, c->virgin,     c->partner_inside};
        bb256_set(s->tracked, partner);
    }
}

static void castlings_of(const HenkaVariant *v, StateTables *s, int side) {
    s->castling_count[side] = 0;
    for (int type = 1; type <= v->type_count; type++)
        for (int i = 0; i < v->types[type].power.term_count; i++) {
            const Term *term = &v->types[type].power.terms[i];
            for (int from = 0; from < v->squares && term->conditions.castling; from++)
                if (!term->conditions.virgin || has_home(v, type) ||
                    v->start_board[from] == piece_make(side, type))
                    castling_add(v, s, side, type, term, from);
        }
}

/* ---- captures in passing --------------------------------------------------------------------- */

static void passing_of(StateTables *s, int type, const Term *term) {
    if (!(term->legs[term->leg_count - 1].modes & LEG_EN_PASSANT)) return;
    s->pushes_matter = true;
    if (!term_is_passing(term)) {
        s->leaps_only = false;
        return;
    }
    for (int d = 0; d < 8; d++) {
        if (!(term->legs[0].dirs >> d & 1)) continue;
        bool listed = false;
        for (int i = 0; i < s->passing_leap_count; i++)
            listed |= s->passing_leaps[i].type == type && s->passing_leaps[i].dx == term->dx[d] &&
                      s->passing_leaps[i].dy == term->dy[d];
        if (listed) continue;
        if (s->passing_leap_count == PASSING_LEAPS) {
            s->leaps_only = s->lists_aside = false;
            return;
        }
        s->passing_leaps[s->passing_leap_count++] =
            (PassingLeap){term->dx[d], term->dy[d], (uint8_t)type};
    }
}

/* ---- all tables of the state ----------------------------------------------------------------- */

static bool any_term(const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++)
        for (int i = 0; i < v->types[type].power.term_count; i++) {
            const Term *t = &v->types[type].power.terms[i];
            if (t->conditions.castling || t->conditions.virgin || t->conditions.own_half ||
                t->legs[t->leg_count - 1].modes & LEG_EN_PASSANT)
                return true;
        }
    return false;
}

void tables_state(HenkaVariant *v, Tables *t) {
    if (!any_term(v) && !v->checks_to_win && !v->may_pass) return;
    StateTables *s = arena_take(v->arena, sizeof *s);
    Random random = {0x7374617465u};
    bool rights = false, royal_rights = false;
    t->state = s;
    s->leaps_only = s->lists_aside = true;
    for (int type = 1; type <= v->type_count; type++) {
        const Power *power = &v->types[type].power;
        for (int i = 0; i < power->term_count; i++) {
            s->pushes[type] |= term_is_push(&power->terms[i]);
            s->rights[type] |= power->terms[i].conditions.rights;
            passing_of(s, type, &power->terms[i]);
        }
        rights |= s->rights[type];
        royal_rights |= s->rights[type] && v->types[type].royal;
    }
    s->pushes_matter &= rights;
    /* Only moves that are followed leg by leg show that a royal may be captured in passing. */
    if (s->pushes_matter && royal_rights) s->lists_aside = false;
    for (int side = 0; side < 2; side++) {
        castlings_of(v, s, side);
        s->castlings[side] =
            arena_take(v->arena, sizeof(Castling) * (size_t)(s->castling_count[side] + 1));
        castlings_of(v, s, side);
    }
    track_types(v, s);
    track_aimed(v, s);
    s->remembers = s->pushes_matter || v->checks_to_win;
    for (int i = 0; i < 4; i++) s->remembers |= s->tracked[i] != 0;
    for (int square = 0; square < v->squares; square++) {
        s->unmoved_hash[square] = random_next(&random);
        s->push_hash[0][square] = random_next(&random);
        s->push_hash[1][square] = random_next(&random);
    }
    for (int side = 0; side < 2; side++)
        for (int n = 1; n <= v->checks_to_win; n++) s->check_hash[side][n] = random_next(&random);
}
