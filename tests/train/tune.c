/* The command line of `henka tune`, and which positions of the games it takes with which targets.
 * The fit and the trainer themselves are stood in for. */
#include "check.h"
#include "files.h"
#include "match/command_line.h"

#include "eval/derive.h"
#include "eval/stored.h"
#include "match/samples.h"
#include "train/commands.h"
#include "train/fit.h"
#include "train/train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what is asked of the fit and of the trainer ---- */

typedef struct Taken {
    int plies; /* of the game, where the position stands */
    double target, result;
    int score;
    bool held_out;
} Taken;

static Taken taken[512];
static int taken_count;
static FitPlan fit_plans[16];
static int solved, kept, returned_to; /* how many fit_solve there were: now, when kept, and again */
static FitPlan deviation_plan;
static double losses[16]; /* of what is held out, after each fit_solve */
static TrainPlan train_asked;
static double fit_scale_told = 700;
static bool no_net;

static void take(Taken position) {
    if (taken_count < 512) taken[taken_count++] = position;
}

Fit *fit_new(const HenkaVariant *v) { return (Fit *)v; }
void fit_free(Fit *fit) { (void)fit; }
bool fit_add(Fit *fit, const HenkaGame *game, double target, double result, bool held_out) {
    (void)fit;
    take((Taken){henka_game_plies(game), target, result, 0, held_out});
    return true;
}
size_t fit_count(const Fit *fit) { return fit ? (size_t)taken_count : 0; }
double fit_scale(Fit *fit) { return fit ? fit_scale_told : 0; }
FitLoss fit_loss(const Fit *fit) { return (FitLoss){0.5, fit ? 0.25 : 0, 0.125}; }
FitLoss fit_solve(Fit *fit, const FitPlan *plan) {
    fit_plans[solved] = *plan;
    return (FitLoss){0.4, fit ? losses[solved++] : 0, 0.1};
}
void fit_keep(Fit *fit) { kept = fit ? solved : 0; }
void fit_return(Fit *fit) { returned_to = fit ? kept : 0; }
bool fit_eval(const Fit *fit, Eval *e) {
    *e = *eval_derived_of((const HenkaVariant *)fit);
    e->board_value[1] += 100 + returned_to;
    return true;
}
bool fit_deviations(const Fit *fit, const FitPlan *plan, double deviation[MAX_TYPES]) {
    deviation_plan = *plan;
    for (int type = 0; type < MAX_TYPES; type++) deviation[type] = fit && type != 2 ? 10 : NAN;
    return true;
}

Train *train_new(const HenkaVariant *v) { return (Train *)v; }
void train_free(Train *train) { (void)train; }
bool train_add(Train *train, const HenkaGame *game, int score, int result, bool held_out) {
    (void)train;
    take((Taken){henka_game_plies(game), 0, result, score, held_out});
    return true;
}
size_t train_count(const Train *train) { return train ? (size_t)taken_count : 0; }
bool train_mirrors(const Train *train) {
    return !strcmp(henka_variant_name((const HenkaVariant *)train), "shogi");
}
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
Net *train_solve(Train *train, const TrainPlan *plan, TrainReport *report, void *context) {
    train_asked = *plan;
    if (no_net) return NULL;
    report(context, &(TrainLoss){1, 0.5, 0.25, 0.125, 0.75, 0.875, 1.5, 12345, 600});
    report(context, &(TrainLoss){0, 0.4, 0.2, 0.1, 0.7, 0.8, 1.25, 0, 600});
    return net_new((const HenkaVariant *)train, plan->hidden);
}

/* ---- a command line ---- */

static int command(const char *line) {
    taken_count = solved = 0;
    train_asked = (TrainPlan){0};
    return run_line(tune_run, line);
}

/* ---- the games ---- */

/* After two random plies: a quiet move, a capture that promotes, the capture back, quiet ones and a
 * drop, a promotion that gives check, the answer to the check, and one more. Two scores are beyond
 * the trainer's bounds. */
