#include "server/messages.h"

#include "base/error.h"
#include "base/jsonout.h"

#include <jansson.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIAGNOSTICS = 200,            /* findings in a definition that are sent */
    HINT_MS = 1000,               /* thinking time of a hint */
    LISTED_GAMES = 500,           /* games of a list */
    DEFINITION_BYTES = 256 << 10, /* of a definition that somebody sends */
    STANDARD_LEVEL = 5,           /* of the engine, where nobody says */
    MOVE_CAP = 64                 /* bytes of the longest move's USI text */
};

/* Why a message was refused. */
typedef struct Failure {
    HenkaError error;
    HenkaReport report; /* of the definition that was refused; into entries */
    HenkaDiagnostic entries[DIAGNOSTICS];
} Failure;

/* ---- reading: what a message must or may hold; texts and settings stay the message's --------- */

static bool field_wrong(const char *name, const Message *expected, const json_t *value,
                        HenkaError *error) {
    static const MessageKey names[] = {
        [JSON_OBJECT] = MSG_JSON_OBJECT, [JSON_ARRAY] = MSG_JSON_LIST,
        [JSON_STRING] = MSG_JSON_TEXT,   [JSON_INTEGER] = MSG_JSON_NUMBER,
        [JSON_REAL] = MSG_JSON_NUMBER,   [JSON_TRUE] = MSG_JSON_TRUE,
        [JSON_FALSE] = MSG_JSON_FALSE,   [JSON_NULL] = MSG_JSON_NULL,
    };
    Message found = MESSAGE_OF(value ? names[json_typeof(value)] : MSG_JSON_NOTHING);
    if (json_is_string(value))
        found = MESSAGE_OF(MSG_JSON_QUOTED, arg_text(json_string_value(value)));
    if (!name)
        return error_say(error, 0, 0, MSG_MESSAGE_EXPECTED, arg_message(expected),
                         arg_message(&found));
    return error_say(error, 0, 0, MSG_FIELD_EXPECTED, arg_text(name), arg_message(expected),
                     arg_message(&found));
}

/* Reads a text that may lack: an absent or null field leaves *text as it is. The same holds for
 * field_number. */
static bool field_text(const json_t *message, const char *name, const char **text,
                       HenkaError *error) {
    const json_t *value = json_object_get(message, name);
    if (!value || json_is_null(value)) return true;
    if (!json_is_string(value)) return field_wrong(name, &MESSAGE_OF(MSG_JSON_TEXT), value, error);
    *text = json_string_value(value);
    return true;
}

static bool field_needed_text(const json_t *message, const char *name, const char **text,
                              HenkaError *error) {
    *text = NULL;
    if (!field_text(message, name, text, error)) return false;
    return *text || field_wrong(name, &MESSAGE_OF(MSG_JSON_TEXT), NULL, error);
}

static bool field_number(const json_t *message, const char *name, int low, int high, int *number,
                         HenkaError *error) {
    const json_t *value = json_object_get(message, name);
    if (!value || json_is_null(value)) return true;
    json_int_t found = json_integer_value(value);
    if (!json_is_integer(value) || found < low || found > high)
        return field_wrong(name,
                           &MESSAGE_OF(MSG_JSON_WHOLE_NUMBER, arg_number(low), arg_number(high)),
                           value, error);
    *number = (int)found;
    return true;
}

static bool field_settings(const json_t *message, json_t **settings, HenkaError *error) {
    json_t *value = json_object_get(message, "settings");
    *settings = NULL;
    if (!value || json_is_null(value)) return true;
    if (!json_is_object(value))
        return field_wrong("settings", &MESSAGE_OF(MSG_JSON_OBJECT), value, error);
    *settings = value;
    return true;
}

static bool field_player(const json_t *message, const char *name, bool *engine, HenkaError *error) {
    const char *text = "human";
    if (!field_text(message, name, &text, error)) return false;
    *engine = !strcmp(text, "engine");
    return *engine || !strcmp(text, "human") ||
           field_wrong(name, &MESSAGE_OF(MSG_JSON_PLAYER), json_object_get(message, name), error);
}

static bool field_side(const json_t *message, HenkaSide *side, HenkaError *error) {
    const char *text;
    if (!field_needed_text(message, "side", &text, error)) return false;
    *side = !strcmp(text, "gote") ? HENKA_GOTE : HENKA_SENTE;
    return *side == HENKA_GOTE || !strcmp(text, "sente") ||
           field_wrong("side", &MESSAGE_OF(MSG_JSON_SIDE), json_object_get(message, "side"), error);
}

