/* level - playing worse on purpose: a search of fewer nodes, and now and then a careless move: any
 * quiet move, whatever the search says. The lower the level, the more moves are careless. The same
 * seed and position make the same choices. */
#ifndef HENKA_SEARCH_LEVEL_H
#define HENKA_SEARCH_LEVEL_H

#include "search/worker.h"

typedef struct Level {
    uint32_t nodes;           /* of a search at most; 0: no cap */
    uint8_t careless_percent; /* how many of a hundred moves are careless */
    /* In games with drops on larger boards, whether moves are careless is decided for so many of
     * the side's own moves at once, a spell. Careless moves then crowd together in some games
     * instead of spoiling every one, so that neighbouring levels lie closer together. */
    uint8_t spell;
} Level;

/* Level 0 and levels there are not: full strength. */
Level level_of(int level);
/* How many nodes a search may take, by its own limit and by the level; 0: no cap. */
uint64_t level_node_cap(int level, uint64_t nodes);
/* A careless move of this level in the worker's root position, MOVE_NONE: play the best one. seed:
 * HenkaLimits.seed. */
Move level_careless_move(Worker *, int level, uint64_t seed);

#endif
