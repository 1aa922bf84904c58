/* cecp_game - setting games up, and the moves of the other side. */
#include "protocol/cecp.h"

#include <stdio.h>

static void game_reset(Session *session, const char *fen) {
    HenkaError error;
    HenkaGame *game = fen ? cecp_position(session->variant, fen, &error)
                          : henka_game_new(session->variant, NULL, &error);
    session->cecp.illegal_position = !game;
    session->cecp.hint = HENKA_NO_MOVE;
    session->cecp.excluded_count = session->cecp.lifted_count = 0;
    session->cecp.legs[0] = '\0';
    if (game) return session_place(session, game);
    say(session, "tellusererror Illegal position: %s", error.message);
}

void cecp_new(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    if (session->engine) henka_engine_new_game(session->engine);
    game_reset(session, NULL);
    if (!session->cecp.analyzing) session->cecp.engine_side = HENKA_GOTE;
    session->cecp.depth = 0;
    cecp_turn(session);
}

void cecp_variant(Session *session, const char *name) {
    int index = catalogue_find(session->catalogue, name);
    cecp_interrupt(session);
    if (index < 0) return cecp_error(session, "unknown variant", name);
    if (session_choose(session, (size_t)index)) {
        game_reset(session, NULL);
        cecp_setup_say(session);
    }
    cecp_turn(session);
}

void cecp_setboard(Session *session, const char *fen) {
    cecp_interrupt(session);
    game_reset(session, fen);
    cecp_turn(session);
}

static void undo_some(Session *session, int plies, const char *name) {
    if (henka_game_plies(session->game) < plies)
        return cecp_error(session, "command not legal now", name);
    cecp_interrupt(session);
    session->cecp.excluded_count = session->cecp.lifted_count = 0;
    while (plies--) henka_game_undo(session->game);
    if (session->cecp.analyzing) cecp_turn(session);
}
void cecp_undo(Session *session, const char *arguments) {
    (void)arguments, undo_some(session, 1, "undo");
}
void cecp_remove(Session *session, const char *arguments) {
    (void)arguments;
    undo_some(session, 2, "remove");
    cecp_turn(session);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static void illegal_say(Session *session, const char *text) {
    char reason[512] = "";
    if (!session->cecp.illegal_position)
        henka_xboard_explain_illegal(session->game, text, HENKA_ENGLISH, reason, sizeof reason);
    if (*reason)
        say(session, "Illegal move (%s): %s", reason, text);
    else
        say(session, "Illegal move: %s", text);
    if (!session->cecp.illegal_position &&
        henka_xboard_play_text(session->game, text, NULL, NULL) == HENKA_TEXT_LOST)
        cecp_result_say(session);
}

/* Legs come one by one, each but the last closed by a comma, or all in one line. */
static bool legs_gather(Session *session, const char *arguments, char *text, size_t cap) {
    char *legs = session->cecp.legs;
    Word word;
    word_next(&arguments, &word);
    snprintf(text, cap, "%.120s%.120s", legs, word.text);
    size_t length = strlen(text);
    bool more = length && text[length - 1] == ',';
    snprintf(legs, sizeof session->cecp.legs, "%.200s", more ? text : "");
    return !more && length;
}

void cecp_usermove(Session *session, const char *arguments) {
    char text[WORD_SIZE];
    HenkaMove move;
    bool own = session->think.running && !session->cecp.pondering && !session->cecp.analyzing;
    if (own) return cecp_error(session, "command not legal now", arguments);
    if (!legs_gather(session, arguments, text, sizeof text)) return;
    if (session->cecp.illegal_position ||
        !henka_xboard_move_parse(session->game, text, &move, NULL))
        return illegal_say(session, text);
    cecp_opponent_move(session, move);
}

/* Without "usermove" in front: what looks like a move is one. */
static bool looks_like_move(const char *line) {
    size_t letters = strspn(line, "abcdefghijklmnop");
    return (letters == 1 && line[1] >= '0' && line[1] <= '9') ||
           (strchr(line, '@') && strlen(line) < 12) || (strchr(line, '*') && strlen(line) < 12);
}

void cecp_unknown(Session *session, const char *line) {
    if (looks_like_move(line))
        cecp_usermove(session, line);
    else
        cecp_error(session, "unknown command", line);
}

void cecp_exclude(Session *session, const char *arguments) {
    HenkaMove move;
    Cecp *cecp = &session->cecp;
    if (!henka_xboard_move_parse(session->game, arguments, &move, NULL))
        return; /* "all": only sensible before an include, which starts anew */
    cecp_interrupt(session);
    if (cecp->excluded_count < (int)(sizeof cecp->excluded / sizeof *cecp->excluded))
        cecp->excluded[cecp->excluded_count++] = move;
    cecp_turn(session);
}

void cecp_include(Session *session, const char *arguments) {
    HenkaMove move = HENKA_NO_MOVE;
    Cecp *cecp = &session->cecp;
    bool one = henka_xboard_move_parse(session->game, arguments, &move, NULL);
    int kept = 0;
    cecp_interrupt(session);
    for (int i = 0; one && i < cecp->excluded_count; i++)
        if (cecp->excluded[i] != move) cecp->excluded[kept++] = cecp->excluded[i];
    cecp->excluded_count = kept;
    cecp_turn(session);
}
