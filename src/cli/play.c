/* play - a game in the terminal, also from a pipe: every line is a move or a command. */
#include "cli/commands.h"
#include "protocol/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LEVEL_STANDARD = 5, HASH_MIB = 64, THINK_MS = 2000, BOTH = -1 };

typedef struct Play {
    HenkaGame *game;
    HenkaEngine *engine;
    int person; /* the side typing; BOTH: no engine */
    int level;
    BoardStyle style;
    bool over; /* left the game */
} Play;

typedef struct PlayCommand {
    const char *name, *help;
    void (*run)(Play *);
} PlayCommand;

static void show(const Play *play) {
    char text[16384];
    board_draw(play->game, play->style, text, sizeof text);
    printf("\n%s", text);
}

static const char *side_name(int side) { return side == HENKA_SENTE ? "sente" : "gote"; }

static bool outcome_show(const Play *play) {
    HenkaOutcome outcome = henka_game_outcome(play->game);
    if (outcome.reason == HENKA_PLAYING) return false;
    if (outcome.winner < 0)
        printf("The game is drawn: %s.\n", henka_reason_name(outcome.reason));
    else
        printf("%s wins: %s.\n", outcome.winner == HENKA_SENTE ? "Sente" : "Gote",
               henka_reason_name(outcome.reason));
    return true;
}

static HenkaResult think(const Play *play, int level) {
    HenkaLimits limits = {.movetime_ms = THINK_MS, .level = level};
    return henka_engine_go(play->engine, play->game, &limits, NULL, NULL);
}

static void move_show(const Play *play, const char *who, HenkaMove move) {
    char usi[64], western[64];
    henka_move_text(play->game, move, HENKA_USI, usi, sizeof usi);
    henka_move_text(play->game, move, HENKA_WESTERN, western, sizeof western);
    printf("%s %s (%s)\n", who, usi, western);
}

/* ---- commands -------------------------------------------------------------------------------- */

static void help_run(Play *play);

static void undo_run(Play *play) {
    int plies = play->person == BOTH ? 1 : 2;
    if (henka_game_plies(play->game) < plies) {
        printf("Nothing to take back.\n");
        return;
    }
    while (plies--) henka_game_undo(play->game);
    show(play);
}

static void resign_run(Play *play) {
    henka_game_end(play->game, HENKA_RESIGNATION, henka_game_side(play->game));
    outcome_show(play);
    play->over = true;
}

/* Whoever types for both sides has agreed with himself; the engine takes no offers here. */
static void draw_run(Play *play) {
    if (play->person != BOTH)
        printf("The engine takes no draw. (Only with --side both.)\n");
    else
        henka_game_end(play->game, HENKA_DRAW_AGREED, henka_game_side(play->game));
}

static void declare_run(Play *play) {
    if (!henka_game_end(play->game, HENKA_IMPASSE, henka_game_side(play->game)))
        printf("No impasse to declare: it needs both royals in their zones, enough points and no "
               "check.\n");
}

static void hint_run(Play *play) {
    HenkaResult result = think(play, 0);
    if (result.best) move_show(play, "Perhaps", result.best);
}

static void flip_run(Play *play) {
    play->style.flip = !play->style.flip;
    show(play);
}

static void kanji_run(Play *play) {
    play->style.kanji = !play->style.kanji;
    show(play);
}

static void moves_show(Play *play) {
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
    size_t count = henka_game_moves(play->game, moves);
    for (size_t i = 0; i < count; i++) {
        char text[64];
        henka_move_text(play->game, moves[i], HENKA_USI, text, sizeof text);
        printf("%s%c", text, i + 1 == count || i % 10 == 9 ? '\n' : ' ');
    }
    free(moves);
}

static void sfen_show(Play *play) {
    char text[4096];
    henka_game_sfen(play->game, text, sizeof text);
    puts(text);
}

static void record_show(Play *play) {
    size_t length = henka_record_write(play->game, HENKA_RECORD_HENKA, NULL, NULL, 0);
    char *text = malloc(length + 1);
    henka_record_write(play->game, HENKA_RECORD_HENKA, NULL, text, length + 1);
    fputs(text, stdout);
    free(text);
}

static void quit_run(Play *play) { play->over = true; }

static void board_run(Play *play) { show(play); }

static const PlayCommand play_commands[] = {
    {"help", "this list", help_run},
    {"undo", "takes your last move back", undo_run},
    {"hint", "a move the engine would play", hint_run},
    {"moves", "every legal move", moves_show},
    {"board", "draws the board again", board_run},
    {"flip", "turns the board", flip_run},
    {"kanji", "kanji or letters", kanji_run},
    {"sfen", "the position in one line", sfen_show},
    {"record", "the game so far", record_show},
    {"draw", "a draw by agreement, with --side both", draw_run},
    {"declare", "a win at an impasse, by points", declare_run},
    {"resign", "gives the game up", resign_run},
    {"quit", "leaves", quit_run}};

