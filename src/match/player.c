#include "match/player.h"

#include <ctype.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/out.h"
#include "base/random.h"
#include "match/arguments.h"
#include "match/process.h"
#include "protocol/numbers.h"

/* How long a program may take to start, to move without a limit, and to answer after its time. */
enum { START_WAIT_MS = 20000, MOVE_WAIT_MS = 120000, GRACE_MS = 3000 };
/* Old engines do not answer XBoard's `protover` with `feature`. A program that is silent for this
 * time counts as such an engine. The time is long, because a program may start slowly on a busy
 * machine. Features that come later count as well. */
enum { FEATURES_WAIT_MS = 8000 };
enum { MOVE_TEXT_CAP = 96 };

/* The functions and words of one kind of player. */
typedef struct PlayerKind {
    bool (*start)(Player *); /* starts the program and makes it ready; NULL: nothing to do */
    /* Sets up Player.start as the position of the next game; NULL: nothing to do. */
    bool (*new_game)(Player *);
    Reply (*think)(Player *, const Clocks *); /* asks for a move in Player.game */
    const char *farewell;                     /* the command by which a program ends itself */
    HenkaNotation notation;                   /* notation of moves in the program's protocol */
} PlayerKind;

struct Player {
    const PlayerSpec *spec;      /* the player as the command line describes it; the caller's */
    const PlayerKind *kind;      /* the functions for its protocol */
    const HenkaVariant *variant; /* the variant of the match */
    HenkaVariant *own_variant;   /* the variant of spec->game; NULL: `variant` is used */
    HenkaEngine *engine;         /* the engine of PLAYER_SELF; else NULL */
    Process *process;            /* the player's program; NULL while it does not run */
    HenkaGame *game;             /* the game as this player knows it, in its own variant */
    char start[2048];            /* SFEN with which the game began; "": the variant's own */
    char start_fen[2048];        /* the starting position as FEN, for UCI and CECP */
    Out moves;                   /* the moves since the start, in the protocol's notation */
    int64_t deadline_ms;         /* when player_think stops waiting for a move, by clock_ms */
    HenkaMove *choices;          /* PLAYER_RANDOM, PLAYER_GREEDY: room for HENKA_MAX_MOVES */
    int sent_plies;              /* CECP, xshogi: number of moves that the program knows */
    bool forced;                 /* CECP: the program is in force mode and answers no moves */
    bool can_ping, can_usermove; /* CECP: features that the program announced */
    bool cannot_setboard;        /* CECP: the program announced setboard=0 */
    bool speaks_cecp;            /* the program has sent a line of CECP, in any game */
    bool has_played;             /* was ready for a game, so a later failure counts as a crash */
    HenkaError error;            /* why the player can't play; message "": unknown */
    atomic_bool cancelled;       /* set by player_interrupt */
};

static const HenkaVariant *variant_of(const Player *player) {
    return player->own_variant ? player->own_variant : player->variant;
}

/* Records why the player can't play. The first reason stays. Returns false. */
#define refuse(player, ...) player_refuse(player, &MESSAGE_OF(__VA_ARGS__))
static bool player_refuse(Player *player, const Message *why) {
    if (!*player->error.message)
        error_set(&player->error, MSG_PLAYER_SAYS, arg_text(player->spec->name), arg_message(why));
    return false;
}

/* ---- talking to a program ---- */

static bool begins_with_word(const char *line, const char *word) {
    size_t length = strlen(word);
    return !strncmp(line, word, length) &&
           (line[length] == '\0' || line[length] == ' ' || line[length] == '\t');
}

static bool ends_with(const char *line, const char *end) {
    size_t length = strlen(end), whole = strlen(line);
    return whole > length && !strcmp(line + whole - length, end);
}

static bool start_program(Player *player) {
    const char *command = player->spec->command;
    player->process = process_start(command);
    return player->process || refuse(player, MSG_PLAYER_NOT_STARTED, arg_text(command));
}

/* Records why a line that begins with `word` did not come. Returns false. */
static bool refuse_read(Player *player, ProcessRead read, const char *word) {
    return refuse(player, read == PROCESS_GONE ? MSG_PLAYER_ENDED : MSG_PLAYER_SILENT,
                  arg_text(player->spec->command), arg_text(word));
}

/* Called with each line that a program sends before the awaited line; false stops the waiting. */
typedef bool LineTaker(Player *, const char *line);

/* Reads lines until one begins with `word`. False: no such line came; the reason is recorded. */
static bool await_word(Player *player, const char *word, LineTaker *take) {
    int64_t deadline_ms = clock_ms() + START_WAIT_MS;
    for (char *line;;) {
        ProcessRead read = process_read(player->process, deadline_ms, NULL, &line);
        if (read != PROCESS_LINE) return refuse_read(player, read, word);
        if (begins_with_word(line, word)) return true;
        if (take && !take(player, line)) return false;
    }
}

