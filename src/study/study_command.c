/* henka study: the command line, and the files of a study's folder. */
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
#include "study/study_trials.h"
#include "study/study_tune.h"

enum { PATH_CAP = 4096 };

/* The files of a study's folder. The folder of a comparison has only the report. */
enum { GAMES, HTML, MARKDOWN, JSON, GAMES_CSV, FILES };
static const char *const file_names[FILES] = {"games.txt", "report.html", "report.md",
                                              "report.json", "games.csv"};

static atomic_bool cancelled; /* global, because a signal handler takes no argument */

/* The contents of the command line. */
typedef struct StudyRequest {
    StudyPlan plan;       /* the games to be played */
    Args given;           /* the game, and the options that match, study, datagen and tune share */
    const char *out_path; /* --out: the folder */
    const char *compared; /* --compare: an option whose choices are compared; or NULL */
    bool judges;          /* --judges: the study is played with each evaluation of the game */
    const char *eval, *net; /* --eval, --net: the engine's files; "": the game's own */
    int first_games;        /* --first-moves: games from each first move; 0: none are played */
    int exchange_games;     /* --exchanges: games for each pair of types; 0: none are played */
    int64_t first_nodes;    /* --first-nodes: nodes of the deep search of each first move */
    int threads;            /* --threads: number of games played at once */
    bool quick;             /* --quick: few games, for a first look */
    bool resume;            /* --resume: continue an existing games.txt */
    bool tune;              /* --tune: fit the evaluation, keep it if it plays better */
} StudyRequest;

