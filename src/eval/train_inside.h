/* train_inside - what the files of train share: positions kept, the numbering of inputs, the
 * network in floats, the descent.
 *
 * Shapes   A Model's numbers in floats: 1 is NET_ONE of an input or a bias, NET_WEIGHT of an
 *          output. Its slopes have the same shape. A Pass is one position on its way through: [0]
 *          the mover's view, [1] the other's.
 */
#ifndef HENKA_EVAL_TRAIN_INSIDE_H
#define HENKA_EVAL_TRAIN_INSIDE_H

#include "eval/train.h"

enum { TRAIN_GROUPS = 3, LANES = 16 };

typedef struct TrainPosition {
    uint32_t first; /* of its inputs, sente's view */
    uint16_t count;
    uint8_t side, bucket;
    int16_t linear, score; /* for the side to move, as the result is */
    uint8_t result;
    bool held_out;
} TrainPosition;

typedef struct TrainInputs {
    int count, group_count;
    uint16_t *seen[2][2];         /* [view][mirrored][input of sente's view] */
    int32_t *group[TRAIN_GROUPS]; /* [][input]: the part it shares, -1 none */
    bool mirrors;
} TrainInputs;

struct Train {
    HenkaVariant *variant;
    TrainInputs inputs;
    TrainPosition *positions;
    uint16_t *active;
    size_t count, cap, active_count, active_cap;
    int most_active;
};

/* All floats, so that one loop steps them. */
typedef struct ModelTop {
    _Alignas(64) float bias[NET_HIDDEN];
    float output[NET_BUCKETS][2][NET_HIDDEN], output_bias[NET_BUCKETS];
} ModelTop;

typedef struct Model {
    ModelTop top;
    int hidden, inputs;
    float *input; /* [inputs][hidden] */
} Model;

typedef struct Pass {
    int count, bucket;
    uint16_t active[2][NET_ACTIVE];
    _Alignas(64) float hidden[2][NET_HIDDEN];
} Pass;

/* ---- train_inputs.c ---- */
bool train_inputs_number(TrainInputs *, const HenkaVariant *);
void train_inputs_free(TrainInputs *);

/* ---- train_model.c ---- */
Model *model_new(int inputs, int hidden); /* all 0 */
void model_free(Model *);
float *model_rows(size_t count, int hidden); /* of 0, aligned, to free() */
float model_forward(const Model *, Pass *);
/* After model_forward: adds the slopes, when out's own is `slope`. */
void model_backward(const Model *, const Pass *, float slope, Model *slopes);
Net *model_to_net(const Model *, const HenkaVariant *);
void model_from_net(Model *, const Net *);

/* ---- train.c ---- */
void train_pass(const Train *, const TrainPosition *, bool mirrored, Pass *);
double train_target(const TrainPosition *, double score_share, double scale);
double train_cross_entropy(double x, double target);
double train_entropy(double target);
double train_sigmoid(double x);
/* Where the search's scores tell the results best. */
double train_scale(const Train *);

/* ---- train_descent.c: Adam on the parts ---- */
typedef struct Descent Descent;
Descent *descent_new(const Train *, const TrainPlan *);
void descent_free(Descent *);
const Model *descent_model(const Descent *);
/* One step: slopes[thread], summed over a batch, are used up and cleared. share: of the way to the
 * end, 0..1. */
void descent_step(Descent *, Model *const slopes[], int batch, double share);

/* ---- train_threads.c ---- */
enum { TRAIN_THREADS = 64 };
typedef void TrainShare(void *context, int thread);
void train_in_threads(int threads, TrainShare *, void *context);

#endif
