/* A tournament, with games from a script: who sits where, what is counted, when it stops, what is
 * written as records, and the report word by word. */
#include "match/tournament.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- games from a script: they stand in for match.c, player.c and opening.c ---- */

typedef struct ScriptedGame {
    MatchEnd end;
    int winner; /* side, or -1 */
    const char *detail;
    const char *more_moves; /* than the opening's, after a blank each */
    SideUse use[2];
} ScriptedGame;

static const HenkaVariant *shogi;
static const ScriptedGame *script;
static int played, script_length; /* games so far; then the script begins again */
static int no_opening_at = -1;    /* an opening that can't be made */
static int cancel_after = -1;     /* games */
static int players_alive, no_player_at = -1;
static int openings_made[64], opening_count;
static const char *first_player[64]; /* by game: the name of who moves first */

struct Player {
    const PlayerSpec *spec;
};
Player *player_new(const PlayerSpec *spec, const HenkaVariant *variant, HenkaError *error) {
    CHECK(variant == shogi, "a player of another game");
    if (players_alive == no_player_at) {
        snprintf(error->message, sizeof error->message, "no such player");
        return NULL;
    }
    Player *player = malloc(sizeof *player);
    *player = (Player){spec};
    players_alive++;
    return player;
}
void player_free(Player *player) {
    if (player) players_alive--;
    free(player);
}
void player_interrupt(Player *player) { (void)player; }

HenkaGame *opening_make(const Openings *openings, const HenkaVariant *variant, int index,
                        char *start, size_t cap, HenkaError *error) {
    CHECK(openings->seed == 77, "the plan's openings");
    openings_made[opening_count++ % 64] = index;
    if (index == no_opening_at) {
        snprintf(error->message, sizeof error->message, "no such opening");
        error->line = 12;
        return NULL;
    }
    snprintf(start, cap, "%s", index == 2 ? henka_variant_start(variant) : "");
    return henka_game_new(variant, index == 1 ? "startpos moves 2g2f" : "startpos moves 7g7f",
                          NULL);
}

MatchResult match_play(HenkaGame *game, const char *start, Player *const players[2],
                       const Referee *referee) {
    const ScriptedGame *now = &script[played % script_length];
    MatchResult result = {.end = now->end, .winner = now->winner};
    (void)start;
    CHECK(referee->max_plies == 99, "the plan's referee");
    first_player[played++ % 64] = players[0]->spec->name;
    memcpy(result.use, now->use, sizeof result.use);
    snprintf(result.detail, sizeof result.detail, "%s", now->detail ? now->detail : "");
    if (now->end == MATCH_UNPLAYABLE)
        snprintf(result.error.message, sizeof result.error.message, "it has other rules");
    if (now->more_moves) henka_game_play_text(game, now->more_moves, NULL, NULL);
    if (now->end == MATCH_RESIGNED)
        henka_game_end(game, HENKA_RESIGNATION, (HenkaSide)!now->winner);
    if (played == cancel_after) tournament_cancel();
    return result;
}
const char *const match_end_names[MATCH_END_COUNT] = {
    "by rule",         "illegal move",     "crash",   "silence",   "flag",      "resigned",
    "adjudicated win", "adjudicated draw", "ply cap", "cancelled", "unplayable"};

/* ---- */

static bool run(Plan *plan, const ScriptedGame *games, int length, Standing *standing,
                HenkaError *error) {
    script = games;
    script_length = length;
    played = opening_count = 0;
    plan->variant = shogi;
    plan->openings.seed = 77;
    plan->referee.max_plies = 99;
    snprintf(plan->players[0].name, sizeof plan->players[0].name, "new");
    snprintf(plan->players[1].name, sizeof plan->players[1].name, "old");
    if (!plan->concurrency) plan->concurrency = 1;
    *error = (HenkaError){0};
    return tournament_run(plan, standing, error);
}

