#include "server/live.h"

#include "base/error.h"
#include "server/client.h"
#include "server/definition.h"
#include "server/live_inside.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { SFEN_CAP = 4096, RESUMED_AT_START = 64 };

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void id_make(char id[GAME_ID_LENGTH + 1]) {
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    unsigned char bytes[GAME_ID_LENGTH];
    if (getentropy(bytes, sizeof bytes))
        abort(); /* the kernel has none: nothing sensible can go on */
    for (int i = 0; i < GAME_ID_LENGTH; i++) id[i] = letters[bytes[i] % 32];
    id[GAME_ID_LENGTH] = 0;
}

/* ---- variants -------------------------------------------------------------------------------- */

/* The definition may be shared with a game already in memory: its tables are big. */
static HenkaVariant *variant_for(Server *server, const char *definition, const json_t *settings,
                                 HenkaError *error) {
    for (LiveGame *live = server->games; live; live = live->next)
        if (!strcmp(live->row.definition, definition) && json_equal(live->settings, settings))
            return henka_variant_retain(henka_game_variant(live->game));
    return definition_read(definition, settings, NULL, error);
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
    char text[64];
    for (int number = 1; *moves; number++) {
        HenkaMove move;
        HenkaError why = {0};
        moves = moves_next(moves, text, sizeof text);
        if (!moves || !henka_move_parse(game, text, &move, &why) || !henka_game_play(game, move))
            return error_at(error, 0, 0,
                            "the stored game can't be replayed: move %d, \"%s\": %.120s", number,
                            text, why.message);
    }
    return true;
}

HenkaGame *live_build(const HenkaVariant *variant, const GameRow *row, HenkaError *error) {
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

static char *game_sfen(const HenkaGame *game) {
    char sfen[SFEN_CAP];
    henka_game_sfen(game, sfen, sizeof sfen);
    return strdup(sfen);
}

/* Walks the game from its start: the texts of its moves, and the SFEN it began with. */
static char *game_moves(const HenkaGame *game, char **start) {
    HenkaGame *walk = henka_game_copy(game);
    int plies = henka_game_plies(game);
    while (henka_game_undo(walk)) {}
    *start = game_sfen(walk);
    size_t length = 0, cap = (size_t)plies * 64 + 1;
    char *moves = calloc(1, cap);
    for (int ply = 0; ply < plies; ply++) {
        HenkaMove move = henka_game_move_at(game, ply);
        if (ply) moves[length++] = ' ';
        length += henka_move_text(walk, move, HENKA_USI, moves + length, 63);
        henka_game_play(walk, move);
    }
    henka_game_free(walk);
    return moves;
}

bool live_over(const LiveGame *live) {
    return henka_game_outcome(live->game).reason != HENKA_PLAYING;
}

/* Brings the row up to what the game says, and writes it. */
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

void live_stop(LiveGame *live) {
    if (live->search) pool_cancel(live->server->pool, live->search);
    live->search = NULL;
}

void live_free(LiveGame *live) {
    live_stop(live);
    if (live->game) henka_game_free(live->game);
    json_decref(live->settings);
    game_row_free(&live->row);
    free(live);
}

static void live_link(LiveGame *live) {
    live->next = live->server->games;
    live->server->games = live;
}

void live_unlink(LiveGame *live) {
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
    live->shipped = definition_is_shipped(live->row.definition);
    return live->game;
}

bool live_keep(LiveGame *live, HenkaError *error) {
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
    game_row_free(&fresh.row);
    live->paused = true;
    return false;
}

/* ---- creating and finding -------------------------------------------------------------------- */

static HenkaGame *setup_game(Server *server, const LiveSetup *setup, HenkaError *error) {
    if (setup->game) return henka_game_copy(setup->game);
    HenkaVariant *variant = variant_for(server, setup->definition, setup->settings, error);
    if (!variant) return NULL;
    HenkaGame *game = henka_game_new(variant, setup->sfen, error);
    henka_variant_free(variant);
    return game;
}

/* An ending the rules don't find again when the moves are replayed was said by a player. */
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
    const HenkaVariant *variant = henka_game_variant(game);
    *live = (LiveGame){.server = server,
                       .game = game,
                       .settings = definition_settings(variant),
                       .shipped = definition_is_shipped(setup->definition)};
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
    live->row.agreed = setup->game && ending_is_agreed(game, &live->row);
    if (!live_write(live, true, error)) {
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

/* Games of two engines wait until someone watches; so do the oldest of very many. */
void live_resume(Server *server) {
    IdList list = {0};
    HenkaError error;
    store_list_waiting(server->store, 4 * RESUMED_AT_START, id_collect, &list, &error);
    for (int i = 0; i < list.count; i++) {
        LiveGame *live = live_open(server, list.ids[i], &error);
        if (live) live_think(live);
    }
}
