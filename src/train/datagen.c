/* henka datagen: plays games of the engine against itself on several threads, and writes them as
 * samples (samples.h). The same plan gives the same bytes with any number of threads, because
 * limits are by nodes or depth only. After an interrupt, games under way are finished and kept. */
#include "train/commands.h"

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

static atomic_bool cancelled; /* global, because a signal handler takes no argument */

/* The games that are to be played, from the command line. */
typedef struct DatagenPlan {
    Args given;            /* the game, and the options that match, study, datagen and tune share */
    const char *out_path;  /* --out: the file of the games; NULL: shows them (--show) */
    const char *show_path; /* --show: a file whose games are printed; NULL: none */
    const char *eval, *net;            /* --eval, --net: the engine's files; "": the game's */
    const HenkaVariant *variant;       /* the game, with its settings */
    int games;                         /* number of games to be written */
    int threads;                       /* number of games played at once */
    int hash_mib;                      /* size of the hash table of each thread's engine */
    RandomPlies random;                /* random plies at the beginning of a game */
    int max_plies;                     /* a game is cut off after this number of plies */
    int resign_score_cp, resign_count; /* a game ends when one side was ahead by resign_score_cp in
                                          resign_count plies in a row; 0: never */
    int noise_permille;                /* share of later random moves in thousandths */
    uint64_t seed;                     /* seed of all random moves: the same gives the same file */
    uint64_t nodes;                    /* maximum nodes of the search for a move; 0: no limit */
    int depth;                         /* maximum search depth in plies; 0: no limit */
    FILE *out;                         /* the open file that receives the samples */
} DatagenPlan;

/* Totals of the games that were written. */
typedef struct DatagenTotals {
    long games, positions;             /* number of games and positions written */
    long sente_wins, gote_wins, draws; /* number of games by result */
    long cut_off; /* games ended at max_plies, without a result; samples keep them as drawn */
} DatagenTotals;

/* The state that all threads share. */
typedef struct Datagen {
    const DatagenPlan *plan;     /* the parameters; owned by the caller */
    DatagenTotals *totals;       /* the totals of the games written so far */
    int64_t started_ms, next_ms; /* times when the run started, and when progress is shown next */
    atomic_bool no_opening;      /* no beginning found: random plies always ended it */
    int unwritten;               /* errno if the file could not be written; else 0 */
} Datagen;

/* A thread and the game that it plays. */
typedef struct DatagenWorker {
    HenkaEngine *engine;              /* plays both sides */
    HenkaMove *moves;                 /* buffer for HENKA_MAX_MOVES legal moves */
    Out buffer;                       /* the finished game, as a sample */
    int16_t scores[SAMPLE_MAX_PLIES]; /* by ply; SAMPLE_NO_SCORE in the beginning */
    HenkaOutcome outcome;             /* how the finished game ended */
    int ahead_plies;                  /* plies in a row with ahead_side far ahead */
    int ahead_side;                   /* HENKA_SENTE or HENKA_GOTE, while ahead_plies is above 0 */
} DatagenWorker;

/* A finished game on its way to the file. */
typedef struct Finished {
    HenkaOutcome outcome;
    int plies;
    size_t length;         /* number of `bytes` */
    unsigned char bytes[]; /* the game in the format of samples.h */
} Finished;

static void play_on(const DatagenPlan *plan, DatagenWorker *worker, HenkaGame *game,
                    Random *random) {
    worker->ahead_plies = 0;
    for (int ply = 0; ply < henka_game_plies(game); ply++) worker->scores[ply] = SAMPLE_NO_SCORE;
    while ((worker->outcome = henka_game_outcome(game)).reason == HENKA_PLAYING &&
           henka_game_plies(game) < plan->max_plies) {
        HenkaLimits limits = {.nodes = plan->nodes, .depth = plan->depth};
        HenkaResult result = henka_engine_go(worker->engine, game, &limits, NULL, NULL);
        HenkaMove move = result.best;
        int score_cp = result.score_cp, side = henka_game_side(game), ply = henka_game_plies(game);
        if (plan->noise_permille && (int)random_below(random, 1000) < plan->noise_permille) {
            size_t count = henka_game_moves(game, worker->moves, HENKA_MAX_MOVES);
            if (count) move = worker->moves[random_below(random, (uint32_t)count)];
        }
        if (!move || !henka_game_play(game, move)) return;
        worker->scores[ply] = (int16_t)(score_cp > INT16_MAX    ? INT16_MAX
                                        : score_cp < -INT16_MAX ? -INT16_MAX
                                                                : score_cp);
        /* The game ends when one side has been far enough ahead for long enough. */
        int ahead = score_cp > 0 ? side : !side;
        bool far = plan->resign_count && abs(score_cp) >= plan->resign_score_cp;
        worker->ahead_plies = !far ? 0 : ahead == worker->ahead_side ? worker->ahead_plies + 1 : 1;
        worker->ahead_side = ahead;
        if (far && worker->ahead_plies >= plan->resign_count) {
            worker->outcome = (HenkaOutcome){HENKA_RESIGNATION, worker->ahead_side};
            if (henka_game_outcome(game).reason == HENKA_PLAYING) return;
        }
    }
}

