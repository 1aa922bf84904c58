#include "eval/train_inside.h"

#include "eval/eval.h"
#include "rules/game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SCALE_POSITIONS = 200000, SCALE_STEPS = 16 };

Train *train_new(const HenkaVariant *v) {
    Train *train = calloc(1, sizeof *train);
    if (!train) return NULL;
    train->variant = henka_variant_retain(v);
    train->most_active = 1;
    if (!train_inputs_number(&train->inputs, v)) return train_free(train), NULL;
    return train;
}

void train_free(Train *train) {
    if (!train) return;
    henka_variant_free(train->variant);
    train_inputs_free(&train->inputs);
    free(train->positions);
    free(train->active);
    free(train);
}

size_t train_count(const Train *train) { return train->count; }
bool train_mirrors(const Train *train) { return train->inputs.mirrors; }

/* ---- positions ---- */

static bool make_room(Train *train) {
    if (train->count == train->cap) {
        size_t cap = train->cap ? train->cap + train->cap / 2 : 1024;
        TrainPosition *more = realloc(train->positions, cap * sizeof *more);
        if (!more) return false;
        train->positions = more;
        train->cap = cap;
    }
    if (train->active_count + NET_ACTIVE <= train->active_cap) return true;
    size_t cap = train->active_cap + train->active_cap / 2 + NET_ACTIVE;
    uint16_t *more = cap <= UINT32_MAX ? realloc(train->active, cap * sizeof *more) : NULL;
    if (!more) return false;
    train->active = more;
    train->active_cap = cap;
    return true;
}

bool train_add(Train *train, const HenkaGame *game, int score, int result, bool held_out) {
    const Position *p = &game->position;
    const Eval *e = eval_of(train->variant);
    Accumulator accumulator;
    if (!make_room(train)) return false;
    eval_refresh(e, p, &accumulator);
    int count = net_active(p, HENKA_SENTE, train->active + train->active_count);
    train->positions[train->count++] =
        (TrainPosition){.first = (uint32_t)train->active_count,
                        .count = (uint16_t)count,
                        .side = p->side,
                        .bucket = (uint8_t)net_bucket(p),
                        .linear = (int16_t)eval_score(e, p, &accumulator),
                        .score = (int16_t)score,
                        .result = (uint8_t)result,
                        .held_out = held_out};
    train->active_count += (size_t)count;
    if (count > train->most_active) train->most_active = count;
    return true;
}

void train_pass(const Train *train, const TrainPosition *position, bool mirrored, Pass *pass) {
    const uint16_t *active = train->active + position->first;
    const uint16_t *mover = train->inputs.seen[position->side][mirrored],
                   *other = train->inputs.seen[!position->side][mirrored];
    pass->count = position->count;
    pass->bucket = position->bucket;
    for (int i = 0; i < position->count; i++)
        pass->active[0][i] = mover[active[i]], pass->active[1][i] = other[active[i]];
}

/* ---- measuring ---- */

double train_sigmoid(double x) { return 1 / (1 + exp(-x)); }
double train_cross_entropy(double x, double target) {
    return (x > 0 ? log1p(exp(-x)) + x : log1p(exp(x))) - target * x;
}

/* What even a perfect teller would be told is left: the cross entropy less this is 0 at best. */
double train_entropy(double target) {
    double rest = 1 - target;
    return (target > 0 ? -target * log(target) : 0) + (rest > 0 ? -rest * log(rest) : 0);
}

double train_target(const TrainPosition *position, double score_share, double scale) {
    return score_share * train_sigmoid(position->score / scale) +
           (1 - score_share) * position->result / 2.0;
}

static double result_loss(const Train *train, double scale) {
    size_t stride = 1 + train->count / SCALE_POSITIONS;
    double sum = 0;
    for (size_t i = 0; i < train->count; i += stride)
        sum += train_cross_entropy(train->positions[i].score / scale,
                                   train->positions[i].result / 2.0);
    return sum;
}

double train_scale(const Train *train) {
    double low = log(50), high = log(20000), golden = (sqrt(5) - 1) / 2;
    for (int i = 0; i < SCALE_STEPS; i++) {
        double a = high - golden * (high - low), b = low + golden * (high - low);
        if (result_loss(train, exp(a)) < result_loss(train, exp(b)))
            high = b;
        else
            low = a;
    }
    return exp((low + high) / 2);
}
