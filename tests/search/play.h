/* play - what the search tests share: a game after some random moves, and a plain mate solver to
 * hold the search against. */
#ifndef HENKA_TESTS_SEARCH_PLAY_H
#define HENKA_TESTS_SEARCH_PLAY_H

#include "base/random.h"
#include "henka.h"

#include <stdlib.h>

static inline HenkaGame *random_game(const HenkaVariant *variant, int plies, uint64_t seed) {
    static HenkaMove moves[HENKA_MAX_MOVES];
    HenkaGame *game = henka_game_new(variant, NULL, NULL);
    Random random = {seed};
    for (int i = 0; i < plies; i++) {
        size_t count = henka_game_moves(game, moves);
        if (!count) break;
        henka_game_play(game, moves[random_below(&random, (uint32_t)count)]);
    }
    return game;
}

/* Can the side to move force a win within so many plies, every move tried? Repetition does not
 * matter this near. */
static inline bool forced(HenkaGame *game, int plies) {
    int side = henka_game_side(game);
    if (plies < 1 || henka_game_outcome(game).reason != HENKA_PLAYING) return false;
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves),
              *replies = malloc(HENKA_MAX_MOVES * sizeof *replies);
    size_t count = henka_game_moves(game, moves);
    bool won = false;
    for (size_t i = 0; i < count && !won; i++) {
        henka_game_play(game, moves[i]);
        won = henka_game_outcome(game).reason != HENKA_PLAYING &&
              henka_game_outcome(game).winner == side;
        if (!won && plies > 2 && henka_game_outcome(game).reason == HENKA_PLAYING) {
            size_t reply_count = henka_game_moves(game, replies);
            won = reply_count > 0;
            for (size_t j = 0; j < reply_count && won; j++) {
                henka_game_play(game, replies[j]);
                won = forced(game, plies - 2);
                henka_game_undo(game);
            }
        }
        henka_game_undo(game);
    }
    free(moves);
    free(replies);
    return won;
}

#endif
