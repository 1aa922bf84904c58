/* net - a small neural network, efficiently updatable (NNUE), added to the evaluation of eval.h.
 *
 * Shapes   Two views of the position, each side's own, the board turned so that forward is forward.
 *
 *            inputs of a view     accumulator        clipped, squared      output
 *            (0 or 1, few are 1)  hidden numbers     0..1                  of the bucket
 *            mover's  ---------->  [hidden]  ----------------------+
 *               input_weights, bias                                 +--->  one number
 *            other's  ---------->  [hidden]  ----------------------+
 *
 *          An input (a feature; the feature set does not depend on the royals' squares) is active
 *          or not: a piece: ((enemy ? type_count : 0) + type - 1) * squares + square as the side
 *          sees it (squares - 1 - square for gote); a hand, behind all pieces: ((enemy ? hand_count
 *          : 0) + hand index) * NET_HAND_STEPS + k, for every k < min(held, NET_HAND_STEPS).
 *          hidden[h] = bias[h] + sum of input_weights[i][h] over the inputs that are there. Below 0
 *          it counts 0, above NET_QA it counts NET_QA; then it is squared (SCReLU). The output is
 *          the product of both views, the mover's first, with the bucket's row, plus the bucket's
 *          bias. A bucket goes by the pieces left on the board.
 * Units    Quantised: input_weights and bias: NET_QA is 1; output_weights: NET_QB is 1;
 *          output_bias: NET_QA * NET_QB is 1; an output of 1 is NET_SCALE hundredths of a pawn.
 * Owner    net_new and net_read allocate one block, net_free (or free) frees it. A Net is
 *          read-only afterwards.
 * Threads  A Net may be shared; an accumulator belongs to one thread.
 * Limits   hidden is a multiple of 16, at most NET_HIDDEN; |output_weights| <= NET_OUTPUT_MOST, so
 *          that 16 bits hold a product with NET_QA. The trainer keeps |bias + sum| of every
 *          position met below 2^15; beyond that the sum wraps, and only the score suffers.
 * Errors   net_read: NULL, and the reason, unless the file is intact and made for this board, these
 *          kinds with these moves, and these hands.
 * Source   Yu Nasu, Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
 *          Shogi (2018); chessprogramming wiki, "NNUE".
 */
#ifndef HENKA_EVAL_NET_H
#define HENKA_EVAL_NET_H

#include "position/position.h"

enum {
    NET_HIDDEN = 128,   /* most hidden numbers */
    NET_USUAL = 32,     /* hidden numbers of the delivered networks; code for this width is compiled
                           separately */
    NET_BUCKETS = 8,    /* rows of output weights, by pieces left */
    NET_HAND_STEPS = 8, /* up to this number of a kind in a hand has inputs */
    NET_QA = 255,       /* 1 in quantised input weights and in the accumulator */
    NET_QB = 64,        /* 1 in output weights */
    NET_OUTPUT_MOST = 127, /* greatest absolute value of an output weight */
    NET_SCALE = 1024,      /* an output of 1 in hundredths of a pawn */
    NET_ACTIVE =
        2 * (MAX_SQUARES + MAX_HAND_TYPES * NET_HAND_STEPS), /* maximum number of active inputs */
};

typedef struct Net {
    int hidden;               /* numbers of the hidden layer, a view */
    int inputs;               /* number of inputs of a view */
    int pieces_at_start;      /* on the board: what the buckets go by */
    int16_t *input_weights;   /* [inputs][hidden], the feature transformer */
    int16_t bias[NET_HIDDEN]; /* of the hidden layer: its values without any input */
    int16_t output_weights[NET_BUCKETS]
                          [2 * NET_HIDDEN]; /* [bucket][mover's h, then from `hidden` on the
                                               other's] */
    int32_t output_bias[NET_BUCKETS];
    /* Where in input_weights an input's row begins, by table: of a piece at piece_row[piece][0] +
     * square * hidden in sente's view and at piece_row[piece][1] - square * hidden in gote's; of
     * hands from hand_row[view][owner] on. */
    int32_t piece_row[256][2], hand_row[2][2];
    uint8_t bucket[MAX_SQUARES + 1]; /* [pieces left on the board] */
    uint64_t file_hash;              /* hash of the bytes that net_read read; 0: made by net_new */
} Net;

/* The hidden layer of one position before clipping: what is updated move by move. */
typedef struct NetAccumulator {
    _Alignas(64) int16_t hidden[2][NET_HIDDEN]; /* [side's view] */
} NetAccumulator;

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
static inline int net_bucket_of(int pieces, int pieces_at_start) {
    return pieces <= 0                 ? 0
           : pieces >= pieces_at_start ? NET_BUCKETS - 1
                                       : (pieces - 1) * NET_BUCKETS / pieces_at_start;
}

Net *net_new(const HenkaVariant *, int hidden); /* all 0 */
void net_free(Net *);
char *net_write(const HenkaVariant *, const Net *, size_t *length); /* the caller frees it */
Net *net_read(const HenkaVariant *, const char *bytes, size_t length, HenkaError *);

/* The accumulator of this position from nothing. */
void net_refresh(const Net *, const Position *, NetAccumulator *);
/* After a move from before it, by the move's edits. before and after may be the same. */
void net_update(const Net *, const Edits *, const NetAccumulator *before, NetAccumulator *after);
/* For the side to move, hundredths of a pawn. */
int net_score(const Net *, const Position *, const NetAccumulator *);

#endif
