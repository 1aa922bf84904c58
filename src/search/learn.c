#include "search/node.h"

#include "search/exchange.h"

static int bonus_of(int depth) { return depth * 160 > 1600 ? 1600 : depth * 160; }

static void learn_quiet(Node *n, Move m, int bonus) {
    Worker *w = n->worker;
    History *h = &w->history;
    const Frame *f = n->frame;
    uint32_t mark = move_mark(&w->position, m);
    history_add(&h->butterfly[w->position.side][mark], bonus);
    if (f[-1].mark) history_add(continuation_at(h, 0, f[-1].mark, mark), bonus);
    if (f[-2].mark) history_add(continuation_at(h, 1, f[-2].mark, mark), bonus);
    if (f[-4].mark) history_add(continuation_at(h, 2, f[-4].mark, mark), bonus);
}

static void learn_capture(Node *n, Move m, int bonus) {
    Position *p = &n->worker->position;
    Piece on_to = move_to(m) == move_from(m) ? NO_PIECE : p->board[move_to(m)];
    int victim = piece_type(on_to ? on_to : move_victim_count(m) ? p->board[move_victim(m, 0)] : NO_PIECE);
    history_add(capture_at(&n->worker->history, move_mark(p, m), victim), bonus);
}

static void keep_killer(Node *n) {
    Frame *f = n->frame;
    if (f->killers[0] != n->best_move) f->killers[1] = f->killers[0], f->killers[0] = n->best_move;
    if (f[-1].mark) n->worker->history.counter[n->worker->position.side][f[-1].mark] = n->best_move;
}

void node_learn(Node *n) {
    if (n->best < n->beta) return;
    int bonus = bonus_of(n->depth);
    bool capture = position_is_capture(&n->worker->position, n->best_move);
    n->frame->cutoffs++;
    if (capture)
        learn_capture(n, n->best_move, bonus);
    else {
        keep_killer(n);
        learn_quiet(n, n->best_move, bonus);
        for (int i = 0; i < n->quiet_count; i++) learn_quiet(n, n->quiets[i], -bonus);
    }
    for (int i = 0; i < n->capture_count; i++) learn_capture(n, n->captures[i], -bonus);
}

/* How far off the static evaluation usually is after these moves. */
static int16_t *correction_at(const Node *n, int kind) {
    const Frame *f = n->frame;
    uint32_t key = kind ? f[-1].mark * 31u ^ f[-2].mark * 0x9E37u : f[-1].mark;
    return &n->worker->history.correction[kind][n->worker->position.side][(key * 0x9E3779B1u) >> 18];
}

int node_correction(const Node *n) { return (*correction_at(n, 0) + *correction_at(n, 1)) / 16; }

static void correct(int16_t *entry, int bonus) { *entry = (int16_t)(*entry + bonus - *entry * (bonus < 0 ? -bonus : bonus) / CORRECTION_LIMIT); }

void node_learn_correction(Node *n) {
    if (n->frame->in_check || is_mate_score(n->best)) return;
    if (n->best_move && position_is_capture(&n->worker->position, n->best_move)) return;
    int eval = n->frame->static_eval;
    if (n->best >= n->beta ? n->best <= eval : !n->best_move && n->best >= eval) return;
    int bonus = (n->best - eval) * n->depth / 8, most = CORRECTION_LIMIT / 4;
    if (bonus > most) bonus = most;
    if (bonus < -most) bonus = -most;
    correct(correction_at(n, 0), bonus);
    correct(correction_at(n, 1), bonus);
}
