/* usi - Universal Shogi Interface and Universal Chess Interface.
 *
 * Both protocols work alike. They differ in names, the side that is called black, the
 * notation of moves (USI's 7g7f, UCI's c3c4), the way a mate is counted and requested, and the
 * answer when there is no move to play. */
#include "base/ascii.h"
#include "base/error.h"
#include "base/out.h"
#include "protocol/state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static ProtocolIndex spoken(const Session *session) {
    return state_protocol(session) == &protocol_uci ? UCI : USI;
}

/* Reads a move in the notation of the protocol. A square begins with a digit in USI and with a
 * letter in UCI. A program that writes moves of the other protocol means another game, or counts
 * files from the other side, so they are refused. */
static bool move_read(Session *session, const HenkaGame *game, const char *text, HenkaMove *move,
                      HenkaError *error) {
    if (!henka_move_parse(game, text, move, error)) return false;
    bool coordinates = ascii_is_lower(text[0]) && ascii_is_digit(text[1]);
    if (spoken(session) == UCI ? !ascii_is_digit(text[0]) : !coordinates) return true;
    char written[256];
    henka_move_text(game, *move, state_protocol(session)->notation, written, sizeof written);
    return error_say(error, 1, 1, MSG_SESSION_MOVE_NOTATION, arg_text(written), arg_text(text));
}

/* ---- how long to think: `go`, `ponderhit` ---------------------------------------------------- */

enum { TIME_LIMIT_MS = 1000000000, DEPTH_LIMIT = 120, MATE_LIMIT = 1000, MOVES_LIMIT = 1000 };

typedef enum GoValue {
    GO_CLOCK,       /* a clock or a time for the move: int64_t, milliseconds */
    GO_INT64,       /* a number for an int64_t or uint64_t of HenkaLimits */
    GO_INT,         /* a number for an int of HenkaLimits */
    GO_FLAG,        /* a word without a number: sets a bool of HenkaLimits */
    GO_MATE,        /* `mate`, then in USI milliseconds or `infinite`, in UCI moves */
    GO_SEARCHMOVES, /* a list of moves, up to the next keyword */
} GoValue;

#define LIMIT(field) offsetof(HenkaLimits, field)
/* The side that moves first is black in USI and white in UCI. */
static const struct GoWord {
    const char *names[2]; /* the word in USI and in UCI */
    GoValue value;
    size_t field;
    int64_t low, high; /* the range of a number */
} go_words[] = {
    {{"btime", "wtime"}, GO_CLOCK, LIMIT(time_ms[HENKA_SENTE]), 0, TIME_LIMIT_MS},
    {{"wtime", "btime"}, GO_CLOCK, LIMIT(time_ms[HENKA_GOTE]), 0, TIME_LIMIT_MS},
    {{"binc", "winc"}, GO_CLOCK, LIMIT(increment_ms[HENKA_SENTE]), 0, TIME_LIMIT_MS},
    {{"winc", "binc"}, GO_CLOCK, LIMIT(increment_ms[HENKA_GOTE]), 0, TIME_LIMIT_MS},
    {{"byoyomi", "byoyomi"}, GO_CLOCK, LIMIT(byoyomi_ms), 0, TIME_LIMIT_MS},
    {{"movetime", "movetime"}, GO_CLOCK, LIMIT(movetime_ms), 0, TIME_LIMIT_MS},
    {{"movestogo", "movestogo"}, GO_INT, LIMIT(moves_to_go), 0, MOVES_LIMIT},
    {{"nodes", "nodes"}, GO_INT64, LIMIT(nodes), 1, INT64_MAX},
    {{"depth", "depth"}, GO_INT, LIMIT(depth), 1, DEPTH_LIMIT},
    {{"infinite", "infinite"}, GO_FLAG, LIMIT(infinite), 0, 0},
    {{"ponder", "ponder"}, GO_FLAG, LIMIT(ponder), 0, 0},
    {{"mate", "mate"}, GO_MATE, 0, 0, 0},
    {{"searchmoves", "searchmoves"}, GO_SEARCHMOVES, 0, 0, 0},
};

