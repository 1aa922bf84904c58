/* cecp_turn - whose turn it is, thinking and pondering, and how the game ended. */
#include "base/out.h"
#include "protocol/cecp.h"

#include <inttypes.h>
#include <stdlib.h>

/* XBoard shows scores from 100000 on as mate in (score - 100000) moves. */
enum { MATE_SHOWN = 100000 };

void cecp_pongs(Session *session) {
    const char *at = session->cecp.pongs;
    Word number;
    while (word_next(&at, &number)) say(session, "pong %s", number.text);
    session->cecp.pongs[0] = '\0';
}

void cecp_interrupt(Session *session) {
    think_stop(session, true);
    session->cecp.pondering = false;
    cecp_pongs(session);
}

bool cecp_result_say(Session *session) {
    HenkaOutcome outcome = henka_game_outcome(session->game);
    if (outcome.reason == HENKA_PLAYING) return false;
    const char *result = outcome.winner == HENKA_SENTE  ? "1-0"
                         : outcome.winner == HENKA_GOTE ? "0-1"
                                                        : "1/2-1/2";
    say(session, "%s {%s}", result, henka_reason_name(outcome.reason));
    return true;
}

static void limits_read(const Session *session, HenkaLimits *limits) {
    const Cecp *cecp = &session->cecp;
    int side = henka_game_side(session->game);
    limits->depth = cecp->depth;
    limits->movetime_ms = cecp->move_ms;
    if (cecp->move_ms || (!cecp->base_ms && !cecp->increment_ms)) return;
    limits->time_ms[side] = cecp->time_ms[0] > 0 ? cecp->time_ms[0] : 1;
    limits->time_ms[!side] = cecp->time_ms[1] > 0 ? cecp->time_ms[1] : 1;
    limits->increment_ms[0] = limits->increment_ms[1] = cecp->increment_ms;
    if (cecp->moves_per_session)
        limits->moves_to_go = (int)(cecp->moves_per_session -
                                    henka_game_plies(session->game) / 2 % cecp->moves_per_session);
}

/* The moves not excluded, when some are. */
static void excluded_read(Session *session, HenkaLimits *limits) {
    if (!session->cecp.excluded_count) return;
    size_t count = henka_game_moves(session->game, session->think.moves), kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool out = false;
        for (int k = 0; k < session->cecp.excluded_count; k++)
            out |= session->cecp.excluded[k] == session->think.moves[i];
        if (!out) session->think.moves[kept++] = session->think.moves[i];
    }
    if (kept) limits->search_moves = session->think.moves, limits->search_move_count = kept;
}

void cecp_turn(Session *session) {
    const Cecp *cecp = &session->cecp;
    HenkaLimits limits = {.infinite = cecp->analyzing};
    bool own = cecp->engine_side == (int)henka_game_side(session->game);
    if (session->think.running || cecp->illegal_position || (!own && !cecp->analyzing)) return;
    if (henka_game_outcome(session->game).reason != HENKA_PLAYING) return;
    if (!cecp->analyzing) limits_read(session, &limits);
    if (!cecp->analyzing && !limits.depth && !limits.movetime_ms && !limits.time_ms[0] &&
        !limits.time_ms[1])
        limits.movetime_ms = 5000;
    excluded_read(session, &limits);
    session->think.silent = !cecp->post && !cecp->analyzing;
    think_start(session, &limits, HENKA_NO_MOVE);
}

void cecp_info(Session *session, const HenkaInfo *info) {
    char pv[8192];
    henka_line_text(session->think.game, info->pv, info->pv_length, HENKA_XBOARD, pv, sizeof pv);
    int score = info->score_cp, moves = (HENKA_SCORE_MATE - abs(score) + 1) / 2;
    if (henka_score_is_mate(score)) score = score > 0 ? MATE_SHOWN + moves : -MATE_SHOWN - moves;
    say(session, "%d %d %" PRId64 " %" PRIu64 "%s", info->depth, score, info->time_ms / 10,
        info->nodes, pv);
}

/* Every leg in a line of its own, all but the last closed by a comma. */
static void move_say(Session *session, HenkaMove move) {
    char text[64];
    henka_move_text(session->game, move, HENKA_XBOARD, text, sizeof text);
    for (char *at = text; *at;) {
        size_t length = strcspn(at, ",");
        say(session, "move %.*s%s", (int)length, at, at[length] ? "," : "");
        at += length + (at[length] == ',');
    }
}

void cecp_done(Session *session, const HenkaResult *result) {
    Cecp *cecp = &session->cecp;
    if (cecp->analyzing || cecp->pondering) return;
    cecp->last_score_cp = result->score_cp;
    if (result->best) {
        move_say(session, result->best);
        henka_game_play(session->game, result->best);
        cecp->hint = result->ponder;
        cecp->excluded_count = 0;
        cecp->lifted_count = 0;
    }
    cecp_result_say(session);
}

/* Thinks on in the opponent's time about the answer it expects. */
static void ponder_start(Session *session) {
    Cecp *cecp = &session->cecp;
    if (!cecp->ponder || !cecp->hint || cecp->engine_side != (int)!henka_game_side(session->game) ||
        !henka_game_legal(session->game, cecp->hint))
        return;
    HenkaLimits limits = {.ponder = true};
    cecp->ponder_move = cecp->hint;
    cecp->pondering = true;
    henka_game_play(session->game, cecp->ponder_move);
    limits_read(session, &limits);
    henka_game_undo(session->game);
    session->think.silent = !cecp->post;
    think_start(session, &limits, cecp->ponder_move);
}

void cecp_after(Session *session) {
    cecp_pongs(session);
    if (!session->cecp.pondering && !session->cecp.analyzing) ponder_start(session);
}

void cecp_opponent_move(Session *session, HenkaMove move) {
    Cecp *cecp = &session->cecp;
    bool hit = cecp->pondering && session->think.running && move == cecp->ponder_move;
    if (!hit) cecp_interrupt(session);
    henka_game_play(session->game, move);
    cecp->excluded_count = cecp->lifted_count = 0;
    if (cecp_result_say(session)) return cecp_interrupt(session);
    if (hit) {
        cecp->pondering = false;
        think_ponderhit(session);
    } else
        cecp_turn(session);
}