static void on_interrupt(int signal_number) {
    (void)signal_number;
    cancelled = true;
    tournament_cancel();
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

static bool read_arguments(StudyRequest *request, HenkaError *error) {
    StudyPlan *plan = &request->plan;
    Args *given = &request->given;
    const CommandOption options[] = {
        {"--out", OPTION_TEXT, &request->out_path},
        {"--nodes", OPTION_CALL, plan, .take = take_nodes, .form = MSG_FORM_NODES},
        {"--games", OPTION_INT, &plan->games, 1, STUDY_MAX_GAMES},
        {"--quiet", OPTION_FLAG, &given->quiet},
        {"--quick", OPTION_FLAG, &request->quick},
        {"--resume", OPTION_FLAG, &request->resume},
        {"--first-moves", OPTION_INT, &request->first_games, 1, STUDY_MAX_GAMES},
        {"--first-nodes", OPTION_INT64, &request->first_nodes, 1, 1000000000},
        {"--exchanges", OPTION_INT, &request->exchange_games, 1, STUDY_MAX_GAMES},
        {"--effect", OPTION_INT, &plan->effect, 0, 50},
        {"--family", OPTION_INT, &plan->family, 1, 1000},
        {"--compare", OPTION_TEXT, &request->compared},
        {"--judges", OPTION_FLAG, &request->judges},
        {"--tune", OPTION_FLAG, &request->tune},
        {"--shard", OPTION_CALL, given, .take = arguments_take_shard, .form = MSG_FORM_SHARD},
        {"--merge", OPTION_CALL, given, .take = arguments_take_part, .form = MSG_FORM_MERGE},
        {"--eval", OPTION_TEXT, &request->eval},
        {"--net", OPTION_TEXT, &request->net},
        {"--openings", OPTION_CALL, &plan->random, .take = arguments_random,
         .form = MSG_FORM_RANDOM},
        {"--seed", OPTION_INT64, &plan->seed, 0, INT64_MAX},
        {"--threads", OPTION_INT, &request->threads, 1, INORDER_THREADS},
        {"--max-plies", OPTION_INT, &plan->max_plies, 2 * STUDY_RANDOM_MOST, STUDY_MAX_PLIES}};
    if (!arguments_read(given, options, sizeof options / sizeof *options, error)) return false;
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
    if (request->judges && request->compared) return error_set(error, MSG_STUDY_JUDGES_COMPARE);
    if (request->tune && (request->compared || request->judges || plan->shards > 1))
        return error_set(error, MSG_STUDY_TUNE_WHOLE);
    return request->out_path || error_set(error, MSG_STUDY_OUT_NEEDED);
}

/* ---- the folder ---- */

static const char *path_in(const StudyRequest *request, const char *name, char path[PATH_CAP]) {
    snprintf(path, PATH_CAP, "%s/%s", request->out_path, name);
    return path;
}

/* Sets an error that names the file, and the line and column of the reason. Returns false. */
static bool say_refused(const char *path, const HenkaError *reason, HenkaError *error) {
    return error_set(error, MSG_ERROR_IN_FILE, arg_text(path), arg_number(reason->line),
                     arg_number(reason->column), arg_error(reason));
}

/* Opens a file of games. If it is empty, writes and flushes its heading before the first game. */
static FILE *games_file(const StudyRequest *request, const char *path, const char *mode,
                        HenkaError *error) {
    struct stat state;
    FILE *file = fopen(path, mode);
    if (!file && errno == EEXIST)
        error_set(error, MSG_STUDY_FILE_EXISTS, arg_text(path));
    else if (!file)
        file_unwritten(path, error);
    if (!file || fstat(fileno(file), &state) || !S_ISREG(state.st_mode) || state.st_size)
        return file;
    Out heading = out_growing();
    study_games_heading(&heading, &request->plan);
    char *text = out_take(&heading);
    bool ok = text && fputs(text, file) >= 0 && !fflush(file);
    if (!ok && text) file_unwritten(path, error);
    if (!text) error_set(error, MSG_NO_MEMORY);
    free(text);
    if (ok) return file;
    fclose(file);
    return NULL;
}

/* Sets an error if the folder has one of the files from `first` to `last`. */
static bool check_none(const StudyRequest *request, int first, int last, HenkaError *error) {
    char path[PATH_CAP];
    for (int i = first; i <= last; i++)
        if (!access(path_in(request, file_names[i], path), F_OK))
            return error_set(error, MSG_STUDY_REPORT_EXISTS, arg_text(path));
    return true;
}

/* Opens a new file of games. Refuses if the folder has another study's report. */
static FILE *new_games(const StudyRequest *request, const char *path, HenkaError *error) {
    if (access(path, F_OK) && !check_none(request, HTML, GAMES_CSV, error)) return NULL;
    return games_file(request, path, "wbx", error);
}

/* Replaces the file by one with the same games and the heading of this larger study. It is written
 * beside the old file and renamed when complete, so a failure leaves the old file intact. */
static bool enlarge(const StudyRequest *request, const char *path, const char *lines, size_t length,
                    HenkaError *error) {
    char beside[PATH_CAP];
    FILE *file = games_file(request, path_in(request, "games.txt.new", beside), "wb", error);
    bool ok = file;
    if (file && (fwrite(lines, 1, length, file) < length || fflush(file) || fsync(fileno(file))))
        ok = file_unwritten(beside, error);
    if (file && fclose(file) && ok) ok = file_unwritten(beside, error);
    if (ok && rename(beside, path)) ok = file_unwritten(path, error);
    if (!ok) remove(beside);
    return ok;
}

/* Prepares games.txt so that more games can be appended. It may be of a study with fewer games at
 * each strength. *first: the number of games in it. If a killed run left an incomplete last line,
 * the line is deleted after all others were checked. */
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

/* Opens games.txt to append. *first: the number of games in it. A killed run may leave it empty. */
static FILE *open_games(const StudyRequest *request, const char *path, int *first,
                        HenkaError *error) {
    struct stat state;
    *first = 0;
    if (!request->resume || stat(path, &state)) return new_games(request, path, error);
    bool empty = S_ISREG(state.st_mode) && !state.st_size;
    if (!empty && !go_on(request, path, first, error)) return NULL;
    return games_file(request, path, "ab", error);
}

/* A shard of the games, while the shards are merged. */
typedef struct Part {
    char *text;     /* contents of its file */
    const char *at; /* the line of its next game, in `text` */
} Part;

/* Reads the file of the shard and checks all its games. */
static bool open_part(const StudyRequest *request, int shard, Part *part, HenkaError *error) {
    StudyRequest own = *request;
    StudyGames games = {0};
    char path[PATH_CAP];
    size_t length;
    HenkaError why = {0};
    own.plan.shard = shard, own.plan.shards = request->given.part_count;
    own.out_path = request->given.parts[shard];
    path_in(&own, file_names[GAMES], path);
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

/* Merges the shards, one game of each in turn, into the file that a single run would write. */
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
    remove(path); /* this run created the file, and it is incomplete */
    return false;
}

/* Writes the files of a study's report, or those of a comparison, which has no games.csv. */
static bool write_files(const StudyRequest *request, const StudyReport *report,
                        const StudyComparison *comparison, HenkaError *error) {
    bool ok = true;
    for (int i = HTML; ok && i < (comparison ? GAMES_CSV : FILES); i++) {
        Out out = out_growing();
        if (i == GAMES_CSV)
            study_csv(&out, report);
        else if (i == JSON)
            comparison ? study_compare_json(&out, comparison) : study_json(&out, report);
        else if (comparison)
            study_page_compared(&out, comparison, i == MARKDOWN);
        else
            study_page(&out, report, i == MARKDOWN);
        char path[PATH_CAP], *text = out_take(&out);
        if (!text) return error_set(error, MSG_NO_MEMORY);
        FILE *file = fopen(path_in(request, file_names[i], path), "wb");
        ok = file && fputs(text, file) >= 0;
        if (file && fclose(file)) ok = false;
        free(text);
        if (!ok) file_unwritten(path, error);
    }
    return ok;
}

static void print_sentence(void *context, const Message *message) {
    args_say_message(context, message);
}

static void print_short(const StudyReport *report) {
    study_sentences(report, print_sentence, stdout);
    args_say(stdout, MSG_STUDY_MEND);
    study_mend(report, print_sentence, stdout);
}

static void say_written(const StudyRequest *request) {
    char html[PATH_CAP];
    args_say(stdout, MSG_STUDY_WRITTEN, arg_text(path_in(request, file_names[HTML], html)));
}

/* Makes the folder of the study. *made: it did not exist before. */
static bool make_folder(const StudyRequest *request, bool *made, HenkaError *error) {
    *made = !mkdir(request->out_path, 0777);
    return *made || errno == EEXIST ||
           error_set(error, MSG_STUDY_FOLDER, arg_text(request->out_path),
                     arg_text(strerror(errno)));
}

/* Plays the games of a study or a trial into a folder, or merges its shards, and reads them. The
 * caller frees the games in any case. The folder is locked, so that no other run writes into it; on
 * a file system without locks it is not. */
static bool play_folder(const StudyRequest *request, StudyGames *games, HenkaError *error) {
    StudyRun run = {.plan = &request->plan,
                    .threads = request->threads,
                    .quiet = request->given.quiet,
                    .cancelled = &cancelled};
    HenkaError reason = {0};
    char path[PATH_CAP], *text = NULL;
    size_t length;
    bool made, ok;
    run.path = path_in(request, file_names[GAMES], path);
    if (!make_folder(request, &made, error)) return false;
    int folder = open(request->out_path, O_RDONLY | O_CLOEXEC);
    if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
        close(folder);
        return error_set(error, MSG_STUDY_HELD, arg_text(request->out_path));
    }
    if (request->given.part_count) {
        ok = merge(request, path, error);
    } else if ((ok = (run.file = open_games(request, path, &run.first, error)))) {
        ok = study_play(&run, error);
        if (fclose(run.file) && ok) ok = file_unwritten(path, error);
    }
    ok = ok && (text = file_read(path, &length, error));
    if (ok && !study_games_read(games, &request->plan, text, length, &reason))
        ok = say_refused(path, &reason, error);
    free(text);
    if (folder >= 0) close(folder);
    if (made && !ok) rmdir(request->out_path); /* rmdir does nothing if the folder has files */
    return ok;
}

