#include "server/messages.h"

#include "base/error.h"
#include "server/answer.h"
#include "server/definition.h"
#include "server/fields.h"

#include <jansson.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum { DIAGNOSTICS = 200, HINT_MS = 1000 };

typedef struct Failure {
    HenkaError error;
    HenkaReport report; /* of a definition that was refused */
    HenkaDiagnostic entries[DIAGNOSTICS];
} Failure;

static void client_send_free(Client *client, char *text) {
    if (text) client_send(client, text);
    free(text);
}

/* ---- telling --------------------------------------------------------------------------------- */

static void hint_drop(Client *client) {
    if (client->hint) pool_cancel(client->server->pool, client->hint);
    client->hint = NULL;
}

void game_tell(LiveGame *live) {
    char *text = answer_game(live);
    clients_send(live->server, live->row.id, text, false);
    free(text);
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

/* After a change: everyone who follows, and the one who asked in any case. */
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
    if (!setup.definition)
        return error_at(&failure->error, 0, 0,
                        "expected \"game\" or \"variantText\", found neither");
    HenkaVariant *variant =
        definition_read(setup.definition, setup.settings, &failure->report, &failure->error);
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
    if (setup->definition && !(variant = definition_read(setup->definition, setup->settings,
                                                         &failure->report, &failure->error)))
        return false;
    setup->game = henka_record_read(record, strlen(record), variant, NULL, &failure->error);
    if (variant) henka_variant_free(variant);
    if (!setup->game || setup->definition) return setup->game;
    return shipped_definition(henka_variant_name(henka_game_variant(setup->game)),
                              &setup->definition, &failure->error);
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
    if (declined)
        client_send_free(
            client, answer_about("declined", live->row.id, side == HENKA_SENTE ? "gote" : "sente"));
    return declined || changed(client, live, true);
}

static bool on_decline(Client *client, const json_t *message, Failure *failure) {
    LiveGame *live;
    if (!field_game(client, message, &live, &failure->error)) return false;
    int offer = live->row.offer;
    if (!live_decline(live, &failure->error)) return false;
    char *text = answer_about("declined", live->row.id, offer == HENKA_SENTE ? "gote" : "sente");
    clients_send(client->server, live->row.id, text, false);
    free(text);
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
        return error_at(&failure->error, 0, 0, "the game is over: %s",
                        henka_reason_name(outcome.reason));
    hint_drop(client);
    HenkaLimits limits = {.movetime_ms = HINT_MS};
    client->hint = pool_submit(client->server->pool, henka_game_copy(live->game), &limits, client);
    client->hint_ply = live->row.plies;
    strcpy(client->hint_id, live->row.id);
    return true;
}

static bool on_list(Client *client, const json_t *message, Failure *failure) {
    (void)message;
    char *text = answer_games(client->server->store, &failure->error);
    client_send_free(client, text);
    return text;
}

static bool on_delete(Client *client, const json_t *message, Failure *failure) {
    const char *id;
    if (!field_needed_text(message, "id", &id, &failure->error)) return false;
    LiveGame *live = live_find(client->server, id);
    /* A game that can't be replayed any more must still go away: it needn't be live to be deleted.
     */
    char *text = answer_about("deleted", id, NULL);
    bool done = live ? live_delete(live, &failure->error)
                     : store_delete(client->server->store, id, &failure->error);
    if (done) {
        clients_send(client->server, id, text, false);
        if (!client_follows(client, id)) client_send(client, text);
        for (Client *each = client->server->clients; each; each = each->next) {
            client_unfollow(each, id);
            if (!strcmp(each->hint_id, id)) hint_drop(each);
        }
    }
    free(text);
    return done;
}

static bool on_check(Client *client, const json_t *message, Failure *failure) {
    const char *text;
    json_t *settings;
    if (!field_needed_text(message, "variantText", &text, &failure->error) ||
        !field_definition(message, &text, &failure->error) ||
        !field_settings(message, &settings, &failure->error))
        return false;
    HenkaVariant *variant = definition_read(text, settings, &failure->report, &failure->error);
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
    {"new", on_new},     {"open", on_open},     {"close", on_close},     {"move", on_move},
    {"undo", on_undo},   {"resign", on_resign}, {"draw", on_draw},       {"decline", on_decline},
    {"go", on_go},       {"hint", on_hint},     {"list", on_list},       {"delete", on_delete},
    {"check", on_check}, {"import", on_import}, {"declare", on_declare},
};

static Handler *handler_of(const char *kind) {
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
        if (!strcmp(handlers[i].kind, kind)) return handlers[i].handler;
    return NULL;
}

static json_t *message_read(const char *text, size_t length, HenkaError *error) {
    json_error_t why;
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, &why);
    if (!message) {
        error_at(error, 0, 0,
                 "expected a JSON object, found an error at line %d, column %d: %.140s", why.line,
                 why.column, why.text);
        return NULL;
    }
    if (json_is_object(message)) return message;
    error_at(error, 0, 0, "expected a JSON object, found %s", json_type_name(message));
    json_decref(message);
    return NULL;
}

void message_handle(Client *client, const char *text, size_t length) {
    Failure *failure = calloc(1, sizeof *failure);
    failure->report = (HenkaReport){.entries = failure->entries, .cap = DIAGNOSTICS};
    const char *kind = "message", *id = NULL;
    json_t *message = message_read(text, length, &failure->error);
    bool done = false;
    if (message && field_needed_text(message, "t", &kind, &failure->error)) {
        Handler *handler = handler_of(kind);
        done = handler ? handler(client, message, failure)
                       : error_at(&failure->error, 0, 0,
                                  "\"t\": expected a known kind of message, found \"%.60s\"", kind);
        if (!handler) kind = "message";
        id = json_string_value(json_object_get(message, "id"));
    }
    if (!done)
        client_send_free(
            client, answer_error(kind ? kind : "message", id, &failure->error, &failure->report));
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
    char usi[64];
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
    char *text;
    if (!report->done) {
        clients_send(live->server, live->row.id, text = answer_thinking(live->row.id, report),
                     true);
        free(text);
        return;
    }
    if (!live_answer(live, &report->result, &error)) {
        clients_send(live->server, live->row.id,
                     text = answer_error("go", live->row.id, &error, NULL), false);
        free(text);
    }
    game_tell(live);
}

void server_take_reports(Server *server) {
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
