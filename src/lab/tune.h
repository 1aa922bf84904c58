/* tune - what was asked of `henka tune`, and the two things it does: fit the linear evaluation, or
 * train a network on top of it.
 *
 * Owner    The texts are those of argv.
 * Errors   false, and in *error what went wrong.
 */
#ifndef HENKA_LAB_TUNE_H
#define HENKA_LAB_TUNE_H

#include "lab/arguments.h"
#include "lab/train.h"
#include "lab/tune_samples.h"

typedef struct TuneRequest {
    Arguments given;
    TuneSamples samples;
    const char *out_path;
    bool net;
    double weight, trace, told_scale; /* 0: the default of what is tuned; trace below 0 likewise */
    int steps;
    TrainPlan plan; /* of the network */
} TuneRequest;

bool tune_linear(const TuneRequest *, const HenkaVariant *, HenkaError *);
bool tune_net(const TuneRequest *, const HenkaVariant *, HenkaError *);
bool tune_write(const TuneRequest *, const char *bytes, size_t length, HenkaError *);

#endif
