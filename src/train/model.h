/* model - the network of eval/net.h in floats while it is trained: forward and backward passes, and
 * conversion to and from the network in whole numbers.
 *
 * Shapes   1.0 stands for NET_QA in the weights of inputs and the biases, and NET_QB in those of
 *          outputs. The slopes (the gradient of the loss by each number) have the model's shape.
 *            input  [inputs][hidden]        a row for each possible input
 *            bias   [hidden]
 *            output [bucket][view][hidden]  view 0: of the side to move, 1: of the other side
 * Owner    model_new and model_rows allocate; model_free frees a Model, free() frees rows.
 * Limits   hidden is a multiple of MODEL_LANES.
 */
#ifndef HENKA_TRAIN_MODEL_H
#define HENKA_TRAIN_MODEL_H

#include "eval/net.h"

enum { MODEL_LANES = 16 }; /* number of floats in one vector operation */

/* All numbers except those of the inputs. All are floats, so that one loop updates them. */
typedef struct ModelTop {
    _Alignas(64) float bias[NET_HIDDEN];
    float output[NET_BUCKETS][2][NET_HIDDEN], output_bias[NET_BUCKETS];
} ModelTop;

typedef struct Model {
    ModelTop top;
    int hidden, inputs;
    float *input; /* [input][hidden unit]: weights of the inputs */
} Model;

/* One position on its way through the model. */
typedef struct Pass {
    int count;                      /* number of active inputs, the same in both views */
    int bucket;                     /* index of the output by the number of pieces on the board */
    uint16_t active[2][NET_ACTIVE]; /* [view][count]: the active inputs, in the model's numbering */
    _Alignas(64) float hidden[2][NET_HIDDEN]; /* [view]: values of the hidden units before clipping,
                                                 filled in by model_forward */
} Pass;

Model *model_new(int inputs, int hidden); /* a model of zeros; NULL: no memory */
void model_free(Model *);
float *model_rows(size_t count, int hidden); /* aligned rows of `hidden` zeros; or NULL */
/* The network's output for the side to move; 1.0 is NET_SCALE hundredths of a pawn. */
float model_forward(const Model *, Pass *);
/* To be called after model_forward. Adds to `slopes` the gradient of the loss by each number;
 * `slope` is its derivative by the output. */
void model_backward(const Model *, const Pass *, float slope, Model *slopes);
Net *model_to_net(const Model *, const HenkaVariant *); /* rounds weights; NULL: no memory */
void model_from_net(Model *, const Net *);

#endif
