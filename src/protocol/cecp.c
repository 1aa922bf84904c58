/* cecp - XBoard's protocol (Chess Engine Communication Protocol), version 2 as XBoard 4.9 speaks
 * it.
 *
 * Shapes   Squares and moves are HENKA_XBOARD. Sente is White. Positions are FEN: hands in brackets
 *          behind the board, w to move first.
 */
#include "base/clock.h"
#include "base/error.h"
#include "base/out.h"
#include "protocol/state.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Answers the last line with CECP's "Error (why): line". */
static void cecp_error(Session *session, MessageKey why, const char *line) {
    char text[256];
    Out out = out_to(text, sizeof text);
    out_say(&out, HENKA_ENGLISH, why);
    session_say(session, "Error (%s): %.200s", text, line);
}

/* Like cecp_error, about a command and its arguments. */
static void cecp_refuse(Session *session, MessageKey why, const char *name, const char *arguments) {
    char line[WORD_SIZE];
    snprintf(line, sizeof line, "%s%s%.200s", name, *arguments ? " " : "", arguments);
    cecp_error(session, why, line);
}

/* Reads the number after a command. False: there is none, and the error was reported. */
static bool cecp_number(Session *session, const char *name, const char *arguments, int64_t low,
                        int64_t high, int64_t *number) {
    const char *at = arguments;
    Word word;
    word_next(&at, &word);
    *number = word_number(&word, low, high, INT64_MIN);
    if (*number != INT64_MIN) return true;
    cecp_refuse(session, MSG_CECP_NUMBER, name, arguments);
    return false;
}

/* Minutes or seconds, which may have a fraction. False: it is no number below `least_too_great`. */
static bool cecp_fraction(const char *text, double least_too_great, double *number) {
    char *end;
    *number = strtod(text, &end);
    end += strspn(end, " \t");
    return end != text && !*end && *number >= 0 && *number < least_too_great;
}

/* ---- a game as XBoard wants to hear it: features, board, pieces, position -------------------- */

/* Limits of XBoard 4.9: its board with the columns of the hands, and pairs of a piece and its
 * promoted face. */
enum { BOARD_FILES = 16, HAND_FILES = 4, BOARD_RANKS = 16, PAIRS = 11 };

/* XBoard's places for its shogi pieces: the same letter gets the same picture. If `moves` is given,
 * XBoard forbids drops of the piece in that place by shogi's rules for its own piece, so only a
 * piece that moves alike may have the place. */
static const struct Place {
    char letter;
    const char *moves;
} places[PAIRS] = {{'P', "fW"}, {'N', "fN"}, {'B', NULL}, {'R', NULL}, {'L', "fR"}, {'S', NULL},
                   {0, NULL},   {0, NULL},   {0, NULL},   {'G', NULL}, {0, NULL}};

static bool id_fits(const char *id) {
    return isalpha((unsigned char)id[*id == '+']) && !id[(*id == '+') + 1];
}

static int place_of(const int *pairs, int type) {
    for (int i = 0; i < PAIRS; i++)
        if (pairs[i] == type) return i;
    return -1;
}

/* The place in XBoard's table for this kind: one with the kind's own letter, else one without a
 * letter, else one whose drops XBoard forbids; -1: none is left. The last place of the table has no
 * promoted face beside it, so a kind that promotes does not get it. */
static int place_find(const int *pairs, const HenkaType *piece) {
    for (int i = 0; i < PAIRS; i++)
        if (!pairs[i] && places[i].letter == *piece->id &&
            (!places[i].moves || !strcmp(places[i].moves, piece->betza)))
            return i;
    for (int ruled = 0; ruled < 2; ruled++)
        for (int i = PAIRS - 1 - (piece->promoted != 0); i >= 0; i--)
            if (!pairs[i] && (ruled || (!places[i].moves && !places[i].letter))) return i;
    return -1;
}

/* Gives every unpromoted kind but the royal a place in XBoard's table: first the kinds that find
 * their own letter there, then the kinds that promote, then the others. False: there is not enough
 * room, or there is no royal. */
