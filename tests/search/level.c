/* Levels: their caps, what they overlook, and what they never do. */
#include "search/level.h"
#include "../check.h"
#include "play.h"
#include "rules/game.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 2000 };

static void check_caps(void) {
    CHECK(level_node_cap(0, 1, 0) == 0 && level_node_cap(0, 1, 77) == 77 &&
              level_depth_cap(0, 5) == 5 && level_depth_cap(0, 0) == 0,
          "level 0 has no cap of its own");
    CHECK(level_node_cap(-1, 1, 0) == 0 && level_node_cap(HENKA_MAX_LEVEL + 1, 1, 0) == 0,
          "levels there are not play at full strength");
    for (int level = 1; level <= HENKA_MAX_LEVEL; level++) {
        Level now = level_of(level), below = level_of(level - 1);
        uint64_t cap = level_node_cap(level, 1, 0);
        CHECK(cap && level_node_cap(level, 1, 10) == 10 &&
                  level_node_cap(level, 1, cap + 1) == cap &&
                  level_node_cap(level, 4, 0) == 4 * cap,
              "level %d: the smaller of two limits of nodes counts", level);
        CHECK(level_depth_cap(level, 0) == now.depth && level_depth_cap(level, 1) == 1 &&
                  level_depth_cap(level, 99) == (now.depth ? now.depth : 99),
              "level %d: the smaller of two depths counts", level);
        CHECK(level == 1 ||
                  (now.overlooks <= below.overlooks && now.overlooks_large < below.overlooks_large),
              "level %d overlooks more than the one below", level);
        CHECK(level == 1 || !now.depth || (below.depth && now.depth >= below.depth),
              "level %d looks less far than the one below", level);
    }
    CHECK(level_of(HENKA_MAX_LEVEL).overlooks <= 5 && !level_of(0).overlooks &&
              !level_of(0).overlooks_large,
          "the highest level overlooks much, or full strength something");
}

/* A worker that knows of the game what a search tells it. */
static void set_up(Worker *w, const HenkaGame *game, int level, uint64_t seed) {
    w->eval = eval_of(game->variant);
    worker_set_up(w, game);
    w->root_count = 0;
    size_t count = henka_game_moves(game, w->moves, HENKA_MAX_MOVES);
    for (size_t i = 0; i < count; i++)
        w->root_moves[w->root_count++] = (RootMove){.move = w->moves[i]};
    level_set_up(w, level, seed);
}

static uint64_t nth_seed(uint64_t n) { return n * 0x9E3779B97F4A7C15u; }

/* How often a level overlooks a move of the position, in a hundred. */
static int share(Worker *w, const HenkaGame *game, int level, const char *move) {
    HenkaMove m = HENKA_NO_MOVE;
    int overlooked = 0;
    CHECK(henka_move_parse(game, move, &m, NULL), "%s: no move %s", where(game), move);
    for (uint64_t n = 0; n < SEEDS; n++) {
        set_up(w, game, level, nth_seed(n));
        overlooked += level_overlooks(w, m);
    }
    return (overlooked * 100 + SEEDS / 2) / SEEDS;
}

/* What is harder to see is overlooked more often. */
static void check_kinds(Worker *w) {
    HenkaVariant *shogi = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaGame *game = henka_game_new(shogi, "4k4/9/9/4p4/4R3p/8p/2p6/9/B3K4 b G 1", NULL);
    int level = 3;
    int near = share(w, game, level, "5e5d"), far = share(w, game, level, "5e1e"),
        aslant = share(w, game, level, "9i7g"), back = share(w, game, level, "5e5f"),
        quiet = share(w, game, level, "5e4e"), drop = share(w, game, level, "G*5c");
    CHECK(near > 5 && near < 60, "a capture ahead is overlooked in %d of a hundred", near);
    CHECK(far > near && aslant > near && quiet > near && drop > quiet && back > quiet,
          "near %d, far %d, aslant %d, quiet %d, back %d, drop %d", near, far, aslant, quiet, back,
          drop);
    for (int l = 1; l < HENKA_MAX_LEVEL; l++)
        CHECK(share(w, game, l, "9i7g") >= share(w, game, l + 1, "9i7g"),
              "level %d overlooks less than the one above", l);
    CHECK(share(w, game, 0, "9i7g") == 0, "full strength overlooks a move");
    henka_game_free(game);
    henka_variant_free(shogi);
}

