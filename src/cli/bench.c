/* bench - the same search every time: the number of nodes shows whether a change touched the
 * search, and in which game. */
#include "base/clock.h"
#include "cli/commands.h"
#include "protocol/registry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { OPENING_PLIES = 12, POSITIONS = 3, DEPTH_STANDARD = 14, SQUARES_A_PLY = 36 };

/* Less deep on a larger board, so that every game is about the same work. */
static int depth_for(const HenkaVariant *variant) {
    return DEPTH_STANDARD -
           henka_variant_files(variant) * henka_variant_ranks(variant) / SQUARES_A_PLY;
}

static int by_value(const void *a, const void *b) {
    HenkaMove x = *(const HenkaMove *)a, y = *(const HenkaMove *)b;
    return (x > y) - (x < y);
}

/* Plays some plies, chosen by a fixed rule from the sorted moves, and never up to the end of the
 * game. */
static void position_advance(HenkaGame *game, int number) {
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
    for (int ply = 0; moves && ply < OPENING_PLIES; ply++) {
        size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
        if (!count) break;
        qsort(moves, count, sizeof *moves, by_value);
        henka_game_play(game, moves[(size_t)(7 * ply + 3 * number) % count]);
        if (henka_game_outcome(game).reason == HENKA_PLAYING) continue;
        henka_game_undo(game);
        break;
    }
    free(moves);
}

typedef struct Bench {
    int64_t depth, hash, threads;
    const char *net, *eval; /* a file; "none"; "": what is delivered */
} Bench;

static uint64_t game_bench(const HenkaVariant *variant, const Bench *bench) {
    HenkaEngineOptions options = HENKA_ENGINE_DEFAULTS;
    options.hash_mib = (int)bench->hash, options.threads = (int)bench->threads;
    HenkaEngine *engine = henka_engine_new(&options);
    HenkaGame *game = engine ? henka_game_new(variant, NULL, NULL) : NULL;
    uint64_t nodes = 0;
    if (!game) args_no_memory();
    for (int i = 0; game && i < POSITIONS; i++) {
        HenkaLimits limits = {.depth = bench->depth ? (int)bench->depth : depth_for(variant)};
        nodes += henka_engine_go(engine, game, &limits, NULL, NULL).nodes;
        position_advance(game, i);
    }
    if (game) henka_game_free(game);
    henka_engine_free(engine);
    return nodes;
}

static bool name_bench(const Args *args, const char *name, const Bench *bench, uint64_t *total) {
    HenkaVariant *variant = args_variant(args, name);
    if (!variant) return false;
    bool ready = args_numbers(args, variant, name, bench->eval, bench->net);
    int64_t start = clock_ms();
    uint64_t nodes = ready ? game_bench(variant, bench) : 0;
    int64_t elapsed = clock_ms() - start;
    if (nodes)
        printf("%-12s %12" PRIu64 " nodes %8" PRId64 " ms %10" PRIu64 " nodes/s\n", name, nodes,
               elapsed, nodes * 1000 / (uint64_t)(elapsed ? elapsed : 1));
    fflush(stdout);
    *total += nodes;
    henka_variant_free(variant);
    return nodes > 0;
}

int bench_run(Args *args) {
    Bench bench = {.hash = 16, .threads = 1, .net = "", .eval = ""};
    const CommandOption options[] = {
        {"--depth", OPTION_INT64, &bench.depth, 1, 60},
        {"--hash", OPTION_INT64, &bench.hash, 1, 1 << 16},
        {"--threads", OPTION_INT64, &bench.threads, 1, 256},
        {"--net", OPTION_TEXT, &bench.net},
        {"--eval", OPTION_TEXT, &bench.eval},
    };
    if (!args_take(args, options, sizeof options / sizeof *options) || !args_count(args, 0, 1))
        return EXIT_USAGE;
    uint64_t total = 0;
    const char *name;
    bool good = true;
    if (args->count) good = name_bench(args, args->words[0], &bench, &total);
    for (size_t i = 0; !args->count && good && (name = henka_shipped_name(i)); i++)
        if (!registry_is_shelved(name)) good = name_bench(args, name, &bench, &total);
    if (good) printf("Nodes searched: %" PRIu64 "\n", total);
    return !good;
}