/* Reads the next line of a program that was asked for a move. */
static ProcessRead read_answer(Player *player, char **line) {
    return process_read(player->process, player->deadline_ms, &player->cancelled, line);
}

static Reply reply_of_read(ProcessRead read, const Player *player) {
    ReplyKind late = player->cancelled ? REPLY_CANCELLED : REPLY_SILENT;
    return (Reply){.kind = read == PROCESS_GONE ? REPLY_CRASHED : late};
}

/* Makes the reply with this move, and with the score, depth and nodes that came before it. */
static Reply reply_of_text(const Player *player, const Reply *seen, const char *move_text) {
    Reply reply = *seen;
    reply.kind = REPLY_MOVE;
    snprintf(reply.text, sizeof reply.text, "%.*s", (int)strcspn(move_text, " \t"), move_text);
    for (char *at = reply.text; *at; at++)
        if (*at <= ' ' || *at > '~') *at = '?'; /* a terminal will show it */
    bool legal = player->kind->notation == HENKA_XBOARD
                     ? henka_xboard_move_parse(player->game, reply.text, &reply.move, NULL)
                     : henka_move_parse(player->game, reply.text, &reply.move, NULL);
    if (!legal) reply.kind = REPLY_ILLEGAL;
    return reply;
}

/* ---- the engine of this process ---- */

