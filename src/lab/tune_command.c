/* henka tune: the command line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "eval/fit.h"
#include "eval/stored.h"
#include "lab/arguments.h"
#include "lab/lab.h"
#include "lab/samples.h"

static const char usage[] =
    "henka tune GAME --samples FILE [--samples FILE…] --out FILE [options]     fits the evaluation to games of henka datagen\n"
    "  --weight W (of a position against the prior; default: from 0.02 up while the games held out gain), --steps N (4 Newton steps a weight)\n"
    "  --trace SHARE (1: a target is the result; less: part of the search's score at each ply, the rest the target a ply later),\n"
    "  --told SCALE (1000: of those scores), --held-out N (10: every Nth game), --set NAME=VALUE, --quiet\n";

enum { MAX_SAMPLE_FILES = 32, GRADIENT_STEPS = 15 };
typedef struct Request {
    Arguments given;
    const char *out_path, *sample_paths[MAX_SAMPLE_FILES];
    size_t sample_count;
    double weight, trace, told_scale;
    int steps, held_out;
} Request;

static bool take_share(const char *text, double least, double most, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end != text && !*end && *value >= least && *value <= most;
}

static bool take_pair(void *context, const char *key, const char *value) {
    Request *request = context;
    if (!strcmp(key, "--out")) return request->out_path = value, true;
    if (!strcmp(key, "--steps") || !strcmp(key, "--epochs")) return argument_int(value, 1, &request->steps);
    if (!strcmp(key, "--held-out")) return argument_int(value, 2, &request->held_out);
    if (!strcmp(key, "--told")) return take_share(value, 1, 1e5, &request->told_scale);
    if (!strcmp(key, "--weight")) return take_share(value, 1e-6, 1e6, &request->weight);
    if (!strcmp(key, "--trace")) return take_share(value, 0, 1, &request->trace);
    if (!strcmp(key, "--samples") && request->sample_count < MAX_SAMPLE_FILES) return request->sample_paths[request->sample_count++] = value, true;
    return false;
}

static bool read_arguments(Request *request, int argc, char **argv, HenkaError *error) {
    if (!arguments_read(&request->given, argc, argv, take_pair, request, error)) return false;
    if (!request->sample_count) return error_at(error, 0, 0, "expected --samples FILE");
    return request->out_path || error_at(error, 0, 0, "expected --out FILE");
}

/* The sum sees no threats, so it learns from positions where none is carried out: no check, and the move played takes and promotes nothing. */
static bool is_quiet(const HenkaGame *game, HenkaMove move) {
    HenkaMoveParts parts = henka_game_parts(game, move);
    return !parts.capture && !parts.promotes && !parts.flips && !henka_game_in_check(game);
}

static bool add_game(const Request *request, Fit *fit, SampleGame *sample, bool held_out) {
    HenkaMove moves[SAMPLE_MAX_PLIES];
    int plies = henka_game_plies(sample->game);
    double result = sample->result / 2.0, target = result;
    for (int ply = 0; ply < plies; ply++) moves[ply] = henka_game_move_at(sample->game, ply);
    for (int ply = plies - 1; ply >= 0 && sample->scores[ply] != SAMPLE_NO_SCORE; ply--) {
        henka_game_undo(sample->game);
        double score = henka_game_side(sample->game) == HENKA_SENTE ? sample->scores[ply] : -sample->scores[ply];
        target = request->trace * target + (1 - request->trace) / (1 + exp(-score / request->told_scale));
        if (is_quiet(sample->game, moves[ply]) && !fit_add(fit, sample->game, target, result, held_out)) return false;
    }
    return true;
}

