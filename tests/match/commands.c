/* The command lines of `henka match` and `henka datagen`: what becomes of each option, what is
 * refused, and that the games written are those that were asked for. */
#include "train/commands.h"
#include "check.h"
#include "command_line.h"
#include "match/arguments.h"
#include "match/samples.h"
#include "match/tournament.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what a tournament is asked for: this stands in for tournament.c ---- */

static Plan asked;
static char asked_game[64], asked_opening[64];
static int runs;
static HenkaError run_error;
static int run_games;

bool tournament_run(const Plan *plan, Standing *standing, HenkaError *error) {
    asked = *plan;
    runs++;
    snprintf(asked_game, sizeof asked_game, "%s", henka_variant_name(plan->variant));
    snprintf(asked_opening, sizeof asked_opening, "%s",
             plan->openings.count ? plan->openings.lines[0].text : "");
    if (plan->records) fputs("a record\n", plan->records);
    standing->games = run_games;
    *error = run_error;
    return !*run_error.message;
}
void tournament_cancel(void) {}
void tournament_print(const Plan *plan, const Standing *standing, FILE *file) {
    fprintf(file, "the report of %s: %d games\n", henka_variant_name(plan->variant),
            standing->games);
}
void tournament_free(Standing *standing) { standing->games = -1; }

/* ---- a command line ---- */

static int command(const char *line) {
    return run_line(strncmp(line, "match", 5) ? datagen_run : match_run, line);
}

static long size_of(const char *name) {
    struct stat state;
    return stat(in_folder(name), &state) ? -1 : (long)state.st_size;
}

/* ---- match ---- */

static void check_plan(const Plan *expected) {
    const Referee *r = &asked.referee, *er = &expected->referee;
    CHECK(asked.games == expected->games && asked.concurrency == expected->concurrency &&
              asked.quiet == expected->quiet,
          "%d games, %d at once, quiet %d", asked.games, asked.concurrency, asked.quiet);
    CHECK(asked.openings.random.min == expected->openings.random.min &&
              asked.openings.random.max == expected->openings.random.max &&
              asked.openings.seed == expected->openings.seed,
          "%d to %d plies, seed %llu", asked.openings.random.min, asked.openings.random.max,
          (unsigned long long)asked.openings.seed);
    CHECK(r->max_plies == er->max_plies && r->margin_ms == er->margin_ms &&
              r->resign_score_cp == er->resign_score_cp && r->resign_count == er->resign_count &&
              r->draw_score_cp == er->draw_score_cp && r->draw_count == er->draw_count &&
              r->draw_after == er->draw_after,
          "cap %d, margin %lld, resign %d:%d, draw %d:%d:%d", r->max_plies, (long long)r->margin_ms,
          r->resign_score_cp, r->resign_count, r->draw_score_cp, r->draw_count, r->draw_after);
    CHECK(asked.has_sprt == expected->has_sprt && asked.sprt.elo0 == expected->sprt.elo0 &&
              asked.sprt.elo1 == expected->sprt.elo1 && asked.sprt.alpha == expected->sprt.alpha &&
              asked.sprt.beta == expected->sprt.beta,
          "sprt %d: %g, %g, %g, %g", asked.has_sprt, asked.sprt.elo0, asked.sprt.elo1,
          asked.sprt.alpha, asked.sprt.beta);
}

static const Plan standard = {.games = 100,
                              .concurrency = 1,
                              .openings = {.random = {6, 10}, .seed = 1},
                              .referee = {.max_plies = 400, .margin_ms = 50}};
#define TWO " --engine nodes=1 --engine nodes=2"

