/* henka datagen: many games of the engine against itself at once, written as samples (samples.h).
 * The same plan gives the same bytes, whatever the number of threads, for the limits are by nodes
 * or depth only. An interrupt finishes the games under way and keeps them. */
#include "train/datagen.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "match/arguments.h"
#include "match/inorder.h"
#include "match/opening.h"
#include "match/samples.h"
#include "protocol/file.h"

static atomic_bool cancelled; /* the one thing a signal handler can reach */

/* What is to be played; from the command line. */
typedef struct DatagenPlan {
    const HenkaVariant *variant;       /* the game, with its settings */
    int games;                         /* to be written */
    int threads;                       /* that play at once */
    int hash_mib;                      /* of each thread's engine */
    RandomPlies random;                /* of the beginning */
    int max_plies;                     /* then a game is cut off */
    int resign_score_cp, resign_count; /* a game is cut off when one side was this far ahead so
                                               many plies in a row; 0: never */
    int noise_permille;                /* of the later moves, so many are random */
    uint64_t seed;                     /* of all random moves; the same seed gives the same file */
    uint64_t nodes;                    /* most nodes a move; 0 no limit */
    int depth;                         /* most plies of search; 0 no limit */
    int shard;                         /* 0..shards - 1: which part of the games is played here, */
    int shards;                        /* of so many */
    FILE *out;                         /* receives the samples */
    bool quiet;                        /* no progress on stderr */
} DatagenPlan;

/* What was played; of written games alone. */
typedef struct DatagenTotals {
    long games, positions;             /* written */
    long sente_wins, gote_wins, draws; /* how these games ended */
    long cut_off;       /* games ended at max_plies, without a result; samples keep them as drawn */
    int64_t elapsed_ms; /* of the whole run */
} DatagenTotals;

/* What all threads share. */
typedef struct Datagen {
    const DatagenPlan *plan;     /* the caller's, read-only */
    DatagenTotals *totals;       /* added to as games are written */
    int64_t started_ms, next_ms; /* of the run; when progress is shown next */
    atomic_bool no_opening;      /* there was a game whose random plies always end it */
    int unwritten;               /* errno where the file could not be written; 0: it could */
} Datagen;

/* One thread, and the game it plays. */
typedef struct DatagenWorker {
    HenkaEngine *engine;              /* plays both sides */
    HenkaMove *moves;                 /* room for HENKA_MAX_MOVES */
    SampleBuffer buffer;              /* the finished game */
    int16_t scores[SAMPLE_MAX_PLIES]; /* by ply; SAMPLE_NO_SCORE in the random beginning */
    HenkaOutcome outcome;             /* of the finished game */
    int ahead_plies;                  /* in a row, that ahead_side was far ahead */
    int ahead_side;                   /* HENKA_SENTE or HENKA_GOTE, while ahead_plies is above 0 */
} DatagenWorker;

/* A finished game on its way to the file. */
typedef struct Finished {
    HenkaOutcome outcome;
    int plies;
    size_t length;         /* of bytes */
    unsigned char bytes[]; /* the game as a sample */
} Finished;

/* True when the same side has been far enough ahead for long enough. */
static bool is_decided(const DatagenPlan *plan, DatagenWorker *worker, int side, int score_cp) {
    if (!plan->resign_count) return false;
    int ahead = score_cp > 0 ? side : !side;
    bool far = abs(score_cp) >= plan->resign_score_cp;
    worker->ahead_plies = !far ? 0 : ahead == worker->ahead_side ? worker->ahead_plies + 1 : 1;
    worker->ahead_side = ahead;
    return worker->ahead_plies >= plan->resign_count;
}

static HenkaMove choose(const DatagenPlan *plan, DatagenWorker *worker, const HenkaGame *game,
                        Random *random, int *score_cp) {
    HenkaLimits limits = {.nodes = plan->nodes, .depth = plan->depth};
    HenkaResult result = henka_engine_go(worker->engine, game, &limits, NULL, NULL);
    *score_cp = result.score_cp;
    if (plan->noise_permille && (int)random_below(random, 1000) < plan->noise_permille) {
        size_t count = henka_game_moves(game, worker->moves, HENKA_MAX_MOVES);
        if (count) return worker->moves[random_below(random, (uint32_t)count)];
    }
    return result.best;
}

