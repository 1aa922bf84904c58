/* What a worker takes over from the game, and the order of its root moves. */
#include "search/worker.h"
#include "../check.h"
#include "play.h"
#include "rules/game.h"
#include "search/engine.h"

#include <string.h>

/* The last plies of a long game, as many as the path has room for. */
static void check_path(Worker *w, const HenkaVariant *v, int plies) {
    HenkaGame *game = henka_game_new(v, NULL, NULL);
    HistoryEntry *history = calloc((size_t)plies + 1, sizeof *history);
    for (int i = 0; i < plies; i++)
        history[i].key = (uint64_t)i << 20, history[i].check = i % 3 == 1;
    game->history = history, game->plies = game->capacity = plies;
    w->eval = eval_of(v);
    w->completed_depth = w->null_floor = w->line_count = w->move_top = 7, w->stopped = true;
    worker_set_up(w, game);
    int length = plies < PATH_HISTORY ? plies : PATH_HISTORY, wrong = 0;
    for (int i = 0; i < length; i++)
        wrong += w->path.keys[i] != history[plies - length + i].key ||
                 w->path.checks[i] != history[plies - length + i].check;
    CHECK(w->path.length == length && w->path.root == length && !w->path.floor && !wrong,
          "of %d plies the path has %d, %d of the game, and %d wrong ones", plies, w->path.length,
          w->path.root, wrong);
    CHECK(!w->stopped && !w->completed_depth && !w->null_floor && !w->line_count && !w->move_top &&
              !w->check_at,
          "something of the last search is left: %d %d %d %d", w->completed_depth, w->null_floor,
          w->line_count, w->move_top);
    CHECK(stack_at(w, -1)->static_eval == SCORE_NONE &&
              stack_at(w, -STACK_BEFORE)->static_eval == SCORE_NONE && !stack_at(w, 0)->in_check,
          "the stack before the root has evaluations");
    henka_game_free(game);
}

static void list_root(Worker *w, const HenkaGame *game) {
    int count = (int)henka_game_moves(game, w->moves, HENKA_MAX_MOVES);
    w->root_count = count;
    for (int i = 0; i < count; i++) w->root_moves[i] = (RootMove){.move = w->moves[i]};
    worker_set_up(w, game);
    worker_order_root(w);
}

/* By static evaluation after the move; what loses material stands behind, and is told apart by the
 * score. */
static void check_order(Worker *w, const HenkaVariant *v, const char *sfen, const char *first,
                        int first_score, const char *losing) {
    HenkaGame *game = henka_game_new(v, sfen, NULL);
    char best[32] = "", text[32], word[40];
    w->eval = eval_of(v);
    list_root(w, game);
    henka_move_text(game, w->root_moves[0].move, HENKA_USI, best, sizeof best);
    CHECK(!strcmp(best, first), "%s: %s is first, not %s", where(game), best, first);
    CHECK(!first_score || w->root_moves[0].score == first_score, "%s: %s scores %d", where(game),
          best, w->root_moves[0].score);
    CHECK(worker_nodes(w) == 0 && !w->path.length, "%s: %llu nodes, %d positions left", where(game),
          (unsigned long long)worker_nodes(w), w->path.length);
    int seen = 0, due = -1;
    for (const char *at = losing; *at; at++) due += *at == ' ';
    for (int i = 0; i < w->root_count; i++) {
        henka_move_text(game, w->root_moves[i].move, HENKA_USI, text, sizeof text);
        CHECK(!i || w->root_moves[i].score <= w->root_moves[i - 1].score, "%s: %s stands too late",
              where(game), text);
        snprintf(word, sizeof word, " %s ", text);
        bool loses = strstr(losing, word);
        seen += loses;
        CHECK(loses == (w->root_moves[i].score < -EVAL_LIMIT / 8), "%s: %s scores %d", where(game),
              text, w->root_moves[i].score);
    }
    CHECK(seen == due, "%s: %d of%s are legal", where(game), seen, losing);
    henka_game_free(game);
}

/* Stable; by the last score where the score is the same; the first ones stay. */
static void check_sort(Worker *w) {
    static const struct {
        int score, last_score;
    } before[] = {{1, 0}, {5, 2}, {7, 0}, {5, 3}, {5, 2}, {-9, 1}, {7, 0}, {8, -1}};
    static const int after[] = {0, 7, 2, 6, 3, 1, 4, 5}, whole[] = {7, 2, 6, 3, 1, 4, 0, 5};
    enum { COUNT = sizeof before / sizeof *before };
    for (int first = 1; first >= 0; first--) {
        w->root_count = COUNT;
        for (int i = 0; i < COUNT; i++)
            w->root_moves[i] = (RootMove){
                .move = (Move)i, .score = before[i].score, .last_score = before[i].last_score};
        worker_sort_root(w, first);
        for (int i = 0; i < COUNT; i++)
            CHECK((int)w->root_moves[i].move == (first ? after : whole)[i],
                  "sorted from %d on, place %d has %d", first, i, (int)w->root_moves[i].move);
    }
}

int main(void) {
    HenkaEngine *engine = henka_engine_new(&(HenkaEngineOptions){.hash_mib = 1});
    Worker *w = engine->workers[0];
    HenkaVariant *shogi = henka_variant_shipped("shogi", NULL, 0, NULL),
                 *suzumu = henka_variant_shipped("suzumu", NULL, 0, NULL);
    check_path(w, shogi, 0);
    check_path(w, shogi, PATH_HISTORY);
    check_path(w, shogi, PATH_HISTORY + 1);
    check_path(w, shogi, PATH_HISTORY + 900);
    check_order(w, shogi, "4k4/9/9/4r4/9/9/9/4R4/K8 b - 1", "5h5d", 0, " 5h5e 5h5f 5h5g 5h5i ");
    check_order(w, suzumu, "k15/16/16/16/16/16/16/16/16/Q15/16/16/16/16/16/15K b - 1 -", "16j16a",
                SCORE_MATE - 1, " 16j16b+ 16j16b ");
    check_sort(w);
    henka_engine_free(engine);
    henka_variant_free(shogi);
    henka_variant_free(suzumu);
    return check_done();
}
