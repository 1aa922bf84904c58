#include "server/live.h"

#include "base/error.h"
#include "server/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum {
    SFEN_CAP = 4096,        /* bytes of the longest SFEN */
    MOVE_CAP = 64,          /* bytes of the longest move's USI text */
    MAX_SETTINGS = 64,      /* of one game */
    SETTING_CAP = 160,      /* bytes of "NAME=VALUE" */
    MAX_FINDINGS = 8,       /* errors in a definition that are looked at for the first fatal one */
    RESUMED_AT_START = 64,  /* games in which the engine goes on when the server starts */
    FULL_STRENGTH_MS = 3000 /* thinking time without a level */
};

/* ---- definitions: the rules of a game as text, with the settings chosen for them ------------- */

static void report_first_fatal(const HenkaReport *report, HenkaError *error) {
    const HenkaError *at = henka_report_error(report);
    if (!at)
        error_say(error, 0, 0, MSG_DEFINITION_REFUSED);
    else if (at->line)
        error_say(error, at->line, at->column, MSG_DEFINITION_AT, arg_number(at->line),
                  arg_number(at->column), arg_error(at));
    else if (error)
        *error = *at;
}

HenkaVariant *live_read_definition(const char *definition, const json_t *settings,
                                   HenkaReport *report, HenkaError *error) {
    char texts[MAX_SETTINGS][SETTING_CAP];
    const char *list[MAX_SETTINGS];
    size_t count = 0;
    const char *name;
    json_t *value;
    HenkaDiagnostic entry[MAX_FINDINGS];
    HenkaReport own = {.entries = entry, .cap = MAX_FINDINGS};
    if (!report) report = &own;
    json_object_foreach((json_t *)settings, name, value) {
        if (!json_is_string(value))
            return error_say(error, 0, 0, MSG_SETTING_NO_TEXT, arg_text(name)), NULL;
        if (count == MAX_SETTINGS)
            return error_say(error, 0, 0, MSG_SETTINGS_TOO_MANY, arg_number(MAX_SETTINGS)), NULL;
        int length = snprintf(texts[count], SETTING_CAP, "%s=%s", name, json_string_value(value));
        if (length >= SETTING_CAP)
            return error_say(error, 0, 0, MSG_SETTING_TOO_LONG, arg_text(name)), NULL;
        list[count] = texts[count];
        count++;
    }
    HenkaVariant *variant =
        henka_variant_parse(definition, strlen(definition), list, count, report);
    if (!variant) report_first_fatal(report, error);
    return variant;
}

/* The settings of a variant that differ from the standard ones, as it understood them. */
static json_t *changed_settings(const HenkaVariant *variant) {
    json_t *settings = json_object();
    for (size_t i = 0; i < henka_variant_option_count(variant); i++) {
        HenkaOption option = henka_variant_option(variant, i);
        if (strcmp(option.value, option.standard))
            json_object_set_new(settings, option.name, json_string(option.value));
    }
    return settings;
}

