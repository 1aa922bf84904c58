#include "store/build.h"

#include "base/error.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SFEN_CAP = 4096,   /* bytes of the longest SFEN */
    MAX_SETTINGS = 64, /* most settings of one game */
    SETTING_CAP = 160, /* most bytes of "NAME=VALUE" */
    FEW_FINDINGS = 8   /* errors in a definition that are kept to find the first fatal one */
};

/* ---- definitions: the rules of a game as text, with the settings chosen for them ------------- */

const char *build_shipped_text(const char *name) {
    const char *known;
    for (size_t i = 0; (known = henka_shipped_name(i)); i++)
        if (!strcmp(known, name)) return henka_shipped_text(i, NULL);
    return NULL;
}

bool build_is_shipped(const char *definition) {
    const char *text;
    size_t length;
    for (size_t i = 0; (text = henka_shipped_text(i, &length)); i++)
        if (strlen(definition) == length && !memcmp(definition, text, length)) return true;
    return false;
}

/* Writes the settings as henka_variant_parse takes them ("NAME=VALUE") into texts and list. Returns
 * their number; -1 and an error if they are invalid. */
static int settings_list(const json_t *settings, char texts[MAX_SETTINGS][SETTING_CAP],
                         const char *list[MAX_SETTINGS], HenkaError *error) {
    int count = 0;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)settings, name, value) {
        if (!json_is_string(value))
            return error_set(error, MSG_SETTING_NO_TEXT, arg_text(name)), -1;
        if (count == MAX_SETTINGS)
            return error_set(error, MSG_SETTINGS_TOO_MANY, arg_number(MAX_SETTINGS)), -1;
        int length = snprintf(texts[count], SETTING_CAP, "%s=%s", name, json_string_value(value));
        if (length >= SETTING_CAP)
            return error_set(error, MSG_SETTING_TOO_LONG, arg_text(name)), -1;
        list[count] = texts[count];
        count++;
    }
    return count;
}

static bool variant_read(Build *build) {
    char texts[MAX_SETTINGS][SETTING_CAP];
    const char *list[MAX_SETTINGS];
    HenkaDiagnostic few[FEW_FINDINGS];
    if (build->variant) return true;
    int count = settings_list(build->settings, texts, list, &build->error);
    if (count < 0) return false;
    build->report = (HenkaReport){.entries = build->entries ? build->entries : few,
                                  .cap = build->entries ? BUILD_FINDINGS : FEW_FINDINGS};
    build->variant =
        henka_variant_parse_within(build->budget, build->definition, strlen(build->definition),
                                   list, (size_t)count, &build->report);
    const HenkaError *fatal = build->variant ? NULL : henka_report_error(&build->report);
    if (fatal && fatal->line)
        error_say(&build->error, fatal->line, fatal->column, MSG_DEFINITION_AT,
                  arg_number(fatal->line), arg_number(fatal->column), arg_error(fatal));
    else if (fatal)
        build->error = *fatal;
    else if (!build->variant)
        error_set(&build->error, MSG_DEFINITION_REFUSED);
    if (!build->entries) build->report = (HenkaReport){0};
    return build->variant;
}

/* ---- stored games ---------------------------------------------------------------------------- */

static bool game_replay(HenkaGame *game, HenkaBudget *budget, const char *moves,
                        HenkaError *error) {
    char text[BUILD_MOVE_BYTES] = "";
    for (int number = 1; *moves; number++) {
        HenkaMove move;
        HenkaError why = {0};
        size_t length = strcspn(moves, " ");
        bool fits = number <= BUILD_MAX_PLIES && length < sizeof text;
        if (fits) snprintf(text, sizeof text, "%.*s", (int)length, moves);
        if (fits && henka_move_parse(game, text, &move, &why) && henka_game_play(game, move)) {
            moves += length + (moves[length] == ' ');
            continue;
        }
        if (budget && henka_budget_spent(budget))
            return henka_budget_error(budget, henka_game_variant(game), error);
        return error_set(error, MSG_STORED_GAME_BROKEN, arg_number(number), arg_text(text),
                         arg_error(&why));
    }
    return true;
}

HenkaGame *build_replay(HenkaBudget *budget, const HenkaVariant *variant, const GameRow *row,
                        HenkaError *error) {
    HenkaGame *game = henka_game_new_within(budget, variant, row->start, error);
    if (game && !game_replay(game, budget, row->moves, error)) {
        henka_game_free(game);
        return NULL;
    }
    if (game && row->agreed && row->outcome.reason != HENKA_PLAYING)
        henka_game_end(game, row->outcome.reason,
                       row->outcome.winner == HENKA_SENTE ? HENKA_GOTE : HENKA_SENTE);
    return game;
}

