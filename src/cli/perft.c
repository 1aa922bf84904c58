#include "cli/commands.h"
#include "cli/sorted.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH_LIMIT = 60, THREAD_LIMIT = 256 };

static void perft_print(const HenkaGame *game, int depth) {
    for (int i = 1; i <= depth; i++) {
        printf("%d %" PRIu64 "\n", i, henka_game_perft(game, i));
        fflush(stdout);
    }
}

/* Each move with its share, then the whole as without. */
static void divide_print(HenkaGame *game, int depth) {
    MoveText *texts = malloc(HENKA_MAX_MOVES * sizeof *texts);
    size_t count = moves_sorted(game, texts);
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        henka_game_play(game, texts[i].move);
        uint64_t nodes = depth > 1 ? henka_game_perft(game, depth - 1) : 1;
        henka_game_undo(game);
        printf("%s %" PRIu64 "\n", texts[i].text, nodes);
        total += nodes;
    }
    perft_print(game, depth - 1);
    printf("%d %" PRIu64 "\n", depth, total);
    free(texts);
}

static int position_perft(const Args *args, bool divide) {
    int64_t depth;
    if (!args_count(args, 2, -1)) return EXIT_USAGE;
    if (!number_parse(args->words[1], 1, DEPTH_LIMIT, &depth)) {
        fprintf(stderr, "henka: DEPTH: expected a number from 1 to %d, found \"%s\"\n", DEPTH_LIMIT,
                args->words[1]);
        return args_usage(args);
    }
    HenkaVariant *variant = args_variant(args, args->words[0]);
    HenkaGame *game = variant ? args_position(args, variant, 2) : NULL;
    if (game && divide) divide_print(game, (int)depth);
    if (game && !divide) perft_print(game, (int)depth);
    if (game) henka_game_free(game);
    if (variant) henka_variant_free(variant);
    return !game;
}

int perft_run(Args *args) {
    const char *table = NULL;
    bool divide = false;
    int64_t threads = 1, max_nodes = 0;
    const ArgOption options[] = {{"--table", ARG_TEXT, &table},
                                 {"--divide", ARG_FLAG, &divide},
                                 {"--threads", ARG_NUMBER, &threads, 1, THREAD_LIMIT},
                                 {"--max-nodes", ARG_NUMBER, &max_nodes, 0, INT64_MAX}};
    if (!args_take(args, options, sizeof options / sizeof *options)) return EXIT_USAGE;
    if (!table) return position_perft(args, divide);
    if (!args_count(args, 1, 1)) return EXIT_USAGE;
    return table_run(args, args->words[0], table, (int)threads, (uint64_t)max_nodes);
}
