/* cecp - XBoard's protocol, version 2 as XBoard 4.9 speaks it. */
#include "protocol/cecp.h"
#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void cecp_error(Session *session, const char *what, const char *line) {
    say(session, "Error (%s): %.200s", what, line);
}

int64_t cecp_number(const char *arguments, int64_t low, int64_t high, int64_t other) {
    Word word;
    word_next(&arguments, &word);
    return word_number(&word, low, high, other);
}

static void complain_say(Session *session, const char *message) {
    say(session, "telluser %s", message);
}

static void xboard_run(Session *session, const char *arguments) { (void)session, (void)arguments; }
static void protover_run(Session *session, const char *arguments) {
    if (cecp_number(arguments, 0, 1000, 1) >= 2) cecp_features(session);
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
    henka_move_text(session->game, hint, HENKA_XBOARD, text, sizeof text);
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
    say(session, "stat01: %" PRId64 " %" PRIu64 " %d 0 0", (clock_ms() - think->started_ms) / 10,
        think->last.nodes, think->last.depth);
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

static void option_number(Session *session, const char *option, int64_t value) {
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, value);
    cecp_interrupt(session);
    option_set(session, option, number);
    cecp_turn(session);
}

static void memory_run(Session *session, const char *arguments) {
    option_number(session, "USI_Hash", cecp_number(arguments, 1, hash_limit(session), 64));
}

static void cores_run(Session *session, const char *arguments) {
    option_number(session, "Threads", cecp_number(arguments, 1, thread_limit(session), 1));
}

static void quit_command(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    session->over = true;
}

static const Command commands[] = {{"xboard", xboard_run},
                                   {"protover", protover_run},
                                   {"accepted", ignore_run},
                                   {"rejected", ignore_run},
                                   {"new", cecp_new},
                                   {"variant", cecp_variant},
                                   {"quit", quit_command},
                                   {"random", ignore_run},
                                   {"force", cecp_force},
                                   {"go", cecp_go},
                                   {"playother", cecp_playother},
                                   {"white", ignore_run},
                                   {"black", ignore_run},
                                   {"level", cecp_level},
                                   {"st", cecp_st},
                                   {"sd", cecp_sd},
                                   {"nps", ignore_run},
                                   {"time", cecp_time},
                                   {"otim", cecp_otim},
                                   {"usermove", cecp_usermove},
                                   {"?", cecp_now},
                                   {"ping", ping_run},
                                   {"draw", draw_run},
                                   {"result", result_run},
                                   {"setboard", cecp_setboard},
                                   {"hint", hint_run},
                                   {"bk", bk_run},
                                   {"undo", cecp_undo},
                                   {"remove", cecp_remove},
                                   {"hard", cecp_hard},
                                   {"easy", cecp_easy},
                                   {"post", cecp_post},
                                   {"nopost", cecp_nopost},
                                   {"analyze", cecp_analyze},
                                   {"exit", cecp_exit},
                                   {".", status_run},
                                   {"name", ignore_run},
                                   {"rating", ignore_run},
                                   {"ics", ignore_run},
                                   {"computer", ignore_run},
                                   {"pause", ignore_run},
                                   {"resume", ignore_run},
                                   {"memory", memory_run},
                                   {"cores", cores_run},
                                   {"egtpath", ignore_run},
                                   {"option", option_command},
                                   {"exclude", cecp_exclude},
                                   {"include", cecp_include},
                                   {"lift", cecp_lift},
                                   {"put", cecp_put},
                                   {"hover", cecp_hover},
                                   {"holding", ignore_run},
                                   {"partner", ignore_run},
                                   {"ptell", ignore_run},
                                   DEBUG_COMMANDS};

const Protocol protocol_cecp = {.name = "CECP",
                                .commands = commands,
                                .command_count = sizeof commands / sizeof *commands,
                                .unknown = cecp_unknown,
                                .info = cecp_info,
                                .done = cecp_done,
                                .after = cecp_after,
                                .variant_changed = cecp_setup_say,
                                .complain = complain_say};
