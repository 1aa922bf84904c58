/* The engine from outside: a legal move in every game, the same line twice, halts at once, no
 * memory taken, levels and tiny limits. */
#include "search/engine.h"
#include "../check.h"
#include "eval/eval.h"
#include "play.h"
#include "rules/game.h"

#include <errno.h>
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

/* Threads begin as long as there are some left to begin. */
static int threads_left = 1 << 20;
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *context) {
    return threads_left-- > 0 ? __real_pthread_create(thread, attributes, run, context) : EAGAIN;
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

static void check_line_legal(const HenkaGame *game, const HenkaInfo *info) {
    HenkaGame *copy = henka_game_copy(game);
    for (size_t i = 0; i < info->pv_length; i++)
        if (!henka_game_play(copy, info->pv[i])) {
            CHECK(false, "%s: move %zu of the line at depth %d is not legal", where(game), i + 1,
                  info->depth);
            break;
        }
    henka_game_free(copy);
}

static void judge_line(void *context, const HenkaInfo *info) { check_line_legal(context, info); }

/* What the answer expects in return can be played after it. */
static void check_ponder(const HenkaGame *game, const HenkaResult *result) {
    HenkaGame *after = henka_game_copy(game);
    bool played = henka_game_play(after, result->best);
    CHECK(!result->ponder || (played && henka_game_legal(after, result->ponder)),
          "%s: the move to ponder on is not legal", where(game));
    henka_game_free(after);
}

static void check_plays(HenkaEngine *engine, const HenkaVariant *variant) {
    for (int i = 0; i < 4; i++) {
        HenkaGame *game = random_game(variant, i * 11, (uint64_t)i + 1);
        HenkaLimits limits = {.nodes = 3000};
        HenkaResult result = henka_engine_go(engine, game, &limits, judge_line, game);
        bool over = henka_game_outcome(game).reason != HENKA_PLAYING;
        CHECK(over ? result.best == HENKA_NO_MOVE : henka_game_legal(game, result.best),
              "%s after %d plies: not a legal answer", where(game), i * 11);
        check_ponder(game, &result);
        henka_game_free(game);
    }
}

/* On the clock the only move is played after a few plies; asked for more, the search goes on. */
static void check_only_move(HenkaEngine *engine) {
    enum { FORCED_DEPTH = 8 };
    HenkaVariant *variant = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaGame *game = henka_game_new(variant, "4k3R/9/5G3/9/9/9/9/9/4K4 w p 1", NULL);
    static HenkaMove moves[HENKA_MAX_MOVES];
    HenkaLimits clock = {.time_ms = {600000, 600000}}, deeper = {.depth = FORCED_DEPTH + 2},
                endless = {.time_ms = {600000, 600000}, .infinite = true};
    Told told = {.engine = engine, .stop_after = 1};
    size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
    clock.search_moves = deeper.search_moves = endless.search_moves = moves;
    clock.search_move_count = deeper.search_move_count = endless.search_move_count = 1;
    henka_engine_new_game(engine);
    HenkaResult result = henka_engine_go(engine, game, &clock, NULL, NULL);
    CHECK(count && result.best == moves[0] && result.depth == FORCED_DEPTH,
          "%s: depth %d for the only move", where(game), result.depth);
    henka_engine_new_game(engine);
    result = henka_engine_go(engine, game, &deeper, NULL, NULL);
    CHECK(result.depth == FORCED_DEPTH + 2, "%s: depth %d of %d", where(game), result.depth,
          FORCED_DEPTH + 2);
    henka_engine_new_game(engine);
    result = henka_engine_go(engine, game, &endless, listen, &told); /* ends by its stop */
    CHECK(result.best == moves[0], "%s: another answer", where(game));
    henka_game_free(game);
    henka_variant_free(variant);
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
    CHECK(result[0].nodes <= 5000, "%s: %llu nodes of 5000", where(game),
          (unsigned long long)result[0].nodes);
    henka_game_free(game);
}

static void check_no_allocation(HenkaEngine *engine, const HenkaVariant *variant) {
    HenkaGame *game = random_game(variant, 4, 6);
    HenkaLimits limits = {.nodes = 4000};
    henka_engine_go(engine, game, &limits, NULL, NULL);
    int before = allocations;
    henka_engine_go(engine, game, &limits, NULL, NULL);
    CHECK(allocations == before, "%s: %d blocks taken while searching", where(game),
          allocations - before);
    henka_game_free(game);
}

/* A small limit holds after a search that went far beyond it. */
static void check_small_after_large(HenkaEngine *engine, const HenkaVariant *variant) {
    HenkaGame *game = random_game(variant, 6, 21);
    HenkaLimits large = {.nodes = 20000}, small = {.nodes = 1000};
    henka_engine_go(engine, game, &large, NULL, NULL);
    uint64_t nodes = henka_engine_go(engine, game, &small, NULL, NULL).nodes;
    CHECK(nodes <= 1000, "%s: %llu nodes of 1000 after a search of 20000", where(game),
          (unsigned long long)nodes);
    henka_game_free(game);
}

/* What one search found out helps the next of the same position, and nothing of it is left after a
 * search of another game. */
static void check_memory(HenkaEngine *engine, const HenkaVariant *variant,
                         const HenkaVariant *other) {
    HenkaGame *game = random_game(variant, 6, 22), *other_game = henka_game_new(other, NULL, NULL);
    HenkaLimits limits = {.depth = 5};
    henka_engine_new_game(engine);
    uint64_t first = henka_engine_go(engine, game, &limits, NULL, NULL).nodes,
             second = henka_engine_go(engine, game, &limits, NULL, NULL).nodes;
    CHECK(second < first, "%s: %llu nodes, and again %llu for the same depth", where(game),
          (unsigned long long)first, (unsigned long long)second);
    henka_engine_go(engine, other_game, &(HenkaLimits){.depth = 2}, NULL, NULL);
    uint64_t third = henka_engine_go(engine, game, &limits, NULL, NULL).nodes;
    CHECK(third == first, "%s: %llu nodes at first, %llu after a search of %s", where(game),
          (unsigned long long)first, (unsigned long long)third, henka_variant_name(other));
    henka_game_free(game);
    henka_game_free(other_game);
}

typedef struct Clocked {
    int64_t first_ms, last_ms;
    int lines, hashfull;
    bool backwards, other_nps;
} Clocked;

static void note_time(void *context, const HenkaInfo *info) {
    Clocked *c = context;
    if (!c->lines++) c->first_ms = info->time_ms;
    c->backwards |= info->time_ms < c->last_ms;
    c->last_ms = info->time_ms;
    c->hashfull = info->hashfull;
    c->other_nps |=
        info->nps != info->nodes * 1000 / (uint64_t)(info->time_ms > 0 ? info->time_ms : 1);
}

/* The time a search took is told, line by line and at its end; so is how full the table is. */
static void check_times(HenkaEngine *engine, const HenkaVariant *variant) {
    HenkaGame *game = henka_game_new(variant, NULL, NULL);
    HenkaLimits limits = {.movetime_ms = 60};
    Clocked c = {0};
    HenkaEngineOptions options = henka_engine_options(engine), punctual = options;
    punctual.overhead_ms = 0;
    henka_engine_set_options(engine, &punctual);
    henka_engine_new_game(engine);
    HenkaResult result = henka_engine_go(engine, game, &limits, note_time, &c);
    henka_engine_set_options(engine, &options);
    CHECK(result.time_ms >= 60 && result.time_ms < 5000, "%s: %lld ms of 60", where(game),
          (long long)result.time_ms);
    CHECK(!c.backwards && c.lines > 0 && c.first_ms >= 0 && c.last_ms <= result.time_ms &&
              c.last_ms < 1000000,
          "%s: lines at %lld to %lld ms, the answer at %lld", where(game), (long long)c.first_ms,
          (long long)c.last_ms, (long long)result.time_ms);
    CHECK(!c.other_nps, "%s: nodes a second are not nodes by time", where(game));
    limits = (HenkaLimits){.nodes = 30000};
    henka_engine_go(engine, game, &limits, note_time, &c);
    CHECK(c.hashfull > 0 && c.hashfull <= 1000, "%s: hashfull %d after 30,000 nodes", where(game),
          c.hashfull);
    limits = (HenkaLimits){.movetime_ms = 30, .nodes = (uint64_t)1 << 60}; /* ends at all */
    result = henka_engine_go(engine, game, &limits, NULL, NULL);
    CHECK(result.time_ms < 5000, "%s: %lld ms of 30, with a limit of nodes far away", where(game),
          (long long)result.time_ms);
    c = (Clocked){0};
    henka_engine_new_game(engine);
    henka_engine_go(engine, game, &(HenkaLimits){.depth = 1}, note_time, &c);
    CHECK(c.hashfull < 100, "%s: hashfull %d at depth 1 of a new game", where(game), c.hashfull);
    henka_game_free(game);
}

/* Told to stop, it looks at few nodes more, whatever the game. */
static void check_stops(HenkaEngine *engine, const HenkaVariant *variant, unsigned threads) {
    HenkaGame *game = open_game(variant, 10, 9);
    Told told = {.engine = engine, .stop_after = 2000};
    HenkaLimits limits = {.infinite = true};
    HenkaResult result = henka_engine_go(engine, game, &limits, listen, &told);
    CHECK(result.nodes <= told.nodes_at_stop + 1500 * threads, "%s: %llu nodes after the halt",
          where(game), (unsigned long long)(result.nodes - told.nodes_at_stop));
    henka_game_free(game);
}

static void note_seldepth(void *context, const HenkaInfo *info) {
    int *most = context;
    if (info->seldepth > *most) *most = info->seldepth;
}

/* How deep a search of so many nodes looks. */
static int seldepth_of(HenkaEngine *engine, const HenkaGame *game) {
    int most = 0;
    HenkaLimits limits = {.nodes = 3000};
    henka_engine_new_game(engine);
    henka_engine_go(engine, game, &limits, note_seldepth, &most);
    return most;
}

/* A table, a depth and a move stack that are far too small: still legal answers, and the limits
 * are kept. */
static void check_tiny(const HenkaVariant *variant) {
    HenkaEngine *engine = henka_engine_new(&(HenkaEngineOptions){.hash_mib = 1});
    HenkaGame *game = henka_game_new(variant, NULL, NULL);
    int free_depth = seldepth_of(engine, game);
    CHECK(engine_shrink(engine, 64, 5, 0), "no memory for a table of 64 entries");
    int shallow = seldepth_of(engine, game);
    CHECK(free_depth > 5 && shallow == 5, "%s: %d plies deep, with a limit of 5 plies %d",
          where(game), free_depth, shallow);
    check_plays(engine, variant);
    /* With room for the moves of a single position, what follows its first moves is a leaf. */
    HenkaLimits limits = {.depth = 4};
    henka_engine_new_game(engine);
    uint64_t roomy = henka_engine_go(engine, game, &limits, NULL, NULL).nodes;
    CHECK(engine_shrink(engine, 0, 0, 1), "the limit of moves is not taken");
    henka_engine_new_game(engine);
    uint64_t crowded = henka_engine_go(engine, game, &limits, NULL, NULL).nodes;
    CHECK(crowded != roomy, "%s: %llu nodes with room for one list of moves, %llu with more",
          where(game), (unsigned long long)crowded, (unsigned long long)roomy);
    check_plays(engine, variant);
    henka_game_free(game);
    henka_engine_free(engine);
}

static void check_lines(HenkaEngine *engine, const HenkaVariant *variant) {
    HenkaGame *game = random_game(variant, 2, 11);
    static HenkaMove moves[HENKA_MAX_MOVES];
    size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
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
              "%s: level %d", where(game), level);
    }
    henka_game_free(game);
}