static void match_options(void) {
    Plan plan = standard;
    runs = 0;
    CHECK(command("match shogi" TWO) == 0 && runs == 1, "%d runs: %s", runs, err);
    check_plan(&plan);
    CHECK(!strcmp(asked_game, "shogi") && !*asked_opening && !asked.records, "of %s, from \"%s\"",
          asked_game, asked_opening);
    write_text("openings", "# none here\nstartpos moves 7g7f\n");
    int code = command("match --games 5 shogi --concurrency 7 --plies 3-9 --seed 99 --max-plies 0 "
                       "--resign 700:3 --draw 15:4:60 --margin 300 --sprt -5,10 --quiet "
                       "--openings @openings --records @records" TWO);
    CHECK(code == 0 && runs == 2 && !*err, "code %d: %s", code, err);
    plan = (Plan){.games = 6,
                  .concurrency = 7,
                  .openings = {.random = {3, 9}, .seed = 99},
                  .referee = {.max_plies = 0,
                              .resign_score_cp = 700,
                              .resign_count = 3,
                              .draw_score_cp = 15,
                              .draw_count = 4,
                              .draw_after = 60,
                              .margin_ms = 300},
                  .has_sprt = true,
                  .sprt = {-5, 10, 0.05, 0.05},
                  .quiet = true};
    check_plan(&plan);
    CHECK(!strcmp(asked_opening, "startpos moves 7g7f") && asked.records, "from \"%s\"",
          asked_opening);
    CHECK(size_of("records") == 9, "the file of records has %ld bytes", size_of("records"));
    CHECK(command("match shogi --records @records" TWO) == 2 && strstr(err, "is there already") &&
              size_of("records") == 9,
          "%s", err);
    CHECK(command("match shogi --append --records @records" TWO) == 0 && size_of("records") == 18,
          "%s", err);
    CHECK(command("match shogi --records /nowhere/records" TWO) == 2 &&
              strstr(err, "/nowhere/records") && strstr(err, "No such file"),
          "%s", err);
    CHECK(command("match shogi --plies 4 --sprt 0,5,0.01,0.2" TWO) == 0, "%s", err);
    CHECK(asked.openings.random.min == 4 && asked.openings.random.max == 4 &&
              asked.sprt.alpha == 0.01 && asked.sprt.beta == 0.2,
          "%d to %d plies, %g, %g", asked.openings.random.min, asked.openings.random.max,
          asked.sprt.alpha, asked.sprt.beta);
    static const struct {
        const char *line;
        bool quiet;
    } openings[] = {{"match shogi" TWO, false},
                    {"match shogi --openings quiet" TWO, true},
                    {"match suzumu" TWO, true},
                    {"match chu" TWO, true},
                    {"match suzumu --openings random" TWO, false}};
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++)
        CHECK(command(openings[i].line) == 0 && asked.openings.random.quiet == openings[i].quiet &&
                  !asked.openings.count,
              "%s: quiet %d: %s", openings[i].line, asked.openings.random.quiet, err);
    CHECK(command("match shogi --set strict=on --plies 200 --resign 1:1 --draw 0:1:0" TWO) == 0,
          "%s", err);
    CHECK(command("match shogi --games 5" TWO) == 0 && asked.games == 6 &&
              !strcmp(err, "--games 5: 6 are played, two from every opening\n"),
          "%d games: \"%s\"", asked.games, err);
    CHECK(command("match shogi --games 6" TWO) == 0 && asked.games == 6 && !*err,
          "%d games: \"%s\"", asked.games, err);
}

/* Limits for both, unless a player has its own; a level goes along with either. */
static void match_players(void) {
    CHECK(command("match shogi --engine name=x --engine name=") == 0, "%s", err);
    CHECK(!strcmp(asked.players[0].name, "x") && !strcmp(asked.players[1].name, "B") &&
              asked.players[0].control.movetime_ms == 100 &&
              asked.players[1].control.movetime_ms == 100,
          "%s and %s, %lld ms", asked.players[0].name, asked.players[1].name,
          (long long)asked.players[0].control.movetime_ms);
    CHECK(command("match shogi --tc 3+0.5 --byoyomi 40 --movetime 50 --nodes 600 --depth 7 "
                  "--level 8 --engine level=2 --engine nodes=9") == 0,
          "%s", err);
    const Control *a = &asked.players[0].control, *b = &asked.players[1].control;
    CHECK(!strcmp(asked.players[0].name, "A") && a->base_ms == 3000 && a->increment_ms == 500 &&
              a->byoyomi_ms == 40 && a->movetime_ms == 50 && a->nodes == 600 && a->depth == 7 &&
              a->level == 2,
          "A: %lld+%lld, %lld, %lld, %llu, %d, level %d", (long long)a->base_ms,
          (long long)a->increment_ms, (long long)a->byoyomi_ms, (long long)a->movetime_ms,
          (unsigned long long)a->nodes, a->depth, a->level);
    CHECK(!b->base_ms && !b->movetime_ms && b->nodes == 9 && !b->depth && !b->level,
          "B: %lld, %lld, %llu, %d, level %d", (long long)b->base_ms, (long long)b->movetime_ms,
          (unsigned long long)b->nodes, b->depth, b->level);
    CHECK(command("match shogi --level 3 --engine proto=random --engine depth=4,level=5") == 0,
          "%s", err);
    a = &asked.players[0].control, b = &asked.players[1].control;
    CHECK(a->level == 3 && !a->movetime_ms && b->level == 5 && b->depth == 4,
          "levels %d and %d, %lld ms", a->level, b->level, (long long)a->movetime_ms);
}