static bool pairs_place(const HenkaVariant *variant, int *pairs, int *royal) {
    int count = henka_variant_type_count(variant);
    memset(pairs, 0, PAIRS * sizeof *pairs);
    *royal = 0;
    for (int type = count; type >= 1; type--)
        if (henka_variant_type(variant, type).royal) *royal = type;
    for (int pass = 0; pass < 3; pass++)
        for (int type = 1; type <= count; type++) {
            HenkaType piece = henka_variant_type(variant, type);
            if (piece.unpromoted || type == *royal || place_of(pairs, type) >= 0) continue;
            int place = place_find(pairs, &piece);
            bool own = place >= 0 && places[place].letter == *piece.id;
            if ((pass == 0 && !own) || (pass == 1 && !piece.promoted)) continue;
            if (place < 0) return false;
            pairs[place] = type;
        }
    return *royal != 0;
}

static bool xboard_fits(const HenkaVariant *variant) {
    int pairs[PAIRS], royal, hands = henka_variant_has_hands(variant) ? HAND_FILES : 0;
    bool good = henka_variant_files(variant) + hands <= BOARD_FILES &&
                henka_variant_ranks(variant) <= BOARD_RANKS && pairs_place(variant, pairs, &royal);
    for (int type = 1; type <= henka_variant_type_count(variant); type++)
        good = good && id_fits(henka_variant_type(variant, type).id);
    return good;
}

/* XBoard's own name of the game; "": XBoard does not have the game. *shown: can XBoard show it? */
static const char *xboard_name(const HenkaVariant *variant, bool *shown) {
    const char *name = henka_variant_about(variant, "xboard");
    bool none = !strcmp(name, "none");
    *shown = !none && (*name || xboard_fits(variant));
    return none ? "" : name;
}

static void cecp_features(Session *session) {
    char games[4096];
    Out out = out_to(games, sizeof games);
    session_say(session, "feature done=0");
    for (size_t i = 0; i < registry_count(session->registry); i++) {
        HenkaVariant *variant = registry_open(session->registry, i, NULL, 0, NULL);
        if (!variant) continue;
        bool shown;
        const char *own = xboard_name(variant, &shown);
        if (shown)
            out_format(&out, "%s%s", out.length ? "," : "",
                       *own ? own : registry_name(session->registry, i));
        henka_variant_free(variant);
    }
    session_say(session,
                "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 "
                "sigterm=0 reuse=1 analyze=1 colors=0 ics=0");
    session_say(session,
                "feature name=1 pause=0 nps=0 debug=1 memory=1 smp=1 highlight=1 exclude=1 "
                "setscore=0 myname=\"Henka " HENKA_VERSION "\"");
    session_say(session, "feature variants=\"%s\"", games);
    options_say(session, CECP);
    session_say(session, "feature done=1");
}

static void half_table(const HenkaVariant *variant, const int *pairs, int royal, bool gote,
                       char *table) {
    size_t used = 0;
    for (int face = 0; face < 2; face++)
        for (int i = 0; i < PAIRS - face; i++) {
            HenkaType piece =
                pairs[i] ? henka_variant_type(variant, pairs[i]) : (HenkaType){.id = "."};
            table[used++] = face ? (piece.promoted ? '+' : '.') : *piece.id;
        }
    table[used++] = *henka_variant_type(variant, royal).id;
    table[used] = '\0';
    for (char *c = table; gote && *c; c++) *c = (char)tolower((unsigned char)*c);
}

/* Sends the commands setup and piece, for a variant that the GUI does not know. They are not sent
 * for a game of XBoard's own, because XBoard would then take our pieces for other pieces of its
 * own. */
static void cecp_setup_say(Session *session) {
    const HenkaVariant *variant = session->variant;
    bool shown;
    if (*xboard_name(variant, &shown)) return;
    int pairs[PAIRS], royal, files = henka_variant_files(variant),
                             ranks = henka_variant_ranks(variant);
    char sente[64] = "", gote[64] = "", fen[4096];
    bool hands = henka_variant_has_hands(variant),
         fits = shown && xboard_fits(variant) && pairs_place(variant, pairs, &royal);
    HenkaGame *start = henka_game_new(variant, NULL, NULL);
    if (!start) return session_complain(session, MSG_NO_MEMORY);
    henka_game_fen(start, fen, sizeof fen);
    henka_game_free(start);
    if (fits) {
        half_table(variant, pairs, royal, false, sente),
            half_table(variant, pairs, royal, true, gote);
        session_say(session, "setup (%s%s) %dx%d+%d_%s %s", sente, gote, files, ranks,
                    henka_variant_hand_kinds(variant), hands ? "shogi" : "fairy", fen);
    } else
        session_say(session, "setup %s", fen);
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        HenkaType piece = henka_variant_type(variant, type);
        session_say(session, "piece %s& %s", piece.id, piece.betza);
    }
}