/* A game of the engine against itself that varies its first moves. */
static HenkaGame *varied_game(HenkaEngine *engine, const HenkaVariant *variant, int plies,
                              const HenkaLimits *limits) {
    HenkaGame *game = henka_game_new(variant, NULL, NULL);
    for (int ply = 0; ply < plies; ply++) {
        henka_engine_new_game(engine);
        HenkaMove m = henka_engine_go(engine, game, limits, NULL, NULL).best;
        if (!henka_game_play(game, m)) break;
    }
    return game;
}

/* The scores of the best lines, as a search reports them. */
typedef struct Seen {
    HenkaMove moves[8];
    int scores[8], count;
} Seen;

static void see_line(void *context, const HenkaInfo *info) {
    Seen *seen = context;
    if (info->multipv > 8) return;
    seen->moves[info->multipv - 1] = info->pv[0];
    seen->scores[info->multipv - 1] = info->score_cp;
    seen->count = info->multipv;
}

/* Other seeds give other first moves, the same seed the same, each nearly as good as the best; from
 * the seventeenth ply on the best is played. */
static void check_varied(HenkaEngine *engine, const HenkaVariant *variant) {
    enum { PLIES = 8, SEEDS = 6 };
    const char *name = henka_variant_name(variant);
    uint64_t hashes[SEEDS];
    bool small = henka_variant_files(variant) * henka_variant_ranks(variant) <= 128;
    int distinct = 0;
    for (int level = 0; level <= 4; level += 4) {
        distinct = 0;
        for (int i = 0; i < SEEDS; i++) {
            HenkaLimits limits = {.nodes = small ? 2000 : 20000,
                                  .level = level,
                                  .seed = (uint64_t)i + 1,
                                  .vary_cp = 20};
            HenkaGame *game = varied_game(engine, variant, PLIES, &limits),
                      *again = varied_game(engine, variant, PLIES, &limits);
            hashes[i] = henka_game_hash(game);
            CHECK(hashes[i] == henka_game_hash(again), "%s: seed %d gives two games", name, i + 1);
            bool seen = false;
            for (int k = 0; k < i; k++) seen |= hashes[k] == hashes[i];
            distinct += !seen;
            henka_game_free(game);
            henka_game_free(again);
        }
        CHECK(distinct >= 3, "%s, level %d: %d games of %d seeds", name, level, distinct, SEEDS);
    }
    HenkaEngineOptions options = henka_engine_options(engine), four = options;
    HenkaGame *game = henka_game_new(variant, NULL, NULL);
    Seen seen = {.count = 0};
    four.multi_pv = 4;
    henka_engine_set_options(engine, &four);
    henka_engine_new_game(engine);
    henka_engine_go(engine, game, &(HenkaLimits){.depth = 3}, see_line, &seen);
    henka_engine_set_options(engine, &options);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        HenkaLimits limits = {.depth = 3, .seed = seed, .vary_cp = 20};
        Seen told = {.count = 0};
        henka_engine_new_game(engine);
        HenkaMove m = henka_engine_go(engine, game, &limits, see_line, &told).best;
        int at = 0;
        while (at < seen.count && seen.moves[at] != m) at++;
        CHECK(told.count <= 1, "%s: %d lines are reported, one was asked for", name, told.count);
        CHECK(at < seen.count && seen.scores[at] >= seen.scores[0] - 20,
              "%s, seed %llu: plays a move that is none of the best", name,
              (unsigned long long)seed);
    }
    henka_game_free(game);
    game = varied_game(engine, variant, 16, &(HenkaLimits){.nodes = 300});
    HenkaMove best = HENKA_NO_MOVE;
    for (uint64_t seed = 0; seed <= 10; seed++) {
        HenkaLimits limits = {.nodes = 2000, .seed = seed, .vary_cp = seed ? 1000 : 0};
        henka_engine_new_game(engine);
        HenkaMove m = henka_engine_go(engine, game, &limits, NULL, NULL).best;
        if (!seed) best = m;
        CHECK(m == best, "%s, seed %llu: the seventeenth ply is varied", name,
              (unsigned long long)seed);
    }
    henka_game_free(game);
}