static void *make_game(void *context, void *own, int at) {
    Datagen *datagen = context;
    const DatagenPlan *plan = datagen->plan;
    DatagenWorker *worker = own;
    int index = plan->given.shard + at * plan->given.shards;
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
        memcpy(finished->bytes, worker->buffer.buf, worker->buffer.length);
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
    free(out_take(&worker->buffer));
    free(worker);
}

static void *worker_open(void *context) {
    const Datagen *datagen = context;
    DatagenWorker *worker = calloc(1, sizeof *worker);
    HenkaEngineOptions options = HENKA_ENGINE_DEFAULTS;
    options.hash_mib = datagen->plan->hash_mib;
    if (!worker) return NULL;
    worker->buffer = out_growing();
    worker->engine = henka_engine_new(&options);
    worker->moves = malloc(sizeof *worker->moves * HENKA_MAX_MOVES);
    if (worker->engine && worker->moves) return worker;
    worker_close(worker);
    return NULL;
}

/* The number of games in this part of the work (--shard). */
static int games_of(const DatagenPlan *plan) {
    return (plan->games - plan->given.shard + plan->given.shards - 1) / plan->given.shards;
}

static void show_progress(void *context, int written, bool ended) {
    Datagen *datagen = context;
    (void)written;
    if (datagen->plan->given.quiet || (!ended && clock_ms() < datagen->next_ms)) return;
    double seconds = (double)(clock_ms() - datagen->started_ms) / 1000;
    long games = datagen->totals->games, positions = datagen->totals->positions;
    args_progress(MSG_DATAGEN_PROGRESS, arg_number(games), arg_number(games_of(datagen->plan)),
                  arg_number(positions),
                  arg_decimal(seconds > 0 ? (double)positions / seconds : 0, 0));
    datagen->next_ms = clock_ms() + (isatty(2) ? 1000 : 30000);
    if (ended && isatty(2)) fputc('\n', stderr);
}

static bool take_resign(void *context, const char *text) {
    DatagenPlan *plan = context;
    return arguments_resign(text, &plan->resign_score_cp, &plan->resign_count);
}

static bool read_arguments(DatagenPlan *plan, HenkaError *error) {
    enum { MANY = 100000000 };
    Args *given = &plan->given;
    const CommandOption options[] = {
        {"--out", OPTION_TEXT, &plan->out_path},
        {"--show", OPTION_TEXT, &plan->show_path},
        {"--append", OPTION_FLAG, &given->append},
        {"--force", OPTION_FLAG, &given->force},
        {"--eval", OPTION_TEXT, &plan->eval},
        {"--net", OPTION_TEXT, &plan->net},
        {"--quiet", OPTION_FLAG, &plan->given.quiet},
        {"--games", OPTION_INT, &plan->games, 1, MANY},
        {"--shard", OPTION_CALL, given, .take = arguments_take_shard, .form = MSG_FORM_SHARD},
        {"--merge", OPTION_CALL, given, .take = arguments_take_part, .form = MSG_FORM_MERGE},
        {"--nodes", OPTION_INT64, &plan->nodes, 0, INT64_MAX},
        {"--depth", OPTION_INT, &plan->depth, 1, MANY},
        {"--seed", OPTION_INT64, &plan->seed, 0, INT64_MAX},
        {"--threads", OPTION_INT, &plan->threads, 1, HENKA_MAX_THREADS},
        {"--hash", OPTION_INT, &plan->hash_mib, 1, HENKA_MAX_HASH_MIB},
        {"--plies", OPTION_CALL, &plan->random, .take = arguments_plies, .form = MSG_FORM_PLIES},
        {"--openings", OPTION_CALL, &plan->random, .take = arguments_random,
         .form = MSG_FORM_RANDOM},
        {"--noise", OPTION_INT, &plan->noise_permille, 0, 1000},
        {"--max-plies", OPTION_INT, &plan->max_plies, 1, SAMPLE_MAX_PLIES},
        {"--resign", OPTION_CALL, plan, .take = take_resign, .form = MSG_FORM_RESIGN}};
    if (!arguments_read(given, options, sizeof options / sizeof *options, error)) return false;
    if (!given->shards) given->shards = 1;
    return plan->out_path || plan->show_path || error_set(error, MSG_EXPECTED_OUT_FILE);
}

