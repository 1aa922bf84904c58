#include "cli/commands.h"
#include "cli/sorted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int text_order(const void *a, const void *b) { return strcmp(a, b); }

size_t moves_sorted(const HenkaGame *game, MoveText *texts) {
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
    size_t count = henka_game_moves(game, moves);
    for (size_t i = 0; i < count; i++) {
        texts[i].move = moves[i];
        henka_move_text(game, moves[i], HENKA_USI, texts[i].text, sizeof texts[i].text);
    }
    qsort(texts, count, sizeof *texts, text_order);
    free(moves);
    return count;
}

int moves_run(Args *args) {
    if (!args_take(args, NULL, 0) || !args_count(args, 1, -1)) return EXIT_USAGE;
    HenkaVariant *variant = args_variant(args, args->words[0]);
    HenkaGame *game = variant ? args_position(args, variant, 1) : NULL;
    if (game) {
        MoveText *texts = malloc(HENKA_MAX_MOVES * sizeof *texts);
        size_t count = moves_sorted(game, texts);
        for (size_t i = 0; i < count; i++) puts(texts[i].text);
        free(texts);
        henka_game_free(game);
    }
    if (variant) henka_variant_free(variant);
    return !game;
}
