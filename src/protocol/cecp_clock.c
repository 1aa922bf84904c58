/* cecp_clock - who plays, and how long he may think. */
#include "protocol/cecp.h"

#include <stdlib.h>

enum { TIME_LIMIT_MS = 1000000000, DEPTH_LIMIT = 120 };

void cecp_force(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    session->cecp.engine_side = -1;
}

void cecp_go(Session *session, const char *arguments) {
    (void)arguments;
    if (session->cecp.pondering) cecp_interrupt(session);
    session->cecp.engine_side = henka_game_side(session->game);
    if (!cecp_result_say(session)) cecp_turn(session);
}

void cecp_playother(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    session->cecp.engine_side = !henka_game_side(session->game);
}

void cecp_now(Session *session, const char *arguments) {
    (void)arguments;
    if (!session->cecp.pondering && !session->cecp.analyzing) think_stop(session, false);
}

void cecp_analyze(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    session->cecp.analyzing = true;
    session->cecp.engine_side = -1;
    cecp_turn(session);
}

void cecp_exit(Session *session, const char *arguments) {
    (void)arguments;
    if (!session->cecp.analyzing) return;
    cecp_interrupt(session);
    session->cecp.analyzing = false;
}

/* MPS BASE INC: base in minutes or minutes:seconds, the increment in seconds, also with a fraction.
 */
void cecp_level(Session *session, const char *arguments) {
    Cecp *cecp = &session->cecp;
    Word moves, base, increment;
    if (!word_next(&arguments, &moves) || !word_next(&arguments, &base) ||
        !word_next(&arguments, &increment))
        return cecp_error(session, "expected level MOVES BASE INCREMENT", "level");
    const char *seconds = strchr(base.text, ':');
    double minutes = atof(base.text), extra = seconds ? atof(seconds + 1) : 0,
           more = atof(increment.text);
    if (!(minutes >= 0 && minutes < 1e5 && extra >= 0 && extra < 1e5 && more >= 0 && more < 1e5))
        return cecp_error(session, "bad time", base.text);
    cecp->moves_per_session = word_number(&moves, 0, 10000, 0);
    cecp->base_ms = (int64_t)(minutes * 60000 + extra * 1000);
    cecp->increment_ms = (int64_t)(more * 1000);
    cecp->move_ms = 0;
    cecp->time_ms[0] = cecp->time_ms[1] = cecp->base_ms;
}

void cecp_st(Session *session, const char *arguments) {
    double seconds = atof(arguments);
    if (!(seconds > 0 && seconds < 1e6)) return cecp_error(session, "expected seconds", "st");
    session->cecp.move_ms = (int64_t)(seconds * 1000);
    session->cecp.base_ms = session->cecp.increment_ms = 0;
}

void cecp_sd(Session *session, const char *arguments) {
    session->cecp.depth = (int)cecp_number(arguments, 1, DEPTH_LIMIT, 0);
}
void cecp_time(Session *session, const char *arguments) {
    session->cecp.time_ms[0] = 10 * cecp_number(arguments, 0, TIME_LIMIT_MS / 10, 0);
}
void cecp_otim(Session *session, const char *arguments) {
    session->cecp.time_ms[1] = 10 * cecp_number(arguments, 0, TIME_LIMIT_MS / 10, 0);
}
void cecp_post(Session *session, const char *arguments) {
    (void)arguments, session->cecp.post = true, session->think.silent = false;
}
void cecp_nopost(Session *session, const char *arguments) {
    (void)arguments;
    session->cecp.post = false;
    session->think.silent = !session->cecp.analyzing;
}
void cecp_hard(Session *session, const char *arguments) {
    (void)arguments, session->cecp.ponder = true;
}
void cecp_easy(Session *session, const char *arguments) {
    (void)arguments;
    session->cecp.ponder = false;
    if (session->cecp.pondering) cecp_interrupt(session);
}
