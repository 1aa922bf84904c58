#include "server/messages.h"

#include "base/error.h"
#include "base/jsonout.h"
#include "server/worker.h"

#include <jansson.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    HINT_MS = 1000,               /* thinking time of a hint */
    LISTED_GAMES = 500,           /* games of a list */
    DEFINITION_BYTES = 256 << 10, /* of a definition that somebody sends */
    STANDARD_LEVEL = 5            /* of the engine, where nobody says */
};

/* What became of a message. */
typedef enum Handled {
    REFUSED, /* the error says why */
    HANDLED, /* it is answered */
    WAITS    /* it will be */
} Handled;

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

/* The definition that a message names: the text of `variantText`, or that of the shipped game named
 * by `game`. NULL when the message has neither. */
static bool field_definition(const json_t *message, const char **definition, HenkaError *error) {
    const char *name = NULL;
    *definition = NULL;
    if (!field_text(message, "variantText", definition, error) ||
        !field_text(message, "game", &name, error))
        return false;
    if (!*definition && name) {
        *definition = build_shipped_text(name);
        return *definition || field_wrong("game", &MESSAGE_OF(MSG_JSON_SHIPPED_GAME),
                                          json_object_get(message, "game"), error);
    }
    size_t length = *definition ? strlen(*definition) : 0;
    return length <= DEFINITION_BYTES ||
           error_say(error, 0, 0, MSG_DEFINITION_TOO_LONG, arg_number(DEFINITION_BYTES),
                     arg_number((int64_t)length));
}

