/* Out of memory in the lab: every allocation of reading, playing, fitting and training fails in its
 * turn. What is asked for comes whole or not at all. */
#include "failing.h"

#include "base/random.h"
#include "eval/stored.h"
#include "match/opening.h"
#include "match/player.h"
#include "match/samples.h"
#include "protocol/registry.h"
#include "study/study_tune.h"
#include "train/commands.h"
#include "train/fit.h"
#include "train/train.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/henka-memory-XXXXXX";
static HenkaVariant *strip; /* made beforehand, while memory lasted */
static HenkaGame *played;

/* getline, which a header may turn into __getdelim: what the C library allocates does not fail
 * here, but is freed by the caller. */
ssize_t __real___getdelim(char **, size_t *, int, FILE *);
ssize_t __wrap___getdelim(char **, size_t *, int, FILE *);
ssize_t __wrap_getline(char **, size_t *, FILE *);
ssize_t __wrap___getdelim(char **line, size_t *cap, int end, FILE *file) {
    bool had = *line;
    ssize_t length = __real___getdelim(line, cap, end, file);
    alive += !had && *line;
    return length;
}
ssize_t __wrap_getline(char **line, size_t *cap, FILE *file) {
    return __wrap___getdelim(line, cap, '\n', file);
}

static void write_file(const char *text, size_t length) {
    FILE *file = fopen(path, "wb");
    fwrite(text, 1, length, file);
    fclose(file);
}

static bool try_openings(void) {
    Openings openings = {0};
    HenkaError error = {0};
    char start[256];
    bool good = openings_read(&openings, path, &error);
    CHECK(good == (openings.count == 2 && openings.lines[1].text) || !good,
          "%zu openings are there", openings.count);
    CHECK(good || strstr(error.message, "memory"), "refused: %s", error.message);
    for (int index = 0; good && index < 2; index++) {
        error = (HenkaError){0};
        HenkaGame *game = opening_make(&openings, strip, index, start, sizeof start, &error);
        CHECK(game || *error.message, "opening %d: no game and no error", index);
        good &= game != NULL;
        henka_game_free(game);
    }
    openings_free(&openings);
    Random random = {1};
    HenkaGame *game = opening_random(strip, &(RandomPlies){3, 3, true}, &random);
    CHECK(!game || henka_game_plies(game) == 3, "an opening of %d plies",
          game ? henka_game_plies(game) : 0);
    good &= game != NULL;
    henka_game_free(game);
    return good;
}

static bool try_writing_samples(void) {
    static const int16_t scores[SAMPLE_MAX_PLIES];
    Out buffer = out_growing();
    int whole = 0;
    for (int i = 0; i < 3; i++) {
        size_t before = buffer.length;
        bool kept = samples_append(&buffer, played, NULL, scores, henka_game_outcome(played));
        CHECK(kept == (buffer.buf && buffer.length > before), "game %d: kept %d, %zu bytes more", i,
              kept, buffer.length - before);
        whole += kept;
    }
    free(buffer.buf);
    return whole == 3;
}

static bool try_reading_samples(void) {
    static SampleGame sample;
    HenkaError error = {0};
    int games = 0;
    Samples *samples = samples_open(path, strip, &error);
    SamplesRead read = SAMPLES_BAD;
    CHECK(samples || *error.message, "no samples and no error");
    while (samples && (read = samples_next(samples, &sample, &error)) == SAMPLES_GAME)
        henka_game_free(sample.game), games++;
    CHECK(read != SAMPLES_BAD || *error.message, "the end is bad, without an error");
    samples_close(samples);
    return games == 1 && read == SAMPLES_END;
}

static bool try_players(void) {
    static const PlayerSpec specs[] = {{.protocol = PLAYER_RANDOM, .name = "random"},
                                       {.protocol = PLAYER_SELF,
                                        .name = "self",
                                        .hash_mib = 1,
                                        .control = {.depth = 1},
                                        .options = {{"multi_pv", "2"}},
                                        .option_count = 1}};
    int moves = 0;
    for (int i = 0; i < 2; i++) {
        HenkaError error = {0};
        Player *player = player_new(&specs[i], strip, &error);
        CHECK(player || *error.message, "no player and no error");
        if (!player) continue;
        PlayerState state = player_new_game(player, NULL, &error);
        CHECK(state == PLAYER_READY || *error.message, "no game and no error");
        if (state == PLAYER_READY) {
            Reply reply = player_think(player, played, &(Clocks){{0, 0}});
            moves += reply.kind == REPLY_MOVE;
            CHECK(reply.kind != REPLY_MOVE || henka_game_legal(played, reply.move),
                  "an illegal move");
        }
        player_free(player);
    }
    return moves == 2;
}

/* Enough positions that the tables grow. */
enum { POSITIONS = 1100 };

static bool try_fit(void) {
    Fit *fit = fit_new(strip);
    if (!fit) return false;
    size_t added = 0;
    for (int i = 0; i < POSITIONS; i++) {
        bool ok = fit_add(fit, played, i % 2, i % 2, i % 4 == 0);
        added += ok;
        if (!ok) break;
    }
    CHECK(fit_count(fit) == added, "%zu positions, %zu were added", fit_count(fit), added);
    FitLoss before = fit_loss(fit), after = fit_solve(fit, &(FitPlan){0.1, 1, 2});
    CHECK(after.train <= before.train, "the loss grows from %f to %f", before.train, after.train);
    fit_free(fit);
    return added == POSITIONS;
}

