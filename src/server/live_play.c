#include "base/error.h"
#include "server/client.h"
#include "server/live_inside.h"

#include <stdlib.h>
#include <string.h>

enum { FULL_STRENGTH_MS = 3000 };

/* ---- playing --------------------------------------------------------------------------------- */

static const char *side_name(HenkaSide side) { return side == HENKA_SENTE ? "sente" : "gote"; }

static bool live_expect_open(const LiveGame *live, HenkaError *error) {
    HenkaOutcome outcome = henka_game_outcome(live->game);
    return outcome.reason == HENKA_PLAYING ||
           error_at(error, 0, 0, "the game is over: %s", henka_reason_name(outcome.reason));
}

static bool live_expect_human(const LiveGame *live, HenkaSide side, HenkaError *error) {
    return !live->row.engine[side] ||
           error_at(error, 0, 0, "%s is played by the engine", side_name(side));
}

static void moves_append(GameRow *row, const char *text) {
    size_t length = strlen(row->moves), more = strlen(text);
    row->moves = realloc(row->moves, length + more + 2);
    if (length) row->moves[length++] = ' ';
    memcpy(row->moves + length, text, more + 1);
}

static void moves_truncate(char *moves, int plies) {
    char *end = moves;
    for (; plies > 0 && *end; plies--) end += strcspn(end, " ") + (plies > 1);
    *end = 0;
}

static bool live_play(LiveGame *live, HenkaMove move, HenkaError *error) {
    char text[64];
    HenkaSide side = henka_game_side(live->game);
    if (live->row.plies >= LIVE_MAX_PLIES)
        return error_at(error, 0, 0, "a game has at most %d moves", LIVE_MAX_PLIES);
    henka_move_text(live->game, move, HENKA_USI, text, sizeof text);
    if (!henka_game_play(live->game, move))
        return error_at(error, 0, 0, "\"%s\" is no legal move", text);
    moves_append(&live->row, text);
    if (live->row.offer == !side) live->row.offer = -1;
    return live_keep(live, error);
}

static bool live_end(LiveGame *live, HenkaReason reason, HenkaSide side, HenkaError *error) {
    if (!henka_game_end(live->game, reason, side))
        return error_at(error, 0, 0, "the game can't end by %s now", henka_reason_name(reason));
    live_stop(live);
    live->row.agreed = true;
    return live_keep(live, error);
}

bool live_move(LiveGame *live, const char *usi, int ply, HenkaError *error) {
    HenkaMove move;
    if (!live_expect_open(live, error) ||
        !live_expect_human(live, henka_game_side(live->game), error))
        return false;
    if (ply >= 0 && ply != live->row.plies)
        return error_at(error, 0, 0, "expected a move after %d moves, found one meant after %d",
                        live->row.plies, ply);
    if (!henka_move_parse(live->game, usi, &move, error)) {
        HenkaGame *copy = henka_game_copy(live->game); /* live_end ends the game itself */
        bool loses = copy && henka_game_play_text(copy, usi, NULL, NULL) == HENKA_TEXT_LOST;
        henka_game_free(copy);
        return loses && live_end(live, HENKA_ILLEGAL_MOVE, henka_game_side(live->game), error);
    }
    if (!live_play(live, move, error)) return false;
    live->paused = false;
    live_think(live);
    return true;
}

static HenkaSide side_after(const LiveGame *live, int plies) {
    return (henka_game_side(live->game) + henka_game_plies(live->game) - plies) & 1 ? HENKA_GOTE
                                                                                    : HENKA_SENTE;
}

/* The number of moves to go back to, or -1: to the last position where a human was to move; with
 * two engines by one move. */
static int undo_target(const LiveGame *live) {
    const bool *engine = live->row.engine;
    bool nobody = engine[0] && engine[1];
    int plies = live->row.plies;
    if (live->row.agreed && (nobody || !engine[henka_game_side(live->game)])) return plies;
    for (plies--; plies >= 0; plies--)
        if (nobody || !engine[side_after(live, plies)]) return plies;
    return -1;
}

