/* The sums of the hidden layer and what they say. Plain loops over whole blocks of 16 numbers,
 * which the compiler turns into vectors. */
#include "eval/net_part.h"

#include "base/compiler.h"

#include <string.h>

enum { TILE_BLOCKS = 4 };

/* Some blocks stay in registers while all rows go by. */
static FORCE_INLINE void tile_sum(const Net *net, int first, int blocks, const uint16_t *active,
                                  int count, int16_t *sums) {
    NetBlock sum[TILE_BLOCKS];
    const int16_t *input = net->input + first;
    for (int b = 0; b < blocks; b++) sum[b] = ((const NetBlock *)(sums + first))[b];
    for (int i = 0; i < count; i++)
        for (int b = 0; b < blocks; b++)
            sum[b] += ((const NetBlock *)(input + (size_t)active[i] * (size_t)net->hidden))[b];
    for (int b = 0; b < blocks; b++) ((NetBlock *)(sums + first))[b] = sum[b];
}

void net_refresh(const Net *net, const Position *p, NetSum *sum) {
    uint16_t active[NET_ACTIVE];
    for (int view = 0; view < 2; view++) {
        int count = net_active(p, view, active), first = 0;
        memcpy(sum->hidden[view], net->bias, sizeof net->bias);
        for (; first + TILE_BLOCKS * NET_BLOCK <= net->hidden; first += TILE_BLOCKS * NET_BLOCK)
            tile_sum(net, first, TILE_BLOCKS, active, count, sum->hidden[view]);
        for (; first < net->hidden; first += NET_BLOCK)
            tile_sum(net, first, 1, active, count, sum->hidden[view]);
    }
}

/* ---- following a move ---- */

static FORCE_INLINE void part_update(const Net *net, NetPart at, const Edits *edits,
                                     const NetSum *before, NetSum *after) {
    NetPartSum sum = net_part_load(at, before);
#pragma GCC unroll 1
    for (int i = 0; i < edits->board_count; i++)
        net_part_piece(net, at, &sum, edits->board[i].square, edits->board[i].was,
                       edits->board[i].now);
#pragma GCC unroll 1
    for (int i = 0; i < edits->hand_count; i++)
        net_part_hand(net, at, &sum, edits->hand[i].side, edits->hand[i].index, edits->hand[i].was,
                      edits->hand[i].now);
    net_part_store(at, &sum, after);
}

void net_update(const Net *net, const Edits *edits, const NetSum *before, NetSum *after) {
    int first = 0, hidden = net->hidden;
    for (; first + NET_USUAL <= hidden; first += NET_USUAL)
        part_update(net, (NetPart){first, NET_USUAL, hidden}, edits, before, after);
    if (first < hidden) part_update(net, (NetPart){first, NET_BLOCK, hidden}, edits, before, after);
}

/* ---- what it says ---- */

int net_score(const Net *net, const Position *p, const NetSum *sum) {
    return net->hidden == NET_USUAL ? net_out(net, NET_USUAL, p, sum)
                                    : net_out(net, net->hidden / NET_BLOCK * NET_BLOCK, p, sum);
}
