#include "train/train_inside.h"

#include "base/clock.h"
#include "base/random.h"
#include "eval/eval.h"
#include "rules/game.h"
#include "train/adam.h"
#include "train/logistic.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- threads ---- */

/* The part of the work of train_in_threads that one thread does. */
typedef struct TrainThread {
    pthread_t thread; /* the thread, if `started` */
    TrainShare *work; /* function called with `context` and `number` */
    void *context;
    int number;   /* number of the thread, from 1; 0 is the caller's own thread */
    bool started; /* pthread_create succeeded */
} TrainThread;

static void *run(void *context) {
    TrainThread *share = context;
    share->work(share->context, share->number);
    return NULL;
}

/* If a thread can't be started, its part runs on the caller's: slower, with the same result. */
void train_in_threads(int threads, TrainShare *work, void *context) {
    TrainThread shares[TRAIN_THREADS];
    assert(threads <= TRAIN_THREADS);
    for (int i = 1; i < threads; i++) {
        shares[i] = (TrainThread){.work = work, .context = context, .number = i};
        shares[i].started = !pthread_create(&shares[i].thread, NULL, run, &shares[i]);
    }
    work(context, 0);
    for (int i = 1; i < threads; i++) {
        if (shares[i].started)
            pthread_join(shares[i].thread, NULL);
        else
            work(context, i);
    }
}

/* ---- the numbering of inputs, and of the parts that they share ---- */

enum { MOST_MARKS = 4 * HENKA_MAX_SQUARES * 4 };

static bool kind_mirrors(const HenkaVariant *v, int type) {
    HenkaMark marks[MOST_MARKS];
    size_t count = henka_variant_diagram(v, type, marks, MOST_MARKS), other;
    assert(count <= MOST_MARKS);
    for (size_t i = 0; i < count; i++) {
        for (other = 0; other < count; other++)
            if (marks[other].dx == -marks[i].dx && marks[other].dy == marks[i].dy) break;
        if (other == count || marks[other].kinds != marks[i].kinds) return false;
    }
    return true;
}

/* ---- the tables ---- */

bool train_inputs_number(TrainInputs *inputs, const HenkaVariant *v) {
    size_t count = (size_t)net_inputs(v);
    /* The numbers of the first group of a type on a rank, of a type on a file and of a type in
     * hand. Groups of a type alone have the numbers from 0. */
    int ranks = 2 * v->type_count, files = ranks * (1 + v->ranks), hands = files + ranks * v->files;
    inputs->count = (int)count;
    inputs->group_count = hands + 2 * v->hand_count;
    inputs->mirrors = v->files > 1;
    /* First moves depend on the starting position, which is seldom its own mirror image. So a game
     * with first moves is not mirrored. */
    for (int type = 1; type <= v->type_count && inputs->mirrors; type++)
        inputs->mirrors = !power_has_first_move(&v->types[type].power) && kind_mirrors(v, type);
    for (int i = 0; i < 2; i++)
        for (int mirrored = 0; mirrored < 2; mirrored++)
            if (!(inputs->seen[i][mirrored] = calloc(count, sizeof(uint16_t)))) return false;
    for (int i = 0; i < TRAIN_GROUPS; i++)
        if (!(inputs->group[i] = calloc(count, sizeof(int32_t)))) return false;
    for (int kind = 0; kind < 2 * v->type_count; kind++)
        for (int square = 0; square < v->squares; square++) {
            Piece piece = piece_make(kind / v->type_count, kind % v->type_count + 1);
            int file = file_of(v, square), rank = rank_of(v, square),
                mirrored = square_of(v, v->files + 1 - file, rank),
                here = net_input_piece(v, HENKA_SENTE, piece, square);
            for (int view = 0; view < 2; view++) {
                inputs->seen[view][0][here] = (uint16_t)net_input_piece(v, view, piece, square);
                inputs->seen[view][1][here] = (uint16_t)net_input_piece(v, view, piece, mirrored);
            }
            inputs->group[0][here] = kind;
            inputs->group[1][here] = ranks + kind * v->ranks + rank - 1;
            inputs->group[2][here] = files + kind * v->files + file - 1;
        }
    for (int held = 0; held < 2 * v->hand_count * NET_HAND_STEPS; held++) {
        int hand = held / NET_HAND_STEPS, step = held % NET_HAND_STEPS,
            owner = hand / v->hand_count, index = hand % v->hand_count,
            here = net_input_hand(v, HENKA_SENTE, owner, index, step);
        for (int view = 0; view < 2; view++)
            inputs->seen[view][0][here] = inputs->seen[view][1][here] =
                (uint16_t)net_input_hand(v, view, owner, index, step);
        inputs->group[0][here] = hands + hand;
        inputs->group[1][here] = inputs->group[2][here] = -1;
    }
    return true;
}

