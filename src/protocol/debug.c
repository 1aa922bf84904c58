/* debug - commands that a person types into a running engine. */
#include "base/clock.h"
#include "protocol/board.h"
#include "protocol/state.h"

#include <inttypes.h>
#include <stdlib.h>

/* The nodes of perft are limited, because the session reads no line while it counts them. */
enum { COUNT_LIMIT = 50000000 };
enum { PERFT_LIMIT = 12, WAIT_LIMIT_MS = 600000 };

void debug_board(Session *session) {
    char text[16384], sfen[4096];
    board_draw(session->game, (BoardStyle){0}, text, sizeof text);
    session_say_lines(session, text);
    henka_game_sfen(session->game, sfen, sizeof sfen);
    session_say(session, "sfen %s", sfen);
    session_say(session, "hash %016" PRIx64, henka_game_hash(session->game));
    HenkaOutcome outcome = henka_game_outcome(session->game);
    session_inform(session, "",
                   henka_game_in_check(session->game) ? MSG_SESSION_TURN_IN_CHECK
                                                      : MSG_SESSION_TURN,
                   arg_side(henka_game_side(session->game)), arg_reason(outcome.reason));
}

void debug_eval(Session *session) {
    if (!session_has_position(session)) return;
    HenkaEngine *engine =
        session->think.state == THINK_IDLE ? think_engine(session) : session->engine;
    if (engine)
        session_say(session, "info string eval cp %d",
                    henka_engine_evaluate(engine, session->game));
}

void debug_perft(Session *session) {
    const char *at = session->arguments;
    Word word;
    word_next(&at, &word);
    int depth = (int)word_number(&word, 1, PERFT_LIMIT, 1);
    int64_t start = clock_ms();
    uint64_t first = 1, last = 1;
    if (!session_has_position(session)) return;
    for (int i = 1; i <= depth; i++) {
        if (last * first > COUNT_LIMIT)
            return session_complain(session, MSG_SESSION_PERFT_TOO_MANY, arg_number(i),
                                    arg_number((int64_t)(last * first)));
        uint64_t nodes = henka_game_perft(session->game, i);
        if (nodes == UINT64_MAX) return session_complain(session, MSG_NO_MEMORY);
        first = i == 1 ? nodes : first, last = nodes;
        if (session->config.node_limit && nodes > session->config.node_limit / 32) depth = i;
        session_say(session, "info string perft %d nodes %" PRIu64 " time %" PRId64, i, nodes,
                    clock_ms() - start);
    }
}

void debug_moves(Session *session) {
    if (!session_has_position(session)) return;
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
    if (!moves) return session_complain(session, MSG_NO_MEMORY);
    size_t count = henka_game_moves(session->game, moves, HENKA_MAX_MOVES);
    HenkaNotation notation = state_protocol(session)->notation;
    session_say(session, "info string moves %zu", count);
    for (size_t i = 0; i < count; i++) {
        char text[64];
        henka_move_text(session->game, moves[i], notation, text, sizeof text);
        session_say(session, "%s", text);
    }
    free(moves);
}

/* For scripts: the session reads no further line until the search has answered. */
void debug_wait(Session *session) {
    if (session->think.state == THINK_SEARCHING && !session->think.endless)
        think_wait(session, WAIT_LIMIT_MS);
}