static const struct GoWord *go_word(ProtocolIndex protocol, const Word *word) {
    for (size_t i = 0; i < sizeof go_words / sizeof *go_words; i++)
        if (word_is(word, go_words[i].names[protocol])) return &go_words[i];
    return NULL;
}

/* Reads the next number and clamps it to low .. high. False: no number stands there. This was
 * reported, *number is 0, and a keyword of `go` in its place is not consumed. */
static bool go_number(Session *session, const char **at, int64_t low, int64_t high,
                      int64_t *number) {
    const char *ahead = *at;
    Word word;
    bool any = word_next(&ahead, &word);
    *number = any ? word_number(&word, low, high, INT64_MIN) : INT64_MIN;
    if (*number == INT64_MIN) {
        if (any)
            session_complain(session, MSG_SESSION_GO_NOT_NUMBER, arg_text(word.text));
        else
            session_complain(session, MSG_SESSION_GO_NUMBER_MISSING);
        if (any && !go_word(spoken(session), &word)) *at = ahead;
        *number = 0;
        return false;
    }
    *at = ahead;
    return true;
}

/* Reads the words after `go` or `ponderhit`. True: each word was understood. */
static bool go_read(Session *session, const char *at, HenkaLimits *limits) {
    ProtocolIndex protocol = spoken(session);
    bool good = true;
    Word word;
    while (word_next(&at, &word)) {
        const struct GoWord *known = go_word(protocol, &word);
        int64_t number;
        if (!known) {
            session_complain(session, MSG_SESSION_GO_WORD_UNKNOWN, arg_text(word.text));
            good = false;
            continue;
        }
        char *field = (char *)limits + known->field;
        switch (known->value) {
        case GO_CLOCK:
        case GO_INT64:
        case GO_INT:
            good &= go_number(session, &at, known->low, known->high, &number);
            limits->clock |= known->value == GO_CLOCK;
            if (known->value == GO_INT)
                memcpy(field, &(int){(int)number}, sizeof(int));
            else
                memcpy(field, &number, sizeof number);
            break;
        case GO_FLAG:
            *(bool *)field = true;
            break;
        case GO_MATE: {
            const char *ahead = at;
            bool endless = word_next(&ahead, &word) && word_is(&word, "infinite");
            if (endless) at = ahead;
            limits->mate_plies = -1;
            if (protocol == UCI) {
                bool any = endless || go_number(session, &at, 1, MATE_LIMIT, &number);
                if (!endless) limits->mate_plies = any ? 2 * (int)number - 1 : 0;
                good &= any;
                break;
            }
            good &= endless || go_number(session, &at, 0, TIME_LIMIT_MS, &limits->movetime_ms);
            limits->clock = !endless;
            session->think.mate = true;
            break;
        }
        case GO_SEARCHMOVES:
            for (const char *ahead = at; word_next(&ahead, &word) && !go_word(protocol, &word);
                 at = ahead) {
                HenkaMove move;
                HenkaError error;
                if (!move_read(session, session->game, word.text, &move, &error))
                    session_complain(session, MSG_SESSION_GO_SEARCHMOVES, arg_error(&error));
                else if (limits->search_move_count < HENKA_MAX_MOVES)
                    session->think.moves[limits->search_move_count++] = move;
            }
            if (limits->search_move_count) limits->search_moves = session->think.moves;
            break;
        }
    }
    return good;
}

/* May the side to move declare that it wins the impasse? */
static bool impasse_holds(const HenkaGame *game) {
    HenkaGame *copy = henka_game_copy(game);
    bool holds = copy && henka_game_end(copy, HENKA_IMPASSE, henka_game_side(copy)) &&
                 henka_game_outcome(copy).winner == (int)henka_game_side(game);
    henka_game_free(copy);
    return holds;
}