/* Reads the fields that `new` and `import` have in common. */
static bool field_setup(const json_t *message, Build *build, json_t **settings, LiveSetup *setup,
                        HenkaError *error) {
    *setup = (LiveSetup){.level = STANDARD_LEVEL};
    return field_definition(message, &build->definition, error) &&
           field_settings(message, settings, error) &&
           field_player(message, "sente", &setup->engine[0], error) &&
           field_player(message, "gote", &setup->engine[1], error) &&
           field_number(message, "level", 0, HENKA_MAX_LEVEL, &setup->level, error) &&
           field_text(message, "sfen", &build->sfen, error);
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
        char text[BUILD_MOVE_BYTES];
        size_t length = strcspn(moves, " "),
               part = length < BUILD_MOVE_BYTES ? length : BUILD_MOVE_BYTES - 1;
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
    jsonout_raw(&out, "settings", row->settings);
    if (!live->shipped) jsonout_text(&out, "variantText", row->definition);
    jsonout_text(&out, "sfen", row->start);
    write_moves(&out, "moves", row->moves);
    jsonout_text(&out, "sente", player_name(row->engine[0]));
    jsonout_text(&out, "gote", player_name(row->engine[1]));
    jsonout_number(&out, "level", row->level);
    jsonout_number(&out, "created", row->created_ms);
    jsonout_number(&out, "updated", row->updated_ms);
    write_outcome(&out, row->outcome);
    jsonout_bool(&out, "thinking", live->thought.search != NULL);
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
static void clients_send_free(const LiveGame *live, char *text, bool if_idle) {
    if (text) clients_send(live, text, if_idle);
    free(text);
}

/* Answers the message that is being handled with an error. report may be NULL. */
static void client_refuse(Client *client, const HenkaError *error, const HenkaReport *report) {
    const char *kind = json_string_value(json_object_get(client->message, "t"));
    const char *id = json_string_value(json_object_get(client->message, "id"));
    client_send_free(client, answer_error(kind, id, error, report));
}

/* ---- telling --------------------------------------------------------------------------------- */

static void hint_drop(Client *client) {
    Client **link = &client->server->hinted;
    if (!client->hint.search) return;
    pool_cancel(client->server->pool, client->hint.search);
    client->hint.search = NULL;
    while (*link != client) link = &(*link)->next_hinted;
    *link = client->next_hinted;
}

/* Does the game stand where the client asked for its hint? */
static bool is_hinted(const Client *client, const HenkaGame *game) {
    return game && henka_game_plies(game) == client->hint_ply &&
           henka_game_hash(game) == client->hint_hash;
}

/* Searches for hints in another position of the game than this one end. NULL: in all. */
static void hints_drop(Server *server, const char *id, const HenkaGame *game) {
    for (Client *client = server->hinted, *next; client; client = next) {
        next = client->next_hinted;
        if (!strcmp(client->hint_id, id) && !is_hinted(client, game)) hint_drop(client);
    }
}

void messages_game_changed(LiveGame *live) {
    if (live->followers) clients_send_free(live, answer_game(live), false);
    hints_drop(live->server, live->row.id, live->game);
}

void messages_offer_declined(LiveGame *live, int side) {
    clients_send_free(live, answer_declined(live->row.id, (HenkaSide)side), false);
}

void messages_thinking(LiveGame *live, const SearchReport *report) {
    if (live->followers) clients_send_free(live, answer_thinking(live->row.id, report), true);
}

void messages_engine_failed(LiveGame *live, const HenkaError *error) {
    clients_send_free(live, answer_error("go", live->row.id, error, NULL), false);
    messages_game_changed(live);
}

void messages_game_lost(LiveGame *live, const HenkaError *error) {
    const char *id = live->row.id;
    clients_send_free(live, error ? answer_error("open", id, error, NULL) : answer_deleted(id),
                      false);
    hints_drop(live->server, id, NULL);
}

static void client_show(Client *client, LiveGame *live) {
    HenkaError error;
    client_follow(client, live);
    bool thinks = live_think(live, &error);
    client_send_free(client, answer_game(live));
    if (!thinks) client_send_free(client, answer_error("go", live->row.id, &error, NULL));
}

/* Who asked for a change gets the game in any case, not only when he follows it. */
static void client_told(Client *client, const LiveGame *live) {
    if (!client_follows(client, live->row.id)) client_send_free(client, answer_game(live));
}

/* ---- waiting --------------------------------------------------------------------------------- */

static Client *client_of(LiveWaiter *waiter) {
    return (Client *)((char *)waiter - offsetof(Client, waiter));
}

static Handled message_run(Client *);

/* The game that the message is about can be had, or can't. */
static void on_ready(LiveWaiter *waiter, const HenkaError *error) {
    Client *client = client_of(waiter);
    if (error) client_refuse(client, error, NULL);
    if (error || message_run(client) != WAITS) client_next(client);
}

/* What the message wanted is stored, or isn't. */
static void on_changed(LiveWaiter *waiter, LiveGame *live, const HenkaError *error) {
    Client *client = client_of(waiter);
    const char *kind = json_string_value(json_object_get(client->message, "t"));
    const char *id = json_string_value(json_object_get(client->message, "id"));
    if (error)
        client_refuse(client, error, NULL);
    else if (waiter->same)
        client_send_free(client, answer_game(live));
    else if (!strcmp(kind, "new") || !strcmp(kind, "import"))
        client_show(client, live);
    else if (strcmp(kind, "delete"))
        client_told(client, live);
    else if (!client_follows(client, id))
        client_send_free(client, answer_deleted(id));
    waiter->same = false;
    client_next(client);
}

static Handled field_game(Client *client, const json_t *message, LiveGame **live,
                          HenkaError *error) {
    const char *id;
    if (!field_needed_text(message, "id", &id, error)) return REFUSED;
    *live = live_get(client->server, id, &client->waiter, error);
    return *live ? HANDLED : client->waiter.live ? WAITS : REFUSED;
}

/* Who hears of a change is told when it is stored. */
static Handled message_answer(LiveAnswer answer) {
    return answer == LIVE_REFUSED ? REFUSED : answer == LIVE_CHANGING ? WAITS : HANDLED;
}

/* ---- what the worker does for a message ------------------------------------------------------ */

typedef struct Task {
    Job job;
    Client *client;  /* NULL: it has gone */
    json_t *message; /* whose texts are built from */
    Build build;
    LiveSetup setup;
} Task;

static void task_free(Task *task) {
    if (task->client) task->client->task = NULL;
    build_free(&task->build);
    json_decref(task->message);
    free(task);
}

static Task *task_new(Client *client, HenkaError *error) {
    Task *task = calloc(1, sizeof *task);
    if (task) task->build.entries = calloc(BUILD_FINDINGS, sizeof *task->build.entries);
    if (!task || !task->build.entries) {
        free(task);
        return error_say(error, 0, 0, MSG_NO_MEMORY), NULL;
    }
    task->client = client;
    task->message = json_incref(client->message);
    return task;
}

static Handled task_submit(Task *task, void (*work)(Job *), void (*done)(Job *)) {
    task->client->task = task;
    task->job = (Job){.work = work, .done = done};
    worker_submit(task->client->server->worker, &task->job, task->client->waiter.visitor);
    return WAITS;
}

static void task_check(Job *job) { build_variant(&((Task *)job)->build); }
static void task_game(Job *job) { build_game(&((Task *)job)->build); }

static void check_done(Job *job) {
    Task *task = (Task *)job;
    Client *client = task->client;
    if (client && (task->build.variant || task->build.report.count))
        client_send_free(client, answer_checked(&task->build.report, task->build.variant));
    else if (client)
        client_refuse(client, &task->build.error, NULL);
    task_free(task);
    if (client) client_next(client);
}

static void game_done(Job *job) {
    Task *task = (Task *)job;
    Client *client = task->client;
    Build *build = &task->build;
    LiveAnswer answer = LIVE_REFUSED;
    if (client && build->game)
        answer = live_create(client->server, build, &task->setup, &client->waiter, &build->error);
    if (client && answer == LIVE_REFUSED) client_refuse(client, &build->error, &build->report);
    task_free(task);
    if (client && answer == LIVE_REFUSED) client_next(client);
}

/* A new game that is to be built, if its address may begin one more. */
static Handled game_submit(Task *task, HenkaError *error) {
    Client *client = task->client;
    Server *server = client->server;
    bool own = json_is_string(json_object_get(client->message, "variantText"));
    int64_t bytes = own ? (int64_t)strlen(task->build.definition) : 0;
    int64_t wait = visitor_game_wait_ms(client->visitor, &server->limits, bytes,
                                        watch_steady_ms(&server->watch));
    if (wait)
        return error_say(error, 0, 0, MSG_VISITOR_TOO_MANY_GAMES, arg_number(wait / 1000 + 1)),
               REFUSED;
    if (task->build.definition)
        task->build.variant = live_variant(server, task->build.definition, task->build.settings);
    return task_submit(task, task_game, game_done);
}

/* ---- messages -------------------------------------------------------------------------------- */

static bool new_fields(const json_t *message, Task *task, HenkaError *error) {
    json_t *settings;
    if (!field_setup(message, &task->build, &settings, &task->setup, error)) return false;
    task->build.settings = settings;
    return task->build.definition || error_say(error, 0, 0, MSG_NO_GAME_NAMED);
}

static Handled on_new(Client *client, const json_t *message, HenkaError *error) {
    Task *task = task_new(client, error);
    Handled handled = REFUSED;
    if (task && new_fields(message, task, error)) handled = game_submit(task, error);
    if (task && handled == REFUSED) task_free(task);
    return handled;
}

static bool import_fields(const json_t *message, Task *task, HenkaError *error) {
    json_t *settings;
    if (!field_setup(message, &task->build, &settings, &task->setup, error)) return false;
    task->build.settings = settings;
    return field_needed_text(message, "record", &task->build.record, error);
}

static Handled on_import(Client *client, const json_t *message, HenkaError *error) {
    Task *task = task_new(client, error);
    Handled handled = REFUSED;
    if (task && import_fields(message, task, error)) handled = game_submit(task, error);
    if (task && handled == REFUSED) task_free(task);
    return handled;
}

static Handled on_open(Client *client, const json_t *message, HenkaError *error) {
    LiveGame *live;
    Handled handled = field_game(client, message, &live, error);
    if (handled == HANDLED) client_show(client, live);
    return handled;
}

static Handled on_close(Client *client, const json_t *message, HenkaError *error) {
    const char *id;
    if (!field_needed_text(message, "id", &id, error)) return REFUSED;
    client_unfollow(client, id);
    return HANDLED;
}

static Handled on_move(Client *client, const json_t *message, HenkaError *error) {
    LiveGame *live;
    const char *usi;
    int ply = -1;
    Handled handled = field_game(client, message, &live, error);
    if (handled != HANDLED) return handled;
    if (!field_needed_text(message, "usi", &usi, error) ||
        !field_number(message, "ply", 0, BUILD_MAX_PLIES, &ply, error))
        return REFUSED;
    LiveAnswer answer = live_move(live, usi, ply, &client->waiter, error);
    if (answer == LIVE_DONE) client_send_free(client, answer_game(live));
    return message_answer(answer);
}

static Handled on_undo(Client *client, const json_t *message, HenkaError *error) {
    LiveGame *live;
    Handled handled = field_game(client, message, &live, error);
    return handled != HANDLED ? handled : message_answer(live_undo(live, &client->waiter, error));
}

/* A message about a game by one of its sides, which is to be a person's. */
static Handled field_actor(Client *client, const json_t *message, LiveGame **live, HenkaSide *side,
                           HenkaError *error) {
    Handled handled = field_game(client, message, live, error);
    if (handled != HANDLED) return handled;
    return field_side(message, side, error) && live_may_act(*live, *side, error) ? HANDLED
                                                                                 : REFUSED;
}

static Handled on_resign(Client *client, const json_t *message, HenkaError *error) {
    LiveGame *live;
    HenkaSide side;
    Handled handled = field_actor(client, message, &live, &side, error);
    if (handled != HANDLED) return handled;
    return message_answer(live_end(live, HENKA_RESIGNATION, side, &client->waiter, error));
}

static Handled on_declare(Client *client, const json_t *message, HenkaError *error) {
    LiveGame *live;
    HenkaSide side;
    Handled handled = field_actor(client, message, &live, &side, error);
    if (handled != HANDLED) return handled;
    return message_answer(live_end(live, HENKA_IMPASSE, side, &client->waiter, error));
}

static Handled on_draw(Client *client, const json_t *message, HenkaError *error) {
    LiveGame *live;
    HenkaSide side;
    Handled handled = field_actor(client, message, &live, &side, error);
    if (handled != HANDLED) return handled;
    bool engine = live->row.engine[!side];
    if (live->row.offer == !side || (engine && live_engine_wants_draw(live, !side)))
        return message_answer(live_end(live, HENKA_DRAW_AGREED, side, &client->waiter, error));
    if (!engine) return message_answer(live_offer(live, side, -1, &client->waiter, error));
    client_send_free(client, answer_declined(live->row.id, !side));
    return HANDLED;
}

static Handled on_decline(Client *client, const json_t *message, HenkaError *error) {
    LiveGame *live;
    Handled handled = field_game(client, message, &live, error);
    if (handled != HANDLED) return handled;
    int offer = live->row.offer;
    if (offer < 0) return error_say(error, 0, 0, MSG_NO_OFFER), REFUSED;
    return message_answer(live_offer(live, -1, !offer, &client->waiter, error));
}

static Handled on_go(Client *client, const json_t *message, HenkaError *error) {
    LiveGame *live;
    Handled handled = field_game(client, message, &live, error);
    if (handled != HANDLED) return handled;
    if (live_go(live, error) == LIVE_REFUSED) return REFUSED;
    messages_game_changed(live);
    client_told(client, live);
    return HANDLED;
}

static Handled on_hint(Client *client, const json_t *message, HenkaError *error) {
    LiveGame *live;
    Server *server = client->server;
    Handled handled = field_game(client, message, &live, error);
    if (handled != HANDLED) return handled;
    HenkaOutcome outcome = live->row.outcome;
    if (outcome.reason != HENKA_PLAYING)
        return error_say(error, 0, 0, MSG_GAME_OVER, arg_reason(outcome.reason)), REFUSED;
    hint_drop(client);
    HenkaLimits limits = {.movetime_ms = HINT_MS};
    client->hint.search = pool_submit(server->pool, client->waiter.visitor,
                                      henka_game_copy(live->game), &limits, &client->hint, error);
    if (!client->hint.search) return REFUSED;
    client->next_hinted = server->hinted;
    server->hinted = client;
    client->hint_ply = live->row.plies;
    client->hint_hash = henka_game_hash(live->game);
    strcpy(client->hint_id, live->row.id);
    return HANDLED;
}

/* The list of games is written as the store reads it, on the store's thread. */
typedef struct Listing {
    StoreRequest request;
    Client *client; /* NULL: it has gone */
    Out out;
} Listing;

static void listing_visit(void *context, const GameRow *row) {
    write_summary(&((Listing *)context)->out, row);
}

static void listing_done(StoreRequest *request) {
    Listing *listing = request->context;
    Client *client = listing->client;
    jsonout_close(&listing->out, ']');
    char *text = answer_end(&listing->out);
    if (client) {
        client->listing = NULL;
        if (request->found == DATABASE_DONE && text)
            client_send(client, text);
        else
            client_refuse(client, &request->error, NULL);
        client_next(client);
    }
    free(text);
    free(listing);
}

static Handled on_list(Client *client, const json_t *message, HenkaError *error) {
    (void)message;
    Listing *listing = calloc(1, sizeof *listing);
    if (!listing) return error_say(error, 0, 0, MSG_NO_MEMORY), REFUSED;
    listing->client = client;
    listing->out = answer_begin("games");
    jsonout_open(&listing->out, "games", '[');
    listing->request = (StoreRequest){
        .action = STORE_LIST, .limit = LISTED_GAMES, .visit = listing_visit, .context = listing};
    client->listing = listing;
    store_submit(client->server->store, &listing->request, listing_done);
    return WAITS;
}

static Handled on_delete(Client *client, const json_t *message, HenkaError *error) {
    const char *id;
    LiveGame *live;
    Server *server = client->server;
    if (!field_needed_text(message, "id", &id, error)) return REFUSED;
    if (live_find(server, id)) {
        Handled handled = field_game(client, message, &live, error);
        if (handled != HANDLED) return handled;
    }
    return message_answer(live_delete(server, id, &client->waiter, error));
}

static Handled on_check(Client *client, const json_t *message, HenkaError *error) {
    const char *text;
    json_t *settings;
    if (!field_needed_text(message, "variantText", &text, error) ||
        !field_definition(message, &text, error) || !field_settings(message, &settings, error))
        return REFUSED;
    Task *task = task_new(client, error);
    if (!task) return REFUSED;
    task->build.definition = text;
    task->build.settings = settings;
    return task_submit(task, task_check, check_done);
}

/* ---- dispatch -------------------------------------------------------------------------------- */

typedef Handled Handler(Client *, const json_t *, HenkaError *);
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

/* Handles the client's message, for the first time or again. */
static Handled message_run(Client *client) {
    HenkaError error = {0};
    const char *kind = json_string_value(json_object_get(client->message, "t"));
    Handled handled = handler_of(kind)(client, client->message, &error);
    if (handled == REFUSED) client_refuse(client, &error, NULL);
    return handled;
}

void messages_handle(Client *client, const char *text, size_t length) {
    HenkaError error = {0};
    const char *kind = NULL;
    json_t *message = message_read(text, length, &error);
    if (message && field_needed_text(message, "t", &kind, &error) && handler_of(kind)) {
        client->message = message;
        if (message_run(client) == WAITS) return;
        client->message = NULL;
    } else {
        if (kind)
            field_wrong("t", &MESSAGE_OF(MSG_JSON_MESSAGE_KIND), json_object_get(message, "t"),
                        &error);
        const char *id = json_string_value(json_object_get(message, "id"));
        client_send_free(client, answer_error("message", id, &error, NULL));
    }
    json_decref(message);
}

/* ---- clients --------------------------------------------------------------------------------- */

static Client *hint_of(Thought *thought) {
    return (Client *)((char *)thought - offsetof(Client, hint));
}

static void hint_report(Thought *thought, const SearchReport *report) {
    char usi[BUILD_MOVE_BYTES];
    Client *client = hint_of(thought), **link = &client->server->hinted;
    if (!report->done) return;
    while (*link != client) link = &(*link)->next_hinted;
    *link = client->next_hinted;
    thought->search = NULL;
    LiveGame *live = live_find(client->server, client->hint_id);
    if (!live || !is_hinted(client, live->game) || report->result.best == HENKA_NO_MOVE) return;
    henka_move_text(live->game, report->result.best, HENKA_USI, usi, sizeof usi);
    client_send_free(client,
                     answer_hint(client->hint_id, client->hint_ply, usi, report->result.score_cp));
}

/* On this machine every connection is a visitor of its own, for many share the address; elsewhere
 * an address is one. */
static uint64_t visitor_key(const Client *client) {
    const char *address = client->visitor ? client->visitor->address : "127.";
    uint64_t hash = 14695981039346656037u;
    if (!strncmp(address, "127.", 4) || !strcmp(address, "::1")) return client->number;
    for (; *address; address++) hash = (hash ^ (unsigned char)*address) * 1099511628211u;
    return hash | UINT64_C(1) << 63;
}

void messages_client_came(Client *client) {
    client->waiter =
        (LiveWaiter){.visitor = visitor_key(client), .ready = on_ready, .changed = on_changed};
    client->hint.report = hint_report;
}

void messages_client_gone(Client *client) {
    live_unwait(&client->waiter);
    if (client->task) client->task->client = NULL;
    if (client->listing) client->listing->client = NULL;
    hint_drop(client);
    if (!client->server->clients) malloc_trim(0); /* nobody waits for it now */
}

void messages_take_reports(Server *server) {
    SearchReport report;
    store_take(server->store);
    worker_take(server->worker);
    while (!server->ending && pool_next(server->pool, &report)) {
        Thought *thought = report.owner;
        thought->report(thought, &report);
    }
    live_sweep(server);
}
