/* play - a game in the terminal, also from a pipe: every line is a move or a command. */
#include "base/ascii.h"
#include "base/entropy.h"
#include "cli/commands.h"
#include "cli/saved.h"
#include "protocol/board.h"
#include "protocol/file.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { HASH_MIB = 64, THINK_MS = 2000, BOTH = -1, EXIT_INTERRUPTED = 130 };

typedef struct Play {
    HenkaGame *game;     /* owned */
    HenkaEngine *engine; /* owned */
    int person;          /* the side whose moves are typed; BOTH: there is no engine */
    int level;           /* level of the engine, as in HenkaLimits */
    uint64_t seed;       /* seed of the engine's choices, as in HenkaLimits */
    BoardStyle style;    /* how the board is drawn */
    const char
        *save; /* --save: the file in which the record is saved at the end; NULL: it is not saved */
    SavedRecord saved; /* the loaded record that the game continues; owned */
    bool over;         /* the player has left the game */
} Play;

/* ---- Ctrl-C ---------------------------------------------------------------------------------- */

/* Globals, because a signal handler takes no argument. */
static atomic_bool interrupted;
static HenkaEngine *_Atomic thinking;

static void on_interrupt(int number) {
    (void)number;
    HenkaEngine *engine = atomic_load(&thinking);
    interrupted = true;
    if (engine) henka_engine_stop(engine);
}

/* ---- output ---------------------------------------------------------------------------------- */

static void show(const Play *play) {
    char text[16384];
    board_draw(play->game, play->style, text, sizeof text);
    printf("\n%s", text);
    if (henka_game_outcome(play->game).reason == HENKA_PLAYING && henka_game_in_check(play->game))
        args_say(stdout, MSG_PLAY_CHECK);
}

static bool outcome_show(const Play *play) {
    HenkaOutcome outcome = henka_game_outcome(play->game);
    if (outcome.reason == HENKA_PLAYING) return false;
    if (outcome.winner < 0)
        args_say(stdout, MSG_PLAY_DRAWN, arg_reason(outcome.reason));
    else
        args_say(stdout, outcome.winner == HENKA_SENTE ? MSG_PLAY_SENTE_WINS : MSG_PLAY_GOTE_WINS,
                 arg_reason(outcome.reason));
    return true;
}

static HenkaResult think(const Play *play, HenkaLimits limits) {
    limits.movetime_ms = THINK_MS;
    henka_engine_begin(play->engine);
    atomic_store(&thinking, play->engine);
    if (interrupted) henka_engine_stop(play->engine);
    HenkaResult result = henka_engine_go(play->engine, play->game, &limits, NULL, NULL);
    atomic_store(&thinking, NULL);
    return result;
}

static void move_show(const Play *play, MessageKey key, HenkaMove move) {
    char usi[64], western[64];
    henka_move_text(play->game, move, HENKA_USI, usi, sizeof usi);
    henka_move_text(play->game, move, HENKA_WESTERN, western, sizeof western);
    args_say(stdout, key, arg_text(usi), arg_text(western));
}

/* ---- commands -------------------------------------------------------------------------------- */

static void record_show(const Play *play) {
    const HenkaPlayers *players =
        play->saved.record ? henka_record_players(play->saved.record) : NULL;
    size_t length = henka_record_write(play->game, HENKA_RECORD_HENKA, players, NULL, 0);
    char *text = malloc(length + 1);
    if (text) {
        henka_record_write(play->game, HENKA_RECORD_HENKA, players, text, length + 1);
        fputs(text, stdout);
    } else
        args_no_memory();
    free(text);
}

/* Continues the game of the loaded record. */
static bool record_take(Play *play) {
    HenkaGame *game = henka_game_copy(henka_record_game(play->saved.record));
    if (!game) return args_no_memory(), false;
    henka_game_free(play->game);
    play->game = game;
    return true;
}