/* ---- new games ------------------------------------------------------------------------------- */

/* Writes the moves of the game as text, separated by one space, and the SFEN it began with. */
static bool build_texts(Build *build) {
    HenkaGame *walk = henka_game_copy(build->game);
    char sfen[SFEN_CAP];
    int plies = henka_game_plies(build->game);
    if (!walk) return error_set(&build->error, MSG_NO_MEMORY);
    henka_game_set_budget(walk, build->budget);
    if (henka_game_outcome(build->game).reason != HENKA_PLAYING) {
        henka_game_undo(walk); /* takes back the end with the last move, played again below */
        if (plies) henka_game_play(walk, henka_game_move_at(build->game, plies - 1));
        /* If the last move alone does not end the game, a player ended it, not the rules. */
        build->agreed = henka_game_outcome(walk).reason == HENKA_PLAYING;
    }
    /* From the last move to the first, because taking back generates no legal moves. */
    char *moves = calloc(1, (size_t)plies * BUILD_MOVE_BYTES + 1), *end = moves;
    for (int ply = plies - 1; ply >= 0 && henka_game_undo(walk); ply--)
        if (moves)
            henka_move_text(walk, henka_game_move_at(build->game, ply), HENKA_USI,
                            moves + ply * BUILD_MOVE_BYTES, BUILD_MOVE_BYTES - 1);
    henka_game_sfen(walk, sfen, sizeof sfen);
    henka_game_free(walk);
    for (int ply = 0; moves && ply < plies; ply++) {
        if (ply) *end++ = ' ';
        size_t length = strlen(moves + ply * BUILD_MOVE_BYTES);
        memmove(end, moves + ply * BUILD_MOVE_BYTES, length + 1);
        end += length;
    }
    build->start = strdup(sfen);
    build->moves = moves;
    return (moves && build->start) || error_set(&build->error, MSG_NO_MEMORY);
}

static bool record_read(Build *build) {
    HenkaRecord *record = henka_record_open_within(
        build->budget, build->record, strlen(build->record), build->variant, &build->error);
    if (!record) return false;
    build->game = henka_game_copy(henka_record_game(record));
    build->players = *henka_record_players(record);
    build->notices = calloc(BUILD_NOTICES, sizeof *build->notices);
    if (build->notices) {
        size_t count = henka_record_notices(record, build->notices, BUILD_NOTICES);
        build->notice_count = count < BUILD_NOTICES ? count : BUILD_NOTICES;
    }
    henka_record_free(record);
    if (!build->game || !build->notices) return error_set(&build->error, MSG_NO_MEMORY);
    if (henka_game_plies(build->game) > BUILD_MAX_PLIES)
        return error_set(&build->error, MSG_GAME_TOO_LONG, arg_number(BUILD_MAX_PLIES));
    if (build->definition) return true;
    const char *name = henka_variant_name(henka_game_variant(build->game));
    build->definition = build_shipped_text(name);
    return build->definition || error_set(&build->error, MSG_GAME_UNKNOWN, arg_text(name));
}

static bool game_make(Build *build) {
    if (build->definition && !variant_read(build)) return false;
    if (build->record) return record_read(build) && build_texts(build);
    if (build->handicap) {
        build->sfen = henka_variant_handicap_start(build->variant, build->handicap, &build->error);
        build->error.line = build->error.column = 0; /* the error is not about a place in a text */
        if (!build->sfen) return false;
    }
    if (build->row)
        return (build->game =
                    build_replay(build->budget, build->variant, build->row, &build->error));
    return (build->game =
                henka_game_new_within(build->budget, build->variant, build->sfen, &build->error)) &&
           build_texts(build);
}

bool build_is_handicap(const HenkaVariant *variant, const char *start) {
    for (size_t i = 0; i < henka_variant_handicap_count(variant); i++)
        if (!strcmp(henka_variant_handicap(variant, i).start, start)) return true;
    return false;
}

/* Can the moves of the present position be listed in BUILD_LIST_STEPS? These are far fewer steps
 * than a move may take, so that the game can go on from slower positions. */