static void play_on(const DatagenPlan *plan, DatagenWorker *worker, HenkaGame *game,
                    Random *random) {
    worker->ahead_plies = 0;
    for (int ply = 0; ply < henka_game_plies(game); ply++) worker->scores[ply] = SAMPLE_NO_SCORE;
    while ((worker->outcome = henka_game_outcome(game)).reason == HENKA_PLAYING &&
           henka_game_plies(game) < plan->max_plies) {
        int score_cp, side = henka_game_side(game), ply = henka_game_plies(game);
        HenkaMove move = choose(plan, worker, game, random, &score_cp);
        if (!move || !henka_game_play(game, move)) return;
        worker->scores[ply] = (int16_t)(score_cp > INT16_MAX    ? INT16_MAX
                                        : score_cp < -INT16_MAX ? -INT16_MAX
                                                                : score_cp);
        if (is_decided(plan, worker, side, score_cp)) {
            worker->outcome = (HenkaOutcome){HENKA_RESIGNATION, worker->ahead_side};
            if (henka_game_outcome(game).reason == HENKA_PLAYING) return;
        }
    }
}

static void *make_game(void *context, void *own, int at) {
    Datagen *datagen = context;
    const DatagenPlan *plan = datagen->plan;
    DatagenWorker *worker = own;
    int index = plan->shard + at * plan->shards;
    Random random = {plan->seed * 0x9FB21C651E98DF25u + (uint64_t)index};
    HenkaGame *game = opening_random(plan->variant, &plan->random, &random);
    worker->buffer.length = 0;
    if (!game) {
        datagen->no_opening = true;
        return NULL;
    }
    henka_engine_new_game(worker->engine);
    play_on(plan, worker, game, &random);
    bool ok = samples_append(&worker->buffer, game, NULL, worker->scores, worker->outcome);
    Finished *finished = ok ? malloc(sizeof *finished + worker->buffer.length) : NULL;
    if (finished) {
        finished->outcome = worker->outcome;
        finished->plies = henka_game_plies(game);
        finished->length = worker->buffer.length;
        memcpy(finished->bytes, worker->buffer.bytes, worker->buffer.length);
    }
    henka_game_free(game);
    return finished;
}

static bool write_game(void *context, const void *piece, int index) {
    Datagen *datagen = context;
    DatagenTotals *totals = datagen->totals;
    const Finished *finished = piece;
    (void)index;
    if (fwrite(finished->bytes, 1, finished->length, datagen->plan->out) != finished->length)
        return datagen->unwritten = errno, false;
    bool cut_off = finished->outcome.reason == HENKA_PLAYING;
    totals->games++;
    totals->positions += finished->plies;
    totals->sente_wins += finished->outcome.winner == HENKA_SENTE;
    totals->gote_wins += finished->outcome.winner == HENKA_GOTE;
    totals->draws += finished->outcome.winner < 0 && !cut_off;
    totals->cut_off += cut_off;
    return true;
}

static void worker_close(void *own) {
    DatagenWorker *worker = own;
    henka_engine_free(worker->engine);
    free(worker->moves);
    free(worker->buffer.bytes);
    free(worker);
}

static void *worker_open(void *context) {
    const Datagen *datagen = context;
    DatagenWorker *worker = calloc(1, sizeof *worker);
    HenkaEngineOptions options = HENKA_ENGINE_DEFAULTS;
    options.hash_mib = datagen->plan->hash_mib;
    if (!worker) return NULL;
    worker->engine = henka_engine_new(&options);
    worker->moves = malloc(sizeof *worker->moves * HENKA_MAX_MOVES);
    if (worker->engine && worker->moves) return worker;
    worker_close(worker);
    return NULL;
}

/* How many of the games this shard has. */
static int games_of(const DatagenPlan *plan) {
    return (plan->games - plan->shard + plan->shards - 1) / plan->shards;
}

