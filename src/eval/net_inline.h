/* net_inline - the arithmetic of the network's accumulator and output, inlined into the functions
 * that apply a move's edits (eval.c), so that the hidden numbers stay in registers.
 *
 * Shapes   A NetUsual is the hidden numbers of both views, for a network with NET_USUAL of them.
 */
#ifndef HENKA_EVAL_NET_INLINE_H
#define HENKA_EVAL_NET_INLINE_H

#include "base/compiler.h"
#include "eval/net.h"

enum { NET_BLOCK = 16 };

/* NET_BLOCK hidden numbers in one vector. Unsigned, since sums may wrap. */
typedef uint16_t NetBlock __attribute__((vector_size(NET_BLOCK * sizeof(int16_t)),
                                         aligned(NET_BLOCK * sizeof(int16_t)), may_alias));

/* ---- networks of the usual width, with each block named, so that all stay in registers ---- */

typedef struct NetUsual {
    NetBlock sente[2], gote[2];
} NetUsual;
_Static_assert(NET_USUAL == 2 * NET_BLOCK, "two blocks a view");

static FORCE_INLINE NetUsual net_usual_load(const NetAccumulator *from) {
    const NetBlock *sente = (const NetBlock *)from->hidden[0],
                   *gote = (const NetBlock *)from->hidden[1];
    return (NetUsual){{sente[0], sente[1]}, {gote[0], gote[1]}};
}

static FORCE_INLINE void net_usual_store(const NetUsual *sum, NetAccumulator *to) {
    NetBlock *sente = (NetBlock *)to->hidden[0], *gote = (NetBlock *)to->hidden[1];
    sente[0] = sum->sente[0], sente[1] = sum->sente[1], gote[0] = sum->gote[0],
    gote[1] = sum->gote[1];
}

static FORCE_INLINE void net_usual_rows(NetUsual *sum, const int16_t *sente_row,
                                        const int16_t *gote_row, bool on) {
    const NetBlock *sente = (const NetBlock *)sente_row, *gote = (const NetBlock *)gote_row;
    if (on)
        sum->sente[0] += sente[0], sum->sente[1] += sente[1], sum->gote[0] += gote[0],
            sum->gote[1] += gote[1];
    else
        sum->sente[0] -= sente[0], sum->sente[1] -= sente[1], sum->gote[0] -= gote[0],
            sum->gote[1] -= gote[1];
}

static FORCE_INLINE void net_usual_piece(const Net *net, NetUsual *sum, int square, Piece piece,
                                         bool on) {
    ptrdiff_t offset = square * NET_USUAL;
    net_usual_rows(sum, net->input_weights + (net->piece_row[piece][0] + offset),
                   net->input_weights + (net->piece_row[piece][1] - offset), on);
}

/* Adds (`on` is true) or removes the input of the `topmost`-th piece of a type in a hand. Pieces
 * beyond NET_HAND_STEPS have no input, so nothing changes. */
static FORCE_INLINE void net_usual_hand(const Net *net, NetUsual *sum, int side, int index,
                                        int topmost, bool on) {
    if (topmost > NET_HAND_STEPS) return;
    const int16_t *input = net->input_weights + (index * NET_HAND_STEPS + topmost - 1) * NET_USUAL;
    net_usual_rows(sum, input + net->hand_row[0][side], input + net->hand_row[1][side], on);
}

/* ---- the output ---- */

/* A clipped hidden number x is at most NET_QA, and a weight w at most NET_OUTPUT_MOST: x * w fits
 * 16 bits, and the sum of x * w * x over two views of NET_HIDDEN fits 32 bits. */
_Static_assert(NET_QA *NET_OUTPUT_MOST <= INT16_MAX, "a product fits 16 bits");
_Static_assert(2ll * NET_HIDDEN * NET_QA * NET_QA * NET_OUTPUT_MOST <= INT32_MAX,
               "the sum fits 32 bits");

static FORCE_INLINE int32_t net_out_one(int16_t hidden, int16_t weight) {
    int16_t x = hidden < 0 ? 0 : hidden > NET_QA ? NET_QA : hidden, product = (int16_t)(x * weight);
    return product * x;
}

/* Computes the output before scaling. The version for Clang has one sum for both sides, because for
 * two sums Clang uses narrower registers. The version for other compilers has a sum for each side,
 * because only then do they turn a block into one multiply-and-add. Clang with assertions takes
 * that version too: the sanitizers of such builds prevent vectorizing anyway. */
static FORCE_INLINE int32_t net_out_both(const Net *net, const NetAccumulator *sum, int side,
                                         int bucket, int hidden) {
    const int16_t *weights = net->output_weights[bucket], *mine = sum->hidden[side],
                  *theirs = sum->hidden[!side];
    int32_t my_out = 0, their_out = 0;
#if defined __clang__ && defined NDEBUG
#pragma clang loop vectorize_width(16) interleave_count(1)
    for (int h = 0; h < hidden; h++)
        my_out += net_out_one(mine[h], weights[h]) + net_out_one(theirs[h], weights[hidden + h]);
#else
    for (int h = 0; h < hidden; h++) my_out += net_out_one(mine[h], weights[h]);
    for (int h = 0; h < hidden; h++) their_out += net_out_one(theirs[h], weights[hidden + h]);
#endif
    return my_out + their_out;
}

static FORCE_INLINE int net_out(const Net *net, int hidden, const Position *p,
                                const NetAccumulator *sum) {
    int bucket = net->bucket[p->piece_count[0] + p->piece_count[1]];
    int64_t out = net_out_both(net, sum, p->side, bucket, hidden) / NET_QA +
                  (int64_t)net->output_bias[bucket];
    return (int)(out * NET_SCALE / (NET_QA * NET_QB));
}

#endif
