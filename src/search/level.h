/* level - playing strength weakened on purpose (Stockfish's "Skill Level"), by overlooking the
 * moves that a person of the same strength would miss. A level limits the depth and the nodes of a
 * search, and it overlooks moves at random. The chance is higher for a move that is hard to see: a
 * move that goes far, backward or aslant, a drop, or a move that takes several pieces. An
 * overlooked move is neither played nor expected from the opponent in this search. The engine plays
 * the best of the other moves. The same seed and position overlook the same moves. */
#ifndef HENKA_SEARCH_LEVEL_H
#define HENKA_SEARCH_LEVEL_H

#include "search/worker.h"

typedef struct Level {
    uint32_t nodes;    /* maximum number of nodes of a search; 0: no limit */
    uint8_t depth;     /* maximum depth in plies; 0: no limit */
    uint8_t overlooks; /* percentage of the hardest moves that is overlooked, before
                          HenkaVariant.level_overlooks scales this percentage */
    /* Like `overlooks`, on boards of more than 128 squares. The percentage is higher there, because
     * with forty captures to see, one overlooked capture matters less. */
    uint8_t overlooks_large;
} Level;

/* Returns the limits of a level. Level 0 and unknown levels have full strength. */
Level level_of(int level);
/* Returns the maximum number of nodes of a search of `lines` lines, from the caller's own limit
 * `nodes` and that of the level; 0: no limit. */
uint64_t level_node_cap(int level, int lines, uint64_t nodes);
/* Returns a search's maximum depth by the caller's limit `depth` and the level's; 0: no limit. */
int level_depth_cap(int level, int depth);
/* Sets the chances of overlooking moves in the worker's search. seed: HenkaLimits.seed. */
void level_set_up(Worker *, int level, uint64_t seed);
/* Removes overlooked root moves, unless the side to move is in check or no other move is left. */
void level_leave_out(Worker *);
/* Do all remaining root moves lose at once? Then the engine searches again with every root move. */
bool level_looks_again(const Worker *);

/* Is this move in the worker's position overlooked? */
bool level_overlooks_move(const Worker *, Move);
static inline bool level_overlooks(const Worker *w, Move m) {
    return __builtin_expect(w->overlooks, 0) && level_overlooks_move(w, m);
}

#endif
