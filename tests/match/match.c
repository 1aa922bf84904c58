/* The referee, with players that answer from a script: how each kind of answer ends a game, who
 * wins, what is written into the game, and what clocks and adjudication make of it. */
#include "match/match.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

/* ---- players from a script: they stand in for src/match/player.c ---- */

struct Player {
    PlayerSpec spec;
    PlayerState state;   /* what player_new_game answers */
    const char *problem; /* the error that comes with it */
    char start[256];     /* what player_new_game was told; "-": the variant's own */
    int begun;           /* times it was called */
};

typedef struct Line {
    const char *move; /* NULL: no move, but `kind` */
    ReplyKind kind;
    int score_cp; /* NO_SCORE: none is told */
    int64_t elapsed_ms;
    uint64_t nodes;
    int depth;
} Line;
enum { NO_SCORE = 99999 };

static struct Player players[2];
static const Line *script;
static Clocks clocks_seen[32]; /* by ply */

const PlayerSpec *player_spec(const Player *player) { return &player->spec; }
const HenkaError *player_error(const Player *player) {
    static HenkaError error;
    snprintf(error.message, sizeof error.message, "%s", player->problem);
    return &error;
}

PlayerState player_new_game(Player *player, const char *start_sfen, HenkaError *error) {
    player->begun++;
    snprintf(player->start, sizeof player->start, "%s", start_sfen ? start_sfen : "-");
    if (player->problem) snprintf(error->message, sizeof error->message, "%s", player->problem);
    return player->state;
}

Reply player_think(Player *player, const HenkaGame *game, const Clocks *clocks) {
    const Line *line = &script[henka_game_plies(game)];
    CHECK(player == &players[henka_game_side(game)], "ply %d: the wrong player is asked",
          henka_game_plies(game));
    clocks_seen[henka_game_plies(game)] = *clocks;
    Reply reply = {.kind = line->kind,
                   .has_score = line->score_cp != NO_SCORE,
                   .score_cp = line->score_cp,
                   .elapsed_ms = line->elapsed_ms,
                   .nodes = line->nodes,
                   .depth = line->depth};
    snprintf(reply.text, sizeof reply.text, "%s", line->move ? line->move : "what it said");
    if (line->move)
        CHECK(henka_move_parse(game, line->move, &reply.move, NULL), "the script's %s", line->move);
    return reply;
}

/* ---- a game ---- */

static const HenkaVariant *shogi;
/* Black mates by 5c5b and G*... at once: G*5b. */
static const char mate_in_one[] = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

static MatchResult play(const Line *lines, const char *start, const Referee *referee,
                        HenkaOutcome *outcome, int *plies) {
    Player *const seats[2] = {&players[0], &players[1]};
    HenkaGame *game = henka_game_new(shogi, *start ? start : NULL, NULL);
    script = lines;
    MatchResult result = match_play(game, start, seats, referee);
    *outcome = henka_game_outcome(game);
    *plies = henka_game_plies(game);
    henka_game_free(game);
    return result;
}

static void check_end(const char *about, const MatchResult *result, MatchEnd end, int winner) {
    CHECK(result->end == end && result->winner == winner, "%s: ended by %s, won by %d", about,
          match_end_names[result->end], result->winner);
}

static void fresh_players(void) { memset(players, 0, sizeof players); }

/* ---- how games end ---- */