static void help_run(Play *play) {
    (void)play;
    printf("A move: 7g7f, P-7f, 7g7f+ promotes, P*5e drops. Or:\n");
    for (size_t i = 0; i < sizeof play_commands / sizeof *play_commands; i++)
        printf("  %-8s %s\n", play_commands[i].name, play_commands[i].help);
}

/* ---- turns ----------------------------------------------------------------------------------- */

static void move_enter(Play *play, const char *text) {
    char reason[256] = "";
    henka_game_explain_illegal(play->game, text, reason, sizeof reason);
    HenkaError error = {0};
    switch (henka_game_play_text(play->game, text, NULL, &error)) {
    case HENKA_TEXT_PLAYED:
        show(play);
        break;
    case HENKA_TEXT_LOST:
        printf("%s: %s.\n", text, *reason ? reason : error.message);
        break;
    case HENKA_TEXT_REFUSED:
        printf("%s: %s. (help lists the commands.)\n", text, *reason ? reason : error.message);
        break;
    }
}

static void line_enter(Play *play, const char *text) {
    for (size_t i = 0; i < sizeof play_commands / sizeof *play_commands; i++)
        if (!strcasecmp(text, play_commands[i].name)) return play_commands[i].run(play);
    if (!strcmp(text, "?")) return help_run(play);
    if (*text) move_enter(play, text);
}

static void engine_move(Play *play) {
    HenkaResult result = think(play, play->level);
    if (!result.best) {
        henka_game_end(play->game, HENKA_RESIGNATION, henka_game_side(play->game));
        return;
    }
    move_show(play, "I play", result.best);
    henka_game_play(play->game, result.best);
    show(play);
}

/* A line without its blanks at both ends; NULL at the end of input. */
static char *line_read(char **buf, size_t *cap) {
    if (getline(buf, cap, stdin) < 0) return NULL;
    char *text = *buf + strspn(*buf, " \t\r\n");
    size_t length = strlen(text);
    while (length && strchr(" \t\r\n", text[length - 1])) text[--length] = '\0';
    return text;
}

static void person_move(Play *play) {
    char *buf = NULL;
    size_t cap = 0;
    printf("%s> ", side_name(henka_game_side(play->game)));
    fflush(stdout);
    char *text = line_read(&buf, &cap);
    if (!isatty(STDIN_FILENO)) printf("%s\n", text ? text : "");
    if (text)
        line_enter(play, text);
    else {
        printf("Goodbye.\n");
        play->over = true;
    }
    free(buf);
}

static void play_game(Play *play) {
    show(play);
    while (!play->over && !outcome_show(play)) {
        bool person = play->person == BOTH || play->person == (int)henka_game_side(play->game);
        person ? person_move(play) : engine_move(play);
    }
    if (henka_game_outcome(play->game).reason != HENKA_PLAYING) {
        printf("\n");
        record_show(play);
    }
}

static int side_read(const char *name) {
    return !strcmp(name, "sente")  ? HENKA_SENTE
           : !strcmp(name, "gote") ? HENKA_GOTE
           : !strcmp(name, "both") ? BOTH
                                   : 2;
}

int play_run(Args *args) {
    int64_t level = LEVEL_STANDARD;
    const char *side = "sente", *sfen = NULL;
    bool kanji = false;
    const ArgOption options[] = {{"--level", ARG_NUMBER, &level, 0, HENKA_MAX_LEVEL},
                                 {"--side", ARG_TEXT, &side},
                                 {"--sfen", ARG_TEXT, &sfen},
                                 {"--kanji", ARG_FLAG, &kanji}};
    if (!args_take(args, options, sizeof options / sizeof *options) || !args_count(args, 1, 1))
        return EXIT_USAGE;
    if (side_read(side) > 1) {
        fprintf(stderr, "henka: --side: expected sente, gote or both, found \"%s\"\n", side);
        return args_usage(args);
    }
    HenkaVariant *variant = args_variant(args, args->words[0]);
    if (!variant) return 1;
    HenkaError error;
    Play play = {.person = side_read(side),
                 .level = (int)level,
                 .style.kanji = kanji,
                 .style.flip = side_read(side) == HENKA_GOTE};
    play.game = henka_game_new(variant, sfen, &error);
    HenkaEngineOptions engine_options = HENKA_ENGINE_DEFAULTS;
    engine_options.hash_mib = HASH_MIB;
    play.engine = henka_engine_new(&engine_options);
    if (!play.game) fprintf(stderr, "henka: SFEN, column %d: %s\n", error.column, error.message);
    bool good = play.game && play.engine;
    if (good) {
        printf("%s. You play %s; \"help\" lists the commands.\n", henka_variant_title(variant),
               side);
        play_game(&play);
    }
    henka_engine_free(play.engine);
    if (play.game) henka_game_free(play.game);
    henka_variant_free(variant);
    return !good;
}
