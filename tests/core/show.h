/* show - a position as text, for messages that let a failure be repeated. */
#ifndef HENKA_TESTS_SHOW_H
#define HENKA_TESTS_SHOW_H

#include "rules/game.h"

/* The SFEN, in a buffer that the next call overwrites. */
static inline const char *show_position(const Position *p) {
    static char sfen[4096];
    HenkaGame *game = game_from(p, 1);
    henka_game_sfen(game, sfen, sizeof sfen);
    henka_game_free(game);
    return sfen;
}

#endif