static bool same_pair(const WeightSum *a, const WeightSum *b) {
    return (*a)[0] == (*b)[0] && (*a)[1] == (*b)[1];
}

static bool same_sum(const Accumulator *a, const Accumulator *b) {
    bool same = same_pair(&a->pieces, &b->pieces);
    for (int side = 0; side < 2; side++)
        same &=
            same_pair(&a->relative[side], &b->relative[side]) && a->royal[side] == b->royal[side];
    return same;
}

/* Down random games: the accumulator updated by edits, its royals refreshed now and then, is the
 * one made afresh. */
static void check_accumulator(const HenkaVariant *variant) {
    static Move moves[HENKA_MAX_MOVES];
    static RefreshCache cache[2][MAX_SQUARES];
    const Eval *eval = eval_of(variant);
    memset(cache, 0, sizeof cache);
    Random random = {17};
    int wrong = 0;
    for (int i = 0; i < 20; i++) {
        Position position;
        Accumulator kept, fresh;
        position_start(&position, variant);
        eval_refresh(eval, &position, &kept);
        for (int ply = 0; ply < 80; ply++) {
            int count = movegen_legal(&position, MOVEGEN_ALL, moves);
            Edits edits;
            if (!count) break;
            position_do(&position, moves[random_below(&random, (uint32_t)count)], &edits);
            eval_update(eval, &edits, &kept, &kept);
            if (random_below(&random, 3)) continue;
            eval_refresh_royals(eval, &position, cache, &kept);
            eval_refresh(eval, &position, &fresh);
            wrong += !same_sum(&kept, &fresh);
        }
    }
    CHECK(!wrong, "%s: %d accumulators went astray", henka_variant_name(variant), wrong);
}