static const char *shipped_text(const char *name) {
    const char *known;
    for (size_t i = 0; (known = henka_shipped_name(i)); i++)
        if (!strcmp(known, name)) return henka_shipped_text(i, NULL);
    return NULL;
}

/* The definition that a message names: the text of `variantText`, or that of the shipped game named
 * by `game`. NULL when the message has neither. */
static bool field_definition(const json_t *message, const char **definition, HenkaError *error) {
    const char *name = NULL;
    *definition = NULL;
    if (!field_text(message, "variantText", definition, error) ||
        !field_text(message, "game", &name, error))
        return false;
    if (!*definition && name) {
        *definition = shipped_text(name);
        return *definition || field_wrong("game", &MESSAGE_OF(MSG_JSON_SHIPPED_GAME),
                                          json_object_get(message, "game"), error);
    }
    size_t length = *definition ? strlen(*definition) : 0;
    return length <= DEFINITION_BYTES ||
           error_say(error, 0, 0, MSG_DEFINITION_TOO_LONG, arg_number(DEFINITION_BYTES),
                     arg_number((int64_t)length));
}

/* Reads the fields that `new` and `import` have in common. */
static bool field_setup(const json_t *message, LiveSetup *setup, HenkaError *error) {
    *setup = (LiveSetup){.level = STANDARD_LEVEL};
    return field_definition(message, &setup->definition, error) &&
           field_settings(message, &setup->settings, error) &&
           field_player(message, "sente", &setup->engine[0], error) &&
           field_player(message, "gote", &setup->engine[1], error) &&
           field_number(message, "level", 0, HENKA_MAX_LEVEL, &setup->level, error) &&
           field_text(message, "sfen", &setup->sfen, error);
}

/* ---- writing: the server's messages as JSON; the caller frees. NULL: memory ran out ---------- */

static Out answer_begin(const char *kind) {
    Out out = out_growing();
    jsonout_open(&out, NULL, '{');
    jsonout_text(&out, "t", kind);
    return out;
}

static char *answer_end(Out *out) {
    jsonout_close(out, '}');
    return out_take(out);
}

static const char *side_name(int side) { /* NULL for no side */
    return side == HENKA_SENTE ? "sente" : side == HENKA_GOTE ? "gote" : NULL;
}

static const char *player_name(bool engine) { return engine ? "engine" : "human"; }

static void write_outcome(Out *out, HenkaOutcome outcome) {
    if (outcome.reason == HENKA_PLAYING) {
        jsonout_null(out, "result");
        return;
    }
    jsonout_open(out, "result", '{');
    jsonout_text(out, "reason", henka_reason_name(outcome.reason));
    jsonout_text(out, "winner", side_name(outcome.winner));
    jsonout_close(out, '}');
}

static void write_diagnostics(Out *out, const HenkaReport *report) {
    jsonout_open(out, "diagnostics", '[');
    for (size_t i = 0; i < report->count && i < report->cap; i++) {
        const HenkaDiagnostic *entry = &report->entries[i];
        jsonout_open(out, NULL, '{');
        jsonout_number(out, "line", entry->at.line);
        jsonout_number(out, "column", entry->at.column);
        jsonout_bool(out, "fatal", entry->fatal);
        jsonout_text(out, "message", entry->at.message);
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
}

/* moves: USI texts with blanks between. */
static void write_moves(Out *out, const char *key, const char *moves) {
    jsonout_open(out, key, '[');
    for (moves += strspn(moves, " "); *moves; moves += strspn(moves, " ")) {
        char text[MOVE_CAP];
        size_t length = strcspn(moves, " "), part = length < MOVE_CAP ? length : MOVE_CAP - 1;
        memcpy(text, moves, part);
        text[part] = 0;
        jsonout_text(out, NULL, text);
        moves += length;
    }
    jsonout_close(out, ']');
}

static void write_score(Out *out, int score_cp) {
    jsonout_number(out, "score", score_cp);
    if (score_cp >= HENKA_SCORE_MATE_FLOOR)
        jsonout_number(out, "mate", HENKA_SCORE_MATE - score_cp);
    if (score_cp <= -HENKA_SCORE_MATE_FLOOR)
        jsonout_number(out, "mate", -HENKA_SCORE_MATE - score_cp);
}

static void write_shipped_game(Out *out, const char *name) {
    static const char *const about[] = {"author", "year", "source", "story"};
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    if (!variant) return;
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "name", name);
    jsonout_text(out, "title", henka_variant_title(variant));
    jsonout_number(out, "files", henka_variant_files(variant));
    jsonout_number(out, "ranks", henka_variant_ranks(variant));
    for (size_t i = 0; i < sizeof about / sizeof *about; i++)
        jsonout_text(out, about[i], henka_variant_about(variant, about[i]));
    jsonout_open(out, "options", '[');
    for (size_t i = 0; i < henka_variant_option_count(variant); i++) {
        HenkaOption option = henka_variant_option(variant, i);
        jsonout_option(out, &option);
    }
    jsonout_close(out, ']');
    jsonout_close(out, '}');
    henka_variant_free(variant);
}

