/* henka study: the command line, and the files of a study's folder. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "lab/arguments.h"
#include "lab/inorder.h"
#include "lab/lab.h"
#include "lab/study_games.h"
#include "lab/study_play.h"
#include "lab/study_print.h"
#include "protocol/file.h"

enum { PATH_CAP = 4096, MAX_SHARDS = 1000 };

static volatile sig_atomic_t cancelled; /* the one thing a signal handler can reach */

/* The command line as it is read. */
typedef struct Request {
    StudyPlan plan;       /* what is to be played */
    Arguments given;      /* the game, and the options that all commands of the lab share */
    const char *out_path; /* --out: the folder */
    const char *parts[MAX_SHARDS]; /* --merge: folders of all shards, in order */
    int part_count;                /* of parts */
    int threads;                   /* --threads: that play at once */
    bool quick;                    /* --quick: few games, for a first look */
    bool resume;                   /* --resume: go on with games.txt */
} Request;

static void on_interrupt(int signal_number) {
    (void)signal_number;
    cancelled = 1;
}

static bool take_nodes(void *context, const char *text) {
    StudyPlan *plan = context;
    plan->strengths = 0;
    for (const char *at = text;; at++) {
        char word[24] = "";
        size_t length = strcspn(at, ",");
        int64_t nodes;
        int64_t least = plan->strengths ? (int64_t)plan->nodes[plan->strengths - 1] + 1 : 1;
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : 0), at);
        if (plan->strengths == STUDY_STRENGTHS || !args_number(word, least, 1000000000, &nodes))
            return false;
        plan->nodes[plan->strengths++] = (uint64_t)nodes;
        at += length;
        if (!*at) return true;
    }
}

static bool take_shard(void *context, const char *text) {
    StudyPlan *plan = context;
    char slash, more;
    int read = sscanf(text, "%d%c%d%c", &plan->shard, &slash, &plan->shards, &more);
    bool ok = read == 3 && slash == '/' && plan->shard >= 1 && plan->shard <= plan->shards &&
              plan->shards <= MAX_SHARDS;
    plan->shard--;
    return ok;
}

static bool take_part(void *context, const char *text) {
    Request *request = context;
    if (request->part_count == MAX_SHARDS) return false;
    request->parts[request->part_count++] = text;
    return true;
}

static bool read_arguments(Request *request, int argc, char **argv, HenkaError *error) {
    StudyPlan *plan = &request->plan;
    const CommandOption options[] = {
        {"--out", OPTION_TEXT, &request->out_path},
        {"--nodes", OPTION_CALL, plan, .take = take_nodes, .form = MSG_FORM_NODES},
        {"--games", OPTION_INT, &plan->games, 1, STUDY_MAX_GAMES},
        {"--quick", OPTION_FLAG, &request->quick},
        {"--resume", OPTION_FLAG, &request->resume},
        {"--shard", OPTION_CALL, plan, .take = take_shard, .form = MSG_FORM_SHARD},
        {"--merge", OPTION_CALL, request, .take = take_part, .form = MSG_FORM_MERGE},
        {"--seed", OPTION_INT64, &plan->seed, 0, INT64_MAX},
        {"--threads", OPTION_INT, &request->threads, 1, INORDER_THREADS},
        {"--max-plies", OPTION_INT, &plan->max_plies, 2 * STUDY_RANDOM_MOST, STUDY_MAX_PLIES}};
    if (!arguments_read(&request->given, argc, argv, options, sizeof options / sizeof *options,
                        error))
        return false;
    if (!plan->strengths) take_nodes(plan, request->quick ? "200,1000" : "1000,8000,55000");
    if (!plan->games) plan->games = request->quick ? 100 : 500;
    plan->games += plan->games % STUDY_SETS;
    return request->out_path || error_say(error, 0, 0, MSG_STUDY_OUT_NEEDED);
}

/* ---- the folder ---- */

static const char *path_in(const Request *request, const char *name, char path[PATH_CAP]) {
    snprintf(path, PATH_CAP, "%s/%s", request->out_path, name);
    return path;
}

static bool say_unwritten(const char *path, HenkaError *error) {
    return error_say(error, 0, 0, MSG_FILE_CANNOT_WRITE_WHY, arg_text(path),
                     arg_text(strerror(errno)));
}

/* The games that the file holds; the error names it, with the line. */
static bool read_games(const Request *request, const char *path, StudyGames *games,
                       HenkaError *error) {
    size_t length;
    HenkaError reason = {0};
    char *text = file_read(path, &length, error);
    bool ok = text && study_games_read(games, &request->plan, text, length, &reason);
    free(text);
    if (text && !ok)
        error_say(error, 0, 0, MSG_ERROR_IN_FILE, arg_text(path), arg_number(reason.line),
                  arg_number(reason.column), arg_error(&reason));
    return ok;
}

/* A new file of games, with its heading. */
static FILE *new_games(const Request *request, const char *path, HenkaError *error) {
    FILE *file = fopen(path, "wbx");
    if (file) {
        Out heading = out_growing();
        study_games_heading(&heading, &request->plan);
        char *text = out_take(&heading);
        if (text) fputs(text, file);
        free(text);
    } else if (errno == EEXIST) {
        error_say(error, 0, 0, MSG_STUDY_FILE_EXISTS, arg_text(path));
    } else {
        say_unwritten(path, error);
    }
    return file;
}

/* Opens games.txt for the games that are still to be played; *first stand in it already. */
static FILE *open_games(const Request *request, const char *path, int *first, HenkaError *error) {
    FILE *file = NULL;
    struct stat state;
    *first = 0;
    if (request->resume && !stat(path, &state)) {
        StudyGames games = {0};
        bool ok = read_games(request, path, &games, error);
        *first = games.count;
        study_games_free(&games);
        if (ok && !(file = fopen(path, "ab"))) say_unwritten(path, error);
        return file;
    }
    return new_games(request, path, error);
}

