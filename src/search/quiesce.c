#include "search/exchange.h"
#include "search/node.h"

enum { QUIET_CHECK_PLIES = -2 /* deeper, evasions are no longer all tried */, DELTA = 150 };

/* Standing pat: no capture is forced. */
static bool stand_pat(Node *n) {
    n->best = n->static_eval;
    if (n->best > n->alpha) n->alpha = n->best;
    return n->alpha >= n->beta;
}

static bool not_worth_taking(const Node *n, const Picker *picker, Move m) {
    const Worker *w = n->worker;
    if (n->frame->in_check || n->best <= -SCORE_MATE_FLOOR) return false;
    int gain = exchange_gain(w->eval, &w->position, m);
    if (n->static_eval + gain + DELTA <= n->alpha) return true;
    if (picker->long_lists && m != picker->table_move) return false;
    return !exchange_at_least(w->eval, &w->position, m, 0);
}

/* How many captures are looked at: the deeper, the fewer, so that games of many captures come to
 * rest. */
static int capture_limit(int depth) { return depth > -7 ? 3 : 1; }

static bool search_captures(Node *n) {
    Worker *w = n->worker;
    bool look = n->depth == 0 || w->variant->royal != ROYAL_CAPTURE;
    Picker picker;
    /* Below this floor none would be worth taking, whatever comes first; see not_worth_taking. */
    picker_start_quiet(&picker, w, n->ply, n->table.move,
                       n->frame->in_check ? 0 : n->alpha - n->static_eval - DELTA, 0);
    for (Move m; (m = picker_next(&picker));) {
        n->move = m;
        n->capture = picker.capture;
        if (n->count >= capture_limit(n->depth) && n->best > -SCORE_MATE_FLOOR) break;
        if (picker.captures_only && not_worth_taking(n, &picker, m)) continue;
        if (n->best > -SCORE_MATE_FLOOR && picker.stage >= PICK_KILLERS)
            break; /* one quiet way out of check is enough */
        n->frame->capture = n->capture;
        if (!(look ? worker_do(w, n->ply, m) : worker_do_unlooked(w, n->ply, m))) continue;
        n->count++;
        int score = -search_quiet(w, n->ply + 1, -n->beta, -n->alpha, n->depth - 1);
        worker_undo(w, n->ply);
        if (w->stopped || node_take(n, score)) break;
    }
    picker_stop(&picker);
    return !w->stopped;
}

static void store(const Node *n) {
    TableHit found = {.move = n->best_move,
                      .score = score_to_table(n->best, n->ply),
                      .eval = n->raw_eval,
                      .depth = 0};
    found.bound = n->best >= n->beta ? BOUND_LOWER : BOUND_UPPER;
    table_store(n->worker->table, n->worker->position.hash, &found);
}

int search_quiet(Worker *w, int ply, int alpha, int beta, int depth) {
    Node n;
    node_start(&n, w, ply, alpha, beta, 0, false);
    int score;
    if (node_enter(&n, &score)) return score;
    node_sum(&n);
    if (node_probe(&n, &score)) return score;
    n.depth = depth;
    node_evaluate(&n);
    if (!n.frame->in_check && stand_pat(&n)) return n.best;
    if (depth == 0 && node_mates(&n, &score)) return score;
    if (n.frame->in_check && depth < QUIET_CHECK_PLIES) {
        n.best = worker_evaluate(w, ply);
        if (n.best >= n.beta) return n.best;
    }
    if (!search_captures(&n)) return 0;
    if (n.frame->in_check && !n.count && n.best == -SCORE_INFINITE) return -SCORE_MATE + ply;
    store(&n);
    return n.best;
}
