/* level - playing strength weakened on purpose (Stockfish's "Skill Level") by what a person of that
 * strength misses. A level searches no deeper than its depth and no more than its nodes, and it
 * overlooks moves: a chance that grows with what makes a move hard to see (it goes far, backward,
 * aslant, it drops, it takes several). What is overlooked is neither played nor feared in this
 * search, but nothing is thrown away: the best of what is seen is played. The same seed and
 * position overlook the same moves. */
#ifndef HENKA_SEARCH_LEVEL_H
#define HENKA_SEARCH_LEVEL_H

#include "search/worker.h"

typedef struct Level {
    uint32_t nodes;    /* of a search at most; 0: no cap */
    uint8_t depth;     /* in plies at most; 0: no cap */
    uint8_t overlooks; /* in a hundred of the moves that are hardest to see, in most games */
    /* The same on boards of more than 128 squares: where there are forty captures to see, one more
     * that is overlooked matters less. */
    uint8_t overlooks_large;
} Level;

/* Level 0 and levels there are not: full strength. */
Level level_of(int level);
/* How many nodes a search of so many lines may take, by its own limit and by the level; 0: no cap.
 */
uint64_t level_node_cap(int level, int lines, uint64_t nodes);
/* Likewise of its depth. */
int level_depth_cap(int level, int depth);
/* Sets what the worker overlooks in the search of its root position. seed: HenkaLimits.seed. */
void level_set_up(Worker *, int level, uint64_t seed);
/* Leaves the root moves out that are overlooked, unless the side is in check or sees no other. */
void level_leave_out(Worker *);
/* Are all moves that it sees lost at once? Then it searches again, with none left out. */
bool level_looks_again(const Worker *);

/* Is this move of the worker's position overlooked? */
bool level_overlooks_move(const Worker *, Move);
static inline bool level_overlooks(const Worker *w, Move m) {
    return __builtin_expect(w->overlooks, 0) && level_overlooks_move(w, m);
}

#endif
