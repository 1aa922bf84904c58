/* net - a small trained network that stands on the linear evaluation: what it says is added to the
 * sum of eval.h.
 *
 * Shapes   Two views of the position, each side's own, the board turned so that forward is forward.
 *          A view's inputs, each there or not:
 *            a piece: ((enemy ? type_count : 0) + type - 1) * squares + square as the side sees it
 *            (squares - 1 - square for gote); a hand, behind all pieces: ((enemy ? hand_count : 0)
 *            + hand index) * NET_HAND_STEPS + k, for every k < min(held, NET_HAND_STEPS).
 *          hidden[h] = bias[h] + sum of input[i][h] over the inputs there; what is below 0 counts
 *          0, what is above NET_ONE counts NET_ONE; squared. Out: the two views' hidden halves, the
 *          mover's first, times the bucket's row. A bucket goes by the men left on the board.
 * Units    input and bias: NET_ONE is 1; output: NET_WEIGHT is 1; output_bias: NET_ONE * NET_WEIGHT
 *          is 1; what comes out is worth NET_SCALE hundredths of a pawn for each 1.
 * Owner    net_new and net_read allocate one block, net_free (or free) frees it. A Net is read-only
 *          afterwards.
 * Threads  A Net may be shared; a NetSum belongs to one thread.
 * Limits   hidden is a multiple of 16, at most NET_HIDDEN; |output| <= NET_OUTPUT_MOST, so that 16
 *          bits hold a product with NET_ONE. The trainer keeps |bias + sum| of every position met
 *          below 2^15; beyond that the sum wraps, and only the score suffers.
 * Errors   net_read: NULL unless the file holds together and is about this board, these kinds with
 *          these moves, and these hands.
 * Source   Yu Nasu, Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
 *          Shogi (2018).
 */
#ifndef HENKA_EVAL_NET_H
#define HENKA_EVAL_NET_H

#include "position/position.h"

enum {
    NET_HIDDEN = 128,
    NET_USUAL = 32, /* of the networks delivered: arithmetic of its own */
    NET_BUCKETS = 8,
    NET_HAND_STEPS = 8,
    NET_ONE = 255,
    NET_WEIGHT = 64,
    NET_OUTPUT_MOST = 127,
    NET_SCALE = 1024,
    NET_ACTIVE =
        2 * (MAX_SQUARES + MAX_HAND_TYPES * NET_HAND_STEPS), /* most inputs there at once */
};

typedef struct Net {
    int hidden, inputs, men_full; /* men on the board at the start: what the buckets go by */
    int16_t *input;               /* [inputs][hidden] */
    int16_t bias[NET_HIDDEN];
    int16_t output[NET_BUCKETS]
                  [2 * NET_HIDDEN]; /* [bucket][mover's h, then from `hidden` on the other's] */
    int32_t output_bias[NET_BUCKETS];
    /* Where the inputs' numbers are, by table: of a piece at piece_row[piece][0] + square * hidden
     * in sente's view, at piece_row[piece][1] - square * hidden in gote's; of hands from
     * hand_row[view][owner] on. bucket goes by men left. */
    int32_t piece_row[256][2], hand_row[2][2];
    uint8_t bucket[MAX_SQUARES + 1];
} Net;

typedef struct NetSum {
    _Alignas(64) int16_t hidden[2][NET_HIDDEN]; /* [side's view] */
} NetSum;

int net_inputs(const HenkaVariant *);
static inline int net_input_piece(const HenkaVariant *v, int view, Piece piece, int square) {
    int kind = (piece_side(piece) != view ? v->type_count : 0) + piece_type(piece) - 1;
    return kind * v->squares + (view == HENKA_SENTE ? square : v->squares - 1 - square);
}
static inline int net_input_hand(const HenkaVariant *v, int view, int owner, int index, int step) {
    return 2 * v->type_count * v->squares +
           ((owner != view ? v->hand_count : 0) + index) * NET_HAND_STEPS + step;
}
/* All inputs there in this side's view; returns how many. */
int net_active(const Position *, int view, uint16_t active[NET_ACTIVE]);
int net_bucket(const Position *);
static inline int net_bucket_of(int men, int men_full) {
    return men <= 0 ? 0 : men >= men_full ? NET_BUCKETS - 1 : (men - 1) * NET_BUCKETS / men_full;
}

Net *net_new(const HenkaVariant *, int hidden); /* all 0 */
void net_free(Net *);
char *net_write(const HenkaVariant *, const Net *, size_t *length); /* to free() */
Net *net_read(const HenkaVariant *, const char *bytes, size_t length);

void net_refresh(const Net *, const Position *, NetSum *);
/* From the sum before a move. before and after may be the same. */
void net_update(const Net *, const Edits *, const NetSum *before, NetSum *after);
/* For the side to move, hundredths of a pawn. */
int net_score(const Net *, const Position *, const NetSum *);

#endif