/* The report of a standing, its time set to 3 s. */
static const char *report(const Plan *plan, Standing *standing) {
    static char text[4096];
    memset(text, 0, sizeof text);
    FILE *file = fmemopen(text, sizeof text - 1, "w");
    standing->elapsed_ms = 3000;
    tournament_print(plan, standing, file);
    fclose(file);
    return text;
}

static void check_report(const Plan *plan, Standing *standing, const char *expected) {
    const char *found = report(plan, standing);
    CHECK(!strcmp(found, expected), "the report is\n%sexpected\n%s", found, expected);
}

/* Three pairs: new wins 1.5 of 2, 0.5 and 2. Sente wins games 1, 4, 5; gote 2, 3, 6... */
static const ScriptedGame six[] = {
    {MATCH_BY_RULE, HENKA_SENTE, NULL, "3c3d", {{100, 20, 10, 0, 1}, {40, 6, 4, -5, 2}}},
    {MATCH_PLY_CAP, -1, NULL, "3c3d", {{10, 2, 1, 7, 1}, {200, 30, 20, 3, 1}}},
    {MATCH_ILLEGAL, HENKA_GOTE, "9a9z", NULL, {{0, 0, 5, 0, 1}, {0, 0, 0, 0, 0}}},
    {MATCH_ADJUDICATED_DRAW, -1, NULL, "8c8d", {{0}, {0}}},
    {MATCH_ADJUDICATED_WIN, HENKA_SENTE, NULL, NULL, {{0}, {0}}},
    {MATCH_CRASH, HENKA_GOTE, "it ended", "8c8d", {{0}, {0}}}};

static void counting(void) {
    Plan plan = {.games = 6, .quiet = true};
    Standing standing;
    HenkaError error;
    CHECK(run(&plan, six, 6, &standing, &error), "%s", error.message);
    const Tally *t = &standing.tally;
    CHECK(played == 6 && standing.games == 6, "%d games played, %d counted", played,
          standing.games);
    for (int game = 0; game < 6; game++) {
        CHECK(openings_made[game] == game / 2, "game %d begins with opening %d", game,
              openings_made[game]);
        CHECK(!strcmp(first_player[game], game % 2 ? "old" : "new"), "game %d: %s moves first",
              game, first_player[game]);
    }
    CHECK(t->wins == 3 && t->draws == 2 && t->losses == 1, "score %d-%d-%d", t->wins, t->draws,
          t->losses);
    CHECK(t->pairs[0] == 0 && t->pairs[1] == 1 && t->pairs[2] == 0 && t->pairs[3] == 1 &&
              t->pairs[4] == 1,
          "pairs %d-%d-%d-%d-%d", t->pairs[0], t->pairs[1], t->pairs[2], t->pairs[3], t->pairs[4]);
    CHECK(standing.sente_wins == 2 && standing.gote_wins == 2, "sente %d, gote %d",
          standing.sente_wins, standing.gote_wins);
    CHECK(standing.plies == 2 + 2 + 1 + 2 + 1 + 2, "%ld plies", standing.plies);
    CHECK(standing.last_end == MATCH_CRASH && !strcmp(standing.last_detail, "it ended"),
          "last: %s: \"%s\"", match_end_names[standing.last_end], standing.last_detail);
    const SideUse *use = standing.use;
    CHECK(use[0].nodes == 300 && use[0].depths == 50 && use[0].time_ms == 35 && use[0].moves == 3 &&
              use[0].worst_overrun_ms == 3,
          "new: %llu nodes, %llu plies, %lld ms, %d moves, %lld ms late",
          (unsigned long long)use[0].nodes, (unsigned long long)use[0].depths,
          (long long)use[0].time_ms, use[0].moves, (long long)use[0].worst_overrun_ms);
    CHECK(use[1].nodes == 50 && use[1].depths == 8 && use[1].time_ms == 5 && use[1].moves == 3 &&
              use[1].worst_overrun_ms == 7,
          "old: %llu nodes, %llu plies, %lld ms, %d moves, %lld ms late",
          (unsigned long long)use[1].nodes, (unsigned long long)use[1].depths,
          (long long)use[1].time_ms, use[1].moves, (long long)use[1].worst_overrun_ms);
    CHECK(players_alive == 0, "%d players are left", players_alive);
    check_report(&plan, &standing,
                 "new against old, shogi: 6 games in 3 s, 1.7 plies each; sente won 2, gote 2\n"
                 "sente scored 50.0 % [0.9, 99.1] of 5 different games (of all 6, some repeat "
                 "another move for move: the bounds below are too narrow)\n"
                 "W-D-L 3-2-1, 66.7 % [31.4, 100.0], Elo +120 [-136 or more], pairs 0-1-0-1-1\n"
                 "new lost: illegal move 1\n"
                 "old lost: by rule 1, crash 1, adjudicated win 1\n"
                 "drawn: adjudicated draw 1, ply cap 1\n"
                 "last crash: it ended\n"
                 "new: 11.7 ms and 100 nodes a move, 9 kn/s, depth 16.7, latest answer 3 ms past "
                 "the clock\n"
                 "old: 1.7 ms and 17 nodes a move, 10 kn/s, depth 2.7, latest answer 7 ms past the "
                 "clock\n");
    tournament_free(&standing);
    CHECK(!standing.played, "freed");
}