static void check_threads(const HenkaVariant *variant) {
    HenkaEngineOptions options = {.hash_mib = 2, .threads = 3, .multi_pv = 1};
    HenkaEngine *engine = henka_engine_new(&options);
    check_plays(engine, variant);
    check_stops(engine, variant, 3);
    options.threads = 2;
    CHECK(henka_engine_set_options(engine, &options), "no memory for two threads");
    check_plays(engine, variant);
    henka_engine_free(engine);
}

/* Where the system gives fewer threads than were asked for, the engine says so and plays on with
 * those that it has; later it may have more. */
static void check_few_threads(const HenkaVariant *variant) {
    HenkaEngineOptions options = {.hash_mib = 2, .threads = 1, .multi_pv = 1};
    HenkaEngine *engine = henka_engine_new(&options);
    for (int left = 0; left < 4; left++) {
        threads_left = left;
        options.threads = 4, options.hash_mib = 2 + left;
        bool all = henka_engine_set_options(engine, &options);
        threads_left = 1 << 20;
        CHECK(all == (left >= 3) && engine->threads == left + 1, "%d threads of %d, all: %d",
              engine->threads, left + 1, all);
        for (int i = 1; i < HENKA_MAX_THREADS; i++)
            CHECK(engine->helpers[i].running == (i <= left) && !engine->workers[i] == (i > left),
                  "%d threads: helper %d", left + 1, i);
        check_plays(engine, variant);
    }
    henka_engine_free(engine);
}