static void go_run(Session *session) {
    HenkaLimits limits = {0};
    think_stop(session, false);
    session->think.mate = false;
    session->think.silent = false;
    bool good = session_has_position(session);
    good = go_read(session, session->arguments, &limits) && good;
    bool bounded = limits.clock || limits.nodes || limits.depth || limits.mate_plies;
    if (!bounded && !limits.ponder) {
        /* `go` alone is `go infinite`. But if a limit could not be read, no GUI would stop the
         * search, so it gets a clock with no time left. */
        if (good)
            limits.infinite = true;
        else if (!limits.infinite)
            limits.clock = true;
    }
    bool playing =
        !limits.infinite && !limits.ponder && !session->think.mate && !limits.search_moves;
    if (playing && spoken(session) == USI && !session->position_refused &&
        impasse_holds(session->game))
        return session_say(session, "bestmove win");
    think_start(session, &limits, HENKA_NO_MOVE);
}

/* ShogiHome sends the clocks with `ponderhit` and not with `go ponder`. If neither command had
 * clocks or limits, the engine moves as if no time were left. */
static void ponderhit_run(Session *session) {
    const HenkaLimits *given = &session->think.limits;
    HenkaLimits clocks = {0};
    go_read(session, session->arguments, &clocks);
    bool bounded = given->clock || given->nodes || given->depth || given->mate_plies;
    bool early = clocks.clock || !bounded;
    clocks.clock = true;
    think_ponderhit(session, early ? &clocks : NULL);
}

/* ---- positions ------------------------------------------------------------------------------- */

/* Replaces a game that ended by repetition with a new game from its last position, without earlier
 * occurrences, because a GUI may play on. Otherwise `go` would answer for an earlier position. */
static void repetition_forget(HenkaGame **game) {
    HenkaReason reason = henka_game_outcome(*game).reason;
    char sfen[4096];
    if (reason != HENKA_REPETITION && reason != HENKA_PERPETUAL_CHECK) return;
    henka_game_sfen(*game, sfen, sizeof sfen);
    HenkaGame *anew = henka_game_new(henka_game_variant(*game), sfen, NULL);
    if (!anew) return;
    henka_game_free(*game);
    *game = anew;
}

static bool moves_play(Session *session, HenkaGame **game, const char *at) {
    Word word;
    for (int number = 1; word_next(&at, &word); number++) {
        HenkaMove move;
        HenkaError error;
        repetition_forget(game);
        if (!move_read(session, *game, word.text, &move, &error)) {
            session_complain(session, MSG_SESSION_POSITION_MOVE, arg_number(number),
                             arg_text(word.text), arg_error(&error));
            return false;
        }
        if (!henka_game_play(*game, move)) {
            session_complain(session, MSG_NO_MEMORY);
            return false;
        }
    }
    if (henka_game_outcome(*game).winner < 0) repetition_forget(game);
    return true;
}

/* position [startpos | sfen SFEN | fen FEN] [moves ...]: if any part is refused, there is no
 * position to think about until the next `position`, and the board stays as it was. */
static void position_run(Session *session) {
    const char *at = session->arguments, *ahead = at, *end;
    Word word;
    HenkaError error;
    error_say(&error, 0, 1, MSG_NO_MEMORY);
    word_next(&ahead, &word);
    bool any = *word.text;
    if (word_is(&word, "sfen") || word_is(&word, "fen")) at = ahead;
    think_stop(session, false);
    session->position_refused = true;
    at = ahead = end = words_rest(at);
    while (word_next(&ahead, &word) && !word_is(&word, "moves")) end = ahead;
    char *sfen = strndup(at, (size_t)(end - at));
    HenkaGame *game = sfen ? henka_game_new(session->variant,
                                            *sfen && strcmp(sfen, "startpos") ? sfen : NULL, &error)
                           : NULL;
    if (!any)
        session_complain(session, MSG_SESSION_POSITION_MISSING);
    else if (!game)
        session_complain(session, MSG_SESSION_POSITION_SFEN, arg_number(error.column),
                         arg_error(&error));
    else if (moves_play(session, &game, ahead)) {
        session_place(session, game);
        game = NULL;
    }
    henka_game_free(game);
    free(sfen);
}

/* ---- thinking and the answer ----------------------------------------------------------------- */

