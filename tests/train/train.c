/* The trainer's slopes are those of its sums, its tables of inputs are those of the board, training
 * lowers the loss, twice the same, and the whole numbers say what the floats said. */
#include "check.h"

#include "base/random.h"
#include "eval/eval.h"
#include "rules/game.h"
#include "train/adam.h"
#include "train/train_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 60, PLIES = 30, HIDDEN = 16 };

typedef void GameVisitor(void *context, const HenkaGame *, int number);

static void random_games(const HenkaVariant *v, int games, int plies, GameVisitor *visit,
                         void *context) {
    static HenkaMove moves[HENKA_MAX_MOVES];
    Random random = {7};
    for (int g = 0; g < games; g++) {
        HenkaGame *game = henka_game_new(v, NULL, NULL);
        for (int ply = 0; ply < plies; ply++) {
            size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
            if (!count || !henka_game_play(game, moves[random_below(&random, (uint32_t)count)]))
                break;
            visit(context, game, g);
        }
        henka_game_free(game);
    }
}

/* ---- slopes ---- */

static void randomise(float *numbers, size_t count, float most, Random *random) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = ((float)random_below(random, 2001) / 1000 - 1) * most;
}

static Model *random_model(int inputs, int hidden) {
    Random random = {5};
    Model *model = model_new(inputs, hidden);
    randomise(model->input, (size_t)inputs * (size_t)hidden, 0.3f, &random);
    randomise(&model->top.bias[0], (size_t)hidden, 0.5f, &random);
    randomise(&model->top.output[0][0][0], NET_BUCKETS * 2 * NET_HIDDEN, 1.5f, &random);
    randomise(model->top.output_bias, NET_BUCKETS, 1, &random);
    return model;
}

static void check_slope(Model *model, Pass *pass, float *number, float slope, const char *what) {
    const float step = 1e-2f, kept = *number;
    *number = kept + step;
    float above = model_forward(model, pass);
    *number = kept - step;
    float below = model_forward(model, pass), found = (above - below) / (2 * step);
    *number = kept;
    CHECK(fabsf(found - slope) < 0.02f + 0.05f * fabsf(slope), "%s: slope %f, by differences %f",
          what, (double)slope, (double)found);
}

static void check_slopes(int hidden) {
    enum { INPUTS = 40 };
    Model *model = random_model(INPUTS, hidden), *slopes = model_new(INPUTS, hidden);
    Pass *pass = aligned_alloc(64, (sizeof *pass + 63) / 64 * 64);
    pass->count = 5;
    pass->bucket = 3;
    for (int i = 0; i < pass->count; i++)
        pass->active[0][i] = (uint16_t)(3 * i), pass->active[1][i] = (uint16_t)(39 - 2 * i);
    model_forward(model, pass);
    model_backward(model, pass, 1, slopes);
    for (int h = 0; h < hidden; h += 5) {
        check_slope(model, pass, &model->input[6 * hidden + h], slopes->input[6 * hidden + h],
                    "input of the mover's view");
        check_slope(model, pass, &model->input[35 * hidden + h], slopes->input[35 * hidden + h],
                    "input of the other view");
        check_slope(model, pass, &model->input[10 * hidden + h], slopes->input[10 * hidden + h],
                    "input not there");
        check_slope(model, pass, &model->top.bias[h], slopes->top.bias[h], "bias");
        check_slope(model, pass, &model->top.output[3][1][h], slopes->top.output[3][1][h],
                    "output");
        check_slope(model, pass, &model->top.output[2][0][h], slopes->top.output[2][0][h],
                    "output of another bucket");
    }
    check_slope(model, pass, &model->top.output_bias[3], slopes->top.output_bias[3],
                "output's bias");
    free(pass);
    model_free(model), model_free(slopes);
}

/* ---- inputs ---- */

static int by_number(const void *a, const void *b) {
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

static bool same_inputs(const uint16_t *seen, const uint16_t *active, int count, uint16_t *expected,
                        int expected_count) {
    uint16_t found[NET_ACTIVE];
    for (int i = 0; i < count; i++) found[i] = seen[active[i]];
    qsort(found, (size_t)count, sizeof *found, by_number);
    qsort(expected, (size_t)expected_count, sizeof *expected, by_number);
    return count == expected_count && !memcmp(found, expected, (size_t)count * sizeof *found);
}

static void mirror(const Position *p, Position *mirrored) {
    const HenkaVariant *v = p->variant;
    position_clear(mirrored, v);
    for (int square = 0; square < v->squares; square++)
        if (p->board[square])
            position_put(mirrored,
                         square_of(v, v->files + 1 - file_of(v, square), rank_of(v, square)),
                         p->board[square]);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < v->hand_count; i++)
            position_set_hand(mirrored, side, i, p->hand[side][i]);
}

