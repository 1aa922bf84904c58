#include "search/exchange.h"

#include "rules/attacks.h"
#include "search/exchange_strip.h"

int exchange_gain(const Eval *e, const Position *p, Move m) {
    int gain = 0, from_type;
    if (move_is_drop(m)) return 0;
    Piece on_to = p->board[move_to(m)];
    from_type = piece_type(p->board[move_from(m)]);
    if (on_to && move_to(m) != move_from(m)) gain += eval_capture_value(e, on_to);
    for (int i = 0; i < move_victim_count(m); i++)
        gain += eval_capture_value(e, p->board[move_victim(m, i)]);
    if (move_becomes(m)) gain += e->board_value[move_becomes(m)] - e->board_value[from_type];
    return gain;
}

/* The type a piece is once it has taken. */
static int after_taking(const HenkaVariant *v, int type) {
    if (v->promote != PROMOTE_FLIP) return type;
    return v->types[type].promoted     ? v->types[type].promoted
           : v->types[type].unpromoted ? v->types[type].unpromoted
                                       : type;
}

/* What the mover loses when it is taken on its destination. */
static int risk_of(const Eval *e, const Position *p, Move m) {
    if (move_is_drop(m)) return eval_capture_value(e, piece_make(p->side, move_dropped(m)));
    int type = move_becomes(m) ? move_becomes(m) : piece_type(p->board[move_from(m)]);
    return e->board_value[type] + e->hand_value[type];
}

/* The exchange on one square: who may still take there. */
typedef struct Swap {
    const Eval *eval;
    const Position *position;
    int square, side;          /* side: to take next */
    bool plain;                /* aims tell everything: see tables.h */
    bool looked[2];            /* likewise by side: the men below are known */
    Bitboard occupied, men[2]; /* men: aims */
} Swap;

/* Those who may be able to take: see takes. */
static inline Bitboard candidates(Swap *s, int side) {
    if (!s->plain)
        return (attacks_leaper_attackers_to(s->position, s->square, side) |
                attacks_slider_attackers_to(s->position, s->square, side, s->occupied)) &
               s->occupied;
    if (!s->looked[side])
        s->men[side] = xray_attackers_to(s->position, s->square, side), s->looked[side] = true;
    return s->men[side] & s->occupied;
}

static inline bool takes(const Swap *s, int from) {
    return !s->plain || xray_hits(s->position, s->square, from, s->occupied);
}

static bool is_guarded(Swap *s, int side) {
    for (Bitboard left = candidates(s, side); left;)
        if (takes(s, bb_pop_lsb(&left))) return true;
    return false;
}

static inline int worth_of(const Eval *e, int type) {
    return e->board_value[type] + e->hand_value[type];
}

/* The square of the cheapest piece that takes, -1 when none does. */
static int cheapest_taker(Swap *s) {
    int least = 0, best = -1;
    for (Bitboard left = candidates(s, s->side); left;) {
        int from = bb_pop_lsb(&left),
            worth = worth_of(s->eval, piece_type(s->position->board[from]));
        if ((best < 0 || worth < least) && takes(s, from)) least = worth, best = from;
    }
    return best;
}

/* Takes with the cheapest piece and returns what that piece is worth there; -1 when none may. */
static int swap_take(Swap *s) {
    int from = cheapest_taker(s);
    if (from < 0) return -1;
    int type = piece_type(s->position->board[from]);
    if (s->position->variant->types[type].royal && is_guarded(s, !s->side)) return -1;
    s->occupied &= ~BB_SQUARE(from);
    s->side = !s->side;
    return worth_of(s->eval, after_taking(s->position->variant, type));
}

/* Sides take in turn, each as long as it pays. balance: of the side that took last, its piece
 * counted lost. */
static bool swap_on(Swap *s, int balance) {
    int taker = !s->side;
    for (;;) {
        int risk = swap_take(s);
        if (risk < 0) return s->side != taker;
        balance = -balance - 1 - risk;
        if (balance >= 0) return s->side != taker;
    }
}

static bool swap_holds(const Eval *e, const Position *p, Move m, int balance) {
    int to = move_to(m), foe = !p->side;
    Swap s = {
        .eval = e, .position = p, .square = to, .side = foe, .plain = p->variant->tables->plain};
    if (s.plain) {
        s.men[foe] = xray_attackers_to(p, to, foe), s.looked[foe] = true;
        if (!s.men[foe]) return true;
    }
    s.occupied = p->by_side[0] | p->by_side[1] | BB_SQUARE(to);
    if (!move_is_drop(m)) s.occupied &= ~BB_SQUARE(move_from(m));
    for (int i = 0; i < move_victim_count(m); i++) s.occupied &= ~BB_SQUARE(move_victim(m, i));
    return swap_on(&s, balance);
}

bool exchange_at_least(const Eval *e, const Position *p, Move m, int threshold) {
    int gain = exchange_gain(e, p, m);
    if (gain < threshold) return false;
    int risk = risk_of(e, p, m);
    if (gain - risk >= threshold) return true;
    if (p->variant->tables->strip) return exchange_strip_holds(e, p, m, gain - risk - threshold);
    if (p->variant->tables->sets) return swap_holds(e, p, m, gain - risk - threshold);
    return !attacks_square_attacked(p, move_to(m), !p->side);
}
