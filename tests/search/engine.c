/* The engine from outside: a legal move in every game, the same line twice, halts at once, no
 * memory taken, levels and tiny limits. */
#include "../check.h"
#include "eval/eval.h"
#include "play.h"
#include "rules/game.h"

#include <pthread.h>
#include <string.h>

static int allocations;
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
void *__wrap_malloc(size_t size) { return allocations++, __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return allocations++, __real_calloc(count, size); }
void *__wrap_realloc(void *old, size_t size) { return allocations++, __real_realloc(old, size); }
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return allocations++, __real_aligned_alloc(alignment, size);
}

typedef struct Told {
    HenkaGame *game;
    HenkaEngine *engine;
    uint64_t stop_after, nodes_at_stop;
    uint64_t line_hash;
    int depth;
} Told;

static void listen(void *context, const HenkaInfo *info) {
    Told *told = context;
    told->depth = info->depth;
    for (size_t i = 0; i < info->pv_length; i++)
        told->line_hash = told->line_hash * 31 + info->pv[i];
    told->line_hash = told->line_hash * 31 + (uint64_t)info->score_cp;
    if (told->stop_after && info->nodes >= told->stop_after && !told->nodes_at_stop) {
        told->nodes_at_stop = info->nodes;
        henka_engine_stop(told->engine);
    }
}

static void check_line_legal(const HenkaGame *game, const HenkaInfo *info, const char *name) {
    HenkaGame *copy = henka_game_copy(game);
    for (size_t i = 0; i < info->pv_length; i++)
        if (!henka_game_play(copy, info->pv[i])) {
            CHECK(false, "%s: move %zu of the line at depth %d is not legal", name, i + 1,
                  info->depth);
            break;
        }
    henka_game_free(copy);
}

typedef struct Judge {
    const HenkaGame *game;
    const char *name;
} Judge;
static void judge_line(void *context, const HenkaInfo *info) {
    check_line_legal(((Judge *)context)->game, info, ((Judge *)context)->name);
}

static void check_plays(HenkaEngine *engine, const HenkaVariant *variant) {
    const char *name = henka_variant_name(variant);
    for (int i = 0; i < 4; i++) {
        HenkaGame *game = random_game(variant, i * 11, (uint64_t)i + 1);
        Judge judge = {game, name};
        HenkaLimits limits = {.nodes = 3000};
        HenkaResult result = henka_engine_go(engine, game, &limits, judge_line, &judge);
        bool over = henka_game_outcome(game).reason != HENKA_PLAYING;
        CHECK(over ? result.best == HENKA_NO_MOVE : henka_game_legal(game, result.best),
              "%s after %d plies: not a legal answer", name, i * 11);
        henka_game_free(game);
    }
}

static void check_same_twice(HenkaEngine *engine, const HenkaVariant *variant) {
    HenkaGame *game = random_game(variant, 8, 5);
    HenkaLimits limits = {.nodes = 5000};
    Told told[2] = {{0}};
    HenkaResult result[2];
    for (int i = 0; i < 2; i++) {
        henka_engine_new_game(engine);
        result[i] = henka_engine_go(engine, game, &limits, listen, &told[i]);
    }
    CHECK(told[0].line_hash == told[1].line_hash && result[0].best == result[1].best &&
              result[0].nodes == result[1].nodes,
          "%s: the same search went another way", henka_variant_name(variant));
    CHECK(result[0].nodes <= 5000, "%s: %llu nodes of 5000", henka_variant_name(variant),
          (unsigned long long)result[0].nodes);
    henka_game_free(game);
}

static void check_no_allocation(HenkaEngine *engine, const HenkaVariant *variant) {
    HenkaGame *game = random_game(variant, 4, 6);
    HenkaLimits limits = {.nodes = 4000};
    henka_engine_go(engine, game, &limits, NULL, NULL);
    int before = allocations;
    henka_engine_go(engine, game, &limits, NULL, NULL);
    CHECK(allocations == before, "%s: %d blocks taken while searching", henka_variant_name(variant),
          allocations - before);
    henka_game_free(game);
}

/* Told to stop, it looks at few nodes more, whatever the game. */
static void check_stops(HenkaEngine *engine, const HenkaVariant *variant, unsigned threads) {
    HenkaGame *game = random_game(variant, 10, 9);
    Told told = {.engine = engine, .stop_after = 2000};
    HenkaLimits limits = {.infinite = true};
    HenkaResult result = henka_engine_go(engine, game, &limits, listen, &told);
    CHECK(result.nodes <= told.nodes_at_stop + 1500 * threads, "%s: %llu nodes after the halt",
          henka_variant_name(variant), (unsigned long long)(result.nodes - told.nodes_at_stop));
    henka_game_free(game);
}

