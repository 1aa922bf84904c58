#include "train/adam.h"

#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float mean_kept = 0.9f, square_kept = 0.999f, least_square = 1e-16f;

/* Adam's state, from adam_new to adam_free. */
struct Adam {
    const Train *train; /* the positions and the numbering of their inputs; the caller's */
    TrainPlan plan;     /* the rates and how they fall */
    Model *model; /* the trained model: weights of an input are own row + rows of its groups */
    Model *part, *mean, *square; /* rows of the inputs, then of the groups: the weights, and Adam's
                                    running means of slopes and of their squares */
    float *group_slope;          /* [group][hidden unit]: gradient by the weights of the groups */
    float limit;                 /* greatest input weight, so that any sum fits 16 bits */
    /* The members below belong to the current step of adam_step. */
    Model *const *slopes; /* by thread: gradient summed over the batch; owned by the caller */
    float share_of_batch; /* 1 / positions of the batch */
    float rate;           /* the learning rate of this step */
    int step;             /* number of steps so far, for Adam's bias correction */
};

/* ---- Adam ---- */

/* 1 / sqrt(x), by the bits of the float and three steps of Newton's method (fast inverse square
 * root): sqrtf would keep the compiler from making vectors of the loop below. */
static inline float inverse_root(float x) {
    union {
        float value;
        uint32_t bits;
    } y = {x};
    y.bits = 0x5F3759DFu - (y.bits >> 1);
    for (int i = 0; i < 3; i++) y.value *= 1.5f - 0.5f * x * y.value * y.value;
    return y.value;
}

typedef struct Numbers {
    float *part, *mean, *square;
} Numbers;

static inline void update(const Adam *d, Numbers n, const float *slope, int count, double decay) {
    float shrink = fmaxf(0, 1 - d->rate * (float)decay);
    for (int i = 0; i < count; i++) {
        n.mean[i] = mean_kept * n.mean[i] + (1 - mean_kept) * slope[i];
        n.square[i] = square_kept * n.square[i] + (1 - square_kept) * slope[i] * slope[i];
        n.part[i] =
            n.part[i] * shrink - d->rate * n.mean[i] * inverse_root(n.square[i] + least_square);
    }
}

static inline Numbers row_of(const Adam *d, int part, int column) {
    size_t at = (size_t)part * (size_t)d->plan.hidden + (size_t)column;
    return (Numbers){d->part->input + at, d->mean->input + at, d->square->input + at};
}

/* ---- the inputs' numbers, by columns ---- */

static void step_inputs(Adam *d, int column) {
    const TrainInputs *inputs = &d->train->inputs;
    for (int input = 0; input < inputs->count; input++) {
        float slope[MODEL_LANES] = {0};
        for (int thread = 0; thread < d->plan.threads; thread++) {
            float *sum = d->slopes[thread]->input + (size_t)input * (size_t)d->plan.hidden + column;
            for (int i = 0; i < MODEL_LANES; i++)
                slope[i] += sum[i] * d->share_of_batch, sum[i] = 0;
        }
        update(d, row_of(d, input, column), slope, MODEL_LANES, d->plan.decay);
        for (int g = 0; g < TRAIN_GROUPS && !d->plan.apart; g++) {
            if (inputs->group[g][input] < 0) continue;
            float *group_slope =
                d->group_slope + (size_t)inputs->group[g][input] * (size_t)d->plan.hidden + column;
            for (int i = 0; i < MODEL_LANES; i++) group_slope[i] += slope[i];
        }
    }
}

static void add_up_inputs(Adam *d, int column) {
    const TrainInputs *inputs = &d->train->inputs;
    for (int input = 0; input < inputs->count; input++) {
        float *sum = d->model->input + (size_t)input * (size_t)d->plan.hidden + column;
        const float *own = row_of(d, input, column).part;
        for (int i = 0; i < MODEL_LANES; i++) sum[i] = own[i];
        for (int g = 0; g < TRAIN_GROUPS && !d->plan.apart; g++) {
            if (inputs->group[g][input] < 0) continue;
            const float *shared = row_of(d, inputs->count + inputs->group[g][input], column).part;
            for (int i = 0; i < MODEL_LANES; i++) sum[i] += shared[i];
        }
        for (int i = 0; i < MODEL_LANES; i++)
            sum[i] = sum[i] > d->limit ? d->limit : sum[i] < -d->limit ? -d->limit : sum[i];
    }
}

/* ---- bias and output ---- */

enum { TOP_NUMBERS = sizeof(ModelTop) / sizeof(float) };

static float *top_numbers(Model *model) { return (float *)(void *)&model->top; }

static void clip(float *numbers, int count, float most) {
    for (int i = 0; i < count; i++) numbers[i] = fmaxf(-most, fminf(most, numbers[i]));
}

