#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "lab/tune.h"

enum {
    MOST_SCORE = 4000
}; /* beyond it the game is decided, and a score tells how soon rather than how well */

static const double USUAL_TRACE = 0.8;

typedef struct Reading {
    Train *train;
    double trace;
} Reading;

static double bounded(double score) { return fmax(-MOST_SCORE, fmin(MOST_SCORE, score)); }

/* A score may be a mean of those that follow: a share of its own ply's, the rest the mean a ply
 * later. */
static bool take_game(void *context, SampleGame *sample, bool held_out) {
    Reading *reading = context;
    HenkaGame *game = sample->game;
    HenkaMove played;
    double mean = 0;
    int plies = henka_game_plies(game);
    for (int ply = plies - 1; ply >= 0 && sample->scores[ply] != SAMPLE_NO_SCORE; ply--) {
        played = henka_game_move_at(game, ply);
        henka_game_undo(game);
        double sign = henka_game_side(game) == HENKA_SENTE ? 1 : -1,
               score = bounded(sign * sample->scores[ply]);
        mean = ply == plies - 1 ? score : reading->trace * mean + (1 - reading->trace) * score;
        if (fabs(score) >= MOST_SCORE || !tune_is_quiet(game, played)) continue;
        int result = sign > 0 ? sample->result : 2 - sample->result;
        if (!train_add(reading->train, game, (int)lround(sign * mean), result, held_out))
            return false;
    }
    return true;
}

static void say_loss(void *context, const TrainLoss *loss) {
    const TuneRequest *request = context;
    if (request->given.quiet) return;
    if (loss->epoch)
        printf("epoch %2d: loss %.5f, ", loss->epoch, loss->train);
    else
        printf("the network written, scale %.0f: ", loss->scale);
    printf(
        "held out %.5f (linear alone %.5f), of its results %.5f (%.5f), scores %.2f times as large",
        loss->held_out, loss->linear, loss->result, loss->linear_result, loss->spread);
    printf(loss->epoch ? "  (%.0f positions/s)\n" : "\n", loss->positions_second);
    fflush(stdout);
}

static bool write_net(const TuneRequest *request, const HenkaVariant *variant, const Net *net,
                      HenkaError *error) {
    size_t length = 0;
    char *bytes = net_write(variant, net, &length);
    bool written = bytes ? tune_write(request, bytes, length, error)
                         : error_at(error, 0, 0, "not memory enough");
    free(bytes);
    return written;
}

bool tune_net(const TuneRequest *request, const HenkaVariant *variant, HenkaError *error) {
    TrainPlan plan = request->plan;
    Reading reading = {train_new(variant), request->trace >= 0 ? request->trace : USUAL_TRACE};
    bool ok = reading.train
                  ? tune_samples_read(&request->samples, variant, take_game, &reading, error)
                  : error_at(error, 0, 0, "not memory enough");
    plan.scale = request->told_scale;
    if (ok && !request->given.quiet)
        printf("%zu quiet positions%s\n", train_count(reading.train),
               train_mirrors(reading.train) ? ", each left and right" : "");
    Net *net = ok ? train_solve(reading.train, &plan, say_loss, (void *)request) : NULL;
    if (ok)
        ok = net ? write_net(request, variant, net, error)
                 : error_at(error, 0, 0, "no position to learn from, or not memory enough");
    net_free(net);
    train_free(reading.train);
    return ok;
}