static void info_say(Session *session, const HenkaInfo *info) {
    char line[1024], pv[16384];
    Out out = out_to(line, sizeof line);
    int size = abs(info->score_cp), plies = HENKA_SCORE_MATE - size;
    out_format(&out, "info depth %d seldepth %d multipv %d", info->depth, info->seldepth,
               info->multipv);
    if (!henka_score_is_mate(info->score_cp))
        out_format(&out, " score cp %d", info->score_cp);
    else /* the distance of a mate is in plies in USI, in moves in UCI */
        out_format(&out, " score mate %s%d", info->score_cp < 0 ? "-" : "",
                   spoken(session) == UCI ? (plies + 1) / 2 : plies);
    out_format(&out, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64, info->nodes,
               info->nps, info->hashfull, info->time_ms);
    henka_line_text(session->think.game, info->pv, info->pv_length, session->protocol->notation, pv,
                    sizeof pv);
    session_say(session, "%s%s%s", line, *pv ? " pv" : "", pv);
}

static void bestmove_say(Session *session, const HenkaResult *result) {
    HenkaMove moves[2] = {result->best, result->ponder};
    HenkaNotation notation = session->protocol->notation;
    char best[128], both[256] = "";
    size_t length = 1 + henka_move_text(session->think.game, moves[0], notation, best, sizeof best);
    if (result->ponder) henka_line_text(session->think.game, moves, 2, notation, both, sizeof both);
    bool two = strlen(both) > length; /* `both` is empty if memory ran out */
    session_say(session, "bestmove %s%s%s", best, two ? " ponder" : "", two ? both + length : "");
}

/* Answers `go mate`: the mate, or why there is none. "nomate" needs a side to move that is lost. */
static void checkmate_say(Session *session, const HenkaResult *result) {
    const Think *think = &session->think;
    char line[16384];
    if (think->no_position) return session_say(session, "checkmate timeout");
    if (!result->best || result->score_cp <= -HENKA_SCORE_MATE_FLOOR)
        return session_say(session, "checkmate nomate");
    if (result->score_cp < HENKA_SCORE_MATE_FLOOR) return session_say(session, "checkmate timeout");
    bool whole = think->last.pv_length && think->line[0] == result->best;
    henka_line_text(think->game, whole ? think->line : &result->best,
                    whole ? think->last.pv_length : 1, HENKA_USI, line, sizeof line);
    session_say(session, "checkmate%s", *line ? line : " timeout"); /* "": memory ran out */
}

static void usi_done(Session *session, const HenkaResult *result) {
    if (session->think.mate) return checkmate_say(session, result);
    bool playing = !session->think.limits.infinite && !session->think.ponder;
    if (result->best && playing && result->score_cp <= -session->options.resign_value)
        return session_say(session, "bestmove resign");
    if (result->best) return bestmove_say(session, result);
    /* USI's bestmove has no word for a draw, so a drawn game is answered with (none). */
    HenkaOutcome outcome = henka_game_outcome(session->think.game);
    bool drawn = outcome.reason && outcome.winner < 0,
         won = outcome.reason && outcome.winner == (int)henka_game_side(session->think.game);
    if (outcome.reason)
        session_inform(session, "info string ", drawn ? MSG_SESSION_GAME_DRAWN : MSG_GAME_OVER,
                       arg_reason(outcome.reason));
    session_say(session, "bestmove %s", drawn ? "(none)" : won ? "win" : "resign");
}

static void uci_done(Session *session, const HenkaResult *result) {
    if (!result->best) return session_say(session, "bestmove (none)");
    bestmove_say(session, result);
}

/* ---- the other commands ---------------------------------------------------------------------- */

static void identity_run(Session *session) {
    session_say(session, "id name Henka " HENKA_VERSION);
    session_say(session, "id author the Henka authors");
    options_say(session, spoken(session));
    session_say(session, spoken(session) == UCI ? "uciok" : "usiok");
}

/* "stop", and "gameover", after which the GUI wants no answer. */
static void stop_run(Session *session) { think_stop(session, session->command->which); }