/* An odd number of games is a pair more; fewer pairs than threads need fewer threads. */
static void odd_number(void) {
    Plan plan = {.games = 3, .quiet = true, .concurrency = 200};
    Standing standing;
    HenkaError error;
    CHECK(run(&plan, six, 6, &standing, &error), "%s", error.message);
    CHECK(played == 4 && standing.games == 4, "%d games played", played);
    tournament_free(&standing);
}

/* A game that doesn't count leaves its pair without a score; what was played before it is told. */
static void unfinished_pairs(void) {
    static const ScriptedGame games[] = {{MATCH_BY_RULE, HENKA_SENTE, NULL, "3c3d", {{0}, {0}}},
                                         {MATCH_CANCELLED, -1, NULL, NULL, {{0}, {0}}}};
    Plan plan = {.games = 2, .quiet = true};
    Standing standing;
    HenkaError error;
    CHECK(run(&plan, games, 2, &standing, &error), "%s", error.message);
    CHECK(standing.games == 1 && !standing.tally.wins && !statistics_pairs(&standing.tally),
          "%d games, %d won", standing.games, standing.tally.wins);
    check_report(&plan, &standing,
                 "new against old, shogi: 1 games in 3 s, 2.0 plies each; sente won 1, gote 0\n"
                 "sente scored 100.0 % [not known: one opening]\n"
                 "not counted for the score: 1 game of unfinished pairs\n"
                 "no pair of games was finished, so there is no score\n"
                 "old lost: by rule 1\n");
    tournament_free(&standing);
    static const ScriptedGame none[] = {{MATCH_CANCELLED, -1, NULL, NULL, {{0}, {0}}}};
    CHECK(run(&plan, none, 1, &standing, &error) && !standing.games && played == 1,
          "%d games, %d played", standing.games, played);
    check_report(&plan, &standing,
                 "new against old, shogi: 0 games in 3 s, 0.0 plies each; sente won 0, gote 0\n"
                 "no pair of games was finished, so there is no score\n");
    tournament_free(&standing);
}