static void step_top(Adam *d) {
    float slope[TOP_NUMBERS] = {0};
    for (int thread = 0; thread < d->plan.threads; thread++) {
        const float *more = top_numbers(d->slopes[thread]);
        for (int i = 0; i < TOP_NUMBERS; i++) slope[i] += more[i] * d->share_of_batch;
        memset(&d->slopes[thread]->top, 0, sizeof(ModelTop));
    }
    update(d, (Numbers){top_numbers(d->part), top_numbers(d->mean), top_numbers(d->square)}, slope,
           TOP_NUMBERS, 0);
    clip(d->part->top.bias, NET_HIDDEN, d->limit);
    clip(&d->part->top.output[0][0][0], NET_BUCKETS * 2 * NET_HIDDEN,
         (float)NET_OUTPUT_MOST / NET_QB);
    d->model->top = d->part->top;
}

/* ---- a step ---- */

static int column_threads(const Adam *d) {
    return d->plan.threads < d->plan.hidden / MODEL_LANES ? d->plan.threads
                                                          : d->plan.hidden / MODEL_LANES;
}

static void step_columns(void *context, int thread) {
    Adam *d = context;
    for (int column = thread * MODEL_LANES; column < d->plan.hidden;
         column += column_threads(d) * MODEL_LANES) {
        step_inputs(d, column);
        for (int group = 0; group < d->train->inputs.group_count && !d->plan.apart; group++) {
            float *slope = d->group_slope + (size_t)group * (size_t)d->plan.hidden + column;
            update(d, row_of(d, d->train->inputs.count + group, column), slope, MODEL_LANES, 0);
            for (int i = 0; i < MODEL_LANES; i++) slope[i] = 0;
        }
        add_up_inputs(d, column);
    }
    if (!thread) step_top(d);
}

void adam_step(Adam *d, Model *const slopes[], int batch, double share) {
    double falling = (1 + cos(3.14159265358979 * share)) / 2,
           rate = d->plan.last_rate + (d->plan.rate - d->plan.last_rate) * falling;
    d->step++;
    d->slopes = slopes;
    d->share_of_batch = 1 / (float)batch;
    d->rate = (float)(rate * sqrt(1 - pow(square_kept, d->step)) / (1 - pow(mean_kept, d->step)));
    train_in_threads(column_threads(d), step_columns, d);
}

/* ---- beginning and end ---- */

static float random_within(Random *random, float most) {
    return ((float)random_below(random, 1 << 20) / (1 << 19) - 1) * most;
}

/* Sets random initial weights: a type's squares share one random row. False: no memory. */
static bool begin(Adam *d) {
    Random random = {d->plan.seed};
    const TrainInputs *inputs = &d->train->inputs;
    float *kind = calloc((size_t)d->plan.hidden, sizeof *kind);
    if (!kind) return false;
    for (int group = 0; group < inputs->group_count; group++) {
        for (int h = 0; h < d->plan.hidden; h++) kind[h] = random_within(&random, 0.05f);
        for (int input = 0; input < inputs->count; input++)
            if (inputs->group[0][input] == group)
                memcpy(row_of(d, d->plan.apart ? input : inputs->count + group, 0).part, kind,
                       (size_t)d->plan.hidden * sizeof *kind);
    }
    free(kind);
    for (int h = 0; h < d->plan.hidden; h++) {
        d->part->top.bias[h] = 0.3f + random_within(&random, 0.1f);
        for (int view = 0; view < 2; view++) {
            float output = random_within(&random, 0.1f);
            for (int b = 0; b < NET_BUCKETS; b++) d->part->top.output[b][view][h] = output;
        }
    }
    for (int column = 0; column < d->plan.hidden; column += MODEL_LANES) add_up_inputs(d, column);
    d->model->top = d->part->top;
    return true;
}

Adam *adam_new(const Train *train, const TrainPlan *plan) {
    Adam *d = calloc(1, sizeof *d);
    int parts = train->inputs.count + train->inputs.group_count;
    if (!d) return NULL;
    *d = (Adam){.train = train,
                .plan = *plan,
                .limit = (float)INT16_MAX / NET_QA / (float)(train->most_active + 1)};
    d->model = model_new(train->inputs.count, plan->hidden);
    d->part = model_new(parts, plan->hidden);
    d->mean = model_new(parts, plan->hidden);
    d->square = model_new(parts, plan->hidden);
    d->group_slope = model_rows((size_t)train->inputs.group_count, plan->hidden);
    if (d->model && d->part && d->mean && d->square && d->group_slope && begin(d)) return d;
    adam_free(d);
    return NULL;
}

void adam_free(Adam *d) {
    if (!d) return;
    model_free(d->model);
    model_free(d->part);
    model_free(d->mean);
    model_free(d->square);
    free(d->group_slope);
    free(d);
}

const Model *adam_model(const Adam *d) { return d->model; }
