/* game_key - a number for the moves of a game. Games whose keys began alike and end alike went the
 * same way, move for move. */
#ifndef HENKA_MATCH_GAME_KEY_H
#define HENKA_MATCH_GAME_KEY_H

#include "base/random.h"
#include "henka.h"

/* The key of a game that goes on with this move. */
static inline uint64_t game_key_more(uint64_t key, HenkaMove move) {
    Random random = {key ^ move};
    return random_next(&random);
}

#endif
