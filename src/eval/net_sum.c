/* The sums of the hidden layer and what they say. Plain loops over whole blocks of 16 numbers, which the compiler turns into vectors. */
#include "eval/net_part.h"

#include <string.h>

enum { TILE_BLOCKS = 4 };

/* Some blocks stay in registers while all rows go by. */
EACH_WIDTH void tile_sum(const Net *net, int first, int blocks, const uint16_t *active, int count, int16_t *sums) {
    NetBlock sum[TILE_BLOCKS];
    const int16_t *input = net->input + first;
    for (int b = 0; b < blocks; b++) sum[b] = ((const NetBlock *)(sums + first))[b];
    for (int i = 0; i < count; i++)
        for (int b = 0; b < blocks; b++) sum[b] += ((const NetBlock *)(input + (size_t)active[i] * (size_t)net->hidden))[b];
    for (int b = 0; b < blocks; b++) ((NetBlock *)(sums + first))[b] = sum[b];
}

void net_refresh(const Net *net, const Position *p, NetSum *sum) {
    uint16_t active[NET_ACTIVE];
    for (int view = 0; view < 2; view++) {
        int count = net_active(p, view, active), first = 0;
        memcpy(sum->hidden[view], net->bias, sizeof net->bias);
        for (; first + TILE_BLOCKS * NET_BLOCK <= net->hidden; first += TILE_BLOCKS * NET_BLOCK)
            tile_sum(net, first, TILE_BLOCKS, active, count, sum->hidden[view]);
        for (; first < net->hidden; first += NET_BLOCK) tile_sum(net, first, 1, active, count, sum->hidden[view]);
    }
}

/* ---- following a move ---- */

EACH_WIDTH void part_update(const Net *net, NetPart at, const Edits *edits, const NetSum *before, NetSum *after) {
    NetPartSum sum = net_part_load(at, before);
#pragma GCC unroll 1
    for (int i = 0; i < edits->board_count; i++) net_part_piece(net, at, &sum, edits->board[i].square, edits->board[i].was, edits->board[i].now);
#pragma GCC unroll 1
    for (int i = 0; i < edits->hand_count; i++)
        net_part_hand(net, at, &sum, edits->hand[i].side, edits->hand[i].index, edits->hand[i].was, edits->hand[i].now);
    net_part_store(at, &sum, after);
}

void net_update(const Net *net, const Edits *edits, const NetSum *before, NetSum *after) {
    int first = 0, hidden = net->hidden;
    for (; first + NET_USUAL <= hidden; first += NET_USUAL) part_update(net, (NetPart){first, NET_USUAL, hidden}, edits, before, after);
    if (first < hidden) part_update(net, (NetPart){first, NET_BLOCK, hidden}, edits, before, after);
}

/* ---- what it says ---- */

/* x <= NET_ONE and |w| <= NET_OUTPUT_MOST: x * w fits 16 bits, and the sum of x * w * x over two views of NET_HIDDEN stays below
 * 2 * 128 * 255 * 255 * 127 < 2^31. */
_Static_assert(NET_ONE *NET_OUTPUT_MOST <= INT16_MAX, "a product fits 16 bits");
_Static_assert(2ll * NET_HIDDEN * NET_ONE * NET_ONE * NET_OUTPUT_MOST <= INT32_MAX, "the sum fits 32 bits");

static inline int32_t hidden_out(int16_t hidden, int16_t weight) {
    int16_t x = hidden < 0 ? 0 : hidden > NET_ONE ? NET_ONE : hidden, product = (int16_t)(x * weight);
    return product * x;
}

/* One sum a view: written so, a block is a single multiply-and-add. */
EACH_WIDTH int32_t both_out(const Net *net, const NetSum *sum, int side, int bucket, int hidden) {
    const int16_t *weights = net->output[bucket], *mine = sum->hidden[side], *theirs = sum->hidden[!side];
    int32_t my_out = 0, their_out = 0;
    for (int h = 0; h < hidden; h++) my_out += hidden_out(mine[h], weights[h]);
    for (int h = 0; h < hidden; h++) their_out += hidden_out(theirs[h], weights[hidden + h]);
    return my_out + their_out;
}

int net_score(const Net *net, const Position *p, const NetSum *sum) {
    int bucket = net->bucket[p->men[0] + p->men[1]];
    int hidden = net->hidden / NET_BLOCK * NET_BLOCK;
    int32_t squared = hidden == NET_USUAL ? both_out(net, sum, p->side, bucket, NET_USUAL) : both_out(net, sum, p->side, bucket, hidden);
    int64_t out = squared / NET_ONE + (int64_t)net->output_bias[bucket];
    return (int)(out * NET_SCALE / (NET_ONE * NET_WEIGHT));
}
