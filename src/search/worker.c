#include "search/worker.h"

#include "base/compiler.h"

#include "search/limits.h"
#include "search/path.h"

#include <string.h>

static void read_history(Worker *w, const HenkaGame *game) {
    path_clear(&w->path);
    int first = game->plies > PATH_HISTORY ? game->plies - PATH_HISTORY : 0;
    for (int i = first; i < game->plies; i++)
        path_push(&w->path, game->history[i].key, game->history[i].check);
    w->path.root = w->path.length;
}

void worker_set_up(Worker *w, const HenkaGame *game) {
    w->variant = game->variant;
    w->position = game->position;
    read_history(w, game);
    atomic_store_explicit(&w->nodes, 0, memory_order_relaxed);
    w->check_at = 0;
    w->stopped = false;
    w->move_top = w->line_count = w->completed_depth = w->null_floor = 0;
    memset(w->frames, 0, sizeof w->frames);
    for (int ply = -FRAMES_BEFORE; ply < 0; ply++) frame_at(w, ply)->static_eval = SCORE_NONE;
    memset(w->settled, 0, sizeof w->settled);
    eval_refresh(w->eval, &w->position, &frame_at(w, 0)->accumulator);
    if (w->eval->net) net_refresh(w->eval->net, &w->position, &w->net_sums[0]);
    frame_at(w, 0)->summed = true;
    frame_at(w, 0)->in_check = attacks_in_check(&w->position);
}

static bool royals_lost(const Worker *w, int before) {
    int left = w->position.royals[w->position.side];
    return left < before && (!left || w->variant->any_royal_loses);
}

static Ends bared_ends(const Worker *w) {
    HenkaOutcome outcome = position_outcome(&w->position);
    if (outcome.reason == HENKA_PLAYING) return ENDS_NOT;
    return outcome.winner < 0                   ? ENDS_DRAWN
           : outcome.winner == w->position.side ? ENDS_WON
                                                : ENDS_LOST;
}

static Ends child_ends(const Worker *w, int royals_before) {
    const Position *p = &w->position;
    Ends bared;
    if (royals_lost(w, royals_before)) return ENDS_LOST;
    if (w->variant->bare_loses && (bared = bared_ends(w)) != ENDS_NOT) return bared;
    return path_may_hold(&w->path, p->key) ? path_ends(&w->path, w->variant, p->key) : ENDS_NOT;
}

static inline void count_node(Worker *w) {
    atomic_store_explicit(&w->nodes, atomic_load_explicit(&w->nodes, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

static bool play(Worker *w, int ply, Move move, bool look) {
    Frame *here = frame_at(w, ply), *next = here + 1;
    Position *p = &w->position;
    uint64_t key = p->key;
    int royals = p->royals[!p->side];
    here->move = move;
    here->mark = move_mark(p, move);
    here->null = false;
    GivesCheck check = look && ply
                           ? attacks_gives_check_fast(p, move)
                           : CHECK_UNKNOWN; /* the first position may have come about in any way */
    if (check == CHECK_STALEMATE) return false;
    position_do(p, move, &here->edits);
    table_prefetch(w->table, p->hash);
    next->summed = false;
    next->in_check = check == CHECK_UNKNOWN ? look && attacks_in_check(p) : check == CHECK_YES;
    path_push(&w->path, key, next->in_check);
    next->ends = child_ends(w, royals);
    if (__builtin_expect(next->ends == ENDS_ILLEGAL, 0)) {
        worker_undo(w, ply);
        return false;
    }
    count_node(w);
    return true;
}

bool worker_do(Worker *w, int ply, Move move) { return play(w, ply, move, true); }
bool worker_do_unlooked(Worker *w, int ply, Move move) { return play(w, ply, move, false); }

void worker_undo(Worker *w, int ply) {
    path_pop(&w->path);
    position_undo(&w->position, &frame_at(w, ply)->edits);
}

void worker_do_null(Worker *w, int ply) {
    Frame *here = frame_at(w, ply), *next = here + 1;
    here->move = MOVE_NONE;
    here->mark = 0;
    here->null = true;
    here->path_floor = w->path.floor;
    path_push(&w->path, w->position.key, false);
    w->path.floor = w->path.length;
    position_do_null(&w->position, &here->edits);
    table_prefetch(w->table, w->position.hash);
    next->in_check = false;
    next->ends = ENDS_NOT;
    next->summed = false;
    count_node(w);
}

void worker_undo_null(Worker *w, int ply) {
    path_pop(&w->path);
    w->path.floor = frame_at(w, ply)->path_floor;
    position_undo_null(&w->position, &frame_at(w, ply)->edits);
}

static void follow_sum(Worker *w, int ply) {
    Frame *next = frame_at(w, ply), *here = next - 1;
    eval_follow(w->eval, &here->edits, &here->accumulator, &next->accumulator,
                &w->net_sums[ply - 1], &w->net_sums[ply]);
    next->summed = true;
}

/* From the last ply that was summed: most positions are never evaluated, and those on the way to
 * one that is are summed for its brothers. */
static NOINLINE void follow_sums(Worker *w, int ply) {
    int at = ply - 1;
    while (!frame_at(w, at)->summed) at--;
    while (at < ply) follow_sum(w, ++at);
}

int worker_evaluate(Worker *w, int ply) {
    Frame *here = frame_at(w, ply);
    if (!here->summed) {
        if (!here[-1].summed) follow_sums(w, ply - 1);
        follow_sum(w, ply);
    }
    if (here->accumulator.stale) eval_settle(w->eval, &w->position, w->settled, &here->accumulator);
    return eval_value(w->eval, &w->position, &here->accumulator, &w->net_sums[ply]);
}

bool worker_look(Worker *w) {
    if (w->stopped) return true;
    uint64_t nodes = atomic_load_explicit(&w->nodes, memory_order_relaxed);
    w->stopped = limits_reached(w->engine, w, nodes);
    w->check_at = w->stopped ? 0 : limits_next_check(w->engine, nodes);
    return w->stopped;
}