static const char *const line_of_moves[] = {"7g7f", "3c3d", "2g2f",  "2b8h+", "7i8h", "8b7b",
                                            "B*5e", "7b8b", "5e3c+", "4a4b",  "4i5h"};
enum { LINE = 11, QUIET = 5 };
static const int16_t line_scores[LINE] = {
    SAMPLE_NO_SCORE, SAMPLE_NO_SCORE, 30, 250, -40, 120, 60, -4000, 300, -310, 32000};

static void write_samples(const HenkaVariant *v, const char *name, const int *winners, int games,
                          int cut) {
    FILE *file = fopen(in_folder(name), "wb");
    samples_write_header(file, henka_variant_name(v));
    for (int g = 0; g < games; g++) {
        Out buffer = out_growing();
        HenkaGame *game = henka_game_new(v, NULL, NULL);
        for (int i = 0; i < LINE; i++)
            CHECK(henka_game_play_text(game, line_of_moves[i], NULL, NULL) == HENKA_TEXT_PLAYED,
                  "%s is played", line_of_moves[i]);
        samples_append(
            &buffer, game, NULL, line_scores,
            (HenkaOutcome){winners[g] < 0 ? HENKA_REPETITION : HENKA_RESIGNATION, winners[g]});
        fwrite(buffer.buf, 1, buffer.length - (g == games - 1 ? (size_t)cut : 0), file);
        free(buffer.buf);
        henka_game_free(game);
    }
    fclose(file);
}

/* The move played in the position takes and promotes nothing, and answers no check. */
static bool is_quiet_ply(int ply) { return ply == 2 || (ply >= 5 && ply <= 7) || ply == 10; }

/* Positions are taken from the last to the first. */
static void check_taken_by_fit(const char *about, int games, const int *winners, double trace,
                               double scale, int held_out) {
    int at = 0;
    for (int g = 0; g < games; g++) {
        double result = winners[g] < 0 ? 0.5 : winners[g] == HENKA_SENTE ? 1 : 0, target = result;
        for (int ply = LINE - 1; ply >= 2; ply--) {
            double score = ply % 2 ? -line_scores[ply] : line_scores[ply];
            target = trace * target + (1 - trace) / (1 + exp(-score / scale));
            if (!is_quiet_ply(ply)) continue;
            const Taken *found = &taken[at++];
            CHECK(found->plies == ply && fabs(found->target - target) < 1e-9 &&
                      found->result == result && found->held_out == (g % held_out == held_out - 1),
                  "%s, game %d: after %d plies (%d), target %f (%f), result %f, held out %d", about,
                  g, found->plies, ply, found->target, target, found->result, found->held_out);
        }
    }
    CHECK(taken_count == at, "%s: %d positions are taken, expected %d", about, taken_count, at);
}

static void check_taken_by_trainer(const char *about, int games, const int *winners, double trace,
                                   int held_out) {
    int at = 0;
    for (int g = 0; g < games; g++) {
        double mean = 0;
        for (int ply = LINE - 1; ply >= 2; ply--) {
            int sign = ply % 2 ? -1 : 1;
            double score = fmax(-4000, fmin(4000, sign * line_scores[ply]));
            mean = ply == LINE - 1 ? score : trace * mean + (1 - trace) * score;
            if (fabs(score) >= 4000 || !is_quiet_ply(ply)) continue;
            int result = winners[g] < 0 ? 1 : winners[g] == (ply % 2) ? 2 : 0;
            const Taken *found = &taken[at++];
            CHECK(found->plies == ply && found->score == lround(sign * mean) &&
                      (int)found->result == result &&
                      found->held_out == (g % held_out == held_out - 1),
                  "%s, game %d: after %d plies (%d), score %d (%ld), result %f (%d), held out %d",
                  about, g, found->plies, ply, found->score, lround(sign * mean), found->result,
                  result, found->held_out);
        }
    }
    CHECK(taken_count == at, "%s: %d positions are taken, expected %d", about, taken_count, at);
}

