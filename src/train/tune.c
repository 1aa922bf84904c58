/* henka tune: fits the linear evaluation to games (fit.h), or trains a network that corrects the
 * linear evaluation (train.h), and writes the numbers to a file. */
#include "train/commands.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "eval/stored.h"
#include "match/arguments.h"
#include "match/samples.h"
#include "train/fit.h"
#include "train/train.h"

enum { MAX_SAMPLE_FILES = 64 };

/* The contents of the command line. */
typedef struct TuneRequest {
    Args given; /* the game, and the options that match, study, datagen and tune share */
    const char *paths[MAX_SAMPLE_FILES]; /* --samples: files of games */
    size_t path_count;                   /* number of `paths` */
    const char *out_path;                /* --out: the file that is written */
    int held_out;   /* --held-out: n; every nth game of a file only measures; 0: the default */
    double weight;  /* --weight: FitPlan.weight; 0: tries several, from small to large */
    double trace;   /* --trace: weight of the next ply in a mean of scores; below 0: the default */
    double scale;   /* --scale: by which the search's scores are divided; 0: the default */
    int steps;      /* --steps: steps of Newton's method in the fit */
    bool net;       /* --net: train a network, by `plan`, instead of fitting */
    TrainPlan plan; /* parameters of the network's training */
} TuneRequest;

/* ---- the games ---- */

/* Handles one game, whose current position is the last one. False: no memory. */
typedef bool GameTaker(void *context, SampleGame *, bool held_out);

/* Is the position quiet: no check, and the move played captures and promotes nothing? The
 * evaluation sees no threats, so it learns from quiet positions only. */
static bool is_quiet(const HenkaGame *game, HenkaMove played) {
    HenkaMoveParts parts = henka_game_parts(game, played);
    return !parts.capture && !parts.promotes && !parts.flips && !henka_game_in_check(game);
}

/* Reads all files' games. Of a file with a damaged end, the games before the damage are used. */
static bool read_samples(const TuneRequest *request, const HenkaVariant *variant, GameTaker *take,
                         void *context, HenkaError *error) {
    SampleGame *sample = malloc(sizeof *sample);
    bool good = true;
    for (size_t i = 0; i < request->path_count && good; i++) {
        const char *path = request->paths[i];
        Samples *samples = samples_open(path, variant, error);
        SamplesRead read = SAMPLES_BAD;
        long games = 0;
        while (samples && sample && good &&
               (read = samples_next(samples, sample, error)) == SAMPLES_GAME) {
            bool held_out = games++ % request->held_out == request->held_out - 1;
            good = take(context, sample, held_out) || error_set(error, MSG_NO_MEMORY);
            henka_game_free(sample->game);
        }
        samples_close(samples);
        if (read == SAMPLES_BAD && games && !request->given.quiet)
            args_say(stderr, MSG_SAMPLES_USED, arg_text(path), arg_error(error), arg_number(games));
        if (read == SAMPLES_END && !games) error_set(error, MSG_SAMPLES_EMPTY, arg_text(path));
        good = good && games;
    }
    free(sample);
    return good;
}

/* Writes the bytes to the file, and frees them. bytes NULL: the caller had no memory for them. */
static bool write_file(const TuneRequest *request, char *bytes, size_t length, HenkaError *error) {
    if (!bytes) return error_set(error, MSG_NO_MEMORY);
    FILE *file = fopen(request->out_path, "wb");
    bool written = file && fwrite(bytes, 1, length, file) == length;
    written = file && !fclose(file) && written;
    free(bytes);
    return written || error_set(error, MSG_FILE_CANNOT_WRITE, arg_text(request->out_path));
}

/* ---- fitting the linear evaluation ---- */

enum { GRADIENT_STEPS = 15 };

typedef struct FitGames {
    Fit *fit;
    double trace, scale;
} FitGames;

/* Adds the game's quiet positions, from the last ply to the first. The target of a ply is a mean of
 * its own score and the next ply's target, for the last ply the game's result. */
static bool fit_game(void *context, SampleGame *sample, bool held_out) {
    const FitGames *games = context;
    HenkaGame *game = sample->game;
    double result = sample->result / 2.0, target = result;
    for (int ply = henka_game_plies(game) - 1; ply >= 0 && sample->scores[ply] != SAMPLE_NO_SCORE;
         ply--) {
        HenkaMove played = henka_game_move_at(game, ply);
        henka_game_undo(game);
        double score =
            henka_game_side(game) == HENKA_SENTE ? sample->scores[ply] : -sample->scores[ply];
        target = games->trace * target + (1 - games->trace) / (1 + exp(-score / games->scale));
        if (is_quiet(game, played) && !fit_add(games->fit, game, target, result, held_out))
            return false;
    }
    return true;
}

/* Prints a fit's loss. number: for MSG_TUNE_DERIVED the scale; for MSG_TUNE_FITTED the weight. */
static void print_fit(const TuneRequest *request, MessageKey key, double number, FitLoss loss,
                      int64_t started_ms) {
    if (request->given.quiet) return;
    args_say(stdout, key, arg_decimal(number, -1), arg_decimal(loss.train, 5),
             arg_decimal(loss.held_out, 5), arg_decimal(loss.result, 5),
             arg_decimal((double)(clock_ms() - started_ms) / 1000, 1));
    fflush(stdout);
}