static void show_progress(void *context, int written, bool ended) {
    Datagen *datagen = context;
    (void)written;
    if (datagen->plan->quiet || (!ended && clock_ms() < datagen->next_ms)) return;
    double seconds = (double)(clock_ms() - datagen->started_ms) / 1000;
    long games = datagen->totals->games, positions = datagen->totals->positions;
    args_progress(MSG_DATAGEN_PROGRESS, arg_number(games), arg_number(games_of(datagen->plan)),
                  arg_number(positions),
                  arg_decimal(seconds > 0 ? (double)positions / seconds : 0, 0));
    datagen->next_ms = clock_ms() + (isatty(2) ? 1000 : 30000);
    if (ended && isatty(2)) fputc('\n', stderr);
}

static bool play_games(const DatagenPlan *plan, const char *path, DatagenTotals *totals,
                       HenkaError *error) {
    Datagen datagen = {
        .plan = plan, .totals = totals, .started_ms = clock_ms(), .next_ms = clock_ms() + 1000};
    const InOrder work = {.end = games_of(plan),
                          .threads = plan->threads,
                          .context = &datagen,
                          .open = worker_open,
                          .make = make_game,
                          .take = write_game,
                          .close = worker_close,
                          .watch = show_progress,
                          .cancelled = &cancelled};
    *totals = (DatagenTotals){0};
    InOrderEnd end = inorder_run(&work);
    totals->elapsed_ms = clock_ms() - datagen.started_ms;
    if (!end.failed && fflush(plan->out)) datagen.unwritten = errno;
    if (datagen.unwritten) return errno = datagen.unwritten, file_unwritten(path, error);
    if (datagen.no_opening)
        return error_set(error, MSG_OPENING_NO_RANDOM, arg_number(plan->random.min),
                         arg_number(plan->random.max));
    return !end.failed || error_set(error, MSG_NO_MEMORY);
}

/* ---- the command line ---- */

/* The command line as it is read. */
typedef struct DatagenRequest {
    DatagenPlan plan;      /* what is to be played */
    Arguments given;       /* the game, and the options that match, study, datagen and tune share */
    const char *out_path;  /* --out: where the games are written; NULL: they are shown */
    const char *show_path; /* --show: a file whose games are printed; NULL: none */
    const char *eval, *net; /* of --eval and --net; "": what the game has */
    bool openings_given;    /* --openings */
} DatagenRequest;

static bool take_resign(void *context, const char *text) {
    DatagenPlan *plan = context;
    return arguments_resign(text, &plan->resign_score_cp, &plan->resign_count);
}

static bool take_openings(void *context, const char *text) {
    DatagenRequest *request = context;
    request->openings_given = true;
    return arguments_random(&request->plan.random, text);
}

static bool read_arguments(DatagenRequest *request, int argc, char **argv, HenkaError *error) {
    enum { MANY = 100000000 };
    DatagenPlan *plan = &request->plan;
    Arguments *given = &request->given;
    const CommandOption options[] = {
        {"--out", OPTION_TEXT, &request->out_path},
        {"--show", OPTION_TEXT, &request->show_path},
        {"--append", OPTION_FLAG, &given->append},
        {"--force", OPTION_FLAG, &given->force},
        {"--eval", OPTION_TEXT, &request->eval},
        {"--net", OPTION_TEXT, &request->net},
        {"--quiet", OPTION_FLAG, &plan->quiet},
        {"--games", OPTION_INT, &plan->games, 1, MANY},
        {"--shard", OPTION_CALL, given, .take = arguments_take_shard, .form = MSG_FORM_SHARD},
        {"--merge", OPTION_CALL, given, .take = arguments_take_part, .form = MSG_FORM_MERGE},
        {"--nodes", OPTION_INT64, &plan->nodes, 0, INT64_MAX},
        {"--depth", OPTION_INT, &plan->depth, 1, MANY},
        {"--seed", OPTION_INT64, &plan->seed, 0, INT64_MAX},
        {"--threads", OPTION_INT, &plan->threads, 1, HENKA_MAX_THREADS},
        {"--hash", OPTION_INT, &plan->hash_mib, 1, HENKA_MAX_HASH_MIB},
        {"--plies", OPTION_CALL, &plan->random, .take = arguments_plies, .form = MSG_FORM_PLIES},
        {"--openings", OPTION_CALL, request, .take = take_openings, .form = MSG_FORM_RANDOM},
        {"--noise", OPTION_INT, &plan->noise_permille, 0, 1000},
        {"--max-plies", OPTION_INT, &plan->max_plies, 1, SAMPLE_MAX_PLIES},
        {"--resign", OPTION_CALL, plan, .take = take_resign, .form = MSG_FORM_RESIGN}};
    if (!arguments_read(given, argc, argv, options, sizeof options / sizeof *options, error))
        return false;
    plan->shard = given->shard;
    plan->shards = given->shards ? given->shards : 1;
    return request->out_path || request->show_path || error_set(error, MSG_EXPECTED_OUT_FILE);
}

