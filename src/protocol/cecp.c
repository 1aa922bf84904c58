/* cecp - XBoard's protocol (Chess Engine Communication Protocol), version 2 as in XBoard 4.9.
 *
 * Shapes   Squares and moves are written as HENKA_XBOARD. Sente is White. Positions are FEN, with
 *          the hands in brackets after the board and w for the side that moves first.
 */
#include "base/clock.h"
#include "base/error.h"
#include "base/out.h"
#include "protocol/state.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Answers a line of the GUI with CECP's "Error (why): line". */
static void cecp_error(Session *session, MessageKey why, const char *line) {
    char text[256];
    Out out = out_to(text, sizeof text);
    out_say(&out, HENKA_ENGLISH, why);
    session_say(session, "Error (%s): %.200s", text, line);
}

/* Like cecp_error, for the command that runs, with its arguments as the line. */
static void cecp_refuse(Session *session, MessageKey why) {
    const char *arguments = session->arguments;
    char line[WORD_SIZE];
    snprintf(line, sizeof line, "%s%s%.200s", session->command->name, *arguments ? " " : "",
             arguments);
    cecp_error(session, why, line);
}

/* Reads the number after the command, clamped to low .. high. False: no number, reported. */
static bool cecp_number(Session *session, int64_t low, int64_t high, int64_t *number) {
    const char *at = session->arguments;
    Word word;
    word_next(&at, &word);
    *number = word_number(&word, low, high, INT64_MIN);
    if (*number == INT64_MIN) cecp_refuse(session, MSG_CECP_NUMBER);
    return *number != INT64_MIN;
}

/* Reads minutes or seconds with any fraction. False: no number in 0 .. below `least_too_great`. */
static bool cecp_fraction(const char *text, double least_too_great, double *number) {
    char *end;
    *number = strtod(text, &end);
    end += strspn(end, " \t");
    return end != text && !*end && *number >= 0 && *number < least_too_great;
}

/* ---- describing a game to XBoard: features, board, pieces, position -------------------------- */

/* Limits of XBoard 4.9: its board, its files for hands, and pairs of a piece and its promotion. */
enum { BOARD_FILES = 16, HAND_FILES = 4, BOARD_RANKS = 16, PAIRS = 11 };

/* XBoard's table of shogi pieces. A piece in a place gets the picture of its letter (0: not a shogi
 * piece). If `moves` is set, XBoard restricts drops of the piece in that place by shogi's rules, so
 * only a piece with exactly these moves (in Betza's notation) may have the place. */
static const struct Place {
    char letter;
    const char *moves;
} places[PAIRS] = {{'P', "fW"}, {'N', "fN"}, {'B', NULL}, {'R', NULL}, {'L', "fR"}, {'S', NULL},
                   {0, NULL},   {0, NULL},   {0, NULL},   {'G', NULL}, {0, NULL}};

/* Returns the place in XBoard's table for a type of piece: a place with the type's own letter, else
 * a place without a letter, else any free place, even if XBoard restricts drops there; -1: none is
 * free. The last place has no promoted form, so a type that promotes does not get it. */
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

/* Gives every unpromoted type except the royal a place in XBoard's table: first the types whose
 * letter is in the table, then the types that promote, then the remaining types. False: the table
 * is too small, or the game has no royal. */
static bool pairs_place(const HenkaVariant *variant, int *pairs, int *royal) {
    int count = henka_variant_type_count(variant);
    memset(pairs, 0, PAIRS * sizeof *pairs);
    *royal = 0;
    for (int type = count; type >= 1; type--)
        if (henka_variant_type(variant, type).royal) *royal = type;
    for (int pass = 0; pass < 3; pass++)
        for (int type = 1; type <= count; type++) {
            HenkaType piece = henka_variant_type(variant, type);
            bool placed = piece.unpromoted || type == *royal;
            for (int i = 0; i < PAIRS && !placed; i++) placed = pairs[i] == type;
            if (placed) continue;
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
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        const char *id = henka_variant_type(variant, type).id;
        int plus = *id == '+';
        good = good && isalpha((unsigned char)id[plus]) && !id[plus + 1];
    }
    return good;
}

/* XBoard's own name of the game; "": unknown. Sets *shown: can XBoard display it? */
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

/* Sends the commands `setup` and `piece` for a game that XBoard does not know. For a game that
 * XBoard knows, they would make XBoard mistake our pieces for others of its own. */
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

/* ---- whose turn it is, thinking and pondering, and how the game ended ------------------------ */

/* XBoard shows scores from 100000 on as mate in (score - 100000) moves. */
enum { MATE_SHOWN = 100000 };

