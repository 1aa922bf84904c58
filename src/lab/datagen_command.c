/* henka datagen: the command line. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "lab/arguments.h"
#include "lab/datagen.h"
#include "lab/lab.h"
#include "lab/samples.h"

static const char usage[] =
    "henka datagen GAME --out FILE [options]\n"
    "  --games N (1000), --nodes N (5000 a move) or --depth N, --seed N (1), --threads N (1), "
    "--hash MIB (8)\n"
    "  --plies MIN-MAX (6-10 random), --noise PERMILLE (0), --max-plies N (400), --resign CP:PLIES "
    "(never), --set NAME=VALUE, --quiet\n"
    "  --append (to a file of the same game; else FILE must be new)\n"
    "henka datagen GAME --show FILE      what is in a file, a line a game\n";

typedef struct Request {
    DatagenPlan plan;
    Arguments given;
    const char *out_path, *show_path;
} Request;

static bool take_count(const char *text, uint64_t *value) {
    char *end;
    *value = strtoull(text, &end, 10);
    return end != text && !*end;
}

static bool take_pair(void *context, const char *key, const char *value) {
    Request *request = context;
    DatagenPlan *plan = &request->plan;
    if (!strcmp(key, "--out")) return request->out_path = value, true;
    if (!strcmp(key, "--show")) return request->show_path = value, true;
    if (!strcmp(key, "--games")) return argument_int(value, 1, &plan->games);
    if (!strcmp(key, "--threads")) return argument_int(value, 1, &plan->threads);
    if (!strcmp(key, "--hash")) return argument_int(value, 1, &plan->hash_mib);
    if (!strcmp(key, "--depth")) return argument_int(value, 1, &plan->depth);
    if (!strcmp(key, "--noise")) return argument_int(value, 0, &plan->noise_permille);
    if (!strcmp(key, "--max-plies"))
        return argument_int(value, 1, &plan->max_plies) && plan->max_plies <= SAMPLE_MAX_PLIES;
    if (!strcmp(key, "--nodes")) return take_count(value, &plan->nodes);
    if (!strcmp(key, "--seed")) return take_count(value, &plan->seed);
    if (!strcmp(key, "--resign"))
        return sscanf(value, "%d:%d", &plan->resign_score_cp, &plan->resign_count) == 2 &&
               plan->resign_score_cp > 0;
    if (!strcmp(key, "--plies"))
        return sscanf(value, "%d-%d", &plan->min_random_plies, &plan->max_random_plies) == 2 &&
               plan->min_random_plies >= 0 && plan->max_random_plies >= plan->min_random_plies &&
               plan->max_random_plies <= 200;
    return false;
}

static bool read_arguments(Request *request, int argc, char **argv, HenkaError *error) {
    if (!arguments_read(&request->given, argc, argv, take_pair, request, error)) return false;
    request->plan.quiet = request->given.quiet;
    return request->out_path || request->show_path || error_at(error, 0, 0, "expected --out FILE");
}

static void on_interrupt(int signal_number) {
    (void)signal_number;
    datagen_cancel();
}

static bool movegen_legal(Request *request, HenkaError *error) {
    DatagenPlan *plan = &request->plan;
    DatagenTotals totals;
    struct sigaction action = {.sa_handler = on_interrupt};
    if (!plan->nodes && !plan->depth) plan->nodes = 5000;
    bool more = request->given.append && !access(request->out_path, F_OK);
    if (more) { /* the file must hold games of this game */
        Samples *samples = samples_open(request->out_path, plan->variant, error);
        if (!samples) return false;
        samples_close(samples);
    }
    if (!(plan->out = arguments_open_output(&request->given, request->out_path, error)))
        return false;
    if (!more) samples_write_header(plan->out, henka_variant_name(plan->variant));
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    bool ok = datagen_generate(plan, &totals, error);
    fclose(plan->out);
    printf("%ld games, %ld positions in %.1f s (%.0f/s); sente won %ld, gote %ld, drawn %ld, "
           "cut off %ld\n",
           totals.games, totals.positions, (double)totals.elapsed_ms / 1000,
           totals.elapsed_ms ? (double)totals.positions * 1000 / (double)totals.elapsed_ms : 0.0,
           totals.sente_wins, totals.gote_wins, totals.draws, totals.cut_off);
    return ok;
}

static bool show(const Request *request, HenkaError *error) {
    Samples *samples = samples_open(request->show_path, request->plan.variant, error);
    SampleGame *sample = malloc(sizeof *sample);
    SamplesRead read = SAMPLES_BAD;
    static const char *const results[] = {"gote won", "drawn", "sente won"};
    while (samples && sample && (read = samples_next(samples, sample, error)) == SAMPLES_GAME) {
        char sfen[2048];
        henka_game_sfen(sample->game, sfen, sizeof sfen);
        bool cut_off = sample->reason == HENKA_PLAYING;
        printf("%s, %s, %d plies: %s\n", cut_off ? "cut off" : results[sample->result],
               cut_off ? "counts as drawn" : henka_reason_name(sample->reason),
               henka_game_plies(sample->game), sfen);
        henka_game_free(sample->game);
    }
    free(sample);
    samples_close(samples);
    return read == SAMPLES_END;
}

int lab_datagen_main(int argc, char **argv) {
    if (argc < 2 || !strcmp(argv[1], "--help"))
        return fputs(usage, argc < 2 ? stderr : stdout), argc < 2 ? 2 : 0;
    Request request = {.plan = {.games = 1000,
                                .threads = 1,
                                .hash_mib = 8,
                                .min_random_plies = 6,
                                .max_random_plies = 10,
                                .max_plies = 400,
                                .seed = 1}};
    HenkaError error = {0};
    bool ready = read_arguments(&request, argc, argv, &error) &&
                 (request.plan.variant = arguments_variant(&request.given, &error));
    bool ok =
        ready && (request.show_path ? show(&request, &error) : movegen_legal(&request, &error));
    if (!ok) fprintf(stderr, "henka datagen: %s\n", error.message);
    henka_variant_free((HenkaVariant *)request.plan.variant);
    return ready ? !ok : 2;
}