static void on_interrupt(int signal_number) {
    (void)signal_number;
    cancelled = true;
}

/* Reads all games of a file, and prints them if `shown`. False: *error says why; also if the file
 * is damaged, or of another game. */
static bool read_games(const char *path, const HenkaVariant *variant, bool shown,
                       HenkaError *error) {
    static const MessageKey results[] = {MSG_GOTE_WON, MSG_DRAWN, MSG_SENTE_WON};
    HenkaError why = {0};
    Samples *samples = samples_open(path, variant, error);
    SampleGame *sample = malloc(sizeof *sample);
    SamplesRead read = SAMPLES_BAD;
    while (samples && sample && (read = samples_next(samples, sample, &why)) == SAMPLES_GAME) {
        char sfen[2048];
        MessageArg plies = arg_number(henka_game_plies(sample->game));
        henka_game_sfen(sample->game, sfen, sizeof sfen);
        if (shown && sample->reason == HENKA_PLAYING)
            args_say(stdout, MSG_SAMPLE_CUT_OFF, plies, arg_text(sfen));
        else if (shown)
            args_say(stdout, MSG_SAMPLE, ARG_SAY(results[sample->result]),
                     arg_reason(sample->reason), plies, arg_text(sfen));
        henka_game_free(sample->game);
    }
    if (samples && shown && read == SAMPLES_BAD)
        *error = why;
    else if (samples && read == SAMPLES_BAD) /* the games after a damaged one can't be read */
        error_set(error, MSG_SAMPLES_NOT_WHOLE, arg_text(path),
                  sample ? arg_error(&why) : ARG_SAY(MSG_NO_MEMORY));
    free(sample);
    samples_close(samples);
    return read == SAMPLES_END;
}

static bool generate(DatagenPlan *plan, HenkaError *error) {
    DatagenTotals totals = {0};
    Datagen datagen = {.plan = plan, .totals = &totals};
    const InOrder work = {.end = games_of(plan),
                          .threads = plan->threads,
                          .context = &datagen,
                          .open = worker_open,
                          .make = make_game,
                          .take = write_game,
                          .close = worker_close,
                          .watch = show_progress,
                          .cancelled = &cancelled};
    struct sigaction action = {.sa_handler = on_interrupt};
    if (!plan->nodes && !plan->depth) plan->nodes = 5000;
    bool more = plan->given.append && !access(plan->out_path, F_OK);
    if (more && !read_games(plan->out_path, plan->variant, false, error)) return false;
    if (!(plan->out = arguments_open_output(&plan->given, plan->out_path, error))) return false;
    if (!more) samples_write_header(plan->out, henka_variant_name(plan->variant));
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    datagen.started_ms = clock_ms(), datagen.next_ms = datagen.started_ms + 1000;
    InOrderEnd end = inorder_run(&work);
    double seconds = (double)(clock_ms() - datagen.started_ms) / 1000;
    if (!end.failed && fflush(plan->out)) datagen.unwritten = errno;
    fclose(plan->out);
    args_say(stdout, MSG_DATAGEN_PLAYED, arg_number(totals.games), arg_number(totals.positions),
             arg_decimal(seconds, 1),
             arg_decimal(seconds > 0 ? (double)totals.positions / seconds : 0, 0),
             arg_number(totals.sente_wins), arg_number(totals.gote_wins), arg_number(totals.draws),
             arg_number(totals.cut_off));
    if (datagen.unwritten) return errno = datagen.unwritten, file_unwritten(plan->out_path, error);
    if (datagen.no_opening)
        return error_set(error, MSG_OPENING_NO_RANDOM, arg_number(plan->random.min),
                         arg_number(plan->random.max));
    if (end.failed) return error_set(error, MSG_NO_MEMORY);
    if (totals.games < games_of(plan))
        args_say(stdout, MSG_DATAGEN_CUT_SHORT, arg_number(totals.games),
                 arg_number(games_of(plan)));
    return true;
}

