/* cecp - XBoard's protocol, version 2 as XBoard 4.9 speaks it. */
#include "protocol/cecp.h"
#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { TIME_LIMIT_MS = 1000000000, DEPTH_LIMIT = 120 };

static void error_say(Session *session, const char *what, const char *line) { say(session, "Error (%s): %.200s", what, line); }

static void complain_say(Session *session, const char *message) { say(session, "telluser %s", message); }

/* ---- the game -------------------------------------------------------------------------------------------------------------------- */

static void game_reset(Session *session, const char *fen) {
    HenkaError error;
    HenkaGame *game = fen ? cecp_position(session->variant, fen, &error) : henka_game_new(session->variant, NULL, &error);
    session->cecp.illegal_position = !game;
    session->cecp.hint = HENKA_NO_MOVE;
    session->cecp.excluded_count = session->cecp.lifted_count = 0;
    session->cecp.legs[0] = '\0';
    if (game) return session_place(session, game);
    say(session, "tellusererror Illegal position: %s", error.message);
}

static void new_run(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    if (session->engine) henka_engine_new_game(session->engine);
    game_reset(session, NULL);
    if (!session->cecp.analyzing) session->cecp.engine_side = HENKA_GOTE;
    session->cecp.depth = 0;
    cecp_turn(session);
}

static void variant_run(Session *session, const char *name) {
    int index = catalogue_find(session->catalogue, name);
    cecp_interrupt(session);
    if (index < 0) return error_say(session, "unknown variant", name);
    if (session_choose(session, (size_t)index)) {
        game_reset(session, NULL);
        cecp_setup_say(session);
    }
    cecp_turn(session);
}

static void setboard_run(Session *session, const char *fen) {
    cecp_interrupt(session);
    game_reset(session, fen);
    cecp_turn(session);
}

static void undo_some(Session *session, int plies, const char *name) {
    cecp_interrupt(session);
    session->cecp.excluded_count = session->cecp.lifted_count = 0;
    bool done = true;
    while (plies-- && done) done = henka_game_undo(session->game);
    if (!done) error_say(session, "command not legal now", name);
    if (session->cecp.analyzing) cecp_turn(session);
}
static void undo_run(Session *session, const char *arguments) { (void)arguments, undo_some(session, 1, "undo"); }
static void remove_run(Session *session, const char *arguments) {
    (void)arguments;
    undo_some(session, 2, "remove");
    cecp_turn(session);
}

/* ---- moves ----------------------------------------------------------------------------------------------------------------------- */