/* Answers at once even during a search: the engine is ready then. */
static void isready_run(Session *session) {
    if (session->think.state == THINK_IDLE) think_engine(session);
    session_say(session, "readyok");
}

static void new_game_run(Session *session) {
    think_stop(session, false);
    if (session->engine) henka_engine_new_game(session->engine);
}

/* setoption name N... [value V...]: name and value may contain blanks; a button has no value. */
static void setoption_run(Session *session) {
    const char *at = session->arguments;
    char name[WORD_SIZE] = "", value[4096];
    Word word;
    think_stop(session, false);
    if (!word_next(&at, &word) || !word_is(&word, "name"))
        return session_complain(session, MSG_SESSION_SETOPTION_FORM);
    while (word_next(&at, &word) && !word_is(&word, "value")) {
        if (*name) strncat(name, " ", sizeof name - strlen(name) - 1);
        strncat(name, word.text, sizeof name - strlen(name) - 1);
    }
    snprintf(value, sizeof value, "%s", words_rest(at));
    for (size_t length = strlen(value); length && ascii_is_in(value[length - 1], " \t");)
        value[--length] = '\0';
    option_set(session, name, value);
}

static void quit_run(Session *session) {
    think_stop(session, false);
    session->over = true;
}

static void unknown_say(Session *session, const char *line) {
    session_inform(session, "info string ", MSG_SESSION_COMMAND_UNKNOWN,
                   arg_bytes(line, strnlen(line, 200)));
}

/* Sends the data that a GUI without knowledge of these games needs to draw the board, in
 * Fairy-Stockfish's words: pocket is the number of kinds of piece in a hand, template names the
 * nearest rules that a GUI knows. The words `zone` and `pieces` are Henka's own. */
static void variant_changed(Session *session) {
    const HenkaVariant *variant = session->variant;
    char pieces[2048];
    Out out = out_to(pieces, sizeof pieces);
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        HenkaType piece = henka_variant_type(variant, type);
        if (!piece.unpromoted) out_format(&out, "%s%s", out.length ? "," : "", piece.id);
    }
    session_say(session,
                "info string variant %s files %d ranks %d pocket %d template %s zone %d pieces %s "
                "startpos %s",
                henka_variant_name(variant), henka_variant_files(variant),
                henka_variant_ranks(variant), henka_variant_hand_kinds(variant),
                henka_variant_has_hands(variant) ? "shogi" : "fairy", henka_variant_zone(variant),
                pieces, henka_variant_start(variant));
}

static const Command usi_commands[] = {{"usi", identity_run},
                                       {"isready", isready_run},
                                       {"setoption", setoption_run},
                                       {"usinewgame", new_game_run},
                                       {"position", position_run},
                                       {"go", go_run},
                                       {"stop", stop_run},
                                       {"ponderhit", ponderhit_run},
                                       {"gameover", stop_run, true},
                                       {"quit", quit_run},
                                       DEBUG_COMMANDS};

static const Command uci_commands[] = {
    {"uci", identity_run},        {"isready", isready_run},     {"setoption", setoption_run},
    {"ucinewgame", new_game_run}, {"position", position_run},   {"go", go_run},
    {"stop", stop_run},           {"ponderhit", ponderhit_run}, {"debug", NULL},
    {"register", NULL},           {"quit", quit_run},           DEBUG_COMMANDS};

const Protocol protocol_usi = {.index = USI,
                               .name = "usi",
                               .commands = usi_commands,
                               .command_count = sizeof usi_commands / sizeof *usi_commands,
                               .notation = HENKA_USI,
                               .unknown = unknown_say,
                               .info = info_say,
                               .done = usi_done,
                               .variant_changed = variant_changed,
                               .complaint = "info string error: "};

const Protocol protocol_uci = {.index = UCI,
                               .name = "uci",
                               .commands = uci_commands,
                               .command_count = sizeof uci_commands / sizeof *uci_commands,
                               .notation = HENKA_COORDINATES,
                               .unknown = unknown_say,
                               .info = info_say,
                               .done = uci_done,
                               .variant_changed = variant_changed,
                               .complaint = "info string error: "};
