#include "search/exchange.h"
#include "search/node.h"

enum { RAZOR_DEPTH = 3, REVERSE_DEPTH = 8, NULL_DEPTH = 3, VERIFY_DEPTH = 12, STRIP_SQUARES = 32 };

static bool far_below(Node *n, int *score) {
    if (n->depth > RAZOR_DEPTH || n->static_eval + 150 + 180 * n->depth * n->depth > n->alpha) return false;
    *score = search_quiet(n->worker, n->ply, n->alpha, n->alpha + 1, 0);
    return *score <= n->alpha;
}

static bool far_above(const Node *n, int *score) {
    int margin = 110 * (n->depth - n->improving);
    *score = n->static_eval;
    return n->depth <= REVERSE_DEPTH && n->static_eval - margin >= n->beta && !is_mate_score(n->beta);
}

/* On a strip a side is often in zugzwang: there a null move proves nothing by itself. */
static bool null_needs_proof(const Node *n) { return n->depth >= VERIFY_DEPTH || n->worker->variant->squares <= STRIP_SQUARES; }

/* Even passing is good enough. */
static bool null_suffices(Node *n, int *score) {
    Worker *w = n->worker;
    if (n->depth < NULL_DEPTH || n->static_eval < n->beta || n->frame[-1].null || n->ply < w->null_floor || is_mate_score(n->beta)) return false;
    int over = (n->static_eval - n->beta) / 200, depth = n->depth - 3 - n->depth / 4 - (over > 3 ? 3 : over);
    worker_do_null(w, n->ply);
    *score = -search_node(w, n->ply + 1, -n->beta, -n->beta + 1, depth, !n->cut);
    worker_undo_null(w, n->ply);
    if (w->stopped || *score < n->beta) return false;
    if (is_mate_score(*score)) *score = n->beta;
    if (!null_needs_proof(n) || w->null_floor) return true;
    w->null_floor = n->ply + 3 * (depth > 0 ? depth : 1) / 4 + 1;
    int proof = search_node(w, n->ply, n->beta - 1, n->beta, depth > 0 ? depth : 1, false);
    w->null_floor = 0;
    return !w->stopped && proof >= n->beta;
}

bool node_prune(Node *n, int *score) {
    if (n->pv || n->frame->in_check || n->frame->excluded) return false;
    if (is_mate_score(n->alpha)) return false;
    return far_below(n, score) || far_above(n, score) || null_suffices(n, score) || n->worker->stopped;
}

static bool skip_quiet(Node *n, Picker *picker) {
    int late = (4 + n->depth * n->depth) >> !n->improving;
    bool check = checks_given(&picker->checks, &n->worker->position, n->move);
    if (n->depth <= 8 && n->count > late && !check) picker->skip_quiets = true;
    if (n->depth <= 4 && n->history < -3500 * n->depth) return true;
    bool hopeless = n->depth <= 7 && !n->frame->in_check && n->static_eval + 130 + 110 * n->depth + n->history / 64 <= n->alpha;
    if (hopeless && !check) return true;
    return n->depth <= 6 && !exchange_at_least(n->worker->eval, &n->worker->position, n->move, -40 * n->depth * n->depth);
}

static bool skip_capture(const Node *n, const Picker *picker) {
    if (picker->stage == PICK_BAD_CAPTURES && n->depth <= 4 && n->count > 24 + 8 * n->depth) return true;
    return n->depth <= 6 && !exchange_at_least(n->worker->eval, &n->worker->position, n->move, -100 * n->depth);
}

bool node_skip(Node *n, Picker *picker) {
    if (n->root || !n->count || n->best <= -SCORE_MATE_FLOOR) return false;
    return n->capture ? skip_capture(n, picker) : skip_quiet(n, picker);
}
