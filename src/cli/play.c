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
    int person;          /* the side typing; BOTH: no engine */
    int level;           /* strength of the engine, as in HenkaLimits */
    uint64_t seed;       /* seed of the engine's choices, as in HenkaLimits */
    BoardStyle style;    /* how the board is drawn */
    const char *save;    /* --save: where the record is kept at the end; NULL: nowhere */
    SavedRecord saved;   /* the record that the game goes on from; owned */
    bool over;           /* the player has left the game */
} Play;

/* What can be typed instead of a move. */
typedef struct PlayCommand {
    const char *name;
    const char *form; /* its argument: "FILE"; "": none */
    MessageKey help;
    void (*run)(Play *, const char *word); /* word: the argument; "": none */
} PlayCommand;

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

/* Ctrl-C ends a search or the wait for a line, so that the record can still be shown and kept. */
static void interrupt_listen(void) {
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* ---- what is shown --------------------------------------------------------------------------- */

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

static void commands_show(Play *play, const char *word);

static void undo_run(Play *play, const char *word) {
    (void)word;
    int plies = play->person == BOTH ? 1 : 2;
    if (henka_game_plies(play->game) < plies) {
        args_say(stdout, MSG_PLAY_NOTHING_BACK);
        return;
    }
    while (plies--) henka_game_undo(play->game);
    show(play);
}

static void resign_run(Play *play, const char *word) {
    (void)word;
    henka_game_end(play->game, HENKA_RESIGNATION, henka_game_side(play->game));
}

static void declare_run(Play *play, const char *word) {
    (void)word;
    if (!henka_game_end(play->game, HENKA_IMPASSE, henka_game_side(play->game)))
        args_say(stdout, MSG_PLAY_NO_IMPASSE);
}

static void hint_run(Play *play, const char *word) {
    (void)word;
    HenkaResult result = think(play, (HenkaLimits){0});
    if (result.best) move_show(play, MSG_PLAY_HINT, result.best);
}

static void flip_run(Play *play, const char *word) {
    (void)word;
    play->style.flip = !play->style.flip;
    show(play);
}

static void kanji_run(Play *play, const char *word) {
    (void)word;
    play->style.kanji = !play->style.kanji;
    show(play);
}

static void moves_show(Play *play, const char *word) {
    (void)word;
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
    size_t count = moves ? henka_game_moves(play->game, moves, HENKA_MAX_MOVES) : 0;
    for (size_t i = 0; i < count; i++) {
        char text[64];
        henka_move_text(play->game, moves[i], HENKA_USI, text, sizeof text);
        printf("%s%c", text, i + 1 == count || i % 10 == 9 ? '\n' : ' ');
    }
    free(moves);
}

static void sfen_show(Play *play, const char *word) {
    (void)word;
    char text[4096];
    henka_game_sfen(play->game, text, sizeof text);
    puts(text);
}

/* ---- records --------------------------------------------------------------------------------- */

static void record_show(Play *play, const char *word) {
    (void)word;
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

static void save_run(Play *play, const char *word) {
    if (!*word) word = play->save ? play->save : "";
    if (*word)
        saved_write(&play->saved, play->game, word, stdout);
    else
        args_say(stdout, MSG_PLAY_SAVE_WHERE);
}

/* Continues the game of the loaded record. */
static bool record_take(Play *play) {
    HenkaGame *game = henka_game_copy(henka_record_game(play->saved.record));
    if (!game) return args_no_memory(), false;
    henka_game_free(play->game);
    play->game = game;
    return true;
}

static void load_run(Play *play, const char *word) {
    if (!*word)
        args_say(stdout, MSG_PLAY_LOAD_WHAT);
    else if (saved_load(&play->saved, henka_game_variant(play->game), word, stdout) &&
             record_take(play))
        show(play);
}

/* ---- questions ------------------------------------------------------------------------------- */

/* The kind that a word means: an id, a name, a kanji, or the piece on a square. 0: none. */
static int type_meant(const HenkaGame *game, const char *word) {
    const HenkaVariant *variant = henka_game_variant(game);
    int square = henka_square_parse(variant, word);
    if (square >= 0) return henka_game_piece(game, square, NULL);
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        HenkaType t = henka_variant_type(variant, type);
        const char *const names[] = {t.id, t.name, t.western, t.kanji, t.kanji1};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (*names[i] && !strcasecmp(names[i], word)) return type;
    }
    return 0;
}

static void piece_run(Play *play, const char *word) {
    const HenkaVariant *variant = henka_game_variant(play->game);
    char moves[2048];
    int type = *word ? type_meant(play->game, word) : 0;
    if (!type) {
        MessageArg ids[HENKA_MAX_TYPES];
        int count = henka_variant_type_count(variant);
        for (int i = 0; i < count; i++) ids[i] = arg_text(henka_variant_type(variant, i + 1).id);
        args_say(stdout, MSG_PLAY_WHICH_PIECE, arg_list(ids, (size_t)count));
        return;
    }
    HenkaType t = henka_variant_type(variant, type);
    henka_variant_describe_type(variant, type, HENKA_ENGLISH, moves, sizeof moves);
    args_say(stdout, t.royal ? MSG_PLAY_ROYAL_PIECE : MSG_PLAY_PIECE, arg_text(t.name),
             arg_text(t.id), arg_text(moves));
    if (t.promoted) {
        HenkaType promoted = henka_variant_type(variant, t.promoted);
        fputs("  ", stdout);
        args_say(stdout, MSG_PLAY_PROMOTES_TO, arg_text(promoted.name), arg_text(promoted.id));
    }
}

/* A draw by agreement: if one person types for both sides, the word is enough. */
static void draw_run(Play *play, const char *word) {
    (void)word;
    if (play->person == BOTH)
        henka_game_end(play->game, HENKA_DRAW_AGREED, henka_game_side(play->game));
    else
        args_say(stdout, MSG_PLAY_NO_DRAW);
}

static void quit_run(Play *play, const char *word) {
    (void)word;
    play->over = true;
}

static void board_run(Play *play, const char *word) {
    (void)word;
    show(play);
}

static const PlayCommand play_commands[] = {{"help", "", MSG_PLAY_HELP_HELP, commands_show},
                                            {"piece", "WHICH", MSG_PLAY_HELP_PIECE, piece_run},
                                            {"moves", "", MSG_PLAY_HELP_MOVES, moves_show},
                                            {"hint", "", MSG_PLAY_HELP_HINT, hint_run},
                                            {"undo", "", MSG_PLAY_HELP_UNDO, undo_run},
                                            {"board", "", MSG_PLAY_HELP_BOARD, board_run},
                                            {"flip", "", MSG_PLAY_HELP_FLIP, flip_run},
                                            {"kanji", "", MSG_PLAY_HELP_KANJI, kanji_run},
                                            {"sfen", "", MSG_PLAY_HELP_SFEN, sfen_show},
                                            {"record", "", MSG_PLAY_HELP_RECORD, record_show},
                                            {"save", "FILE", MSG_PLAY_HELP_SAVE, save_run},
                                            {"load", "FILE", MSG_PLAY_HELP_LOAD, load_run},
                                            {"declare", "", MSG_PLAY_HELP_DECLARE, declare_run},
                                            {"draw", "", MSG_PLAY_HELP_DRAW, draw_run},
                                            {"resign", "", MSG_PLAY_HELP_RESIGN, resign_run},
                                            {"quit", "", MSG_PLAY_HELP_QUIT, quit_run}};

static void commands_show(Play *play, const char *word) {
    (void)play, (void)word;
    args_say(stdout, MSG_PLAY_HELP);
    for (size_t i = 0; i < sizeof play_commands / sizeof *play_commands; i++) {
        printf("  %-7s %-6s ", play_commands[i].name, play_commands[i].form);
        args_say(stdout, play_commands[i].help);
    }
}

/* ---- turns ----------------------------------------------------------------------------------- */

static void move_enter(Play *play, const char *text) {
    char reason[256] = "";
    henka_game_explain_illegal(play->game, text, HENKA_ENGLISH, reason, sizeof reason);
    HenkaError error = {0};
    switch ((play->person == BOTH ? henka_game_play_text_both
                                  : henka_game_play_text)(play->game, text, NULL, &error)) {
    case HENKA_TEXT_PLAYED:
        show(play);
        break;
    case HENKA_TEXT_LOST:
        args_say(stdout, MSG_PLAY_MOVE_LOSES, arg_text(text),
                 arg_text(*reason ? reason : error.message));
        break;
    case HENKA_TEXT_REFUSED:
        args_say(stdout, MSG_PLAY_MOVE_REFUSED, arg_text(text),
                 arg_text(*reason ? reason : error.message));
        break;
    }
}

static void line_enter(Play *play, const char *text) {
    size_t length = strcspn(text, " \t");
    const char *word = text + length + strspn(text + length, " \t");
    for (size_t i = 0; i < sizeof play_commands / sizeof *play_commands; i++) {
        const PlayCommand *command = &play_commands[i];
        if (strlen(command->name) == length && !strncasecmp(text, command->name, length) &&
            (!*word || *command->form))
            return command->run(play, word);
    }
    if (!strcmp(text, "?")) return commands_show(play, "");
    if (*text) move_enter(play, text);
}

static void engine_move(Play *play) {
    HenkaLimits limits = {
        .level = play->level, .seed = play->seed, .vary_cp = HENKA_STANDARD_VARY_CP};
    HenkaResult result = think(play, limits);
    if (interrupted) return;
    if (!result.best) {
        henka_game_end(play->game, HENKA_RESIGNATION, henka_game_side(play->game));
        return;
    }
    move_show(play, MSG_PLAY_ENGINE_MOVES, result.best);
    henka_game_play(play->game, result.best);
    show(play);
}

/* A line without its blanks at both ends; NULL at the end of input. */
static char *line_read(char **buf, size_t *cap) {
    if (getline(buf, cap, stdin) < 0) return NULL;
    char *text = *buf + strspn(*buf, " \t\r\n");
    size_t length = strlen(text);
    while (length && ascii_is_in(text[length - 1], " \t\r\n")) text[--length] = '\0';
    return text;
}

static void person_move(Play *play) {
    char *buf = NULL, prompt[64];
    size_t cap = 0;
    Out out = out_to(prompt, sizeof prompt);
    out_message(&out, HENKA_ENGLISH, arg_side(henka_game_side(play->game)).message);
    printf("%s> ", prompt);
    fflush(stdout);
    char *text = line_read(&buf, &cap);
    if (!isatty(STDIN_FILENO) || !text) printf("%s\n", text ? text : "");
    if (text && !interrupted)
        line_enter(play, text);
    else {
        args_say(stdout, MSG_PLAY_GOODBYE);
        play->over = true;
    }
    free(buf);
}

/* False: the record could not be kept. */
static bool play_game(Play *play) {
    show(play);
    while (!play->over && !interrupted && !outcome_show(play)) {
        bool person = play->person == BOTH || play->person == (int)henka_game_side(play->game);
        person ? person_move(play) : engine_move(play);
    }
    if (interrupted || henka_game_outcome(play->game).reason != HENKA_PLAYING) {
        printf("\n");
        record_show(play, "");
    }
    if (play->save && (henka_game_plies(play->game) || play->saved.record))
        return saved_write(&play->saved, play->game, play->save, stdout);
    return true;
}

static int side_read(const char *name) {
    return !strcmp(name, "sente")  ? HENKA_SENTE
           : !strcmp(name, "gote") ? HENKA_GOTE
           : !strcmp(name, "both") ? BOTH
                                   : 2;
}

/* Furigoma: five pieces are tossed. If more backs are up, the person, who tossed them, moves
 * second. */
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
    int64_t level = HENKA_STANDARD_LEVEL, seed = -1;
    const char *side = "sente", *sfen = NULL, *handicap = NULL, *load = NULL, *save = NULL,
               *eval = "", *net = "";
    bool kanji = false;
    const CommandOption options[] = {{"--level", OPTION_INT64, &level, 0, HENKA_MAX_LEVEL},
                                     {"--seed", OPTION_INT64, &seed, 0, INT64_MAX},
                                     {"--side", OPTION_TEXT, &side},
                                     {"--handicap", OPTION_TEXT, &handicap},
                                     {"--sfen", OPTION_TEXT, &sfen},
                                     {"--load", OPTION_TEXT, &load},
                                     {"--save", OPTION_TEXT, &save},
                                     {"--eval", OPTION_TEXT, &eval},
                                     {"--net", OPTION_TEXT, &net},
                                     {"--kanji", OPTION_FLAG, &kanji}};
    if (!args_take(args, options, sizeof options / sizeof *options) || !args_count(args, 1, 1))
        return EXIT_USAGE;
    if (!strcmp(side, "furigoma")) side = furigoma();
    if (side_read(side) > 1) {
        args_complain(MSG_PLAY_SIDE, arg_text(side));
        return args_usage(args);
    }
    if ((handicap != NULL) + (sfen != NULL) + (load != NULL) > 1) {
        args_complain(MSG_PLAY_ONE_START);
        return args_usage(args);
    }
    HenkaVariant *variant = args_variant(args, args->words[0]);
    if (!variant || !args_numbers(args, variant, args->words[0], eval, net)) {
        henka_variant_free(variant);
        return 1;
    }
    HenkaError error;
    if (handicap && !(sfen = henka_variant_handicap_start(variant, handicap, &error))) {
        args_say(stderr, MSG_HENKA_SAYS, arg_error(&error));
        henka_variant_free(variant);
        return 1;
    }
    Play play = {.person = side_read(side),
                 .level = (int)level,
                 .seed = seed < 0 ? entropy_seed() : (uint64_t)seed,
                 .save = save,
                 .style.kanji = kanji,
                 .style.flip = side_read(side) == HENKA_GOTE};
    if (!load) play.game = henka_game_new(variant, sfen, &error);
    if (load && saved_load(&play.saved, variant, load, stderr)) record_take(&play);
    HenkaEngineOptions engine_options = HENKA_ENGINE_DEFAULTS;
    engine_options.hash_mib = HASH_MIB;
    play.engine = henka_engine_new(&engine_options);
    if (!play.game && !load)
        args_complain(MSG_SFEN_REFUSED, arg_number(error.column), arg_error(&error));
    bool good =
        play.game && play.engine && (!save || saved_may(&play.saved, play.game, save, stderr));
    if (good) {
        Message both = MESSAGE_OF(MSG_SIDE_BOTH);
        args_say(stdout, MSG_PLAY_WELCOME, arg_text(henka_variant_title(variant)),
                 play.person == BOTH ? arg_message(&both) : arg_side(play.person));
        interrupt_listen();
        good = play_game(&play);
    }
    henka_engine_free(play.engine);
    henka_game_free(play.game);
    saved_free(&play.saved);
    henka_variant_free(variant);
    return interrupted ? EXIT_INTERRUPTED : !good;
}