static char *path_below(const char *folder, const char *name) {
    Out path = out_growing();
    out_format(&path, "%s/%s", folder, name);
    return out_take(&path);
}

/* Plays or merges the games of a trial, in a folder of its own inside the study's folder. */
static bool play_trial(const StudyRequest *request, StudyTrial *trial, HenkaError *error) {
    StudyRequest own = *request;
    char *paths[ARGS_MAX_SHARDS + 1] = {NULL};
    Out name = out_growing();
    study_trial_folder(&name, &request->plan, trial);
    char *folder = out_take(&name);
    int parts = request->given.part_count;
    bool ok = folder && (paths[parts] = path_below(request->out_path, folder));
    for (int i = 0; ok && i < parts; i++)
        ok = (own.given.parts[i] = paths[i] = path_below(request->given.parts[i], folder));
    own.plan = trial->plan;
    own.out_path = paths[parts];
    if (!ok) error_set(error, MSG_NO_MEMORY);
    ok = ok && play_folder(&own, &trial->games, error);
    for (int i = 0; i <= parts; i++) free(paths[i]);
    free(folder);
    return ok;
}

/* Plays the games and trials and writes the report. The caller always frees games and report. */
static bool study_folder(const StudyRequest *request, StudyGames *games, StudyReport *report,
                         HenkaError *error) {
    const StudyPlan *plan = &request->plan;
    if (!play_folder(request, games, error)) return false;
    bool ok =
        (!request->first_games || study_trials_first(games, plan, request->first_games,
                                                     (uint64_t)request->first_nodes, !cancelled)) &&
        (!request->exchange_games || study_trials_exchange(games, plan, request->exchange_games));
    if (!ok) return error_set(error, MSG_NO_MEMORY);
    for (int i = 0; ok && i < games->trial_count; i++)
        ok = play_trial(request, &games->trials[i], error);
    return ok && (study_report_make(report, plan, games) || error_set(error, MSG_NO_MEMORY)) &&
           write_files(request, report, NULL, error);
}

