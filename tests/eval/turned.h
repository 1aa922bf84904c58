/* turned - the same position seen from the other side of the board. */
#ifndef TESTS_EVAL_TURNED_H
#define TESTS_EVAL_TURNED_H

#include "position/position.h"

static inline Position turned(const Position *p) {
    Position q;
    position_clear(&q, p->variant);
    for (int square = 0; square < p->variant->squares; square++)
        if (p->board[square])
            position_put(&q, p->variant->squares - 1 - square, (Piece)(p->board[square] ^ 128));
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p->variant->hand_count; i++)
            position_set_hand(&q, !side, i, p->hand[side][i]);
    position_set_side(&q, !p->side);
    return q;
}

#endif