/* Raises the weight of the games step by step, until the held-out games are predicted worse. Leaves
 * `fit` at the best fit, and returns its plan. */
static FitPlan fit_best(const TuneRequest *request, Fit *fit) {
    int64_t started_ms = clock_ms();
    double scale = fit_scale(fit), least = INFINITY;
    FitPlan best = {0};
    print_fit(request, MSG_TUNE_DERIVED, scale, fit_loss(fit), started_ms);
    for (double weight = request->weight > 0 ? request->weight : 0.02; weight < 10; weight *= 2.5) {
        FitPlan plan = {weight, request->steps, GRADIENT_STEPS};
        FitLoss loss = fit_solve(fit, &plan);
        print_fit(request, MSG_TUNE_FITTED, weight, loss, started_ms);
        if (loss.held_out >= least && request->weight <= 0) break;
        least = loss.held_out;
        best = plan;
        fit_keep(fit);
        if (request->weight > 0) break;
    }
    fit_return(fit);
    return best;
}

/* Prints the value of each type of piece before and after the fit, with bounds of 1.96 standard
 * deviations on either side. Royals are left out: their number only marks them as royal. */
static void print_values(const HenkaVariant *variant, const Eval *eval,
                         const double deviation[MAX_TYPES]) {
    const Eval *derived = eval_derived_of(variant);
    if (!derived) return;
    args_say(stdout, MSG_TUNE_VALUES);
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        HenkaType kind = henka_variant_type(variant, type);
        int fitted = eval->board_value[type];
        double around = 1.96 * deviation[type];
        if (kind.royal) continue;
        printf("%5s %9d %9d", kind.id, derived->board_value[type], fitted);
        if (isnan(around))
            printf(" %9s %9s\n", "-", "-");
        else
            printf(" %9.0f %9.0f\n", fitted - around, fitted + around);
    }
}

static bool tune_linear(const TuneRequest *request, const HenkaVariant *variant,
                        HenkaError *error) {
    FitGames games = {fit_new(variant), request->trace >= 0 ? request->trace : 1,
                      request->scale > 0 ? request->scale : 1000};
    Eval *eval = calloc(1, sizeof *eval);
    bool ok = games.fit && eval ? read_samples(request, variant, fit_game, &games, error)
                                : error_set(error, MSG_NO_MEMORY);
    if (ok) {
        bool quiet = request->given.quiet;
        double deviation[MAX_TYPES];
        if (!quiet) args_say(stdout, MSG_TUNE_POSITIONS, arg_number((int64_t)fit_count(games.fit)));
        FitPlan plan = fit_best(request, games.fit);
        ok =
            (fit_eval(games.fit, eval) && (quiet || fit_deviations(games.fit, &plan, deviation))) ||
            error_set(error, MSG_NO_MEMORY);
        if (ok && !quiet) print_values(variant, eval, deviation);
    }
    if (ok) {
        size_t length = 0;
        char *text = stored_eval_write(variant, eval, &length);
        ok = write_file(request, text, length, error);
    }
    free(eval);
    fit_free(games.fit);
    return ok;
}

/* ---- training a network ---- */

/* A score beyond this one shows the distance to the end more than the position's quality. */
enum { MOST_SCORE = 4000 };
static const double DEFAULT_TRACE = 0.8;

typedef struct TrainGames {
    Train *train;
    double trace;
} TrainGames;

/* Adds the game's quiet positions. The score of a ply is a mean of its own score and the mean score
 * of the ply after it, so that later scores count too. */
static bool train_game(void *context, SampleGame *sample, bool held_out) {
    TrainGames *games = context;
    HenkaGame *game = sample->game;
    double mean = 0;
    int plies = henka_game_plies(game);
    for (int ply = plies - 1; ply >= 0 && sample->scores[ply] != SAMPLE_NO_SCORE; ply--) {
        HenkaMove played = henka_game_move_at(game, ply);
        henka_game_undo(game);
        double sign = henka_game_side(game) == HENKA_SENTE ? 1 : -1,
               score = fmax(-MOST_SCORE, fmin(MOST_SCORE, sign * sample->scores[ply]));
        mean = ply == plies - 1 ? score : games->trace * mean + (1 - games->trace) * score;
        if (fabs(score) >= MOST_SCORE || !is_quiet(game, played)) continue;
        int result = sign > 0 ? sample->result : 2 - sample->result;
        if (!train_add(games->train, game, (int)lround(sign * mean), result, held_out))
            return false;
    }
    return true;
}