static void check_position(void *context, const HenkaGame *game, int number) {
    const TrainInputs *inputs = context;
    uint16_t active[NET_ACTIVE], expected[NET_ACTIVE];
    Position mirrored;
    mirror(&game->position, &mirrored);
    int count = net_active(&game->position, HENKA_SENTE, active);
    for (int view = 0; view < 2; view++) {
        CHECK(same_inputs(inputs->seen[view][0], active, count, expected,
                          net_active(&game->position, view, expected)),
              "game %d: view %d", number, view);
        CHECK(same_inputs(inputs->seen[view][1], active, count, expected,
                          net_active(&mirrored, view, expected)),
              "game %d: mirrored %d", number, view);
    }
}

static void check_inputs(const char *name, bool mirrors) {
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    TrainInputs inputs = {0};
    CHECK(train_inputs_number(&inputs, v), "numbered");
    CHECK(inputs.mirrors == mirrors, "%s: moves alike to left and right: %d", name, inputs.mirrors);
    random_games(v, 4, 60, check_position, &inputs);
    train_inputs_free(&inputs);
    henka_variant_free(v);
}

static void check_lopsided(void) {
    static const char text[] = "name=lopsided\nfiles=5\nranks=5\nsymmetry=rotate\nroyal=K\nking:K:"
                               "K:K:c1\nleaner:L:flF:L:a1\n";
    HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, NULL);
    Train *train = v ? train_new(v) : NULL;
    CHECK(train && !train_mirrors(train), "a piece that goes to one side only");
    train_free(train);
    henka_variant_free(v);
}

/* ---- training ---- */

/* A score that no linear sum tells: the mover's advantage counts double while few or many of a kind
 * are in the mover's hand. */
static void add_position(void *context, const HenkaGame *game, int number) {
    const HenkaVariant *v = henka_game_variant(game);
    int held = henka_game_hand(game, henka_game_side(game), v->hand_types[0]),
        score = henka_game_evaluate(game) + (held % 2 ? 600 : -600);
    CHECK(train_add(context, game, score,
                    score > 200    ? 2
                    : score < -200 ? 0
                                   : 1,
                    number % 6 == 5),
          "position kept");
}

typedef struct Losses {
    TrainLoss first, last;
} Losses;

static void keep_loss(void *context, const TrainLoss *loss) {
    Losses *losses = context;
    if (loss->epoch == 1) losses->first = *loss;
    losses->last = *loss;
}

static char *trained(const HenkaVariant *v, int threads, Losses *losses, size_t *length) {
    Train *train = train_new(v);
    random_games(v, GAMES, PLIES, add_position, train);
    TrainPlan plan = train_plan();
    plan.hidden = HIDDEN, plan.epochs = 15, plan.batch = 64, plan.threads = threads,
    plan.rate = 3e-3, plan.decay = 1;
    Net *net = train_solve(train, &plan, keep_loss, losses);
    char *bytes = net ? net_write(v, net, length) : NULL;
    CHECK(net && bytes, "a network");
    net_free(net);
    train_free(train);
    return bytes;
}

static void check_training(const HenkaVariant *v) {
    Losses losses, again;
    size_t length = 0, again_length = 0;
    for (int threads = 1; threads <= 3; threads += 2) {
        char *bytes = trained(v, threads, &losses, &length),
             *twice = trained(v, threads, &again, &again_length);
        CHECK(losses.last.epoch == 0 && losses.last.held_out < losses.last.linear * 0.5,
              "held out %f, linear %f", losses.last.held_out, losses.last.linear);
        CHECK(losses.last.held_out < losses.first.held_out, "held out %f, after the first epoch %f",
              losses.last.held_out, losses.first.held_out);
        CHECK(length == again_length && !memcmp(bytes, twice, length),
              "the same games give the same network with %d threads", threads);
        free(bytes), free(twice);
    }
}

/* What is told after each epoch, made again from the network that was written: the loss of all that
 * is held out, and of nothing else. */
