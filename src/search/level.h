/* level - playing strength weakened on purpose (Stockfish's "Skill Level"): a search of fewer
 * nodes, and now and then a blunder: any quiet move, whatever the search says. The lower the level,
 * the more moves are blunders. The same seed and position make the same choices. */
#ifndef HENKA_SEARCH_LEVEL_H
#define HENKA_SEARCH_LEVEL_H

#include "search/worker.h"

typedef struct Level {
    uint32_t nodes;          /* of a search at most; 0: no cap */
    uint8_t blunder_percent; /* how many of a hundred moves are blunders */
    /* In games with drops on larger boards, whether the side blunders is decided for so many of its
     * own moves at once. Blunders then crowd together in some games instead of spoiling every one,
     * so that neighbouring levels lie closer together. */
    uint8_t blunder_moves;
} Level;

/* Level 0 and levels there are not: full strength. */
Level level_of(int level);
/* How many nodes a search may take, by its own limit and by the level; 0: no cap. */
uint64_t level_node_cap(int level, uint64_t nodes);
/* A blunder of this level in the worker's root position; MOVE_NONE: play the best move. seed:
 * HenkaLimits.seed. */
Move level_blunder(Worker *, int level, uint64_t seed);

#endif