/* Reads XBoard's FEN, "board[hands] w 0 1" or "board w 0 1", or Henka's SFEN, where the first to
 * move is b and the hands are a field. */
static HenkaGame *cecp_position(const HenkaVariant *variant, const char *fen, HenkaError *error) {
    const char *at = words_rest(fen), *rest = at + strcspn(at, " \t");
    Word side, third;
    if (!*at) return error_say(error, 1, 1, MSG_SESSION_FEN_MISSING), NULL;
    word_next(&rest, &side), word_next(&rest, &third);
    if (*third.text || strchr(at, '[')) return henka_game_new(variant, at, error);
    error_say(error, 1, (int)strlen(at) + 1, MSG_SESSION_FEN_UNFINISHED);
    return NULL;
}

/* ---- whose turn it is, thinking and pondering, and how the game ended ------------------------ */

/* XBoard shows scores from 100000 on as mate in (score - 100000) moves. */
enum { MATE_SHOWN = 100000 };

/* Does the engine think about its own move: neither pondering nor analyzing? */
static bool own_move_sought(const Session *session) {
    ThinkState state = session->think.state;
    return state != THINK_IDLE && state != THINK_PONDERING && !session->cecp.analyzing;
}

static void cecp_pongs(Session *session) {
    const char *at = session->cecp.pongs;
    Word number;
    while (word_next(&at, &number)) session_say(session, "pong %s", number.text);
    session->cecp.pongs[0] = '\0';
}

static void cecp_interrupt(Session *session) {
    think_stop(session, true);
    cecp_pongs(session);
}

static bool cecp_result_say(Session *session) {
    HenkaOutcome outcome = henka_game_outcome(session->game);
    if (outcome.reason == HENKA_PLAYING) return false;
    const char *result = outcome.winner == HENKA_SENTE  ? "1-0"
                         : outcome.winner == HENKA_GOTE ? "0-1"
                                                        : "1/2-1/2";
    char reason[64];
    henka_reason_text(outcome.reason, HENKA_ENGLISH, reason, sizeof reason);
    session_say(session, "%s {%s}", result, reason);
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

/* Limits the search to the moves that `exclude` has left, if it has excluded any. */
static void excluded_read(Session *session, HenkaLimits *limits) {
    if (!session->cecp.excluded_count) return;
    size_t count = henka_game_moves(session->game, session->think.moves, HENKA_MAX_MOVES), kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool out = false;
        for (int k = 0; k < session->cecp.excluded_count; k++)
            out |= session->cecp.excluded[k] == session->think.moves[i];
        if (!out) session->think.moves[kept++] = session->think.moves[i];
    }
    if (kept) limits->search_moves = session->think.moves, limits->search_move_count = kept;
}

static void cecp_turn(Session *session) {
    const Cecp *cecp = &session->cecp;
    HenkaLimits limits = {.infinite = cecp->analyzing};
    bool own = cecp->engine_side == (int)henka_game_side(session->game);
    if (session->think.state != THINK_IDLE || cecp->illegal_position || (!own && !cecp->analyzing))
        return;
    if (henka_game_outcome(session->game).reason != HENKA_PLAYING) return;
    if (!cecp->analyzing) limits_read(session, &limits);
    if (!cecp->analyzing && !limits.depth && !limits.movetime_ms && !limits.time_ms[0] &&
        !limits.time_ms[1])
        limits.movetime_ms = 5000;
    excluded_read(session, &limits);
    session->think.silent = !cecp->post && !cecp->analyzing;
    think_start(session, &limits, HENKA_NO_MOVE);
}

static void cecp_info(Session *session, const HenkaInfo *info) {
    char pv[8192];
    henka_line_text(session->think.game, info->pv, info->pv_length, HENKA_XBOARD, pv, sizeof pv);
    int score = info->score_cp, moves = (HENKA_SCORE_MATE - abs(score) + 1) / 2;
    if (henka_score_is_mate(score)) score = score > 0 ? MATE_SHOWN + moves : -MATE_SHOWN - moves;
    session_say(session, "%d %d %" PRId64 " %" PRIu64 "%s", info->depth, score, info->time_ms / 10,
                info->nodes, pv);
}