static void check_figures(const HenkaVariant *v) {
    Losses losses = {0};
    Train *train = train_new(v);
    random_games(v, GAMES, PLIES, add_position, train);
    TrainPlan plan = train_plan();
    plan.hidden = HIDDEN, plan.epochs = 2, plan.batch = 64, plan.threads = 3;
    Net *net = train_solve(train, &plan, keep_loss, &losses);
    Model *model = model_new(train->inputs.count, HIDDEN);
    Pass *pass = aligned_alloc(64, (sizeof *pass + 63) / 64 * 64);
    model_from_net(model, net);
    double sums[5] = {0}, size = 0, linear_size = 0, scale = train_scale(train);
    int count = 0;
    for (size_t i = 0; i < train->count; i++) {
        const TrainPosition *position = &train->positions[i];
        if (!position->held_out) continue;
        train_pass(train, position, false, pass);
        double score = position->linear + NET_SCALE * (double)model_forward(model, pass),
               target = plan.score_share / (1 + exp(-position->score / scale)) +
                        (1 - plan.score_share) * position->result / 2.0,
               best = -target * log(target) - (1 - target) * log(1 - target);
        double chances[2] = {1 / (1 + exp(-score / scale)),
                             1 / (1 + exp(-position->linear / scale))};
        for (int k = 0; k < 2; k++) {
            double won = position->result / 2.0, p = chances[k];
            sums[k] += -target * log(p) - (1 - target) * log(1 - p) - best;
            sums[2 + k] += -won * log(p) - (1 - won) * log(1 - p);
        }
        size += fabs(score), linear_size += fabs((double)position->linear);
        count++;
    }
    const double expected[] = {sums[0] / count, sums[1] / count, sums[2] / count, sums[3] / count,
                               size / linear_size},
                 told[] = {losses.last.held_out, losses.last.linear, losses.last.result,
                           losses.last.linear_result, losses.last.spread};
    static const char *const names[] = {"held out", "linear", "result", "linear result", "spread"};
    CHECK(count > 50 && count < (int)train->count / 2, "%d of %zu positions are held out", count,
          train->count);
    for (int k = 0; k < 5; k++)
        CHECK(fabs(told[k] - expected[k]) < 1e-6 + 1e-4 * fabs(expected[k]),
              "%s: told %.8f, by hand %.8f", names[k], told[k], expected[k]);
    CHECK(losses.first.train > 0 && losses.first.positions_second > 0 &&
              fabs(losses.last.scale - scale) < 1e-9,
          "train %f, %f positions a second, scale %f for %f", losses.first.train,
          losses.first.positions_second, losses.last.scale, scale);
    free(pass), model_free(model), net_free(net), train_free(train);
}

/* The order of positions: all that are learnt, then all that are held out; shuffling keeps it a
 * permutation and touches only the first part. */
static void check_order(const HenkaVariant *v) {
    Train *train = train_new(v);
    random_games(v, 12, PLIES, add_position, train);
    uint32_t *order = malloc(train->count * sizeof *order),
             *before = malloc(train->count * sizeof *order);
    char *seen = calloc(train->count, 1);
    size_t learnt = train_order(train, order);
    Random random = {3};
    CHECK(learnt > 0 && learnt < train->count, "%zu of %zu are learnt", learnt, train->count);
    for (int round = 0; round < 3; round++) {
        memcpy(before, order, train->count * sizeof *order);
        if (round) train_shuffle(order, learnt, &random);
        memset(seen, 0, train->count);
        size_t moved = 0;
        for (size_t i = 0; i < train->count; i++) {
            CHECK(order[i] < train->count && !seen[order[i]]++, "round %d: place %zu holds %u",
                  round, i, (unsigned)order[i]);
            CHECK(train->positions[order[i]].held_out == (i >= learnt),
                  "round %d: position %u, %sheld out, at place %zu of %zu learnt", round,
                  (unsigned)order[i], train->positions[order[i]].held_out ? "" : "not ", i, learnt);
            moved += order[i] != before[i];
        }
        CHECK(!round || moved > learnt / 2, "round %d: only %zu places changed", round, moved);
    }
    free(order), free(before), free(seen), train_free(train);
}

/* Results shared out by a scale, exactly: that scale is found again. */
static void check_scale(const HenkaVariant *v) {
    enum { EACH = 1000 };
    static const double scales[] = {60, 300, 2000, 15000};
    HenkaGame *game = henka_game_new(v, NULL, NULL);
    for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
        Train *train = train_new(v);
        for (int score = -2000; score <= 2000; score += 100) {
            int won = (int)lround(EACH / (1 + exp(-score / scales[k])));
            for (int i = 0; i < EACH; i++)
                CHECK(train_add(train, game, score, i < won ? 2 : 0, false), "position kept");
        }
        double found = train_scale(train);
        CHECK(fabs(found / scales[k] - 1) < 0.02, "scale %f is found as %f", scales[k], found);
        train_free(train);
    }
    henka_game_free(game);
}

static void check_nothing(const HenkaVariant *v) {
    Train *train = train_new(v);
    TrainPlan plan = train_plan();
    CHECK(!train_solve(train, &plan, NULL, NULL), "nothing to learn from");
    train_free(train);
}

/* ---- whole numbers ---- */

typedef struct Compared {
    Model *model;
    Net *net;
    double worst;
} Compared;

/* As net.h says, term by term. */
static double net_out(const Net *net, const Position *p) {
    int64_t sum = 0;
    for (int of = 0; of < 2; of++) {
        uint16_t active[NET_ACTIVE];
        int count = net_active(p, of ? !p->side : p->side, active);
        for (int h = 0; h < net->hidden; h++) {
            int hidden = net->bias[h];
            for (int i = 0; i < count; i++)
                hidden += net->input_weights[active[i] * net->hidden + h];
            hidden = hidden < 0 ? 0 : hidden > NET_QA ? NET_QA : hidden;
            sum += hidden * hidden * net->output_weights[net_bucket(p)][of * net->hidden + h];
        }
    }
    return (double)sum / NET_QA / NET_QA / NET_QB +
           (double)net->output_bias[net_bucket(p)] / NET_QA / NET_QB;
}