/* Prints the moves of a piece. The word is an id, a name, a kanji, or the square of a piece. */
static void piece_show(const Play *play, const char *word) {
    const HenkaVariant *variant = henka_game_variant(play->game);
    int count = henka_variant_type_count(variant), square = henka_square_parse(variant, word),
        found = square >= 0 ? henka_game_piece(play->game, square, NULL) : 0;
    MessageArg ids[HENKA_MAX_TYPES];
    for (int type = 1; type <= count; type++) {
        HenkaType t = henka_variant_type(variant, type);
        const char *const names[] = {t.id, t.name, t.western, t.kanji, t.kanji1};
        ids[type - 1] = arg_text(t.id);
        for (size_t i = 0; i < sizeof names / sizeof *names && square < 0 && !found; i++)
            if (*names[i] && !strcasecmp(names[i], word)) found = type;
    }
    if (!found) {
        args_say(stdout, MSG_PLAY_WHICH_PIECE, arg_list(ids, (size_t)count));
        return;
    }
    char moves[2048];
    HenkaType t = henka_variant_type(variant, found);
    henka_variant_describe_type(variant, found, HENKA_ENGLISH, moves, sizeof moves);
    args_say(stdout, t.royal ? MSG_PLAY_ROYAL_PIECE : MSG_PLAY_PIECE, arg_text(t.name),
             arg_text(t.id), arg_text(moves));
    if (t.promoted) {
        HenkaType promoted = henka_variant_type(variant, t.promoted);
        fputs("  ", stdout);
        args_say(stdout, MSG_PLAY_PROMOTES_TO, arg_text(promoted.name), arg_text(promoted.id));
    }
}

typedef enum {
#define PLAY_COMMAND(key, name, form, help) key,
#include "cli/play_commands.def"
#undef PLAY_COMMAND
    COMMANDS
} PlayCommand;

static const struct {
    const char *name, *form, *help; /* the columns of play_commands.def */
} commands[COMMANDS] = {
#define PLAY_COMMAND(key, name, form, help) {name, form, help},
#include "cli/play_commands.def"
#undef PLAY_COMMAND
};

/* The commands that show something. word: the argument; "": none. */
static void command_show(Play *play, PlayCommand command, const char *word) {
    HenkaResult result;
    HenkaMove *moves;
    size_t count;
    char text[4096];
    switch (command) {
    case PIECE:
        piece_show(play, word);
        break;
    case MOVES:
        moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
        count = moves ? henka_game_moves(play->game, moves, HENKA_MAX_MOVES) : 0;
        for (size_t i = 0; i < count; i++) {
            henka_move_text(play->game, moves[i], HENKA_USI, text, sizeof text);
            printf("%s%c", text, i + 1 == count || i % 10 == 9 ? '\n' : ' ');
        }
        free(moves);
        break;
    case HINT:
        result = think(play, (HenkaLimits){0});
        if (result.best) move_show(play, MSG_PLAY_HINT, result.best);
        break;
    case BOARD:
    case FLIP:
    case KANJI:
        play->style.flip ^= command == FLIP;
        play->style.kanji ^= command == KANJI;
        show(play);
        break;
    case SFEN:
        henka_game_sfen(play->game, text, sizeof text);
        puts(text);
        break;
    case RECORD:
        record_show(play);
        break;
    default:
        args_say(stdout, MSG_PLAY_HELP);
        for (size_t i = 0; i < COMMANDS; i++)
            printf("  %-7s %-6s %s\n", commands[i].name, commands[i].form, commands[i].help);
    }
}