/* The ranges of the options are kept by the engine, and what is set is what it says. */
static void check_options(void) {
    HenkaEngine *engine = henka_engine_new(NULL);
    HenkaEngineOptions low, high, got = henka_engine_options(engine);
#define BEYOND(field, NAME, ...)                                                                   \
    low.field = HENKA_MIN_##NAME - 1, high.field = HENKA_MAX_##NAME + 1;
    HENKA_ENGINE_OPTIONS(BEYOND)
    high.threads = high.hash_mib = 2; /* as many as there may be would take the machine */
#define SAME(field, NAME, ...)                                                                     \
    CHECK(got.field == HENKA_DEFAULT_##NAME, "%s of a new engine: %d", #field, got.field);
    HENKA_ENGINE_OPTIONS(SAME)
    CHECK(henka_engine_set_options(engine, &low), "the least of everything");
    got = henka_engine_options(engine);
#define LEAST(field, NAME, ...)                                                                    \
    CHECK(got.field == HENKA_MIN_##NAME, "%s set to %d: %d", #field, low.field, got.field);
    HENKA_ENGINE_OPTIONS(LEAST)
    CHECK(henka_engine_set_options(engine, &high), "two threads and 2 MiB");
    got = henka_engine_options(engine);
#define MOST(field, NAME, ...)                                                                     \
    CHECK(got.field == (high.field > HENKA_MAX_##NAME ? HENKA_MAX_##NAME : high.field),            \
          "%s set to %d: %d", #field, high.field, got.field);
    HENKA_ENGINE_OPTIONS(MOST)
    henka_engine_free(engine);
}

/* Whether the table still has the position once the options were changed from one to the other. */
static bool keeps(const HenkaEngineOptions *from, const HenkaEngineOptions *to) {
    HenkaVariant *variant = henka_variant_shipped("ito", NULL, 0, NULL);
    HenkaGame *game = henka_game_new(variant, NULL, NULL);
    HenkaEngine *engine = henka_engine_new(from);
    TTData found;
    henka_engine_go(engine, game, &(HenkaLimits){.depth = 3}, NULL, NULL);
    CHECK(tt_probe(&engine->tt, game->position.hash, &found), "nothing stored of a search");
    henka_engine_set_options(engine, to);
    bool kept = tt_probe(&engine->tt, game->position.hash, &found);
    henka_engine_free(engine);
    henka_game_free(game);
    henka_variant_free(variant);
    return kept;
}

/* Whatever is set otherwise, a new option too, makes the engine forget; but not what changes no
 * score. */
static void check_forgets(void) {
    HenkaEngineOptions from = HENKA_ENGINE_DEFAULTS, to;
    from.hash_mib = 1;
#define OTHERWISE(field, NAME, ...)                                                                \
    to = from, to.field += to.field == HENKA_MAX_##NAME ? -1 : 1;                                  \
    CHECK(keeps(&from, &to) == (!strcmp(#field, "multi_pv") || !strcmp(#field, "overhead_ms")),    \
          "a change of %s", #field);
    HENKA_ENGINE_OPTIONS(OTHERWISE)
    CHECK(keeps(&from, &from), "options set to what they are");
}

static void count_lines(void *context, const HenkaInfo *info) {
    int *most = context;
    if (info->multipv > *most) *most = info->multipv;
}

static void check_multi_pv(HenkaEngine *engine, const HenkaVariant *variant) {
    HenkaGame *game = henka_game_new(variant, NULL, NULL);
    HenkaEngineOptions options = henka_engine_options(engine), three = options;
    HenkaLimits limits = {.depth = 2};
    int lines = 0;
    three.multi_pv = 3;
    henka_engine_set_options(engine, &three);
    henka_engine_go(engine, game, &limits, count_lines, &lines);
    henka_engine_set_options(engine, &options);
    CHECK(lines == 3, "%s: %d lines of 3", where(game), lines);
    henka_game_free(game);
}

static void keep_score(void *context, const HenkaInfo *info) { *(int *)context = info->score_cp; }

/* The score of a search three plies deep, where the option draw_moves ends the game. */
static int score_within(const HenkaVariant *variant, const char *sfen, int draw_moves) {
    HenkaEngineOptions options = HENKA_ENGINE_DEFAULTS;
    HenkaLimits limits = {.depth = 3};
    HenkaGame *game = henka_game_new(variant, sfen, NULL);
    int score = 0;
    options.draw_moves = draw_moves;
    HenkaEngine *engine = henka_engine_new(&options);
    henka_engine_go(engine, game, &limits, keep_score, &score);
    henka_engine_free(engine);
    henka_game_free(game);
    return score;
}

/* However much better one side stands: after draw_moves moves the game is drawn, unless the last of
 * them was mate. The count goes by the move number of the position. */
static void check_draw_moves(void) {
    static const char rooks[] = "4k4/9/9/9/9/9/9/9/R3K3R b - 11",
                      mate[] = "8k/9/8P/9/9/9/9/9/4K4 b G 11",
                      late_mate[] = "8k/9/9/9/9/9/9/R8/1R2K4 b - 11";
    static const struct {
        const char *sfen;
        int draw_moves, least, most;
    } cases[] = {
        {rooks, 0, 500, SCORE_MATE}, /* no limit */
        {rooks, 1, -1, 1},           /* long past it */
        {rooks, 10, -1, 1},          /* reached before the search */
        {rooks, 11, -1, 1},          /* by the first move */
        {rooks, 12, -1, 1},          /* by the second */
        {rooks, 500, 500, SCORE_MATE},
        {mate, 11, SCORE_MATE - 1, SCORE_MATE - 1},
        {late_mate, 11, -1, 1},
        {late_mate, 13, SCORE_MATE - 3, SCORE_MATE - 3},
    };
    HenkaVariant *variant = henka_variant_shipped("shogi", NULL, 0, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int score = score_within(variant, cases[i].sfen, cases[i].draw_moves);
        CHECK(score >= cases[i].least && score <= cases[i].most,
              "%s with draw_moves %d: score %d, expected %d to %d", cases[i].sfen,
              cases[i].draw_moves, score, cases[i].least, cases[i].most);
    }
    henka_variant_free(variant);
}

/* Where a draw wins for one side, so does the end of the count. */
static void check_draw_that_wins(void) {
    static const char *const winners[] = {"first", "second"};
    for (int side = 0; side < 2; side++) {
        char text[256];
        snprintf(text, sizeof text,
                 "name=kings\nfiles=9\nranks=9\nroyal=K\ndrawWins=%s\nking:K:K:K:e1\n",
                 winners[side]);
        HenkaVariant *variant = henka_variant_parse(text, strlen(text), NULL, 0, NULL);
        CHECK(variant, "%s", text);
        if (!variant) return;
        int score = score_within(variant, "4k4/9/9/9/9/9/9/9/4K4 b - 11", 11);
        CHECK(score == (side == HENKA_SENTE ? SCORE_MATE - 1 : 1 - SCORE_MATE),
              "drawWins=%s: score %d", winners[side], score);
        henka_variant_free(variant);
    }
}

/* One thread begins a search and may stop it before another has called henka_engine_go. */
static void check_begin(HenkaEngine *engine, const HenkaVariant *variant) {
    HenkaGame *game = henka_game_new(variant, NULL, NULL);
    HenkaLimits limits = {.nodes = 3000}, endless = {.infinite = true},
                ponder = {.ponder = true, .nodes = 500}, clock = {.movetime_ms = 30};
    henka_engine_begin(engine);
    henka_engine_stop(engine);
    HenkaResult result = henka_engine_go(engine, game, &endless, NULL, NULL); /* ends at all */
    CHECK(result.nodes < 10 && henka_game_legal(game, result.best),
          "%s: stopped before it began, yet %llu nodes", where(game),
          (unsigned long long)result.nodes);
    henka_engine_stop(engine); /* nothing is open: it must not reach the next search */
    result = henka_engine_go(engine, game, &limits, NULL, NULL);
    CHECK(result.nodes > 1000, "%s: an old stop ended a search at %llu nodes", where(game),
          (unsigned long long)result.nodes);
    henka_engine_stop(engine);
    henka_engine_begin(engine);
    result = henka_engine_go(engine, game, &limits, NULL, NULL);
    CHECK(result.nodes > 1000, "%s: a stop before henka_engine_begin ended a search at %llu nodes",
          where(game), (unsigned long long)result.nodes);
    henka_engine_begin(engine);
    henka_engine_ponderhit(engine, NULL);
    result = henka_engine_go(engine, game, &ponder, NULL, NULL); /* ends at all */
    CHECK(henka_game_legal(game, result.best), "%s: no answer after ponderhit", where(game));
    henka_engine_begin(engine);
    henka_engine_ponderhit(engine, &clock);
    ponder.nodes = 0;
    result = henka_engine_go(engine, game, &ponder, NULL, NULL); /* ends at all */
    CHECK(result.time_ms < 3000, "%s: %lld ms, 30 came with ponderhit", where(game),
          (long long)result.time_ms);
    henka_game_free(game);
}

/* A clock that has run out: the answer comes at once, as a legal move. */
static void check_no_time(HenkaEngine *engine, const HenkaVariant *variant) {
    HenkaGame *game = random_game(variant, 6, 3);
    HenkaLimits limits[] = {{.clock = true},
                            {.clock = true, .time_ms = {-500, -500}},
                            {.clock = true, .movetime_ms = -3},
                            {.clock = true, .time_ms = {0, 0}, .moves_to_go = 10}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        HenkaResult result = henka_engine_go(engine, game, &limits[i], NULL, NULL);
        CHECK(henka_game_legal(game, result.best) && result.nodes < 500000,
              "%s: limits %zu: %llu nodes", where(game), i, (unsigned long long)result.nodes);
    }
    henka_game_free(game);
}

int main(void) {
    HenkaEngineOptions options = {.hash_mib = 2, .threads = 1, .multi_pv = 1};
    HenkaEngine *engine = henka_engine_new(&options);
    CHECK(henka_score_is_mate(HENKA_SCORE_MATE_FLOOR) &&
              henka_score_is_mate(-HENKA_SCORE_MATE_FLOOR) &&
              !henka_score_is_mate(HENKA_SCORE_MATE_FLOOR - 1) &&
              !henka_score_is_mate(1 - HENKA_SCORE_MATE_FLOOR),
          "the floor of mate scores is one of them, as henka.h says");
    check_options();
    check_forgets();
    check_only_move(engine);
    check_draw_moves();
    check_draw_that_wins();
    HenkaVariant *last = henka_variant_shipped(henka_shipped_name(0), NULL, 0, NULL);
    for (size_t i = 0; henka_shipped_name(i); i++) {
        HenkaVariant *variant = henka_variant_shipped(henka_shipped_name(i), NULL, 0, NULL);
        check_plays(engine, variant);
        check_same_twice(engine, variant);
        check_no_allocation(engine, variant);
        check_stops(engine, variant, 1);
        check_tiny(variant);
        check_lines(engine, variant);
        if (!strcmp(henka_variant_name(variant), "shogi") ||
            !strcmp(henka_variant_name(variant), "suzumu"))
            check_varied(engine, variant);
        check_multi_pv(engine, variant);
        check_begin(engine, variant);
        check_no_time(engine, variant);
        check_small_after_large(engine, variant);
        check_memory(engine, variant, last);
        check_times(engine, variant);
        check_accumulator(variant);
        if (i < 3) check_threads(variant);
        if (i == 0) check_few_threads(variant);
        henka_variant_free(last);
        last = variant;
    }
    henka_variant_free(last);
    henka_engine_free(engine);
    return check_done();
}