static void on_interrupt(int signal_number) {
    (void)signal_number;
    cancelled = true;
}

/* The file holds games of this game and nothing else: nobody reads beyond a damaged one. */
static bool check_whole(const char *path, const HenkaVariant *variant, HenkaError *error) {
    HenkaError why = {0};
    Samples *samples = samples_open(path, variant, error);
    SampleGame *sample = malloc(sizeof *sample);
    SamplesRead read = SAMPLES_BAD;
    while (samples && sample && (read = samples_next(samples, sample, &why)) == SAMPLES_GAME)
        henka_game_free(sample->game);
    if (samples && read == SAMPLES_BAD)
        error_set(error, MSG_SAMPLES_NOT_WHOLE, arg_text(path),
                  sample ? arg_error(&why) : ARG_SAY(MSG_NO_MEMORY));
    free(sample);
    samples_close(samples);
    return read == SAMPLES_END;
}

static bool generate(DatagenRequest *request, HenkaError *error) {
    DatagenPlan *plan = &request->plan;
    DatagenTotals totals;
    struct sigaction action = {.sa_handler = on_interrupt};
    if (!plan->nodes && !plan->depth) plan->nodes = 5000;
    bool more = request->given.append && !access(request->out_path, F_OK);
    if (more && !check_whole(request->out_path, plan->variant, error)) return false;
    if (!(plan->out = arguments_open_output(&request->given, request->out_path, error)))
        return false;
    if (!more) samples_write_header(plan->out, henka_variant_name(plan->variant));
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    bool ok = play_games(plan, request->out_path, &totals, error);
    fclose(plan->out);
    double seconds = (double)totals.elapsed_ms / 1000;
    args_say(stdout, MSG_DATAGEN_PLAYED, arg_number(totals.games), arg_number(totals.positions),
             arg_decimal(seconds, 1),
             arg_decimal(totals.elapsed_ms ? (double)totals.positions / seconds : 0, 0),
             arg_number(totals.sente_wins), arg_number(totals.gote_wins), arg_number(totals.draws),
             arg_number(totals.cut_off));
    if (ok && totals.games < games_of(plan))
        args_say(stdout, MSG_DATAGEN_CUT_SHORT, arg_number(totals.games),
                 arg_number(games_of(plan)));
    return ok;
}

/* A game from one shard after another, until the next one has none left: the bytes that one run
 * writes. What is left then in any of them is a game too many. */
static bool merge_games(const DatagenRequest *request, Samples *const *parts, FILE *file,
                        long *games, HenkaError *error) {
    SampleGame *sample = malloc(sizeof *sample);
    SampleBuffer buffer = {0};
    bool ok = sample || error_set(error, MSG_NO_MEMORY);
    int ended = 0; /* shards in a row that have no game left */
    for (int part = 0; ok && ended < request->given.part_count;
         part = (part + 1) % request->given.part_count) {
        HenkaError why = {0};
        SamplesRead read = samples_next(parts[part], sample, &why);
        if (read == SAMPLES_END) {
            ended++;
            continue;
        }
        if (read == SAMPLES_BAD || ended) {
            henka_game_free(read == SAMPLES_GAME ? sample->game : NULL);
            ok = read == SAMPLES_BAD
                     ? error_set(error, MSG_SAMPLES_IN_FILE, arg_text(request->given.parts[part]),
                                 arg_error(&why))
                     : error_set(error, MSG_SAMPLES_UNEVEN, arg_text(request->given.parts[part]));
            break;
        }
        int winner = sample->result == 1 ? -1 : sample->result ? HENKA_SENTE : HENKA_GOTE;
        buffer.length = 0;
        ok = samples_append(&buffer, sample->game, NULL, sample->scores,
                            (HenkaOutcome){sample->reason, winner}) ||
             error_set(error, MSG_NO_MEMORY);
        if (ok && fwrite(buffer.bytes, 1, buffer.length, file) != buffer.length)
            ok = file_unwritten(request->out_path, error);
        *games += ok;
        henka_game_free(sample->game);
    }
    free(buffer.bytes);
    free(sample);
    return ok;
}

