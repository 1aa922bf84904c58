#include "search/node.h"

#include "rules/mate_one.h"
#include "search/exchange.h"

enum { CHECK_DEPTH = 6 /* deeper, checks are extended */ };

static bool out_of_room(const Node *n) {
    const Worker *w = n->worker;
    return n->ply >= w->ply_limit || w->move_top + 2 * HENKA_MAX_MOVES > w->move_limit;
}

/* A draw, but never quite the same, so that the search does not run blind into the first. */
static int draw_score(const Worker *w) { return (int)(w->nodes & 2) - 1; }

static bool ends_here(Node *n, int *score) {
    switch (n->frame->ends) {
    case ENDS_DRAWN:
        *score = draw_score(n->worker);
        return true;
    case ENDS_LOST:
        *score = -SCORE_MATE + n->ply;
        return true;
    case ENDS_WON:
        *score = SCORE_MATE - n->ply;
        return true;
    default:
        return false;
    }
}

bool node_enter(Node *n, int *score) {
    Worker *w = n->worker;
    w->pv_length[n->ply] = 0;
    *score = 0;
    if (worker_stopping(w) || ends_here(n, score)) return true;
    if (n->ply > w->seldepth) w->seldepth = n->ply;
    if (out_of_room(n)) {
        *score = n->frame->in_check ? 0 : worker_evaluate(w, n->ply);
        return true;
    }
    int worst = -SCORE_MATE + n->ply, best = SCORE_MATE - n->ply - 1;
    if (n->alpha < worst) n->alpha = worst;
    if (n->beta > best) n->beta = best;
    *score = n->alpha;
    return n->alpha >= n->beta;
}

bool node_probe(Node *n, int *score) {
    Worker *w = n->worker;
    n->table = (TableHit){0};
    if (n->frame->excluded) return false;
    n->hit = table_probe(w->table, w->position.hash, &n->table);
    if (!n->hit) return false;
    n->table.score = score_from_table(n->table.score, n->ply);
    if (n->pv || n->table.depth < n->depth) return false;
    Bound needed = n->table.score >= n->beta ? BOUND_LOWER : BOUND_UPPER;
    *score = n->table.score;
    return n->table.bound & needed;
}

/* Asked where the table knows nothing: a node seen before has been asked already. */
bool node_mates(Node *n, int *score) {
    Worker *w = n->worker;
    Move mate;
    if (n->hit || n->frame->in_check || n->frame->excluded || !mate_one_find(&w->position, &mate))
        return false;
    *score = SCORE_MATE - n->ply - 1;
    if (n->pv) w->pv[n->ply][0] = mate, w->pv_length[n->ply] = 1;
    TableHit found = {.move = mate,
                      .score = score_to_table(*score, n->ply),
                      .eval = SCORE_NONE,
                      .depth = MAX_PLY - 1,
                      .bound = BOUND_EXACT};
    table_store(w->table, w->position.hash, &found);
    return true;
}

void node_sum(Node *n) {
    n->raw_eval = n->frame->in_check ? SCORE_NONE : worker_evaluate(n->worker, n->ply);
}

void node_evaluate(Node *n) {
    Frame *f = n->frame;
    if (f->in_check) {
        n->static_eval = f->static_eval = SCORE_NONE;
        return;
    }
    if (n->hit && n->table.eval != SCORE_NONE) n->raw_eval = n->table.eval;
    int corrected = n->raw_eval + node_correction(n);
    n->static_eval = corrected > EVAL_LIMIT    ? EVAL_LIMIT
                     : corrected < -EVAL_LIMIT ? -EVAL_LIMIT
                                               : corrected;
    f->static_eval = n->static_eval;
    int before = f[-2].static_eval;
    n->improving = before == SCORE_NONE
                       ? f[-4].static_eval == SCORE_NONE || n->static_eval > f[-4].static_eval
                       : n->static_eval > before;
    if (n->hit && !is_mate_score(n->table.score) &&
        n->table.bound & (n->table.score > n->static_eval ? BOUND_LOWER : BOUND_UPPER))
        n->static_eval = n->table.score;
}

static int search_at(Node *n, int alpha, int beta, int depth, bool cut) {
    return -search_node(n->worker, n->ply + 1, -beta, -alpha, depth, cut);
}

/* Principal variation search: the first move in full, the others to show that they are no better.
 */
