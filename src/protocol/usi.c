/* usi - Universal Shogi Interface. */
#include "protocol/state.h"

static void usi_run(Session *session, const char *arguments) {
    (void)arguments;
    say(session, "id name Henka " HENKA_VERSION);
    say(session, "id author the Henka authors");
    options_say(session, false);
    say(session, "usiok");
}

static void gameover_run(Session *session, const char *arguments) {
    (void)arguments;
    think_stop(session, true);
}

static void usi_info(Session *session, const HenkaInfo *info) { info_line(session, info, false); }

/* A mate was asked for: its line, or why there is none. That there is no mate is only known when
 * the mover is lost himself. */
static void mate_say(Session *session, const HenkaResult *result) {
    const Think *think = &session->think;
    char line[16384];
    if (!result->best || result->score_cp <= -HENKA_SCORE_MATE_FLOOR)
        return say(session, "checkmate nomate");
    if (!henka_score_is_mate(result->score_cp)) return say(session, "checkmate timeout");
    bool whole = think->last.pv_length && think->line[0] == result->best;
    henka_line_text(think->game, whole ? think->line : &result->best,
                    whole ? think->last.pv_length : 1, HENKA_USI, line, sizeof line);
    say(session, "checkmate%s", line);
}

/* USI has no word for a draw; a drawn game is never given up. */
static void over_say(Session *session) {
    HenkaOutcome outcome = henka_game_outcome(session->think.game);
    bool drawn = outcome.reason && outcome.winner < 0;
    if (outcome.reason)
        say(session, "info string the game is %s: %s", drawn ? "drawn" : "over",
            henka_reason_name(outcome.reason));
    say(session, "bestmove %s",
        drawn                                                         ? "(none)"
        : outcome.winner == (int)henka_game_side(session->think.game) ? "win"
                                                                      : "resign");
}

static void usi_done(Session *session, const HenkaResult *result) {
    if (session->think.mate) return mate_say(session, result);
    if (!result->best) return over_say(session);
    HenkaMove moves[2] = {result->best, result->ponder};
    char best[64], both[128];
    size_t length = henka_line_text(session->think.game, moves, 1, HENKA_USI, best, sizeof best);
    henka_line_text(session->think.game, moves, result->ponder ? 2 : 1, HENKA_USI, both,
                    sizeof both);
    say(session, "bestmove%s%s%s", best, both[length] ? " ponder" : "", both + length);
}

static const Command commands[] = {{"usi", usi_run},
                                   {"isready", ready_run},
                                   {"setoption", option_run},
                                   {"usinewgame", new_game_run},
                                   {"position", position_run},
                                   {"go", go_run},
                                   {"stop", stop_run},
                                   {"ponderhit", ponderhit_run},
                                   {"gameover", gameover_run},
                                   {"quit", quit_run},
                                   DEBUG_COMMANDS};

const Protocol protocol_usi = {.name = "USI",
                               .commands = commands,
                               .command_count = sizeof commands / sizeof *commands,
                               .unknown = unknown_say,
                               .info = usi_info,
                               .done = usi_done,
                               .variant_changed = variant_say,
                               .complain = info_complain};