static bool play(const Request *request, const char *path, HenkaError *error) {
    StudyRun run = {.plan = &request->plan,
                    .threads = request->threads,
                    .quiet = request->given.quiet,
                    .cancelled = &cancelled};
    if (!(run.file = open_games(request, path, &run.first, error))) return false;
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    bool ok = study_play(&run, error);
    if (fclose(run.file) && ok) ok = say_unwritten(path, error);
    return ok;
}

/* A shard while it is merged. */
typedef struct Part {
    char *text;     /* of its file */
    const char *at; /* its next game */
} Part;

/* Reads the shard and checks all of it. */
static bool open_part(const Request *request, int shard, Part *part, HenkaError *error) {
    Request own = *request;
    StudyGames games = {0};
    char path[PATH_CAP];
    size_t length;
    HenkaError why = {0};
    own.plan.shard = shard, own.plan.shards = request->part_count;
    own.out_path = request->parts[shard];
    path_in(&own, "games.txt", path);
    if (!(part->text = file_read(path, &length, error))) return false;
    bool ok = study_games_read(&games, &own.plan, part->text, length, &why);
    int wanted = study_wanted(&own.plan), found = games.count;
    study_games_free(&games);
    if (!ok)
        return error_say(error, 0, 0, MSG_STUDY_NOT_SHARD, arg_text(path), arg_number(shard + 1),
                         arg_number(own.plan.shards), arg_error(&why));
    if (found < wanted)
        return error_say(error, 0, 0, MSG_STUDY_SHARD_SHORT, arg_text(path), arg_number(found),
                         arg_number(wanted));
    Out heading = out_growing();
    study_games_heading(&heading, &own.plan);
    part->at = part->text + heading.length;
    free(out_take(&heading));
    return true;
}

/* Game after game from one shard after another: the file as one run writes it. */
static bool merge(const Request *request, const char *path, HenkaError *error) {
    int count = request->part_count;
    Part *parts = calloc((size_t)count, sizeof *parts);
    bool ok = parts || error_say(error, 0, 0, MSG_NO_MEMORY);
    for (int i = 0; ok && i < count; i++) ok = open_part(request, i, &parts[i], error);
    FILE *file = ok ? new_games(request, path, error) : NULL;
    for (int number = 0; file && number < study_total(&request->plan); number++) {
        Part *part = &parts[number % count];
        size_t length = strcspn(part->at, "\n") + 1;
        fwrite(part->at, 1, length, file);
        part->at += length;
    }
    for (int i = 0; parts && i < count; i++) free(parts[i].text);
    free(parts);
    if (!file) return false;
    ok = !ferror(file);
    if (fclose(file)) ok = false;
    return ok || say_unwritten(path, error);
}

static bool write_report(const Request *request, const StudyReport *report, const char *name,
                         void (*write)(Out *, const StudyReport *), HenkaError *error) {
    char path[PATH_CAP];
    Out out = out_growing();
    write(&out, report);
    size_t length = out.length;
    char *text = out_take(&out);
    if (!text) return error_say(error, 0, 0, MSG_NO_MEMORY);
    FILE *file = fopen(path_in(request, name, path), "wb");
    bool ok = file && fwrite(text, 1, length, file) == length;
    if (file && fclose(file)) ok = false;
    free(text);
    return ok || say_unwritten(path, error);
}

static void print_sentence(void *context, const Message *message) {
    args_say_message(context, message);
}

static bool report_games(const Request *request, const char *path, HenkaError *error) {
    StudyGames games = {0};
    StudyReport report = {0};
    char html[PATH_CAP];
    bool ok = read_games(request, path, &games, error) &&
              (study_report_make(&report, &request->plan, &games) ||
               error_say(error, 0, 0, MSG_NO_MEMORY)) &&
              write_report(request, &report, "report.html", study_html, error) &&
              write_report(request, &report, "report.json", study_json, error) &&
              write_report(request, &report, "games.csv", study_csv, error);
    if (ok) {
        study_sentences(&report, print_sentence, stdout);
        args_say(stdout, MSG_STUDY_WRITTEN, arg_text(path_in(request, "report.html", html)));
    }
    study_report_free(&report);
    study_games_free(&games);
    return ok;
}

static bool study(const Request *request, HenkaError *error) {
    char path[PATH_CAP];
    if (mkdir(request->out_path, 0777) && errno != EEXIST)
        return error_say(error, 0, 0, MSG_STUDY_FOLDER, arg_text(request->out_path),
                         arg_text(strerror(errno)));
    path_in(request, "games.txt", path);
    bool ok = request->part_count ? merge(request, path, error) : play(request, path, error);
    return ok && report_games(request, path, error);
}

int lab_study_main(int argc, char **argv) {
    if (argc < 2 || !strcmp(argv[1], "--help")) {
        args_say(argc < 2 ? stderr : stdout, MSG_LAB_USAGE_STUDY);
        return argc < 2 ? 2 : 0;
    }
    Request request = {.plan = {.max_plies = 400, .seed = 1}, .threads = 1};
    HenkaError error = {0};
    bool ready = read_arguments(&request, argc, argv, &error) &&
                 (request.plan.variant = arguments_variant_with(&request.given, "", "", &error));
    bool ok = ready && study(&request, &error);
    if (!ok) args_say(stderr, MSG_COMMAND_SAYS, arg_text("study"), arg_error(&error));
    henka_variant_free((HenkaVariant *)request.plan.variant);
    return ready ? !ok : 2;
}