static bool set_self_option(Player *player, const struct PlayerOption *option, HenkaError *error) {
    const HenkaVariant *variant = variant_of(player);
    bool net = !strcmp(option->name, "net");
    if (net || !strcmp(option->name, "eval"))
        return numbers_set(player->engine, variant, option->value, net, error);
    HenkaEngineOptions options = henka_engine_options(player->engine);
    int *field = NULL;
#define OPTION(member, ...)                                                                        \
    if (!strcmp(option->name, #member)) field = &options.member;
    HENKA_ENGINE_OPTIONS(OPTION)
#undef OPTION
    char *end;
    long value = strtol(option->value, &end, 10);
    if (!field) return error_set(error, MSG_PLAYER_NO_OPTION, arg_text(option->name));
    if (end == option->value || *end || value < INT_MIN || value > INT_MAX)
        return error_set(error, MSG_PLAYER_OPTION_NUMBER, arg_text(option->name),
                         arg_text(option->value));
    *field = (int)value;
    return henka_engine_set_options(player->engine, &options) ||
           error_set(error, MSG_NO_MEMORY_FOR_OPTION, arg_text(option->name),
                     arg_text(option->value));
}

static Reply self_think(Player *player, const Clocks *clocks) {
    const Control *control = &player->spec->control;
    HenkaLimits limits = {.byoyomi_ms = control->byoyomi_ms,
                          .movetime_ms = control->movetime_ms,
                          .clock = control->base_ms || control->increment_ms ||
                                   control->byoyomi_ms || control->movetime_ms,
                          .nodes = control->nodes,
                          .depth = control->depth,
                          .level = control->level};
    for (int side = 0; side < 2; side++) {
        limits.time_ms[side] = clocks->left_ms[side];
        limits.increment_ms[side] = control->increment_ms;
    }
    henka_engine_begin(player->engine);
    if (player->cancelled) return (Reply){.kind = REPLY_CANCELLED};
    HenkaResult result = henka_engine_go(player->engine, player->game, &limits, NULL, NULL);
    if (player->cancelled) return (Reply){.kind = REPLY_CANCELLED};
    return (Reply){.kind = result.best ? REPLY_MOVE : REPLY_RESIGNS,
                   .move = result.best,
                   .has_score = true,
                   .score_cp = result.score_cp,
                   .depth = result.depth,
                   .nodes = result.nodes};
}

static const PlayerKind self_kind = {NULL, NULL, self_think, NULL, HENKA_USI};

/* ---- players without search: random captures if it can, else moves at random; greedy captures
 * the most valuable pieces ---- */

/* Returns the value of the pieces that a move captures; LONG_MAX: a capture that wins at once. */
static long worth_of(HenkaGame *game, HenkaMove move) {
    HenkaMoveParts parts = henka_game_parts(game, move);
    long worth = 0;
    if (!parts.capture) return 0;
    for (int i = 0; i < parts.victim_count; i++)
        worth += henka_variant_type_value(henka_game_variant(game),
                                          henka_game_piece(game, parts.victims[i], NULL));
    int side = henka_game_side(game);
    if (henka_game_play(game, move)) {
        if (henka_game_outcome(game).winner == side) worth = LONG_MAX;
        henka_game_undo(game);
    }
    return worth;
}

/* Chooses at random: greedy among the captures of the greatest value, random among all captures.
 * Without a capture, both choose among all moves. */
static Reply chooser_think(Player *player, const Clocks *clocks) {
    bool greedy = player->spec->protocol == PLAYER_GREEDY;
    HenkaMove *moves = player->choices;
    uint32_t count = (uint32_t)henka_game_moves(player->game, moves, HENKA_MAX_MOVES), best = 0;
    long most = 1;
    (void)clocks;
    if (!count) return (Reply){.kind = REPLY_RESIGNS};
    for (uint32_t i = 0; i < count; i++) {
        HenkaMove move = moves[i];
        long worth =
            greedy ? worth_of(player->game, move) : henka_game_parts(player->game, move).capture;
        if (worth > most) most = worth, best = 0;
        if (worth == most) moves[i] = moves[best], moves[best++] = move;
    }
    /* The position is the seed, so that the same match gives the same games. */
    Random random = {henka_game_hash(player->game) + (uint64_t)henka_game_plies(player->game)};
    return (Reply){.kind = REPLY_MOVE, .move = moves[random_below(&random, best ? best : count)]};
}

static const PlayerKind chooser_kind = {NULL, NULL, chooser_think, NULL, HENKA_USI};

/* ---- programs that speak USI or UCI ---- */

static bool is_usi(const Player *player) { return player->spec->protocol == PLAYER_USI; }

/* The name by which the program knows the game. XBoard has its own names for some games. */
static const char *program_variant(const Player *player) {
    const char *own = henka_variant_about(player->variant, "xboard");
    if (*player->spec->variant) return player->spec->variant;
    if (player->spec->protocol == PLAYER_CECP && *own && strcmp(own, "none")) return own;
    return henka_variant_name(player->variant);
}

static bool uci_ready(Player *player) {
    process_write(player->process, "isready\n");
    return await_word(player, "readyok", NULL);
}

/* "option name UCI_Variant type combo default chess var chess var shogi": a program whose list of
 * games lacks this game can't play it. But an option can name a file that adds games, so the list
 * counts only if no option was given. */
static bool uci_check_games(Player *player, const char *line) {
    const char *name = is_usi(player) ? "option name USI_Variant " : "option name UCI_Variant ";
    if (strncmp(line, name, strlen(name)) || player->spec->option_count) return true;
    const char *wanted = program_variant(player);
    char games[200] = "";
    for (const char *at = line; (at = strstr(at, " var "));) {
        at += strlen(" var ");
        if (begins_with_word(at, wanted)) return true;
        size_t used = strlen(games);
        snprintf(games + used, sizeof games - used, "%s%.*s", used ? ", " : "",
                 (int)strcspn(at, " "), at);
    }
    return !*games || refuse(player, MSG_PLAYER_NO_GAME, arg_text(wanted), arg_text(games));
}

static bool uci_start(Player *player) {
    const PlayerSpec *spec = player->spec;
    if (!start_program(player)) return false;
    process_write(player->process, "%s\n", is_usi(player) ? "usi" : "uci");
    if (!await_word(player, is_usi(player) ? "usiok" : "uciok", uci_check_games)) return false;
    if (spec->hash_mib)
        process_write(player->process, "setoption name %s value %d\n",
                      is_usi(player) ? "USI_Hash" : "Hash", spec->hash_mib);
    process_write(player->process, "setoption name Threads value %d\n",
                  spec->threads ? spec->threads : 1);
    for (int i = 0; i < spec->option_count; i++)
        process_write(player->process, "setoption name %s value %s\n", spec->options[i].name,
                      spec->options[i].value);
    /* The game is chosen last, because one of the options may name the file that defines it. */
    process_write(player->process, "setoption name %s value %s\n",
                  is_usi(player) ? "USI_Variant" : "UCI_Variant", program_variant(player));
    return uci_ready(player);
}

static bool uci_new_game(Player *player) {
    process_write(player->process, "%s\n", is_usi(player) ? "usinewgame" : "ucinewgame");
    return uci_ready(player);
}

static const char *moves_text(const Player *player) {
    return player->moves.length ? player->moves.buf : "";
}

/* Sends the position, and `go` with the limits of the search. */
static void uci_ask(Player *player, const Clocks *clocks) {
    const Control *control = &player->spec->control;
    bool usi = is_usi(player);
    const char *start = usi ? player->start : player->start_fen, *form = usi ? "sfen " : "fen ",
               *moves = player->moves.length ? " moves" : "";
    /* Black moves first in USI, white in UCI. */
    const char *first = usi ? "b" : "w", *second = usi ? "w" : "b";
    char text[256];
    Out go = out_to(text, sizeof text);
    if (!*player->start) start = "startpos", form = "";
    process_write(player->process, "position %s%s%s%s\n", form, start, moves, moves_text(player));
    if (control->base_ms || control->increment_ms)
        out_format(&go, " %stime %lld %stime %lld %sinc %lld %sinc %lld", first,
                   (long long)clocks->left_ms[0], second, (long long)clocks->left_ms[1], first,
                   (long long)control->increment_ms, second, (long long)control->increment_ms);
    else if (control->byoyomi_ms && usi)
        out_text(&go, " btime 0 wtime 0");
    if (control->byoyomi_ms)
        out_format(&go, usi ? " byoyomi %lld" : " movetime %lld", (long long)control->byoyomi_ms);
    if (control->movetime_ms) out_format(&go, " movetime %lld", (long long)control->movetime_ms);
    if (control->nodes) out_format(&go, " nodes %llu", (unsigned long long)control->nodes);
    if (control->depth) out_format(&go, " depth %d", control->depth);
    process_write(player->process, "go%s\n", text);
}

static Reply uci_think(Player *player, const Clocks *clocks) {
    Reply seen = {0};
    uci_ask(player, clocks);
    for (;;) {
        char *line;
        ProcessRead read = read_answer(player, &line);
        if (read != PROCESS_LINE) return reply_of_read(read, player);
        if (begins_with_word(line, "info")) {
            /* "info depth 9 score cp 31 nodes 4711 …"; with multipv, only the best line counts. */
            const char *depth = strstr(line, " depth "), *nodes = strstr(line, " nodes "),
                       *cp = strstr(line, " score cp "), *mate = strstr(line, " score mate ");
            if (depth) seen.depth = atoi(depth + 7);
            if (nodes) seen.nodes = strtoull(nodes + 7, NULL, 10);
            if (strstr(line, " multipv ") && !strstr(line, " multipv 1 ")) continue;
            if (cp || mate) seen.has_score = true;
            if (cp) seen.score_cp = atoi(cp + 10);
            if (mate) /* the sign decides, also in "mate -0" and "mate -" */
                seen.score_cp =
                    (mate[12] == '-' ? -HENKA_SCORE_MATE : HENKA_SCORE_MATE) - atoi(mate + 12);
        }
        if (!begins_with_word(line, "bestmove")) continue;
        const char *answer = line + 8 + strspn(line + 8, " ");
        if (!strncmp(answer, "resign", 6) || !strncmp(answer, "(none)", 6) ||
            !strncmp(answer, "0000", 4))
            return seen.kind = REPLY_RESIGNS, seen;
        return reply_of_text(player, &seen, answer);
    }
}

static const PlayerKind usi_kind = {uci_start, uci_new_game, uci_think, "quit", HENKA_USI};
static const PlayerKind uci_kind = {uci_start, uci_new_game, uci_think, "quit", HENKA_COORDINATES};

/* ---- CECP (XBoard's protocol): a program itself remembers the game. Each move is sent to it once,
 * in force mode, and then "go". ---- */

/* Sends the moves that the program doesn't know yet, each after `command`. */
static void send_new_moves(Player *player, const char *command) {
    const char *at = moves_text(player);
    int ply = 0;
    while (*at == ' ') {
        size_t length = strcspn(++at, " ");
        if (ply++ >= player->sent_plies)
            process_write(player->process, "%s%.*s\n", command, (int)length, at);
        at += length;
    }
    player->sent_plies = ply;
}

/* Is the line a `feature` command? Stores its features, at whatever time they come. */
static bool cecp_read_features(Player *player, const char *line) {
    if (!begins_with_word(line, "feature")) return false;
    player->speaks_cecp = true;
    if (strstr(line, "ping=1")) player->can_ping = true;
    if (strstr(line, "usermove=1")) player->can_usermove = true;
    if (strstr(line, "setboard=0")) player->cannot_setboard = true;
    return true;
}

static bool cecp_await_features(Player *player) {
    int64_t deadline_ms = clock_ms() + FEATURES_WAIT_MS;
    for (;;) {
        char *line;
        ProcessRead read = process_read(player->process, deadline_ms, NULL, &line);
        if (read == PROCESS_GONE) return refuse_read(player, read, "feature done=1");
        if (read == PROCESS_LATE) return true;
        if (!cecp_read_features(player, line)) continue;
        if (strstr(line, "done=0")) deadline_ms = clock_ms() + START_WAIT_MS;
        if (strstr(line, "done=1")) return true;
    }
}

/* Does the line refuse the game ("Error (unknown variant): x", "Error (unsupported variant): x",
 * "tellusererror Illegal position")? The program would then play another game. */
static bool cecp_refuses_game(const char *line) {
    return (begins_with_word(line, "Error") && strstr(line, "variant")) ||
           strstr(line, "Illegal position");
}

static bool cecp_check_line(Player *player, const char *line) {
    cecp_read_features(player, line);
    return !cecp_refuses_game(line) || refuse(player, MSG_PLAYER_REFUSES, arg_text(line));
}

static bool cecp_ready(Player *player) {
    if (!player->can_ping) return true;
    process_write(player->process, "ping 1\n");
    return await_word(player, "pong", cecp_check_line);
}

/* Sends options before any game, as XBoard does, because one may name the file of the game. */
static bool cecp_start(Player *player) {
    const PlayerSpec *spec = player->spec;
    if (!start_program(player)) return false;
    process_write(player->process, "xboard\nprotover 2\n");
    if (!cecp_await_features(player)) return false;
    for (int i = 0; i < spec->option_count; i++)
        process_write(player->process, "option %s=%s\n", spec->options[i].name,
                      spec->options[i].value);
    if (spec->hash_mib) process_write(player->process, "memory %d\n", spec->hash_mib);
    if (spec->threads) process_write(player->process, "cores %d\n", spec->threads);
    return cecp_ready(player);
}

/* The fixed time for a move; a multiple of 1000, as player_spec_check makes sure. */
static int64_t cecp_move_ms(const Control *control) {
    return control->movetime_ms ? control->movetime_ms : control->byoyomi_ms;
}

static bool cecp_new_game(Player *player) {
    const Control *control = &player->spec->control;
    process_write(player->process, "new\n");
    if (strcmp(program_variant(player), "normal"))
        process_write(player->process, "variant %s\n", program_variant(player));
    process_write(player->process, "easy\npost\nforce\n");
    if (*player->start && player->cannot_setboard)
        return refuse(player, MSG_PLAYER_CECP_NO_SET_UP, arg_text(player->spec->command));
    if (*player->start) process_write(player->process, "setboard %s\n", player->start_fen);
    long long base_s = (control->base_ms + 999) / 1000;
    if (control->base_ms || control->increment_ms)
        process_write(player->process, "level 0 %lld:%02lld %g\n", base_s / 60, base_s % 60,
                      (double)control->increment_ms / 1000);
    int64_t move_ms = cecp_move_ms(control);
    if (move_ms) process_write(player->process, "st %lld\n", (long long)move_ms / 1000);
    if (control->depth) process_write(player->process, "sd %d\n", control->depth);
    player->forced = true;
    return cecp_ready(player);
}

/* Reads "9 31 120 4711 pv…": depth, score, centiseconds, nodes. A punctuation mark may follow the
 * depth. False: it is no such line. */
static bool cecp_read_thinking(const char *line, Reply *seen) {
    char *end, *next;
    long depth = strtol(line, &end, 10);
    if (end == line || (*end && !isspace((unsigned char)*end) && !ispunct((unsigned char)*end)))
        return false;
    if (ispunct((unsigned char)*end) && *end != '-') end++;
    long score = strtol(end, &next, 10);
    if (next == end) return false;
    strtol(next, &end, 10);
    if (end == next) return false; /* "1-0 {…}" is a result, not thinking */
    seen->nodes = strtoull(end, NULL, 10);
    seen->depth = (int)depth;
    seen->has_score = true;
    seen->score_cp = score > 32000 ? 32000 : score < -32000 ? -32000 : (int)score;
    return true;
}

static Reply cecp_await_move(Player *player) {
    /* The program may refuse the move that was sent to it last ("Illegal move: e2e4"). It would
     * then play another game than the match. */
    const char *last = player->moves.length ? strrchr(player->moves.buf, ' ') : NULL;
    int64_t start_ms = clock_ms() + START_WAIT_MS;
    if (!player->speaks_cecp && player->deadline_ms > start_ms) player->deadline_ms = start_ms;
    const char *lost = henka_game_side(player->game) == HENKA_SENTE ? "0-1" : "1-0";
    Reply seen = {0};
    char legs[MOVE_TEXT_CAP];
    Out move = out_to(legs, sizeof legs);
    for (;;) {
        char *line;
        ProcessRead read = read_answer(player, &line);
        if (read == PROCESS_LATE && !player->speaks_cecp && !player->cancelled) {
            /* An engine without XBoard's feature command may have said nothing so far. A program
             * that says nothing when it is to move does not speak the protocol at all. */
            refuse(player, MSG_PLAYER_NOT_CECP, arg_text(player->spec->command));
            return (Reply){.kind = REPLY_UNFIT};
        }
        if (read != PROCESS_LINE) return reply_of_read(read, player);
        line += strspn(line, " \t");
        if (cecp_read_features(player, line)) continue;
        if (begins_with_word(line, "move")) {
            /* A move of several legs (parts) has a line for each; all but the last end in ",". */
            const char *leg = line + 4 + strspn(line + 4, " ");
            out_format(&move, "%.*s", (int)strcspn(leg, " \t"), leg);
            if (*legs && legs[strlen(legs) - 1] == ',') continue;
            player->sent_plies++; /* the program knows its own move */
            player->speaks_cecp = true;
            return reply_of_text(player, &seen, legs);
        }
        if (begins_with_word(line, "resign") || begins_with_word(line, lost))
            return player->speaks_cecp = true, seen.kind = REPLY_RESIGNS, seen;
        if (last && strstr(line, "Illegal move") && ends_with(line, last))
            return (Reply){.kind = REPLY_CRASHED};
        if (cecp_refuses_game(line)) {
            refuse(player, MSG_PLAYER_REFUSES, arg_text(line));
            return (Reply){.kind = REPLY_UNFIT};
        }
        if (cecp_read_thinking(line, &seen)) player->speaks_cecp = true;
    }
}

static Reply cecp_think(Player *player, const Clocks *clocks) {
    int side = henka_game_side(player->game);
    const Control *control = &player->spec->control;
    if (henka_game_plies(player->game) > player->sent_plies && !player->forced)
        process_write(player->process, "force\n");
    send_new_moves(player, player->can_usermove ? "usermove " : "");
    /* XBoard sends `time` also with a fixed time for a move, and some programs read only `time`. */
    long long left_ms = clocks->left_ms[side], other_ms = clocks->left_ms[!side];
    bool clock = control->base_ms || control->increment_ms;
    if (!clock) left_ms = other_ms = cecp_move_ms(control);
    if (clock || left_ms)
        process_write(player->process, "time %lld\notim %lld\n", left_ms / 10, other_ms / 10);
    process_write(player->process, "go\n");
    player->forced = false;
    return cecp_await_move(player);
}

static const PlayerKind cecp_kind = {cecp_start, cecp_new_game, cecp_think, "quit", HENKA_XBOARD};

/* ---- the old language of xshogi: moves are sent without a command; the program's own moves follow
 * three dots. xshogi knows one game and one time for each move, both from its command line, and
 * can't be asked whether it is ready, so every game starts it again. ---- */

static bool xshogi_new_game(Player *player) {
    process_free(player->process, "quit");
    player->process = NULL;
    if (*player->start) return refuse(player, MSG_PLAYER_NO_SET_UP);
    return start_program(player);
}

static Reply xshogi_think(Player *player, const Clocks *clocks) {
    (void)clocks;
    process_write(player->process, "force\n");
    send_new_moves(player, "");
    process_write(player->process, "go\n");
    player->sent_plies++; /* for the answer: the program knows its own move */
    for (;;) {
        char *line, *dots;
        ProcessRead read = read_answer(player, &line);
        if (read != PROCESS_LINE) return reply_of_read(read, player);
        if ((dots = strstr(line, ". ... "))) return reply_of_text(player, &(Reply){0}, dots + 6);
        if (strstr(line, "Illegal move")) return (Reply){.kind = REPLY_CRASHED};
    }
}

static const PlayerKind xshogi_kind = {NULL, xshogi_new_game, xshogi_think, "quit", HENKA_USI};

/* ---- functions for every kind of player ---- */

static const PlayerKind *const kinds[] = {
    [PLAYER_SELF] = &self_kind,     [PLAYER_USI] = &usi_kind,       [PLAYER_UCI] = &uci_kind,
    [PLAYER_CECP] = &cecp_kind,     [PLAYER_XSHOGI] = &xshogi_kind, [PLAYER_RANDOM] = &chooser_kind,
    [PLAYER_GREEDY] = &chooser_kind};

static void stop_program(Player *player) {
    process_free(player->process, player->kind->farewell);
    player->process = NULL;
}

Player *player_new(const PlayerSpec *spec, const HenkaVariant *variant, HenkaError *error) {
    Player *player = calloc(1, sizeof *player);
    if (!player) return error_set(error, MSG_NO_MEMORY), NULL;
    player->spec = spec;
    player->kind = kinds[spec->protocol];
    player->variant = variant;
    player->moves = out_growing();
    if (*spec->game)
        player->own_variant = arguments_variant_named(spec->game, &(Settings){0}, "", "", error);
    bool ok = !*spec->game || player->own_variant;
    if (ok && player->kind == &self_kind) {
        HenkaEngineOptions options = HENKA_ENGINE_DEFAULTS;
        if (spec->hash_mib) options.hash_mib = spec->hash_mib;
        if (spec->threads) options.threads = spec->threads;
        ok = (player->engine = henka_engine_new(&options)) || error_set(error, MSG_NO_MEMORY);
        for (int i = 0; ok && i < spec->option_count; i++)
            ok = set_self_option(player, &spec->options[i], error);
    } else if (ok && player->kind == &chooser_kind) {
        player->choices = malloc(sizeof *player->choices * HENKA_MAX_MOVES);
        ok = player->choices || error_set(error, MSG_NO_MEMORY);
    }
    if (ok) return player;
    player_free(player);
    return NULL;
}

void player_free(Player *player) {
    if (!player) return;
    stop_program(player);
    henka_engine_free(player->engine);
    henka_game_free(player->game);
    henka_variant_free(player->own_variant);
    free(out_take(&player->moves));
    free(player->choices);
    free(player);
}

const PlayerSpec *player_spec(const Player *player) { return player->spec; }

void player_interrupt(Player *player) {
    player->cancelled = true;
    if (player->engine) henka_engine_stop(player->engine);
}

PlayerState player_new_game(Player *player, const char *start_sfen, HenkaError *error) {
    char match[2048] = "", own[2048] = "";
    henka_game_free(player->game);
    player->game = henka_game_new(variant_of(player), start_sfen, NULL);
    snprintf(player->start, sizeof player->start, "%s", start_sfen ? start_sfen : "");
    if (player->game) henka_game_fen(player->game, player->start_fen, sizeof player->start_fen);
    player->moves.length = 0;
    player->moves.grows = true; /* may be false after memory ran out */
    player->sent_plies = 0;
    if (player->own_variant) { /* the player's own game must begin with the position of the match */
        HenkaGame *game = henka_game_new(player->variant, start_sfen, NULL);
        if (game) henka_game_sfen(game, match, sizeof match);
        if (player->game) henka_game_sfen(player->game, own, sizeof own);
        henka_game_free(game);
    }
    if (player->engine) henka_engine_new_game(player->engine);
    bool starts = !player->process && player->kind->start,
         alike = !player->own_variant || (*own && !strcmp(own, match));
    bool ok = (alike || refuse(player, MSG_PLAYER_OTHER_START, arg_text(player->spec->game))) &&
              (player->game || refuse(player, MSG_NO_MEMORY)) &&
              (!starts || player->kind->start(player)) &&
              (!player->kind->new_game || player->kind->new_game(player));
    if (ok) return player->has_played = true, PLAYER_READY;
    stop_program(player);
    if (error) *error = player->error;
    player->error = (HenkaError){0};
    return player->has_played ? PLAYER_CRASHED : PLAYER_UNFIT;
}

/* Plays in player->game the moves of the match that are missing there, and appends them to
 * player->moves. False: the rules of the player's own variant don't allow one of them. */
static bool catch_up(Player *player, const HenkaGame *game) {
    if (henka_game_plies(player->game) == henka_game_plies(game)) return true;
    HenkaGame *before = henka_game_copy(game);
    if (!before) return false;
    while (henka_game_plies(before) > henka_game_plies(player->game)) henka_game_undo(before);
    bool ok = true;
    for (int ply = henka_game_plies(before); ok && ply < henka_game_plies(game); ply++) {
        HenkaMove move = henka_game_move_at(game, ply), own = move;
        char text[MOVE_TEXT_CAP], written[MOVE_TEXT_CAP];
        henka_move_text(before, move, HENKA_USI, text, sizeof text);
        henka_move_text(before, move, player->kind->notation, written, sizeof written);
        /* The player's own variant may number squares and kinds in another way. */
        ok = !player->own_variant || henka_move_parse(player->game, text, &own, NULL);
        if (ok) out_format(&player->moves, " %s", written);
        ok = ok && player->moves.buf && henka_game_play(player->game, own) &&
             henka_game_play(before, move);
        if (!ok)
            refuse(player, MSG_PLAYER_OTHER_RULES_BARS, arg_text(player->spec->game),
                   arg_text(text));
    }
    henka_game_free(before);
    return ok;
}

Reply player_think(Player *player, const HenkaGame *game, const Clocks *clocks) {
    Reply reply = {.kind = REPLY_UNFIT};
    if (catch_up(player, game)) {
        const Control *control = &player->spec->control;
        bool clock = control->base_ms || control->increment_ms || control->byoyomi_ms;
        int64_t started = clock_ms(), left_ms = clocks->left_ms[henka_game_side(game)];
        player->deadline_ms = started + (control->movetime_ms ? control->movetime_ms + GRACE_MS
                                         : clock ? left_ms + control->byoyomi_ms + GRACE_MS
                                                 : MOVE_WAIT_MS);
        player->cancelled = false;
        reply = player->kind->think(player, clocks);
        reply.elapsed_ms = clock_ms() - started;
    }
    if (reply.move && player->own_variant) {
        henka_move_text(player->game, reply.move, HENKA_USI, reply.text, sizeof reply.text);
        if (!henka_move_parse(game, reply.text, &reply.move, NULL)) {
            refuse(player, MSG_PLAYER_OTHER_RULES_ALLOWS, arg_text(player->spec->game),
                   arg_text(reply.text));
            reply.kind = REPLY_UNFIT;
        }
    }
    if (reply.kind != REPLY_MOVE && reply.kind != REPLY_RESIGNS && player->process)
        stop_program(player);
    if (reply.kind == REPLY_UNFIT)
        snprintf(reply.text, sizeof reply.text, "%s", ""), reply.move = HENKA_NO_MOVE;
    return reply;
}

const HenkaError *player_error(const Player *player) { return &player->error; }

/* ---- reading a player's description ---- */

bool player_parse_clock(void *context, const char *text) {
    Control *control = context;
    char *end;
    double base_s = strtod(text, &end), increment_s = 0;
    if (end == text) return false;
    if (*end == '+') {
        const char *increment = end + 1;
        increment_s = strtod(increment, &end);
        if (end == increment) return false;
    }
    if (*end || base_s < 0 || increment_s < 0 || base_s > 1e6 || increment_s > 1e6) return false;
    control->base_ms = (int64_t)(base_s * 1000 + 0.5);
    control->increment_ms = (int64_t)(increment_s * 1000 + 0.5);
    return true;
}

/* Each key of a player's description with a text or a number as value, and the value's place. */
static const struct {
    const char *key;
    enum { TEXT, INT, INT64 } kind;
    size_t place; /* offset in PlayerSpec */
    int64_t most; /* greatest number; TEXT: bytes with the NUL */
} keys[] = {
#define PLACE(kind, member, most) kind, offsetof(PlayerSpec, member), most
#define ROOM(member) PLACE(TEXT, member, sizeof(((PlayerSpec *)0)->member))
    {"name", ROOM(name)},
    {"cmd", ROOM(command)},
    {"variant", ROOM(variant)},
    {"game", ROOM(game)},
    {"byoyomi", PLACE(INT64, control.byoyomi_ms, INT64_MAX)},
    {"movetime", PLACE(INT64, control.movetime_ms, INT64_MAX)},
    {"nodes", PLACE(INT64, control.nodes, INT64_MAX)},
    {"depth", PLACE(INT, control.depth, INT_MAX)},
    {"level", PLACE(INT, control.level, HENKA_MAX_LEVEL)},
    {"hash", PLACE(INT, hash_mib, INT_MAX)},
    {"threads", PLACE(INT, threads, INT_MAX)},
#undef ROOM
#undef PLACE
};

static bool copy_text(char *to, size_t cap, const char *value) {
    return (size_t)snprintf(to, cap, "%s", value) < cap;
}

static bool parse_pair(PlayerSpec *spec, const char *key, const char *value) {
    static const char *const protocols[] = {"self",   "usi",    "uci",   "cecp",
                                            "xshogi", "random", "greedy"};
    if (!strcmp(key, "tc")) return player_parse_clock(&spec->control, value);
    for (size_t i = 0; i < sizeof protocols / sizeof *protocols && !strcmp(key, "proto"); i++)
        if (!strcmp(value, protocols[i])) return spec->protocol = (PlayerProtocol)i, true;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char *place = (char *)spec + keys[i].place;
        int64_t number;
        if (strcmp(key, keys[i].key) != 0) continue;
        if (keys[i].kind == TEXT) return copy_text(place, (size_t)keys[i].most, value);
        if (!args_number(value, 0, keys[i].most, &number)) return false;
        keys[i].kind == INT ? (*(int *)place = (int)number) : (*(int64_t *)place = number);
        return true;
    }
    if (strncmp(key, "opt.", 4) != 0 || spec->option_count == PLAYER_MAX_OPTIONS) return false;
    struct PlayerOption *option = &spec->options[spec->option_count++];
    return copy_text(option->name, sizeof option->name, key + 4) &&
           copy_text(option->value, sizeof option->value, value);
}

bool player_spec_check(const PlayerSpec *spec, HenkaError *error) {
    const Control *control = &spec->control;
    if (spec->protocol != PLAYER_CECP) return true;
    if (control->nodes) return error_set(error, MSG_PLAYER_CECP_NODES, arg_text(spec->name));
    int64_t move_ms = cecp_move_ms(control);
    return move_ms % 1000 == 0 ||
           error_set(error, MSG_PLAYER_CECP_SECONDS, arg_number(move_ms), arg_text(spec->name));
}

bool player_spec_parse(PlayerSpec *spec, const char *text, HenkaError *error) {
    for (const char *at = text; *at;) {
        char pair[800];
        size_t length = strcspn(at, ",");
        int column = (int)(at - text) + 1;
        snprintf(pair, sizeof pair, "%.*s", (int)length, at);
        char *value = strchr(pair, '=');
        if (!value) return error_say(error, 1, column, MSG_PLAYER_KEY_FORM, arg_text(pair));
        *value++ = '\0';
        if (!parse_pair(spec, pair, value))
            return error_say(error, 1, column, MSG_PLAYER_KEY_UNKNOWN, arg_text(pair),
                             arg_text(value));
        at += length + (at[length] == ',');
    }
    bool inside = spec->protocol == PLAYER_SELF || spec->protocol == PLAYER_RANDOM ||
                  spec->protocol == PLAYER_GREEDY;
    if (!inside && !*spec->command) return error_say(error, 1, 1, MSG_PLAYER_NO_PROGRAM);
    return true;
}