/* Some moves of the root are left out, the same for the same seed; never all, and none in check. */
static void check_left_out(Worker *w, const char *name) {
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    HenkaGame *game = random_game(variant, 6, 4);
    int before = 0, after[HENKA_MAX_LEVEL + 1] = {0}, differ = 0;
    for (int level = 0; level <= HENKA_MAX_LEVEL; level++)
        for (uint64_t n = 0; n < 200; n++) {
            set_up(w, game, level, nth_seed(n));
            before = w->root_count;
            level_leave_out(w);
            int count = w->root_count;
            Move first = w->root_moves[0].move;
            CHECK(count > 0 && henka_game_legal(game, first), "%s level %d: no move is left", name,
                  level);
            after[level] += count;
            set_up(w, game, level, nth_seed(n));
            level_leave_out(w);
            CHECK(w->root_count == count && w->root_moves[0].move == first,
                  "%s level %d seed %llu: two answers", name, level, (unsigned long long)n);
            set_up(w, game, level, nth_seed(n + 200));
            level_leave_out(w);
            differ += w->root_count != count || w->root_moves[0].move != first;
        }
    CHECK(after[0] == 200 * before, "%s: full strength leaves moves out", name);
    CHECK(after[1] < after[4] && after[4] < after[7],
          "%s: %d moves seen by level 1, %d by 4, %d by 7", name, after[1], after[4], after[7]);
    CHECK(differ > 200, "%s: other seeds overlook the same", name);
    henka_game_free(game);
    henka_variant_free(variant);
}

static void check_in_check(Worker *w) {
    HenkaVariant *shogi = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaGame *game = henka_game_new(shogi, "4r3k/9/9/9/9/9/9/9/4K4 b G 1", NULL);
    for (uint64_t n = 0; n < 100; n++) {
        set_up(w, game, 1, nth_seed(n));
        int count = w->root_count;
        level_leave_out(w);
        CHECK(w->root_count == count, "in check, %d of %d moves are seen", w->root_count, count);
    }
    henka_game_free(game);
    henka_variant_free(shogi);
}

static const char captured[] = "name=bare\nfiles=5\nranks=5\nroyalRule=capture\nroyal=K\n"
                               "king:K:K:K:c1\nqueen:Q:Q:Q:a1\n";

/* From level 2 on the capture of the last royal is always seen: it is played, and what would allow
 * it is not played. */
static void check_royals(Worker *w) {
    HenkaReport report = {0};
    HenkaError error = {0};
    HenkaVariant *v = henka_variant_parse(captured, sizeof captured - 1, NULL, 0, &report);
    CHECK(v, "the game of this test is refused");
    if (!v) return;
    HenkaGame *takes = henka_game_new(v, "4k/5/5/5/2K1Q b - 1", &error),
              *flees = henka_game_new(v, "q3k/5/5/5/K4 b - 1", &error);
    CHECK(takes && flees, "the positions of this test: %s", error.message);
    if (!takes || !flees) return;
    HenkaEngine *engine = henka_engine_new(NULL);
    int missed = 0;
    for (int level = 1; level <= HENKA_MAX_LEVEL; level++)
        for (uint64_t n = 1; n <= 100; n++) {
            HenkaLimits limits = {.nodes = 2000, .level = level, .seed = nth_seed(n)};
            HenkaMove m = henka_engine_go(engine, takes, &limits, NULL, NULL).best;
            henka_game_play(takes, m);
            bool won = henka_game_outcome(takes).reason != HENKA_PLAYING;
            henka_game_undo(takes);
            missed += level == 1 && !won;
            CHECK(level == 1 || won, "level %d, seed %llu: the last royal is not taken", level,
                  (unsigned long long)n);
            m = henka_engine_go(engine, flees, &limits, NULL, NULL).best;
            CHECK(level == 1 || henka_game_parts(flees, m).to < 4 * v->ranks,
                  "level %d, seed %llu: the last royal stays on the queen's file", level,
                  (unsigned long long)n);
        }
    CHECK(missed > 0 && missed < 40, "level 1 misses the last royal in %d of 100", missed);
    (void)w;
    henka_engine_free(engine);
    henka_game_free(takes);
    henka_game_free(flees);
    henka_variant_free(v);
}

int main(void) {
    Worker *w = aligned_alloc(_Alignof(Worker), sizeof *w); /* its members are read by vectors */
    if (w) memset(w, 0, sizeof *w);
    check_caps();
    check_kinds(w);
    check_left_out(w, "shogi");
    check_left_out(w, "suzumu");
    check_left_out(w, "ito");
    check_in_check(w);
    check_royals(w);
    free(w);
    return check_done();
}