/* Is the engine searching for a move of its own, so neither pondering nor analyzing? */
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
    /* If the command `exclude` has excluded moves, the engine searches only the others. */
    HenkaMove *moves = session->think.moves;
    size_t kept = 0;
    size_t count =
        cecp->excluded_count ? henka_game_moves(session->game, moves, HENKA_MAX_MOVES) : 0;
    for (size_t i = 0; i < count; i++) {
        bool out = false;
        for (int k = 0; k < cecp->excluded_count; k++) out |= cecp->excluded[k] == moves[i];
        if (!out) moves[kept++] = moves[i];
    }
    if (kept) limits.search_moves = moves, limits.search_move_count = kept;
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

/* Plays a move. False: memory ran out, and there is no position until the GUI sets one up. */
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
        /* Sends each leg (part) of the move in one line. All lines but the last end in a comma. */
        char text[64];
        henka_move_text(session->game, result->best, HENKA_XBOARD, text, sizeof text);
        for (char *at = text; *at;) {
            size_t length = strcspn(at, ",");
            session_say(session, "move %.*s%s", (int)length, at, at[length] ? "," : "");
            at += length + (at[length] == ',');
        }
        game_play(session, result->best);
        cecp->hint = result->ponder;
        cecp->excluded_count = 0;
        cecp->lifted_count = 0;
    }
    cecp_result_say(session);
}