static bool is_quick(Build *build) {
    HenkaMove moves[HENKA_MAX_MOVES];
    HenkaBudget *budget = build->budget;
    if (!budget) return true;
    build->steps = henka_budget_used(budget);
    if (build->row || build->archived) return true;
    henka_budget_refill(budget, BUILD_LIST_STEPS);
    henka_game_moves(build->game, moves, HENKA_MAX_MOVES);
    bool quick = !henka_budget_spent(budget);
    if (!quick) henka_budget_error(budget, henka_game_variant(build->game), &build->error);
    return quick;
}

bool build_game(Build *build, HenkaBudget *budget) {
    build->budget = budget;
    bool made = game_make(build) && is_quick(build);
    if (made) {
        const HenkaVariant *variant = henka_game_variant(build->game);
        build->changed = json_object();
        for (size_t i = 0; i < henka_variant_option_count(variant); i++) {
            HenkaOption option = henka_variant_option(variant, i);
            if (strcmp(option.value, option.standard))
                json_object_set_new(build->changed, option.name, json_string(option.value));
        }
        build->changed_text = json_dumps(build->changed, JSON_COMPACT);
        build->shipped = build_is_shipped(build->definition);
        build->outcome = henka_game_outcome(build->game);
        henka_game_set_budget(build->game, NULL);
        if (budget && henka_budget_spent(budget))
            made = henka_budget_error(budget, variant, &build->error);
        if (made && !build->changed_text) made = error_set(&build->error, MSG_NO_MEMORY);
    }
    build->budget = NULL;
    if (made) return true;
    henka_game_free(build->game);
    build->game = NULL;
    return false;
}

void build_free(Build *build) {
    henka_variant_free(build->variant);
    henka_game_free(build->game);
    json_decref(build->changed);
    free(build->changed_text);
    free(build->start);
    free(build->moves);
    free(build->entries);
    free(build->notices);
    *build = (Build){0};
}

void build_row(const Build *build, GameRow *row) {
    const HenkaVariant *variant = henka_game_variant(build->game);
    row->definition = (char *)build->definition;
    row->game = (char *)henka_variant_name(variant);
    row->title = (char *)henka_variant_title(variant);
    row->settings = build->changed_text;
    row->start = build->start;
    row->moves = build->moves;
    row->plies = henka_game_plies(build->game);
    row->outcome = build->outcome;
    row->agreed = build->agreed;
    row->turn = build->outcome.reason == HENKA_PLAYING ? (int)henka_game_side(build->game) : -1;
}

/* The name that a record gives to a person without a name. */
static const Message nameless = {.key = MSG_PLAYER_HUMAN};

/* Names that records of earlier versions gave to a person without a name. */
static const char *const earlier_nameless[] = {"人"};

bool build_is_nameless(const char *name) {
    for (size_t i = 0; i < sizeof earlier_nameless / sizeof *earlier_nameless; i++)
        if (!strcmp(name, earlier_nameless[i])) return true;
    for (unsigned language = 0; language < HENKA_LANGUAGES; language++) {
        HenkaPlayers said;
        Out out = out_to(said.sente, sizeof said.sente);
        out_message(&out, (HenkaLanguage)language, &nameless);
        if (!strcmp(name, said.sente)) return true;
    }
    return false;
}

HenkaPlayers build_players(const GameRow *row, HenkaLanguage language) {
    HenkaPlayers players = {0};
    char *names[] = {players.sente, players.gote};
    time_t created = (time_t)(row->created_ms / 1000);
    struct tm day;
    for (int side = 0; side < 2; side++) {
        Out out = out_to(names[side], sizeof players.sente);
        if (row->engine[side] && row->level)
            out_say(&out, language, MSG_PLAYER_LEVEL, arg_text(HENKA_VERSION),
                    arg_number(row->level));
        else if (row->engine[side])
            out_say(&out, language, MSG_PLAYER_FULL, arg_text(HENKA_VERSION));
        else if (*row->name[side])
            out_text(&out, row->name[side]);
        else
            out_message(&out, language, &nameless);
        utf8_mend(names[side]); /* a long name was cut, perhaps within a character */
    }
    strftime(players.date, sizeof players.date, "%Y-%m-%d", gmtime_r(&created, &day));
    return players;
}

char *build_record(HenkaGame *game, HenkaBudget *budget, HenkaRecordFormat format,
                   const HenkaPlayers *players) {
    henka_game_set_budget(game, budget);
    size_t length = henka_record_write(game, format, players, NULL, 0);
    char *text = calloc(1, length + 1);
    if (text) henka_record_write(game, format, players, text, length + 1);
    henka_game_set_budget(game, NULL);
    return text;
}
