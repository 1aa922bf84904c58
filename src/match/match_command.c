/* henka match: the command line. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "match/arguments.h"
#include "match/tournament.h"

/* The values of the command line, from which match_run makes the plan. */
typedef struct MatchRequest {
    Plan plan;  /* the games to be played */
    Args given; /* the game, and the options that match, study, datagen and tune share */
    const char *records_path;    /* --records: where the games are written; NULL: nowhere */
    const char *eval, *net;      /* --eval, --net for players in this process; "": the game's own */
    const char *openings_path;   /* --openings: a file of positions; NULL: random plies */
    const char *engine_texts[2]; /* --engine: descriptions of the players, in order */
    int engine_count;            /* number of --engine options given */
    Control control;             /* limits of a player whose description has none */
    const char *where;           /* file or text whose lines and columns an error counts */
} MatchRequest;

static bool take_openings(void *context, const char *text) {
    MatchRequest *request = context;
    bool random = arguments_random(&request->plan.openings.random, text);
    request->openings_path = random ? NULL : text;
    return true;
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

static bool read_arguments(MatchRequest *request, HenkaError *error) {
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
    if (!arguments_read(&request->given, options, sizeof options / sizeof *options, error))
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

/* Makes the players from their descriptions. A player without limits of its own gets those of the
 * command line, or else 100 ms a move. */
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

int match_run(Args *args) {
    int help = arguments_help(args, MSG_LAB_USAGE_MATCH);
    if (help >= 0) return help;
    MatchRequest request = {.plan = {.games = 100,
                                     .concurrency = 1,
                                     .openings = {.random = {6, 10}, .seed = 1},
                                     .referee = {.max_plies = 400, .margin_ms = 50}},
                            .given = *args,
                            .eval = "",
                            .net = ""};
    Plan *plan = &request.plan;
    Args *given = &request.given;
    Standing standing = {0};
    HenkaError error = {0};
    bool prepared = read_arguments(&request, &error) && make_players(&request, &error);
    if (prepared) {
        request.where = given->words[0];
        plan->variant = arguments_variant(given, request.eval, request.net, &error);
        prepared = plan->variant;
    }
    if (prepared && !plan->openings.random.chosen)
        plan->openings.random.quiet = opening_quiet_is_standard(plan->variant);
    if (prepared && request.openings_path) {
        request.where = request.openings_path;
        prepared = openings_read(&plan->openings, request.openings_path, &error);
    }
    if (prepared && request.records_path) {
        plan->records = arguments_open_output(given, request.records_path, &error);
        prepared = plan->records;
    }
    if (prepared) {
        struct sigaction action = {.sa_handler = on_interrupt};
        sigaction(SIGINT, &action, NULL);
        sigaction(SIGTERM, &action, NULL);
        signal(SIGPIPE, SIG_IGN);
    }
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