static void command_run(Play *play, PlayCommand command, const char *word) {
    HenkaGame *game = play->game;
    int side = henka_game_side(game), plies = play->person == BOTH ? 1 : 2;
    switch (command) {
    case UNDO:
        if (henka_game_plies(game) < plies) {
            args_say(stdout, MSG_PLAY_NOTHING_BACK);
            break;
        }
        while (plies--) henka_game_undo(game);
        show(play);
        break;
    case SAVE:
        if (!*word && play->save) word = play->save;
        if (*word)
            saved_write(&play->saved, game, word, stdout);
        else
            args_say(stdout, MSG_PLAY_SAVE_WHERE);
        break;
    case LOAD:
        if (!*word)
            args_say(stdout, MSG_PLAY_LOAD_WHAT);
        else if (saved_load(&play->saved, henka_game_variant(game), word, stdout) &&
                 record_take(play))
            show(play);
        break;
    case DECLARE:
        if (!henka_game_end(game, HENKA_IMPASSE, side)) args_say(stdout, MSG_PLAY_NO_IMPASSE);
        break;
    case DRAW: /* by agreement, so only if one person plays both sides */
        if (play->person == BOTH)
            henka_game_end(game, HENKA_DRAW_AGREED, side);
        else
            args_say(stdout, MSG_PLAY_NO_DRAW);
        break;
    case RESIGN:
        henka_game_end(game, HENKA_RESIGNATION, side);
        break;
    case QUIT:
        play->over = true;
        break;
    default:
        command_show(play, command, word);
    }
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* Executes a line that was typed: a command or a move. */
static void line_enter(Play *play, const char *text) {
    size_t length = strcspn(text, " \t");
    const char *word = text + length + strspn(text + length, " \t");
    for (PlayCommand i = 0; i < COMMANDS; i++)
        if (strlen(commands[i].name) == length && !strncasecmp(text, commands[i].name, length) &&
            (!*word || *commands[i].form))
            return command_run(play, i, word);
    if (!strcmp(text, "?")) return command_run(play, HELP, "");
    if (!*text) return;
    char reason[256] = "";
    henka_game_explain_illegal(play->game, text, HENKA_ENGLISH, reason, sizeof reason);
    HenkaError error = {0};
    HenkaTextPlayed result =
        (play->person == BOTH ? henka_game_play_text_both : henka_game_play_text)(play->game, text,
                                                                                  NULL, &error);
    if (result == HENKA_TEXT_PLAYED)
        show(play);
    else
        args_say(stdout, result == HENKA_TEXT_LOST ? MSG_PLAY_MOVE_LOSES : MSG_PLAY_MOVE_REFUSED,
                 arg_text(text), arg_text(*reason ? reason : error.message));
}

static void person_move(Play *play) {
    char *buf = NULL, prompt[64];
    size_t cap = 0;
    Out out = out_to(prompt, sizeof prompt);
    out_message(&out, HENKA_ENGLISH, arg_side(henka_game_side(play->game)).message);
    printf("%s> ", prompt);
    fflush(stdout);
    char *text = getline(&buf, &cap, stdin) < 0 ? NULL : buf + strspn(buf, " \t\r\n");
    for (size_t length = text ? strlen(text) : 0;
         length && ascii_is_in(text[length - 1], " \t\r\n");)
        text[--length] = '\0';
    if (!isatty(STDIN_FILENO) || !text) printf("%s\n", text ? text : "");
    if (text && !interrupted)
        line_enter(play, text);
    else {
        args_say(stdout, MSG_PLAY_GOODBYE);
        play->over = true;
    }
    free(buf);
}

/* Plays until the player leaves. Returns false if the record could not be saved. */
static bool play_game(Play *play) {
    /* Ctrl-C ends a search or the wait for a line. The record can still be printed and saved. */
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    show(play);
    while (!play->over && !interrupted && !outcome_show(play)) {
        HenkaSide side = henka_game_side(play->game);
        if (play->person == BOTH || play->person == (int)side) {
            person_move(play);
            continue;
        }
        HenkaResult result = think(play, (HenkaLimits){.level = play->level,
                                                       .seed = play->seed,
                                                       .vary_cp = HENKA_STANDARD_VARY_CP});
        if (interrupted) break;
        if (result.best) {
            move_show(play, MSG_PLAY_ENGINE_MOVES, result.best);
            henka_game_play(play->game, result.best);
            show(play);
        } else {
            henka_game_end(play->game, HENKA_RESIGNATION, side);
        }
    }
    if (interrupted || henka_game_outcome(play->game).reason != HENKA_PLAYING) {
        printf("\n");
        record_show(play);
    }
    if (play->save && (henka_game_plies(play->game) || play->saved.record))
        return saved_write(&play->saved, play->game, play->save, stdout);
    return true;
}

/* Furigoma: tosses five pieces. If more backs are up, the person, who tossed, moves second. */
static const char *furigoma(void) {
    enum { TOSSED = 5 };
    uint64_t random = entropy_seed();
    int backs = 0;
    for (int i = 0; i < TOSSED; i++) backs += random >> i & 1;
    bool second = backs > TOSSED / 2;
    args_say(stdout, MSG_PLAY_FURIGOMA, arg_number(TOSSED - backs), arg_number(backs),
             arg_side(second ? HENKA_GOTE : HENKA_SENTE));
    return second ? "gote" : "sente";
}

int play_run(Args *args) {
    Play play = {.level = HENKA_STANDARD_LEVEL, .seed = entropy_seed()};
    const char *side = "sente", *sfen = NULL, *handicap = NULL, *load = NULL, *eval = "", *net = "";
    const CommandOption options[] = {{"--level", OPTION_INT, &play.level, 0, HENKA_MAX_LEVEL},
                                     {"--seed", OPTION_INT64, &play.seed, 0, INT64_MAX},
                                     {"--side", OPTION_TEXT, &side},
                                     {"--handicap", OPTION_TEXT, &handicap},
                                     {"--sfen", OPTION_TEXT, &sfen},
                                     {"--load", OPTION_TEXT, &load},
                                     {"--save", OPTION_TEXT, &play.save},
                                     {"--eval", OPTION_TEXT, &eval},
                                     {"--net", OPTION_TEXT, &net},
                                     {"--kanji", OPTION_FLAG, &play.style.kanji}};
    if (!args_take(args, options, sizeof options / sizeof *options, 1, 1)) return EXIT_USAGE;
    if (!strcmp(side, "furigoma")) side = furigoma();
    play.person = !strcmp(side, "sente")  ? HENKA_SENTE
                  : !strcmp(side, "gote") ? HENKA_GOTE
                  : !strcmp(side, "both") ? BOTH
                                          : 2;
    bool two_starts = (handicap != NULL) + (sfen != NULL) + (load != NULL) > 1;
    if (play.person > 1)
        args_complain(MSG_PLAY_SIDE, arg_text(side));
    else if (two_starts)
        args_complain(MSG_PLAY_ONE_START);
    if (play.person > 1 || two_starts) return args_usage(args);
    play.style.flip = play.person == HENKA_GOTE;
    HenkaVariant *variant = args_variant(args, args->words[0], eval, net);
    if (!variant) return 1;
    HenkaError error;
    if (handicap && !(sfen = henka_variant_handicap_start(variant, handicap, &error))) {
        henka_variant_free(variant);
        return args_fail(&error);
    }
    if (!load) play.game = henka_game_new(variant, sfen, &error);
    if (load && saved_load(&play.saved, variant, load, stderr)) record_take(&play);
    HenkaEngineOptions engine_options = HENKA_ENGINE_DEFAULTS;
    engine_options.hash_mib = HASH_MIB;
    play.engine = henka_engine_new(&engine_options);
    if (!play.game && !load)
        args_complain(MSG_SFEN_REFUSED, arg_number(error.column), arg_error(&error));
    bool good = play.game && play.engine &&
                (!play.save || saved_may(&play.saved, play.game, play.save, stderr));
    if (good) {
        Message both = MESSAGE_OF(MSG_SIDE_BOTH);
        args_say(stdout, MSG_PLAY_WELCOME, arg_text(henka_variant_title(variant)),
                 play.person == BOTH ? arg_message(&both) : arg_side(play.person));
        good = play_game(&play);
    }
    henka_engine_free(play.engine);
    henka_game_free(play.game);
    saved_free(&play.saved);
    henka_variant_free(variant);
    return interrupted ? EXIT_INTERRUPTED : !good;
}
