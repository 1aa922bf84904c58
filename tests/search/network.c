/* The evaluation in the search, with networks of several widths and with none: its sums follow the
 * line in whatever order positions are asked for. A network is set, refused and taken away. */
#include "../check.h"
#include "eval/stored.h"
#include "play.h"
#include "search/engine.h"

#include <string.h>

/* On so few squares a short search sees how the game ends, whatever its numbers. */
enum { SOLVED_SQUARES = 12 };

/* Two pieces taken at once go to the hand at once; a royal more or less; a board of many squares. */
static const char made_games[][512] = {
    "name=takers\nfiles=7\nranks=7\nsymmetry=rotate\nholdingsType=-1\npromotion=zone\npromoZone=2\n"
    "promotes=P:+P\nroyal=K\nking:K:K:K:d1\nlion:L:KcaK(caf)2W:L:c1,e1\nrook:R:R:R:a1,g1\n"
    "pawn:P:fWfF:P:a2-g2\ngold:+P:WfFcabK:+P:\n",
    "name=royals\nfiles=12\nranks=12\nsymmetry=rotate\nroyalRule=capture\nholdingsType=-1\n"
    "promotion=zone\npromoZone=4\npromotes=P:E\nroyal=K\nroyal=E\nking:K:K:K:f1\n"
    "queen:Q:Q:Q:e1,g1\nlion:L:KNADcaKmcabK:L:d1\npawn:P:fWfF:P:a3-l3\nprince:E:K:E:\n"};

static Net *random_net(const HenkaVariant *v, int hidden) {
    Random random = {v->type_count};
    Net *net = net_new(v, hidden);
    for (int i = 0; i < net->inputs * net->hidden; i++)
        net->input_weights[i] = (int16_t)((int)random_below(&random, 121) - 60);
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++)
        for (int h = 0; h < 2 * net->hidden; h++)
            net->output_weights[bucket][h] = (int16_t)((int)random_below(&random, 41) - 20);
    return net;
}

static int plain_evaluation(const Worker *w) {
    Accumulator accumulator;
    NetAccumulator sum;
    eval_refresh(w->eval, &w->position, &accumulator);
    if (!w->eval->net) return eval_score(w->eval, &w->position, &accumulator);
    net_refresh(w->eval->net, &w->position, &sum);
    return eval_join(eval_score(w->eval, &w->position, &accumulator),
                     net_score(w->eval->net, &w->position, &sum));
}

/* Down and up at random, null moves among them, and evaluated now and then. */
static void check_walk(Worker *w, Random *random) {
    enum { DEEPEST = 40, STEPS = 4000 };
    bool null[DEEPEST + 1] = {false};
    for (int step = 0, ply = 0; step < STEPS; step++) {
        int count = movegen_legal(
            &w->position, random_below(random, 2) ? MOVEGEN_CAPTURES : MOVEGEN_ALL, w->moves);
        bool ended = !w->position.royals[0] || !w->position.royals[1];
        if (!random_below(random, 3))
            CHECK(worker_evaluate(w, ply) == plain_evaluation(w), "%s: at ply %d", w->variant->name,
                  ply);
        if (ply && (ended || ply == DEEPEST || !random_below(random, 3))) {
            ply--;
            if (null[ply])
                worker_undo_null(w, ply);
            else
                worker_undo(w, ply);
        } else if (!ended && !random_below(random, 12) && !attacks_in_check(&w->position)) {
            null[ply] = true;
            worker_do_null(w, ply++);
        } else if (count) {
            null[ply] = false;
            ply += worker_do(w, ply, w->moves[random_below(random, (uint32_t)count)], true);
        }
    }
}

static void note_score(void *context, const HenkaInfo *info) { *(int *)context = info->score_cp; }

static int score_of(HenkaEngine *engine, const HenkaGame *game) {
    int score = 0;
    henka_engine_new_game(engine);
    henka_engine_go(engine, game, &(HenkaLimits){.nodes = 2000}, note_score, &score);
    return score;
}