static void ends(void) {
    static const struct {
        ReplyKind kind;
        MatchEnd end;
        HenkaReason reason; /* in the game's record */
        bool won;           /* by the other side, in the record too */
    } rows[] = {{REPLY_RESIGNS, MATCH_RESIGNED, HENKA_RESIGNATION, true},
                {REPLY_ILLEGAL, MATCH_ILLEGAL, HENKA_ILLEGAL_MOVE, true},
                {REPLY_CRASHED, MATCH_CRASH, HENKA_ABANDONED, false},
                {REPLY_SILENT, MATCH_SILENT, HENKA_ABANDONED, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int loser = 0; loser < 2; loser++) {
            Line lines[2] = {{"7g7f", REPLY_MOVE, NO_SCORE, 0, 0, 0}};
            lines[loser] = (Line){NULL, rows[i].kind, NO_SCORE, 0, 0, 0};
            HenkaOutcome outcome;
            int plies;
            fresh_players();
            MatchResult result = play(lines, "", &(Referee){0}, &outcome, &plies);
            CHECK_ABOUT("%s by side %d", match_end_names[rows[i].end], loser);
            check_end("a reply", &result, rows[i].end, !loser);
            CHECK(outcome.reason == rows[i].reason && outcome.winner == (rows[i].won ? !loser : -1),
                  "the game says %s, won by %d", henka_reason_name(outcome.reason), outcome.winner);
            CHECK(plies == loser, "%d plies", plies);
            CHECK(!strcmp(result.detail, "what it said"), "detail \"%s\"", result.detail);
        }
    CHECK_ABOUT("%s", "");
}

static void no_result(void) {
    HenkaOutcome outcome;
    int plies;
    const Line cancelled[] = {{"7g7f", REPLY_MOVE, NO_SCORE, 0, 0, 0},
                              {NULL, REPLY_CANCELLED, NO_SCORE, 0, 0, 0}};
    fresh_players();
    MatchResult result = play(cancelled, "", &(Referee){0}, &outcome, &plies);
    check_end("interrupted", &result, MATCH_CANCELLED, -1);
    CHECK(outcome.reason == HENKA_PLAYING && !*result.detail, "interrupted: the game says %s",
          henka_reason_name(outcome.reason));
    const Line unfit[] = {{NULL, REPLY_UNFIT, NO_SCORE, 0, 0, 0}};
    players[0].problem = "it has other rules";
    result = play(unfit, "", &(Referee){0}, &outcome, &plies);
    check_end("other rules", &result, MATCH_UNPLAYABLE, -1);
    CHECK(!strcmp(result.error.message, "it has other rules") && outcome.reason == HENKA_PLAYING,
          "other rules: \"%s\", the game says %s", result.error.message,
          henka_reason_name(outcome.reason));
}

/* A legal move for another position is illegal in this one. */
static void illegal_moves(void) {
    const Line lines[] = {{"7g7f", REPLY_MOVE, NO_SCORE, 0, 0, 0}};
    HenkaOutcome outcome;
    int plies;
    Player *const seats[2] = {&players[0], &players[1]};
    fresh_players();
    HenkaGame *game = henka_game_new(shogi, NULL, NULL);
    Line own[2] = {lines[0], {NULL, REPLY_MOVE, NO_SCORE, 0, 0, 0}}; /* its move is "none" */
    script = own;
    MatchResult result = match_play(game, "", seats, &(Referee){0});
    check_end("no move at all", &result, MATCH_ILLEGAL, HENKA_SENTE);
    outcome = henka_game_outcome(game);
    plies = henka_game_plies(game);
    CHECK(outcome.reason == HENKA_ILLEGAL_MOVE && plies == 1 &&
              !strcmp(result.detail, "what it said"),
          "the game says %s after %d plies, detail \"%s\"", henka_reason_name(outcome.reason),
          plies, result.detail);
    henka_game_free(game);
}

static void seats(void) {
    HenkaOutcome outcome;
    int plies;
    const Line mate[] = {{"G*5b", REPLY_MOVE, NO_SCORE, 0, 0, 0}};
    fresh_players();
    MatchResult result = play(mate, mate_in_one, &(Referee){0}, &outcome, &plies);
    check_end("mate", &result, MATCH_BY_RULE, HENKA_SENTE);
    CHECK(outcome.reason == HENKA_CHECKMATE && plies == 1, "the game says %s",
          henka_reason_name(outcome.reason));
    for (int side = 0; side < 2; side++) {
        CHECK(players[side].begun == 1 && !strcmp(players[side].start, mate_in_one),
              "player %d was told %d games, the last from %s", side, players[side].begun,
              players[side].start);
        fresh_players();
        players[side].state = PLAYER_CRASHED;
        players[side].problem = "it is gone";
        result = play(mate, "", &(Referee){0}, &outcome, &plies);
        check_end("not started again", &result, MATCH_CRASH, !side);
        CHECK(!strcmp(result.detail, "it is gone") && !strcmp(players[side].start, "-") &&
                  outcome.reason == HENKA_ABANDONED,
              "side %d: detail \"%s\", start %s, the game says %s", side, result.detail,
              players[side].start, henka_reason_name(outcome.reason));
        fresh_players();
        players[side].state = PLAYER_UNFIT;
        players[side].problem = "it has no such game";
        result = play(mate, "", &(Referee){0}, &outcome, &plies);
        check_end("unfit", &result, MATCH_UNPLAYABLE, -1);
        CHECK(!strcmp(result.error.message, "it has no such game") &&
                  outcome.reason == HENKA_PLAYING,
              "side %d: error \"%s\", the game says %s", side, result.error.message,
              henka_reason_name(outcome.reason));
        fresh_players();
        play(mate, mate_in_one, &(Referee){0}, &outcome, &plies);
    }
}

/* ---- the referee's own endings ---- */

#define SCORED(move, score_cp) {move, REPLY_MOVE, score_cp, 0, 0, 0}
static const char *const shuffle[] = {"2h3h", "8b7b", "3h4h", "7b6b", "4h3h",
                                      "6b7b", "3h2h", "7b8b", "2h1h", "8b9b"};

/* scores: by ply, for the side to move. Ends after `plies`, or not within the ten moves. */
static void adjudicated(const char *about, const Referee *referee, const int scores[10],
                        int expected_plies, MatchEnd end, int winner) {
    Line lines[11];
    HenkaOutcome outcome;
    int plies;
    for (int ply = 0; ply < 10; ply++) lines[ply] = (Line)SCORED(shuffle[ply], scores[ply]);
    lines[10] = (Line){NULL, REPLY_CANCELLED, NO_SCORE, 0, 0, 0};
    fresh_players();
    MatchResult result = play(lines, "", referee, &outcome, &plies);
    check_end(about, &result, end, winner);
    CHECK(plies == expected_plies, "%s: %d plies, expected %d", about, plies, expected_plies);
    HenkaReason reason = end == MATCH_CANCELLED         ? HENKA_PLAYING
                         : end == MATCH_ADJUDICATED_WIN ? HENKA_RESIGNATION
                                                        : HENKA_DRAW_AGREED;
    CHECK(outcome.reason == reason && outcome.winner == winner, "%s: the game says %s, won by %d",
          about, henka_reason_name(outcome.reason), outcome.winner);
}

static void adjudication(void) {
    const Referee resign = {.resign_score_cp = 500, .resign_count = 3},
                  draw = {.draw_score_cp = 20, .draw_count = 3, .draw_after = 5},
                  cap = {.max_plies = 6},
                  both = {.resign_score_cp = 500,
                          .resign_count = 3,
                          .draw_score_cp = 20,
                          .draw_count = 3};
    adjudicated("sente is ahead, both say so", &resign,
                (const int[]){0, 0, 500, -700, 500, -500, 0, 0, 0, 0}, 5, MATCH_ADJUDICATED_WIN,
                HENKA_SENTE);
    adjudicated("gote is ahead, both say so", &resign,
                (const int[]){-600, 600, -500, 500, 0, 0, 0, 0, 0, 0}, 3, MATCH_ADJUDICATED_WIN,
                HENKA_GOTE);
    adjudicated("each sees itself ahead", &resign,
                (const int[]){600, 600, 600, 600, 600, 600, 600, 600, 600, 600}, 10,
                MATCH_CANCELLED, -1);
    adjudicated("first one, then the other", &resign,
                (const int[]){600, -600, -600, 600, -600, 0, 0, 0, 0, 0}, 5, MATCH_ADJUDICATED_WIN,
                HENKA_GOTE);
    adjudicated("one point short each third ply", &resign,
                (const int[]){600, -600, 499, -600, 600, -499, 600, -600, 499, -600}, 10,
                MATCH_CANCELLED, -1);
    adjudicated("no score in between", &resign,
                (const int[]){600, -600, NO_SCORE, -600, 600, NO_SCORE, 600, -600, 0, 0}, 10,
                MATCH_CANCELLED, -1);
    adjudicated("ahead, but nobody resigns", &(Referee){.resign_score_cp = 500},
                (const int[]){600, -600, 600, -600, 600, -600, 600, -600, 600, -600}, 10,
                MATCH_CANCELLED, -1);
    adjudicated("even from the first ply, counted, but not before ply 5", &draw,
                (const int[]){20, -20, 0, 0, 0, 0, 0, 0, 0, 0}, 5, MATCH_ADJUDICATED_DRAW, -1);
    adjudicated("uneven until ply 5", &draw, (const int[]){90, 90, 90, 90, 21, 20, -20, 20, 0, 0},
                8, MATCH_ADJUDICATED_DRAW, -1);
    adjudicated("one a point too much each third ply", &draw,
                (const int[]){0, 0, 21, 0, 0, -21, 0, 0, 21, 0}, 10, MATCH_CANCELLED, -1);
    adjudicated("silent about the score", &draw,
                (const int[]){NO_SCORE, NO_SCORE, NO_SCORE, NO_SCORE, NO_SCORE, NO_SCORE, NO_SCORE,
                              NO_SCORE, NO_SCORE, NO_SCORE},
                10, MATCH_CANCELLED, -1);
    adjudicated("even, but no draws", &(Referee){.draw_score_cp = 20}, (const int[10]){0}, 10,
                MATCH_CANCELLED, -1);
    adjudicated("a win after even plies", &both,
                (const int[]){0, 0, -500, 500, -500, 0, 0, 0, 0, 0}, 5, MATCH_ADJUDICATED_WIN,
                HENKA_GOTE);
    adjudicated("the cap", &cap, (const int[10]){0}, 6, MATCH_PLY_CAP, -1);
}

/* What the rules say comes first where the referee would stop the game at the same ply. */
static void rules_first(void) {
    HenkaOutcome outcome;
    int plies;
    const Line mate[] = {{"G*5b", REPLY_MOVE, NO_SCORE, 0, 0, 0}};
    fresh_players();
    MatchResult result = play(mate, mate_in_one, &(Referee){.max_plies = 1}, &outcome, &plies);
    check_end("mate at the cap", &result, MATCH_BY_RULE, HENKA_SENTE);
}

/* ---- a last royal that is left ---- */

static void left_royals(void) {
    static const char text[] = "name=bare\nfiles=5\nranks=5\nroyalRule=capture\nroyal=K\n"
                               "king:K:K:K:c1\nqueen:Q:Q:Q:a1\n";
    static const char hunted[] = "4k/5/5/3q1/4K b - 1", caught[] = "4k/5/2qq1/5/4K b - 1",
                      free_to_go[] = "4k/q4/5/5/2K2 b - 1";
    const HenkaVariant *before = shogi;
    HenkaVariant *bare = henka_variant_parse(text, sizeof text - 1, NULL, 0, NULL);
    HenkaOutcome outcome;
    int plies;
    static const struct {
        const char *about, *start;
        Line lines[2];
        int left;
    } rows[] = {
        {"it goes where it can be taken",
         free_to_go,
         {{"3e4e", REPLY_MOVE, NO_SCORE, 0, 0, 0}, {NULL, REPLY_RESIGNS, NO_SCORE, 0, 0, 0}},
         0},
        {"it stays beside a queen",
         hunted,
         {{"1e2e", REPLY_MOVE, NO_SCORE, 0, 0, 0}, {NULL, REPLY_RESIGNS, NO_SCORE, 0, 0, 0}},
         1},
        {"it takes the queen",
         hunted,
         {{"1e2d", REPLY_MOVE, NO_SCORE, 0, 0, 0}, {NULL, REPLY_RESIGNS, NO_SCORE, 0, 0, 0}},
         0},
        {"it has no way out",
         caught,
         {{"1e1d", REPLY_MOVE, NO_SCORE, 0, 0, 0}, {NULL, REPLY_RESIGNS, NO_SCORE, 0, 0, 0}},
         0}};
    shogi = bare;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fresh_players();
        MatchResult result = play(rows[i].lines, rows[i].start, &(Referee){0}, &outcome, &plies);
        CHECK(plies == 1 && result.use[0].left_royal == rows[i].left && !result.use[1].left_royal,
              "%s: left %d and %d times in %d plies", rows[i].about, result.use[0].left_royal,
              result.use[1].left_royal, plies);
    }
    shogi = before;
    henka_variant_free(bare);
}