void train_inputs_free(TrainInputs *inputs) {
    for (int i = 0; i < 2; i++) free(inputs->seen[i][0]), free(inputs->seen[i][1]);
    for (int i = 0; i < TRAIN_GROUPS; i++) free(inputs->group[i]);
}

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

double train_target(const TrainPosition *position, double score_share, double scale) {
    return score_share * logistic(position->score / scale) +
           (1 - score_share) * position->result / 2.0;
}

static double scale_loss(void *context, double scale) {
    const Train *train = context;
    size_t stride = 1 + train->count / SCALE_POSITIONS;
    double sum = 0;
    for (size_t i = 0; i < train->count; i += stride)
        sum += logistic_loss(train->positions[i].score / scale, train->positions[i].result / 2.0);
    return sum;
}

double train_scale(Train *train) { return logistic_scale(scale_loss, train, SCALE_STEPS); }

/* ---- training ---- */

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

/* Sums over positions: the loss (cross entropy with the target minus the target's entropy), the
 * cross entropy with the result, and |score|. LINEAR_…: the same for the linear evaluation. */
enum { LOSS, LINEAR_LOSS, RESULT_LOSS, LINEAR_RESULT_LOSS, SIZE, LINEAR_SIZE, SUMS };
typedef struct Sums {
    double of[SUMS];
} Sums;

/* One run of train_solve. */
typedef struct Solve {
    const Train *train;           /* the positions; owned by the caller */
    TrainPlan plan;               /* the parameters, with the scale filled in */
    uint32_t *order;              /* positions: those to learn from, then held-out ones */
    size_t learnt, held;          /* number of positions to learn from, and of held-out positions */
    Adam *adam;                   /* the optimizer, with the model that is trained */
    Model *slopes[TRAIN_THREADS]; /* [thread]: gradient summed over the batch so far */
    Pass *passes[TRAIN_THREADS];  /* [thread]: buffer for the position in hand */
    Sums sums[TRAIN_THREADS];     /* [thread]: sums over the positions of this thread */
    const Model *model;           /* the model that is learning or being measured */
    size_t from, to;              /* range in `order`: the batch, or what is measured */
    uint64_t mirror_seed;         /* seed of this epoch's choice of mirrored positions */
    TrainReport *report;          /* function called after each epoch; NULL: none */
    void *context;                /* argument of `report` */
    TrainLoss loss;               /* quality after the last epoch, passed to `report` */
} Solve;

/* ---- one position after another ---- */

static size_t share_at(const Solve *s, int thread) {
    return s->from + (s->to - s->from) * (size_t)thread / (size_t)s->plan.threads;
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
        Random random = {s->mirror_seed ^ s->order[i]};
        bool mirrored =
            s->train->inputs.mirrors && !s->plan.unmirrored && random_next(&random) >> 63;
        double x = score_of(s, position, mirrored, s->passes[thread]) / scale;
        double target = train_target(position, s->plan.score_share, scale);
        s->sums[thread].of[LOSS] += logistic_loss(x, target) - logistic_entropy(target);
        model_backward(s->model, s->passes[thread],
                       (float)((logistic(x) - target) * NET_SCALE / scale), s->slopes[thread]);
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
               entropy = logistic_entropy(target), result = position->result / 2.0;
        double *sums = s->sums[thread].of;
        sums[LOSS] += logistic_loss(x, target) - entropy;
        sums[LINEAR_LOSS] += logistic_loss(linear_x, target) - entropy;
        sums[RESULT_LOSS] += logistic_loss(x, result);
        sums[LINEAR_RESULT_LOSS] += logistic_loss(linear_x, result);
        sums[SIZE] += fabs(score);
        sums[LINEAR_SIZE] += fabs((double)position->linear);
    }
}

/* ---- epochs ---- */

static double summed(const Solve *s, int what) {
    double sum = s->sums[0].of[what];
    for (int thread = 1; thread < s->plan.threads; thread++) sum += s->sums[thread].of[what];
    return sum;
}