static void illegal_say(Session *session, const char *text) {
    char reason[256] = "", own[WORD_SIZE];
    coordinates_shift(session->variant, text, 1, own, sizeof own);
    if (!session->cecp.illegal_position) henka_game_explain_illegal(session->game, own, reason, sizeof reason);
    if (*reason)
        say(session, "Illegal move (%s): %s", reason, text);
    else
        say(session, "Illegal move: %s", text);
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

static void usermove_run(Session *session, const char *arguments) {
    char text[WORD_SIZE];
    HenkaMove move;
    bool own = session->think.running && !session->cecp.pondering && !session->cecp.analyzing;
    if (own) return error_say(session, "command not legal now", arguments);
    if (!legs_gather(session, arguments, text, sizeof text)) return;
    if (session->cecp.illegal_position || !cecp_move_parse(session->game, text, &move, NULL)) return illegal_say(session, text);
    cecp_opponent_move(session, move);
}

/* Without "usermove" in front: what looks like a move is one. */
static bool looks_like_move(const char *line) {
    size_t letters = strspn(line, "abcdefghijklmnop");
    return (letters == 1 && line[1] >= '0' && line[1] <= '9') || (strchr(line, '@') && strlen(line) < 12) || (strchr(line, '*') && strlen(line) < 12);
}

static void unknown(Session *session, const char *line) {
    if (looks_like_move(line))
        usermove_run(session, line);
    else
        error_say(session, "unknown command", line);
}

static void exclude_run(Session *session, const char *arguments) {
    HenkaMove move;
    Cecp *cecp = &session->cecp;
    if (!cecp_move_parse(session->game, arguments, &move, NULL)) return; /* "all": only sensible before an include, which starts anew */
    cecp_interrupt(session);
    if (cecp->excluded_count < (int)(sizeof cecp->excluded / sizeof *cecp->excluded)) cecp->excluded[cecp->excluded_count++] = move;
    cecp_turn(session);
}

static void include_run(Session *session, const char *arguments) {
    HenkaMove move = HENKA_NO_MOVE;
    Cecp *cecp = &session->cecp;
    bool one = cecp_move_parse(session->game, arguments, &move, NULL);
    int kept = 0;
    cecp_interrupt(session);
    for (int i = 0; one && i < cecp->excluded_count; i++)
        if (cecp->excluded[i] != move) cecp->excluded[kept++] = cecp->excluded[i];
    cecp->excluded_count = kept;
    cecp_turn(session);
}

/* ---- who plays, and how long ------------------------------------------------------------------------------------------------------- */

static void force_run(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    session->cecp.engine_side = -1;
}

static void go_command(Session *session, const char *arguments) {
    (void)arguments;
    if (session->cecp.pondering) cecp_interrupt(session);
    session->cecp.engine_side = henka_game_side(session->game);
    if (!cecp_result_say(session)) cecp_turn(session);
}

static void playother_run(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    session->cecp.engine_side = !henka_game_side(session->game);
}

static void now_run(Session *session, const char *arguments) {
    (void)arguments;
    if (!session->cecp.pondering && !session->cecp.analyzing) think_stop(session, false);
}

static void analyze_run(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    session->cecp.analyzing = true;
    session->cecp.engine_side = -1;
    cecp_turn(session);
}

static void exit_run(Session *session, const char *arguments) {
    (void)arguments;
    if (!session->cecp.analyzing) return;
    cecp_interrupt(session);
    session->cecp.analyzing = false;
}

/* MPS BASE INC: base in minutes or minutes:seconds, the increment in seconds, also with a fraction. */
static void level_run(Session *session, const char *arguments) {
    Cecp *cecp = &session->cecp;
    Word moves, base, increment;
    if (!word_next(&arguments, &moves) || !word_next(&arguments, &base) || !word_next(&arguments, &increment))
        return error_say(session, "expected level MOVES BASE INCREMENT", "level");
    const char *seconds = strchr(base.text, ':');
    double minutes = atof(base.text), extra = seconds ? atof(seconds + 1) : 0, more = atof(increment.text);
    if (!(minutes >= 0 && minutes < 1e5 && extra >= 0 && extra < 1e5 && more >= 0 && more < 1e5)) return error_say(session, "bad time", base.text);
    cecp->moves_per_session = word_number(&moves, 0, 10000, 0);
    cecp->base_ms = (int64_t)(minutes * 60000 + extra * 1000);
    cecp->increment_ms = (int64_t)(more * 1000);
    cecp->move_ms = 0;
    cecp->time_ms[0] = cecp->time_ms[1] = cecp->base_ms;
}

static void st_run(Session *session, const char *arguments) {
    double seconds = atof(arguments);
    if (!(seconds > 0 && seconds < 1e6)) return error_say(session, "expected seconds", "st");
    session->cecp.move_ms = (int64_t)(seconds * 1000);
    session->cecp.base_ms = session->cecp.increment_ms = 0;
}

static int64_t first_number(const char *arguments, int64_t low, int64_t high, int64_t other) {
    Word word;
    word_next(&arguments, &word);
    return word_number(&word, low, high, other);
}

static void sd_run(Session *session, const char *arguments) { session->cecp.depth = (int)first_number(arguments, 1, DEPTH_LIMIT, 0); }
static void time_run(Session *session, const char *arguments) { session->cecp.time_ms[0] = 10 * first_number(arguments, 0, TIME_LIMIT_MS / 10, 0); }
static void otim_run(Session *session, const char *arguments) { session->cecp.time_ms[1] = 10 * first_number(arguments, 0, TIME_LIMIT_MS / 10, 0); }
static void post_run(Session *session, const char *arguments) { (void)arguments, session->cecp.post = true, session->think.silent = false; }
static void nopost_run(Session *session, const char *arguments) {
    (void)arguments;
    session->cecp.post = false;
    session->think.silent = !session->cecp.analyzing;
}
static void hard_run(Session *session, const char *arguments) { (void)arguments, session->cecp.ponder = true; }
static void easy_run(Session *session, const char *arguments) {
    (void)arguments;
    session->cecp.ponder = false;
    if (session->cecp.pondering) cecp_interrupt(session);
}

/* ---- the rest ---------------------------------------------------------------------------------------------------------------------- */

static void xboard_run(Session *session, const char *arguments) { (void)session, (void)arguments; }
static void protover_run(Session *session, const char *arguments) {
    if (first_number(arguments, 0, 1000, 1) >= 2) cecp_features(session);
}

/* While it thinks about its own move the answer has to wait until that is made. */
static void ping_run(Session *session, const char *arguments) {
    Cecp *cecp = &session->cecp;
    Word number;
    word_next(&arguments, &number);
    bool busy = session->think.running && !cecp->pondering && !cecp->analyzing;
    if (!busy) return say(session, "pong %s", number.text);
    size_t length = strlen(cecp->pongs);
    snprintf(cecp->pongs + length, sizeof cecp->pongs - length, " %.20s", number.text);
}

static void result_run(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    session->cecp.engine_side = -1;
}

/* An even or better position is played on. */
static void draw_run(Session *session, const char *arguments) {
    enum { DRAW_BELOW_CP = -50 };
    (void)arguments;
    if (session->cecp.last_score_cp < DRAW_BELOW_CP) say(session, "offer draw");
}

static void hint_run(Session *session, const char *arguments) {
    (void)arguments;
    char text[64];
    HenkaMove hint = session->cecp.hint;
    if (!hint || !henka_game_legal(session->game, hint)) return;
    cecp_move_text(session->game, hint, text, sizeof text);
    say(session, "Hint: %s", text);
}

/* Book: there is none; an empty line ends the answer. */
static void bk_run(Session *session, const char *arguments) {
    (void)arguments;
    say(session, " no book");
    say(session, "%s", "");
}

static void status_run(Session *session, const char *arguments) {
    (void)arguments;
    const Think *think = &session->think;
    if (!think->running) return;
    say(session, "stat01: %" PRId64 " %" PRIu64 " %d 0 0", (clock_ms() - think->started_ms) / 10, think->last.nodes, think->last.depth);
}

/* "NAME=VALUE", or NAME alone. What the engine was doing goes on afterwards. */
static void option_command(Session *session, const char *arguments) {
    char name[WORD_SIZE];
    const char *value = strchr(arguments, '=');
    size_t length = value ? (size_t)(value - arguments) : strlen(arguments);
    snprintf(name, sizeof name, "%.*s", (int)(length < 200 ? length : 200), arguments);
    cecp_interrupt(session);
    option_set(session, name, value ? value + 1 : "");
    cecp_turn(session);
}

static void memory_run(Session *session, const char *arguments) {
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, first_number(arguments, 1, hash_limit(session), 64));
    cecp_interrupt(session);
    option_set(session, "USI_Hash", number);
    cecp_turn(session);
}

