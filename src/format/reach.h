/* reach - where pieces can get to: for each kind the ranks and files where it may ever stand, and
 * whether it ever moves and promotes there. For the checks of a game that is being written.
 *
 * Shapes   Ranks and files are bits, as the piece's own side sees them: bit 0 the nearest rank, the
 *          leftmost file.
 * Limits   Ranks and files are followed apart, other pieces and conditions of a move are not looked
 *          at, and a piece whose moves a diagram doesn't show whole is let through. So a kind may
 *          have less than stands here, but never more.
 */
#ifndef HENKA_FORMAT_REACH_H
#define HENKA_FORMAT_REACH_H

#include "format/draft.h"

typedef struct Reach {
    uint64_t ranks, files; /* where it may stand; 0: it is never in the game */
    bool moves;            /* from one of them at least */
    bool promotes;         /* it may become another kind, or turn over */
    bool moves_at_all;     /* from some square of the board, wherever it stands */
    int least_forward;     /* the fewest ranks that a move of it goes forward, 0 and less: back */
} Reach;

/* By type. false: the work that one text may cost is used up, or memory is, and nothing is
 * known. */
bool reach_find(const Draft *, Reach reach[MAX_TYPES]);

#endif