static bool merge(const DatagenRequest *request, HenkaError *error) {
    const HenkaVariant *variant = request->plan.variant;
    Arguments given = request->given;
    Samples *parts[ARGUMENTS_MAX_SHARDS] = {0};
    bool ok = true;
    long games = 0;
    given.append = false; /* a whole file is made */
    for (int i = 0; ok && i < request->given.part_count; i++)
        ok = (parts[i] = samples_open(request->given.parts[i], variant, error));
    FILE *file = ok ? arguments_open_output(&given, request->out_path, error) : NULL;
    if (file) {
        samples_write_header(file, henka_variant_name(variant));
        ok = merge_games(request, parts, file, &games, error);
        if (fclose(file) && ok) ok = file_unwritten(request->out_path, error);
        if (!ok) remove(request->out_path); /* it is new, and not what was asked for */
    }
    for (int i = 0; i < request->given.part_count; i++) samples_close(parts[i]);
    if (file && ok) args_say(stdout, MSG_DATAGEN_MERGED, arg_number(games));
    return file && ok;
}

static bool show(const DatagenRequest *request, HenkaError *error) {
    Samples *samples = samples_open(request->show_path, request->plan.variant, error);
    SampleGame *sample = malloc(sizeof *sample);
    SamplesRead read = SAMPLES_BAD;
    static const MessageKey results[] = {MSG_GOTE_WON, MSG_DRAWN, MSG_SENTE_WON};
    while (samples && sample && (read = samples_next(samples, sample, error)) == SAMPLES_GAME) {
        char sfen[2048];
        henka_game_sfen(sample->game, sfen, sizeof sfen);
        bool cut_off = sample->reason == HENKA_PLAYING;
        if (cut_off)
            args_say(stdout, MSG_SAMPLE_CUT_OFF, arg_number(henka_game_plies(sample->game)),
                     arg_text(sfen));
        else
            args_say(stdout, MSG_SAMPLE, ARG_SAY(results[sample->result]),
                     arg_reason(sample->reason), arg_number(henka_game_plies(sample->game)),
                     arg_text(sfen));
        henka_game_free(sample->game);
    }
    free(sample);
    samples_close(samples);
    return read == SAMPLES_END;
}

int datagen_main(int argc, char **argv) {
    int help = arguments_help(argc, argv, MSG_LAB_USAGE_DATAGEN);
    if (help >= 0) return help;
    DatagenRequest request = {.plan = {.games = 1000,
                                       .threads = 1,
                                       .hash_mib = 8,
                                       .random = {6, 10},
                                       .max_plies = 400,
                                       .seed = 1},
                              .eval = "",
                              .net = ""};
    HenkaError error = {0};
    bool ready = read_arguments(&request, argc, argv, &error) &&
                 (request.plan.variant = request.show_path
                                             ? arguments_variant(&request.given, &error)
                                             : arguments_variant_with(&request.given, request.eval,
                                                                      request.net, &error));
    if (ready && !request.openings_given)
        request.plan.random.quiet = opening_quiet_is_standard(request.plan.variant);
    bool ok = ready && (request.show_path          ? show(&request, &error)
                        : request.given.part_count ? merge(&request, &error)
                                                   : generate(&request, &error));
    if (!ok) args_say(stderr, MSG_COMMAND_SAYS, arg_text("datagen"), arg_error(&error));
    henka_variant_free((HenkaVariant *)request.plan.variant);
    return ready ? !ok : 2;
}
