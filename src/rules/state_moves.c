#include "rules/state_moves.h"

#include <string.h>

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

static int sign_of(int n) { return n < 0 ? -1 : 1; }

/* Does a piece stand on a square that this leap crosses: straight along its long side first, then
 * diagonally? */
static bool crosses_piece(const Position *p, int side, int from, int dx, int dy) {
    int wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy, at = from;
    int longer = wide > high ? wide : high, shorter = wide > high ? high : wide;
    for (int i = 1; i < longer; i++) {
        bool diagonal = i > longer - shorter;
        at = square_step(p->variant, side, at, wide > high || diagonal ? sign_of(dx) : 0,
                         high >= wide || diagonal ? sign_of(dy) : 0);
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
        targets[at >> 6] |= (uint64_t)1 << (at & 63);
    }
}

static bool may_begin(const Position *p, int from) {
    const HenkaVariant *v = p->variant;
    Piece piece = p->board[from];
    return position_is_first_move(p, from) &&
           !(!v->first_in_check && v->types[piece_type(piece)].royal &&
             attacks_royal_attacked(p, piece_side(piece)));
}

void state_push_targets(const Position *p, int from, uint64_t targets[4]) {
    const Power *power = &p->variant->types[piece_type(p->board[from])].power;
    bool unmoved = may_begin(p, from);
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

static bool castling_is_open(const Position *p, const Castling *c) {
    int step = c->to < c->from ? -p->variant->ranks : p->variant->ranks;
    if (p->board[c->from] != piece_make(p->side, c->type) ||
        (c->virgin && !position_is_first_move(p, c->from)) || !position_is_unmoved(p, c->partner))
        return false;
    for (int at = c->from + step; at != c->partner; at += step)
        if (p->board[at]) return false;
    return !is_frozen(p, c->from);
}

/* Is a castling royal attacked on its square or on a square that it passes? */
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
        if (castling_is_open(p, c) && !castles_through_attack(p, c) &&
            e->count < HENKA_MAX_MOVES - MOVES_AN_END)
            e->list[e->count++] = move_castle(c->from, c->to, c->inside);
    }
}

/* ---- the pass -------------------------------------------------------------------------------- */

static int first_royal(const Position *p) {
    for (int square = 0; square < p->variant->squares; square++)
        if (p->board[square] && piece_side(p->board[square]) == p->side &&
            p->variant->types[piece_type(p->board[square])].royal)
            return square;
    return -1;
}

void state_emit_pass(const Position *p, Emit *e) {
    const HenkaVariant *v = p->variant;
    int royal = v->may_pass ? first_royal(p) : -1;
    if (royal < 0 || is_frozen(p, royal) || (v->skip_not_twice && p->skipped >> p->side & 1) ||
        e->count > HENKA_MAX_MOVES - MOVES_AN_END)
        return;
    for (int i = 0; i < e->count; i++)
        if (e->list[i] == move_make(royal, royal)) return; /* listed as the royal's skip */
    e->list[e->count++] = move_make(royal, royal);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* Does the list hold a plain move from `from` to `to`? It may end on the same square as a push. */
static bool has_plain_move(const Emit *e, int from, int to) {
    for (int i = 0; i < e->count; i++)
        if ((e->list[i] & ~move_promote(0, 255)) == move_make(from, to)) return true;
    return false;
}

static void emit_pushes(const Position *p, int from, Emit *e) {
    uint64_t targets[4];
    Mover mover = emit_mover_at(p, from);
    state_push_targets(p, from, targets);
    for (int i = 0; i < 4; i++)
        for (; targets[i]; targets[i] &= targets[i] - 1) {
            int to = 64 * i + __builtin_ctzll(targets[i]);
            if (!has_plain_move(e, from, to)) emit(e, &mover, to, 0, false);
        }
}

void state_emit(const Position *p, Emit *e) {
    if (e->quiets) {
        for (int square = 0; square < p->variant->squares; square++)
            if (p->board[square] && piece_side(p->board[square]) == p->side &&
                state_has_pushes(p, square) && !is_frozen(p, square))
                emit_pushes(p, square, e);
        state_emit_castlings(p, e);
        state_emit_pass(p, e);
    }
    if (e->captures) state_emit_passing(p, e);
}