char *messages_hello(void) {
    Out out = answer_begin("hello");
    const char *name;
    jsonout_text(&out, "version", HENKA_VERSION);
    jsonout_open(&out, "games", '[');
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) write_shipped_game(&out, name);
    jsonout_close(&out, ']');
    return answer_end(&out);
}

static char *answer_game(const LiveGame *live) {
    const GameRow *row = &live->row;
    Out out = answer_begin("game");
    jsonout_text(&out, "id", row->id);
    jsonout_text(&out, "game", row->game);
    jsonout_text(&out, "title", row->title);
    jsonout_raw(&out, "settings", live->settings ? row->settings : "{}");
    if (!live->shipped) jsonout_text(&out, "variantText", row->definition);
    jsonout_text(&out, "sfen", row->start);
    write_moves(&out, "moves", row->moves);
    jsonout_text(&out, "sente", player_name(row->engine[0]));
    jsonout_text(&out, "gote", player_name(row->engine[1]));
    jsonout_number(&out, "level", row->level);
    jsonout_number(&out, "created", row->created_ms);
    jsonout_number(&out, "updated", row->updated_ms);
    write_outcome(&out, row->outcome);
    jsonout_bool(&out, "thinking", live->search != NULL);
    jsonout_text(&out, "offer", side_name(row->offer));
    return answer_end(&out);
}

static void write_summary(void *context, const GameRow *row) {
    Out *out = context;
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "id", row->id);
    jsonout_text(out, "game", row->game);
    jsonout_text(out, "title", row->title);
    jsonout_text(out, "sente", player_name(row->engine[0]));
    jsonout_text(out, "gote", player_name(row->engine[1]));
    jsonout_number(out, "level", row->level);
    jsonout_number(out, "plies", row->plies);
    write_outcome(out, row->outcome);
    jsonout_number(out, "updated", row->updated_ms);
    jsonout_close(out, '}');
}

/* Returns NULL and an error also when the store can't be read. */
static char *answer_games(Store *store, HenkaError *error) {
    Out out = answer_begin("games");
    jsonout_open(&out, "games", '[');
    bool read = store_list(store, LISTED_GAMES, write_summary, &out, error);
    jsonout_close(&out, ']');
    char *text = answer_end(&out);
    if (read && text) return text;
    if (read) error_say(error, 0, 0, MSG_NO_MEMORY);
    free(text);
    return NULL;
}

static char *answer_thinking(const char *id, const SearchReport *report) {
    Out out = answer_begin("thinking");
    jsonout_text(&out, "id", id);
    jsonout_number(&out, "depth", report->result.depth);
    jsonout_number(&out, "nodes", (int64_t)report->result.nodes);
    write_moves(&out, "pv", report->pv);
    write_score(&out, report->result.score_cp);
    return answer_end(&out);
}

static char *answer_hint(const char *id, int ply, const char *usi, int score_cp) {
    Out out = answer_begin("hint");
    jsonout_text(&out, "id", id);
    jsonout_number(&out, "ply", ply);
    jsonout_text(&out, "usi", usi);
    write_score(&out, score_cp);
    return answer_end(&out);
}

/* variant is NULL when the definition was refused. */
static char *answer_checked(const HenkaReport *report, const HenkaVariant *variant) {
    Out out = answer_begin("checked");
    write_diagnostics(&out, report);
    jsonout_text(&out, "name", variant ? henka_variant_name(variant) : NULL);
    jsonout_text(&out, "title", variant ? henka_variant_title(variant) : NULL);
    return answer_end(&out);
}

static char *answer_deleted(const char *id) {
    Out out = answer_begin("deleted");
    jsonout_text(&out, "id", id);
    return answer_end(&out);
}