/* ---- clocks ---- */

static void clocks(void) {
    const Line lines[] = {
        {"2h3h", REPLY_MOVE, NO_SCORE, 300, 1000, 5}, {"8b7b", REPLY_MOVE, NO_SCORE, 40, 10, -1},
        {"3h4h", REPLY_MOVE, NO_SCORE, 950, 2000, 7}, {"7b6b", REPLY_MOVE, NO_SCORE, 90, 20, 3},
        {"4h3h", REPLY_MOVE, NO_SCORE, 0, 0, 0},      {NULL, REPLY_CANCELLED, NO_SCORE, 7, 0, 0}};
    static const int64_t left[6][2] = {{1100, 50}, {900, 50}, {900, 60},
                                       {100, 60},  {100, 50}, {200, 50}};
    HenkaOutcome outcome;
    int plies;
    fresh_players();
    players[0].spec.control = (Control){.base_ms = 1000, .increment_ms = 100};
    players[1].spec.control = (Control){.increment_ms = 50};
    MatchResult result = play(lines, "", &(Referee){.margin_ms = 50}, &outcome, &plies);
    check_end("in time", &result, MATCH_CANCELLED, -1);
    for (int ply = 0; ply <= 5; ply++)
        for (int side = 0; side < 2; side++)
            CHECK(clocks_seen[ply].left_ms[side] == left[ply][side],
                  "ply %d, side %d: %lld ms left, expected %lld", ply, side,
                  (long long)clocks_seen[ply].left_ms[side], (long long)left[ply][side]);
    const SideUse *use = result.use;
    CHECK(use[0].nodes == 3000 && use[0].depths == 12 && use[0].time_ms == 1250 &&
              use[0].moves == 3 && use[0].worst_overrun_ms == 50,
          "sente: %llu nodes, %llu plies, %lld ms, %d moves, %lld ms late",
          (unsigned long long)use[0].nodes, (unsigned long long)use[0].depths,
          (long long)use[0].time_ms, use[0].moves, (long long)use[0].worst_overrun_ms);
    CHECK(use[1].nodes == 30 && use[1].depths == 3 && use[1].time_ms == 137 && use[1].moves == 3 &&
              use[1].worst_overrun_ms == 30,
          "gote: %llu nodes, %llu plies, %lld ms, %d moves, %lld ms late",
          (unsigned long long)use[1].nodes, (unsigned long long)use[1].depths,
          (long long)use[1].time_ms, use[1].moves, (long long)use[1].worst_overrun_ms);
}