static bool try_train(void) {
    Train *train = train_new(strip);
    if (!train) return false;
    size_t added = 0;
    for (int i = 0; i < POSITIONS; i++) {
        bool ok = train_add(train, played, i % 3 * 100, i % 3, i % 4 == 0);
        added += ok;
        if (!ok) break;
    }
    CHECK(train_count(train) == added, "%zu positions, %zu were added", train_count(train), added);
    TrainPlan plan = train_plan();
    plan.hidden = 16, plan.epochs = 1;
    Net *net = added ? train_solve(train, &plan, NULL, NULL) : NULL;
    bool good = net && added == POSITIONS;
    net_free(net);
    train_free(train);
    return good;
}

/* The shipped games and one from a file, which takes a place of its own. */
static bool try_registry(void) {
    HenkaError error = {0};
    Registry *registry = registry_new();
    if (!registry) return false;
    bool added = registry_add(registry, path, &error);
    CHECK(added == (registry_find(registry, "strip") >= 0), "%s, but found: %d",
          added ? "added" : "not added", registry_find(registry, "strip"));
    CHECK(added || strstr(error.message, "memory"), "refused: %s", error.message);
    bool whole = registry_find(registry, "ito") >= 0 && registry_find(registry, "shogi") >= 0;
    registry_free(registry);
    return added && whole;
}

/* ---- numbers tuned: the fit and the match are stood in for, and the match is won ---- */

int tune_run(Args *args) {
    FILE *file = NULL;
    for (int i = 0; i + 1 < args->count; i++)
        if (!strcmp(args->words[i], "--out")) file = fopen(args->words[i + 1], "w");
    return !file || fclose(file);
}
bool tournament_run(const Plan *plan, Standing *standing, HenkaError *error) {
    (void)error;
    CHECK(plan->openings.count == STUDY_TUNE_GAMES / 2, "%zu openings", plan->openings.count);
    for (int pair = 0; pair < STUDY_TUNE_GAMES / 2; pair++) {
        statistics_add_game(&standing->tally, 2);
        statistics_add_game(&standing->tally, pair % 2);
        statistics_add_pair(&standing->tally, 2 + pair % 2);
    }
    return true;
}
void tournament_print(const Plan *plan, const Standing *standing, FILE *file) {
    (void)plan, (void)standing, (void)file;
}
Message tournament_elo(const Estimate *estimate) {
    return MESSAGE_OF(MSG_MATCH_ELO_OPEN, arg_decimal(estimate->elo, 0));
}
void tournament_free(Standing *standing) { (void)standing; }

static bool try_tuning(void) {
    static const char *const left[] = {"tuned.eval", "unproven.eval", "samples"};
    char folder[64], name[96];
    StudyPlan plan = {.variant = strip,
                      .nodes = {1},
                      .strengths = 1,
                      .games = 2,
                      .random = {STUDY_RANDOM_LEAST, STUDY_RANDOM_MOST},
                      .seed = 1};
    StudyPly plies[12];
    StudyGame game = {
        .winner = HENKA_SENTE, .reason = HENKA_RESIGNATION, .plies = 12, .ply = plies};
    StudyGames games = {&game, 1, 1};
    StudyReport report = {.plan = &plan, .games = &games, .finished = 1};
    char *words[] = {(char *)"ito"};
    Args given = {.words = words, .count = 1, .quiet = true};
    HenkaError error = {0};
    for (int ply = 0; ply < 12; ply++)
        plies[ply] =
            (StudyPly){.move = henka_game_move_at(played, ply), .score_cp = STUDY_NO_SCORE};
    snprintf(folder, sizeof folder, "%s.study", path);
    CHECK(!mkdir(folder, 0777), "%s: %s", folder, strerror(errno));
    bool tuned = study_tune(&(StudyTune){&report, &given, folder, 1}, &error);
    CHECK(tuned || *error.message, "nothing is tuned, and no error");
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s/%s", folder, left[i]);
        CHECK(!unlink(name) == (tuned && !i), "tuned %d: %s", tuned, left[i]);
    }
    rmdir(folder);
    return tuned;
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    close(mkstemp(path));
    strip = henka_variant_shipped("ito", NULL, 0, NULL);
    played = henka_game_new(strip, NULL, NULL);
    Random random = {2};
    static HenkaMove moves[HENKA_MAX_MOVES];
    for (int ply = 0; ply < 12; ply++)
        henka_game_play(played, moves[random_below(&random, (uint32_t)henka_game_moves(
                                                                played, moves, HENKA_MAX_MOVES))]);
    henka_game_evaluate(played); /* what a variant makes once and keeps */
    static const char lines[] = "startpos\nstartpos # the same\n";
    write_file(lines, sizeof lines - 1);
    check_memory("openings", try_openings);
    check_memory("writing samples", try_writing_samples);
    Out buffer = out_growing();
    static const int16_t scores[SAMPLE_MAX_PLIES];
    samples_append(&buffer, played, NULL, scores, henka_game_outcome(played));
    FILE *file = fopen(path, "wb");
    samples_write_header(file, "ito");
    fwrite(buffer.buf, 1, buffer.length, file);
    fclose(file);
    free(buffer.buf);
    check_memory("reading samples", try_reading_samples);
    check_memory("players", try_players);
    static const char game[] = "name=strip\nfiles=1\nranks=9\nsymmetry=rotate\nroyal=K\n"
                               "king:K:K:K:a1\n";
    write_file(game, sizeof game - 1);
    check_memory("registry", try_registry);
    check_memory("fit", try_fit);
    check_memory("training", try_train);
    check_memory_some("tuning a study", try_tuning, 40, 1); /* until the first openings are drawn */
    henka_game_free(played);
    henka_variant_free(strip);
    unlink(path);
    return check_done();
}
