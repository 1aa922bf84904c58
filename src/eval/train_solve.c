#include "eval/train_inside.h"

#include "base/clock.h"
#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TrainPlan train_plan(void) {
    return (TrainPlan){.hidden = 32,
                       .epochs = 3,
                       .batch = 4096,
                       .threads = 1,
                       .score_share = 0.7,
                       .rate = 1e-3,
                       .last_rate = 1e-5,
                       .decay = 500,
                       .seed = 1};
}

typedef struct Sums {
    double loss, linear_loss, result_loss, linear_result_loss, size, linear_size;
} Sums;

typedef struct Solve {
    const Train *train;
    TrainPlan plan;
    uint32_t *order; /* positions to learn from, then those held out */
    size_t learnt, held;
    Descent *descent;
    Model *slopes[TRAIN_THREADS];
    Pass *passes[TRAIN_THREADS];
    Sums sums[TRAIN_THREADS];
    const Model *model; /* at work */
    size_t from, to;    /* of order: the batch, or what is measured */
    uint64_t mirror_seed;
    TrainTeller *teller;
    void *context;
    TrainLoss told;
} Solve;

/* ---- one position after another ---- */

static size_t share_at(const Solve *s, int thread) {
    return s->from + (s->to - s->from) * (size_t)thread / (size_t)s->plan.threads;
}

static bool is_mirrored(const Solve *s, uint32_t position) {
    Random random = {s->mirror_seed ^ position};
    return s->train->inputs.mirrors && !s->plan.unmirrored && random_next(&random) >> 63;
}

static double score_of(const Solve *s, const TrainPosition *position, bool mirrored, Pass *pass) {
    train_pass(s->train, position, mirrored, pass);
    return position->linear + NET_SCALE * (double)model_forward(s->model, pass);
}

static void learn_share(void *context, int thread) {
    Solve *s = context;
    double scale = s->plan.scale;
    for (size_t i = share_at(s, thread), end = share_at(s, thread + 1); i < end; i++) {
        const TrainPosition *position = &s->train->positions[s->order[i]];
        double x = score_of(s, position, is_mirrored(s, s->order[i]), s->passes[thread]) / scale;
        double target = train_target(position, s->plan.score_share, scale);
        s->sums[thread].loss += train_cross_entropy(x, target) - train_entropy(target);
        model_backward(s->model, s->passes[thread],
                       (float)((train_sigmoid(x) - target) * NET_SCALE / scale), s->slopes[thread]);
    }
}

static void measure_share(void *context, int thread) {
    Solve *s = context;
    double scale = s->plan.scale;
    for (size_t i = share_at(s, thread), end = share_at(s, thread + 1); i < end; i++) {
        const TrainPosition *position = &s->train->positions[s->order[i]];
        double score = score_of(s, position, false, s->passes[thread]),
               target = train_target(position, s->plan.score_share, scale);
        double x = score / scale, linear_x = position->linear / scale,
               entropy = train_entropy(target), result = position->result / 2.0;
        Sums *sums = &s->sums[thread];
        sums->loss += train_cross_entropy(x, target) - entropy;
        sums->linear_loss += train_cross_entropy(linear_x, target) - entropy;
        sums->result_loss += train_cross_entropy(x, result);
        sums->linear_result_loss += train_cross_entropy(linear_x, result);
        sums->size += fabs(score);
        sums->linear_size += fabs((double)position->linear);
    }
}

/* ---- epochs ---- */

static Sums summed(const Solve *s) {
    Sums all = s->sums[0];
    for (int thread = 1; thread < s->plan.threads; thread++) {
        const Sums *sums = &s->sums[thread];
        all.loss += sums->loss, all.linear_loss += sums->linear_loss;
        all.result_loss += sums->result_loss, all.linear_result_loss += sums->linear_result_loss;
        all.size += sums->size, all.linear_size += sums->linear_size;
    }
    return all;
}

static void shuffle(Solve *s, Random *random) {
    for (size_t i = s->learnt; i > 1; i--) {
        size_t j = random_below(random, (uint32_t)i);
        uint32_t kept = s->order[i - 1];
        s->order[i - 1] = s->order[j];
        s->order[j] = kept;
    }
}

