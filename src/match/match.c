#include "match/match.h"

#include <stdio.h>
#include <stdlib.h>

#define NAME(name, word) word,
const char *const match_end_names[MATCH_END_COUNT] = {MATCH_ENDS(NAME)};
#undef NAME

/* One game while it is played. */
typedef struct MatchTable {
    HenkaGame *game;        /* the caller's; holds the moves so far */
    Player *const *players; /* the players, by side */
    const Referee *referee; /* rules for stopping a decided game */
    Clocks clocks;          /* the time that each side has left */
    int ahead_plies;        /* plies in a row in which the scores saw ahead_side far ahead */
    int even_plies;         /* number of plies in a row in which the scores saw the game even */
    int ahead_side;         /* the side that is ahead; valid while ahead_plies is above 0 */
    HenkaMove *moves;       /* room for HENKA_MAX_MOVES; NULL: a game without capture of royals */
    MatchResult result;     /* filled as the game goes on and ends */
} MatchTable;

static void finish(MatchTable *table, MatchEnd end, int winner) {
    table->result.end = end;
    table->result.winner = winner;
}

/* Subtracts the time used from the side's clock. Returns false if the side has exceeded its time,
 * or its fixed time for a move, by more than the referee's margin. */
static bool charge_clock(MatchTable *table, int side, int64_t elapsed_ms) {
    const Control *control = &player_spec(table->players[side])->control;
    int64_t *left_ms = &table->clocks.left_ms[side], over_ms;
    if (control->movetime_ms)
        over_ms = elapsed_ms - control->movetime_ms;
    else if (control->base_ms || control->increment_ms || control->byoyomi_ms)
        over_ms = elapsed_ms - *left_ms - control->byoyomi_ms;
    else
        return true;
    if (over_ms > table->result.use[side].worst_overrun_ms)
        table->result.use[side].worst_overrun_ms = over_ms;
    if (over_ms > table->referee->margin_ms) return false;
    if (control->movetime_ms) return true;
    *left_ms = *left_ms > elapsed_ms ? *left_ms - elapsed_ms : 0;
    *left_ms += control->increment_ms;
    return true;
}

/* Ends a decided game and returns true. Both players' scores of plies in a row must all say so. */
static bool adjudicate(MatchTable *table, int side, const Reply *reply) {
    const Referee *referee = table->referee;
    int score_cp = reply->has_score ? reply->score_cp : 0, size = abs(score_cp);
    int ahead = score_cp > 0 ? side : !side, plies = henka_game_plies(table->game);
    bool decided = reply->has_score && referee->resign_count && size >= referee->resign_score_cp;
    bool even = reply->has_score && referee->draw_count && size <= referee->draw_score_cp;
    table->ahead_plies = !decided ? 0 : ahead == table->ahead_side ? table->ahead_plies + 1 : 1;
    table->ahead_side = ahead;
    table->even_plies = even ? table->even_plies + 1 : 0;
    if (referee->resign_count && table->ahead_plies >= referee->resign_count)
        return finish(table, MATCH_ADJUDICATED_WIN, ahead), true;
    if (referee->draw_count && table->even_plies >= referee->draw_count &&
        plies >= referee->draw_after)
        return finish(table, MATCH_ADJUDICATED_DRAW, -1), true;
    if (referee->max_plies && plies >= referee->max_plies)
        return finish(table, MATCH_PLY_CAP, -1), true;
    return false;
}

/* Can the side to move take the last royal at once? moves: room for HENKA_MAX_MOVES. */
static bool takes_last_royal(HenkaGame *game, HenkaMove *moves) {
    int side = henka_game_side(game);
    size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
    bool takes = false;
    for (size_t i = 0; i < count && !takes; i++) {
        if (!henka_game_parts(game, moves[i]).capture || !henka_game_play(game, moves[i])) continue;
        HenkaOutcome outcome = henka_game_outcome(game);
        takes = outcome.winner == side &&
                (outcome.reason == HENKA_ROYAL_CAPTURED || outcome.reason == HENKA_ROYALS_LOST);
        henka_game_undo(game);
    }
    return takes;
}

/* A move has let the mover's last royal be taken: would another move have avoided that? */
static bool could_keep_royal(const HenkaGame *after, HenkaMove *moves) {
    HenkaGame *game = henka_game_copy(after);
    HenkaMove *others = malloc(sizeof *others * HENKA_MAX_MOVES);
    bool keeps = false;
    if (game && others && henka_game_undo(game)) {
        size_t count = henka_game_moves(game, others, HENKA_MAX_MOVES);
        for (size_t i = 0; i < count && !keeps; i++) {
            if (!henka_game_play(game, others[i])) continue;
            keeps = !takes_last_royal(game, moves);
            henka_game_undo(game);
        }
    }
    free(others);
    henka_game_free(game);
    return keeps;
}

