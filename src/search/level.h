/* level - playing worse on purpose: fewer nodes, and in a share of the moves, larger the lower the
 * level, any quiet move. The same seed and position make the same choices. */
#ifndef HENKA_SEARCH_LEVEL_H
#define HENKA_SEARCH_LEVEL_H

#include "search/worker.h"

typedef struct Level {
    uint32_t nodes;           /* of a search at most; 0: no cap */
    uint8_t careless_percent; /* how often a move is played without regard to the search */
    /* In some games care comes and goes for so many of one's own moves: one game goes well and
     * another badly, so that more care wins only a little more often. */
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