typedef struct RefusedRow {
    const char *line;
    const char *error; /* behind "henka match: " */
} RefusedRow;

static void check_refused(const RefusedRow *rows, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) {
        char head[64];
        int code = command(rows[i].line);
        snprintf(head, sizeof head, "henka %s: ", name);
        CHECK(code == 2 && !strncmp(err, head, strlen(head)) && strstr(err, rows[i].error) && !*out,
              "%s: code %d, \"%s\"", rows[i].line, code, err);
    }
}

static void match_refusals(void) {
    static const RefusedRow rows[] = {
        {"match shogi", "expected --engine twice, found it 0 times"},
        {"match shogi --engine nodes=1", "expected --engine twice, found it 1 time"},
        {"match shogi" TWO " --engine nodes=3", "--engine: expected SPEC, twice in all"},
        {"match --games 2" TWO, "game"},
        {"match shogi ito" TWO, "ito"},
        {"match nosuch" TWO, "nosuch"},
        {"match shogi --set strict" TWO, "--set: expected NAME=VALUE"},
        {"match shogi --set strict=maybe" TWO, "maybe"},
        {"match shogi --games 0" TWO, "--games"},
        {"match shogi --games 100000001" TWO, "--games: expected a number from 1 to 100000000"},
        {"match shogi --concurrency 0" TWO, "--concurrency: expected a number from 1 to 256"},
        {"match shogi --plies x" TWO, "--plies: expected N or MIN-MAX, 200 at most"},
        {"match shogi --plies -1" TWO, "--plies"},
        {"match shogi --plies 5-4" TWO, "--plies"},
        {"match shogi --plies 5-201" TWO, "--plies"},
        {"match shogi --resign 500" TWO, "--resign: expected CP:PLIES"},
        {"match shogi --resign 0:3" TWO, "--resign"},
        {"match shogi --resign 500:0" TWO, "--resign"},
        {"match shogi --draw 10:3" TWO, "--draw: expected CP:PLIES:AFTER"},
        {"match shogi --draw 10:0:40" TWO, "--draw"},
        {"match shogi --sprt 5" TWO, "--sprt: expected ELO0,ELO1"},
        {"match shogi --sprt 5,5" TWO, "--sprt"},
        {"match shogi --sprt 0,5,0,0.1" TWO, "--sprt"},
        {"match shogi --sprt 0,5,0.1,0" TWO, "--sprt"},
        {"match shogi --sprt 0,5,0.5,0.5" TWO, "--sprt"},
        {"match shogi --tc x" TWO, "--tc: expected BASE+INC in seconds"},
        {"match shogi --depth 0" TWO, "--depth"},
        {"match shogi --level 11" TWO, "--level: expected a number from 0 to 10"},
        {"match shogi --nosuch 1" TWO, "--nosuch"},
        {"match shogi --engine nodes=1 --engine nodes=x", "nodes=x:1:1: "},
        {"match shogi --engine hash=1,nosuch=2 --engine nodes=1", "hash=1,nosuch=2:1:8: "},
        {"match shogi --engine nodes=1 --engine proto=cecp,cmd=x,nodes=5", "no limit of nodes"},
        {"match shogi --engine nodes=1 --engine proto=cecp,cmd=x", "100 ms for B cannot be told"},
        {"match shogi --openings @nowhere" TWO, "no file of openings"},
        {"match @bad.ini" TWO, "bad.ini:1:1: "}};
    write_text("bad.ini", "name=bad\n");
    runs = 0;
    check_refused(rows, sizeof rows / sizeof *rows, "match");
    CHECK(!runs, "%d of them are played", runs);
    char line[2000] = "match shogi" TWO;
    for (int i = 1; i <= 33; i++) {
        strcat(line, " --set=strict=on");
        CHECK(i < 32 || command(line) == (i == 32 ? 0 : 2), "--set %d times: %s", i, err);
    }
}

