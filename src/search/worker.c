#include "search/worker.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "search/engine.h"
#include "search/see.h"
#include "tables/tables.h"

#include <string.h>

/* Does this worker have to stop? Every worker stops when the search was stopped; the main worker
 * also when time is up or the maximum number of nodes is reached. */
static bool must_stop(Worker *w, uint64_t nodes, uint64_t cap) {
    struct HenkaEngine *engine = w->engine;
    return atomic_load_explicit(&engine->stop, memory_order_relaxed) ||
           (!w->index &&
            ((cap && nodes >= cap) ||
             (!engine_ponders(engine) && timeman_out_of_time(&engine->budget, clock_ms()))));
}

/* Called during the generation of a long list of moves: is time up, or was the search stopped? The
 * unfinished list is discarded, like every result after a stop. Nodes are not counted here. */
static bool brake_ends(void *context) {
    Worker *w = context;
    w->stopped = w->stopped || must_stop(w, 0, 0);
    if (w->stopped) w->check_at = 0;
    return w->stopped;
}

void worker_set_up(Worker *w, const HenkaGame *game) {
    w->variant = game->variant;
    w->large_board = !w->variant->tables->bitboard128;
    w->position = game->position;
    w->brake = (HenkaBudget){.ends = brake_ends, .context = w};
    budget_fill(&w->brake, UINT64_MAX);
    w->position.budget = &w->brake;
    path_clear(&w->path);
    int first = game->plies > PATH_HISTORY ? game->plies - PATH_HISTORY : 0;
    for (int i = first; i < game->plies; i++)
        path_push(&w->path, game->history[i].key, game->history[i].check);
    w->path.root = w->path.length;
    w->uneventful_plies = w->variant->move_limit ? game_uneventful_plies(game) : 0;
    w->check_at = 0;
    w->stopped = false;
    w->move_top = w->line_count = w->completed_depth = w->null_floor = 0;
    memset(w->stack, 0, sizeof w->stack);
    for (int ply = -STACK_BEFORE; ply < 0; ply++) stack_at(w, ply)->static_eval = SCORE_NONE;
    memset(w->refresh_cache, 0, sizeof w->refresh_cache);
    Stack *root = stack_at(w, 0);
    eval_refresh(w->eval, &w->position, &root->accumulator);
    if (w->eval->net) net_refresh(w->eval->net, &w->position, &w->net_accumulators[0]);
    root->accumulated = true;
    root->in_check = attacks_in_check(&w->position);
}

void worker_order_root(Worker *w) {
    enum { LOSING = EVAL_LIMIT / 4 }; /* taken from the score of moves that lose material */
    for (int i = 0; i < w->root_count && !w->stopped; i++) {
        RootMove *root_move = &w->root_moves[i];
        bool safe = see_ge(w->eval, &w->position, root_move->move, 0);
        if (!worker_do(w, 0, root_move->move, true)) continue;
        root_move->score = (safe ? 0 : -LOSING) - worker_evaluate(w, 1);
        if (stack_at(w, 1)->terminal == TERMINAL_LOST) root_move->score = SCORE_MATE - 1;
        worker_undo(w, 0);
    }
    atomic_store_explicit(&w->nodes, 0, memory_order_relaxed);
    worker_sort_root(w, 0);
}

/* Insertion sort: the list is nearly sorted, and moves with equal scores keep their order. */
void worker_sort_root(Worker *w, int first) {
    for (int i = first + 1; i < w->root_count; i++) {
        RootMove move = w->root_moves[i];
        int place = i;
        for (; place > first; place--) {
            const RootMove *other = &w->root_moves[place - 1];
            bool better = move.score != other->score ? move.score > other->score
                                                     : move.last_score > other->last_score;
            if (!better) break;
            w->root_moves[place] = *other;
        }
        w->root_moves[place] = move;
    }
}

static inline void count_node(Worker *w) {
    atomic_store_explicit(&w->nodes, worker_nodes(w) + 1, memory_order_relaxed);
}

/* Is HenkaVariant.move_limit reached after the move at this ply, without mate and stalemate? */
static bool limit_reached(Worker *w, int ply) {
    int plies = 0;
    for (int at = ply; at >= 0; at--, plies++)
        if (game_restarts_count(w->variant, stack_at(w, at)->move, &stack_at(w, at)->edits)) break;
    if (plies > ply) plies += w->uneventful_plies;
    return plies >= 2 * w->variant->move_limit && movegen_any_legal(&w->position);
}

static inline Terminal terminal_of(const Position *p, HenkaOutcome outcome) {
    return outcome.reason == HENKA_PLAYING ? TERMINAL_NONE
           : outcome.winner < 0            ? TERMINAL_DRAW
           : outcome.winner == p->side     ? TERMINAL_WON
                                           : TERMINAL_LOST;
}

/* Returns the result by repetition or by the limit of moves. */
static inline Terminal terminal_by_history(Worker *w, int ply) {
    uint64_t key = w->position.key;
    Terminal repeated = path_may_contain(&w->path, key) ? path_repetition(&w->path, w->variant, key)
                                                        : TERMINAL_NONE;
    if (w->variant->move_limit && repeated == TERMINAL_NONE && limit_reached(w, ply))
        return TERMINAL_DRAW;
    return repeated;
}