/* Writes the engine's move: every leg in a line of its own, all but the last closed by a comma. */
static void move_say(Session *session, HenkaMove move) {
    char text[64];
    henka_move_text(session->game, move, HENKA_XBOARD, text, sizeof text);
    for (char *at = text; *at;) {
        size_t length = strcspn(at, ",");
        session_say(session, "move %.*s%s", (int)length, at, at[length] ? "," : "");
        at += length + (at[length] == ',');
    }
}

/* If memory runs out for another move, there is no position until the GUI sets one up. */
static bool game_play(Session *session, HenkaMove move) {
    if (henka_game_play(session->game, move)) return true;
    session->cecp.illegal_position = true;
    session_complain(session, MSG_NO_MEMORY);
    return false;
}

static void cecp_done(Session *session, const HenkaResult *result) {
    Cecp *cecp = &session->cecp;
    if (cecp->analyzing || session->think.ponder) return;
    if (result->best && result->score_cp <= -session->options.resign_value)
        return session_say(session, "resign");
    cecp->last_score_cp = result->score_cp;
    if (result->best) {
        move_say(session, result->best);
        game_play(session, result->best);
        cecp->hint = result->ponder;
        cecp->excluded_count = 0;
        cecp->lifted_count = 0;
    }
    cecp_result_say(session);
}

/* Starts to ponder on the reply that the engine expects. */
static void ponder_start(Session *session) {
    Cecp *cecp = &session->cecp;
    if (!cecp->ponder || !cecp->hint || cecp->engine_side != (int)!henka_game_side(session->game) ||
        !henka_game_legal(session->game, cecp->hint))
        return;
    HenkaLimits limits = {.ponder = true};
    cecp->ponder_move = cecp->hint;
    if (!henka_game_play(session->game, cecp->ponder_move)) return;
    limits_read(session, &limits);
    henka_game_undo(session->game);
    session->think.silent = !cecp->post;
    think_start(session, &limits, cecp->ponder_move);
}

static void cecp_after(Session *session) {
    cecp_pongs(session);
    if (!session->think.ponder && !session->cecp.analyzing) ponder_start(session);
}

static void cecp_opponent_move(Session *session, HenkaMove move) {
    Cecp *cecp = &session->cecp;
    bool hit = session->think.state == THINK_PONDERING && move == cecp->ponder_move;
    if (!hit) cecp_interrupt(session);
    if (!game_play(session, move)) return cecp_interrupt(session);
    cecp->excluded_count = cecp->lifted_count = 0;
    if (cecp_result_say(session)) return cecp_interrupt(session);
    if (hit) {
        think_ponderhit(session, NULL);
    } else
        cecp_turn(session);
}

/* ---- who plays, and how long it may think ---------------------------------------------------- */

enum { TIME_LIMIT_MS = 1000000000, DEPTH_LIMIT = 120 };

static void force_run(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    session->cecp.engine_side = -1;
}

