#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/error.h"
#include "eval/stored.h"
#include "lab/fit.h"
#include "lab/tune.h"

enum { GRADIENT_STEPS = 15 };

typedef struct Reading {
    Fit *fit;
    double trace, told_scale;
} Reading;

static bool take_game(void *context, SampleGame *sample, bool held_out) {
    const Reading *reading = context;
    HenkaGame *game = sample->game;
    double result = sample->result / 2.0, target = result;
    for (int ply = henka_game_plies(game) - 1; ply >= 0 && sample->scores[ply] != SAMPLE_NO_SCORE;
         ply--) {
        HenkaMove played = henka_game_move_at(game, ply);
        henka_game_undo(game);
        double score =
            henka_game_side(game) == HENKA_SENTE ? sample->scores[ply] : -sample->scores[ply];
        target = reading->trace * target +
                 (1 - reading->trace) / (1 + exp(-score / reading->told_scale));
        if (tune_is_quiet(game, played) && !fit_add(reading->fit, game, target, result, held_out))
            return false;
    }
    return true;
}

static void say_loss(const TuneRequest *request, const char *what, double weight, FitLoss loss,
                     int64_t started_ms) {
    if (request->given.quiet) return;
    double seconds = (double)(clock_ms() - started_ms) / 1000;
    printf("%s %g: loss %.5f, held out %.5f, of its results %.5f  (%.1f s)\n", what, weight,
           loss.train, loss.held_out, loss.result, seconds);
    fflush(stdout);
}

/* Ever more trust in the games, until those held out are told worse. */
static void solve(const TuneRequest *request, Fit *fit, Eval *best) {
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
        printf("%s %d>%d%c", henka_variant_type(variant, type).id, derived->board_value[type],
               fitted->board_value[type], type % 8 ? ' ' : '\n');
    printf("\n");
}

static bool write_eval(const TuneRequest *request, const HenkaVariant *variant, const Eval *eval,
                       HenkaError *error) {
    size_t length = 0;
    char *text = stored_eval_write(variant, eval, &length);
    bool written = text ? tune_write(request, text, length, error)
                        : error_at(error, 0, 0, "not memory enough");
    free(text);
    return written;
}

bool tune_linear(const TuneRequest *request, const HenkaVariant *variant, HenkaError *error) {
    Reading reading = {fit_new(variant), request->trace >= 0 ? request->trace : 1,
                       request->told_scale > 0 ? request->told_scale : 1000};
    Eval *eval = calloc(1, sizeof *eval);
    bool ok = reading.fit && eval
                  ? tune_samples_read(&request->samples, variant, take_game, &reading, error)
                  : error_at(error, 0, 0, "not memory enough");
    if (ok) {
        if (!request->given.quiet) printf("%zu quiet positions\n", fit_count(reading.fit));
        solve(request, reading.fit, eval);
        if (!request->given.quiet) say_values(variant, eval_derived_of(variant), eval);
        ok = write_eval(request, variant, eval, error);
    }
    free(eval);
    fit_free(reading.fit);
    return ok;
}
