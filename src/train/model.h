/* model - the network of eval/net.h in floats while it is trained: forward, backward, and to and
 * from whole numbers.
 *
 * Shapes   1.0 is NET_QA of an input's number or a bias, and NET_QB of an output's. The slopes
 *          (the gradient of the loss by each number) have the shape of the model itself.
 *            input  [inputs][hidden]        a row for each input there may be
 *            bias   [hidden]
 *            output [bucket][view][hidden]  view 0 is the mover's, 1 the other side's
 * Owner    model_new and model_rows allocate; model_free, and free() for rows.
 * Limits   hidden is a multiple of MODEL_LANES.
 */
#ifndef HENKA_TRAIN_MODEL_H
#define HENKA_TRAIN_MODEL_H

#include "eval/net.h"

enum { MODEL_LANES = 16 }; /* floats that are worked on at once */

/* All numbers but the inputs', all floats, so that one loop steps them. */
typedef struct ModelTop {
    _Alignas(64) float bias[NET_HIDDEN];
    float output[NET_BUCKETS][2][NET_HIDDEN], output_bias[NET_BUCKETS];
} ModelTop;

typedef struct Model {
    ModelTop top;
    int hidden, inputs;
    float *input; /* [inputs][hidden] */
} Model;

/* One position on its way through the model. */
typedef struct Pass {
    int count;                      /* of the inputs that are there, the same in both views */
    int bucket;                     /* by the pieces on the board */
    uint16_t active[2][NET_ACTIVE]; /* [view][count]: those inputs, in the model's numbering */
    _Alignas(64) float hidden[2][NET_HIDDEN]; /* [view]: filled by model_forward, before clipping */
} Pass;

Model *model_new(int inputs, int hidden); /* all 0; NULL: no memory */
void model_free(Model *);
float *model_rows(size_t count, int hidden); /* of 0, aligned; NULL: no memory */
/* The network's output, 1.0 being NET_SCALE hundredths of a pawn for the mover. */
float model_forward(const Model *, Pass *);
/* After model_forward: adds to `slopes` what the loss changes with each number, where it changes by
 * `slope` with the output. */
void model_backward(const Model *, const Pass *, float slope, Model *slopes);
Net *model_to_net(const Model *, const HenkaVariant *); /* NULL: no memory */
void model_from_net(Model *, const Net *);

#endif