static void learn_epoch(Solve *s, int epoch, Random *random) {
    int64_t started_ms = clock_ms();
    size_t batch = (size_t)s->plan.batch;
    shuffle(s, random);
    s->mirror_seed = random_next(random);
    s->model = descent_model(s->descent);
    memset(s->sums, 0, sizeof s->sums);
    for (s->from = 0; s->from < s->learnt; s->from = s->to) {
        s->to = s->from + batch < s->learnt ? s->from + batch : s->learnt;
        train_in_threads(s->plan.threads, learn_share, s);
        descent_step(s->descent, s->slopes, (int)(s->to - s->from),
                     (epoch - 1 + (double)s->to / (double)s->learnt) / s->plan.epochs);
    }
    s->told.epoch = epoch;
    s->told.train = summed(s).loss / (double)s->learnt;
    s->told.positions_second = (double)s->learnt * 1000 / (double)(clock_ms() - started_ms + 1);
}

static void measure(Solve *s, const Model *model) {
    s->model = model;
    s->from = s->learnt;
    s->to = s->learnt + s->held;
    memset(s->sums, 0, sizeof s->sums);
    train_in_threads(s->plan.threads, measure_share, s);
    double count = s->held ? (double)s->held : 1;
    Sums all = summed(s);
    s->told.held_out = all.loss / count;
    s->told.linear = all.linear_loss / count;
    s->told.result = all.result_loss / count;
    s->told.linear_result = all.linear_result_loss / count;
    s->told.spread = all.size / fmax(1, all.linear_size);
}

static void tell(Solve *s) {
    if (s->teller) s->teller(s->context, &s->told);
}

/* Once more, of what will be played with. */
static void measure_net(Solve *s, const Net *net) {
    Model *model = model_new(s->train->inputs.count, s->plan.hidden);
    if (!model) return;
    model_from_net(model, net);
    measure(s, model);
    s->told.epoch = 0;
    tell(s);
    model_free(model);
}

static Net *solve(Solve *s) {
    Random random = {s->plan.seed + 1};
    Net *best = NULL;
    double least = INFINITY;
    for (int epoch = 1; epoch <= s->plan.epochs; epoch++) {
        learn_epoch(s, epoch, &random);
        measure(s, descent_model(s->descent));
        tell(s);
        if (s->held && s->told.held_out >= least) continue;
        Net *better = model_to_net(descent_model(s->descent), s->train->variant);
        if (!better) continue;
        least = s->told.held_out;
        net_free(best);
        best = better;
    }
    if (best) measure_net(s, best);
    return best;
}

/* ---- what it takes ---- */

static void order_positions(Solve *s) {
    size_t count = s->train->count, at = 0;
    for (int held_out = 0; held_out < 2; held_out++) {
        for (size_t i = 0; i < count; i++)
            if (s->train->positions[i].held_out == held_out) s->order[at++] = (uint32_t)i;
        if (!held_out) s->learnt = at;
    }
    s->held = count - s->learnt;
}

static bool prepare(Solve *s) {
    bool ready = (s->order = malloc((s->train->count + 1) * sizeof *s->order)) &&
                 (s->descent = descent_new(s->train, &s->plan));
    for (int thread = 0; ready && thread < s->plan.threads; thread++) {
        s->passes[thread] = aligned_alloc(64, (sizeof(Pass) + 63) / 64 * 64);
        ready = (s->slopes[thread] = model_new(s->train->inputs.count, s->plan.hidden)) &&
                s->passes[thread];
    }
    if (ready) order_positions(s);
    return ready && s->learnt;
}

static void finish(Solve *s) {
    for (int thread = 0; thread < s->plan.threads; thread++)
        model_free(s->slopes[thread]), free(s->passes[thread]);
    descent_free(s->descent);
    free(s->order);
}

Net *train_solve(Train *train, const TrainPlan *plan, TrainTeller *teller, void *context) {
    Solve *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    *s = (Solve){.train = train, .plan = *plan, .teller = teller, .context = context};
    if (s->plan.threads > TRAIN_THREADS) s->plan.threads = TRAIN_THREADS;
    if (s->plan.scale <= 0) s->plan.scale = train_scale(train);
    s->told.scale = s->plan.scale;
    Net *net = prepare(s) ? solve(s) : NULL;
    finish(s);
    free(s);
    return net;
}
