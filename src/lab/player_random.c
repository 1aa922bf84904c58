/* The least a beginner knows: any legal move, but a capture whenever there is one. */
#include "lab/player_inside.h"

#include "base/random.h"

#include <stdlib.h>

static bool random_start(Player *player) {
    if (!player->listed) player->listed = malloc(sizeof *player->listed * HENKA_MAX_MOVES);
    return player->listed;
}

static bool random_new_game(Player *player) { return player->game; }

/* Captures first; how many they are. */
static uint32_t captures_first(const HenkaGame *game, HenkaMove *moves, uint32_t count) {
    uint32_t captures = 0;
    for (uint32_t i = 0; i < count; i++) {
        HenkaMove move = moves[i];
        if (henka_game_parts(game, move).capture)
            moves[i] = moves[captures], moves[captures++] = move;
    }
    return captures;
}

static Thought random_think(Player *player, const Clocks *clocks) {
    (void)clocks;
    HenkaMove *moves = player->listed;
    uint32_t count = (uint32_t)henka_game_moves(player->game, moves);
    if (!count) return (Thought){.kind = THOUGHT_RESIGNS};
    uint32_t captures = captures_first(player->game, moves, count);
    Random random = {
        henka_game_hash(player->game) +
        (uint64_t)henka_game_plies(player->game)}; /* the same match gives the same games */
    return (Thought){.kind = THOUGHT_MOVE,
                     .move = moves[random_below(&random, captures ? captures : count)]};
}

const PlayerKind player_kind_random = {random_start, random_new_game, random_think, NULL,
                                       HENKA_USI};
