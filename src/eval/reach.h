/* reach - how likely a piece gets where, on a board filled at random: the leg program walked once
 * with probabilities in place of men.
 *
 * Shapes   Offsets are seen by the piece's own side: dx to its right, dy forward. A map covers
 *          -REACH_SPAN..REACH_SPAN either way. move[] and attack[] hold, per offset, the chance of
 *          the best term, given an empty square or an enemy at its end.
 * Limits   Paths less likely than REACH_LEAST are not followed.
 */
#ifndef HENKA_EVAL_REACH_H
#define HENKA_EVAL_REACH_H

#include "variant/variant.h"

enum { REACH_SPAN = 31, REACH_SIDE = 2 * REACH_SPAN + 1 };
#define REACH_LEAST 0.02f

typedef struct Reach {
    int left, right, back,
        forward;        /* how many squares the board goes on each way; REACH_SPAN at most */
    float empty, enemy; /* chances of any one square */
    float move[REACH_SIDE][REACH_SIDE], attack[REACH_SIDE][REACH_SIDE]; /* [dy][dx] + REACH_SPAN */
} Reach;

/* The chances of a square being empty, or an enemy's, halfway through a game of this variant. */
void reach_fill(const HenkaVariant *, Reach *);
/* Room on the board around `square`, for sente. */
void reach_bound(const HenkaVariant *, int square, Reach *);
/* Room on a board without edges. */
void reach_unbound(const HenkaVariant *, Reach *);
/* Clears both maps inside the room and walks the type's program. */
void reach_walk(const HenkaVariant *, int type, Reach *);

static inline float reach_move(const Reach *r, int dx, int dy) {
    return r->move[dy + REACH_SPAN][dx + REACH_SPAN];
}
static inline float reach_attack(const Reach *r, int dx, int dy) {
    return r->attack[dy + REACH_SPAN][dx + REACH_SPAN];
}

#endif
