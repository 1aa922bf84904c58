/* turned - a position seen from the other side: the board turned round, hands and move exchanged.
 */
#ifndef TESTS_TURNED_H
#define TESTS_TURNED_H

#include "position/position.h"

static inline Position turned(const Position *p) {
    Position q;
    const HenkaVariant *v = p->variant;
    position_clear(&q, v);
    for (int square = 0; square < v->squares; square++)
        if (p->board[square])
            position_put(&q, v->squares - 1 - square, (Piece)(p->board[square] ^ 128));
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < v->hand_count; i++) position_set_hand(&q, !side, i, p->hand[side][i]);
    position_set_side(&q, !p->side);
    position_set_skipped(&q, (p->skipped & 1) << 1 | (p->skipped >> 1 & 1) | (p->skipped & STRUCK));
    return q;
}

#endif