/* The flag falls only beyond the margin, whatever the time is given by; a fallen flag is a loss on
 * time, unless there was no answer at all. */
static void flags(void) {
    static const struct {
        Control control;
        int64_t elapsed_ms, overrun_ms;
        bool falls;
    } rows[] = {{{.base_ms = 1000}, 1050, 50, false},
                {{.base_ms = 1000}, 1051, 51, true},
                {{.increment_ms = 200}, 250, 50, false},
                {{.increment_ms = 200}, 251, 51, true},
                {{.byoyomi_ms = 500}, 550, 50, false},
                {{.byoyomi_ms = 500}, 551, 51, true},
                {{.base_ms = 1000, .byoyomi_ms = 500}, 1550, 50, false},
                {{.base_ms = 1000, .byoyomi_ms = 500}, 1551, 51, true},
                {{.movetime_ms = 300}, 350, 50, false},
                {{.movetime_ms = 300}, 351, 51, true},
                {{.movetime_ms = 300}, 290, 0, false},
                {{.nodes = 5, .depth = 2, .level = 3}, 99999, 0, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Line lines[] = {{"2h3h", REPLY_MOVE, NO_SCORE, rows[i].elapsed_ms, 0, 0},
                              {NULL, REPLY_CANCELLED, NO_SCORE, 0, 0, 0}};
        HenkaOutcome outcome;
        int plies;
        fresh_players();
        players[0].spec.control = rows[i].control;
        MatchResult result = play(lines, "", &(Referee){.margin_ms = 50}, &outcome, &plies);
        CHECK_ABOUT("row %zu", i);
        check_end("a move", &result, rows[i].falls ? MATCH_FLAG : MATCH_CANCELLED,
                  rows[i].falls ? HENKA_GOTE : -1);
        CHECK(outcome.reason == (rows[i].falls ? HENKA_TIME : HENKA_PLAYING), "the game says %s",
              henka_reason_name(outcome.reason));
        CHECK(result.use[0].worst_overrun_ms == rows[i].overrun_ms, "%lld ms late",
              (long long)result.use[0].worst_overrun_ms);
        const Line silent[] = {{NULL, REPLY_SILENT, NO_SCORE, 99999, 0, 0}},
                   resigns[] = {{NULL, REPLY_RESIGNS, NO_SCORE, 99999, 0, 0}};
        result = play(silent, "", &(Referee){.margin_ms = 50}, &outcome, &plies);
        check_end("no answer", &result, MATCH_SILENT, HENKA_GOTE);
        bool timeless = rows[i].control.nodes;
        result = play(resigns, "", &(Referee){.margin_ms = 50}, &outcome, &plies);
        check_end("resigns late", &result, timeless ? MATCH_RESIGNED : MATCH_FLAG, HENKA_GOTE);
    }
    CHECK_ABOUT("%s", "");
}

/* A fixed time a move is not a clock that runs down; byoyomi is there again at each move. */
static void fresh_time(void) {
    const Line lines[] = {{"2h3h", REPLY_MOVE, NO_SCORE, 300, 0, 0},
                          {"8b7b", REPLY_MOVE, NO_SCORE, 300, 0, 0},
                          {"3h4h", REPLY_MOVE, NO_SCORE, 300, 0, 0},
                          {"7b6b", REPLY_MOVE, NO_SCORE, 300, 0, 0},
                          {NULL, REPLY_CANCELLED, NO_SCORE, 0, 0, 0}};
    HenkaOutcome outcome;
    int plies;
    fresh_players();
    players[0].spec.control = (Control){.movetime_ms = 300, .increment_ms = 20};
    players[1].spec.control = (Control){.base_ms = 200, .byoyomi_ms = 300};
    MatchResult result = play(lines, "", &(Referee){0}, &outcome, &plies);
    check_end("fixed time and byoyomi", &result, MATCH_CANCELLED, -1);
    CHECK(clocks_seen[4].left_ms[0] == 20 && clocks_seen[4].left_ms[1] == 0,
          "%lld and %lld ms left", (long long)clocks_seen[4].left_ms[0],
          (long long)clocks_seen[4].left_ms[1]);
}

int main(void) {
    HenkaVariant *variant = henka_variant_shipped("shogi", NULL, 0, NULL);
    shogi = variant;
    ends();
    no_result();
    illegal_moves();
    seats();
    adjudication();
    rules_first();
    left_royals();
    clocks();
    flags();
    fresh_time();
    henka_variant_free(variant);
    return check_done();
}
