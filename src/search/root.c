#include "search/exchange.h"
#include "search/node.h"
#include "search/quiets.h"

static void set_up_root(Node *n, Worker *w, int alpha, int beta, int depth) {
    *n = (Node){.worker = w,
                .frame = frame_at(w, 0),
                .alpha = alpha,
                .beta = beta,
                .depth = depth,
                .pv = true,
                .root = true,
                .best = -SCORE_INFINITE};
    w->pv_length[0] = 0;
    w->root_depth = depth;
    node_sum(n);
    node_evaluate(n);
    frame_at(w, 1)->cutoffs = 0;
}

static void note_score(Node *n, RootMove *root_move, int score) {
    bool better = n->count == 1 || score > n->alpha;
    root_move->score = better ? score : -SCORE_INFINITE;
    if (!better) return;
    Line *line = &n->worker->lines[n->worker->line_index];
    Worker *w = n->worker;
    line->moves[0] = root_move->move;
    line->length = 1;
    for (int i = 0; i < w->pv_length[1] && line->length < MAX_PLY; i++)
        line->moves[line->length++] = w->pv[1][i];
    line->score = score;
}

static bool search_root_move(Node *n, RootMove *root_move) {
    Worker *w = n->worker;
    uint64_t before = w->nodes;
    n->move = root_move->move;
    n->capture = position_is_capture(&w->position, n->move);
    n->frame->capture = n->capture;
    n->history = n->capture ? 0 : quiet_history(w, 0, n->move);
    if (!worker_do(w, 0, n->move)) return false;
    n->count++;
    n->checks = frame_at(w, 1)->in_check;
    w->pv_length[1] = 0;
    int score = node_search_child(n, 0);
    worker_undo(w, 0);
    if (w->stopped) return true;
    root_move->nodes += w->nodes - before;
    note_score(n, root_move, score);
    return node_take(n, score);
}

int search_root(Worker *w, int alpha, int beta, int depth) {
    Node n;
    set_up_root(&n, w, alpha, beta, depth);
    for (int i = w->line_index; i < w->root_count; i++) w->root_moves[i].score = -SCORE_INFINITE;
    for (int i = w->line_index; i < w->root_count; i++)
        if (search_root_move(&n, &w->root_moves[i]) || w->stopped) break;
    if (w->stopped) return n.best;
    if (!w->line_index) node_leave(&n);
    return n.best;
}

/* The order before anything was searched: by static evaluation after the move, so that even the
 * shortest search answers sensibly. */
void search_order_root(Worker *w) {
    for (int i = 0; i < w->root_count; i++) {
        RootMove *root_move = &w->root_moves[i];
        bool safe = exchange_at_least(w->eval, &w->position, root_move->move, 0);
        if (!worker_do(w, 0, root_move->move)) continue;
        root_move->score = (safe ? 0 : -EVAL_LIMIT / 4) - worker_evaluate(w, 1);
        if (frame_at(w, 1)->ends == ENDS_LOST) root_move->score = SCORE_MATE - 1;
        worker_undo(w, 0);
    }
    atomic_store_explicit(&w->nodes, 0, memory_order_relaxed);
}