int node_search_child(Node *n, int extension) {
    int depth = n->depth - 1 + extension, score = 0;
    bool full = n->pv && n->count == 1;
    if (n->count > 1) {
        int reduced = depth - node_reduce(n);
        if (reduced > depth) reduced = depth;
        if (reduced < 1) reduced = depth < 1 ? depth : 1;
        score = search_at(n, n->alpha, n->alpha + 1, reduced, true);
        if (score > n->alpha && reduced < depth) {
            score = search_at(n, n->alpha, n->alpha + 1, depth, !n->cut);
            if (!n->capture) node_learn_late(n, depth, score > n->alpha);
        }
        full = n->pv && score > n->alpha && (n->root || score < n->beta);
    } else if (!n->pv)
        score = search_at(n, n->alpha, n->alpha + 1, depth, !n->cut);
    return full ? search_at(n, n->alpha, n->beta, depth, false) : score;
}

static void take_line(Node *n) {
    Worker *w = n->worker;
    int length = w->pv_length[n->ply + 1];
    w->pv[n->ply][0] = n->move;
    for (int i = 0; i < length; i++) w->pv[n->ply][i + 1] = w->pv[n->ply + 1][i];
    w->pv_length[n->ply] = length + 1;
}

static void note_tried(Node *n) {
    if (n->capture && n->capture_count < NODE_CAPTURES) n->captures[n->capture_count++] = n->move;
    if (!n->capture && n->quiet_count < NODE_QUIETS) n->quiets[n->quiet_count++] = n->move;
}

bool node_take(Node *n, int score) {
    if (score > n->best) {
        n->best = score;
        if (score > n->alpha) {
            n->best_move = n->move;
            if (n->pv) take_line(n);
            if (score >= n->beta) return true;
            n->alpha = score;
        }
    }
    if (n->move != n->best_move) note_tried(n);
    return false;
}

static int no_move_score(const Node *n) {
    if (n->frame->excluded) return n->alpha;
    if (n->frame->in_check || n->worker->variant->royal == ROYAL_CAPTURE)
        return -SCORE_MATE + n->ply;
    switch (n->worker->variant->stalemate) {
    case STALEMATE_DRAW:
        return 0;
    case STALEMATE_WIN:
        return SCORE_MATE - n->ply;
    default:
        return -SCORE_MATE + n->ply;
    }
}

int node_leave(Node *n) {
    Worker *w = n->worker;
    if (n->cut_early) return n->best;
    if (!n->count) return no_move_score(n);
    if (n->best_move) node_learn(n);
    if (n->frame->excluded) return n->best;
    if (!n->best_move) node_learn_reply(n);
    node_learn_correction(n);
    TableHit found = {.move = n->best_move,
                      .score = score_to_table(n->best, n->ply),
                      .eval = n->raw_eval,
                      .depth = n->depth};
    found.bound = n->best >= n->beta      ? BOUND_LOWER
                  : n->pv && n->best_move ? BOUND_EXACT
                                          : BOUND_UPPER;
    table_store(w->table, w->position.hash, &found);
    return n->best;
}

/* Searches the moves one by one; false when the search was stopped. */
static bool search_moves(Node *n) {
    Worker *w = n->worker;
    Picker picker;
    picker_start(&picker, w, n->ply, n->depth, n->table.move);
    n->table.move = picker.table_move;
    n->table_capture = picker.table_capture;
    frame_at(w, n->ply + 1)->cutoffs = 0;
    for (Move m; (m = picker_next(&picker));) {
        if (m == n->frame->excluded) continue;
        n->move = m, n->capture = picker.capture, n->history = picker.history;
        if (node_skip(n, &picker)) continue;
        int extension = node_extend(n);
        if (w->stopped || n->cut_early) break;
        n->frame->capture = n->capture;
        if (!worker_do(w, n->ply, m)) continue;
        n->count++;
        n->checks = frame_at(w, n->ply + 1)->in_check;
        if (n->checks && !extension && n->ply < 2 * w->root_depth && n->depth > CHECK_DEPTH)
            extension = 1;
        int score = node_search_child(n, extension);
        worker_undo(w, n->ply);
        if (w->stopped || node_take(n, score)) break;
        node_raise_bar(n, &picker);
    }
    picker_stop(&picker);
    return !w->stopped;
}

int search_node(Worker *w, int ply, int alpha, int beta, int depth, bool cut) {
    if (depth <= 0) return search_quiet(w, ply, alpha, beta, 0);
    Node n;
    node_start(&n, w, ply, alpha, beta, depth, cut);
    int score;
    if (node_enter(&n, &score)) return score;
    node_sum(&n);
    if (node_probe(&n, &score)) return score;
    node_evaluate(&n);
    if (node_above(&n, &score) || node_mates(&n, &score) || node_prune(&n, &score)) return score;
    if (!n.table.move && n.depth >= 5 && (n.pv || n.cut))
        n.depth--; /* nothing is known here yet: come back later */
    return search_moves(&n) ? node_leave(&n) : 0;
}
