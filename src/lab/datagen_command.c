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

static bool take_resign(void *context, const char *text) {
    DatagenPlan *plan = context;
    return sscanf(text, "%d:%d", &plan->resign_score_cp, &plan->resign_count) == 2 &&
           plan->resign_score_cp > 0;
}

static bool take_plies(void *context, const char *text) {
    DatagenPlan *plan = context;
    int n = sscanf(text, "%d-%d", &plan->min_random_plies, &plan->max_random_plies);
    if (n == 1) plan->max_random_plies = plan->min_random_plies;
    return n >= 1 && plan->min_random_plies >= 0 &&
           plan->max_random_plies >= plan->min_random_plies && plan->max_random_plies <= 200;
}

static bool read_arguments(Request *request, int argc, char **argv, HenkaError *error) {
    enum { MANY = 100000000 };
    DatagenPlan *plan = &request->plan;
    const CommandOption options[] = {
        {"--out", OPTION_TEXT, &request->out_path},
        {"--show", OPTION_TEXT, &request->show_path},
        {"--games", OPTION_INT, &plan->games, 1, MANY},
        {"--nodes", OPTION_INT64, &plan->nodes, 0, INT64_MAX},
        {"--depth", OPTION_INT, &plan->depth, 1, MANY},
        {"--seed", OPTION_INT64, &plan->seed, 0, INT64_MAX},
        {"--threads", OPTION_INT, &plan->threads, 1, HENKA_MAX_THREADS},
        {"--hash", OPTION_INT, &plan->hash_mib, 1, HENKA_MAX_HASH_MIB},
        {"--plies", OPTION_CALL, plan, .take = take_plies, .form = "N or MIN-MAX, 200 at most"},
        {"--noise", OPTION_INT, &plan->noise_permille, 0, 1000},
        {"--max-plies", OPTION_INT, &plan->max_plies, 1, SAMPLE_MAX_PLIES},
        {"--resign", OPTION_CALL, plan, .take = take_resign, .form = "CP:PLIES"}};
    if (!arguments_read(&request->given, argc, argv, options, sizeof options / sizeof *options,
                        error))
        return false;
    plan->quiet = request->given.quiet;
    return request->out_path || request->show_path || error_at(error, 0, 0, "expected --out FILE");
}

static void on_interrupt(int signal_number) {
    (void)signal_number;
    datagen_cancel();
}

static bool generate(Request *request, HenkaError *error) {
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
    bool ok = ready && (request.show_path ? show(&request, &error) : generate(&request, &error));
    if (!ok) fprintf(stderr, "henka datagen: %s\n", error.message);
    henka_variant_free((HenkaVariant *)request.plan.variant);
    return ready ? !ok : 2;
}