static void check_engine(const HenkaVariant *v, HenkaEngine *engine, const char *bytes,
                         size_t length) {
    const char *name = henka_variant_name(v);
    HenkaGame *game = open_game(v, 20, 5);
    int shipped = score_of(engine, game);
    CHECK(henka_engine_set_net(engine, v, "", 0, NULL), "%s: none", name);
    int none = score_of(engine, game);
    CHECK(eval_of(v)->net || shipped == none, "%s: %d, without a network %d", name, shipped, none);
    CHECK(henka_engine_set_net(engine, v, bytes, length, NULL), "%s: its own", name);
    int own = score_of(engine, game);
    CHECK(own != none, "%s: %d both with and without a network", name, own);
    CHECK(!henka_engine_set_net(engine, v, bytes, length - 1, NULL), "%s: damaged", name);
    CHECK(score_of(engine, game) == own, "%s: a refused one changes nothing", name);
    henka_engine_set_options(engine, &(HenkaEngineOptions){.hash_mib = 1, .derived_eval = 1});
    score_of(engine, game);
    CHECK(!engine->workers[0]->eval->net, "%s: none with the derived evaluation", name);
    henka_engine_set_options(engine, &(HenkaEngineOptions){.hash_mib = 1});
    CHECK(henka_engine_set_net(engine, v, NULL, 0, NULL) && score_of(engine, game) == shipped,
          "%s: the one delivered again", name);
    henka_game_free(game);
}

/* A variant is given the numbers and the network that the engine has for another of the same
 * shipped game: both say the same of a position. */
static void check_own_variant(const HenkaVariant *v, const HenkaEngine *engine, const char *text,
                              size_t length, const char *net, size_t net_length) {
    const char *name = henka_variant_name(v);
    HenkaVariant *own = henka_variant_shipped(name, NULL, 0, NULL);
    if (!own) return; /* a made-up game, of which there is one variant only */
    HenkaGame *game = open_game(v, 20, 5), *same = open_game(own, 20, 5);
    HenkaError error = {0};
    int shipped = henka_game_evaluate(game);
    CHECK(!henka_variant_set_eval(own, text, length - 1, &error) &&
              strstr(error.message, "damaged") && henka_game_evaluate(same) == shipped,
          "%s: a damaged text changes nothing: %s", name, error.message);
    CHECK(!henka_variant_set_net(own, net, net_length - 1, &error) &&
              strstr(error.message, "damaged") && henka_game_evaluate(same) == shipped,
          "%s: a damaged network changes nothing: %s", name, error.message);
    HenkaEvaluation delivered = henka_variant_evaluation(own);
    CHECK(henka_variant_set_net(own, net, net_length, &error), "%s: its own: %s", name,
          error.message);
    HenkaEvaluation with_net = henka_variant_evaluation(own);
    CHECK(henka_variant_set_eval(own, text, length, &error), "%s: its own: %s", name,
          error.message);
    HenkaEvaluation both = henka_variant_evaluation(own);
    CHECK(both.fitted && both.network && both.left_out == 0 && both.hash && with_net.network &&
              both.hash != with_net.hash && with_net.hash != delivered.hash,
          "%s: evaluated by %llx, then %llx, then %llx", name, (unsigned long long)delivered.hash,
          (unsigned long long)with_net.hash, (unsigned long long)both.hash);
    int wanted = henka_engine_evaluate(engine, game), got = henka_game_evaluate(same);
    CHECK(got == wanted && got != shipped, "%s: %d, the engine says %d, without them %d", name, got,
          wanted, shipped);
    CHECK(henka_variant_set_net(own, "", 0, NULL) && henka_variant_set_eval(own, "", 0, NULL),
          "%s: none", name);
    HenkaEvaluation none = henka_variant_evaluation(own);
    CHECK(!none.fitted && !none.network && !none.hash, "%s: none is %llx", name,
          (unsigned long long)none.hash);
    HenkaEngine *plain = henka_engine_new(&(HenkaEngineOptions){.hash_mib = 1, .derived_eval = 1});
    wanted = henka_engine_evaluate(plain, game), got = henka_game_evaluate(same);
    CHECK(got == wanted, "%s: %d, from the moves alone %d", name, got, wanted);
    henka_engine_free(plain);
    henka_game_free(game);
    henka_game_free(same);
    henka_variant_free(own);
}

