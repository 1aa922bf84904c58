/* play - what the search tests share: a game after some random moves, and a plain mate solver to
 * hold the search against. */
#ifndef HENKA_TESTS_SEARCH_PLAY_H
#define HENKA_TESTS_SEARCH_PLAY_H

#include "base/random.h"
#include "henka.h"

#include <stdio.h>
#include <stdlib.h>

/* The game's name and the position, so that a failure can be repeated: for the messages of checks,
 * in buffers that the next two calls overwrite. */
static inline const char *where(const HenkaGame *game) {
    static char text[2][4096];
    static int turn;
    char sfen[4000];
    if (!game) return "no game";
    henka_game_sfen(game, sfen, sizeof sfen);
    turn = !turn;
    snprintf(text[turn], sizeof text[turn], "%s, %s", henka_variant_name(henka_game_variant(game)),
             sfen);
    return text[turn];
}

static inline HenkaGame *random_game(const HenkaVariant *variant, int plies, uint64_t seed) {
    static HenkaMove moves[HENKA_MAX_MOVES];
    HenkaGame *game = henka_game_new(variant, NULL, NULL);
    Random random = {seed};
    for (int i = 0; i < plies; i++) {
        size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
        if (!count) break;
        henka_game_play(game, moves[random_below(&random, (uint32_t)count)]);
    }
    return game;
}

/* The same after fewer plies on a small board, where a game of that length may be decided. */
static inline HenkaGame *open_game(const HenkaVariant *variant, int plies, uint64_t seed) {
    int few = henka_variant_files(variant) * henka_variant_ranks(variant) / 4;
    return random_game(variant, plies < few ? plies : few, seed);
}

/* Can the side to move force a win within so many plies, every move tried? Repetition does not
 * matter this near. */
static inline bool forced(HenkaGame *game, int plies) {
    int side = henka_game_side(game);
    if (plies < 1 || henka_game_outcome(game).reason != HENKA_PLAYING) return false;
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves),
              *replies = malloc(HENKA_MAX_MOVES * sizeof *replies);
    size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
    bool won = false;
    for (size_t i = 0; i < count && !won; i++) {
        henka_game_play(game, moves[i]);
        won = henka_game_outcome(game).reason != HENKA_PLAYING &&
              henka_game_outcome(game).winner == side;
        if (!won && plies > 2 && henka_game_outcome(game).reason == HENKA_PLAYING) {
            size_t reply_count = henka_game_moves(game, replies, HENKA_MAX_MOVES);
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