static void cores_run(Session *session, const char *arguments) {
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, first_number(arguments, 1, thread_limit(session), 1));
    cecp_interrupt(session);
    option_set(session, "Threads", number);
    cecp_turn(session);
}

static void quit_command(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    session->over = true;
}


static const Command commands[] = {
    {"xboard", xboard_run},    {"protover", protover_run}, {"accepted", ignore_run},   {"rejected", ignore_run},  {"new", new_run},
    {"variant", variant_run},  {"quit", quit_command},     {"random", ignore_run},     {"force", force_run},      {"go", go_command},
    {"playother", playother_run}, {"white", ignore_run},   {"black", ignore_run},      {"level", level_run},      {"st", st_run},
    {"sd", sd_run},            {"nps", ignore_run},        {"time", time_run},         {"otim", otim_run},        {"usermove", usermove_run},
    {"?", now_run},            {"ping", ping_run},         {"draw", draw_run},         {"result", result_run},    {"setboard", setboard_run},
    {"hint", hint_run},        {"bk", bk_run},             {"undo", undo_run},         {"remove", remove_run},    {"hard", hard_run},
    {"easy", easy_run},        {"post", post_run},         {"nopost", nopost_run},     {"analyze", analyze_run},  {"exit", exit_run},
    {".", status_run},         {"name", ignore_run},       {"rating", ignore_run},     {"ics", ignore_run},       {"computer", ignore_run},
    {"pause", ignore_run},     {"resume", ignore_run},     {"memory", memory_run},     {"cores", cores_run},      {"egtpath", ignore_run},
    {"option", option_command}, {"exclude", exclude_run},  {"include", include_run},   {"lift", cecp_lift},       {"put", cecp_put},
    {"hover", cecp_hover},     {"holding", ignore_run},    {"partner", ignore_run},    {"ptell", ignore_run},     DEBUG_COMMANDS};

const Protocol protocol_cecp = {.name = "CECP",
                                .commands = commands,
                                .command_count = sizeof commands / sizeof *commands,
                                .unknown = unknown,
                                .info = cecp_info,
                                .done = cecp_done,
                                .after = cecp_after,
                                .variant_changed = cecp_setup_say,
                                .complain = complain_say};