/* Plays one ply. Returns false when the game is over. */
static bool take_turn(MatchTable *table) {
    static const MatchEnd ends[] = {[REPLY_MOVE] = MATCH_ILLEGAL,
                                    [REPLY_RESIGNS] = MATCH_RESIGNED,
                                    [REPLY_ILLEGAL] = MATCH_ILLEGAL,
                                    [REPLY_CRASHED] = MATCH_CRASH,
                                    [REPLY_SILENT] = MATCH_SILENT};
    int side = henka_game_side(table->game);
    Reply reply = player_think(table->players[side], table->game, &table->clocks);
    SideUse *use = &table->result.use[side];
    use->nodes += reply.nodes;
    use->depths += (uint64_t)(reply.depth > 0 ? reply.depth : 0);
    use->time_ms += reply.elapsed_ms;
    use->moves++;
    if (reply.kind == REPLY_CANCELLED) return finish(table, MATCH_CANCELLED, -1), false;
    if (reply.kind == REPLY_UNFIT) {
        table->result.error = *player_error(table->players[side]);
        return finish(table, MATCH_UNPLAYABLE, -1), false;
    }
    bool answered = reply.kind == REPLY_MOVE || reply.kind == REPLY_RESIGNS;
    if (!charge_clock(table, side, reply.elapsed_ms) && answered)
        return finish(table, MATCH_FLAG, !side), false;
    if (reply.kind != REPLY_MOVE || !henka_game_legal(table->game, reply.move)) {
        finish(table, ends[reply.kind], !side);
        snprintf(table->result.detail, sizeof table->result.detail, "%s", reply.text);
        return false;
    }
    henka_game_play(table->game, reply.move);
    if (!use->left_royal && table->moves && henka_game_outcome(table->game).reason == HENKA_PLAYING)
        use->left_royal = takes_last_royal(table->game, table->moves) &&
                          could_keep_royal(table->game, table->moves);
    return !adjudicate(table, side, &reply);
}

/* Prepares a player for the game. Returns false if this fails. */
static bool seat_player(MatchTable *table, int side, const char *start) {
    const Control *control = &player_spec(table->players[side])->control;
    HenkaError *error = &table->result.error;
    table->clocks.left_ms[side] = control->base_ms + control->increment_ms;
    PlayerState state = player_new_game(table->players[side], *start ? start : NULL, error);
    if (state == PLAYER_UNFIT) finish(table, MATCH_UNPLAYABLE, -1);
    if (state == PLAYER_CRASHED) {
        finish(table, MATCH_CRASH, !side);
        snprintf(table->result.detail, sizeof table->result.detail, "%.120s", error->message);
    }
    return state == PLAYER_READY;
}

MatchResult match_play(HenkaGame *game, const char *start, Player *const players[2],
                       const Referee *referee) {
    /* The reasons to record for endings that the game's rules don't know. Crash and silence have no
     * reason of their own: such a game counts as abandoned. */
    static const HenkaReason reasons[MATCH_END_COUNT] = {
        [MATCH_ILLEGAL] = HENKA_ILLEGAL_MOVE,
        [MATCH_CRASH] = HENKA_ABANDONED,
        [MATCH_SILENT] = HENKA_ABANDONED,
        [MATCH_FLAG] = HENKA_TIME,
        [MATCH_RESIGNED] = HENKA_RESIGNATION,
        [MATCH_ADJUDICATED_WIN] = HENKA_RESIGNATION,
        [MATCH_ADJUDICATED_DRAW] = HENKA_DRAW_AGREED,
        [MATCH_PLY_CAP] = HENKA_DRAW_AGREED};
    MatchTable table = {.game = game, .players = players, .referee = referee};
    const MatchResult *result = &table.result;
    const HenkaVariant *variant = henka_game_variant(game);
    if (henka_variant_can_end(variant, HENKA_ROYAL_CAPTURED) ||
        henka_variant_can_end(variant, HENKA_ROYALS_LOST))
        table.moves = malloc(sizeof *table.moves * HENKA_MAX_MOVES);
    if (seat_player(&table, HENKA_SENTE, start) && seat_player(&table, HENKA_GOTE, start)) {
        HenkaOutcome outcome;
        while ((outcome = henka_game_outcome(game)).reason == HENKA_PLAYING && take_turn(&table)) {}
        outcome = henka_game_outcome(game);
        if (outcome.reason != HENKA_PLAYING) finish(&table, MATCH_BY_RULE, outcome.winner);
    }
    free(table.moves);
    if (reasons[result->end])
        henka_game_end(game, reasons[result->end],
                       result->winner < 0 ? HENKA_SENTE : (HenkaSide)!result->winner);
    return table.result;
}
