/* net - a small neural network, efficiently updatable (NNUE), added to the evaluation of eval.h.
 *
 * Shapes   Each side has its own view of the position, with the board turned so that forward is
 *          forward.
 *
 *            inputs of a view     accumulator        clipped, squared      output
 *            (0 or 1, few are 1)  hidden numbers     0..1                  of the bucket
 *            mover's  ---------->  [hidden]  ----------------------+
 *               input_weights, bias                                 +--->  one number
 *            other's  ---------->  [hidden]  ----------------------+
 *
 *          An input (a feature) is active or not. Inputs do not depend on the royals' squares.
 *          A piece on a square is the input ((enemy ? type_count : 0) + type - 1) * squares +
 *          square, where the square is from the side's point of view (squares - 1 - square for
 *          gote). Pieces in hand are the inputs ((enemy ? hand_count : 0) + hand index) *
 *          NET_HAND_STEPS + k, for every k < min(held, NET_HAND_STEPS), behind all pieces.
 *          hidden[h] = bias[h] + sum of input_weights[i][h] over the active inputs i. It is
 *          clipped to 0..NET_QA and then squared (SCReLU). The output is the product of both
 *          views, the mover's first, with the bucket's row of weights, plus the bucket's bias.
 *          The number of pieces left on the board decides the bucket.
 * Units    Quantised: input_weights and bias: NET_QA is 1; output_weights: NET_QB is 1;
 *          output_bias: NET_QA * NET_QB is 1; an output of 1 is NET_SCALE hundredths of a pawn.
 * Owner    net_new and net_read allocate one block for net_free. A Net is read-only afterwards.
 * Threads  A Net may be shared; an accumulator belongs to one thread.
 * Limits   hidden is a multiple of 16, at most NET_HIDDEN; |output_weights| <= NET_OUTPUT_MOST, so
 *          that 16 bits hold a product with NET_QA. The trainer keeps |bias + sum| of every
 *          position below 2^15. A larger sum wraps, and only the score suffers.
 * Errors   net_read returns NULL and the reason, unless the file is intact and made for this board,
 *          these types with these moves, and these hands.
 * Source   Yu Nasu, Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
 *          Shogi (2018); chessprogramming wiki, "NNUE".
 */
#ifndef HENKA_EVAL_NET_H
#define HENKA_EVAL_NET_H

#include "position/position.h"

enum {
    NET_HIDDEN = 128,   /* maximum of Net.hidden */
    NET_USUAL = 32,     /* Net.hidden of the delivered networks, which have code of their own */
    NET_BUCKETS = 8,    /* number of rows of output weights, chosen by the number of pieces left */
    NET_HAND_STEPS = 8, /* number of pieces of a type in a hand that have inputs; more have none */
    NET_QA = 255,       /* the integer for 1.0 in quantised input weights and in the accumulator */
    NET_QB = 64,        /* the integer for 1.0 in quantised output weights */
    NET_OUTPUT_MOST = 127, /* greatest absolute value of an output weight */
    NET_SCALE = 1024,      /* hundredths of a pawn for a network output of 1.0 */
    /* most inputs that are active at once in a side's view */
    NET_ACTIVE = 2 * (MAX_SQUARES + MAX_HAND_TYPES * NET_HAND_STEPS),
};

typedef struct Net {
    int hidden;               /* number of hidden numbers for each side's view of the position */
    int inputs;               /* number of inputs for each side's view */
    int pieces_at_start;      /* number of pieces at the start of the game, which decide `bucket` */
    int16_t *input_weights;   /* [input][hidden number]: weight, the feature transformer */
    int16_t bias[NET_HIDDEN]; /* the values of the hidden layer when no input is active */
    /* [bucket][i]: the `hidden` weights of the mover's hidden layer, then the other side's. */
    int16_t output_weights[NET_BUCKETS][2 * NET_HIDDEN];
    int32_t output_bias[NET_BUCKETS];
    /* The index in input_weights at which an input's row begins. A piece on a square:
     * piece_row[piece][0] + square * hidden in sente's view, piece_row[piece][1] - square * hidden
     * in gote's view. The first piece in a hand: hand_row[view][owner of the hand]. */
    int32_t piece_row[256][2], hand_row[2][2];
    uint8_t bucket[MAX_SQUARES + 1]; /* [number of pieces left on the board]: the bucket */
    uint64_t file_hash;              /* hash of the bytes that net_read read; 0: made by net_new */
} Net;

/* The hidden layer of one position before clipping. It is updated move by move. */
typedef struct NetAccumulator {
    _Alignas(64) int16_t hidden[2][NET_HIDDEN]; /* [side]: the hidden numbers in its view */
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
/* Writes the indexes of the inputs that are active in this side's view; returns their number. */
int net_active(const Position *, int view, uint16_t active[NET_ACTIVE]);
int net_bucket(const Position *);
static inline int net_bucket_of(int pieces, int pieces_at_start) {
    return pieces <= 0                 ? 0
           : pieces >= pieces_at_start ? NET_BUCKETS - 1
                                       : (pieces - 1) * NET_BUCKETS / pieces_at_start;
}

Net *net_new(const HenkaVariant *, int hidden); /* all weights are 0; NULL: out of memory */
void net_free(Net *);
/* Returns the contents of a network file, which the caller frees. */
char *net_write(const HenkaVariant *, const Net *, size_t *length);
Net *net_read(const HenkaVariant *, const char *bytes, size_t length, HenkaError *);

/* Computes the accumulator of this position from the whole board. */
void net_refresh(const Net *, const Position *, NetAccumulator *);
/* Computes `after` a move from the accumulator `before` it (may be the same) and the edits. */
void net_update(const Net *, const Edits *, const NetAccumulator *before, NetAccumulator *after);
/* Returns the network's score for the side to move, in hundredths of a pawn. */
int net_score(const Net *, const Position *, const NetAccumulator *);

#endif
