/* net_part - some of the hidden numbers in both views at once, in registers while a move's edits go by. For net_sum.c and accumulate.c.
 *
 * Limits   width is NET_BLOCK or NET_USUAL; what is given as a constant is compiled as one.
 */
#ifndef HENKA_EVAL_NET_PART_H
#define HENKA_EVAL_NET_PART_H

#include "eval/net.h"

enum { NET_BLOCK = 16, NET_PART_BLOCKS = NET_USUAL / NET_BLOCK };
#define EACH_WIDTH static inline __attribute__((always_inline))

/* Unsigned, for sums may wrap. */
typedef uint16_t NetBlock __attribute__((vector_size(NET_BLOCK * sizeof(int16_t)), aligned(NET_BLOCK * sizeof(int16_t)), may_alias));

typedef struct NetPart {
    int first, width, hidden; /* from which number on, how many; of the network */
} NetPart;

typedef struct NetPartSum {
    NetBlock view[2][NET_PART_BLOCKS];
} NetPartSum;

EACH_WIDTH NetPartSum net_part_load(NetPart at, const NetSum *from) {
    NetPartSum sum;
    for (int view = 0; view < 2; view++)
        for (int b = 0; b < at.width / NET_BLOCK; b++) sum.view[view][b] = ((const NetBlock *)(from->hidden[view] + at.first))[b];
    return sum;
}

EACH_WIDTH void net_part_store(NetPart at, const NetPartSum *sum, NetSum *to) {
    for (int view = 0; view < 2; view++)
        for (int b = 0; b < at.width / NET_BLOCK; b++) ((NetBlock *)(to->hidden[view] + at.first))[b] = sum->view[view][b];
}

EACH_WIDTH void net_part_row(NetPart at, NetPartSum *sum, int view, const int16_t *row, bool on) {
    const NetBlock *blocks = (const NetBlock *)row;
    for (int b = 0; b < at.width / NET_BLOCK; b++) sum->view[view][b] = on ? sum->view[view][b] + blocks[b] : sum->view[view][b] - blocks[b];
}

EACH_WIDTH void net_part_man(const Net *net, NetPart at, NetPartSum *sum, int square, Piece piece, bool on) {
    const int16_t *input = net->input + at.first;
    ptrdiff_t way = (ptrdiff_t)square * at.hidden;
    net_part_row(at, sum, 0, input + net->piece_row[0][piece] + way, on);
    net_part_row(at, sum, 1, input + net->piece_row[1][piece] - way, on);
}

/* A square's piece changes. */
EACH_WIDTH void net_part_piece(const Net *net, NetPart at, NetPartSum *sum, int square, Piece was, Piece now) {
    if (was) net_part_man(net, at, sum, square, was, false);
    if (now) net_part_man(net, at, sum, square, now, true);
}

/* One man more or less in hand: the topmost step comes or goes. */
EACH_WIDTH void net_part_hand(const Net *net, NetPart at, NetPartSum *sum, int side, int index, int was, int now) {
    int step = now > was ? was : now;
    assert(was - now == 1 || now - was == 1);
    if (step >= NET_HAND_STEPS) return;
    const int16_t *input = net->input + at.first + (ptrdiff_t)(index * NET_HAND_STEPS + step) * at.hidden;
    for (int view = 0; view < 2; view++) {
        if (now > was)
            net_part_row(at, sum, view, input + net->hand_row[view][side], true);
        else
            net_part_row(at, sum, view, input + net->hand_row[view][side], false);
    }
}

#endif
