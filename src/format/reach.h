/* reach - finds for each type of piece the ranks and files where it may ever stand, and whether it
 * ever moves and promotes there. checks.c uses this to warn an author of idle pieces.
 *
 * Shapes   Bits of ranks and files as the piece's side sees them: bit 0 is nearest, or leftmost.
 * Limits   The result is an upper bound. Ranks and files are followed separately, other pieces and
 *          conditions of moves are ignored, and a piece whose diagram is not complete is assumed to
 *          reach everything. So a type may reach less than the result says, but never more.
 */
#ifndef HENKA_FORMAT_REACH_H
#define HENKA_FORMAT_REACH_H

#include "format/draft.h"

typedef struct Reach {
    uint64_t ranks, files; /* where the type may stand; ranks 0: it never enters the game */
    bool moves;            /* the type has a move from a square where it may stand */
    bool promotes;         /* the type may become another type by promoting or turning over */
    bool moves_at_all;     /* the type moves from some square, maybe one never reached */
    int least_forward;     /* least number of ranks that a move goes forward; 0: a move goes
                              sideways; negative: a move goes back */
} Reach;

/* Fills `reach` by type. False: memory or the text's budget ran out, `reach` is meaningless. */
bool reach_find(const Draft *, Reach reach[MAX_TYPES]);

#endif
