/* henka study: the command line, and the files of a study's folder. */
#include "study/study_command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "match/arguments.h"
#include "match/inorder.h"
#include "protocol/file.h"
#include "study/study_games.h"
#include "study/study_play.h"
#include "study/study_print.h"
#include "study/study_tune.h"

enum { PATH_CAP = 4096 };

static atomic_bool cancelled; /* the one thing a signal handler can reach */

/* The command line as it is read. */
typedef struct StudyRequest {
    StudyPlan plan;       /* what is to be played */
    Arguments given;      /* the game, and the options that match, study, datagen and tune share */
    const char *out_path; /* --out: the folder */
    const char *compared; /* --compare: an option of the game; NULL: none */
    const char *eval, *net; /* --eval, --net: of what plays; "": what the game has */
    bool openings_given;    /* --openings: which random plies */
    int threads;            /* --threads: that play at once */
    bool quick;             /* --quick: few games, for a first look */
    bool resume;            /* --resume: go on with games.txt */
    bool tune;              /* --tune: numbers from the games, kept if proven */
} StudyRequest;

static void on_interrupt(int signal_number) {
    (void)signal_number;
    cancelled = true;
    tournament_cancel();
}

/* Once in a run: a second Ctrl-C ends the program as it is, and --resume goes on. */
static void catch_signals(void) {
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
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

static bool take_openings(void *context, const char *text) {
    StudyRequest *request = context;
    request->openings_given = true;
    return arguments_random(&request->plan.random, text);
}

static bool read_arguments(StudyRequest *request, int argc, char **argv, HenkaError *error) {
    StudyPlan *plan = &request->plan;
    Arguments *given = &request->given;
    const CommandOption options[] = {
        {"--out", OPTION_TEXT, &request->out_path},
        {"--nodes", OPTION_CALL, plan, .take = take_nodes, .form = MSG_FORM_NODES},
        {"--games", OPTION_INT, &plan->games, 1, STUDY_MAX_GAMES},
        {"--quiet", OPTION_FLAG, &given->quiet},
        {"--quick", OPTION_FLAG, &request->quick},
        {"--resume", OPTION_FLAG, &request->resume},
        {"--compare", OPTION_TEXT, &request->compared},
        {"--tune", OPTION_FLAG, &request->tune},
        {"--shard", OPTION_CALL, given, .take = arguments_take_shard, .form = MSG_FORM_SHARD},
        {"--merge", OPTION_CALL, given, .take = arguments_take_part, .form = MSG_FORM_MERGE},
        {"--eval", OPTION_TEXT, &request->eval},
        {"--net", OPTION_TEXT, &request->net},
        {"--openings", OPTION_CALL, request, .take = take_openings, .form = MSG_FORM_RANDOM},
        {"--seed", OPTION_INT64, &plan->seed, 0, INT64_MAX},
        {"--threads", OPTION_INT, &request->threads, 1, INORDER_THREADS},
        {"--max-plies", OPTION_INT, &plan->max_plies, 2 * STUDY_RANDOM_MOST, STUDY_MAX_PLIES}};
    if (!arguments_read(given, argc, argv, options, sizeof options / sizeof *options, error))
        return false;
    plan->shard = given->shard;
    plan->shards = given->shards;
    if (!plan->strengths) take_nodes(plan, request->quick ? "200,1000" : "1000,8000,55000");
    if (!plan->games) plan->games = request->quick ? 100 : 500;
    if (plan->games % STUDY_SETS) {
        int asked = plan->games;
        plan->games += STUDY_SETS - asked % STUDY_SETS;
        if (!given->quiet)
            args_say(stderr, MSG_STUDY_EVEN_GAMES, arg_number(asked), arg_number(plan->games));
    }
    if (request->tune && (request->compared || plan->shards > 1))
        return error_set(error, MSG_STUDY_TUNE_WHOLE);
    return request->out_path || error_set(error, MSG_STUDY_OUT_NEEDED);
}

/* ---- the folder ---- */

static const char *path_in(const StudyRequest *request, const char *name, char path[PATH_CAP]) {
    snprintf(path, PATH_CAP, "%s/%s", request->out_path, name);
    return path;
}

/* The error names the file, with the line. */
static bool say_refused(const char *path, const HenkaError *reason, HenkaError *error) {
    return error_set(error, MSG_ERROR_IN_FILE, arg_text(path), arg_number(reason->line),
                     arg_number(reason->column), arg_error(reason));
}

/* The games that the file holds. */
static bool read_games(const StudyRequest *request, const char *path, StudyGames *games,
                       HenkaError *error) {
    HenkaError reason = {0};
    size_t length;
    char *text = file_read(path, &length, error);
    if (!text) return false;
    bool ok = study_games_read(games, &request->plan, text, length, &reason);
    free(text);
    return ok || say_refused(path, &reason, error);
}

/* The heading of a file of games, on the disk before the first game is played. */
static bool write_heading(const StudyRequest *request, FILE *file, const char *path,
                          HenkaError *error) {
    Out heading = out_growing();
    study_games_heading(&heading, &request->plan);
    char *text = out_take(&heading);
    bool ok = text && fputs(text, file) >= 0 && !fflush(file);
    if (!ok && text) file_unwritten(path, error);
    if (!text) error_set(error, MSG_NO_MEMORY);
    free(text);
    return ok;
}

/* The folder has none of these files. */
static bool check_none(const StudyRequest *request, const char *const *names, size_t count,
                       HenkaError *error) {
    for (size_t i = 0; i < count; i++) {
        char path[PATH_CAP];
        if (!access(path_in(request, names[i], path), F_OK))
            return error_set(error, MSG_STUDY_REPORT_EXISTS, arg_text(path));
    }
    return true;
}

/* A new file of games, with its heading, in a folder without another study's report. */
static FILE *new_games(const StudyRequest *request, const char *path, HenkaError *error) {
    static const char *const reports[] = {"report.html", "report.json", "games.csv"};
    if (access(path, F_OK) && !check_none(request, reports, 3, error)) return NULL;
    FILE *file = fopen(path, "wbx");
    if (!file && errno == EEXIST)
        error_set(error, MSG_STUDY_FILE_EXISTS, arg_text(path));
    else if (!file)
        file_unwritten(path, error);
    if (!file || write_heading(request, file, path, error)) return file;
    fclose(file);
    return NULL;
}

/* The games of a smaller study under this one's heading: in a file beside it, which takes its place
 * once it is whole. Where that fails, or the program is killed, the smaller one is still there. */
static bool enlarge(const StudyRequest *request, const char *path, const char *lines, size_t length,
                    HenkaError *error) {
    char beside[PATH_CAP];
    path_in(request, "games.txt.new", beside);
    FILE *file = fopen(beside, "wb");
    if (!file) return file_unwritten(beside, error);
    bool ok = write_heading(request, file, beside, error);
    if (ok && (fwrite(lines, 1, length, file) < length || fflush(file) || fsync(fileno(file))))
        ok = file_unwritten(beside, error);
    if (fclose(file) && ok) ok = file_unwritten(beside, error);
    if (ok && rename(beside, path)) ok = file_unwritten(path, error);
    if (!ok) remove(beside);
    return ok;
}

/* Makes games.txt ready for the games that are still to be played, of as many at each strength as
 * this study has or of fewer; *first stand in it already. Of a run that was killed the last line
 * may be cut off: it is taken away once all others are good. */
static bool go_on(const StudyRequest *request, const char *path, int *first, HenkaError *error) {
    StudyPlan begun = request->plan;
    StudyGames games = {0};
    HenkaError reason = {0};
    size_t length, heading;
    bool quiet = request->given.quiet;
    char *text = file_read(path, &length, error);
    if (!text) return false;
    size_t whole = length;
    while (whole && text[whole - 1] != '\n') whole--;
    bool ok = (heading = study_games_begun(&begun, text, whole, &reason)) &&
              study_games_read(&games, &begun, text, whole, &reason);
    *first = games.count;
    study_games_free(&games);
    if (!ok)
        say_refused(path, &reason, error);
    else if (begun.games > request->plan.games)
        ok = error_set(error, MSG_STUDY_FEWER, arg_number(request->plan.games), arg_text(path),
                       arg_number(begun.games));
    else if (begun.games < request->plan.games)
        ok = enlarge(request, path, text + heading, whole - heading, error);
    else if (whole < length && truncate(path, (off_t)whole))
        ok = file_unwritten(path, error);
    free(text);
    if (ok && whole < length && !quiet) args_say(stderr, MSG_STUDY_TORN, arg_text(path));
    if (ok && begun.games < request->plan.games && !quiet)
        args_say(stderr, MSG_STUDY_ENLARGED, arg_text(path), arg_number(begun.games),
                 arg_number(request->plan.games));
    return ok;
}

/* Opens games.txt for the games that are still to be played; *first stand in it already. */
static FILE *open_games(const StudyRequest *request, const char *path, int *first,
                        HenkaError *error) {
    struct stat state;
    *first = 0;
    if (!request->resume || stat(path, &state)) return new_games(request, path, error);
    bool empty = S_ISREG(state.st_mode) && !state.st_size; /* killed before it wrote anything */
    if (!empty && !go_on(request, path, first, error)) return NULL;
    FILE *file = fopen(path, "ab");
    if (!file) return file_unwritten(path, error), NULL;
    if (!empty || write_heading(request, file, path, error)) return file;
    fclose(file);
    return NULL;
}

static bool play(const StudyRequest *request, const char *path, HenkaError *error) {
    StudyRun run = {.plan = &request->plan,
                    .threads = request->threads,
                    .quiet = request->given.quiet,
                    .path = path,
                    .cancelled = &cancelled};
    if (!(run.file = open_games(request, path, &run.first, error))) return false;
    bool ok = study_play(&run, error);
    if (fclose(run.file) && ok) ok = file_unwritten(path, error);
    return ok;
}

/* A shard while it is merged. */
typedef struct Part {
    char *text;     /* of its file */
    const char *at; /* its next game */
} Part;

/* Reads the shard and checks all of it. */
static bool open_part(const StudyRequest *request, int shard, Part *part, HenkaError *error) {
    StudyRequest own = *request;
    StudyGames games = {0};
    char path[PATH_CAP];
    size_t length;
    HenkaError why = {0};
    own.plan.shard = shard, own.plan.shards = request->given.part_count;
    own.out_path = request->given.parts[shard];
    path_in(&own, "games.txt", path);
    if (!(part->text = file_read(path, &length, error))) return false;
    bool ok = study_games_read(&games, &own.plan, part->text, length, &why);
    int wanted = study_wanted(&own.plan), found = games.count;
    study_games_free(&games);
    if (!ok)
        return error_set(error, MSG_STUDY_NOT_SHARD, arg_text(path), arg_number(shard + 1),
                         arg_number(own.plan.shards), arg_error(&why));
    if (found < wanted)
        return error_set(error, MSG_STUDY_SHARD_SHORT, arg_text(path), arg_number(found),
                         arg_number(wanted));
    Out heading = out_growing();
    study_games_heading(&heading, &own.plan);
    part->at = part->text + heading.length;
    free(out_take(&heading));
    return true;
}

/* Game after game from one shard after another: the file as one run writes it. */
static bool merge(const StudyRequest *request, const char *path, HenkaError *error) {
    int count = request->given.part_count;
    Part *parts = calloc((size_t)count, sizeof *parts);
    bool ok = parts || error_set(error, MSG_NO_MEMORY);
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
    if (ok) return true;
    file_unwritten(path, error);
    remove(path); /* it is new, and not whole */
    return false;
}

/* Writes what is in `out`, and frees it. */
static bool write_out(const StudyRequest *request, const char *name, Out *out, HenkaError *error) {
    char path[PATH_CAP];
    size_t length = out->length;
    char *text = out_take(out);
    if (!text) return error_set(error, MSG_NO_MEMORY);
    FILE *file = fopen(path_in(request, name, path), "wb");
    bool ok = file && fwrite(text, 1, length, file) == length;
    if (file && fclose(file)) ok = false;
    free(text);
    return ok || file_unwritten(path, error);
}

static bool write_report(const StudyRequest *request, const StudyReport *report, const char *name,
                         void (*write)(Out *, const StudyReport *), HenkaError *error) {
    Out out = out_growing();
    write(&out, report);
    return write_out(request, name, &out, error);
}

static bool write_comparison(const StudyRequest *request, const StudyComparison *comparison,
                             const char *name, void (*write)(Out *, const StudyComparison *),
                             HenkaError *error) {
    Out out = out_growing();
    write(&out, comparison);
    return write_out(request, name, &out, error);
}

static void print_sentence(void *context, const Message *message) {
    args_say_message(context, message);
}

static void say_written(const StudyRequest *request) {
    char html[PATH_CAP];
    args_say(stdout, MSG_STUDY_WRITTEN, arg_text(path_in(request, "report.html", html)));
}

/* *made: it wasn't there before. */
static bool make_folder(const StudyRequest *request, bool *made, HenkaError *error) {
    *made = !mkdir(request->out_path, 0777);
    return *made || errno == EEXIST ||
           error_set(error, MSG_STUDY_FOLDER, arg_text(request->out_path),
                     arg_text(strerror(errno)));
}

/* Holds the folder, so that no other run writes into it until it is closed. Where that can't be,
 * for the file system has no locks, nobody does. False: another run holds it. */
static bool hold_folder(const StudyRequest *request, int *folder, HenkaError *error) {
    *folder = open(request->out_path, O_RDONLY | O_CLOEXEC);
    if (*folder < 0 || !flock(*folder, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK) return true;
    close(*folder);
    return error_set(error, MSG_STUDY_HELD, arg_text(request->out_path));
}

/* Plays the games of a folder, or merges them, and writes its report. The caller frees both in any
 * case. */
static bool study_folder(const StudyRequest *request, StudyGames *games, StudyReport *report,
                         HenkaError *error) {
    char path[PATH_CAP];
    int folder;
    bool made;
    if (!make_folder(request, &made, error) || !hold_folder(request, &folder, error)) return false;
    path_in(request, "games.txt", path);
    bool ok =
        (request->given.part_count ? merge(request, path, error) : play(request, path, error)) &&
        read_games(request, path, games, error) &&
        (study_report_make(report, &request->plan, games) || error_set(error, MSG_NO_MEMORY)) &&
        write_report(request, report, "report.html", study_html, error) &&
        write_report(request, report, "report.json", study_json, error) &&
        write_report(request, report, "games.csv", study_csv, error);
    if (folder >= 0) close(folder);
    if (made && !ok) rmdir(request->out_path); /* unless there is something in it */
    return ok;
}

static bool study(const StudyRequest *request, HenkaError *error) {
    StudyGames games = {0};
    StudyReport report = {0};
    bool ok = study_folder(request, &games, &report, error);
    if (ok) {
        study_sentences(&report, print_sentence, stdout);
        say_written(request);
    }
    if (ok && request->tune && !cancelled)
        ok = study_tune(&(StudyTune){.report = &report,
                                     .given = &request->given,
                                     .out_path = request->out_path,
                                     .threads = request->threads},
                        error);
    study_report_free(&report);
    study_games_free(&games);
    return ok;
}

/* ---- every choice of an option ---- */

/* A choice's study. */
typedef struct ChoiceStudy {
    StudyRequest request; /* the caller's, with this choice and its folders */
    StudyGames games;
    char *setting;                     /* "NAME=CHOICE" */
    char *out_path;                    /* the folder of its study, */
    char *paths[ARGUMENTS_MAX_SHARDS]; /* and those of its shards; all allocated */
} ChoiceStudy;

static char *path_below(const char *folder, const HenkaOption *option, size_t choice) {
    Out path = out_growing();
    out_format(&path, "%s/", folder);
    study_compare_folder(&path, option, choice);
    return out_take(&path);
}

static bool make_choice(const StudyRequest *request, const HenkaOption *option, size_t at,
                        ChoiceStudy *choice, HenkaError *error) {
    HenkaError why = {0};
    Out setting = out_growing();
    Arguments *given = &choice->request.given;
    choice->request = *request;
    choice->request.plan.variant = NULL;
    out_format(&setting, "%s=%s", option->name, option->choices[at]);
    bool ok = (choice->setting = out_take(&setting)) &&
              (choice->out_path = path_below(request->out_path, option, at));
    for (int i = 0; ok && i < request->given.part_count; i++) {
        choice->paths[i] = path_below(request->given.parts[i], option, at);
        given->parts[i] = choice->paths[i];
        ok = choice->paths[i] != NULL;
    }
    if (!ok) return error_set(error, MSG_NO_MEMORY);
    choice->request.out_path = choice->out_path;
    given->settings.texts[given->settings.count++] = choice->setting;
    choice->request.plan.variant = arguments_variant_with(given, request->eval, request->net, &why);
    return choice->request.plan.variant ||
           error_set(error, MSG_STUDY_CHOICE, arg_text(option->name), arg_text(option->choices[at]),
                     arg_error(&why));
}

static void free_choice(ChoiceStudy *choice) {
    henka_variant_free((HenkaVariant *)choice->request.plan.variant);
    study_games_free(&choice->games);
    free(choice->setting);
    free(choice->out_path);
    for (int i = 0; i < ARGUMENTS_MAX_SHARDS; i++) free(choice->paths[i]);
}

/* The openings are common to all choices where they begin alike. */
static bool share_openings(ChoiceStudy *choices, int count) {
    StudyCommon common = {.count = count};
    const char *start = henka_variant_start(choices[0].request.plan.variant);
    for (int i = 0; i < count; i++) {
        common.variants[i] = choices[i].request.plan.variant;
        if (strcmp(henka_variant_start(common.variants[i]), start)) return false;
    }
    for (int i = 0; i < count; i++) choices[i].request.plan.common = common;
    return true;
}

/* The choices with which the game has not the network, or not the fitted numbers, that it has
 * without: bit 1 << i of choice i. */
static uint32_t misfits(const StudyRequest *request, const ChoiceStudy *choices, int count,
                        bool network) {
    const HenkaEvaluation plain = henka_variant_evaluation(request->plan.variant);
    uint32_t found = 0;
    for (int i = 0; i < count; i++) {
        HenkaEvaluation own = henka_variant_evaluation(choices[i].request.plan.variant);
        bool has = network ? own.network : own.fitted;
        if (!has || own.left_out != plain.left_out) found |= UINT32_C(1) << i;
    }
    return (network ? plain.network : plain.fitted) ? found : 0;
}

/* All choices get the richest evaluation that fits all of them, for else two engines would be
 * compared: a network, fitted numbers, or numbers derived from the moves. */
static bool share_evaluation(const StudyRequest *request, ChoiceStudy *choices,
                             StudyComparison *comparison, HenkaError *error) {
    comparison->numbers_misfits = misfits(request, choices, comparison->count, false);
    comparison->network_misfits = misfits(request, choices, comparison->count, true);
    bool ok = true;
    for (int i = 0; ok && i < comparison->count; i++) {
        HenkaVariant *variant = (HenkaVariant *)choices[i].request.plan.variant;
        if (comparison->network_misfits) ok = henka_variant_set_net(variant, "", 0, error);
        if (ok && comparison->numbers_misfits) ok = henka_variant_set_eval(variant, "", 0, error);
    }
    if (ok && comparison->numbers_misfits && *request->eval && strcmp(request->eval, "none"))
        return error_set(error, MSG_STUDY_COMPARE_EVAL, arg_text(request->eval),
                         arg_text(comparison->option.name));
    return ok;
}

/* Finds the option, and that nothing else is said of it. */
static bool find_option(const StudyRequest *request, HenkaOption *option, HenkaError *error) {
    const HenkaVariant *variant = request->plan.variant;
    const Arguments *given = &request->given;
    MessageArg names[ARGS_MAX_SETTINGS];
    size_t count = henka_variant_option_count(variant), named = 0;
    for (size_t i = 0; i < count; i++) {
        *option = henka_variant_option(variant, i);
        if (named < ARGS_MAX_SETTINGS) names[named++] = arg_text(option->name);
        if (strcmp(option->name, request->compared)) continue;
        size_t length = strlen(option->name);
        for (size_t k = 0; k < given->settings.count; k++)
            if (!strncmp(given->settings.texts[k], option->name, length) &&
                given->settings.texts[k][length] == '=')
                return error_set(error, MSG_STUDY_COMPARED_SET, arg_text(option->name));
        if (given->settings.count == ARGS_MAX_SETTINGS) return error_set(error, MSG_NO_MEMORY);
        return option->choice_count <= OPENING_COMMON ||
               error_set(error, MSG_STUDY_CHOICES, arg_number((int64_t)option->choice_count),
                         arg_number(OPENING_COMMON));
    }
    return named ? error_set(error, MSG_STUDY_NO_OPTION, arg_text(request->compared),
                             arg_list(names, named))
                 : error_set(error, MSG_STUDY_NO_OPTIONS);
}

static bool compare(const StudyRequest *request, HenkaError *error) {
    StudyComparison comparison = {0};
    StudyReport reports[OPENING_COMMON] = {0};
    static const char *const others[] = {"games.txt", "report.html", "report.json"};
    if (!find_option(request, &comparison.option, error) ||
        !check_none(request, others, request->resume ? 1 : 3, error))
        return false;
    int count = (int)comparison.option.choice_count;
    ChoiceStudy *choices = calloc((size_t)count, sizeof *choices);
    bool made = false,
         ok = (choices || error_set(error, MSG_NO_MEMORY)) && make_folder(request, &made, error);
    for (int i = 0; ok && i < count; i++)
        ok = make_choice(request, &comparison.option, (size_t)i, &choices[i], error);
    comparison.count = count;
    ok = ok && share_evaluation(request, choices, &comparison, error);
    if (ok) comparison.common = share_openings(choices, count);
    for (int i = 0; ok && i < count; i++) {
        if (!request->given.quiet)
            args_say(stderr, MSG_STUDY_SETTING, arg_text(comparison.option.name),
                     arg_text(comparison.option.choices[i]));
        ok = study_folder(&choices[i].request, &choices[i].games, &reports[i], error);
    }
    comparison.reports = reports;
    ok = ok && (study_compare_make(&comparison) || error_set(error, MSG_NO_MEMORY)) &&
         write_comparison(request, &comparison, "report.html", study_compare_html, error) &&
         write_comparison(request, &comparison, "report.json", study_compare_json, error);
    if (ok) {
        study_compare_sentences(&comparison, print_sentence, stdout);
        say_written(request);
    }
    for (int i = 0; choices && i < count; i++) {
        study_report_free(&reports[i]);
        free_choice(&choices[i]);
    }
    free(choices);
    if (made && !ok) rmdir(request->out_path);
    return ok;
}

int study_main(int argc, char **argv) {
    int help = arguments_help(argc, argv, MSG_LAB_USAGE_STUDY);
    if (help >= 0) return help;
    StudyRequest request = {
        .plan = {.random = {STUDY_RANDOM_LEAST, STUDY_RANDOM_MOST}, .max_plies = 400, .seed = 1},
        .threads = 1,
        .eval = "",
        .net = ""};
    HenkaError error = {0};
    bool ready = read_arguments(&request, argc, argv, &error) &&
                 (request.plan.variant =
                      arguments_variant_with(&request.given, request.eval, request.net, &error));
    if (ready && !request.openings_given)
        request.plan.random.quiet = opening_quiet_is_standard(request.plan.variant);
    if (ready && !request.given.part_count) catch_signals();
    bool ok = ready && (request.compared ? compare : study)(&request, &error);
    if (!ok) args_say(stderr, MSG_COMMAND_SAYS, arg_text("study"), arg_error(&error));
    henka_variant_free((HenkaVariant *)request.plan.variant);
    return ready ? !ok : 2;
}
