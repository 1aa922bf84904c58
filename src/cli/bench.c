/* bench - runs the same searches every time. The number of nodes shows whether a change of the code
 * affected the search, and in which games. */
#include "base/clock.h"
#include "cli/commands.h"
#include "protocol/registry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { OPENING_PLIES = 12, POSITIONS = 3, DEPTH_STANDARD = 14, SQUARES_A_PLY = 36 };

static int by_value(const void *a, const void *b) {
    HenkaMove x = *(const HenkaMove *)a, y = *(const HenkaMove *)b;
    return (x > y) - (x < y);
}

/* Plays some plies, chosen by a fixed rule from the sorted moves, never to the game's end. */
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
    HenkaEngineOptions engine;
    int depth;              /* search depth in plies; 0: by the board's size, for similar work */
    const char *net, *eval; /* path, "none", or "": the delivered network and numbers */
    uint64_t nodes;         /* nodes of all games searched so far */
} Bench;

static bool game_bench(const Args *args, const char *name, Bench *bench) {
    HenkaVariant *variant = args_variant(args, name, bench->eval, bench->net);
    if (!variant) return false;
    int64_t start = clock_ms();
    HenkaLimits limits = {.depth = bench->depth};
    if (!limits.depth)
        limits.depth = DEPTH_STANDARD -
                       henka_variant_files(variant) * henka_variant_ranks(variant) / SQUARES_A_PLY;
    HenkaEngine *engine = henka_engine_new(&bench->engine);
    HenkaGame *game = engine ? henka_game_new(variant, NULL, NULL) : NULL;
    uint64_t nodes = 0;
    if (!game) args_no_memory();
    for (int i = 0; game && i < POSITIONS; i++) {
        nodes += henka_engine_go(engine, game, &limits, NULL, NULL).nodes;
        position_advance(game, i);
    }
    henka_game_free(game);
    henka_engine_free(engine);
    int64_t elapsed = clock_ms() - start;
    if (nodes)
        printf("%-12s %12" PRIu64 " nodes %8" PRId64 " ms %10" PRIu64 " nodes/s\n", name, nodes,
               elapsed, nodes * 1000 / (uint64_t)(elapsed ? elapsed : 1));
    fflush(stdout);
    bench->nodes += nodes;
    henka_variant_free(variant);
    return nodes > 0;
}

int bench_run(Args *args) {
    Bench bench = {.engine = HENKA_ENGINE_DEFAULTS, .net = "", .eval = ""};
    bench.engine.hash_mib = 16, bench.engine.threads = 1;
    const CommandOption options[] = {
        {"--depth", OPTION_INT, &bench.depth, 1, 60},
        {"--hash", OPTION_INT, &bench.engine.hash_mib, 1, 1 << 16},
        {"--threads", OPTION_INT, &bench.engine.threads, 1, 256},
        {"--net", OPTION_TEXT, &bench.net},
        {"--eval", OPTION_TEXT, &bench.eval},
    };
    if (!args_take(args, options, sizeof options / sizeof *options, 0, 1)) return EXIT_USAGE;
    const char *name;
    bool good = !args->count || game_bench(args, args->words[0], &bench);
    for (size_t i = 0; !args->count && good && (name = henka_shipped_name(i)); i++)
        if (!registry_is_shelved(name)) good = game_bench(args, name, &bench);
    if (good) printf("Nodes searched: %" PRIu64 "\n", bench.nodes);
    return !good;
}
