/* uci - Universal Chess Interface; moves and positions are written as in USI. */
#include "protocol/state.h"

static void uci_run(Session *session, const char *arguments) {
    (void)arguments;
    say(session, "id name Henka " HENKA_VERSION);
    say(session, "id author the Henka authors");
    options_say(session, true);
    say(session, "uciok");
}

static void uci_info(Session *session, const HenkaInfo *info) { info_line(session, info, true); }

static void uci_done(Session *session, const HenkaResult *result) {
    HenkaMove moves[2] = {result->best, result->ponder};
    char best[64], both[128];
    if (!result->best) return say(session, "bestmove (none)");
    size_t length = henka_line_text(session->think.game, moves, 1, HENKA_USI, best, sizeof best);
    henka_line_text(session->think.game, moves, result->ponder ? 2 : 1, HENKA_USI, both,
                    sizeof both);
    say(session, "bestmove%s%s%s", best, both[length] ? " ponder" : "", both + length);
}

static const Command commands[] = {{"uci", uci_run},           {"isready", ready_run},
                                   {"setoption", option_run},  {"ucinewgame", new_game_run},
                                   {"position", position_run}, {"go", go_run},
                                   {"stop", stop_run},         {"ponderhit", ponderhit_run},
                                   {"debug", ignore_run},      {"register", ignore_run},
                                   {"quit", quit_run},         DEBUG_COMMANDS};

const Protocol protocol_uci = {.name = "UCI",
                               .commands = commands,
                               .command_count = sizeof commands / sizeof *commands,
                               .unknown = unknown_say,
                               .info = uci_info,
                               .done = uci_done,
                               .variant_changed = variant_say,
                               .complain = info_complain};
