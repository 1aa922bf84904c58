/* henka match: the command line. */
#include "match/match_command.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "match/arguments.h"
#include "match/tournament.h"

/* The command line as it is read: options first, from which match_main then makes the plan. */
typedef struct MatchRequest {
    Plan plan;       /* what is to be played */
    Arguments given; /* the game, and the options that match, study, datagen and tune share */
    const char *records_path;    /* --records: where the games are written; NULL: nowhere */
    const char *eval, *net;      /* --eval, --net: of both players here; "": what the game has */
    const char *openings_path;   /* --openings: a file of positions; NULL: random plies */
    bool openings_given;         /* --openings: a file, or which random plies */
    const char *engine_texts[2]; /* --engine: the players, the first one first */
    int engine_count;            /* how many of them were given */
    Control control;             /* limits of both players, where their own text has none */
    const char *where;           /* what the line and column of an error are counted in */
} MatchRequest;

static bool take_openings(void *context, const char *text) {
    MatchRequest *request = context;
    bool random = arguments_random(&request->plan.openings.random, text);
    request->openings_path = random ? NULL : text;
    return request->openings_given = true;
}

static bool take_sprt(void *context, const char *text) {
    Plan *plan = context;
    Sprt *sprt = &plan->sprt;
    *sprt = (Sprt){.alpha = 0.05, .beta = 0.05};
    int n = sscanf(text, "%lf,%lf,%lf,%lf", &sprt->elo0, &sprt->elo1, &sprt->alpha, &sprt->beta);
    plan->has_sprt = true;
    return n >= 2 && sprt->elo0 < sprt->elo1 && sprt->alpha > 0 && sprt->beta > 0 &&
           sprt->alpha + sprt->beta < 1;
}

static bool take_resign(void *context, const char *text) {
    Referee *referee = context;
    return arguments_resign(text, &referee->resign_score_cp, &referee->resign_count) &&
           referee->resign_count > 0;
}

static bool take_draw(void *context, const char *text) {
    Referee *referee = context;
    return sscanf(text, "%d:%d:%d", &referee->draw_score_cp, &referee->draw_count,
                  &referee->draw_after) == 3 &&
           referee->draw_count > 0;
}

static bool take_engine(void *context, const char *text) {
    MatchRequest *request = context;
    if (request->engine_count == 2) return false;
    request->engine_texts[request->engine_count++] = text;
    return true;
}

static bool read_arguments(MatchRequest *request, int argc, char **argv, HenkaError *error) {
    enum { MANY = 100000000 };
    Plan *plan = &request->plan;
    Openings *openings = &plan->openings;
    Referee *referee = &plan->referee;
    Control *control = &request->control;
    const CommandOption options[] = {
        {"--engine", OPTION_CALL, request, .take = take_engine, .form = MSG_FORM_ENGINE},
        {"--quiet", OPTION_FLAG, &plan->quiet},
        {"--games", OPTION_INT, &plan->games, 1, MANY},
        {"--concurrency", OPTION_INT, &plan->concurrency, 1, 256},
        {"--plies", OPTION_CALL, &openings->random, .take = arguments_plies,
         .form = MSG_FORM_PLIES},
        {"--openings", OPTION_CALL, request, .take = take_openings, .form = MSG_FORM_OPENINGS},
        {"--seed", OPTION_INT64, &openings->seed, 0, INT64_MAX},
        {"--max-plies", OPTION_INT, &referee->max_plies, 0, MANY},
        {"--resign", OPTION_CALL, referee, .take = take_resign, .form = MSG_FORM_RESIGN},
        {"--draw", OPTION_CALL, referee, .take = take_draw, .form = MSG_FORM_DRAW},
        {"--margin", OPTION_INT64, &referee->margin_ms, 0, MANY},
        {"--sprt", OPTION_CALL, plan, .take = take_sprt, .form = MSG_FORM_SPRT},
        {"--records", OPTION_TEXT, &request->records_path},
        {"--append", OPTION_FLAG, &request->given.append},
        {"--force", OPTION_FLAG, &request->given.force},
        {"--eval", OPTION_TEXT, &request->eval},
        {"--net", OPTION_TEXT, &request->net},
        {"--tc", OPTION_CALL, control, .take = player_parse_clock, .form = MSG_FORM_CLOCK},
        {"--byoyomi", OPTION_INT64, &control->byoyomi_ms, 0, MANY},
        {"--movetime", OPTION_INT64, &control->movetime_ms, 0, MANY},
        {"--nodes", OPTION_INT64, &control->nodes, 0, INT64_MAX},
        {"--depth", OPTION_INT, &control->depth, 1, MANY},
        {"--level", OPTION_INT, &control->level, 0, HENKA_MAX_LEVEL}};
    if (!arguments_read(&request->given, argc, argv, options, sizeof options / sizeof *options,
                        error))
        return false;
    if (plan->games % 2) {
        plan->games++;
        if (!plan->quiet)
            args_say(stderr, MSG_MATCH_EVEN_GAMES, arg_number(plan->games - 1),
                     arg_number(plan->games));
    }
    return request->engine_count == 2 ||
           error_set(error, MSG_MATCH_ENGINES, arg_number(request->engine_count));
}