static bool is_shipped(const char *definition) {
    const char *text;
    size_t length;
    for (size_t i = 0; (text = henka_shipped_text(i, &length)); i++)
        if (strlen(definition) == length && !memcmp(definition, text, length)) return true;
    return false;
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void id_make(char id[GAME_ID_LENGTH + 1]) {
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    unsigned char bytes[GAME_ID_LENGTH];
    if (getentropy(bytes, sizeof bytes))
        abort(); /* a kernel without random numbers: no id could be trusted */
    for (int i = 0; i < GAME_ID_LENGTH; i++) id[i] = letters[bytes[i] % 32];
    id[GAME_ID_LENGTH] = 0;
}

/* ---- variants -------------------------------------------------------------------------------- */

/* The tables of a variant are big, so a game takes those of another game in memory that is played
 * by the same rules. */
static HenkaVariant *variant_for(Server *server, const char *definition, const json_t *settings,
                                 HenkaError *error) {
    for (LiveGame *live = server->games; live; live = live->next)
        if (!strcmp(live->row.definition, definition) && json_equal(live->settings, settings))
            return henka_variant_retain(henka_game_variant(live->game));
    return live_read_definition(definition, settings, NULL, error);
}

/* ---- rows and games -------------------------------------------------------------------------- */

static const char *moves_next(const char *moves, char *text, size_t cap) {
    size_t length = strcspn(moves, " ");
    if (length >= cap) return NULL;
    memcpy(text, moves, length);
    text[length] = 0;
    return moves + length + (moves[length] == ' ');
}

static bool game_replay(HenkaGame *game, const char *moves, HenkaError *error) {
    char text[MOVE_CAP];
    for (int number = 1; *moves; number++) {
        HenkaMove move;
        HenkaError why = {0};
        moves = moves_next(moves, text, sizeof text);
        if (!moves || !henka_move_parse(game, text, &move, &why) || !henka_game_play(game, move))
            return error_say(error, 0, 0, MSG_STORED_GAME_BROKEN, arg_number(number),
                             arg_text(text), arg_error(&why));
    }
    return true;
}

/* Replays the moves of a row. NULL when that fails. */
static HenkaGame *live_build(const HenkaVariant *variant, const GameRow *row, HenkaError *error) {
    HenkaGame *game = henka_game_new(variant, row->start, error);
    if (game && !game_replay(game, row->moves, error)) {
        henka_game_free(game);
        return NULL;
    }
    if (game && row->agreed)
        henka_game_end(game, row->outcome.reason,
                       row->outcome.winner == HENKA_SENTE ? HENKA_GOTE : HENKA_SENTE);
    return game;
}

/* The texts of the game's moves, one blank between, and in start the SFEN it began with; the caller
 * frees both. NULL when memory runs out. */
static char *game_moves(const HenkaGame *game, char **start) {
    HenkaGame *walk = henka_game_copy(game);
    char sfen[SFEN_CAP];
    int plies = henka_game_plies(game);
    if (!walk) return NULL;
    while (henka_game_undo(walk)) {}
    henka_game_sfen(walk, sfen, sizeof sfen);
    *start = strdup(sfen);
    size_t length = 0, cap = (size_t)plies * MOVE_CAP + 1;
    char *moves = calloc(1, cap);
    for (int ply = 0; moves && ply < plies; ply++) {
        HenkaMove move = henka_game_move_at(game, ply);
        if (ply) moves[length++] = ' ';
        length += henka_move_text(walk, move, HENKA_USI, moves + length, MOVE_CAP - 1);
        henka_game_play(walk, move);
    }
    henka_game_free(walk);
    return moves;
}

static bool live_over(const LiveGame *live) {
    return henka_game_outcome(live->game).reason != HENKA_PLAYING;
}

/* Brings the row up to what the game says, and writes it into the store. */
static bool live_write(LiveGame *live, bool insert, HenkaError *error) {
    GameRow *row = &live->row;
    row->outcome = henka_game_outcome(live->game);
    row->agreed = row->agreed && row->outcome.reason != HENKA_PLAYING;
    row->engine_turn =
        row->outcome.reason == HENKA_PLAYING && row->engine[henka_game_side(live->game)];
    if (row->outcome.reason != HENKA_PLAYING) row->offer = -1;
    row->plies = henka_game_plies(live->game);
    int64_t now = now_ms();
    row->updated_ms = now > row->updated_ms ? now : row->updated_ms + 1;
    row->version++;
    return insert ? store_insert(live->server->store, row, error)
                  : store_save(live->server->store, row, error);
}

/* Cancels the search for the engine's move, if there is one. */
static void live_stop(LiveGame *live) {
    if (live->search) pool_cancel(live->server->pool, live->search);
    live->search = NULL;
}

static void live_free(LiveGame *live) {
    live_stop(live);
    if (live->game) henka_game_free(live->game);
    json_decref(live->settings);
    store_row_free(&live->row);
    free(live);
}

static void live_link(LiveGame *live) {
    live->next = live->server->games;
    live->server->games = live;
}

static void live_unlink(LiveGame *live) {
    LiveGame **link = &live->server->games;
    while (*link != live) link = &(*link)->next;
    *link = live->next;
}

static bool live_load(LiveGame *live, const char *id, HenkaError *error) {
    if (!store_load(live->server->store, id, &live->row, error)) return false;
    live->settings = json_loads(live->row.settings, 0, NULL);
    HenkaVariant *variant = variant_for(live->server, live->row.definition, live->settings, error);
    if (!variant) return false;
    live->game = live_build(variant, &live->row, error);
    henka_variant_free(variant);
    live->shipped = is_shipped(live->row.definition);
    return live->game;
}

/* Writes a changed game. What could not be stored has not happened: then the game goes back to what
 * the store has, and the engine rests. */
static bool live_keep(LiveGame *live, HenkaError *error) {
    if (live_write(live, false, error)) return true;
    LiveGame fresh = {.server = live->server, .row.offer = -1};
    live_stop(live);
    if (live_load(&fresh, live->row.id, &(HenkaError){0})) {
        LiveGame old = *live;
        live->row = fresh.row;
        live->game = fresh.game;
        live->settings = fresh.settings;
        fresh.row = old.row;
        fresh.game = old.game;
        fresh.settings = old.settings;
    }
    if (fresh.game) henka_game_free(fresh.game);
    json_decref(fresh.settings);
    store_row_free(&fresh.row);
    live->paused = true;
    return false;
}

/* ---- creating and finding -------------------------------------------------------------------- */

static HenkaGame *setup_game(Server *server, const LiveSetup *setup, HenkaError *error) {
    if (setup->game) {
        HenkaGame *copy = henka_game_copy(setup->game);
        if (!copy) error_say(error, 0, 0, MSG_NO_MEMORY);
        return copy;
    }
    HenkaVariant *variant = variant_for(server, setup->definition, setup->settings, error);
    if (!variant) return NULL;
    HenkaGame *game = henka_game_new(variant, setup->sfen, error);
    henka_variant_free(variant);
    return game;
}

/* Was the game ended by its players? Replaying the moves does not bring back such an end. */
static bool ending_is_agreed(const HenkaGame *game, const GameRow *row) {
    if (henka_game_outcome(game).reason == HENKA_PLAYING) return false;
    HenkaGame *replayed = live_build(henka_game_variant(game), row, &(HenkaError){0});
    bool agreed = replayed && henka_game_outcome(replayed).reason == HENKA_PLAYING;
    if (replayed) henka_game_free(replayed);
    return agreed;
}

LiveGame *live_create(Server *server, const LiveSetup *setup, HenkaError *error) {
    HenkaGame *game = setup_game(server, setup, error);
    if (!game) return NULL;
    LiveGame *live = calloc(1, sizeof *live);
    if (!live) {
        henka_game_free(game);
        return error_say(error, 0, 0, MSG_NO_MEMORY), NULL;
    }
    const HenkaVariant *variant = henka_game_variant(game);
    *live = (LiveGame){.server = server,
                       .game = game,
                       .settings = changed_settings(variant),
                       .shipped = is_shipped(setup->definition)};
    live->row = (GameRow){.level = setup->level,
                          .offer = -1,
                          .engine = {setup->engine[0], setup->engine[1]},
                          .created_ms = now_ms()};
    id_make(live->row.id);
    live->row.definition = strdup(setup->definition);
    live->row.game = strdup(henka_variant_name(variant));
    live->row.title = strdup(henka_variant_title(variant));
    live->row.settings = json_dumps(live->settings, JSON_COMPACT);
    live->row.moves = game_moves(game, &live->row.start);
    const GameRow *row = &live->row;
    bool whole = live->settings && row->definition && row->game && row->title && row->settings &&
                 row->moves && row->start;
    if (!whole) error_say(error, 0, 0, MSG_NO_MEMORY);
    live->row.agreed = whole && setup->game && ending_is_agreed(game, &live->row);
    if (!whole || !live_write(live, true, error)) {
        live_free(live);
        return NULL;
    }
    live_link(live);
    return live;
}

LiveGame *live_find(Server *server, const char *id) {
    for (LiveGame *live = server->games; live; live = live->next)
        if (!strcmp(live->row.id, id)) return live;
    return NULL;
}

LiveGame *live_open(Server *server, const char *id, HenkaError *error) {
    LiveGame *live = live_find(server, id);
    if (live) return live;
    live = calloc(1, sizeof *live);
    if (!live) return error_say(error, 0, 0, MSG_NO_MEMORY), NULL;
    *live = (LiveGame){.server = server, .row.offer = -1};
    if (live_load(live, id, error)) {
        live_link(live);
        return live;
    }
    live_free(live);
    return NULL;
}

void live_sweep(Server *server) {
    for (LiveGame *live = server->games, *next; live; live = next) {
        next = live->next;
        if (live->search || clients_follow(server, live->row.id)) continue;
        live_unlink(live);
        live_free(live);
    }
}

void live_free_all(Server *server) {
    for (LiveGame *live = server->games, *next; live; live = next) {
        next = live->next;
        live_free(live);
    }
    server->games = NULL;
}

typedef struct IdList {
    char ids[RESUMED_AT_START][GAME_ID_LENGTH + 1];
    int count;
} IdList;

static void id_collect(void *context, const GameRow *row) {
    IdList *list = context;
    if (row->engine[0] != row->engine[1] && list->count < RESUMED_AT_START)
        strcpy(list->ids[list->count++], row->id);
}

/* A game of two engines waits until someone watches it, and so do the oldest of very many games. */
void live_resume(Server *server) {
    IdList list = {0};
    HenkaError error;
    store_list_waiting(server->store, 4 * RESUMED_AT_START, id_collect, &list, &error);
    for (int i = 0; i < list.count; i++) {
        LiveGame *live = live_open(server, list.ids[i], &error);
        if (live) live_think(live);
    }
}

/* ---- playing --------------------------------------------------------------------------------- */

static bool live_expect_open(const LiveGame *live, HenkaError *error) {
    HenkaOutcome outcome = henka_game_outcome(live->game);
    return outcome.reason == HENKA_PLAYING ||
           error_say(error, 0, 0, MSG_GAME_OVER, arg_reason(outcome.reason));
}

static bool live_expect_human(const LiveGame *live, HenkaSide side, HenkaError *error) {
    return !live->row.engine[side] || error_say(error, 0, 0, MSG_SIDE_IS_ENGINE, arg_side(side));
}

/* Makes room for one more move at the end of the row's moves. */
static bool moves_make_room(GameRow *row, HenkaError *error) {
    char *moves = realloc(row->moves, strlen(row->moves) + 1 + MOVE_CAP);
    if (!moves) return error_say(error, 0, 0, MSG_NO_MEMORY);
    row->moves = moves;
    return true;
}

static void moves_append(GameRow *row, const char *text) {
    size_t length = strlen(row->moves);
    if (length) row->moves[length++] = ' ';
    strcpy(row->moves + length, text);
}

static void moves_truncate(char *moves, int plies) {
    char *end = moves;
    for (; plies > 0 && *end; plies--) end += strcspn(end, " ") + (plies > 1);
    *end = 0;
}

static bool live_play(LiveGame *live, HenkaMove move, HenkaError *error) {
    char text[MOVE_CAP];
    HenkaSide side = henka_game_side(live->game);
    if (live->row.plies >= LIVE_MAX_PLIES)
        return error_say(error, 0, 0, MSG_GAME_TOO_LONG, arg_number(LIVE_MAX_PLIES));
    henka_move_text(live->game, move, HENKA_USI, text, sizeof text);
    if (!moves_make_room(&live->row, error)) return false;
    if (!henka_game_play(live->game, move))
        return error_say(error, 0, 0, MSG_MOVE_NOT_LEGAL, arg_text(text));
    moves_append(&live->row, text);
    if (live->row.offer == !side) live->row.offer = -1;
    return live_keep(live, error);
}

static bool live_end(LiveGame *live, HenkaReason reason, HenkaSide side, HenkaError *error) {
    if (!henka_game_end(live->game, reason, side))
        return error_say(error, 0, 0, MSG_GAME_CANNOT_END, arg_reason(reason));
    live_stop(live);
    live->row.agreed = true;
    return live_keep(live, error);
}

bool live_move(LiveGame *live, const char *usi, int ply, HenkaError *error) {
    HenkaMove move;
    if (!live_expect_open(live, error) ||
        !live_expect_human(live, henka_game_side(live->game), error))
        return false;
    if (ply >= 0 && ply != live->row.plies)
        return error_say(error, 0, 0, MSG_MOVE_TOO_LATE, arg_number(live->row.plies),
                         arg_number(ply));
    if (!henka_move_parse(live->game, usi, &move, error)) {
        HenkaGame *copy =
            henka_game_copy(live->game); /* tried on a copy, for live_end ends the game */
        bool loses = copy && henka_game_play_text(copy, usi, NULL, NULL) == HENKA_TEXT_LOST;
        if (copy) henka_game_free(copy);
        return loses && live_end(live, HENKA_ILLEGAL_MOVE, henka_game_side(live->game), error);
    }
    if (!live_play(live, move, error)) return false;
    live->paused = false;
    live_think(live);
    return true;
}

static HenkaSide side_after(const LiveGame *live, int plies) {
    return (henka_game_side(live->game) + henka_game_plies(live->game) - plies) & 1 ? HENKA_GOTE
                                                                                    : HENKA_SENTE;
}

/* A take-back goes to the last position where a human was to move, and in a game of two engines to
 * the position before the last move. Returns how many moves are left, -1 when there is no such
 * position. */
static int undo_target(const LiveGame *live) {
    const bool *engine = live->row.engine;
    bool nobody = engine[0] && engine[1];
    int plies = live->row.plies;
    if (live->row.agreed && (nobody || !engine[henka_game_side(live->game)])) return plies;
    for (plies--; plies >= 0; plies--)
        if (nobody || !engine[side_after(live, plies)]) return plies;
    return -1;
}

bool live_undo(LiveGame *live, HenkaError *error) {
    int target = undo_target(live);
    if (target < 0) return error_say(error, 0, 0, MSG_NOTHING_TO_UNDO);
    GameRow back = live->row;
    back.moves = strdup(live->row.moves);
    if (!back.moves) return error_say(error, 0, 0, MSG_NO_MEMORY);
    live_stop(live);
    moves_truncate(back.moves, target);
    back.agreed = false;
    HenkaGame *game = live_build(henka_game_variant(live->game), &back, error);
    if (!game) {
        free(back.moves);
        return false;
    }
    henka_game_free(live->game);
    free(live->row.moves);
    live->game = game;
    live->row = back;
    live->row.offer = -1;
    live->paused = true;
    return live_keep(live, error);
}

bool live_resign(LiveGame *live, HenkaSide side, HenkaError *error) {
    if (!live_expect_open(live, error) || !live_expect_human(live, side, error)) return false;
    return live_end(live, HENKA_RESIGNATION, side, error);
}

bool live_declare(LiveGame *live, HenkaSide side, HenkaError *error) {
    if (!live_expect_open(live, error) || !live_expect_human(live, side, error)) return false;
    bool ended = live_end(live, HENKA_IMPASSE, side, error);
    if (ended || henka_game_outcome(live->game).reason != HENKA_PLAYING) return ended;
    return error_say(error, 0, 0, MSG_NO_IMPASSE);
}

/* The engine accepts a draw when it is clearly worse, and after 60 moves also when the game is
 * even. */
static bool engine_wants_draw(const LiveGame *live, HenkaSide side) {
    int score = live->score_cp[side];
    if (!live->scored[side]) {
        score = henka_game_evaluate(live->game);
        if (henka_game_side(live->game) != side) score = -score;
    }
    return score <= -100 || (live->row.plies >= 60 && score <= 20);
}

bool live_draw(LiveGame *live, HenkaSide side, bool *declined, HenkaError *error) {
    *declined = false;
    if (!live_expect_open(live, error) || !live_expect_human(live, side, error)) return false;
    if (live->row.offer == !side || (live->row.engine[!side] && engine_wants_draw(live, !side)))
        return live_end(live, HENKA_DRAW_AGREED, side, error);
    if (live->row.engine[!side]) return *declined = true;
    live->row.offer = side;
    return live_keep(live, error);
}

bool live_decline(LiveGame *live, HenkaError *error) {
    if (live->row.offer < 0) return error_say(error, 0, 0, MSG_NO_OFFER);
    live->row.offer = -1;
    return live_keep(live, error);
}

bool live_delete(LiveGame *live, HenkaError *error) {
    if (!store_delete(live->server->store, live->row.id, error)) return false;
    live_unlink(live);
    live_free(live);
    return true;
}

/* ---- the engine's part ----------------------------------------------------------------------- */

static HenkaLimits live_limits(int level) {
    return (HenkaLimits){.level = level,
                         .movetime_ms = level ? 100 + 90 * level : FULL_STRENGTH_MS};
}

/* The levels want the same seed in every search of a game, so it is made from the game's id. */
static uint64_t seed_of(const char *id) {
    uint64_t seed = 0;
    for (; *id; id++) seed = seed * 131 + (unsigned char)*id;
    return seed;
}

void live_think(LiveGame *live) {
    const bool *engine = live->row.engine;
    if (live->search || live->paused || live_over(live) || !engine[henka_game_side(live->game)] ||
        live->row.plies >= LIVE_MAX_PLIES)
        return;
    if (engine[0] && engine[1] && !clients_follow(live->server, live->row.id)) return;
    HenkaLimits limits = live_limits(live->row.level);
    limits.seed = seed_of(live->row.id);
    live->search = pool_submit(live->server->pool, henka_game_copy(live->game), &limits, live);
}

bool live_go(LiveGame *live, HenkaError *error) {
    if (!live_expect_open(live, error)) return false;
    HenkaSide side = henka_game_side(live->game);
    if (!live->row.engine[side]) return error_say(error, 0, 0, MSG_SIDE_IS_HUMAN, arg_side(side));
    live->paused = false;
    live_think(live);
    return true;
}

bool live_answer(LiveGame *live, const HenkaResult *result, HenkaError *error) {
    HenkaSide side = henka_game_side(live->game);
    live->search = NULL;
    live->paused = true;
    if (result->best == HENKA_NO_MOVE) return error_say(error, 0, 0, MSG_ENGINE_NO_MOVE);
    live->score_cp[side] = result->score_cp;
    live->scored[side] = true;
    if (!live_play(live, result->best, error)) return false;
    live->paused = false;
    live_think(live);
    return true;
}