/* An evaluation's numbers are set like a network, and stay beside it. */
static void check_numbers(const HenkaVariant *v, HenkaEngine *engine, const char *net,
                          size_t net_length) {
    const char *name = henka_variant_name(v);
    HenkaGame *game = open_game(v, 20, 5);
    Eval *eval = malloc(sizeof *eval);
    size_t length = 0;
    *eval = *eval_of(v);
    for (int i = 0; i < v->squares; i++) eval_psqt(eval, 2)[i].mg ^= 0x55;
    eval->tempo = (Weight){200, 300};
    char *text = stored_eval_write(v, eval, &length);
    int shipped = score_of(engine, game);
    CHECK(henka_engine_set_eval(engine, v, text, length, NULL), "%s: its own numbers", name);
    int own = score_of(engine, game);
    CHECK(own != shipped && engine->workers[0]->eval->tempo.mg == 200 &&
              engine->workers[0]->eval->net == eval_of(v)->net,
          "%s: %d with its own numbers, %d without", name, own, shipped);
    CHECK(!henka_engine_set_eval(engine, v, text, length - 1, NULL) &&
              score_of(engine, game) == own,
          "%s: a refused text changes nothing", name);
    CHECK(henka_engine_set_net(engine, v, net, net_length, NULL) && score_of(engine, game) != own &&
              engine->workers[0]->eval->tempo.mg == 200,
          "%s: a network beside them", name);
    check_own_variant(v, engine, text, length, net, net_length);
    CHECK(henka_engine_set_eval(engine, v, "", 0, NULL) && score_of(engine, game) != 0 &&
              engine->workers[0]->eval->tempo.mg == eval_derived_of(v)->tempo.mg &&
              engine->workers[0]->eval->net == engine->own_net && engine->own_net,
          "%s: the derived numbers, and the network", name);
    CHECK(henka_engine_set_eval(engine, v, NULL, 0, NULL) &&
              henka_engine_set_net(engine, v, NULL, 0, NULL) && score_of(engine, game) == shipped,
          "%s: the numbers delivered again", name);
    free(text);
    free(eval);
    henka_game_free(game);
}

/* hidden: of the network, 0 none. */
static void check_sums(HenkaEngine *engine, const HenkaVariant *v, int hidden) {
    HenkaGame *game = henka_game_new(v, NULL, NULL);
    Worker *w = engine->workers[0];
    Eval *eval = malloc(sizeof *eval);
    Net *net = hidden ? random_net(v, hidden) : NULL;
    Random random = {3};
    *eval = *eval_of(v);
    eval->net = net;
    w->eval = eval;
    worker_set_up(w, game);
    check_walk(w, &random);
    henka_game_free(game);
    net_free(net);
    free(eval);
}

static void check_variant(const HenkaVariant *v) {
    HenkaEngine *engine = henka_engine_new(&(HenkaEngineOptions){.hash_mib = 1});
    Net *net = random_net(v, NET_USUAL);
    size_t length = 0;
    char *bytes = net_write(v, net, &length);
    check_sums(engine, v, 0);
    check_sums(engine, v, NET_USUAL);
    check_sums(engine, v, 48);
    if (v->squares > SOLVED_SQUARES) {
        check_engine(v, engine, bytes, length);
        check_numbers(v, engine, bytes, length);
    }
    henka_engine_free(engine);
    net_free(net);
    free(bytes);
}

int main(void) {
    for (size_t i = 0; henka_shipped_name(i); i++) {
        HenkaVariant *v = henka_variant_shipped(henka_shipped_name(i), NULL, 0, NULL);
        check_variant(v);
        henka_variant_free(v);
    }
    for (size_t i = 0; i < sizeof made_games / sizeof *made_games; i++) {
        HenkaVariant *v = henka_variant_parse(made_games[i], strlen(made_games[i]), NULL, 0, NULL);
        CHECK(v, "%.20s... does not load", made_games[i]);
        if (v) check_variant(v);
        henka_variant_free(v);
    }
    return check_done();
}