static void positions(void) {
    static const int winners[24] = {HENKA_SENTE, HENKA_GOTE, -1, HENKA_SENTE};
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    write_samples(v, "games", winners, 24, 0);
    write_samples(v, "torn", winners, 4, 3);
    henka_variant_free(v);
    losses[0] = 1;
    CHECK(command("tune shogi --samples @games --out @eval --weight 1 --quiet") == 0, "%s", err);
    check_taken_by_fit("by default", 24, winners, 1, 1000, 10);
    CHECK(!*out && !*err, "quiet: %s%s", out, err);
    CHECK(command("tune shogi --samples @games --out @eval --weight 1 --trace 0.25 --scale 600 "
                  "--held-out 3 --quiet") == 0,
          "%s", err);
    check_taken_by_fit("with a trace", 24, winners, 0.25, 600, 3);
    CHECK(command("tune shogi --samples @games --out @eval --weight 1 --trace 0 --quiet") == 0,
          "%s", err);
    check_taken_by_fit("without a trace", 24, winners, 0, 1000, 10);
    CHECK(command("tune shogi --net 16 --samples @games --out @net --quiet") == 0, "%s", err);
    check_taken_by_trainer("by default", 24, winners, 0.8, 20);
    CHECK(command("tune shogi --net 16 --samples @games --out @net --trace 0.5 --held-out 2 "
                  "--quiet") == 0,
          "%s", err);
    check_taken_by_trainer("with a trace", 24, winners, 0.5, 2);
    CHECK(command("tune shogi --net 16 --samples @games --out @net --trace 0 --quiet") == 0, "%s",
          err);
    check_taken_by_trainer("without a trace", 24, winners, 0, 20);
    /* several files, each counted by itself; a torn one with what is good of it */
    CHECK(
        command("tune shogi --samples @torn --samples @torn --out @eval --weight 1 --held-out 3") ==
            0,
        "%s", err);
    CHECK(taken_count == 2 * 3 * QUIET && taken[2 * QUIET].held_out && taken[5 * QUIET].held_out &&
              !taken[3 * QUIET].held_out,
          "%d positions of two torn files", taken_count);
    CHECK(strstr(err, "game 4 is damaged") && strstr(err, "using the 3 games before it"), "%s",
          err);
    CHECK(command("tune shogi --samples @torn --out @eval --weight 1 --quiet") == 0 && !*err, "%s",
          err);
}

/* ---- what is told and written ---- */