bool live_undo(LiveGame *live, HenkaError *error) {
    int target = undo_target(live);
    if (target < 0)
        return error_at(error, 0, 0, "there is no earlier position where a human was to move");
    live_stop(live);
    GameRow back = live->row;
    back.moves = strdup(live->row.moves);
    moves_truncate(back.moves, target);
    back.agreed = false;
    HenkaGame *game = live_build(henka_game_variant(live->game), &back, error);
    if (!game) {
        free(back.moves);
        return false;
    }
    henka_game_free(live->game);
    free(live->row.moves);
    live->game = game;
    live->row = back;
    live->row.offer = -1;
    live->paused = true;
    return live_keep(live, error);
}

bool live_resign(LiveGame *live, HenkaSide side, HenkaError *error) {
    if (!live_expect_open(live, error) || !live_expect_human(live, side, error)) return false;
    return live_end(live, HENKA_RESIGNATION, side, error);
}

bool live_declare(LiveGame *live, HenkaSide side, HenkaError *error) {
    if (!live_expect_open(live, error) || !live_expect_human(live, side, error)) return false;
    bool ended = live_end(live, HENKA_IMPASSE, side, error);
    if (ended || henka_game_outcome(live->game).reason != HENKA_PLAYING) return ended;
    return error_at(
        error, 0, 0,
        "no impasse to declare: it needs both royals in their zones, enough points and no check");
}

/* The engine takes a draw when it is worse; an even game it wants to play first. */
static bool engine_wants_draw(const LiveGame *live, HenkaSide side) {
    int score = live->score_cp[side];
    if (!live->scored[side]) {
        score = henka_game_evaluate(live->game);
        if (henka_game_side(live->game) != side) score = -score;
    }
    return score <= -100 || (live->row.plies >= 60 && score <= 20);
}

bool live_draw(LiveGame *live, HenkaSide side, bool *declined, HenkaError *error) {
    *declined = false;
    if (!live_expect_open(live, error) || !live_expect_human(live, side, error)) return false;
    if (live->row.offer == !side || (live->row.engine[!side] && engine_wants_draw(live, !side)))
        return live_end(live, HENKA_DRAW_AGREED, side, error);
    if (live->row.engine[!side]) return *declined = true;
    live->row.offer = side;
    return live_keep(live, error);
}

bool live_decline(LiveGame *live, HenkaError *error) {
    if (live->row.offer < 0) return error_at(error, 0, 0, "nobody offers a draw");
    live->row.offer = -1;
    return live_keep(live, error);
}

bool live_delete(LiveGame *live, HenkaError *error) {
    if (!store_delete(live->server->store, live->row.id, error)) return false;
    live_unlink(live);
    live_free(live);
    return true;
}

/* ---- the engine's part ----------------------------------------------------------------------- */

HenkaLimits level_limits(int level) {
    return (HenkaLimits){.level = level,
                         .movetime_ms = level ? 100 + 90 * level : FULL_STRENGTH_MS};
}

/* One for the whole game, as the levels want it. */
static uint64_t seed_of(const char *id) {
    uint64_t seed = 0;
    for (; *id; id++) seed = seed * 131 + (unsigned char)*id;
    return seed;
}

void live_think(LiveGame *live) {
    const bool *engine = live->row.engine;
    if (live->search || live->paused || live_over(live) || !engine[henka_game_side(live->game)] ||
        live->row.plies >= LIVE_MAX_PLIES)
        return;
    if (engine[0] && engine[1] && !clients_follow(live->server, live->row.id)) return;
    HenkaLimits limits = level_limits(live->row.level);
    limits.seed = seed_of(live->row.id);
    live->search = pool_submit(live->server->pool, henka_game_copy(live->game), &limits, live);
}

bool live_go(LiveGame *live, HenkaError *error) {
    if (!live_expect_open(live, error)) return false;
    HenkaSide side = henka_game_side(live->game);
    if (!live->row.engine[side])
        return error_at(error, 0, 0, "%s is to move, and is no engine", side_name(side));
    live->paused = false;
    live_think(live);
    return true;
}

bool live_answer(LiveGame *live, const HenkaResult *result, HenkaError *error) {
    HenkaSide side = henka_game_side(live->game);
    live->search = NULL;
    live->paused = true;
    if (result->best == HENKA_NO_MOVE) return error_at(error, 0, 0, "the engine found no move");
    live->score_cp[side] = result->score_cp;
    live->scored[side] = true;
    if (!live_play(live, result->best, error)) return false;
    live->paused = false;
    live_think(live);
    return true;
}