static void compare(void *context, const HenkaGame *game, int number) {
    Compared *compared = context;
    Pass *pass = aligned_alloc(64, (sizeof *pass + 63) / 64 * 64);
    const Position *p = &game->position;
    (void)number;
    pass->count = net_active(p, p->side, pass->active[0]);
    net_active(p, !p->side, pass->active[1]);
    pass->bucket = net_bucket(p);
    compared->worst = fmax(compared->worst, fabs((double)model_forward(compared->model, pass) -
                                                 net_out(compared->net, p)));
    free(pass);
}

static void check_whole(const HenkaVariant *v) {
    Compared compared = {random_model(net_inputs(v), HIDDEN), NULL, 0};
    compared.net = model_to_net(compared.model, v);
    random_games(v, 10, PLIES, compare, &compared);
    CHECK(compared.worst > 0 && compared.worst < 0.25, "whole numbers are %f away from floats",
          compared.worst);
    model_from_net(compared.model, compared.net);
    compared.worst = 0;
    random_games(v, 10, PLIES, compare, &compared);
    CHECK(compared.worst < 1e-3, "read back they are %f away", compared.worst);
    model_free(compared.model);
    net_free(compared.net);
}

/* ---- Adam ---- */

/* The same in doubles, as the papers and train.h say: the numbers of an input are its own part, which
 * alone decays, and those of its groups. */
typedef struct Reference {
    const Train *train;
    const TrainPlan *plan;
    double *part, *mean, *square; /* [inputs, then groups][hidden] */
    double top[3][sizeof(ModelTop) / sizeof(float)];
} Reference;

static double adam_number(double slope, double rate, double decay, double *part, double *mean,
                          double *square) {
    *mean = 0.9 * *mean + 0.1 * slope;
    *square = 0.999 * *square + 0.001 * slope * slope;
    *part = *part * fmax(0, 1 - rate * decay) - rate * *mean / sqrt(*square + 1e-16);
    return *part;
}

static double within(double x, double most) { return fmax(-most, fmin(most, x)); }

/* One step, and the numbers that the model has after it. slope_of[thread]: before they are used. */
static void reference_step(Reference *r, Model **slopes, int threads, int batch, double share,
                           int step, Model *expected) {
    const TrainInputs *inputs = &r->train->inputs;
    const TrainPlan *plan = r->plan;
    size_t hidden = (size_t)plan->hidden, groups = (size_t)inputs->group_count;
    double rate =
               plan->last_rate + (plan->rate - plan->last_rate) * (1 + cos(acos(-1) * share)) / 2,
           limit = INT16_MAX / 255.0 / (r->train->most_active + 1);
    rate *= sqrt(1 - pow(0.999f, step)) / (1 - pow(0.9f, step));
    double *group_slope = calloc(groups * hidden, sizeof *group_slope);
    for (size_t input = 0; input < (size_t)inputs->count; input++)
        for (size_t h = 0; h < hidden; h++) {
            size_t at = input * hidden + h;
            double slope = 0;
            for (int t = 0; t < threads; t++) slope += slopes[t]->input[at] / (double)batch;
            adam_number(slope, rate, plan->decay, &r->part[at], &r->mean[at], &r->square[at]);
            for (int g = 0; g < TRAIN_GROUPS; g++)
                if (inputs->group[g][input] >= 0)
                    group_slope[(size_t)inputs->group[g][input] * hidden + h] += slope;
        }
    for (size_t i = 0; i < groups * hidden && !plan->apart; i++) {
        size_t at = (size_t)inputs->count * hidden + i;
        adam_number(group_slope[i], rate, 0, &r->part[at], &r->mean[at], &r->square[at]);
    }
    for (size_t input = 0; input < (size_t)inputs->count; input++)
        for (size_t h = 0; h < hidden; h++) {
            double sum = r->part[input * hidden + h];
            for (int g = 0; g < TRAIN_GROUPS && !plan->apart; g++)
                if (inputs->group[g][input] >= 0)
                    sum +=
                        r->part[((size_t)inputs->count + (size_t)inputs->group[g][input]) * hidden +
                                h];
            expected->input[input * hidden + h] = (float)within(sum, limit);
        }
    float *top = (float *)&expected->top;
    size_t output = NET_HIDDEN, bias = output + NET_BUCKETS * 2 * NET_HIDDEN;
    for (size_t i = 0; i < sizeof(ModelTop) / sizeof(float); i++) {
        double slope = 0;
        if (i >= bias + NET_BUCKETS) break; /* what only fills the struct */
        for (int t = 0; t < threads; t++)
            slope += ((const float *)&slopes[t]->top)[i] / (double)batch;
        adam_number(slope, rate, 0, &r->top[0][i], &r->top[1][i], &r->top[2][i]);
        if (i < output) r->top[0][i] = within(r->top[0][i], limit);
        if (i >= output && i < bias) r->top[0][i] = within(r->top[0][i], 127.0 / 64);
        top[i] = (float)r->top[0][i];
    }
    free(group_slope);
}

