/* henka tune: the command line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "lab/lab.h"
#include "lab/tune.h"

static const char usage[] =
    "henka tune GAME --samples FILE [--samples FILE…] --out FILE [options]     fits the evaluation "
    "to games of henka datagen\n"
    "  --weight W (of a position against the prior; default: from 0.02 up while the games held out "
    "gain), --steps N (4 Newton steps a weight)\n"
    "  --trace SHARE (1: a target is the result; less: part of the search's score at each ply, the "
    "rest the target a ply later),\n"
    "  --told SCALE (1000: of those scores), --held-out N (10: every Nth game), --set NAME=VALUE, "
    "--quiet\n"
    "henka tune GAME --net HIDDEN --samples FILE… --out FILE [options]         trains a network on "
    "top of the evaluation\n"
    "  HIDDEN a multiple of 16 up to 128; --epochs N (3), --batch N (4096), --threads N (1), "
    "--seed N, --rate R (0.001),\n"
    "  --score-share S (0.7: of the search's score in a target, the rest is the result), --told "
    "SCALE (of scores; default: found),\n"
    "  --trace SHARE (0.8: part of a ply's own score, the rest a ply later; 0: its own alone), "
    "--decay D (500: of what a square has of its own),\n"
    "  --shared 0 (no parts shared by kinds), --mirrored 0, --held-out N (20), --set NAME=VALUE, "
    "--quiet\n";

static bool take_number(const char *text, double least, double most, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end != text && !*end && *value >= least && *value <= most;
}

static bool take_hidden(TuneRequest *request, const char *value) {
    int *hidden = &request->plan.hidden;
    return request->net =
               argument_int(value, 16, hidden) && *hidden <= NET_HIDDEN && *hidden % 16 == 0;
}

static bool take_net_pair(TuneRequest *request, const char *key, const char *value) {
    TrainPlan *plan = &request->plan;
    int number = 0;
    if (!strcmp(key, "--net")) return take_hidden(request, value);
    if (!strcmp(key, "--epochs")) return argument_int(value, 1, &plan->epochs);
    if (!strcmp(key, "--batch")) return argument_int(value, 1, &plan->batch);
    if (!strcmp(key, "--threads"))
        return argument_int(value, 1, &plan->threads) && plan->threads <= 64;
    if (!strcmp(key, "--seed"))
        return argument_int(value, 0, &number) && (plan->seed = (uint64_t)number, true);
    if (!strcmp(key, "--shared"))
        return argument_int(value, 0, &number) && (plan->apart = !number, true);
    if (!strcmp(key, "--mirrored"))
        return argument_int(value, 0, &number) && (plan->unmirrored = !number, true);
    if (!strcmp(key, "--score-share")) return take_number(value, 0, 1, &plan->score_share);
    if (!strcmp(key, "--rate"))
        return take_number(value, 1e-9, 1, &plan->rate) &&
               (plan->last_rate = plan->rate / 100, true);
    if (!strcmp(key, "--decay")) return take_number(value, 0, 1e4, &plan->decay);
    return false;
}

static bool take_pair(void *context, const char *key, const char *value) {
    TuneRequest *request = context;
    TuneSamples *samples = &request->samples;
    if (!strcmp(key, "--out")) return request->out_path = value, true;
    if (!strcmp(key, "--steps")) return argument_int(value, 1, &request->steps);
    if (!strcmp(key, "--held-out")) return argument_int(value, 2, &samples->held_out);
    if (!strcmp(key, "--told")) return take_number(value, 1, 1e5, &request->told_scale);
    if (!strcmp(key, "--weight")) return take_number(value, 1e-6, 1e6, &request->weight);
    if (!strcmp(key, "--trace")) return take_number(value, 0, 1, &request->trace);
    if (!strcmp(key, "--samples") && samples->count < TUNE_MAX_FILES)
        return samples->paths[samples->count++] = value, true;
    return take_net_pair(request, key, value);
}

static bool read_arguments(TuneRequest *request, int argc, char **argv, HenkaError *error) {
    if (!arguments_read(&request->given, argc, argv, take_pair, request, error)) return false;
    if (!request->samples.count) return error_at(error, 0, 0, "expected --samples FILE");
    request->samples.quiet = request->given.quiet;
    if (!request->samples.held_out) request->samples.held_out = request->net ? 20 : 10;
    return request->out_path || error_at(error, 0, 0, "expected --out FILE");
}

bool tune_write(const TuneRequest *request, const char *bytes, size_t length, HenkaError *error) {
    FILE *file = fopen(request->out_path, "wb");
    bool written = file && fwrite(bytes, 1, length, file) == length;
    written = file && !fclose(file) && written;
    return written || error_at(error, 0, 0, "can't write to \"%s\"", request->out_path);
}

int lab_tune_main(int argc, char **argv) {
    if (argc < 2 || !strcmp(argv[1], "--help"))
        return fputs(usage, argc < 2 ? stderr : stdout), argc < 2 ? 2 : 0;
    TuneRequest request = {.steps = 4, .trace = -1, .plan = train_plan()};
    HenkaError error = {0};
    HenkaVariant *variant = NULL;
    bool ready = read_arguments(&request, argc, argv, &error) &&
                 (variant = arguments_variant(&request.given, &error));
    bool ok = ready && (request.net ? tune_net : tune_linear)(&request, variant, &error);
    if (!ok) fprintf(stderr, "henka tune: %s\n", error.message);
    henka_variant_free(variant);
    return ready ? !ok : 2;
}
