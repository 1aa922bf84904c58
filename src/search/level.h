/* level - playing strength weakened on purpose (Stockfish's "Skill Level"), by overlooking the
 * moves that a person of that strength misses. A level searches no deeper than its depth and no
 * more than its nodes, and it overlooks moves: a chance that grows with what makes a move hard to
 * see (it goes far, backward, aslant, it drops, it takes several). An overlooked move is neither
 * played nor expected from the opponent in this search. Among the other moves the best is played.
 * The same seed and position overlook the same moves. */
#ifndef HENKA_SEARCH_LEVEL_H
#define HENKA_SEARCH_LEVEL_H

#include "search/worker.h"

typedef struct Level {
    uint32_t nodes;    /* maximum nodes of a search; 0: no limit */
    uint8_t depth;     /* in plies at most; 0: no cap */
    uint8_t overlooks; /* percentage of the hardest moves that is overlooked, before
                          HenkaVariant.level_overlooks scales it */
    /* The percentage on boards of more than 128 squares. It is higher, because with forty captures
     * to see, one overlooked capture matters less. */
    uint8_t overlooks_large;
} Level;

/* Level 0 and unknown levels: full strength. */
Level level_of(int level);
/* The most nodes of a search of `lines` lines, by its own limit and by the level; 0: no cap. */
uint64_t level_node_cap(int level, int lines, uint64_t nodes);
/* The greatest depth of a search, by its own limit and by the level; 0: no cap. */
int level_depth_cap(int level, int depth);
/* Sets the worker's chances of overlooking moves in the search of its root position. seed:
 * HenkaLimits.seed. */
void level_set_up(Worker *, int level, uint64_t seed);
/* Removes overlooked moves from the root moves, unless the side is in check or sees no other
 * move. */
void level_leave_out(Worker *);
/* Do all moves that it sees lose at once? Then the engine searches again with every root move. */
bool level_looks_again(const Worker *);

/* Is this move of the worker's position overlooked? */
bool level_overlooks_move(const Worker *, Move);
static inline bool level_overlooks(const Worker *w, Move m) {
    return __builtin_expect(w->overlooks, 0) && level_overlooks_move(w, m);
}

#endif