/* terminal_after for variants with HenkaVariant.odd_endings: also finds positions without a legal
 * move, so that the search never has to score one. */
static NOINLINE Terminal odd_terminal_after(Worker *w, int ply) {
    Position *p = &w->position;
    Terminal terminal = terminal_of(p, game_position_outcome(p));
    if (terminal == TERMINAL_NONE) terminal = terminal_by_history(w, ply);
    if (terminal == TERMINAL_DRAW && w->variant->draw_wins)
        terminal = w->variant->draw_wins - 1 == p->side ? TERMINAL_WON : TERMINAL_LOST;
    return terminal;
}

/* Returns the result by rule after a move. royals: the number that the side to move had before. */
static inline Terminal terminal_after(Worker *w, int ply, int royals) {
    Position *p = &w->position;
    if (__builtin_expect(w->variant->odd_endings, 0)) return odd_terminal_after(w, ply);
    int left = p->royals[p->side];
    if (left < royals && (!left || w->variant->any_royal_loses >> p->side & 1))
        return TERMINAL_LOST;
    int winner = w->variant->wins_outright ? position_winner(p) : -1;
    if (winner >= 0) return winner == p->side ? TERMINAL_WON : TERMINAL_LOST;
    if (w->variant->bare_loses) {
        Terminal terminal = terminal_of(p, game_position_outcome(p));
        if (terminal != TERMINAL_NONE) return terminal;
    }
    return terminal_by_history(w, ply);
}

bool worker_do(Worker *w, int ply, Move move, bool find_check) {
    Stack *ss = stack_at(w, ply), *next = ss + 1;
    Position *p = &w->position;
    uint64_t key = p->key;
    int royals = p->royals[!p->side];
    ss->move = move;
    ss->piece_to = piece_to_of(p, move);
    ss->null = false;
    /* The fast test requires a position reached by legal moves: the root need not be one. */
    GivesCheck check = find_check && ply ? attacks_gives_check_fast(p, move) : CHECK_UNKNOWN;
    if (check == CHECK_STALEMATE) return false;
    position_do(p, move, &ss->edits);
    tt_prefetch(w->tt, p->hash);
    next->accumulated = false;
    next->in_check =
        check == CHECK_UNKNOWN ? find_check && attacks_in_check(p) : check == CHECK_YES;
    path_push(&w->path, key, next->in_check);
    next->terminal = terminal_after(w, ply, royals);
    if (__builtin_expect(next->terminal == TERMINAL_ILLEGAL, 0)) {
        worker_undo(w, ply);
        return false;
    }
    count_node(w);
    return true;
}

void worker_undo(Worker *w, int ply) {
    path_pop(&w->path);
    position_undo(&w->position, &stack_at(w, ply)->edits);
}

void worker_do_null(Worker *w, int ply) {
    Stack *ss = stack_at(w, ply), *next = ss + 1;
    ss->move = MOVE_NONE;
    ss->piece_to = 0;
    ss->null = true;
    ss->path_floor = w->path.floor;
    path_push(&w->path, w->position.key, false);
    w->path.floor = w->path.length;
    position_do_null(&w->position, &ss->edits);
    tt_prefetch(w->tt, w->position.hash);
    next->in_check = false;
    next->terminal = TERMINAL_NONE;
    next->accumulated = false;
    count_node(w);
}

void worker_undo_null(Worker *w, int ply) {
    path_pop(&w->path);
    w->path.floor = stack_at(w, ply)->path_floor;
    position_undo(&w->position, &stack_at(w, ply)->edits);
}

/* Computes the evaluation's accumulator of a ply from that of the ply before. */
static void accumulate(Worker *w, int ply) {
    Stack *ss = stack_at(w, ply), *parent = ss - 1;
    eval_update_with_net(w->eval, &parent->edits, &parent->accumulator, &ss->accumulator,
                         &w->net_accumulators[ply - 1], &w->net_accumulators[ply]);
    ss->accumulated = true;
}

/* Computes accumulators from the last ply that has one. Most positions are never evaluated. The
 * plies on the way to an evaluated position keep their accumulators for sibling positions. */
static NOINLINE void accumulate_to(Worker *w, int ply) {
    int at = ply - 1;
    while (!stack_at(w, at)->accumulated) at--;
    while (at < ply) accumulate(w, ++at);
}

int worker_evaluate(Worker *w, int ply) {
    Stack *ss = stack_at(w, ply);
    if (!ss->accumulated) {
        if (!ss[-1].accumulated) accumulate_to(w, ply - 1);
        accumulate(w, ply);
    }
    if (ss->accumulator.stale)
        eval_refresh_royals(w->eval, &w->position, w->refresh_cache, &ss->accumulator);
    return eval_value(w->eval, &w->position, &ss->accumulator, &w->net_accumulators[ply]);
}

bool worker_check_limits(Worker *w) {
    struct HenkaEngine *engine = w->engine;
    if (w->stopped) return true;
    uint64_t nodes = worker_nodes(w), cap = engine->node_cap;
    w->stopped = must_stop(w, engine->threads == 1 ? nodes : engine_nodes(engine), cap);
    w->check_at = nodes + CHECK_NODES;
    if (cap && nodes < cap && w->check_at > cap) w->check_at = cap; /* stop exactly at the cap */
    if (w->stopped) w->check_at = 0;
    return w->stopped;
}