static void check_models(const Model *found, const Model *expected, float slack,
                         const char *about) {
    size_t numbers = (size_t)expected->inputs * (size_t)expected->hidden, wrong = 0, first = 0;
    for (size_t i = 0; i < numbers; i++)
        if (fabsf(found->input[i] - expected->input[i]) >
                slack + 1e-3f * fabsf(expected->input[i]) &&
            !wrong++)
            first = i;
    CHECK(!wrong, "%s: %zu of %zu numbers of inputs, the first of input %zu, %f, expected %f",
          about, wrong, numbers, first / (size_t)expected->hidden, (double)found->input[first],
          (double)expected->input[first]);
    const float *top = (const float *)&found->top, *wanted = (const float *)&expected->top;
    numbers = NET_HIDDEN + NET_BUCKETS * 2 * NET_HIDDEN + NET_BUCKETS;
    wrong = first = 0;
    for (size_t i = 0; i < numbers; i++)
        if (fabsf(top[i] - wanted[i]) > slack + 1e-3f * fabsf(wanted[i]) && !wrong++) first = i;
    CHECK(!wrong, "%s: %zu of %zu other numbers, the first number %zu, %f, expected %f", about,
          wrong, numbers, first, (double)top[first], (double)wanted[first]);
}

/* Kinds begin with numbers of their own, all squares alike; outputs alike in all buckets. */
static void check_beginning(const Train *train, const Model *model, int hidden) {
    const TrainInputs *inputs = &train->inputs;
    int alike = 0, others = 0;
    for (int input = 1; input < inputs->count; input++) {
        const float *row = model->input + (size_t)input * (size_t)hidden;
        bool same = !memcmp(row, row - hidden, (size_t)hidden * sizeof *row),
             kind = inputs->group[0][input] == inputs->group[0][input - 1];
        CHECK(same == kind, "inputs %d and %d begin %s", input - 1, input,
              same ? "alike" : "otherwise");
        alike += same, others += !same;
        for (int h = 0; h < hidden; h++)
            CHECK(fabsf(row[h]) <= 0.05f, "input %d begins with %f", input, (double)row[h]);
    }
    CHECK(alike > 10 && others > 10, "%d alike, %d not", alike, others);
    double low = 1, high = 0, most = 0;
    for (int h = 0; h < hidden; h++) {
        low = fmin(low, (double)model->top.bias[h]), high = fmax(high, (double)model->top.bias[h]);
        for (int view = 0; view < 2; view++) {
            most = fmax(most, fabs((double)model->top.output[0][view][h]));
            for (int b = 1; b < NET_BUCKETS; b++)
                CHECK(model->top.output[b][view][h] == model->top.output[0][view][h],
                      "output %d of view %d in bucket %d", h, view, b);
        }
    }
    CHECK(low >= 0.2 && low < 0.3 && high > 0.3 && high <= 0.4, "biases from %f to %f", low, high);
    CHECK(most > 0.05 && most <= 0.1, "outputs up to %f", most);
    CHECK(model->top.output[0][0][0] != model->top.output[0][1][0], "both views begin alike");
    for (int b = 0; b < NET_BUCKETS; b++) CHECK(model->top.output_bias[b] == 0, "bucket %d", b);
}