size_t train_order(const Train *train, uint32_t *order) {
    size_t learnt = 0, at = 0;
    for (int held_out = 0; held_out < 2; held_out++) {
        for (size_t i = 0; i < train->count; i++)
            if (train->positions[i].held_out == held_out) order[at++] = (uint32_t)i;
        if (!held_out) learnt = at;
    }
    return learnt;
}

/* Shuffles by the method of Fisher and Yates. */
void train_shuffle(uint32_t *order, size_t count, Random *random) {
    for (size_t i = count; i > 1; i--) {
        size_t j = random_below(random, (uint32_t)i);
        uint32_t kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

static void learn_epoch(Solve *s, int epoch, Random *random) {
    int64_t started_ms = clock_ms();
    size_t batch = (size_t)s->plan.batch;
    train_shuffle(s->order, s->learnt, random);
    s->mirror_seed = random_next(random);
    s->model = adam_model(s->adam);
    memset(s->sums, 0, sizeof s->sums);
    for (s->from = 0; s->from < s->learnt; s->from = s->to) {
        s->to = s->from + batch < s->learnt ? s->from + batch : s->learnt;
        train_in_threads(s->plan.threads, learn_share, s);
        adam_step(s->adam, s->slopes, (int)(s->to - s->from),
                  (epoch - 1 + (double)s->to / (double)s->learnt) / s->plan.epochs);
    }
    s->loss.epoch = epoch;
    s->loss.train = summed(s, LOSS) / (double)s->learnt;
    s->loss.positions_second = (double)s->learnt * 1000 / (double)(clock_ms() - started_ms + 1);
}

static void measure(Solve *s, const Model *model) {
    s->model = model;
    s->from = s->learnt;
    s->to = s->learnt + s->held;
    memset(s->sums, 0, sizeof s->sums);
    train_in_threads(s->plan.threads, measure_share, s);
    double count = s->held ? (double)s->held : 1;
    s->loss.held_out = summed(s, LOSS) / count;
    s->loss.linear = summed(s, LINEAR_LOSS) / count;
    s->loss.result = summed(s, RESULT_LOSS) / count;
    s->loss.linear_result = summed(s, LINEAR_RESULT_LOSS) / count;
    s->loss.spread = summed(s, SIZE) / fmax(1, summed(s, LINEAR_SIZE));
}

static void report_loss(Solve *s) {
    if (s->report) s->report(s->context, &s->loss);
}

static Net *solve(Solve *s) {
    Random random = {s->plan.seed + 1};
    Net *best = NULL;
    double least = INFINITY;
    for (int epoch = 1; epoch <= s->plan.epochs; epoch++) {
        learn_epoch(s, epoch, &random);
        measure(s, adam_model(s->adam));
        report_loss(s);
        if (s->held && s->loss.held_out >= least) continue;
        Net *better = model_to_net(adam_model(s->adam), s->train->variant);
        if (!better) continue;
        least = s->loss.held_out;
        net_free(best);
        best = better;
    }
    /* Measures once more: the network in whole numbers, with which the engine will play. */
    Model *played = best ? model_new(s->train->inputs.count, s->plan.hidden) : NULL;
    if (played) {
        model_from_net(played, best);
        measure(s, played);
        s->loss.epoch = 0;
        report_loss(s);
        model_free(played);
    }
    return best;
}

Net *train_solve(Train *train, const TrainPlan *plan, TrainReport *report, void *context) {
    Solve *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    *s = (Solve){.train = train, .plan = *plan, .report = report, .context = context};
    if (s->plan.threads > TRAIN_THREADS) s->plan.threads = TRAIN_THREADS;
    if (s->plan.scale <= 0) s->plan.scale = train_scale(train);
    s->loss.scale = s->plan.scale;
    bool ready = (s->order = malloc((train->count + 1) * sizeof *s->order)) &&
                 (s->adam = adam_new(train, &s->plan));
    for (int thread = 0; ready && thread < s->plan.threads; thread++) {
        s->passes[thread] = aligned_alloc(64, (sizeof(Pass) + 63) / 64 * 64);
        ready = (s->slopes[thread] = model_new(train->inputs.count, s->plan.hidden)) &&
                s->passes[thread];
    }
    if (ready) s->learnt = train_order(train, s->order);
    s->held = train->count - s->learnt;
    Net *net = s->learnt ? solve(s) : NULL;
    for (int thread = 0; thread < s->plan.threads; thread++)
        model_free(s->slopes[thread]), free(s->passes[thread]);
    adam_free(s->adam);
    free(s->order);
    free(s);
    return net;
}