/* Elo in words where a number would be infinite. */
static void elo_in_words(void) {
    static const struct {
        int pairs[5];
        const char *says;
    } rows[] = {{{0, 0, 0, 0, 0}, "+0, without bounds"},  {{0, 0, 0, 0, 20}, "at least +287"},
                {{20, 0, 0, 0, 0}, "at most -287"},       {{1, 0, 0, 0, 1}, "+0, without bounds"},
                {{0, 1, 0, 1, 1}, "+120 [-136 or more]"}, {{1, 1, 0, 1, 0}, "-120 [+136 or less]"},
                {{0, 0, 0, 0, 1}, "at least -234"},       {{5, 0, 20, 0, 5}, "+0 [-73, +73]"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Tally tally = {0};
        char text[80];
        Out out = out_to(text, sizeof text);
        memcpy(tally.pairs, rows[i].pairs, sizeof tally.pairs);
        Estimate estimate = statistics_estimate(&tally);
        Message elo = tournament_elo(&estimate);
        out_message(&out, HENKA_ENGLISH, &elo);
        CHECK(!strcmp(text, rows[i].says), "row %d: %s", (int)i, text);
    }
}

/* ---- what ends a tournament ---- */

static void failures(void) {
    Plan plan = {.games = 8, .quiet = true};
    Standing standing;
    HenkaError error;
    static const ScriptedGame unfit[] = {{MATCH_BY_RULE, HENKA_GOTE, NULL, NULL, {{0}, {0}}},
                                         {MATCH_BY_RULE, HENKA_GOTE, NULL, NULL, {{0}, {0}}},
                                         {MATCH_UNPLAYABLE, -1, NULL, NULL, {{0}, {0}}}};
    CHECK(!run(&plan, unfit, 3, &standing, &error) && !strcmp(error.message, "it has other rules"),
          "unplayable: \"%s\"", error.message);
    CHECK(standing.games == 2 && played == 3 && standing.tally.pairs[2] == 1,
          "unplayable: %d games of %d", standing.games, played);
    tournament_free(&standing);
    no_opening_at = 1;
    CHECK(!run(&plan, six, 6, &standing, &error) && !strcmp(error.message, "no such opening") &&
              error.line == 12,
          "no opening: \"%s\"", error.message);
    CHECK(standing.games == 2 && opening_count == 3, "no opening: %d games, %d openings",
          standing.games, opening_count);
    tournament_free(&standing);
    no_opening_at = -1;
    for (no_player_at = 0; no_player_at < 3; no_player_at++) {
        plan.concurrency = 2;
        CHECK(!run(&plan, six, 6, &standing, &error) && !strcmp(error.message, "no such player") &&
                  !played && !players_alive,
              "no player %d: \"%s\", %d games, %d players left", no_player_at, error.message,
              played, players_alive);
        tournament_free(&standing);
    }
    no_player_at = -1;
}

/* The test of hypotheses ends it, between pairs, and the report tells the verdict. */
static void sprt(void) {
    static const ScriptedGame won[] = {{MATCH_FLAG, HENKA_SENTE, NULL, "3c3d", {{0}, {0}}},
                                       {MATCH_SILENT, HENKA_GOTE, NULL, "8c8d", {{0}, {0}}},
                                       {MATCH_BY_RULE, -1, NULL, "8c8d", {{0}, {0}}},
                                       {MATCH_BY_RULE, HENKA_GOTE, NULL, "8c8d", {{0}, {0}}}};
    Plan plan = {.games = 400, .quiet = true, .has_sprt = true, .sprt = {0, 200, 0.05, 0.05}};
    Standing standing;
    HenkaError error;
    CHECK(run(&plan, won, 4, &standing, &error), "%s", error.message);
    CHECK(played < 100 && played % 2 == 0 && played == standing.games &&
              statistics_pairs(&standing.tally) == played / 2,
          "%d games played, %d counted", played, standing.games);
    check_report(&plan, &standing,
                 "new against old, shogi: 40 games in 3 s, 2.0 plies each; sente won 10, gote 20\n"
                 "sente scored 50.0 % [0.3, 99.7] of 5 different games (of all 40, some repeat "
                 "another move for move: the bounds below are too narrow)\n"
                 "W-D-L 30-10-0, 87.5 % [82.0, 93.0], Elo +338 [+264, +449], pairs 0-0-0-10-10\n"
                 "SPRT [0, 200]: LLR 81.16, accepted\n"
                 "old lost: by rule 10, silence 10, flag 10\n"
                 "drawn: by rule 10\n");
    tournament_free(&standing);
}

/* ---- records, and progress ---- */

static void records(void) {
    static const ScriptedGame games[] = {{MATCH_RESIGNED, HENKA_GOTE, NULL, "3c3d", {{0}, {0}}},
                                         {MATCH_PLY_CAP, -1, NULL, "8c8d", {{0}, {0}}}};
    Plan plan = {.games = 2, .quiet = true, .records = tmpfile()};
    Standing standing;
    HenkaError error;
    char text[8192] = "";
    CHECK(run(&plan, games, 2, &standing, &error), "%s", error.message);
    rewind(plan.records);
    text[fread(text, 1, sizeof text - 1, plan.records)] = '\0';
    fclose(plan.records);
    const char *second = strstr(text + 1, "Henka record 1");
    static const char *const in_first[] = {"sente: new\n",
                                           "gote: old\n",
                                           "event: henka match: resigned\n",
                                           "date: 2",
                                           "gote wins by resignation",
                                           " 1. 7g7f ",
                                           " 2. 3c3d "},
                             *const in_second[] = {"sente: old\n", "gote: new\n",
                                                   "event: henka match: ply cap\n", " 2. 8c8d "};
    CHECK(second, "two records: %s", text);
    for (size_t i = 0; second && i < sizeof in_first / sizeof *in_first; i++) {
        const char *at = strstr(text, in_first[i]);
        CHECK(at && at < second, "no \"%s\" in the first record of %s", in_first[i], text);
    }
    for (size_t i = 0; second && i < sizeof in_second / sizeof *in_second; i++)
        CHECK(strstr(second, in_second[i]), "no \"%s\" in %s", in_second[i], second);
    tournament_free(&standing);
}

/* What goes to stderr while a tournament runs, where that is no terminal. */
static const char *progress(Plan *plan) {
    static char text[4096];
    Standing standing;
    HenkaError error;
    FILE *file = tmpfile();
    int kept = dup(2);
    fflush(stderr);
    dup2(fileno(file), 2);
    bool ok = run(plan, six, 6, &standing, &error);
    fflush(stderr);
    dup2(kept, 2);
    close(kept);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    CHECK(ok, "%s", error.message);
    tournament_free(&standing);
    return text;
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && !strcmp(text + length - wanted, end);
}

static void telling_progress(void) {
    Plan plan = {.games = 6, .has_sprt = true, .sprt = {0, 10, 0.05, 0.05}};
    const char *text = progress(&plan);
    CHECK(ends_with(text, "6/6 games, +3 =2 -1, 66.7 %, Elo +120 [-136 or more], LLR 0.00\n"),
          "told \"%s\"", text);
    plan.has_sprt = false;
    text = progress(&plan);
    CHECK(ends_with(text, "6/6 games, +3 =2 -1, 66.7 %, Elo +120 [-136 or more]\n"), "told \"%s\"",
          text);
    plan.quiet = true;
    CHECK(!*progress(&plan), "told \"%s\"", progress(&plan));
}

/* The last of all: nothing can be played after it in this process. */
static void cancelling(void) {
    Plan plan = {.games = 1000000, .quiet = true};
    Standing standing;
    HenkaError error;
    cancel_after = 31;
    CHECK(run(&plan, six, 6, &standing, &error), "%s", error.message);
    CHECK(played >= 31 && played < 1000000, "%d games", played);
    CHECK(played == standing.games, "%d of %d games", standing.games, played);
    tournament_free(&standing);
}

int main(void) {
    HenkaVariant *variant = henka_variant_shipped("shogi", NULL, 0, NULL);
    shogi = variant;
    counting();
    odd_number();
    unfinished_pairs();
    failures();
    elo_in_words();
    sprt();
    records();
    telling_progress();
    cancelling();
    henka_variant_free(variant);
    return check_done();
}