/* Merges files (--merge), one game of each in turn, into the bytes that a single run would write,
 * until the next file has no game left. If another file still has one, it has a game too many. */
static bool merge_games(const DatagenPlan *plan, Samples *const *parts, FILE *file, long *games,
                        HenkaError *error) {
    SampleGame *sample = malloc(sizeof *sample);
    Out buffer = out_growing();
    bool ok = sample || error_set(error, MSG_NO_MEMORY);
    int ended = 0; /* number of files in a row without a game left */
    for (int part = 0; ok && ended < plan->given.part_count;
         part = (part + 1) % plan->given.part_count) {
        HenkaError why = {0};
        SamplesRead read = samples_next(parts[part], sample, &why);
        if (read == SAMPLES_END) {
            ended++;
            continue;
        }
        if (read == SAMPLES_BAD || ended) {
            henka_game_free(read == SAMPLES_GAME ? sample->game : NULL);
            ok = read == SAMPLES_BAD
                     ? error_set(error, MSG_SAMPLES_IN_FILE, arg_text(plan->given.parts[part]),
                                 arg_error(&why))
                     : error_set(error, MSG_SAMPLES_UNEVEN, arg_text(plan->given.parts[part]));
            break;
        }
        int winner = sample->result == 1 ? -1 : sample->result ? HENKA_SENTE : HENKA_GOTE;
        buffer.length = 0;
        ok = samples_append(&buffer, sample->game, NULL, sample->scores,
                            (HenkaOutcome){sample->reason, winner}) ||
             error_set(error, MSG_NO_MEMORY);
        if (ok && fwrite(buffer.buf, 1, buffer.length, file) != buffer.length)
            ok = file_unwritten(plan->out_path, error);
        *games += ok;
        henka_game_free(sample->game);
    }
    free(out_take(&buffer));
    free(sample);
    return ok;
}

static bool merge(const DatagenPlan *plan, HenkaError *error) {
    const HenkaVariant *variant = plan->variant;
    Args given = plan->given;
    Samples *parts[ARGS_MAX_SHARDS] = {0};
    bool ok = true;
    long games = 0;
    given.append = false; /* the merged file is complete, so nothing is appended */
    for (int i = 0; ok && i < plan->given.part_count; i++)
        ok = (parts[i] = samples_open(plan->given.parts[i], variant, error));
    FILE *file = ok ? arguments_open_output(&given, plan->out_path, error) : NULL;
    if (file) {
        samples_write_header(file, henka_variant_name(variant));
        ok = merge_games(plan, parts, file, &games, error);
        if (fclose(file) && ok) ok = file_unwritten(plan->out_path, error);
        if (!ok) remove(plan->out_path); /* this run created the file, and it is incomplete */
    }
    for (int i = 0; i < plan->given.part_count; i++) samples_close(parts[i]);
    if (file && ok) args_say(stdout, MSG_DATAGEN_MERGED, arg_number(games));
    return file && ok;
}

int datagen_run(Args *args) {
    int help = arguments_help(args, MSG_LAB_USAGE_DATAGEN);
    if (help >= 0) return help;
    DatagenPlan plan = {.given = *args,
                        .games = 1000,
                        .threads = 1,
                        .hash_mib = 8,
                        .random = {6, 10},
                        .max_plies = 400,
                        .seed = 1,
                        .eval = "",
                        .net = ""};
    HenkaError error = {0};
    bool ready = read_arguments(&plan, &error) &&
                 (plan.variant = plan.show_path
                                     ? arguments_variant(&plan.given, NULL, NULL, &error)
                                     : arguments_variant(&plan.given, plan.eval, plan.net, &error));
    if (ready && !plan.random.chosen) plan.random.quiet = opening_quiet_is_standard(plan.variant);
    bool ok = ready && (plan.show_path ? read_games(plan.show_path, plan.variant, true, &error)
                        : plan.given.part_count ? merge(&plan, &error)
                                                : generate(&plan, &error));
    if (!ok) args_say(stderr, MSG_COMMAND_SAYS, arg_text("datagen"), arg_error(&error));
    henka_variant_free((HenkaVariant *)plan.variant);
    return ready ? !ok : 2;
}