static char *answer_declined(const char *id, HenkaSide side) {
    Out out = answer_begin("declined");
    jsonout_text(&out, "id", id);
    jsonout_text(&out, "side", side_name(side));
    return answer_end(&out);
}

/* The name of the error's sentence in messages.def, or NULL. */
static const char *error_key(const HenkaError *error) {
    if (!error->said_length) return NULL;
    return message_row(message_unpack(error->said, error->said_length).key)->key;
}

/* id and report may be NULL. */
static char *answer_error(const char *about, const char *id, const HenkaError *error,
                          const HenkaReport *report) {
    Out out = answer_begin("error");
    jsonout_text(&out, "for", about);
    if (error_key(error)) jsonout_text(&out, "key", error_key(error));
    jsonout_text(&out, "message", error->message);
    if (error->line) jsonout_number(&out, "line", error->line);
    if (error->column) jsonout_number(&out, "column", error->column);
    if (id) jsonout_text(&out, "id", id);
    if (report && report->count) write_diagnostics(&out, report);
    return answer_end(&out);
}

/* Sends an answer and frees it. An answer for which memory lacked is NULL, and nothing is sent. */
static void client_send_free(Client *client, char *text) {
    if (text) client_send(client, text);
    free(text);
}

/* Sends an answer to everyone who follows the game, and frees it. */
static void clients_send_free(Server *server, const char *id, char *text, bool if_idle) {
    if (text) clients_send(server, id, text, if_idle);
    free(text);
}

/* ---- telling --------------------------------------------------------------------------------- */

static void hint_drop(Client *client) {
    if (client->hint) pool_cancel(client->server->pool, client->hint);
    client->hint = NULL;
}

/* Sends the game to everyone who follows it. Searches for hints in another position of it end. */
static void game_tell(LiveGame *live) {
    clients_send_free(live->server, live->row.id, answer_game(live), false);
    for (Client *client = live->server->clients; client; client = client->next)
        if (client->hint && !strcmp(client->hint_id, live->row.id) &&
            client->hint_ply != live->row.plies)
            hint_drop(client);
}

static void client_show(Client *client, LiveGame *live) {
    client_follow(client, live->row.id);
    live_think(live);
    client_send_free(client, answer_game(live));
}

/* After a change everyone who follows the game gets it, and who asked for the change in any case.
 */
static bool changed(Client *client, LiveGame *live, bool done) {
    if (!done) return false;
    game_tell(live);
    if (!client_follows(client, live->row.id)) client_send_free(client, answer_game(live));
    return true;
}

static bool field_game(Client *client, const json_t *message, LiveGame **live, HenkaError *error) {
    const char *id;
    if (!field_needed_text(message, "id", &id, error)) return false;
    *live = live_open(client->server, id, error);
    return *live;
}

/* ---- messages -------------------------------------------------------------------------------- */

static bool on_new(Client *client, const json_t *message, Failure *failure) {
    LiveSetup setup;
    if (!field_setup(message, &setup, &failure->error)) return false;
    if (!setup.definition) return error_say(&failure->error, 0, 0, MSG_NO_GAME_NAMED);
    HenkaVariant *variant =
        live_read_definition(setup.definition, setup.settings, &failure->report, &failure->error);
    if (!variant) return false;
    henka_variant_free(variant);
    LiveGame *live = live_create(client->server, &setup, &failure->error);
    if (live) client_show(client, live);
    return live;
}

static bool import_game(const json_t *message, LiveSetup *setup, Failure *failure) {
    const char *record;
    if (!field_needed_text(message, "record", &record, &failure->error)) return false;
    HenkaVariant *variant = NULL;
    if (setup->definition && !(variant = live_read_definition(setup->definition, setup->settings,
                                                              &failure->report, &failure->error)))
        return false;
    setup->game = henka_record_read(record, strlen(record), variant, NULL, &failure->error);
    if (variant) henka_variant_free(variant);
    if (!setup->game || setup->definition) return setup->game;
    const char *name = henka_variant_name(henka_game_variant(setup->game));
    setup->definition = shipped_text(name);
    return setup->definition || error_say(&failure->error, 0, 0, MSG_GAME_UNKNOWN, arg_text(name));
}

static bool on_import(Client *client, const json_t *message, Failure *failure) {
    LiveSetup setup;
    LiveGame *live = NULL;
    if (!field_setup(message, &setup, &failure->error)) return false;
    if (import_game(message, &setup, failure))
        live = live_create(client->server, &setup, &failure->error);
    if (setup.game) henka_game_free(setup.game);
    if (live) client_show(client, live);
    return live;
}

