#include "train/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A vector of 16 floats, which the compiler maps to the registers of the machine. */
typedef float Lanes __attribute__((vector_size(4 * MODEL_LANES)));

float *model_rows(size_t count, int hidden) {
    size_t bytes = count * (size_t)hidden * sizeof(float);
    float *rows = aligned_alloc(64, bytes);
    if (rows) memset(rows, 0, bytes);
    return rows;
}

Model *model_new(int inputs, int hidden) {
    Model *model = aligned_alloc(64, (sizeof *model + 63) / 64 * 64);
    if (!model) return NULL;
    memset(model, 0, sizeof *model);
    model->hidden = hidden;
    model->inputs = inputs;
    if (!(model->input = model_rows((size_t)inputs, hidden))) return model_free(model), NULL;
    return model;
}

void model_free(Model *model) {
    if (model) free(model->input);
    free(model);
}

/* ---- forward ---- */

/* Sums up to four times 16 columns in one pass over the active rows: the sums stay in registers. */
static inline void sum_columns(const Model *model, const uint16_t *active, int count, int column,
                               int blocks, float *out) {
    Lanes sum[4];
    for (int b = 0; b < blocks; b++)
        sum[b] = *(const Lanes *)(model->top.bias + column + b * MODEL_LANES);
    for (int i = 0; i < count; i++) {
        const float *row = model->input + (size_t)active[i] * (size_t)model->hidden + column;
        for (int b = 0; b < blocks; b++) sum[b] += *(const Lanes *)(row + b * MODEL_LANES);
    }
    for (int b = 0; b < blocks; b++) *(Lanes *)(out + column + b * MODEL_LANES) = sum[b];
}

static inline float clipped(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

float model_forward(const Model *model, Pass *pass) {
    float out = 0;
    for (int view = 0; view < 2; view++) {
        const float *row = model->top.output[pass->bucket][view], *hidden = pass->hidden[view];
        const uint16_t *active = pass->active[view];
        float sum[MODEL_LANES] = {0};
        int column = 0;
        for (; column + 4 * MODEL_LANES <= model->hidden; column += 4 * MODEL_LANES)
            sum_columns(model, active, pass->count, column, 4, pass->hidden[view]);
        if (column + 2 * MODEL_LANES <= model->hidden)
            sum_columns(model, active, pass->count, column, 2, pass->hidden[view]),
                column += 2 * MODEL_LANES;
        if (column < model->hidden)
            sum_columns(model, active, pass->count, column, 1, pass->hidden[view]);
        for (int h = 0; h < model->hidden; h += MODEL_LANES)
            for (int i = 0; i < MODEL_LANES; i++)
                sum[i] += row[h + i] * clipped(hidden[h + i]) * clipped(hidden[h + i]);
        for (int i = 0; i < MODEL_LANES; i++) out += sum[i];
    }
    return out + model->top.output_bias[pass->bucket];
}

/* ---- backward ---- */

void model_backward(const Model *model, const Pass *pass, float slope, Model *slopes) {
    for (int view = 0; view < 2; view++) {
        _Alignas(64) float back[NET_HIDDEN];
        const float *row = model->top.output[pass->bucket][view], *hidden = pass->hidden[view];
        float *row_slope = slopes->top.output[pass->bucket][view];
        for (int h = 0; h < model->hidden; h++) {
            float x = clipped(hidden[h]), inside = hidden[h] < 1 ? x : 0; /* no slope above 1 */
            row_slope[h] += slope * x * x;
            back[h] = 2 * slope * row[h] * inside;
            slopes->top.bias[h] += back[h];
        }
        for (int i = 0; i < pass->count; i++) {
            float *input = slopes->input + (size_t)pass->active[view][i] * (size_t)slopes->hidden;
            for (int h = 0; h < slopes->hidden; h += MODEL_LANES)
                *(Lanes *)(input + h) += *(const Lanes *)(back + h);
        }
    }
    slopes->top.output_bias[pass->bucket] += slope;
}

/* ---- quantisation: weights as whole numbers ---- */

/* Quantises a weight: 1.0 becomes `unit` (NET_QA or NET_QB), clipped to `most`. */
static int16_t quantise(float value, int unit, int most) {
    float scaled = roundf(value * (float)unit);
    return (int16_t)(scaled > (float)most ? most : scaled < (float)-most ? -most : scaled);
}

Net *model_to_net(const Model *model, const HenkaVariant *v) {
    Net *net = net_new(v, model->hidden);
    size_t hidden = (size_t)model->hidden, numbers = (size_t)model->inputs * hidden;
    if (!net) return NULL;
    for (size_t i = 0; i < numbers; i++)
        net->input_weights[i] = quantise(model->input[i], NET_QA, INT16_MAX);
    for (size_t h = 0; h < hidden; h++)
        net->bias[h] = quantise(model->top.bias[h], NET_QA, INT16_MAX);
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++) {
        for (size_t h = 0; h < 2 * hidden; h++)
            net->output_weights[bucket][h] = quantise(
                model->top.output[bucket][h / hidden][h % hidden], NET_QB, NET_OUTPUT_MOST);
        net->output_bias[bucket] =
            (int32_t)lroundf(model->top.output_bias[bucket] * NET_QA * NET_QB);
    }
    return net;
}

void model_from_net(Model *model, const Net *net) {
    size_t hidden = (size_t)model->hidden, numbers = (size_t)model->inputs * hidden;
    for (size_t i = 0; i < numbers; i++) model->input[i] = (float)net->input_weights[i] / NET_QA;
    for (size_t h = 0; h < hidden; h++) model->top.bias[h] = (float)net->bias[h] / NET_QA;
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++) {
        for (size_t h = 0; h < 2 * hidden; h++)
            model->top.output[bucket][h / hidden][h % hidden] =
                (float)net->output_weights[bucket][h] / NET_QB;
        model->top.output_bias[bucket] = (float)net->output_bias[bucket] / (NET_QA * NET_QB);
    }
}