static bool add_file(const Request *request, const HenkaVariant *variant, const char *path, Fit *fit, HenkaError *error) {
    Samples *samples = samples_open(path, variant, error);
    SampleGame *sample = malloc(sizeof *sample);
    SamplesRead read = SAMPLES_BAD;
    long games = 0;
    while (samples && sample && (read = samples_next(samples, sample, error)) == SAMPLES_GAME) {
        bool added = add_game(request, fit, sample, games++ % request->held_out == request->held_out - 1);
        henka_game_free(sample->game);
        if (!added) read = SAMPLES_BAD, error_at(error, 0, 0, "not memory enough for the games");
        if (!added) break;
    }
    free(sample);
    samples_close(samples);
    if (read == SAMPLES_BAD && games && !request->given.quiet)
        fprintf(stderr, "%s: %s; using the %ld games before it\n", path, error->message, games);
    return games > 0;
}

static void say_loss(const Request *request, const char *what, double weight, FitLoss loss, int64_t started_ms) {
    if (request->given.quiet) return;
    double seconds = (double)(clock_ms() - started_ms) / 1000;
    printf("%s %g: loss %.5f, held out %.5f, of its results %.5f  (%.1f s)\n", what, weight, loss.train, loss.held_out, loss.result, seconds);
    fflush(stdout);
}

/* Ever more trust in the games, until those held out are told worse. */
static void solve(const Request *request, Fit *fit, Eval *best) {
    int64_t started_ms = clock_ms();
    double scale = fit_scale(fit), least = INT32_MAX;
    say_loss(request, "derived, scale", scale, fit_loss(fit), started_ms);
    for (double weight = request->weight > 0 ? request->weight : 0.02; weight < 10; weight *= 2.5) {
        FitPlan plan = {weight, request->steps, GRADIENT_STEPS};
        FitLoss loss = fit_solve(fit, &plan);
        say_loss(request, "fitted, weight", weight, loss, started_ms);
        if (loss.held_out >= least && request->weight <= 0) break;
        least = loss.held_out;
        fit_eval(fit, best);
        if (request->weight > 0) break;
    }
}

static void say_values(const HenkaVariant *variant, const Eval *derived, const Eval *fitted) {
    for (int type = 1; type <= henka_variant_type_count(variant); type++)
        printf("%s %d>%d%c", variant->types[type].id, derived->board_value[type], fitted->board_value[type], type % 8 ? ' ' : '\n');
    printf("\n");
}

static bool write_eval(const Request *request, const HenkaVariant *variant, const Eval *eval, HenkaError *error) {
    size_t length = 0;
    char *text = eval_write(variant, eval, &length);
    FILE *file = text ? fopen(request->out_path, "wb") : NULL;
    bool written = file && fwrite(text, 1, length, file) == length;
    written = file && !fclose(file) && written;
    free(text);
    return written || error_at(error, 0, 0, "can't write to \"%s\"", request->out_path);
}

static bool tune(const Request *request, const HenkaVariant *variant, HenkaError *error) {
    Fit *fit = fit_new(variant);
    Eval *eval = calloc(1, sizeof *eval);
    bool ok = fit && eval;
    for (size_t i = 0; ok && i < request->sample_count; i++) ok = add_file(request, variant, request->sample_paths[i], fit, error);
    if (ok) {
        if (!request->given.quiet) printf("%zu quiet positions\n", fit_count(fit));
        solve(request, fit, eval);
        if (!request->given.quiet) say_values(variant, eval_derived_of(variant), eval);
        ok = write_eval(request, variant, eval, error);
    }
    free(eval);
    fit_free(fit);
    return ok;
}

int lab_tune_main(int argc, char **argv) {
    if (argc < 2 || !strcmp(argv[1], "--help")) return fputs(usage, argc < 2 ? stderr : stdout), argc < 2 ? 2 : 0;
    Request request = {.steps = 4, .held_out = 10, .told_scale = 1000, .trace = 1};
    HenkaError error = {0};
    HenkaVariant *variant = NULL;
    bool ready = read_arguments(&request, argc, argv, &error) &&
                 (variant = arguments_variant(&request.given, &error));
    bool ok = ready && tune(&request, variant, &error);
    if (!ok) fprintf(stderr, "henka tune: %s\n", error.message);
    henka_variant_free(variant);
    return ready ? !ok : 2;
}