static void fitting(void) {
    /* the weight grows while the held-out games gain */
    losses[0] = 0.3, losses[1] = 0.2, losses[2] = 0.2, losses[3] = 0.1;
    CHECK(command("tune shogi --samples @games --out @eval --steps 7") == 0, "%s", err);
    CHECK(solved == 3, "%d weights are tried", solved);
    for (int i = 0; i < 3; i++)
        CHECK(fabs(fit_plans[i].weight - 0.02 * pow(2.5, i)) < 1e-12 &&
                  fit_plans[i].newton_steps == 7 && fit_plans[i].gradient_steps == 15,
              "weight %g, %d steps, %d", fit_plans[i].weight, fit_plans[i].newton_steps,
              fit_plans[i].gradient_steps);
    CHECK(strstr(out, "120 quiet positions\n"), "told %s", out);
    CHECK(strstr(out, "derived, scale 700: loss 0.50000, held out 0.25000, of its results 0.12500"),
          "told %s", out);
    CHECK(
        strstr(out, "fitted, weight 0.05: loss 0.40000, held out 0.20000, of its results 0.10000"),
        "told %s", out);
    CHECK(deviation_plan.weight == fit_plans[1].weight, "bounds at weight %g",
          deviation_plan.weight);
    /* kinds from what they were derived to be to what was found by the second weight, and 1.96
     * standard deviations of 10 around it; the second kind was on no board */
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    const Eval *derived = eval_derived_of(v);
    for (int type = 1; type <= v->type_count; type++) {
        char text[64];
        HenkaType kind = henka_variant_type(v, type);
        int fitted = derived->board_value[type] + (type == 1 ? 102 : 0),
            length = snprintf(text, sizeof text, "%5s %9d %9d", kind.id, derived->board_value[type],
                              fitted);
        if (type == 2)
            snprintf(text + length, sizeof text - (size_t)length, "         -         -\n");
        else
            snprintf(text + length, sizeof text - (size_t)length, " %9d %9d\n", fitted - 20,
                     fitted + 20);
        if (kind.royal) {
            snprintf(text, sizeof text, "%5s ", kind.id);
            CHECK(!strstr(out, text), "\"%s\" in %s", text, out);
            continue;
        }
        CHECK(strstr(out, text), "no \"%s\" in %s", text, out);
    }
    CHECK(out[strlen(out) - 1] == '\n' && out[strlen(out) - 2] != '\n', "the end of %s", out);
    Eval *e = malloc(sizeof *e), *wanted = malloc(sizeof *wanted);
    *e = *wanted = *derived;
    wanted->board_value[1] += 102;
    char *text = file_text(in_folder("eval"));
    size_t length = text ? strlen(text) : 0;
    CHECK(text && stored_eval_read(v, text, length, e, NULL) &&
              e->board_value[1] == wanted->board_value[1],
          "the file of %zu bytes says %d", length, e->board_value[1]);
    free(text), free(e), free(wanted);
    henka_variant_free(v);
    /* to the end, as long as they gain; or one that is given */
    for (int i = 0; i < 16; i++) losses[i] = 1.0 / (1 + i);
    CHECK(command("tune shogi --samples @games --out @eval --quiet") == 0 && solved == 7 &&
              fabs(fit_plans[6].weight - 0.02 * pow(2.5, 6)) < 1e-9 &&
              fit_plans[6].newton_steps == 4,
          "%d weights, the last %g", solved, fit_plans[6].weight);
    CHECK(command("tune shogi --samples @games --out @eval --weight 3.5 --quiet") == 0 &&
              solved == 1 && fit_plans[0].weight == 3.5,
          "%d weights, %g", solved, fit_plans[0].weight);
}

static void training(void) {
    CHECK(command("tune shogi --net 48 --samples @games --out @net") == 0, "%s", err);
    const TrainPlan *p = &train_asked;
    CHECK(p->hidden == 48 && p->epochs == 3 && p->batch == 4096 && p->threads == 1 &&
              p->score_share == 0.7 && p->scale == 0 && p->rate == 1e-3 && p->last_rate == 1e-5 &&
              p->decay == 500 && !p->apart && !p->unmirrored && p->seed == 1,
          "hidden %d, %d epochs, batch %d, %d threads", p->hidden, p->epochs, p->batch, p->threads);
    CHECK(!strcmp(out, "72 quiet positions, each left and right\n"
                       "epoch  1: loss 0.50000, held out 0.25000 (linear alone 0.12500), of its "
                       "results 0.75000 (0.87500), scores 1.50 times as large (12345 "
                       "positions/s)\n"
                       "the network written, scale 600: held out 0.20000 (linear alone 0.10000), "
                       "of its results 0.70000 (0.80000), scores 1.25 times as large\n"),
          "told %s", out);
    struct stat state;
    CHECK(!stat(in_folder("net"), &state) && state.st_size > 1000, "the network's file");
    CHECK(command(
              "tune shogi --net 128 --samples @games --out @net --epochs 9 --batch 77 --threads 5 "
              "--seed 8 --shared 0 --mirrored 0 --score-share 0.25 --rate 0.5 --decay 0.75 "
              "--scale 333 --quiet") == 0 &&
              !*out,
          "%s", err);
    CHECK(p->hidden == 128 && p->epochs == 9 && p->batch == 77 && p->threads == 5 && p->seed == 8 &&
              p->apart && p->unmirrored && p->score_share == 0.25 && p->rate == 0.5 &&
              p->last_rate == 0.005 && p->decay == 0.75 && p->scale == 333,
          "hidden %d, %d epochs, batch %d, %d threads, rate %g to %g", p->hidden, p->epochs,
          p->batch, p->threads, p->rate, p->last_rate);
    no_net = true;
    CHECK(command("tune shogi --net 16 --samples @games --out @net --quiet") == 1 &&
              strstr(err, "no position to learn from"),
          "%s", err);
    no_net = false;
}