static void check_tiny(const HenkaVariant *variant) {
    HenkaEngine *engine = henka_engine_new(1, 1);
    CHECK(henka_engine_set(engine, "table_entries", 64) &&
              henka_engine_set(engine, "ply_limit", 6) && henka_engine_set(engine, "move_limit", 0),
          "tiny limits");
    CHECK(!henka_engine_set(engine, "no_such", 1), "an unknown setting is taken");
    check_plays(engine, variant);
    henka_engine_free(engine);
}

static void check_lines(HenkaEngine *engine, const HenkaVariant *variant) {
    HenkaGame *game = random_game(variant, 2, 11);
    static HenkaMove moves[HENKA_MAX_MOVES];
    size_t count = henka_game_moves(game, moves);
    HenkaLimits limits = {.nodes = 2000, .search_moves = moves + count / 2, .search_move_count = 1};
    CHECK(henka_engine_go(engine, game, &limits, NULL, NULL).best == moves[count / 2],
          "%s: not the only move asked for", henka_variant_name(variant));
    for (int level = 1; level <= HENKA_MAX_LEVEL; level += 3) {
        HenkaLimits weak = {.nodes = 2000, .level = level, .seed = 7};
        henka_engine_new_game(engine);
        HenkaMove first = henka_engine_go(engine, game, &weak, NULL, NULL).best;
        henka_engine_new_game(engine);
        CHECK(henka_game_legal(game, first) &&
                  henka_engine_go(engine, game, &weak, NULL, NULL).best == first,
              "%s: level %d", henka_variant_name(variant), level);
    }
    henka_game_free(game);
}

static bool same_pair(const Sum *a, const Sum *b) {
    return (*a)[0] == (*b)[0] && (*a)[1] == (*b)[1];
}

static bool same_sum(const Accumulator *a, const Accumulator *b) {
    bool same = same_pair(&a->men, &b->men);
    for (int side = 0; side < 2; side++)
        same &= same_pair(&a->near[side], &b->near[side]) && a->royal[side] == b->royal[side];
    return same;
}

/* Down random games: the sum kept by edits, settled now and then, is the sum made afresh. */
static void check_accumulator(const HenkaVariant *variant) {
    static Move moves[HENKA_MAX_MOVES];
    static Settled settled[2][MAX_SQUARES];
    const Eval *eval = eval_of(variant);
    memset(settled, 0, sizeof settled);
    Random random = {17};
    int wrong = 0;
    for (int i = 0; i < 20; i++) {
        Position position;
        Accumulator kept, fresh;
        position_start(&position, variant);
        eval_refresh(eval, &position, &kept);
        for (int ply = 0; ply < 80; ply++) {
            int count = generate(&position, GENERATE_ALL, moves);
            Edits edits;
            if (!count) break;
            position_do(&position, moves[random_below(&random, (uint32_t)count)], &edits);
            eval_update(eval, &edits, &kept, &kept);
            if (random_below(&random, 3)) continue;
            eval_settle(eval, &position, settled, &kept);
            eval_refresh(eval, &position, &fresh);
            wrong += !same_sum(&kept, &fresh);
        }
    }
    CHECK(!wrong, "%s: %d accumulators went astray", henka_variant_name(variant), wrong);
}

static void check_threads(const HenkaVariant *variant) {
    HenkaEngine *engine = henka_engine_new(2, 3);
    check_plays(engine, variant);
    check_stops(engine, variant, 3);
    CHECK(henka_engine_resize(engine, 1, 2), "resize");
    check_plays(engine, variant);
    henka_engine_free(engine);
}

int main(void) {
    HenkaEngine *engine = henka_engine_new(2, 1);
    for (size_t i = 0; henka_shipped_name(i); i++) {
        HenkaVariant *variant = henka_variant_shipped(henka_shipped_name(i), NULL, 0, NULL);
        check_plays(engine, variant);
        check_same_twice(engine, variant);
        check_no_allocation(engine, variant);
        check_stops(engine, variant, 1);
        check_tiny(variant);
        check_lines(engine, variant);
        check_accumulator(variant);
        if (i < 3) check_threads(variant);
        henka_variant_free(variant);
    }
    henka_engine_free(engine);
    return check_done();
}