static void check_adam(const HenkaVariant *v, int hidden, int threads, bool apart, double rate) {
    Train *train = train_new(v);
    random_games(v, 2, 10, add_position, train);
    TrainPlan plan = train_plan();
    plan.hidden = hidden, plan.threads = threads, plan.apart = apart;
    plan.rate = rate, plan.last_rate = rate / 10, plan.decay = 3, plan.seed = 9;
    Adam *adam = adam_new(train, &plan);
    const Model *model = adam_model(adam);
    const TrainInputs *inputs = &train->inputs;
    size_t rows = (size_t)(inputs->count + inputs->group_count), width = (size_t)hidden;
    Reference r = {train,
                   &plan,
                   calloc(rows * width, sizeof(double)),
                   calloc(rows * width, sizeof(double)),
                   calloc(rows * width, sizeof(double)),
                   {{0}}};
    check_beginning(train, model, hidden);
    for (size_t input = 0; input < (size_t)inputs->count; input++) {
        size_t row = apart ? input : (size_t)(inputs->count + inputs->group[0][input]);
        for (size_t h = 0; h < width; h++)
            r.part[row * width + h] = (double)model->input[input * width + h];
    }
    for (size_t i = 0; i < sizeof(ModelTop) / sizeof(float); i++)
        r.top[0][i] = (double)((const float *)&model->top)[i];
    Model *expected = model_new(inputs->count, hidden), *slopes[4];
    Random random = {11};
    for (int t = 0; t < threads; t++) slopes[t] = model_new(inputs->count, hidden);
    for (int step = 1; step <= 3; step++) {
        static const double shares[] = {0, 0.4, 1};
        for (int t = 0; t < threads; t++) {
            randomise(slopes[t]->input, (size_t)inputs->count * width, 2, &random);
            randomise((float *)&slopes[t]->top, sizeof(ModelTop) / sizeof(float), 2, &random);
        }
        reference_step(&r, slopes, threads, 64 * step, shares[step - 1], step, expected);
        adam_step(adam, slopes, 64 * step, shares[step - 1]);
        char about[128];
        snprintf(about, sizeof about, "%d hidden, %d threads, apart %d, rate %g, step %d", hidden,
                 threads, apart, rate, step);
        check_models(model, expected, 2e-5f + 1e-5f * (float)rate, about);
        size_t left = 0;
        for (int t = 0; t < threads; t++) {
            for (size_t i = 0; i < (size_t)inputs->count * width; i++)
                left += slopes[t]->input[i] != 0;
            for (size_t i = 0; i < sizeof(ModelTop) / sizeof(float); i++)
                left += ((const float *)&slopes[t]->top)[i] != 0;
        }
        CHECK(!left, "%s: %zu slopes are left", about, left);
    }
    for (int t = 0; t < threads; t++) model_free(slopes[t]);
    free(r.part), free(r.mean), free(r.square);
    model_free(expected);
    adam_free(adam);
    train_free(train);
}

/* ---- what an epoch learns and which is kept ---- */

enum { MOST_EPOCHS = 12 };
typedef struct AllLosses {
    TrainLoss losses[MOST_EPOCHS + 1];
    int count;
} AllLosses;

static void keep_all(void *context, const TrainLoss *loss) {
    AllLosses *all = context;
    if (all->count <= MOST_EPOCHS) all->losses[all->count] = *loss;
    all->count++;
}

static AllLosses train_with(Train *train, const TrainPlan *plan, size_t *length, char **bytes) {
    AllLosses all = {.count = 0};
    Net *net = train_solve(train, plan, keep_all, &all);
    CHECK(net, "no network");
    if (bytes) *bytes = net_write(train->variant, net, length);
    net_free(net);
    return all;
}

/* Without a rate nothing is learnt, so that the loss of an epoch is that of the beginning, whatever
 * the batches. */
static void check_loss_of_learning(const HenkaVariant *v) {
    Train *train = train_new(v);
    random_games(v, 12, PLIES, add_position, train);
    TrainPlan plan = train_plan();
    plan.hidden = HIDDEN, plan.epochs = 2, plan.rate = plan.last_rate = 0, plan.scale = 300;
    Adam *adam = adam_new(train, &plan);
    Pass *pass = aligned_alloc(64, (sizeof *pass + 63) / 64 * 64);
    double sum = 0;
    int count = 0;
    for (size_t i = 0; i < train->count; i++) {
        const TrainPosition *position = &train->positions[i];
        if (position->held_out) continue;
        train_pass(train, position, false, pass);
        double x = (position->linear + 1024.0 * (double)model_forward(adam_model(adam), pass)) /
                   300,
               target = 0.7 / (1 + exp(-position->score / 300.0)) + 0.3 * position->result / 2.0;
        CHECK(fabs(train_target(position, 0.7, 300) - target) < 1e-9, "target %f, expected %f",
              train_target(position, 0.7, 300), target);
        sum += log1p(exp(-x)) * target + log1p(exp(x)) * (1 - target) + target * log(target) +
               (1 - target) * log(1 - target);
        count++;
    }
    static const int batches[] = {1, 7, 64, 100000};
    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++) {
        plan.batch = batches[i], plan.threads = 1 + (int)i % 3;
        AllLosses all = train_with(train, &plan, NULL, NULL);
        CHECK(all.count == 3 && all.losses[0].epoch == 1 && all.losses[1].epoch == 2 &&
                  all.losses[2].epoch == 0,
              "%d reports", all.count);
        for (int k = 0; k < 2; k++)
            CHECK(fabs(all.losses[k].train - sum / count) < 1e-5, "batch %d: loss %f, expected %f",
                  batches[i], all.losses[k].train, sum / count);
        CHECK(all.losses[0].scale == 300, "scale %f", all.losses[0].scale);
    }
    free(pass), adam_free(adam), train_free(train);
}

