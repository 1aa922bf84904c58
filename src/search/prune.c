#include "search/exchange.h"
#include "search/node.h"

#include <limits.h>

enum { RAZOR_DEPTH = 3, REVERSE_DEPTH = 8, NULL_DEPTH = 3, VERIFY_DEPTH = 12, CAPTURE_DEPTH = 5 };

static bool far_below(Node *n, int *score) {
    if (n->depth > RAZOR_DEPTH || n->static_eval + 150 + 180 * n->depth * n->depth > n->alpha)
        return false;
    *score = search_quiet(n->worker, n->ply, n->alpha, n->alpha + 1, 0);
    return *score <= n->alpha;
}

static bool may_prune(const Node *n) {
    return !n->pv && !n->frame->in_check && !n->frame->excluded && !is_mate_score(n->alpha);
}

bool node_above(Node *n, int *score) {
    int margin = 110 * (n->depth - n->improving);
    *score = n->static_eval;
    return n->depth <= REVERSE_DEPTH && may_prune(n) && n->static_eval - margin >= n->beta &&
           !is_mate_score(n->beta);
}

/* On a strip a side is often in zugzwang: there a null move proves nothing by itself. */
static bool null_needs_proof(const Node *n) {
    return n->depth >= VERIFY_DEPTH || n->worker->variant->squares <= STRIP_SQUARES;
}

/* Even passing is good enough. */
static bool null_suffices(Node *n, int *score) {
    Worker *w = n->worker;
    if (n->depth < NULL_DEPTH || n->static_eval < n->beta || n->frame[-1].null ||
        n->ply < w->null_floor || is_mate_score(n->beta))
        return false;
    int over = (n->static_eval - n->beta) / 110,
        depth = n->depth - 4 - n->depth / 3 - (over > 3 ? 3 : over);
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

/* Does this capture, looked at first in quiescence and then less deep, bring the score over the
 * bar? */
static bool capture_reaches(Node *n, Move m, int bar, int *score) {
    Worker *w = n->worker;
    if (!worker_do(w, n->ply, m)) return false;
    n->frame->capture = true;
    *score = -search_quiet(w, n->ply + 1, -bar, -bar + 1, 0);
    if (*score >= bar && !w->stopped)
        *score = -search_node(w, n->ply + 1, -bar, -bar + 1, n->depth - 4, !n->cut);
    worker_undo(w, n->ply);
    return *score >= bar && !w->stopped;
}

static bool try_captures(Node *n, int bar, int *score) {
    Worker *w = n->worker;
    Picker picker;
    int tried = 0;
    bool reached = false;
    picker_start_quiet(&picker, w, n->ply, n->table.move, bar - n->static_eval - 1,
                       bar - n->static_eval);
    for (Move m; !reached && !w->stopped && tried < 2 + 2 * n->cut && (m = picker_next(&picker));) {
        if (!(picker.long_lists && m != picker.table_move) &&
            !exchange_at_least(w->eval, &w->position, m, bar - n->static_eval))
            continue;
        tried++;
        reached = capture_reaches(n, m, bar, score);
        if (reached) n->best_move = m;
    }
    picker_stop(&picker);
    return reached;
}

/* A capture that brings far more than is needed, by a shallower search, will hold here too. */
static bool capture_suffices(Node *n, int *score) {
    if (n->depth < CAPTURE_DEPTH || is_mate_score(n->beta)) return false;
    int bar = n->beta + 150 - 25 * n->improving;
    if (n->hit && n->table.depth >= n->depth - 3 && n->table.score < bar) return false;
    if (!try_captures(n, bar, score)) return false;
    TableHit found = {.move = n->best_move,
                      .score = score_to_table(*score, n->ply),
                      .eval = n->raw_eval,
                      .depth = n->depth - 3,
                      .bound = BOUND_LOWER};
    table_store(n->worker->table, n->worker->position.hash, &found);
    return true;
}

bool node_prune(Node *n, int *score) {
    if (!may_prune(n)) return false;
    return far_below(n, score) || null_suffices(n, score) || capture_suffices(n, score) ||
           n->worker->stopped;
}

/* How deep a move would be searched decides what history it must have; where the evaluation lies
 * far below, more. */
void node_raise_bar(Node *n, Picker *picker) {
    if (n->best <= -SCORE_MATE_FLOOR) return;
    int left = n->left = node_depth_left(n);
    if (!n->root) picker->worst = -150 * n->depth, picker->risk = -15 * left * left;
    if (n->count >= (3 + n->depth * n->depth) >> !n->improving) picker->late = true;
    picker->bar = left < 5 ? -3000 * left : INT_MIN;
    if (left >= 7 || n->frame->in_check) return;
    int needed = 128 * (n->alpha - n->static_eval - 90 - 80 * left + 1);
    if (picker->bar < needed) picker->bar = needed;
}

bool node_skip(const Node *n, Picker *picker) {
    if (!n->capture || n->root || !n->count || n->best <= -SCORE_MATE_FLOOR) return false;
    Worker *w = n->worker;
    const Position *p = &w->position;
    if (!n->left && *capture_at(&w->history, move_mark(p, n->move), first_victim(p, n->move)) < 0 &&
        !checks_given(&picker->checks, p, n->move))
        return true;
    return picker->proven < -150 * n->depth &&
           !exchange_at_least(w->eval, p, n->move, -150 * n->depth);
}