static void print_epoch(void *context, const TrainLoss *loss) {
    const TuneRequest *request = context;
    if (request->given.quiet) return;
    Message measured =
        MESSAGE_OF(MSG_TUNE_MEASURED, arg_decimal(loss->held_out, 5), arg_decimal(loss->linear, 5),
                   arg_decimal(loss->result, 5), arg_decimal(loss->linear_result, 5),
                   arg_decimal(loss->spread, 2));
    char epoch[16];
    snprintf(epoch, sizeof epoch, "%2d", loss->epoch);
    if (loss->epoch)
        args_say(stdout, MSG_TUNE_EPOCH, arg_text(epoch), arg_decimal(loss->train, 5),
                 arg_message(&measured), arg_decimal(loss->positions_second, 0));
    else
        args_say(stdout, MSG_TUNE_WRITTEN, arg_decimal(loss->scale, 0), arg_message(&measured));
    fflush(stdout);
}

static bool tune_net(const TuneRequest *request, const HenkaVariant *variant, HenkaError *error) {
    TrainPlan plan = request->plan;
    TrainGames games = {train_new(variant), request->trace >= 0 ? request->trace : DEFAULT_TRACE};
    bool ok = games.train ? read_samples(request, variant, train_game, &games, error)
                          : error_set(error, MSG_NO_MEMORY);
    plan.scale = request->scale;
    if (ok && !request->given.quiet)
        args_say(stdout,
                 train_mirrors(games.train) ? MSG_TUNE_POSITIONS_MIRRORED : MSG_TUNE_POSITIONS,
                 arg_number((int64_t)train_count(games.train)));
    if (ok) {
        Net *net = train_solve(games.train, &plan, print_epoch, (void *)request);
        size_t length = 0;
        char *bytes = net ? net_write(variant, net, &length) : NULL;
        ok = net ? write_file(request, bytes, length, error)
                 : error_set(error, MSG_TUNE_NOTHING_TO_LEARN);
        net_free(net);
    }
    train_free(games.train);
    return ok;
}

/* ---- the command line ---- */

static bool take_hidden(void *context, const char *text) {
    TuneRequest *request = context;
    int64_t hidden = 0;
    bool good = args_number(text, 16, NET_HIDDEN, &hidden) && hidden % 16 == 0;
    request->plan.hidden = (int)hidden;
    return request->net = good;
}

static bool take_samples(void *context, const char *text) {
    TuneRequest *request = context;
    if (request->path_count == MAX_SAMPLE_FILES) return false;
    request->paths[request->path_count++] = text;
    return true;
}

static bool read_arguments(TuneRequest *request, HenkaError *error) {
    enum { MANY = 100000000 };
    TrainPlan *plan = &request->plan;
    int shared = 1, mirrored = 1;
    double rate = 0;
    const CommandOption options[] = {
        {"--samples", OPTION_CALL, request, .take = take_samples, .form = MSG_FORM_SAMPLES},
        {"--out", OPTION_TEXT, &request->out_path},
        {"--quiet", OPTION_FLAG, &request->given.quiet},
        {"--steps", OPTION_INT, &request->steps, 1, MANY},
        {"--held-out", OPTION_INT, &request->held_out, 2, MANY},
        {"--scale", OPTION_REAL, &request->scale, 1, 100000},
        {"--weight", OPTION_REAL, &request->weight, 0, 1000000},
        {"--trace", OPTION_REAL, &request->trace, 0, 1},
        {"--net", OPTION_CALL, request, .take = take_hidden, .form = MSG_FORM_HIDDEN},
        {"--epochs", OPTION_INT, &plan->epochs, 1, MANY},
        {"--batch", OPTION_INT, &plan->batch, 1, MANY},
        {"--threads", OPTION_INT, &plan->threads, 1, 64},
        {"--seed", OPTION_INT64, &plan->seed, 0, INT64_MAX},
        {"--shared", OPTION_INT, &shared, 0, 1},
        {"--mirrored", OPTION_INT, &mirrored, 0, 1},
        {"--score-share", OPTION_REAL, &plan->score_share, 0, 1},
        {"--rate", OPTION_REAL, &rate, 0, 1},
        {"--decay", OPTION_REAL, &plan->decay, 0, 10000}};
    if (!arguments_read(&request->given, options, sizeof options / sizeof *options, error))
        return false;
    plan->apart = !shared;
    plan->unmirrored = !mirrored;
    if (rate > 0) plan->rate = rate, plan->last_rate = rate / 100;
    if (!request->held_out) request->held_out = request->net ? 20 : 10;
    if (!request->path_count) return error_set(error, MSG_EXPECTED_SAMPLES_FILE);
    return request->out_path || error_set(error, MSG_EXPECTED_OUT_FILE);
}

int tune_run(Args *args) {
    int help = arguments_help(args, MSG_LAB_USAGE_TUNE);
    if (help >= 0) return help;
    TuneRequest request = {.given = *args, .steps = 4, .trace = -1, .plan = train_plan()};
    HenkaError error = {0};
    HenkaVariant *variant = NULL;
    bool ready = read_arguments(&request, &error) &&
                 (variant = request.net ? arguments_variant(&request.given, "", "none", &error)
                                        : arguments_variant(&request.given, NULL, NULL, &error));
    bool ok = ready && (request.net ? tune_net : tune_linear)(&request, variant, &error);
    if (!ok) args_say(stderr, MSG_COMMAND_SAYS, arg_text("tune"), arg_error(&error));
    henka_variant_free(variant);
    return ready ? !ok : 2;
}