static void refusals(void) {
    static const struct {
        const char *line;
        int code;
        const char *error;
    } rows[] = {
        {"tune shogi", 2, "expected --samples"},
        {"tune shogi --out @eval", 2, "expected --samples"},
        {"tune shogi --samples @games", 2, "expected --out"},
        {"tune --samples @games --out @eval", 2, "game"},
        {"tune nosuch --samples @games --out @eval", 2, "nosuch"},
        {"tune shogi --samples @games --out @eval --net 0", 2, "--net: expected a multiple of 16"},
        {"tune shogi --samples @games --out @eval --net 24", 2, "--net: expected a multiple of 16"},
        {"tune shogi --samples @games --out @eval --net 144", 2,
         "--net: expected a multiple of 16"},
        {"tune shogi --samples @games --out @eval --held-out 1", 2, "--held-out"},
        {"tune shogi --samples @games --out @eval --steps 0", 2, "--steps"},
        {"tune shogi --samples @games --out @eval --scale 0.5", 2, "--scale"},
        {"tune shogi --samples @games --out @eval --trace 1.5", 2, "--trace"},
        {"tune shogi --samples @games --out @eval --epochs 0", 2, "--epochs"},
        {"tune shogi --samples @games --out @eval --batch 0", 2, "--batch"},
        {"tune shogi --samples @games --out @eval --threads 65", 2, "--threads"},
        {"tune shogi --samples @games --out @eval --shared 2", 2, "--shared"},
        {"tune shogi --samples @games --out @eval --mirrored 2", 2, "--mirrored"},
        {"tune shogi --samples @games --out @eval --score-share 1.5", 2, "--score-share"},
        {"tune shogi --samples @games --out @eval --rate 1.5", 2, "--rate"},
        {"tune shogi --samples @nowhere --out @eval", 1, "is not a file of sample games"},
        {"tune ito --samples @games --out @eval", 1, "holds games of shogi, expected ito"},
        {"tune shogi --samples @none --out @eval", 1, "holds no games"},
        {"tune shogi --samples @games --samples @none --out @eval --quiet", 1, "holds no games"},
        {"tune shogi --samples @one --out @eval", 1, "game 1 is damaged"},
        {"tune shogi --samples @games --out /nowhere/eval --weight 1 --quiet", 1,
         "cannot write to \"/nowhere/eval\""},
        {"tune shogi --samples @games --out /dev/full --weight 1 --quiet", 1, "cannot write"}};
    static const int winner = HENKA_SENTE;
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    write_samples(v, "none", NULL, 0, 0);
    write_samples(v, "one", &winner, 1, 2);
    henka_variant_free(v);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int code = command(rows[i].line);
        CHECK(code == rows[i].code && !strncmp(err, "henka tune: ", 12) &&
                  strstr(err, rows[i].error),
              "%s: code %d, \"%s\"", rows[i].line, code, err);
    }
    char line[4000] = "tune shogi --weight 1 --quiet --out @eval";
    for (int i = 1; i <= 65; i++) {
        strcat(line, " --samples @torn");
        CHECK(i < 64 || command(line) == (i == 64 ? 0 : 2), "%d files: %s", i, err);
    }
    CHECK(strstr(err, "--samples: expected at most 64 files"), "%s", err);
    CHECK(command("tune") == 2 && strstr(err, "henka tune GAME") && !*out, "%s", err);
    CHECK(command("tune --help") == 0 && strstr(out, "henka tune GAME") && !*err, "%s", out);
}

int main(void) {
    CHECK(mkdtemp(folder), "no folder for the test's files");
    positions();
    fitting();
    training();
    refusals();
    char clear[64];
    snprintf(clear, sizeof clear, "rm -r %s", folder);
    CHECK(!system(clear), "%s", clear);
    return check_done();
}
