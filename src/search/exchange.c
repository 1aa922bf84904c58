#include "search/exchange.h"

#include "rules/attack.h"

int exchange_gain(const Eval *e, const Position *p, Move m) {
    int gain = 0, from_type;
    if (move_is_drop(m)) return 0;
    Piece on_to = p->board[move_to(m)];
    from_type = piece_type(p->board[move_from(m)]);
    if (on_to && move_to(m) != move_from(m)) gain += eval_capture_value(e, on_to);
    for (int i = 0; i < move_victim_count(m); i++) gain += eval_capture_value(e, p->board[move_victim(m, i)]);
    if (move_becomes(m)) gain += e->board_value[move_becomes(m)] - e->board_value[from_type];
    return gain;
}

/* The type a piece is once it has taken. */
static int after_taking(const HenkaVariant *v, int type) {
    if (v->promote != PROMOTE_FLIP) return type;
    return v->types[type].promoted ? v->types[type].promoted : v->types[type].unpromoted ? v->types[type].unpromoted : type;
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
    int square, side; /* side: to take next */
    Set occupied, leapers[2];
} Swap;

static Set takers(const Swap *s, int side) { return (s->leapers[side] | set_liners_at(s->position, s->square, side, s->occupied)) & s->occupied; }

/* Takes with the cheapest piece and returns what that piece is worth there; -1 when none may. */
static int swap_take(Swap *s) {
    int least = -1, from = -1;
    for (Set left = takers(s, s->side); left;) {
        int square = set_pop(&left), type = piece_type(s->position->board[square]);
        int worth = s->eval->board_value[type] + s->eval->hand_value[type];
        if (from < 0 || worth < least) least = worth, from = square;
    }
    if (from < 0) return -1;
    int type = piece_type(s->position->board[from]);
    if (s->position->variant->types[type].royal && takers(s, !s->side)) return -1;
    s->occupied &= ~SET_BIT(from);
    s->side = !s->side;
    type = after_taking(s->position->variant, type);
    return s->eval->board_value[type] + s->eval->hand_value[type];
}

/* Sides take in turn, each as long as it pays. balance: what the mover has over the threshold once it has lost the piece at risk. */
static bool swap_holds(const Eval *e, const Position *p, Move m, int balance) {
    Swap s = {.eval = e, .position = p, .square = move_to(m), .side = !p->side, .occupied = p->by_side[0] | p->by_side[1] | SET_BIT(move_to(m))};
    if (!move_is_drop(m)) s.occupied &= ~SET_BIT(move_from(m));
    for (int i = 0; i < move_victim_count(m); i++) s.occupied &= ~SET_BIT(move_victim(m, i));
    for (int side = 0; side < 2; side++) s.leapers[side] = set_leapers_at(p, s.square, side);
    for (;;) { /* balance: of the side that took last, its piece counted lost */
        int risk = swap_take(&s);
        if (risk < 0) return s.side != p->side;
        balance = -balance - 1 - risk;
        if (balance >= 0) return s.side != p->side;
    }
}

bool exchange_at_least(const Eval *e, const Position *p, Move m, int threshold) {
    int gain = exchange_gain(e, p, m);
    if (gain < threshold) return false;
    int risk = risk_of(e, p, m);
    if (gain - risk >= threshold) return true;
    if (p->variant->tables->sets) return swap_holds(e, p, m, gain - risk - threshold);
    return !square_attacked(p, move_to(m), !p->side);
}