/* Called after the engine's answer. Starts to ponder on the reply that the engine expects. */
static void cecp_after(Session *session) {
    Cecp *cecp = &session->cecp;
    cecp_pongs(session);
    if (session->think.ponder || cecp->analyzing || !cecp->ponder || !cecp->hint ||
        cecp->engine_side != (int)!henka_game_side(session->game) ||
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

/* ---- which side the engine plays, and how long it may think ---------------------------------- */

enum { TIME_LIMIT_MS = 1000000000, DEPTH_LIMIT = 120 };

/* Runs "force", and also "result", which announces that the game is over. */
static void force_run(Session *session) {
    cecp_interrupt(session);
    session->cecp.engine_side = -1;
}

static void go_run(Session *session) {
    if (session->think.state == THINK_PONDERING) cecp_interrupt(session);
    session->cecp.engine_side = henka_game_side(session->game);
    if (!cecp_result_say(session)) cecp_turn(session);
}

static void playother_run(Session *session) {
    cecp_interrupt(session);
    session->cecp.engine_side = !henka_game_side(session->game);
}

static void now_run(Session *session) {
    if (own_move_sought(session)) think_stop(session, false);
}

/* "analyze" starts an analysis, "exit" ends it. */
static void analyze_run(Session *session) {
    Cecp *cecp = &session->cecp;
    bool begins = session->command->which;
    if (!begins && !cecp->analyzing) return;
    cecp_interrupt(session);
    cecp->analyzing = begins;
    if (begins) cecp->engine_side = -1;
    if (begins) cecp_turn(session);
}

/* "level MPS BASE INC": BASE is the time for MPS moves (0: for the whole game), in minutes or
 * minutes:seconds; each move adds INC seconds. BASE and INC may have a fraction. */
static void level_run(Session *session) {
    Cecp *cecp = &session->cecp;
    const char *at = session->arguments;
    Word moves, base, increment;
    double minutes, extra = 0, more;
    bool whole = word_next(&at, &moves) && word_next(&at, &base) && word_next(&at, &increment);
    int64_t per_session = whole ? word_number(&moves, 0, 10000, -1) : -1;
    if (per_session < 0) return cecp_refuse(session, MSG_CECP_LEVEL_FORM);
    char *seconds = strchr(base.text, ':');
    if (seconds) *seconds++ = '\0';
    if (!cecp_fraction(base.text, 1e5, &minutes) ||
        (seconds && !cecp_fraction(seconds, 1e5, &extra)) ||
        !cecp_fraction(increment.text, 1e5, &more))
        return cecp_refuse(session, MSG_CECP_BAD_TIME);
    cecp->moves_per_session = per_session;
    cecp->base_ms = (int64_t)(minutes * 60000 + extra * 1000);
    cecp->increment_ms = (int64_t)(more * 1000);
    cecp->move_ms = 0;
    cecp->time_ms[0] = cecp->time_ms[1] = cecp->base_ms;
}

static void st_run(Session *session) {
    double seconds;
    if (!cecp_fraction(session->arguments, 1e6, &seconds) || seconds <= 0)
        return cecp_refuse(session, MSG_CECP_SECONDS);
    session->cecp.move_ms = (int64_t)(seconds * 1000); /* counts more than the clock of "level" */
}

static void sd_run(Session *session) {
    int64_t depth;
    if (cecp_number(session, 1, DEPTH_LIMIT, &depth)) session->cecp.depth = (int)depth;
}

/* "time" and "otim": the engine's clock and the opponent's, in hundredths of a second. */
static void time_run(Session *session) {
    int64_t hundredths;
    if (cecp_number(session, 0, TIME_LIMIT_MS / 10, &hundredths))
        session->cecp.time_ms[session->command->which] = 10 * hundredths;
}

/* "post" turns the display of the engine's thinking on, "nopost" turns it off. */
static void post_run(Session *session) {
    session->cecp.post = session->command->which;
    session->think.silent = !session->cecp.post && !session->cecp.analyzing;
}

/* "hard" turns pondering on, "easy" turns it off. */
static void hard_run(Session *session) {
    session->cecp.ponder = session->command->which;
    if (!session->cecp.ponder && session->think.state == THINK_PONDERING) cecp_interrupt(session);
}

/* ---- setting up games and positions, and taking back moves ----------------------------------- */

/* Sets up a position, or reports that it is illegal. `fen` is XBoard's FEN, "board[hands] w 0 1" or
 * "board w 0 1", or Henka's SFEN, where the first side to move is b and the hands are a field of
 * their own; NULL: the starting position. */
static void game_reset(Session *session, const char *fen) {
    HenkaError error;
    HenkaGame *game = NULL;
    if (fen) {
        const char *at = words_rest(fen), *rest = at + strcspn(at, " \t");
        Word side, third;
        word_next(&rest, &side), word_next(&rest, &third);
        if (!*at)
            error_say(&error, 1, 1, MSG_SESSION_FEN_MISSING);
        else if (*third.text || strchr(at, '['))
            game = henka_game_new(session->variant, at, &error);
        else
            error_say(&error, 1, (int)strlen(at) + 1, MSG_SESSION_FEN_UNFINISHED);
    } else {
        game = henka_game_new(session->variant, NULL, &error);
    }
    session->cecp.illegal_position = !game;
    session->cecp.hint = HENKA_NO_MOVE;
    session->cecp.excluded_count = session->cecp.lifted_count = 0;
    session->cecp.legs[0] = '\0';
    if (game) return session_place(session, game);
    session_say(session, "tellusererror Illegal position: %s", error.message);
}

/* Begins a new game of the variant with which the session began. XBoard sends `variant` after `new`
 * for every variant but chess. */
static void new_run(Session *session) {
    cecp_interrupt(session);
    if (session->engine) henka_engine_new_game(session->engine);
    if (session->variant_index != session->first_index)
        session_choose(session, session->first_index);
    game_reset(session, NULL);
    if (!session->cecp.analyzing) session->cecp.engine_side = HENKA_GOTE;
    session->cecp.depth = 0;
    cecp_turn(session);
}

static void variant_run(Session *session) {
    const char *name = session->arguments;
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

static void setboard_run(Session *session) {
    cecp_interrupt(session);
    game_reset(session, session->arguments);
    cecp_turn(session);
}

/* "undo" takes back one ply, "remove" two. */
static void undo_run(Session *session) {
    int plies = session->command->which;
    bool enough = henka_game_plies(session->game) >= plies, turn = plies > 1;
    if (enough) {
        cecp_interrupt(session);
        session->cecp.excluded_count = session->cecp.lifted_count = 0;
        while (plies--) henka_game_undo(session->game);
    } else {
        cecp_error(session, MSG_CECP_NOT_NOW, session->command->name);
    }
    if (turn || (enough && session->cecp.analyzing)) cecp_turn(session);
}

/* ---- the opponent's moves, and excluded moves ------------------------------------------------ */

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

static void usermove_run(Session *session) {
    const char *at = session->arguments;
    char text[WORD_SIZE], *legs = session->cecp.legs;
    HenkaMove move;
    Word word;
    if (own_move_sought(session)) return cecp_error(session, MSG_CECP_NOT_NOW, at);
    /* Joins a move of several legs (parts). The legs arrive one by one or all in one line, and all
     * but the last end with a comma. */
    word_next(&at, &word);
    snprintf(text, sizeof text, "%.120s%.120s", legs, word.text);
    size_t length = strlen(text);
    bool more = length && text[length - 1] == ',';
    snprintf(legs, sizeof session->cecp.legs, "%.200s", more ? text : "");
    if (more || !length) return;
    if (session->cecp.illegal_position ||
        !henka_xboard_move_parse(session->game, text, &move, NULL))
        return illegal_say(session, text);
    cecp_opponent_move(session, move);
}

/* A line that is no command may be a move that was sent without "usermove". */
static void cecp_unknown(Session *session, const char *line) {
    size_t letters = strspn(line, "abcdefghijklmnop");
    if ((letters == 1 && line[1] >= '0' && line[1] <= '9') ||
        (strpbrk(line, "@*") && strlen(line) < 12))
        usermove_run(session);
    else
        cecp_error(session, MSG_CECP_UNKNOWN_COMMAND, line);
}

/* "exclude MOVE" keeps a move out of the search, "include MOVE" takes it in again, and "include
 * all" takes in every move. "exclude all" is ignored. */
static void exclude_run(Session *session) {
    Cecp *cecp = &session->cecp;
    HenkaMove move = HENKA_NO_MOVE;
    bool all = !strcmp(session->arguments, "all"), excludes = session->command->which;
    int kept = 0;
    if (all && excludes) return;
    if (!all && !henka_xboard_move_parse(session->game, session->arguments, &move, NULL))
        return cecp_refuse(session, MSG_CECP_NO_MOVE);
    cecp_interrupt(session);
    for (int i = 0; !all && i < cecp->excluded_count; i++)
        if (excludes || cecp->excluded[i] != move) cecp->excluded[kept++] = cecp->excluded[i];
    if (excludes && kept < (int)(sizeof cecp->excluded / sizeof *cecp->excluded))
        cecp->excluded[kept++] = move;
    cecp->excluded_count = kept;
    cecp_turn(session);
}

/* ---- highlighting the squares to which a lifted piece can move ------------------------------- */

enum { LIFTED_MOST = 6 };

/* The letters of the colours in which XBoard paints squares. With the mouse over a red square
 * XBoard sends "hover". A move through a cyan square goes on with another click. On a magenta
 * square the player chooses whether to promote. */
enum { NONE = 0, YELLOW = 'Y', RED = 'R', CYAN = 'C', MAGENTA = 'M', VICTIM = 'g' };

/* Marks a square. If one move ends on the square and another move goes on from it, the mark CYAN of
 * the latter stays, because XBoard takes a click on the end of a move as the whole move. */
static void square_mark(char *place, char mark) {
    if (mark == CYAN || (*place != CYAN && *place != MAGENTA)) *place = mark;
}

/* Writes to `left` the squares, except the destination, on which a move captures and which the
 * player has not clicked yet. Returns their number; -1: the move begins with other squares. */
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

/* Marks the squares to click next in the moves that begin with the clicked squares: those of
 * captured pieces in any order, then the destination. */
static void next_marks(const Session *session, char *marks) {
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
    size_t count = moves ? henka_game_moves(session->game, moves, HENKA_MAX_MOVES) : 0;
    for (size_t i = 0; i < count; i++) {
        HenkaMoveParts parts = henka_game_parts(session->game, moves[i]);
        int left[HENKA_MAX_VICTIMS + 1], left_count = victims_left(&session->cecp, &parts, left);
        for (int k = 0; k < left_count; k++) square_mark(&marks[left[k]], CYAN);
        if (!left_count)
            square_mark(&marks[parts.to], parts.promotes && !parts.flips ? MAGENTA
                                          : parts.capture                ? RED
                                                                         : YELLOW);
    }
    free(moves);
}

/* "lift": the player picked up a piece. "put": the player clicked a further square of a move of
 * several steps. Marks the squares with which the move can go on. If there are none after "put",
 * the move is complete, and XBoard sends it as usermove. */
static void lift_run(Session *session) {
    char marks[HENKA_MAX_SQUARES] = {0};
    Cecp *cecp = &session->cecp;
    bool lifts = session->command->which;
    int square = henka_xboard_square_parse(session->variant, session->arguments);
    if (lifts) cecp->lifted_count = 0;
    if (square < 0 || (!lifts && (!cecp->lifted_count || cecp->lifted_count == LIFTED_MOST)))
        return;
    cecp->lifted[cecp->lifted_count++] = square;
    next_marks(session, marks);
    bool any = lifts;
    for (int i = 0; i < HENKA_MAX_SQUARES; i++) any |= marks[i] != NONE;
    if (any)
        marks_say(session, marks);
    else
        cecp->lifted_count = 0;
}

/* Marks the other pieces that the lifted piece captures by a move to the square under the mouse. */
static void hover_run(Session *session) {
    char marks[HENKA_MAX_SQUARES] = {0};
    int square = henka_xboard_square_parse(session->variant, session->arguments), victims = 0;
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

static void protover_run(Session *session) {
    int64_t version;
    if (cecp_number(session, 0, 1000, &version) && version >= 2) cecp_features(session);
}

/* While the engine thinks about its own move, the pong waits until the move is made. */
static void ping_run(Session *session) {
    Cecp *cecp = &session->cecp;
    const char *at = session->arguments;
    Word number;
    word_next(&at, &number);
    if (!own_move_sought(session)) return session_say(session, "pong %s", number.text);
    size_t length = strlen(cecp->pongs);
    snprintf(cecp->pongs + length, sizeof cecp->pongs - length, " %.20s", number.text);
}

/* The opponent offers a draw. The engine accepts it if it thinks that its position is bad. */
static void draw_run(Session *session) {
    enum { DRAW_BELOW_CP = -50 };
    if (session->cecp.last_score_cp < DRAW_BELOW_CP) session_say(session, "offer draw");
}

static void hint_run(Session *session) {
    char text[64];
    HenkaMove hint = session->cecp.hint;
    if (!hint || !henka_game_legal(session->game, hint)) return;
    henka_move_text(session->game, hint, HENKA_XBOARD, text, sizeof text);
    session_say(session, "Hint: %s", text);
}

/* "bk" asks for moves of an opening book. There is none; an empty line ends the answer. */
static void bk_run(Session *session) {
    session_inform(session, " ", MSG_CECP_NO_BOOK);
    session_say(session, "%s", "");
}

static void status_run(Session *session) {
    const Think *think = &session->think;
    if (think->state == THINK_IDLE) return;
    session_say(session, "stat01: %" PRId64 " %" PRIu64 " %d 0 0",
                (clock_ms() - think->started_ms) / 10, think->last.nodes, think->last.depth);
}

/* The arguments are "NAME=VALUE", or NAME alone. A search under way is stopped and restarted. */
static void option_run(Session *session) {
    char name[WORD_SIZE];
    const char *value = strchr(session->arguments, '=');
    size_t length = value ? (size_t)(value - session->arguments) : strlen(session->arguments);
    snprintf(name, sizeof name, "%.*s", (int)(length < 200 ? length : 200), session->arguments);
    cecp_interrupt(session);
    option_set(session, name, value ? value + 1 : "");
    cecp_turn(session);
}

/* "memory" sets the size of the hash table in MiB, "cores" the number of threads. */
static void memory_run(Session *session) {
    bool cores = session->command->which;
    char text[24];
    int64_t number;
    if (!cecp_number(session, 1,
                     cores ? options_thread_limit(session) : options_hash_limit(session), &number))
        return;
    snprintf(text, sizeof text, "%" PRId64, number);
    cecp_interrupt(session);
    option_set(session, cores ? "Threads" : "USI_Hash", text);
    cecp_turn(session);
}

static void quit_run(Session *session) {
    cecp_interrupt(session);
    session->over = true;
}

static const Command commands[] = {{"xboard", NULL},
                                   {"protover", protover_run},
                                   {"accepted", NULL},
                                   {"rejected", NULL},
                                   {"new", new_run},
                                   {"variant", variant_run},
                                   {"quit", quit_run},
                                   {"random", NULL},
                                   {"force", force_run},
                                   {"go", go_run},
                                   {"playother", playother_run},
                                   {"white", NULL},
                                   {"black", NULL},
                                   {"level", level_run},
                                   {"st", st_run},
                                   {"sd", sd_run},
                                   {"nps", NULL},
                                   {"time", time_run, 0},
                                   {"otim", time_run, 1},
                                   {"usermove", usermove_run},
                                   {"?", now_run},
                                   {"ping", ping_run},
                                   {"draw", draw_run},
                                   {"result", force_run},
                                   {"setboard", setboard_run},
                                   {"hint", hint_run},
                                   {"bk", bk_run},
                                   {"undo", undo_run, 1},
                                   {"remove", undo_run, 2},
                                   {"hard", hard_run, true},
                                   {"easy", hard_run, false},
                                   {"post", post_run, true},
                                   {"nopost", post_run, false},
                                   {"analyze", analyze_run, true},
                                   {"exit", analyze_run, false},
                                   {".", status_run},
                                   {"name", NULL},
                                   {"rating", NULL},
                                   {"ics", NULL},
                                   {"computer", NULL},
                                   {"pause", NULL},
                                   {"resume", NULL},
                                   {"memory", memory_run},
                                   {"cores", memory_run, true},
                                   {"egtpath", NULL},
                                   {"option", option_run},
                                   {"exclude", exclude_run, true},
                                   {"include", exclude_run, false},
                                   {"lift", lift_run, true},
                                   {"put", lift_run, false},
                                   {"hover", hover_run},
                                   {"holding", NULL},
                                   {"partner", NULL},
                                   {"ptell", NULL},
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
                                .complaint = "telluser "};