/* The epoch with the least loss on what is held out is written; where nothing is, the last. */
static void check_best_epoch(const HenkaVariant *v) {
    Train *train = train_new(v);
    random_games(v, 20, PLIES, add_position, train);
    TrainPlan plan = train_plan();
    size_t lengths[2];
    char *bytes[2];
    plan.hidden = HIDDEN, plan.epochs = 10, plan.batch = 16, plan.rate = 0.05,
    plan.last_rate = 0.05;
    plan.decay = 0;
    AllLosses all = train_with(train, &plan, &lengths[0], &bytes[0]);
    double least = 1e9;
    int best = 0;
    for (int i = 0; i < plan.epochs; i++)
        if (all.losses[i].held_out < least) least = all.losses[i].held_out, best = i + 1;
    CHECK(all.count == 11 && all.losses[10].epoch == 0, "%d reports", all.count);
    CHECK(best < plan.epochs, "the last epoch is the best: %f", least);
    plan.epochs = best; /* what so many epochs come to is what was written */
    train_with(train, &plan, &lengths[1], &bytes[1]);
    CHECK(lengths[0] == lengths[1] && !memcmp(bytes[0], bytes[1], lengths[0]),
          "written is not epoch %d, which had the least loss", best);
    free(bytes[0]), free(bytes[1]);
    for (size_t i = 0; i < train->count; i++) train->positions[i].held_out = false;
    plan.epochs = 3;
    for (int i = 0; i < 2; i++) {
        all = train_with(train, &plan, &lengths[i], &bytes[i]);
        CHECK(all.count == 4 && all.losses[2].held_out == 0 && all.losses[2].linear == 0 &&
                  all.losses[2].result == 0 && all.losses[2].spread == 0,
              "held out %f, linear %f", all.losses[2].held_out, all.losses[2].linear);
        plan.epochs = 3 + i; /* once more the same: the last of three is what three epochs give */
    }
    CHECK(lengths[0] == lengths[1] && !memcmp(bytes[0], bytes[1], lengths[0]), "twice the same");
    free(bytes[0]), free(bytes[1]), train_free(train);
}

/* Which options change what is learnt: one with no effect on this game gives the same bytes. */
static void check_plan_matters(const char *name, bool mirrors) {
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    Train *train = train_new(v);
    random_games(v, 6, 20, add_position, train);
    TrainPlan standard = train_plan();
    standard.hidden = HIDDEN, standard.epochs = 2, standard.batch = 20, standard.rate = 0.01;
    size_t length, other_length;
    char *bytes, *others;
    CHECK(train_mirrors(train) == mirrors, "%s: mirrors %d", name, train_mirrors(train));
    train_with(train, &standard, &length, &bytes);
    for (int option = 0; option < 6; option++) {
        static const char *const names[] = {"apart", "unmirrored",  "seed",
                                            "decay", "score_share", "batch"};
        TrainPlan plan = standard;
        if (option == 0) plan.apart = true;
        if (option == 1) plan.unmirrored = true;
        if (option == 2) plan.seed = 2;
        if (option == 3) plan.decay = 0;
        if (option == 4) plan.score_share = 0.2;
        if (option == 5) plan.batch = 30;
        train_with(train, &plan, &other_length, &others);
        bool same = length == other_length && !memcmp(bytes, others, length);
        CHECK(same == (option == 1 && !mirrors), "%s: with another %s %s network", name,
              names[option], same ? "the same" : "another");
        free(others);
    }
    free(bytes), train_free(train), henka_variant_free(v);
}

/* ---- the ends of whole numbers, and of the numbering ---- */

static void check_clipping(const HenkaVariant *v) {
    int inputs = net_inputs(v);
    Model *model = model_new(inputs, HIDDEN);
    model->input[0] = 1000, model->input[1] = -1000, model->input[2] = 0.5f;
    model->top.bias[0] = 200, model->top.bias[1] = -200, model->top.bias[2] = -0.25f;
    model->top.output[1][0][3] = 9, model->top.output[1][1][3] = -9;
    model->top.output[7][1][15] = 1.5f;
    model->top.output_bias[2] = -1.25f;
    Net *net = model_to_net(model, v);
    CHECK(net->input_weights[0] == 32767 && net->input_weights[1] == -32767 &&
              net->input_weights[2] == 128 && net->input_weights[3] == 0,
          "inputs %d, %d, %d", net->input_weights[0], net->input_weights[1], net->input_weights[2]);
    CHECK(net->bias[0] == 32767 && net->bias[1] == -32767 && net->bias[2] == -64,
          "biases %d, %d, %d", net->bias[0], net->bias[1], net->bias[2]);
    CHECK(net->output_weights[1][3] == 127 && net->output_weights[1][HIDDEN + 3] == -127 &&
              net->output_weights[7][2 * HIDDEN - 1] == 96 && net->output_weights[0][3] == 0,
          "outputs %d, %d, %d", net->output_weights[1][3], net->output_weights[1][HIDDEN + 3],
          net->output_weights[7][2 * HIDDEN - 1]);
    CHECK(net->output_bias[2] == -1.25 * 255 * 64, "output's bias %d", (int)net->output_bias[2]);
    net_free(net), model_free(model);
}

