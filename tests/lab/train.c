/* The trainer's slopes are those of its sums, its tables of inputs are those of the board, training
 * lowers the loss, twice the same, and the whole numbers say what the floats said. */
#include "check.h"

#include "base/random.h"
#include "eval/eval.h"
#include "lab/train_inside.h"
#include "rules/game.h"

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
            size_t count = henka_game_moves(game, moves);
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
            for (int i = 0; i < count; i++) hidden += net->input[active[i] * net->hidden + h];
            hidden = hidden < 0 ? 0 : hidden > NET_ONE ? NET_ONE : hidden;
            sum += hidden * hidden * net->output[net_bucket(p)][of * net->hidden + h];
        }
    }
    return (double)sum / NET_ONE / NET_ONE / NET_WEIGHT +
           (double)net->output_bias[net_bucket(p)] / NET_ONE / NET_WEIGHT;
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
    henka_variant_free(v);
    return check_done();
}