static void go_run(Session *session, const char *arguments) {
    (void)arguments;
    if (session->think.state == THINK_PONDERING) cecp_interrupt(session);
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
    if (own_move_sought(session)) think_stop(session, false);
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

/* "level MPS BASE INC": BASE is in minutes or minutes:seconds, INC in seconds; both may have a
 * fraction. */
static void level_run(Session *session, const char *arguments) {
    Cecp *cecp = &session->cecp;
    const char *whole = arguments;
    Word moves, base, increment;
    if (!word_next(&arguments, &moves) || !word_next(&arguments, &base) ||
        !word_next(&arguments, &increment))
        return cecp_refuse(session, MSG_CECP_LEVEL_FORM, "level", whole);
    char *seconds = strchr(base.text, ':');
    double minutes, extra = 0, more;
    int64_t per_session = word_number(&moves, 0, 10000, -1);
    if (seconds) *seconds++ = '\0';
    if (per_session < 0) return cecp_refuse(session, MSG_CECP_LEVEL_FORM, "level", whole);
    if (!cecp_fraction(base.text, 1e5, &minutes) ||
        (seconds && !cecp_fraction(seconds, 1e5, &extra)) ||
        !cecp_fraction(increment.text, 1e5, &more))
        return cecp_refuse(session, MSG_CECP_BAD_TIME, "level", whole);
    cecp->moves_per_session = per_session;
    cecp->base_ms = (int64_t)(minutes * 60000 + extra * 1000);
    cecp->increment_ms = (int64_t)(more * 1000);
    cecp->move_ms = 0;
    cecp->time_ms[0] = cecp->time_ms[1] = cecp->base_ms;
}

static void st_run(Session *session, const char *arguments) {
    double seconds;
    if (!cecp_fraction(arguments, 1e6, &seconds) || seconds <= 0)
        return cecp_refuse(session, MSG_CECP_SECONDS, "st", arguments);
    session->cecp.move_ms = (int64_t)(seconds * 1000); /* has precedence over the clock of
                                                          "level" */
}

static void sd_run(Session *session, const char *arguments) {
    int64_t depth;
    if (cecp_number(session, "sd", arguments, 1, DEPTH_LIMIT, &depth))
        session->cecp.depth = (int)depth;
}
/* In hundredths of a second. whose: 0 the engine's clock, 1 the opponent's. */
static void clock_read(Session *session, const char *name, const char *arguments, int whose) {
    int64_t hundredths;
    if (cecp_number(session, name, arguments, 0, TIME_LIMIT_MS / 10, &hundredths))
        session->cecp.time_ms[whose] = 10 * hundredths;
}
static void time_run(Session *session, const char *arguments) {
    clock_read(session, "time", arguments, 0);
}
static void otim_run(Session *session, const char *arguments) {
    clock_read(session, "otim", arguments, 1);
}
static void post_run(Session *session, const char *arguments) {
    (void)arguments, session->cecp.post = true, session->think.silent = false;
}
static void nopost_run(Session *session, const char *arguments) {
    (void)arguments;
    session->cecp.post = false;
    session->think.silent = !session->cecp.analyzing;
}
static void hard_run(Session *session, const char *arguments) {
    (void)arguments, session->cecp.ponder = true;
}
static void easy_run(Session *session, const char *arguments) {
    (void)arguments;
    session->cecp.ponder = false;
    if (session->think.state == THINK_PONDERING) cecp_interrupt(session);
}

/* ---- setting games up, and the moves of the other side --------------------------------------- */

static void game_reset(Session *session, const char *fen) {
    HenkaError error;
    HenkaGame *game = fen ? cecp_position(session->variant, fen, &error)
                          : henka_game_new(session->variant, NULL, &error);
    session->cecp.illegal_position = !game;
    session->cecp.hint = HENKA_NO_MOVE;
    session->cecp.excluded_count = session->cecp.lifted_count = 0;
    session->cecp.legs[0] = '\0';
    if (game) return session_place(session, game);
    session_say(session, "tellusererror Illegal position: %s", error.message);
}

/* Begins a new game, of the variant that the session began with. XBoard sends `variant` after it if
 * that is not chess. */
static void new_run(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    if (session->engine) henka_engine_new_game(session->engine);
    if (session->variant_index != session->first_index)
        session_choose(session, session->first_index);
    game_reset(session, NULL);
    if (!session->cecp.analyzing) session->cecp.engine_side = HENKA_GOTE;
    session->cecp.depth = 0;
    cecp_turn(session);
}

static void variant_run(Session *session, const char *name) {
    int index = registry_find(session->registry, name);
    cecp_interrupt(session);
    if (index < 0) return cecp_error(session, MSG_CECP_UNKNOWN_VARIANT, name);
    if (session_choose(session, (size_t)index)) {
        session->game_chosen = true;
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
    if (henka_game_plies(session->game) < plies) return cecp_error(session, MSG_CECP_NOT_NOW, name);
    cecp_interrupt(session);
    session->cecp.excluded_count = session->cecp.lifted_count = 0;
    while (plies--) henka_game_undo(session->game);
    if (session->cecp.analyzing) cecp_turn(session);
}
static void undo_run(Session *session, const char *arguments) {
    (void)arguments, undo_some(session, 1, "undo");
}
static void remove_run(Session *session, const char *arguments) {
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
        session_say(session, "Illegal move (%s): %s", reason, text);
    else
        session_say(session, "Illegal move: %s", text);
    if (!session->cecp.illegal_position &&
        henka_xboard_play_text(session->game, text, NULL, NULL) == HENKA_TEXT_LOST)
        cecp_result_say(session);
}

/* Joins a move of several legs. The legs arrive one by one, each but the last closed by a comma, or
 * all in one line. False: more legs are to come. */
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
    if (own_move_sought(session)) return cecp_error(session, MSG_CECP_NOT_NOW, arguments);
    if (!legs_gather(session, arguments, text, sizeof text)) return;
    if (session->cecp.illegal_position ||
        !henka_xboard_move_parse(session->game, text, &move, NULL))
        return illegal_say(session, text);
    cecp_opponent_move(session, move);
}

/* Does a line without "usermove" look like a move? */
static bool looks_like_move(const char *line) {
    size_t letters = strspn(line, "abcdefghijklmnop");
    return (letters == 1 && line[1] >= '0' && line[1] <= '9') ||
           (strchr(line, '@') && strlen(line) < 12) || (strchr(line, '*') && strlen(line) < 12);
}

static void cecp_unknown(Session *session, const char *line) {
    if (looks_like_move(line))
        usermove_run(session, line);
    else
        cecp_error(session, MSG_CECP_UNKNOWN_COMMAND, line);
}

static void exclude_run(Session *session, const char *arguments) {
    HenkaMove move;
    Cecp *cecp = &session->cecp;
    if (!strcmp(arguments, "all")) return; /* only useful before an include, which starts anew */
    if (!henka_xboard_move_parse(session->game, arguments, &move, NULL))
        return cecp_refuse(session, MSG_CECP_NO_MOVE, "exclude", arguments);
    cecp_interrupt(session);
    if (cecp->excluded_count < (int)(sizeof cecp->excluded / sizeof *cecp->excluded))
        cecp->excluded[cecp->excluded_count++] = move;
    cecp_turn(session);
}

static void include_run(Session *session, const char *arguments) {
    HenkaMove move = HENKA_NO_MOVE;
    Cecp *cecp = &session->cecp;
    bool one = strcmp(arguments, "all") != 0;
    int kept = 0;
    if (one && !henka_xboard_move_parse(session->game, arguments, &move, NULL))
        return cecp_refuse(session, MSG_CECP_NO_MOVE, "include", arguments);
    cecp_interrupt(session);
    for (int i = 0; one && i < cecp->excluded_count; i++)
        if (cecp->excluded[i] != move) cecp->excluded[kept++] = cecp->excluded[i];
    cecp->excluded_count = kept;
    cecp_turn(session);
}

/* ---- squares a lifted piece may go to -------------------------------------------------------- */

enum { LIFTED_MOST = 6 };

/* The colours in which XBoard paints squares. It asks about a red one with "hover"; on cyan the
 * move goes on with another click; on magenta promotion is a choice. */
enum { NONE = 0, YELLOW = 'Y', RED = 'R', CYAN = 'C', MAGENTA = 'M', VICTIM = 'g' };

/* Marks a square. If one move ends on the square and another goes on from it, the mark of the
 * second stays, because XBoard takes a click on an end as the whole move. */
static void square_mark(char *place, char mark) {
    if (mark == CYAN || (*place != CYAN && *place != MAGENTA)) *place = mark;
}

/* Writes to `left` the victims of a move, besides its destination, that the player has not clicked
 * yet, and returns their number; -1: the clicked squares do not begin this move. */
static int victims_left(const Cecp *cecp, const HenkaMoveParts *parts, int *left) {
    int count = 0, touched = 0;
    if (parts->drop || parts->from != cecp->lifted[0]) return -1;
    for (int i = 0; i < parts->victim_count; i++) {
        bool seen = false;
        if (parts->victims[i] == parts->to) continue;
        for (int k = 1; k < cecp->lifted_count; k++) seen |= cecp->lifted[k] == parts->victims[i];
        touched += seen;
        if (!seen) left[count++] = parts->victims[i];
    }
    return touched == cecp->lifted_count - 1 ? count : -1;
}

static char end_mark(const HenkaMoveParts *parts) {
    return parts->promotes && !parts->flips ? MAGENTA : parts->capture ? RED : YELLOW;
}

static void marks_say(Session *session, const char *marks) {
    char text[1024];
    Out out = out_to(text, sizeof text);
    int files = henka_variant_files(session->variant),
        ranks = henka_variant_ranks(session->variant);
    for (int rank = 1; rank <= ranks; rank++) {
        int empty = 0;
        if (rank > 1) out_char(&out, '/');
        for (int file = files; file >= 1; file--) {
            char mark = marks[(file - 1) * ranks + rank - 1];
            if (mark && empty) out_format(&out, "%d", empty);
            if (mark) out_char(&out, mark);
            empty = mark ? 0 : empty + 1;
        }
        if (empty) out_format(&out, "%d", empty);
    }
    session_say(session, "highlight %s", text);
}

/* Marks the next squares of the moves that begin with the clicked squares: their victims, in any
 * order, then their end. */
static void next_marks(const Session *session, char *marks) {
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
    size_t count = moves ? henka_game_moves(session->game, moves, HENKA_MAX_MOVES) : 0;
    for (size_t i = 0; i < count; i++) {
        HenkaMoveParts parts = henka_game_parts(session->game, moves[i]);
        int left[HENKA_MAX_VICTIMS + 1], left_count = victims_left(&session->cecp, &parts, left);
        for (int k = 0; k < left_count; k++) square_mark(&marks[left[k]], CYAN);
        if (!left_count) square_mark(&marks[parts.to], end_mark(&parts));
    }
    free(moves);
}

static void lift_run(Session *session, const char *arguments) {
    char marks[HENKA_MAX_SQUARES] = {0};
    Cecp *cecp = &session->cecp;
    int square = henka_xboard_square_parse(session->variant, arguments);
    cecp->lifted_count = 0;
    if (square < 0) return;
    cecp->lifted[cecp->lifted_count++] = square;
    next_marks(session, marks);
    marks_say(session, marks);
}

/* The player clicked a square on the way of a longer move: marks the squares with which it goes on.
 * If there are none, the move is complete and XBoard sends it as usermove. */
static void put_run(Session *session, const char *arguments) {
    char marks[HENKA_MAX_SQUARES] = {0};
    Cecp *cecp = &session->cecp;
    int square = henka_xboard_square_parse(session->variant, arguments);
    if (square < 0 || !cecp->lifted_count || cecp->lifted_count == LIFTED_MOST) return;
    cecp->lifted[cecp->lifted_count++] = square;
    next_marks(session, marks);
    for (int i = 0; i < HENKA_MAX_SQUARES; i++)
        if (marks[i]) return marks_say(session, marks);
    cecp->lifted_count = 0;
}

/* Marks the other victims of the lifted piece's move to the square under the mouse. */
static void hover_run(Session *session, const char *arguments) {
    char marks[HENKA_MAX_SQUARES] = {0};
    int square = henka_xboard_square_parse(session->variant, arguments), victims = 0;
    if (square < 0 || !session->cecp.lifted_count) return;
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
    size_t count = moves ? henka_game_moves(session->game, moves, HENKA_MAX_MOVES) : 0;
    next_marks(session, marks);
    for (size_t i = 0; i < count; i++) {
        HenkaMoveParts parts = henka_game_parts(session->game, moves[i]);
        if (parts.drop || parts.from != session->cecp.lifted[0] || parts.to != square) continue;
        for (int k = 0; k < parts.victim_count; k++)
            if (parts.victims[k] != square && !marks[parts.victims[k]])
                marks[parts.victims[k]] = VICTIM, victims++;
    }
    free(moves);
    if (victims) marks_say(session, marks);
}

/* ---- the other commands ---------------------------------------------------------------------- */

static void complain_say(Session *session, const char *message) {
    session_say(session, "telluser %s", message);
}

static void ignore_run(Session *session, const char *arguments) { (void)session, (void)arguments; }
static void protover_run(Session *session, const char *arguments) {
    int64_t version;
    if (cecp_number(session, "protover", arguments, 0, 1000, &version) && version >= 2)
        cecp_features(session);
}

/* While the engine thinks about its own move, the pong waits until the move is made. */
static void ping_run(Session *session, const char *arguments) {
    Cecp *cecp = &session->cecp;
    Word number;
    word_next(&arguments, &number);
    if (!own_move_sought(session)) return session_say(session, "pong %s", number.text);
    size_t length = strlen(cecp->pongs);
    snprintf(cecp->pongs + length, sizeof cecp->pongs - length, " %.20s", number.text);
}

static void result_run(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    session->cecp.engine_side = -1;
}

/* The opponent offers a draw: accepts it in a bad position, else the game goes on. */
static void draw_run(Session *session, const char *arguments) {
    enum { DRAW_BELOW_CP = -50 };
    (void)arguments;
    if (session->cecp.last_score_cp < DRAW_BELOW_CP) session_say(session, "offer draw");
}

static void hint_run(Session *session, const char *arguments) {
    (void)arguments;
    char text[64];
    HenkaMove hint = session->cecp.hint;
    if (!hint || !henka_game_legal(session->game, hint)) return;
    henka_move_text(session->game, hint, HENKA_XBOARD, text, sizeof text);
    session_say(session, "Hint: %s", text);
}

/* "bk" asks for moves of an opening book. There is none; an empty line ends the answer. */
static void bk_run(Session *session, const char *arguments) {
    (void)arguments;
    session_inform(session, " ", MSG_CECP_NO_BOOK);
    session_say(session, "%s", "");
}

static void status_run(Session *session, const char *arguments) {
    (void)arguments;
    const Think *think = &session->think;
    if (think->state == THINK_IDLE) return;
    session_say(session, "stat01: %" PRId64 " %" PRIu64 " %d 0 0",
                (clock_ms() - think->started_ms) / 10, think->last.nodes, think->last.depth);
}

/* The arguments are "NAME=VALUE", or NAME alone. A running search is ended and begun again. */
static void option_run(Session *session, const char *arguments) {
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
    int64_t mib;
    if (cecp_number(session, "memory", arguments, 1, options_hash_limit(session), &mib))
        option_number(session, "USI_Hash", mib);
}

static void cores_run(Session *session, const char *arguments) {
    int64_t threads;
    if (cecp_number(session, "cores", arguments, 1, options_thread_limit(session), &threads))
        option_number(session, "Threads", threads);
}

static void quit_run(Session *session, const char *arguments) {
    (void)arguments;
    cecp_interrupt(session);
    session->over = true;
}

static const Command commands[] = {{"xboard", ignore_run},
                                   {"protover", protover_run},
                                   {"accepted", ignore_run},
                                   {"rejected", ignore_run},
                                   {"new", new_run},
                                   {"variant", variant_run},
                                   {"quit", quit_run},
                                   {"random", ignore_run},
                                   {"force", force_run},
                                   {"go", go_run},
                                   {"playother", playother_run},
                                   {"white", ignore_run},
                                   {"black", ignore_run},
                                   {"level", level_run},
                                   {"st", st_run},
                                   {"sd", sd_run},
                                   {"nps", ignore_run},
                                   {"time", time_run},
                                   {"otim", otim_run},
                                   {"usermove", usermove_run},
                                   {"?", now_run},
                                   {"ping", ping_run},
                                   {"draw", draw_run},
                                   {"result", result_run},
                                   {"setboard", setboard_run},
                                   {"hint", hint_run},
                                   {"bk", bk_run},
                                   {"undo", undo_run},
                                   {"remove", remove_run},
                                   {"hard", hard_run},
                                   {"easy", easy_run},
                                   {"post", post_run},
                                   {"nopost", nopost_run},
                                   {"analyze", analyze_run},
                                   {"exit", exit_run},
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
                                   {"option", option_run},
                                   {"exclude", exclude_run},
                                   {"include", include_run},
                                   {"lift", lift_run},
                                   {"put", put_run},
                                   {"hover", hover_run},
                                   {"holding", ignore_run},
                                   {"partner", ignore_run},
                                   {"ptell", ignore_run},
                                   DEBUG_COMMANDS};

const Protocol protocol_cecp = {.index = CECP,
                                .name = "xboard",
                                .commands = commands,
                                .command_count = sizeof commands / sizeof *commands,
                                .notation = HENKA_XBOARD,
                                .unknown = cecp_unknown,
                                .info = cecp_info,
                                .done = cecp_done,
                                .after = cecp_after,
                                .variant_changed = cecp_setup_say,
                                .complain = complain_say};