/* What was said for both comes first; a player's own spec goes over it. */
static bool make_players(MatchRequest *request, HenkaError *error) {
    const Control nothing = {0};
    if (!memcmp(&request->control, &nothing, sizeof nothing)) request->control.movetime_ms = 100;
    for (int p = 0; p < 2; p++) {
        PlayerSpec *spec = &request->plan.players[p], own = {0};
        request->where = request->engine_texts[p];
        if (!player_spec_parse(&own, request->engine_texts[p], error)) return false;
        Control given = own.control;
        given.level = 0;
        bool has_own = memcmp(&given, &nothing, sizeof nothing) != 0;
        *spec = own;
        if (!has_own) {
            spec->control = request->control;
            if (own.control.level) spec->control.level = own.control.level;
        }
        if (!*spec->name) snprintf(spec->name, sizeof spec->name, "%c", 'A' + p);
        if (!player_spec_check(spec, error)) return false;
    }
    return true;
}

static void on_interrupt(int signal_number) {
    (void)signal_number;
    tournament_cancel();
}

static void catch_signals(void) {
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static bool prepare(MatchRequest *request, int argc, char **argv, HenkaError *error) {
    request->plan = (Plan){.games = 100,
                           .concurrency = 1,
                           .openings = {.random = {6, 10}, .seed = 1},
                           .referee = {.max_plies = 400, .margin_ms = 50}};
    if (!read_arguments(request, argc, argv, error) || !make_players(request, error)) return false;
    request->where = request->given.game;
    if (!(request->plan.variant =
              arguments_variant_with(&request->given, request->eval, request->net, error)))
        return false;
    if (!request->openings_given)
        request->plan.openings.random.quiet = opening_quiet_is_standard(request->plan.variant);
    if (request->openings_path &&
        !openings_read(&request->plan.openings, request->openings_path, error))
        return false;
    request->where = request->openings_path;
    if (!request->records_path) return true;
    request->plan.records = arguments_open_output(&request->given, request->records_path, error);
    return request->plan.records != NULL;
}

int match_main(int argc, char **argv) {
    int help = arguments_help(argc, argv, MSG_LAB_USAGE_MATCH);
    if (help >= 0) return help;
    MatchRequest request = {.eval = "", .net = ""};
    Standing standing = {0};
    HenkaError error = {0};
    bool prepared = prepare(&request, argc, argv, &error);
    if (prepared) catch_signals();
    bool played = prepared && tournament_run(&request.plan, &standing, &error);
    if (prepared && standing.games) tournament_print(&request.plan, &standing, stdout);
    if (!played && error.line)
        args_say(stderr, MSG_COMMAND_SAYS, arg_text("match"),
                 ARG_SAY(MSG_ERROR_IN_FILE, arg_text(request.where), arg_number(error.line),
                         arg_number(error.column), arg_error(&error)));
    else if (!played)
        args_say(stderr, MSG_COMMAND_SAYS, arg_text("match"), arg_error(&error));
    tournament_free(&standing);
    if (request.plan.records) fclose(request.plan.records);
    openings_free(&request.plan.openings);
    henka_variant_free((HenkaVariant *)request.plan.variant);
    return prepared ? !played : 2;
}
