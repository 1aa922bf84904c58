#include "match/match.h"

#include <stdio.h>
#include <stdlib.h>

const char *const match_end_names[MATCH_END_COUNT] = {
    "by rule",         "illegal move",     "crash",   "silence",   "flag",      "resigned",
    "adjudicated win", "adjudicated draw", "ply cap", "cancelled", "unplayable"};

/* One game while it is played. */
typedef struct MatchTable {
    HenkaGame *game;        /* the caller's; holds the moves so far */
    Player *const *players; /* by side */
    const Referee *referee; /* when a decided game is stopped */
    Clocks clocks;          /* what each side has left */
    int ahead_plies;        /* in a row, that both scores saw ahead_side far ahead */
    int even_plies;         /* in a row, that both scores saw the game even */
    int ahead_side;         /* while ahead_plies is above 0 */
    HenkaMove *moves;       /* room for HENKA_MAX_MOVES; NULL: royals are not captured here */
    MatchResult result;     /* filled as the game goes on and ends */
} MatchTable;

static void finish(MatchTable *table, MatchEnd end, int winner) {
    table->result.end = end;
    table->result.winner = winner;
}

/* Ends the game with the rules' own word for the ending, which the record then has. A crash and
 * silence have no word there: the game is abandoned, with no winner. */
static void write_into_game(MatchTable *table) {
    const MatchResult *result = &table->result;
    if (result->end == MATCH_BY_RULE || result->end == MATCH_CANCELLED ||
        result->end == MATCH_UNPLAYABLE)
        return;
    if (result->winner < 0) {
        henka_game_end(table->game, HENKA_DRAW_AGREED, HENKA_SENTE);
        return;
    }
    HenkaReason reason = HENKA_RESIGNATION;
    if (result->end == MATCH_ILLEGAL) reason = HENKA_ILLEGAL_MOVE;
    if (result->end == MATCH_CRASH || result->end == MATCH_SILENT) reason = HENKA_ABANDONED;
    if (result->end == MATCH_FLAG) reason = HENKA_TIME;
    henka_game_end(table->game, reason, (HenkaSide)!result->winner);
}

/* Takes what was used off the clock. False: the flag fell. A player with fixed time may overrun it
 * by the margin too. */
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

/* Both players must agree: a run of plies in which every score says the same. */
static void note_score(MatchTable *table, int side, const Reply *reply) {
    const Referee *referee = table->referee;
    int score_cp = reply->has_score ? reply->score_cp : 0, size = abs(score_cp);
    int ahead = score_cp > 0 ? side : !side;
    bool decided = reply->has_score && referee->resign_count && size >= referee->resign_score_cp;
    bool even = reply->has_score && referee->draw_count && size <= referee->draw_score_cp;
    table->ahead_plies = !decided ? 0 : ahead == table->ahead_side ? table->ahead_plies + 1 : 1;
    table->ahead_side = ahead;
    table->even_plies = even ? table->even_plies + 1 : 0;
}

static bool adjudicate(MatchTable *table) {
    const Referee *referee = table->referee;
    int plies = henka_game_plies(table->game);
    if (referee->resign_count && table->ahead_plies >= referee->resign_count)
        return finish(table, MATCH_ADJUDICATED_WIN, table->ahead_side), true;
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

/* The last royal of the side that has just moved can be taken: would another move have kept it? */
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

/* One ply; false when the game is over. */
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
    note_score(table, side, &reply);
    if (!use->left_royal && table->moves && henka_game_outcome(table->game).reason == HENKA_PLAYING)
        use->left_royal = takes_last_royal(table->game, table->moves) &&
                          could_keep_royal(table->game, table->moves);
    return !adjudicate(table);
}

static bool seat_players(MatchTable *table, const char *start) {
    for (int side = 0; side < 2; side++) {
        const Control *control = &player_spec(table->players[side])->control;
        table->clocks.left_ms[side] = control->base_ms + control->increment_ms;
        HenkaError *error = &table->result.error;
        switch (player_new_game(table->players[side], *start ? start : NULL, error)) {
        case PLAYER_READY:
            continue;
        case PLAYER_UNFIT:
            return finish(table, MATCH_UNPLAYABLE, -1), false;
        case PLAYER_CRASHED:
            finish(table, MATCH_CRASH, !side);
            snprintf(table->result.detail, sizeof table->result.detail, "%.120s", error->message);
            return false;
        }
    }
    return true;
}

MatchResult match_play(HenkaGame *game, const char *start, Player *const players[2],
                       const Referee *referee) {
    MatchTable table = {.game = game, .players = players, .referee = referee};
    const HenkaVariant *variant = henka_game_variant(game);
    if (henka_variant_can_end(variant, HENKA_ROYAL_CAPTURED) ||
        henka_variant_can_end(variant, HENKA_ROYALS_LOST))
        table.moves = malloc(sizeof *table.moves * HENKA_MAX_MOVES);
    if (seat_players(&table, start)) {
        HenkaOutcome outcome;
        while ((outcome = henka_game_outcome(game)).reason == HENKA_PLAYING && take_turn(&table)) {}
        outcome = henka_game_outcome(game);
        if (outcome.reason != HENKA_PLAYING) finish(&table, MATCH_BY_RULE, outcome.winner);
    }
    free(table.moves);
    write_into_game(&table);
    return table.result;
}
