#include "search/exchange.h"

#include "rules/generate.h"

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

/* What the mover loses when it is taken on its destination. */
static int risk_of(const Eval *e, const Position *p, Move m) {
    if (move_is_drop(m)) return eval_capture_value(e, piece_make(p->side, move_dropped(m)));
    int type = move_becomes(m) ? move_becomes(m) : piece_type(p->board[move_from(m)]);
    return e->board_value[type] + e->hand_value[type];
}

bool exchange_at_least(const Eval *e, const Position *p, Move m, int threshold) {
    int gain = exchange_gain(e, p, m);
    if (gain < threshold) return false;
    int risk = risk_of(e, p, m);
    if (gain - risk >= threshold) return true;
    return !square_attacked(p, move_to(m), !p->side);
}