static void match_answers(void) {
    run_games = 7;
    CHECK(command("match ito" TWO) == 0 && !strcmp(out, "the report of ito: 7 games\n") && !*err,
          "\"%s\", \"%s\"", out, err);
    snprintf(run_error.message, sizeof run_error.message, "a player is gone");
    CHECK(command("match ito" TWO) == 1 && !strcmp(out, "the report of ito: 7 games\n") &&
              !strcmp(err, "henka match: a player is gone\n"),
          "\"%s\", \"%s\"", out, err);
    run_error.line = 3, run_error.column = 14;
    run_games = 0;
    write_text("lines", "startpos\n");
    CHECK(command("match ito --openings @lines" TWO) == 1 && !*out &&
              strstr(err, "/lines:3:14: a player is gone\n"),
          "\"%s\", \"%s\"", out, err);
    run_error = (HenkaError){0};
    CHECK(command("match ito" TWO) == 0 && !*out && !*err, "\"%s\", \"%s\"", out, err);
    CHECK(command("match") == 2 && strstr(err, "henka match GAME") && !*out, "%s%s", out, err);
    CHECK(command("match --help") == 0 && strstr(out, "henka match GAME") && !*err, "%s%s", out,
          err);
}

/* ---- datagen ---- */

typedef struct Seen {
    int games, sente_wins, gote_wins, draws, cut_off, resigned, least_random, most_random;
    long plies;
    int wrong; /* games resigned without the scores for it, or not resigned with them */
} Seen;

static Seen seen_in(const char *name, const HenkaVariant *v, int resign_cp, int resign_count) {
    Seen seen = {.least_random = 1000};
    HenkaError error = {0};
    Samples *samples = samples_open(in_folder(name), v, &error);
    SampleGame *sample = malloc(sizeof *sample);
    CHECK(samples, "%s", error.message);
    while (samples && samples_next(samples, sample, &error) == SAMPLES_GAME) {
        int plies = henka_game_plies(sample->game), random = 0, run = 0, decided = -1;
        while (random < plies && sample->scores[random] == SAMPLE_NO_SCORE) random++;
        for (int ply = random; resign_count && ply < plies && decided < 0; ply++) {
            int sente = ply % 2 ? -sample->scores[ply] : sample->scores[ply];
            int sign = sente >= resign_cp ? 1 : sente <= -resign_cp ? -1 : 0;
            run = sign * run > 0 ? run + sign : sign;
            if (abs(run) >= resign_count) decided = ply;
        }
        bool resigned = sample->reason == HENKA_RESIGNATION;
        seen.wrong += resigned ? decided != plies - 1 || sample->result != (run > 0 ? 2 : 0)
                               : decided >= 0 && decided != plies - 1;
        seen.games++;
        seen.plies += plies;
        seen.cut_off += sample->reason == HENKA_PLAYING;
        seen.resigned += sample->reason == HENKA_RESIGNATION;
        seen.draws += sample->result == 1 && sample->reason != HENKA_PLAYING;
        seen.sente_wins += sample->result == 2;
        seen.gote_wins += sample->result == 0;
        if (random < seen.least_random) seen.least_random = random;
        if (random > seen.most_random) seen.most_random = random;
        henka_game_free(sample->game);
    }
    samples_close(samples);
    free(sample);
    return seen;
}

static void check_summary(const Seen *seen) {
    int games, sente, gote, drawn, cut_off;
    long plies;
    double seconds, speed;
    int found = sscanf(out,
                       "%d games, %ld positions in %lf s (%lf/s); sente won %d, gote %d, drawn "
                       "%d, cut off %d",
                       &games, &plies, &seconds, &speed, &sente, &gote, &drawn, &cut_off);
    CHECK(found == 8 && games == seen->games && plies == seen->plies && sente == seen->sente_wins &&
              gote == seen->gote_wins && drawn == seen->draws && cut_off == seen->cut_off,
          "told \"%s\", the file holds %d games, %ld plies, %d, %d, %d, %d", out, seen->games,
          seen->plies, seen->sente_wins, seen->gote_wins, seen->draws, seen->cut_off);
}