static bool study(const StudyRequest *request, HenkaError *error) {
    StudyGames games = {0};
    StudyReport report = {0};
    bool ok = study_folder(request, &games, &report, error);
    if (ok) {
        print_short(&report);
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

/* ---- every choice of an option, or every evaluation of the game ---- */

/* The evaluations that a game can have, the richest first, as study_evaluation_name writes them. */
enum { JUDGE_NETWORK, JUDGE_FITTED, JUDGE_DERIVED, JUDGES };
static const char *const judge_names[JUDGES] = {"network", "fitted", "derived"};

/* The study of one choice of the compared option. */
typedef struct ChoiceStudy {
    StudyRequest request; /* a copy of the caller's request, with this choice and its folders */
    StudyGames games;
    char *setting;                /* "NAME=CHOICE"; allocated */
    char *out_path;               /* folder of its study; allocated */
    char *paths[ARGS_MAX_SHARDS]; /* folders of its shards; allocated */
} ChoiceStudy;

static bool make_choice(const StudyRequest *request, const HenkaOption *option, size_t at,
                        ChoiceStudy *choice, HenkaError *error) {
    HenkaError why = {0};
    Out setting = out_growing(), name = out_growing();
    Args *given = &choice->request.given;
    choice->request = *request;
    choice->request.plan.variant = NULL;
    choice->request.plan.family *= (int)option->choice_count; /* the report shows all choices */
    out_format(&setting, "%s=%s", option->name, option->choices[at]);
    const char *net = request->net, *eval = request->eval;
    if (request->judges && strcmp(option->choices[at], judge_names[JUDGE_NETWORK]) != 0)
        net = "none";
    if (request->judges && !strcmp(option->choices[at], judge_names[JUDGE_DERIVED])) eval = "none";
    study_compare_folder(&name, option, at);
    char *folder = out_take(&name);
    bool ok = (choice->setting = out_take(&setting)) && folder &&
              (choice->out_path = path_below(request->out_path, folder));
    for (int i = 0; ok && i < request->given.part_count; i++) {
        choice->paths[i] = path_below(request->given.parts[i], folder);
        given->parts[i] = choice->paths[i];
        ok = choice->paths[i] != NULL;
    }
    free(folder);
    if (!ok) return error_set(error, MSG_NO_MEMORY);
    choice->request.out_path = choice->out_path;
    if (!request->judges) given->settings.texts[given->settings.count++] = choice->setting;
    choice->request.plan.variant = arguments_variant(given, eval, net, &why);
    return choice->request.plan.variant ||
           error_set(error, MSG_STUDY_CHOICE, arg_text(option->name), arg_text(option->choices[at]),
                     arg_error(&why));
}

/* The choices with which the game loses its network, or its fitted numbers: bit 1 << i for choice
 * i. 0 if the game has none in the first place. */
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

/* Gives all choices the best evaluation that fits all of them: a network, fitted numbers, or
 * numbers derived from the moves. Otherwise the comparison would compare engines and not rules. */
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

/* The texts of an option that stands for the evaluations of a game. */
typedef struct Judges {
    const char *names[JUDGES], *helps[JUDGES]; /* of each evaluation: name, line of help */
    char texts[JUDGES][80];
} Judges;

/* Makes an option of the game's evaluations. */
static bool find_judges(const StudyRequest *request, Judges *judges, HenkaOption *option,
                        HenkaError *error) {
    static const MessageKey helps[JUDGES] = {MSG_STUDY_HELP_NETWORK, MSG_STUDY_HELP_FITTED,
                                             MSG_STUDY_EVALUATION_DERIVED};
    const HenkaEvaluation evaluation = henka_variant_evaluation(request->plan.variant);
    const bool has[JUDGES] = {evaluation.network, evaluation.fitted, true};
    *option = (HenkaOption){.name = "judge",
                            .help = "",
                            .value = "",
                            .standard = "",
                            .choices = judges->names,
                            .choice_help = judges->helps};
    for (int i = 0; i < JUDGES; i++)
        if (has[i]) {
            Out text = out_to(judges->texts[i], sizeof judges->texts[i]);
            out_say(&text, HENKA_ENGLISH, helps[i]);
            judges->names[option->choice_count] = judge_names[i];
            judges->helps[option->choice_count++] = judges->texts[i];
        }
    return option->choice_count > 1 || error_set(error, MSG_STUDY_ONE_JUDGE);
}

/* Finds the compared option, and refuses a --set of the same option. */
static bool find_option(const StudyRequest *request, HenkaOption *option, HenkaError *error) {
    const HenkaVariant *variant = request->plan.variant;
    const Args *given = &request->given;
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
    Judges judges;
    comparison.judges = request->judges;
    if (!(request->judges ? find_judges(request, &judges, &comparison.option, error)
                          : find_option(request, &comparison.option, error)) ||
        !check_none(request, GAMES, request->resume ? GAMES : JSON, error))
        return false;
    int count = (int)comparison.option.choice_count;
    ChoiceStudy *choices = calloc((size_t)count, sizeof *choices);
    bool made = false,
         ok = (choices || error_set(error, MSG_NO_MEMORY)) && make_folder(request, &made, error);
    for (int i = 0; ok && i < count; i++)
        ok = make_choice(request, &comparison.option, (size_t)i, &choices[i], error);
    comparison.count = count;
    if (!request->judges) ok = ok && share_evaluation(request, choices, &comparison, error);
    /* All choices get the same openings, if they have the same starting position. Each judge plays
     * from its own, because the opening is a part of its judgement. */
    StudyCommon common = {.count = count};
    comparison.common = ok && !request->judges;
    for (int i = 0; ok && i < count; i++) {
        common.variants[i] = choices[i].request.plan.variant;
        comparison.common &= !strcmp(henka_variant_start(common.variants[i]),
                                     henka_variant_start(common.variants[0]));
    }
    for (int i = 0; comparison.common && i < count; i++) choices[i].request.plan.common = common;
    for (int i = 0; ok && i < count; i++) {
        if (!request->given.quiet)
            args_say(stderr, MSG_STUDY_SETTING, arg_text(comparison.option.name),
                     arg_text(comparison.option.choices[i]));
        ok = study_folder(&choices[i].request, &choices[i].games, &reports[i], error);
    }
    comparison.reports = reports;
    ok = ok && (study_compare_make(&comparison) || error_set(error, MSG_NO_MEMORY)) &&
         write_files(request, NULL, &comparison, error);
    if (ok) {
        study_compare_sentences(&comparison, print_sentence, stdout);
        say_written(request);
    }
    for (int i = 0; choices && i < count; i++) {
        study_report_free(&reports[i]);
        study_games_free(&choices[i].games);
        henka_variant_free((HenkaVariant *)choices[i].request.plan.variant);
        for (int k = 0; k < ARGS_MAX_SHARDS; k++) free(choices[i].paths[k]);
        free(choices[i].setting);
        free(choices[i].out_path);
    }
    free(choices);
    if (made && !ok) rmdir(request->out_path);
    return ok;
}

int study_run(Args *args) {
    int help = arguments_help(args, MSG_LAB_USAGE_STUDY);
    if (help >= 0) return help;
    StudyRequest request = {.given = *args,
                            .plan = {.random = {STUDY_RANDOM_LEAST, STUDY_RANDOM_MOST},
                                     .max_plies = 400,
                                     .seed = 1,
                                     .effect = STUDY_EFFECT,
                                     .family = 1},
                            .first_nodes = STUDY_DEEP_NODES,
                            .threads = 1,
                            .eval = "",
                            .net = ""};
    HenkaError error = {0};
    bool ready = read_arguments(&request, &error) &&
                 (request.plan.variant =
                      arguments_variant(&request.given, request.eval, request.net, &error));
    if (ready && !request.plan.random.chosen)
        request.plan.random.quiet = opening_quiet_is_standard(request.plan.variant);
    if (ready && !request.given.part_count) {
        /* The handler runs once: a second Ctrl-C kills. --resume continues the study. */
        struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
        sigaction(SIGINT, &action, NULL);
        sigaction(SIGTERM, &action, NULL);
    }
    bool ok = ready && (request.compared || request.judges ? compare : study)(&request, &error);
    if (!ok) args_say(stderr, MSG_COMMAND_SAYS, arg_text("study"), arg_error(&error));
    henka_variant_free((HenkaVariant *)request.plan.variant);
    return ready ? !ok : 2;
}