/* Inputs share a part exactly where kind, kind and rank, or kind and file are the same. */
static void check_input_groups(const char *name) {
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    TrainInputs inputs = {0};
    CHECK(train_inputs_number(&inputs, v), "numbered");
    for (int g = 0; g < TRAIN_GROUPS; g++) {
        int *key = malloc((size_t)inputs.group_count * sizeof *key);
        for (int i = 0; i < inputs.group_count; i++) key[i] = -1;
        for (int side = 0; side < 2; side++) {
            for (int type = 1; type <= v->type_count; type++)
                for (int square = 0; square < v->squares; square++) {
                    int input = net_input_piece(v, HENKA_SENTE, piece_make(side, type), square),
                        part = inputs.group[g][input],
                        place = g == 0   ? 0
                                : g == 1 ? rank_of(v, square)
                                         : file_of(v, square),
                        own = (side * 64 + type) * 64 + place;
                    CHECK(part >= 0 && part < inputs.group_count, "%s: part %d", name, part);
                    if (part < 0 || part >= inputs.group_count) continue;
                    if (key[part] < 0) key[part] = own;
                    CHECK(key[part] == own, "%s: part %d of group %d is of %d and %d", name, part,
                          g, key[part], own);
                }
            for (int index = 0; index < v->hand_count; index++)
                for (int step = 0; step < NET_HAND_STEPS; step++) {
                    int input = net_input_hand(v, HENKA_SENTE, side, index, step),
                        part = inputs.group[g][input], own = 1000000 + side * 1000 + index;
                    CHECK(g ? part == -1 : part >= 0 && part < inputs.group_count, "%s: part %d",
                          name, part);
                    if (g || part < 0 || part >= inputs.group_count) continue;
                    if (key[part] < 0) key[part] = own;
                    CHECK(key[part] == own, "%s: part %d is of a hand, %d and %d", name, part,
                          key[part], own);
                }
        }
        int used = 0, expected = g == 0   ? 2 * (v->type_count + v->hand_count)
                                 : g == 1 ? 2 * v->type_count * v->ranks
                                          : 2 * v->type_count * v->files;
        for (int i = 0; i < inputs.group_count; i++) used += key[i] >= 0;
        CHECK(used == expected, "%s: group %d has %d parts, expected %d", name, g, used, expected);
        free(key);
    }
    train_inputs_free(&inputs);
    henka_variant_free(v);
}

/* A kind that may move otherwise from its first square sees the starting array, which is not its own
 * mirror image. */
static void check_virgin(void) {
    static const char *const texts[] = {
        "name=plain\nfiles=5\nranks=5\nsymmetry=rotate\nroyal=K\nking:K:K:K:c1\nstone:S:fW:S:a2\n",
        "name=first\nfiles=5\nranks=5\nsymmetry=rotate\nroyal=K\nking:K:K:K:c1\nstone:S:fWifW2:S:"
        "a2\n"};
    for (int i = 0; i < 2; i++) {
        HenkaVariant *v = henka_variant_parse(texts[i], strlen(texts[i]), NULL, 0, NULL);
        Train *train = v ? train_new(v) : NULL;
        CHECK(train && train_mirrors(train) == !i, "%s: mirrors %d", texts[i],
              train && train_mirrors(train));
        train_free(train);
        henka_variant_free(v);
    }
}

/* ---- threads ---- */

static void count_share(void *context, int thread) { ((int *)context)[thread]++; }

static void check_threads(void) {
    static const int threads[] = {1, 2, 5, TRAIN_THREADS};
    for (int i = 0; i < 4; i++) {
        int worked[TRAIN_THREADS + 1] = {0};
        train_in_threads(threads[i], count_share, worked);
        for (int thread = 0; thread <= TRAIN_THREADS; thread++)
            CHECK(worked[thread] == (thread < threads[i]), "%d threads: share %d done %d times",
                  threads[i], thread, worked[thread]);
    }
}

int main(void) {
    HenkaVariant *v = henka_variant_shipped("ito", NULL, 0, NULL);
    check_slopes(16), check_slopes(48), check_slopes(128);
    check_inputs("ito", false), check_inputs("shinogi", true), check_inputs("suzumu", true);
    check_lopsided();
    check_training(v);
    check_nothing(v);
    check_figures(v);
    check_order(v);
    check_scale(v);
    check_whole(v);
    check_clipping(v);
    check_adam(v, 16, 1, false, 0.01), check_adam(v, 48, 2, false, 0.01);
    check_adam(v, 32, 3, true, 0.01), check_adam(v, 32, 4, false, 60);
    check_loss_of_learning(v);
    check_best_epoch(v);
    check_plan_matters("ito", false), check_plan_matters("shinogi", true);
    check_input_groups("ito"), check_input_groups("shinogi");
    check_virgin();
    check_threads();
    henka_variant_free(v);
    return check_done();
}
