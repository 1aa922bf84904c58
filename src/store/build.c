#include "store/build.h"

#include "base/error.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum {
    SFEN_CAP = 4096,   /* bytes of the longest SFEN */
    MAX_SETTINGS = 64, /* of one game */
    SETTING_CAP = 160, /* bytes of "NAME=VALUE" */
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

static void report_first_fatal(const HenkaReport *report, HenkaError *error) {
    const HenkaError *at = henka_report_error(report);
    if (!at)
        error_say(error, 0, 0, MSG_DEFINITION_REFUSED);
    else if (at->line)
        error_say(error, at->line, at->column, MSG_DEFINITION_AT, arg_number(at->line),
                  arg_number(at->column), arg_error(at));
    else
        *error = *at;
}

/* The settings as henka_variant_parse takes them. Returns their number; -1 and an error if they are
 * invalid. */
static int settings_list(const json_t *settings, char texts[MAX_SETTINGS][SETTING_CAP],
                         const char *list[MAX_SETTINGS], HenkaError *error) {
    int count = 0;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)settings, name, value) {
        if (!json_is_string(value))
            return error_say(error, 0, 0, MSG_SETTING_NO_TEXT, arg_text(name)), -1;
        if (count == MAX_SETTINGS)
            return error_say(error, 0, 0, MSG_SETTINGS_TOO_MANY, arg_number(MAX_SETTINGS)), -1;
        int length = snprintf(texts[count], SETTING_CAP, "%s=%s", name, json_string_value(value));
        if (length >= SETTING_CAP)
            return error_say(error, 0, 0, MSG_SETTING_TOO_LONG, arg_text(name)), -1;
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
    if (!build->variant) report_first_fatal(&build->report, &build->error);
    if (!build->entries) build->report = (HenkaReport){0};
    return build->variant;
}

/* The settings of a variant that differ from the standard ones, in the variant's own spelling. */
static json_t *changed_settings(const HenkaVariant *variant) {
    json_t *settings = json_object();
    for (size_t i = 0; i < henka_variant_option_count(variant); i++) {
        HenkaOption option = henka_variant_option(variant, i);
        if (strcmp(option.value, option.standard))
            json_object_set_new(settings, option.name, json_string(option.value));
    }
    return settings;
}

/* ---- stored games ---------------------------------------------------------------------------- */

static const char *moves_next(const char *moves, char *text, size_t cap) {
    size_t length = strcspn(moves, " ");
    if (length >= cap) return NULL;
    memcpy(text, moves, length);
    text[length] = 0;
    return moves + length + (moves[length] == ' ');
}

static bool game_replay(HenkaGame *game, HenkaBudget *budget, const char *moves,
                        HenkaError *error) {
    char text[BUILD_MOVE_BYTES] = "";
    for (int number = 1; *moves; number++) {
        HenkaMove move;
        HenkaError why = {0};
        moves = number <= BUILD_MAX_PLIES ? moves_next(moves, text, sizeof text) : NULL;
        bool played =
            moves && henka_move_parse(game, text, &move, &why) && henka_game_play(game, move);
        if (!played && budget && henka_budget_spent(budget))
            return henka_budget_error(budget, henka_game_variant(game), error);
        if (!played)
            return error_say(error, 0, 0, MSG_STORED_GAME_BROKEN, arg_number(number),
                             arg_text(text), arg_error(&why));
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

/* Was the game ended by a player, and not by the rules? */
static bool is_agreed(const HenkaGame *game, HenkaGame *copy) {
    int plies = henka_game_plies(game);
    if (henka_game_outcome(game).reason == HENKA_PLAYING) return false;
    henka_game_undo(copy); /* the end goes with the last move, */
    if (plies) henka_game_play(copy, henka_game_move_at(game, plies - 1)); /* which comes back */
    return henka_game_outcome(copy).reason == HENKA_PLAYING;
}

/* The texts of the game's moves, one blank between, and the SFEN it began with. */
static bool build_texts(Build *build) {
    HenkaGame *walk = henka_game_copy(build->game);
    char sfen[SFEN_CAP];
    int plies = henka_game_plies(build->game);
    if (!walk) return error_say(&build->error, 0, 0, MSG_NO_MEMORY);
    henka_game_set_budget(walk, build->budget);
    build->agreed = is_agreed(build->game, walk);
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
    return (moves && build->start) || error_say(&build->error, 0, 0, MSG_NO_MEMORY);
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
    if (!build->game || !build->notices) return error_say(&build->error, 0, 0, MSG_NO_MEMORY);
    if (henka_game_plies(build->game) > BUILD_MAX_PLIES)
        return error_say(&build->error, 0, 0, MSG_GAME_TOO_LONG, arg_number(BUILD_MAX_PLIES));
    if (build->definition) return true;
    const char *name = henka_variant_name(henka_game_variant(build->game));
    build->definition = build_shipped_text(name);
    return build->definition || error_say(&build->error, 0, 0, MSG_GAME_UNKNOWN, arg_text(name));
}

static bool game_make(Build *build) {
    if (build->definition && !variant_read(build)) return false;
    if (build->record) return record_read(build) && build_texts(build);
    if (build->handicap) {
        build->sfen = henka_variant_handicap_start(build->variant, build->handicap, &build->error);
        build->error.line = build->error.column = 0; /* it is no place in a text */
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

/* The moves of the present position must take far fewer steps than a move may, so that the game can
 * go on from slower positions. */
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
        build->changed = changed_settings(henka_game_variant(build->game));
        build->shipped = build_is_shipped(build->definition);
        build->outcome = henka_game_outcome(build->game);
        henka_game_set_budget(build->game, NULL);
        if (budget && henka_budget_spent(budget))
            made = henka_budget_error(budget, henka_game_variant(build->game), &build->error);
        if (!build->changed) made = error_say(&build->error, 0, 0, MSG_NO_MEMORY);
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
    free(build->start);
    free(build->moves);
    free(build->entries);
    free(build->notices);
    *build = (Build){0};
}

void build_id(char id[GAME_ID_LENGTH + 1]) {
    unsigned char bytes[GAME_ID_LENGTH];
    if (getentropy(bytes, sizeof bytes))
        abort(); /* a kernel without random numbers: no id could be trusted */
    for (int i = 0; i < GAME_ID_LENGTH; i++) id[i] = GAME_ID_LETTERS[bytes[i] % 32];
    id[GAME_ID_LENGTH] = 0;
}

/* The name that a record gives to a person without a name. */
static const Message nameless = {.key = MSG_PLAYER_HUMAN};

bool build_is_nameless(const char *name) {
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
        utf8_mend(names[side]); /* a long one was cut */
    }
    strftime(players.date, sizeof players.date, "%Y-%m-%d", gmtime_r(&created, &day));
    return players;
}
