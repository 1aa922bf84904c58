/* cover - which squares a side attacks on a larger board: by plain runs known from the start, by
 * anything else when asked, and asked once.
 *
 * Owner    Good for one position; nothing is kept beyond it.
 */
#ifndef HENKA_RULES_COVER_H
#define HENKA_RULES_COVER_H

#include "base/bitboard256.h"
#include "position/position.h"

typedef struct Cover {
    Bitboard256 attacked, asked; /* asked: and those known not to be attacked */
    int by;
} Cover;

void cover_ask(Cover *, const Position *, int square);

/* As square_attacked. */
static inline bool cover_holds(Cover *c, const Position *p, int square) {
    if (!bb256_has(c->attacked.w, square) && !bb256_has(c->asked.w, square))
        cover_ask(c, p, square);
    return bb256_has(c->attacked.w, square);
}

#endif
