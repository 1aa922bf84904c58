#include "search/exchange.h"
#include "search/knob.h"
#include "search/node.h"

enum { RAZOR_DEPTH = 3, REVERSE_DEPTH = 8, NULL_DEPTH = 3, VERIFY_DEPTH = 12, STRIP_SQUARES = 32 };

static bool far_below(Node *n, int *score) {
    if (n->depth > RAZOR_DEPTH || n->static_eval + 150 + 180 * n->depth * n->depth > n->alpha) return false;
    *score = search_quiet(n->worker, n->ply, n->alpha, n->alpha + 1, 0);
    return *score <= n->alpha;
}

static bool far_above(const Node *n, int *score) {
    int margin = K(23, 110) * (n->depth - n->improving);
    *score = n->static_eval;
    return n->depth <= REVERSE_DEPTH && n->static_eval - margin >= n->beta && !is_mate_score(n->beta);
}

/* On a strip a side is often in zugzwang: there a null move proves nothing by itself. */
static bool null_needs_proof(const Node *n) { return n->depth >= VERIFY_DEPTH || n->worker->variant->squares <= STRIP_SQUARES; }

/* Even passing is good enough. */
static bool null_suffices(Node *n, int *score) {
    Worker *w = n->worker;
    if (n->depth < NULL_DEPTH || n->static_eval < n->beta || n->frame[-1].null || n->ply < w->null_floor || is_mate_score(n->beta)) return false;
    int over = (n->static_eval - n->beta) / K(20, 110), depth = n->depth - (K(21, 1090) + K(22, 81) * n->depth) / 256 - (over > 3 ? 3 : over);
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

/* A capture that wins much more than enough, by a shallower search, will do. */
static bool capture_suffices(Node *n, int *score) {
    Worker *w = n->worker;
    if (!K(40, 1) || n->depth < 5 || is_mate_score(n->beta)) return false;
    int bar = n->beta + K(41, 150) - 25 * n->improving, tried = 0;
    if (n->hit && n->table.depth >= n->depth - 3 && n->table.score < bar) return false;
    Move table_move = n->table.move && position_is_capture(&w->position, n->table.move) ? n->table.move : MOVE_NONE;
    Picker picker;
    picker_start_quiet(&picker, w, n->ply, table_move);
    for (Move m; (m = picker_next(&picker)) && tried < 2 + 2 * n->cut;) {
        if (!exchange_at_least(w->eval, &w->position, m, bar - n->static_eval)) continue;
        tried++;
        if (!worker_do(w, n->ply, m)) continue;
        int s = -search_quiet(w, n->ply + 1, -bar, -bar + 1, 0);
        if (s >= bar && !w->stopped) s = -search_node(w, n->ply + 1, -bar, -bar + 1, n->depth - 4, !n->cut);
        worker_undo(w, n->ply);
        if (w->stopped) break;
        if (s < bar) continue;
        picker_stop(&picker);
        TableHit found = {.move = m, .score = score_to_table(s, n->ply), .eval = n->raw_eval, .depth = n->depth - 3, .bound = BOUND_LOWER};
        table_store(w->table, w->position.hash, &found);
        *score = s;
        return true;
    }
    picker_stop(&picker);
    return false;
}

bool node_prune(Node *n, int *score) {
    if (n->pv || n->frame->in_check || n->frame->excluded) return false;
    if (is_mate_score(n->alpha)) return false;
    return far_below(n, score) || far_above(n, score) || null_suffices(n, score) || capture_suffices(n, score) || n->worker->stopped;
}

static bool skip_quiet(Node *n, Picker *picker, bool check) {
    Worker *w = n->worker;
    int left = n->depth - 1 - node_reduction(n) / 1024;
    if (left < 0) left = 0;
    if (n->count >= ((K(24, 3) + n->depth * n->depth) >> !n->improving)) {
        picker->skip_quiets = true;
        if (!check && K(35, 1)) return true;
    }
    if (check) return !exchange_at_least(w->eval, &w->position, n->move, -K(25, 150) * n->depth);
    if (left < 5 && n->history < -K(26, 3000) * left - K(27, 0)) return true;
    if (left < 7 && !n->frame->in_check && n->static_eval + K(28, 90) + K(29, 80) * left + n->history / K(30, 128) <= n->alpha) return true;
    return !exchange_at_least(w->eval, &w->position, n->move, -K(31, 15) * left * left);
}

static bool skip_capture(const Node *n, const Picker *picker, bool check) {
    (void)picker;
    Worker *w = n->worker;
    int left = n->depth - 1 - node_reduction(n) / 1024;
    if (!check && left < 1 && n->history < -K(34, 0)) return true;
    return !exchange_at_least(w->eval, &w->position, n->move, -K(32, 150) * n->depth);
}

bool node_skip(Node *n, Picker *picker) {
    if (n->root || !n->count || n->best <= -SCORE_MATE_FLOOR) return false;
    bool check = checks_given(&picker->checks, &n->worker->position, n->move);
    return n->capture ? skip_capture(n, picker, check) : skip_quiet(n, picker, check);
}
