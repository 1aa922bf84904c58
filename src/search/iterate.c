#include "search/engine.h"
#include "search/worker.h"

enum { WINDOW_DEPTH = 4, WINDOW_FIRST = 20 };

/* Insertion: nearly sorted already, and stable. */
void worker_sort_root(Worker *w, int first) {
    for (int i = first + 1; i < w->root_count; i++) {
        RootMove move = w->root_moves[i];
        int place = i;
        for (; place > first; place--) {
            const RootMove *other = &w->root_moves[place - 1];
            bool better = move.score != other->score ? move.score > other->score
                                                     : move.before > other->before;
            if (!better) break;
            w->root_moves[place] = *other;
        }
        w->root_moves[place] = move;
    }
}

/* Searches with a narrow window around the last score, widened until the score fits in. */
static void search_window(Worker *w, int depth) {
    int last = w->root_moves[w->line_index].before, width = WINDOW_FIRST + depth / 2;
    bool narrow = depth >= WINDOW_DEPTH && !is_mate_score(last) && last > -SCORE_INFINITE;
    int alpha = narrow ? last - width : -SCORE_INFINITE,
        beta = narrow ? last + width : SCORE_INFINITE, reduced = 0;
    for (;;) {
        int score = search_root(w, alpha, beta, depth - reduced > 1 ? depth - reduced : 1);
        worker_sort_root(w, w->line_index);
        if (w->stopped || (score > alpha && score < beta)) return;
        width += width / 2;
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = score - width < -SCORE_MATE_FLOOR ? -SCORE_INFINITE : score - width;
            reduced = 0;
        } else {
            beta = score + width > SCORE_MATE_FLOOR ? SCORE_INFINITE : score + width;
            if (reduced < 3) reduced++;
        }
    }
}

static void search_depth(Worker *w, int depth) {
    for (int i = 0; i < w->root_count; i++) w->root_moves[i].before = w->root_moves[i].score;
    for (w->line_index = 0; w->line_index < w->line_count && !w->stopped; w->line_index++) {
        search_window(w, depth);
        if (!w->stopped)
            w->lines[w->line_index].depth = depth, w->lines[w->line_index].seldepth = w->seldepth;
    }
    w->line_index = 0;
}

/* A mate found within the depth searched won't get shorter; nor is there a choice to make with one
 * move. */
static bool nothing_left(const Worker *w, struct HenkaEngine *engine, int depth) {
    const HenkaLimits *l = &engine->limits;
    int score = w->lines[0].score, plies = SCORE_MATE - (score < 0 ? -score : score);
    if (l->mate_plies && score >= SCORE_MATE_FLOOR && (l->mate_plies < 0 || plies <= l->mate_plies))
        return true;
    if (l->infinite || engine_ponders(engine)) return false;
    if (is_mate_score(score) && plies <= depth / 2 && w->line_count == 1) return true;
    return w->root_count == 1 && depth >= 8 && (engine->budget.optimum_ms && !l->movetime_ms);
}

void worker_iterate(Worker *w) {
    struct HenkaEngine *engine = w->engine;
    int stability = 0, last_score = 0,
        cap =
            engine->depth_cap && engine->depth_cap < MAX_PLY - 8 ? engine->depth_cap : MAX_PLY - 8;
    Move last = MOVE_NONE;
    for (int depth = 1; depth <= cap; depth++) {
        if (w->index && (depth + w->index) % 4 == 3 && depth > 4)
            continue; /* helpers spread over the depths */
        w->seldepth = 0;
        search_depth(w, depth);
        if (w->stopped) break;
        w->completed_depth = depth;
        if (w->index) continue;
        engine_report(engine, w, depth);
        Move best = w->root_moves[0].move;
        stability = best == last ? stability + 1 : 0;
        if (nothing_left(w, engine, depth) ||
            limits_enough(engine, stability, depth > 1 ? last_score - w->lines[0].score : 0))
            break;
        last = best;
        last_score = w->lines[0].score;
    }
}
