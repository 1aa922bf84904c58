/* The sums of the hidden layer and what they say. Plain loops over whole blocks of 16 numbers, which the compiler turns into vectors. */
#include "eval/net.h"

#include <string.h>

enum { BLOCK = 16, TILE_BLOCKS = 4 };

/* Unsigned, for sums may wrap. */
typedef uint16_t Block __attribute__((vector_size(BLOCK * sizeof(int16_t)), aligned(BLOCK * sizeof(int16_t)), may_alias));

/* Some blocks stay in registers while all rows go by. */
static inline __attribute__((always_inline)) void tile_sum(const Net *net, int first, int blocks, const uint16_t *active, int count, int16_t *sums) {
    Block sum[TILE_BLOCKS];
    const int16_t *input = net->input + first;
    for (int b = 0; b < blocks; b++) sum[b] = ((const Block *)(sums + first))[b];
    for (int i = 0; i < count; i++)
        for (int b = 0; b < blocks; b++) sum[b] += ((const Block *)(input + (size_t)active[i] * (size_t)net->hidden))[b];
    for (int b = 0; b < blocks; b++) ((Block *)(sums + first))[b] = sum[b];
}

void net_refresh(const Net *net, const Position *p, NetSum *sum) {
    uint16_t active[NET_ACTIVE];
    for (int view = 0; view < 2; view++) {
        int count = net_active(p, view, active), first = 0;
        memcpy(sum->hidden[view], net->bias, sizeof net->bias);
        for (; first + TILE_BLOCKS * BLOCK <= net->hidden; first += TILE_BLOCKS * BLOCK)
            tile_sum(net, first, TILE_BLOCKS, active, count, sum->hidden[view]);
        for (; first < net->hidden; first += BLOCK) tile_sum(net, first, 1, active, count, sum->hidden[view]);
    }
}

/* ---- following a move: both views at once ---- */

enum { PART_BLOCKS = 2 };
typedef struct Part {
    Block sum[2][PART_BLOCKS]; /* by view */
} Part;

#define EACH_WIDTH static inline __attribute__((always_inline))

EACH_WIDTH void part_row(Part *part, int blocks, const int16_t *sente, const int16_t *gote, bool on) {
    const Block *rows[2] = {(const Block *)sente, (const Block *)gote};
    for (int view = 0; view < 2; view++)
        for (int b = 0; b < blocks; b++) part->sum[view][b] = on ? part->sum[view][b] + rows[view][b] : part->sum[view][b] - rows[view][b];
}

EACH_WIDTH void part_piece(Part *part, const Net *net, int first, int blocks, Piece piece, int square, bool on) {
    const int16_t *input = net->input + first;
    part_row(part, blocks, input + (ptrdiff_t)net->hidden * (net->piece_first[0][piece] + square),
             input + (ptrdiff_t)net->hidden * (net->piece_first[1][piece] - square), on);
}

/* One man more or less: the topmost step comes or goes. */
EACH_WIDTH void part_hand(Part *part, const Net *net, int first, int blocks, int side, int index, int step, bool on) {
    const int16_t *input = net->input + first;
    int at = index * NET_HAND_STEPS + step;
    if (step < NET_HAND_STEPS)
        part_row(part, blocks, input + (ptrdiff_t)net->hidden * (net->hand_first[0][side] + at),
                 input + (ptrdiff_t)net->hidden * (net->hand_first[1][side] + at), on);
}

EACH_WIDTH void part_update(const Net *net, int first, int blocks, const Edits *edits, const NetSum *before, NetSum *after) {
    Part part;
    for (int view = 0; view < 2; view++)
        for (int b = 0; b < blocks; b++) part.sum[view][b] = ((const Block *)(before->hidden[view] + first))[b];
#pragma GCC unroll 1
    for (int i = 0; i < edits->board_count; i++) {
        Piece was = edits->board[i].was, now = edits->board[i].now;
        if (was) part_piece(&part, net, first, blocks, was, edits->board[i].square, false);
        if (now) part_piece(&part, net, first, blocks, now, edits->board[i].square, true);
    }
#pragma GCC unroll 1
    for (int i = 0; i < edits->hand_count; i++) {
        int was = edits->hand[i].was, now = edits->hand[i].now;
        assert(was - now == 1 || now - was == 1);
        part_hand(&part, net, first, blocks, edits->hand[i].side, edits->hand[i].index, now > was ? was : now, now > was);
    }
    for (int view = 0; view < 2; view++)
        for (int b = 0; b < blocks; b++) ((Block *)(after->hidden[view] + first))[b] = part.sum[view][b];
}

void net_update(const Net *net, const Edits *edits, const NetSum *before, NetSum *after) {
    int first = 0;
    for (; first + PART_BLOCKS * BLOCK <= net->hidden; first += PART_BLOCKS * BLOCK) part_update(net, first, PART_BLOCKS, edits, before, after);
    if (first < net->hidden) part_update(net, first, 1, edits, before, after);
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
    int hidden = net->hidden / BLOCK * BLOCK;
    int32_t squared = hidden == NET_USUAL ? both_out(net, sum, p->side, bucket, NET_USUAL) : both_out(net, sum, p->side, bucket, hidden);
    int64_t out = squared / NET_ONE + (int64_t)net->output_bias[bucket];
    return (int)(out * NET_SCALE / (NET_ONE * NET_WEIGHT));
}