static bool same_files(const char *a, const char *b) {
    FILE *files[2] = {fopen(in_folder(a), "rb"), fopen(in_folder(b), "rb")};
    int x, y;
    do x = getc(files[0]), y = getc(files[1]);
    while (x == y && x != EOF);
    fclose(files[0]), fclose(files[1]);
    return x == y;
}

static void datagen_games(void) {
    HenkaVariant *v = henka_variant_shipped("ito", NULL, 0, NULL);
    CHECK(command("datagen ito --out @plain --games 12 --nodes 40 --quiet --plies 3-6 --seed 4 "
                  "--max-plies 60") == 0 &&
              !*err,
          "%s", err);
    Seen seen = seen_in("plain", v, 0, 0);
    CHECK(seen.games == 12 && seen.least_random == 3 && seen.most_random == 6 && !seen.resigned,
          "%d games, random beginnings of %d to %d plies, %d resigned", seen.games,
          seen.least_random, seen.most_random, seen.resigned);
    check_summary(&seen);
    /* the same again, by several threads; another seed, depth or noise gives other games */
    static const struct {
        const char *more;
        bool same;
    } rows[] = {{"--nodes 40 --seed 4", true},          {"--nodes 40 --seed 4 --threads 3", true},
                {"--nodes 40 --seed 5", false},         {"--nodes 90 --seed 4", false},
                {"--depth 2 --seed 4", false},          {"--nodes 40 --seed 4 --noise 300", false},
                {"--nodes 40 --seed 4 --hash 4", true}, {"--nodes 40 --seed 4 --noise 0", true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[300];
        unlink(in_folder("again"));
        snprintf(line, sizeof line,
                 "datagen ito --out @again --games 12 --quiet --plies 3-6 --max-plies 60 %s",
                 rows[i].more);
        CHECK(command(line) == 0, "%s: %s", line, err);
        CHECK(same_files("plain", "again") == rows[i].same, "%s: %s", line,
              rows[i].same ? "other games" : "the same games");
    }
    CHECK(command("datagen ito --out @cut --games 4 --nodes 20 --quiet --plies 2 --max-plies 5") ==
              0,
          "%s", err);
    seen = seen_in("cut", v, 0, 0);
    CHECK(command("datagen ito --out @told --games 4 --nodes 20 --plies 2 --max-plies 5") == 0 &&
              strstr(err, "4/4 games, 20 positions, ") && err[strlen(err) - 1] == '\n',
          "progress: \"%s\"", err);
    CHECK(seen.cut_off == 4 && seen.plies == 20 && seen.least_random == 2 && seen.most_random == 2,
          "%d of 4 cut off, %ld plies in all", seen.cut_off, seen.plies);
    check_summary(&seen);
    CHECK(command("datagen ito --out @resigned --games 12 --nodes 60 --quiet --resign 400:3") == 0,
          "%s", err);
    seen = seen_in("resigned", v, 400, 3);
    CHECK(seen.resigned > 3 && !seen.wrong && seen.sente_wins && seen.gote_wins,
          "%d games resigned, %d wrongly or wrongly not, won %d and %d", seen.resigned, seen.wrong,
          seen.sente_wins, seen.gote_wins);
    check_summary(&seen);
    henka_variant_free(v);
}

static void datagen_answers(void) {
    static const RefusedRow rows[] = {
        {"datagen ito", "--out"},
        {"datagen --out @x", "game"},
        {"datagen nosuch --out @x", "nosuch"},
        {"datagen ito --out @x --games 0", "--games"},
        {"datagen ito --out @x --plies x", "--plies: expected N or MIN-MAX"},
        {"datagen ito --out @x --plies 3-2", "--plies"},
        {"datagen ito --out @x --plies -1", "--plies"},
        {"datagen ito --out @x --plies 3-201", "--plies"},
        {"datagen ito --out @x --openings loud", "--openings"},
        {"datagen ito --out @x --noise 1001", "--noise"},
        {"datagen ito --out @x --resign 300", "--resign: expected CP:PLIES"},
        {"datagen ito --out @x --resign 0:3", "--resign"},
        {"datagen ito --out @x --depth 0", "--depth"},
        {"datagen ito --out @x --max-plies 2049", "--max-plies"},
        {"datagen ito --out @x --hash 0", "--hash"},
        {"datagen ito --out @x --threads 0", "--threads"}};
    check_refused(rows, sizeof rows / sizeof *rows, "datagen");
    CHECK(size_of("x") < 0, "a file is left behind");
    CHECK(command("datagen ito --out /nowhere/games --games 1 --nodes 5 --quiet") == 1 &&
              strstr(err, "/nowhere/games"),
          "%s", err);
    CHECK(command("datagen") == 2 && strstr(err, "henka datagen GAME") && !*out, "%s", err);
    CHECK(command("datagen --help") == 0 && strstr(out, "henka datagen GAME") && !*err, "%s", out);
    /* appending: to a new file, to one of the same game, not to one of another */
    CHECK(command("datagen ito --append --out @more --games 2 --nodes 10 --max-plies 9 --quiet") ==
              0,
          "%s", err);
    long once = size_of("more");
    CHECK(command("datagen ito --append --out @more --games 2 --nodes 10 --max-plies 9 --quiet") ==
              0,
          "%s", err);
    CHECK(size_of("more") == 2 * once - 12, "%ld bytes, then %ld", once, size_of("more"));
    CHECK(command("datagen shogi --append --out @more --games 2 --nodes 10 --quiet") == 1 &&
              strstr(err, "holds games of ito, expected shogi"),
          "%s", err);
    CHECK(command("datagen ito --out @more --games 2 --nodes 10 --quiet") == 1 &&
              strstr(err, "more\" is there already: --append adds to it, --force overwrites it"),
          "%s", err);
    CHECK(command("datagen ito --show @more") == 0, "%s", err);
    int lines = 0;
    for (const char *at = out; (at = strstr(at, "cut off, counts as drawn, 9 plies")); at++)
        lines++;
    CHECK(lines == 4, "--show tells\n%s", out);
    /* nothing is added behind a damaged game, and --force overwrites */
    CHECK(!truncate(in_folder("more"), size_of("more") - 3), "it cannot be cut");
    CHECK(command("datagen ito --append --out @more --games 2 --nodes 10 --quiet") == 1 &&
              strstr(err, "more\" is not added to: game 4 is damaged") &&
              size_of("more") == 2 * once - 15,
          "%ld bytes: %s", size_of("more"), err);
    CHECK(command("datagen ito --append --force --out @more --games 2 --nodes 10") == 2 &&
              strstr(err, "expected --append or --force, found both"),
          "%s", err);
    CHECK(command("datagen ito --force --out @more --games 2 --nodes 10 --max-plies 9 --quiet") ==
                  0 &&
              size_of("more") == once,
          "%ld bytes, not %ld: %s", size_of("more"), once, err);
    CHECK(command("datagen ito --show @nowhere") == 1 && strstr(err, "not a file of sample games"),
          "%s", err);
    CHECK(command("datagen ito --out /dev/full --append --games 1 --nodes 5 --quiet") != 0, "%s%s",
          out, err);
}

/* Shards, merged in their order, are the file of one run; what isn't a part is told. */
static void datagen_shards(void) {
#define RUN "datagen ito --games 11 --nodes 15 --max-plies 30 --quiet "
    CHECK(command(RUN "--out @all") == 0, "%s", err);
    static const int games[] = {4, 4, 3};
    for (int i = 0; i < 3; i++) {
        char line[160], expected[32];
        snprintf(line, sizeof line, RUN "--shard %d/3 --out @part%d", i + 1, i + 1);
        snprintf(expected, sizeof expected, "%d games, ", games[i]);
        CHECK(command(line) == 0 && !strncmp(out, expected, strlen(expected)) &&
                  !strstr(out, "cut short"),
              "%s%s", out, err);
    }
#define MERGE "datagen ito --merge @part1 --merge @part2 --merge "
    CHECK(command(MERGE "@part3 --out @merged") == 0 && !strcmp(out, "11 games\n"), "%s%s", out,
          err);
    CHECK(same_files("all", "merged"), "other bytes when merged");
    CHECK(command(MERGE "@part3 --out @merged") == 1 && strstr(err, "is there already") &&
              same_files("all", "merged"),
          "%s", err);
    CHECK(command(MERGE "@part3 --append --out @merged") == 1 && same_files("all", "merged"), "%s",
          err);
    CHECK(command(MERGE "@part3 --force --out @merged") == 0 && same_files("all", "merged"), "%s",
          err);
    CHECK(command("datagen ito --merge @part3 --merge @part1 --merge @part2 --out @uneven") == 1 &&
              strstr(err, "part1\" has more games than the shard before it"),
          "%s", err);
    CHECK(size_of("uneven") < 0, "half a file is left");
    CHECK(command("datagen shogi --merge @part3 --out @uneven") == 1 &&
              strstr(err, "holds games of ito, expected shogi") && size_of("uneven") < 0,
          "%s", err);
    CHECK(!truncate(in_folder("part2"), size_of("part2") - 2), "it cannot be cut");
    CHECK(command(MERGE "@part3 --out @broken") == 1 && strstr(err, "part2\": game 4 is damaged") &&
              size_of("broken") < 0,
          "%s", err);
    CHECK(command("datagen ito --shard 1/3 --merge @whole --out @x") == 2 &&
              strstr(err, "expected --shard, which plays a part, or --merge, which plays none") &&
              access(in_folder("x"), F_OK),
          "%s", err);
    CHECK(command("datagen ito --shard 4/3 --out @x") == 2 && strstr(err, "--shard: expected I/N"),
          "%s", err);
#undef RUN
#undef MERGE
}

/* ---- options that several commands have ---- */

static void shared_options(void) {
    static const struct {
        const char *text;
        bool ok;
        int first, second;
    } shards[] = {{"1/1", true, 0, 1},     {"2/3", true, 1, 3},  {"1000/1000", true, 999, 1000},
                  {"1/1001", false, 0, 0}, {"0/2", false, 0, 0}, {"3/2", false, 0, 0},
                  {"2", false, 0, 0},      {"2/", false, 0, 0},  {"2/3x", false, 0, 0},
                  {"2-3", false, 0, 0}},
      plies[] = {{"6-10", true, 6, 10},   {"6", true, 6, 6},       {"0", true, 0, 0},
                 {"0-200", true, 0, 200}, {"200", true, 200, 200}, {"201", false, 0, 0},
                 {"5-4", false, 0, 0},    {"-1", false, 0, 0},     {"x", false, 0, 0}},
      resigns[] = {
          {"1:3", true, 1, 3}, {"700:0", true, 700, 0}, {"0:3", false, 0, 0}, {"700", false, 0, 0}};
    static Args given;
    for (size_t i = 0; i < sizeof shards / sizeof *shards; i++) {
        given = (Args){0};
        bool ok = arguments_take_shard(&given, shards[i].text);
        CHECK(ok == shards[i].ok &&
                  (!ok || (given.shard == shards[i].first && given.shards == shards[i].second)),
              "--shard %s: %d, %d of %d", shards[i].text, ok, given.shard, given.shards);
    }
    for (size_t i = 0; i < sizeof plies / sizeof *plies; i++) {
        RandomPlies read = {-1, -1};
        bool ok = arguments_plies(&read, plies[i].text);
        CHECK(ok == plies[i].ok &&
                  (!ok || (read.min == plies[i].first && read.max == plies[i].second)),
              "--plies %s: %d, %d to %d", plies[i].text, ok, read.min, read.max);
    }
    for (size_t i = 0; i < sizeof resigns / sizeof *resigns; i++) {
        int cp = -1, count = -1;
        bool ok = arguments_resign(resigns[i].text, &cp, &count);
        CHECK(ok == resigns[i].ok &&
                  (!ok || (cp == resigns[i].first && count == resigns[i].second)),
              "--resign %s: %d, %d for %d", resigns[i].text, ok, cp, count);
    }
    given = (Args){0};
    for (int i = 1; i <= ARGS_MAX_SHARDS + 1; i++)
        CHECK(arguments_take_part(&given, "a part") == (i <= ARGS_MAX_SHARDS), "--merge %d times",
              i);
    CHECK(given.part_count == ARGS_MAX_SHARDS, "%d parts", given.part_count);
}

int main(void) {
    CHECK(mkdtemp(folder), "no folder for the test's files");
    match_options();
    match_players();
    match_refusals();
    match_answers();
    datagen_games();
    datagen_answers();
    datagen_shards();
    check_stuck(datagen_run, "datagen @stuck.ini --out @stuck --games 2 --nodes 10 --quiet");
    check_full_disk(datagen_run, "datagen ito --out @large --games 2000 --nodes 1 --quiet", 5000,
                    "large");
    shared_options();
    char clear[64];
    snprintf(clear, sizeof clear, "rm -r %s", folder);
    CHECK(!system(clear), "%s", clear);
    return check_done();
}
