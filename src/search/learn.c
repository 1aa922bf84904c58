#include "search/node.h"

#include "search/exchange.h"

static int bonus_of(int depth) { return depth * 160 > 1600 ? 1600 : depth * 160; }

static void learn_after(Worker *w, const Frame *f, uint32_t mark, int bonus) {
    static const int back[3] = {1, 2, 4};
    for (int i = 0; i < 3; i++)
        if (f[-back[i]].mark)
            history_add(continuation_row(&w->history, i, f[-back[i]].mark) + mark, bonus);
}

static void learn_quiet(Node *n, Move m, int bonus) {
    Worker *w = n->worker;
    uint32_t mark = move_mark(&w->position, m);
    history_add(&w->history.butterfly[w->position.side][mark], bonus);
    learn_after(w, n->frame, mark, bonus);
}

void node_learn_late(Node *n, int depth, bool good) {
    learn_after(n->worker, n->frame, n->frame->mark, good ? bonus_of(depth) : -bonus_of(depth));
}

void node_learn_reply(Node *n) {
    const Frame *before = n->frame - 1;
    if (n->ply < 1 || !before->mark || before->capture || (n->depth < 3 && !n->pv)) return;
    learn_after(n->worker, before, before->mark, bonus_of(n->depth));
}

static void learn_capture(Node *n, Move m, int bonus) {
    const Position *p = &n->worker->position;
    history_add(capture_at(&n->worker->history, move_mark(p, m), first_victim(p, m)), bonus);
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
    return &n->worker->history
                .correction[kind][n->worker->position.side][(key * 0x9E3779B1u) >> 18];
}

int node_correction(const Node *n) { return (*correction_at(n, 0) + *correction_at(n, 1)) / 16; }

static void correct(int16_t *entry, int bonus) {
    *entry = (int16_t)(*entry + bonus - *entry * (bonus < 0 ? -bonus : bonus) / CORRECTION_LIMIT);
}

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
