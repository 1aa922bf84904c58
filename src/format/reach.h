/* reach - for each type, the ranks and files where it may ever stand, and whether it ever moves and
 * promotes there. Used by the checks that warn an author of idle pieces.
 *
 * Shapes   Ranks and files are bits, as seen by the piece's own side: bit 0 is the nearest rank,
 *          the leftmost file.
 * Limits   The result is an upper bound. Ranks and files are followed separately, other pieces and
 *          conditions of moves are ignored, and a piece whose diagram is not complete is assumed to
 *          reach everything. So a type may reach less than the result says, but never more.
 */
#ifndef HENKA_FORMAT_REACH_H
#define HENKA_FORMAT_REACH_H

#include "format/draft.h"

typedef struct Reach {
    uint64_t ranks, files; /* where it may stand; ranks 0: it never enters the game */
    bool moves;            /* it has a move from one of these squares */
    bool promotes;         /* it may become another type by promoting or turning over */
    bool moves_at_all;     /* it has a move from some square of the board, even one that it never
                              reaches */
    int least_forward;     /* least number of ranks that a move goes forward; 0 or less: it can move
                              sideways or back */
} Reach;

/* Fills `reach` by type. Returns false, and nothing is known, if memory or the text's budget runs
 * out. */
bool reach_find(const Draft *, Reach reach[MAX_TYPES]);

#endif