static bool on_open(Client *client, const json_t *message, Failure *failure) {
    LiveGame *live;
    if (!field_game(client, message, &live, &failure->error)) return false;
    client_show(client, live);
    return true;
}

static bool on_close(Client *client, const json_t *message, Failure *failure) {
    const char *id;
    if (!field_needed_text(message, "id", &id, &failure->error)) return false;
    client_unfollow(client, id);
    return true;
}

static bool on_move(Client *client, const json_t *message, Failure *failure) {
    LiveGame *live;
    const char *usi;
    int ply = -1;
    HenkaError *error = &failure->error;
    if (!field_game(client, message, &live, error) ||
        !field_needed_text(message, "usi", &usi, error) ||
        !field_number(message, "ply", 0, LIVE_MAX_PLIES, &ply, error))
        return false;
    return changed(client, live, live_move(live, usi, ply, error));
}

static bool on_undo(Client *client, const json_t *message, Failure *failure) {
    LiveGame *live;
    return field_game(client, message, &live, &failure->error) &&
           changed(client, live, live_undo(live, &failure->error));
}

static bool on_resign(Client *client, const json_t *message, Failure *failure) {
    LiveGame *live;
    HenkaSide side;
    return field_game(client, message, &live, &failure->error) &&
           field_side(message, &side, &failure->error) &&
           changed(client, live, live_resign(live, side, &failure->error));
}

static bool on_declare(Client *client, const json_t *message, Failure *failure) {
    LiveGame *live;
    HenkaSide side;
    return field_game(client, message, &live, &failure->error) &&
           field_side(message, &side, &failure->error) &&
           changed(client, live, live_declare(live, side, &failure->error));
}

static bool on_draw(Client *client, const json_t *message, Failure *failure) {
    LiveGame *live;
    HenkaSide side;
    bool declined;
    if (!field_game(client, message, &live, &failure->error) ||
        !field_side(message, &side, &failure->error))
        return false;
    if (!live_draw(live, side, &declined, &failure->error)) return false;
    if (declined) client_send_free(client, answer_declined(live->row.id, !side));
    return declined || changed(client, live, true);
}

static bool on_decline(Client *client, const json_t *message, Failure *failure) {
    LiveGame *live;
    if (!field_game(client, message, &live, &failure->error)) return false;
    int offer = live->row.offer;
    if (!live_decline(live, &failure->error)) return false;
    clients_send_free(client->server, live->row.id, answer_declined(live->row.id, !offer), false);
    return changed(client, live, true);
}

static bool on_go(Client *client, const json_t *message, Failure *failure) {
    LiveGame *live;
    return field_game(client, message, &live, &failure->error) &&
           changed(client, live, live_go(live, &failure->error));
}

static bool on_hint(Client *client, const json_t *message, Failure *failure) {
    LiveGame *live;
    if (!field_game(client, message, &live, &failure->error)) return false;
    HenkaOutcome outcome = henka_game_outcome(live->game);
    if (outcome.reason != HENKA_PLAYING)
        return error_say(&failure->error, 0, 0, MSG_GAME_OVER, arg_reason(outcome.reason));
    hint_drop(client);
    HenkaLimits limits = {.movetime_ms = HINT_MS};
    client->hint = pool_submit(client->server->pool, henka_game_copy(live->game), &limits, client);
    if (!client->hint) return error_say(&failure->error, 0, 0, MSG_NO_MEMORY);
    client->hint_ply = live->row.plies;
    strcpy(client->hint_id, live->row.id);
    return true;
}

static bool on_list(Client *client, const json_t *message, Failure *failure) {
    (void)message;
    char *text = answer_games(client->server->store, &failure->error);
    client_send_free(client, text);
    return text != NULL;
}

static bool on_delete(Client *client, const json_t *message, Failure *failure) {
    const char *id;
    if (!field_needed_text(message, "id", &id, &failure->error)) return false;
    /* A game need not be in memory: one that can't be replayed any more can be deleted too. */
    LiveGame *live = live_find(client->server, id);
    bool done = live ? live_delete(live, &failure->error)
                     : store_delete(client->server->store, id, &failure->error);
    if (!done) return false;
    if (!client_follows(client, id)) client_send_free(client, answer_deleted(id));
    clients_send_free(client->server, id, answer_deleted(id), false);
    for (Client *each = client->server->clients; each; each = each->next) {
        client_unfollow(each, id);
        if (!strcmp(each->hint_id, id)) hint_drop(each);
    }
    return true;
}

