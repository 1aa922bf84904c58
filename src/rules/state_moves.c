#include "rules/state_moves.h"

#include <string.h>

#include "base/bitboard256.h"
#include "rules/attacks.h"

bool state_has_pushes(const Position *p, int from) {
    const Tables *t = p->variant->tables;
    int type = piece_type(p->board[from]);
    return t->state->lists_aside && t->state->pushes[type] && !t->shapes[type].by_legs;
}

static bool is_frozen(const Position *p, int square) {
    return p->variant->freezing && attacks_is_frozen(p, square);
}

/* ---- pushes ---------------------------------------------------------------------------------- */

/* Does this leap, straight along its long side first, then diagonally, cross a piece? */
static bool crosses_piece(const Position *p, int side, int from, int dx, int dy) {
    int wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy, at = from;
    int longer = wide > high ? wide : high, shorter = wide > high ? high : wide;
    for (int i = 1; i < longer; i++) {
        bool diagonal = i > longer - shorter;
        at = square_step(p->variant, side, at, wide > high || diagonal ? (dx > 0) - (dx < 0) : 0,
                         high >= wide || diagonal ? (dy > 0) - (dy < 0) : 0);
        if (at < 0) return false;
        if (p->board[at]) return true;
    }
    return false;
}

static void push_ray(const Position *p, const Term *term, int direction, int from,
                     uint64_t targets[4]) {
    const Leg *leg = &term->legs[0];
    int side = piece_side(p->board[from]), at = from, dx = term->dx[direction],
        dy = term->dy[direction], range = leg->range;
    if (term->conditions.total_range && term->conditions.total_range < range)
        range = term->conditions.total_range;
    if (term->conditions.own_half) range = half_range(p->variant, side, from);
    for (int n = 1; n <= range; n++) {
        bool crossed = (leg->lame || leg->must_jump) && crosses_piece(p, side, at, dx, dy);
        at = square_step(p->variant, side, at, dx, dy);
        if (at < 0 || (leg->lame && crossed) || (leg->must_jump && !crossed)) return;
        if (n <= leg->skip) continue;
        if (p->board[at]) return;
        if (!in_region(p->variant, side, piece_type(p->board[from]), at)) continue;
        bb256_set(targets, at);
    }
}

void state_push_targets(const Position *p, int from, uint64_t targets[4]) {
    const PieceType *kind = &p->variant->types[piece_type(p->board[from])];
    const Power *power = &kind->power;
    bool unmoved =
        position_is_first_move(p, from) && !(!p->variant->first_in_check && kind->royal &&
                                             attacks_royal_attacked(p, piece_side(p->board[from])));
    memset(targets, 0, 4 * sizeof *targets);
    for (int i = 0; i < power->term_count; i++) {
        const Term *term = &power->terms[i];
        if (!term_is_push(term) || (term->conditions.virgin && !unmoved)) continue;
        for (int d = 0; d < 8; d++)
            if (term->legs[0].dirs >> d & 1) push_ray(p, term, d, from, targets);
    }
}

/* ---- captures in passing --------------------------------------------------------------------- */

void state_emit_passing(const Position *p, Emit *e) {
    const HenkaVariant *v = p->variant;
    const StateTables *s = v->tables->state;
    int victim = p->state.push_to;
    uint8_t passed[MAX_RANKS];
    if (p->state.push_from == victim || !s->lists_aside || piece_side(p->board[victim]) == p->side)
        return;
    int count = position_passed(v, p->side, p->state.push_from, victim, passed);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < s->passing_leap_count; k++) {
            const PassingLeap *leap = &s->passing_leaps[k];
            int from = square_step(v, p->side, passed[i], -leap->dx, -leap->dy);
            if (from < 0 || p->board[from] != piece_make(p->side, leap->type) ||
                v->tables->shapes[leap->type].by_legs || p->board[passed[i]] ||
                is_frozen(p, from) || !in_region(v, p->side, leap->type, passed[i]))
                continue;
            Mover mover = emit_mover_at(p, from);
            emit(e, &mover, passed[i], move_add_victim(0, victim), true);
        }
}

/* ---- castling -------------------------------------------------------------------------------- */

/* Is a castling royal attacked on its origin or on a square that it passes? */
static bool castles_through_attack(const Position *p, const Castling *c) {
    const HenkaVariant *v = p->variant;
    if (v->royal != ROYAL_CHECKMATE || !v->types[c->type].royal) return false;
    int step = c->to < c->from ? -v->ranks : v->ranks;
    Position copy = *p;
    if (attacks_royal_attacked(&copy, p->side)) return true;
    for (int at = c->from + step; at != c->partner; at += step) {
        if (!movegen_leaves_royal_safe(&copy, move_make(c->from, at))) return true;
        if (at == c->to) break;
    }
    return false;
}

void state_emit_castlings(const Position *p, Emit *e) {
    const StateTables *s = p->variant->tables->state;
    for (int i = 0; i < s->castling_count[p->side]; i++) {
        const Castling *c = &s->castlings[p->side][i];
        int step = c->to < c->from ? -p->variant->ranks : p->variant->ranks, at = c->from + step;
        if (p->board[c->from] != piece_make(p->side, c->type) ||
            (c->virgin && !position_is_first_move(p, c->from)) ||
            !position_is_unmoved(p, c->partner))
            continue;
        while (at != c->partner && !p->board[at]) at += step;
        if (at == c->partner && !is_frozen(p, c->from) && !castles_through_attack(p, c) &&
            e->count < HENKA_MAX_MOVES - MOVES_AN_END)
            e->list[e->count++] = move_castle(c->from, c->to, c->inside);
    }
}

/* ---- the pass -------------------------------------------------------------------------------- */

void state_emit_pass(const Position *p, Emit *e) {
    const HenkaVariant *v = p->variant;
    int royal = 0;
    if (!v->may_pass) return;
    while (royal < v->squares && !(p->board[royal] && piece_side(p->board[royal]) == p->side &&
                                   v->types[piece_type(p->board[royal])].royal))
        royal++;
    if (royal == v->squares || is_frozen(p, royal) ||
        (v->skip_not_twice && p->skipped >> p->side & 1) ||
        e->count > HENKA_MAX_MOVES - MOVES_AN_END)
        return;
    if (!movegen_list_has(e->list, e->count, move_make(royal, royal))) /* as a skip of the royal */
        e->list[e->count++] = move_make(royal, royal);
}

/* ---- all moves of state ---------------------------------------------------------------------- */

void state_emit(const Position *p, Emit *e) {
    if (e->quiets) {
        for (int square = 0; square < p->variant->squares; square++)
            if (p->board[square] && piece_side(p->board[square]) == p->side &&
                state_has_pushes(p, square) && !is_frozen(p, square)) {
                uint64_t targets[4];
                Mover mover = emit_mover_at(p, square);
                state_push_targets(p, square, targets);
                for (int i = 0; i < 4; i++)
                    for (; targets[i]; targets[i] &= targets[i] - 1) {
                        int to = 64 * i + __builtin_ctzll(targets[i]);
                        int at = 0; /* an equal move may be listed already */
                        while (at < e->count &&
                               (e->list[at] & ~move_promote(0, 255)) != move_make(square, to))
                            at++;
                        if (at == e->count) emit(e, &mover, to, 0, false);
                    }
            }
        state_emit_castlings(p, e);
        state_emit_pass(p, e);
    }
    if (e->captures) state_emit_passing(p, e);
}