static bool on_check(Client *client, const json_t *message, Failure *failure) {
    const char *text;
    json_t *settings;
    if (!field_needed_text(message, "variantText", &text, &failure->error) ||
        !field_definition(message, &text, &failure->error) ||
        !field_settings(message, &settings, &failure->error))
        return false;
    HenkaVariant *variant = live_read_definition(text, settings, &failure->report, &failure->error);
    if (!variant && !failure->report.count) return false;
    client_send_free(client, answer_checked(&failure->report, variant));
    if (variant) henka_variant_free(variant);
    return true;
}

/* ---- dispatch -------------------------------------------------------------------------------- */

typedef bool Handler(Client *, const json_t *, Failure *);
static const struct {
    const char *kind;
    Handler *handler;
} handlers[] = {
    // clang-format off: a row a line
    {"new", on_new},
    {"open", on_open},
    {"close", on_close},
    {"move", on_move},
    {"undo", on_undo},
    {"resign", on_resign},
    {"draw", on_draw},
    {"decline", on_decline},
    {"go", on_go},
    {"hint", on_hint},
    {"list", on_list},
    {"delete", on_delete},
    {"check", on_check},
    {"import", on_import},
    {"declare", on_declare},
    // clang-format on
};

static Handler *handler_of(const char *kind) {
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
        if (!strcmp(handlers[i].kind, kind)) return handlers[i].handler;
    return NULL;
}

static json_t *message_read(const char *text, size_t length, HenkaError *error) {
    json_error_t why;
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, &why);
    if (json_is_object(message)) return message;
    if (message)
        field_wrong(NULL, &MESSAGE_OF(MSG_JSON_OBJECT), message, error);
    else
        error_say(error, 0, 0, MSG_MESSAGE_NO_JSON, arg_number(why.line), arg_number(why.column),
                  arg_text(why.text));
    json_decref(message);
    return NULL;
}

void messages_handle(Client *client, const char *text, size_t length) {
    Failure *failure = calloc(1, sizeof *failure);
    if (!failure) return;
    failure->report = (HenkaReport){.entries = failure->entries, .cap = DIAGNOSTICS};
    const char *kind = NULL, *id = NULL;
    json_t *message = message_read(text, length, &failure->error);
    Handler *handler = NULL;
    bool done = false;
    if (message && field_needed_text(message, "t", &kind, &failure->error)) {
        handler = handler_of(kind);
        id = json_string_value(json_object_get(message, "id"));
        done = handler ? handler(client, message, failure)
                       : field_wrong("t", &MESSAGE_OF(MSG_JSON_MESSAGE_KIND),
                                     json_object_get(message, "t"), &failure->error);
    }
    if (!done)
        client_send_free(client, answer_error(handler ? kind : "message", id, &failure->error,
                                              &failure->report));
    json_decref(message);
    free(failure);
    live_sweep(client->server);
}

void messages_client_gone(Server *server) {
    live_sweep(server);
    malloc_trim(0);
}

/* ---- reports of searches --------------------------------------------------------------------- */

static Client *hint_client(Server *server, const void *owner) {
    for (Client *client = server->clients; client; client = client->next)
        if (client == owner) return client;
    return NULL;
}

static void hint_answer(Client *client, const SearchReport *report) {
    char usi[MOVE_CAP];
    LiveGame *live = live_find(client->server, client->hint_id);
    client->hint = NULL;
    if (!live || live->row.plies != client->hint_ply ||
        !henka_game_legal(live->game, report->result.best))
        return;
    henka_move_text(live->game, report->result.best, HENKA_USI, usi, sizeof usi);
    client_send_free(client,
                     answer_hint(client->hint_id, client->hint_ply, usi, report->result.score_cp));
}

static void live_report(LiveGame *live, const SearchReport *report) {
    HenkaError error = {0};
    Server *server = live->server;
    const char *id = live->row.id;
    if (!report->done) {
        clients_send_free(server, id, answer_thinking(id, report), true);
        return;
    }
    if (!live_answer(live, &report->result, &error))
        clients_send_free(server, id, answer_error("go", id, &error, NULL), false);
    game_tell(live);
}

void messages_take_reports(Server *server) {
    SearchReport report;
    while (pool_next(server->pool, &report)) {
        Client *client = hint_client(server, report.owner);
        if (!client)
            live_report(report.owner, &report);
        else if (report.done)
            hint_answer(client, &report);
    }
    live_sweep(server);
}
