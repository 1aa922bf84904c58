#include "connections/messages.h"

#include "base/compiler.h"
#include "base/error.h"
#include "base/jsonout.h"
#include "connections/answers.h"
#include "connections/feed.h"
#include "connections/lobby.h"
#include "connections/request.h"
#include "connections/tick.h"
#include "games/games.h"

#include <jansson.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum {
    HINT_MS = 1000,        /* thinking time of a hint */
    LISTED_GAMES = 500,    /* games of a list */
    PLACES_AT_ONCE = 64,   /* searches whose places are taken from the pool in one call */
    READ_HERE_BYTES = 8192 /* a longer message is parsed by the worker */
};

/* The result of handling a message. */
typedef enum Handled {
    REFUSED, /* the error says why */
    HANDLED, /* it is answered */
    WAITS    /* it will be answered later */
} Handled;

void messages_send(Client *client, char *text) {
    if (text) client_send(client, text);
    free(text);
}

/* Reports a failure to every follower, each in the follower's language. */
static void followers_refuse(const LiveGame *live, const char *about, const HenkaError *error) {
    char *texts[HENKA_LANGUAGES] = {0};
    for (LiveFollow *follow = live->followers, *next; follow; follow = next) {
        next = follow->next;
        HenkaLanguage language = follow->client->language;
        if (!texts[language])
            texts[language] = answer_error(language, about, live->row.id, error, NULL);
        if (texts[language]) client_send(follow->client, texts[language]);
    }
    for (int language = 0; language < HENKA_LANGUAGES; language++) free(texts[language]);
}

/* The sides that the client may play; 0: it watches. */
static int client_sides(const Client *client, const LiveGame *live) {
    return live_sides(live, &client->browser) & SEAT_BOTH;
}

/* Many people share this machine's own address, so there all may list and delete games without
 * holders. */
static bool client_is_local(const Client *client) { return visitor_is_local(client->visitor); }

void messages_refuse(Client *client, const HenkaError *error, const HenkaReport *report) {
    const char *kind = json_string_value(json_object_get(client->message, "t"));
    const char *id = json_string_value(json_object_get(client->message, "id"));
    messages_send(client, answer_error(client->language, kind, id, error, report));
}

/* ---- telling --------------------------------------------------------------------------------- */

static void hint_drop(Client *client) {
    Client **link = &client->server->hinted;
    if (!client->hint.search) return;
    pool_cancel(client->server->games.pool, client->hint.search);
    client->hint.search = NULL;
    while (*link != client) link = &(*link)->next_hinted;
    *link = client->next_hinted;
}

/* Is the game still in the position for which the client requested its hint? */
static bool is_hinted(const Client *client, const HenkaGame *game) {
    return game && henka_game_plies(game) == client->hint_ply &&
           henka_game_hash(game) == client->hint_hash;
}

/* Cancels the searches for hints in any position of the game but this one. NULL: in all. */
static void hints_drop(Server *server, const char *id, const HenkaGame *game) {
    for (Client *client = server->hinted, *next; client; client = next) {
        next = client->next_hinted;
        if (!strcmp(client->hint_id, id) && !is_hinted(client, game)) hint_drop(client);
    }
}

/* Notifies the holders' connections that show lists and have not opened the game. */
static void holders_tell(const LiveGame *live) {
    const GameRow *row = &live->row;
    for (int i = 0; i < row->holder_count; i++) {
        const Holder *holder = &row->holders[i];
        char *text = NULL;
        if (!holder->listed) continue;
        for (Client *client = clients_of(server_of(live->games), &holder->browser), *next; client;
             client = next) {
            next = client->next_browser;
            if (!client->lists || !seat_is_same(&client->browser, &holder->browser) ||
                client_follows(client, row->id))
                continue;
            if (!text) {
                Out out = answer_begin("changed");
                answer_summary(&out, "game", row, holder->sides, watch_now_ms(live->games->watch));
                text = answer_end(&out);
            }
            if (text) client_send(client, text);
        }
        free(text);
    }
}

/* Sends the game to every follower, each with the follower's own seats. */
static void followers_tell(LiveGame *live) {
    char *texts[SEAT_BOTH + 1] = {0};
    bool runs = live->row.clock.running >= 0;
    for (LiveFollow *follow = live->followers, *next; follow; follow = next) {
        next = follow->next;
        int sides = client_sides(follow->client, live);
        if (!texts[sides]) texts[sides] = answer_game(live, sides);
        if (texts[sides]) client_send(follow->client, texts[sides]);
        if (runs && sides && live->row.two) client_ping(follow->client);
    }
    for (int sides = 0; sides <= SEAT_BOTH; sides++) free(texts[sides]);
}

static void tell_game_changed(LiveGame *live) {
    followers_tell(live);
    holders_tell(live);
    hints_drop(server_of(live->games), live->row.id, live->game);
}

/* Begins a message about the game. The caller adds its fields and ends it. */
static Out live_begin(const LiveGame *live, const char *kind) {
    Out out = answer_begin(kind);
    jsonout_text(&out, "id", live->row.id);
    return out;
}

/* Ends the message and sends it to every follower except `but`, which may be NULL. if_idle: only to
 * clients with an empty outgoing queue. */
static void followers_send(const LiveGame *live, Out *out, bool if_idle, const Client *but) {
    char *text = answer_end(out);
    if (text) clients_send(live, text, if_idle, but);
    free(text);
}

static void tell_unlisted(const LiveGame *live, const TokenHash *browser) {
    Out out = live_begin(live, "deleted");
    char *text = answer_end(&out);
    for (Client *client = clients_of(server_of(live->games), browser), *next; text && client;
         client = next) {
        next = client->next_browser;
        if (client->lists && seat_is_same(&client->browser, browser) &&
            !client_follows(client, live->row.id))
            client_send(client, text);
    }
    free(text);
}

static void tell_presence(LiveGame *live, const Client *but) {
    if (!live->followers) return;
    Out out = live_begin(live, "presence");
    answer_here(&out, live);
    followers_send(live, &out, false, but);
}

static Out declined_begin(const LiveGame *live, HenkaSide side, OfferKind kind) {
    Out out = live_begin(live, "declined");
    jsonout_text(&out, "side", answer_side((int)side));
    jsonout_text(&out, "kind", answer_offer_name(kind));
    return out;
}

static void tell_offer_declined(LiveGame *live, int side, OfferKind kind) {
    Out out = declined_begin(live, (HenkaSide)side, kind);
    followers_send(live, &out, false, NULL);
}

static void tell_thinking(LiveGame *live, const SearchReport *report) {
    if (!live->followers) return;
    Out out = live_begin(live, "thinking");
    jsonout_number(&out, "depth", report->result.depth);
    jsonout_number(&out, "nodes", (int64_t)report->result.nodes);
    answer_moves(&out, "pv", report->pv);
    answer_score(&out, report->result.score_cp);
    followers_send(live, &out, true, NULL);
}

static void tell_queued(LiveGame *live, int place) {
    if (!live->followers) return;
    Out out = live_begin(live, "queue");
    jsonout_number(&out, "queue", place);
    followers_send(live, &out, false, NULL);
}

static void tell_engine_failed(LiveGame *live, const HenkaError *error) {
    followers_refuse(live, "go", error);
    tell_game_changed(live);
}

static void tell_game_lost(LiveGame *live, const HenkaError *error) {
    if (error) {
        followers_refuse(live, "open", error);
    } else {
        Out out = live_begin(live, "deleted");
        if (live->aborted_by >= 0) jsonout_text(&out, "by", answer_side(live->aborted_by));
        followers_send(live, &out, false, NULL);
    }
    hints_drop(server_of(live->games), live->row.id, NULL);
}

static void plan_due(Games *games) { tick_plan(server_of(games)); }

static void plan_unloaded(Games *games, int64_t at_ms) { tick_stored(server_of(games), at_ms); }

const GamesEvents messages_events = {
    .changed = tell_game_changed,
    .declined = tell_offer_declined,
    .unlisted = tell_unlisted,
    .presence = tell_presence,
    .thinking = tell_thinking,
    .queued = tell_queued,
    .engine_failed = tell_engine_failed,
    .lost = tell_game_lost,
    .lag_ms = client_lag_ms,
    .due = plan_due,
    .unloaded = plan_unloaded,
};

/* Sends the tokens that were made for the client, and forgets them. */
static void client_tell_tokens(Client *client, const char *id) {
    if (!*client->seat_token && !*client->invitation) return;
    const char *seat = client->seat_token, *invitation = client->invitation;
    Out out = answer_begin("tokens");
    jsonout_text(&out, "id", id);
    jsonout_text(&out, "seat", *seat ? seat : NULL);
    jsonout_text(&out, "invitation", *invitation ? invitation : NULL);
    messages_send(client, answer_end(&out));
    *client->seat_token = *client->invitation = 0;
}

static void client_show(Client *client, LiveGame *live) {
    HenkaError error;
    client_tell_tokens(client, live->row.id);
    client_follow(client, live);
    bool thinks = live_think(live, &error);
    messages_send(client, answer_game(live, client_sides(client, live)));
    if (live->row.clock.running >= 0) client_ping(client);
    if (!thinks)
        messages_send(client, answer_error(client->language, "go", live->row.id, &error, NULL));
}

/* Sends the game to the client that requested a change, if it does not follow the game. */
static void client_told(Client *client, LiveGame *live) {
    if (!client_follows(client, live->row.id))
        messages_send(client, answer_game(live, client_sides(client, live)));
}

/* ---- waiting --------------------------------------------------------------------------------- */

static Client *client_of(LiveWaiter *waiter) { return CONTAINER_OF(waiter, Client, waiter); }

static Handled message_run(Client *);

/* The game of the message can be had now, or it can't, for this error. */
static void on_ready(LiveWaiter *waiter, const HenkaError *error) {
    Client *client = client_of(waiter);
    const char *kind = json_string_value(json_object_get(client->message, "t"));
    const char *id = json_string_value(json_object_get(client->message, "id"));
    HenkaError other; /* a game that can't be had can be deleted all the same */
    if (error && !strcmp(kind, "delete") &&
        live_delete_unread(&client->server->games, id, &client->browser, client_is_local(client),
                           waiter, &other) == LIVE_CHANGING)
        return;
    if (error) messages_refuse(client, error, NULL);
    if (error || message_run(client) != WAITS) client_next(client);
}

/* Notifies the client of the deletion if it does not follow the game, or if the game was only
 * removed from its list. */
static void client_tell_deleted(Client *client, LiveGame *live, const char *id) {
    Holder *holder =
        live ? seat_holder(live->row.holders, live->row.holder_count, &client->browser) : NULL;
    bool unlisted = holder && !holder->listed;
    if (!unlisted && client_follows(client, id)) return;
    Out out = answer_begin("deleted");
    jsonout_text(&out, "id", id);
    messages_send(client, answer_end(&out));
}

/* The change that the message requested is stored, or could not be stored. */
static void on_changed(LiveWaiter *waiter, LiveGame *live, const HenkaError *error) {
    Client *client = client_of(waiter);
    const char *kind = json_string_value(json_object_get(client->message, "t"));
    const char *id = json_string_value(json_object_get(client->message, "id"));
    bool joins = !strcmp(kind, "join") || !strcmp(kind, "pair");
    if (joins) lobby_joined(client, error ? NULL : live);
    if (error)
        messages_refuse(client, error, NULL);
    else if (joins)
        holders_tell(live);
    else if (waiter->same)
        messages_send(client, answer_game(live, client_sides(client, live)));
    else if (!strcmp(kind, "new") || !strcmp(kind, "import") || !strcmp(kind, "open"))
        client_show(client, live);
    else if (!strcmp(kind, "tokens"))
        client_tell_tokens(client, id);
    else if (!strcmp(kind, "delete") || !strcmp(kind, "abort"))
        client_tell_deleted(client, live, id);
    else if (!strcmp(live->row.id, id)) /* not a rematch, of which followers are notified by the old
                                           game */
        client_told(client, live);
    if (error) *client->seat_token = *client->invitation = 0;
    waiter->same = false;
    client_next(client);
}

/* Finds the game of the request. */
static Handled request_game(Request *request, HenkaError *error) {
    const char *id;
    LiveWaiter *waiter = &request->client->waiter;
    if (!field_needed_text(request->message, "id", &id, error)) return REFUSED;
    request->live = live_get(&request->client->server->games, id, waiter, error);
    return request->live ? HANDLED : waiter->live ? WAITS : REFUSED;
}

/* Does the client hold the game? If so, the engine thinks there in this client's turn. */
static bool client_plays(const Client *client, LiveGame *live) {
    bool own = live_sides(live, &client->browser);
    if (own) live->visitor = client->waiter.visitor;
    return own;
}

/* A message that waits for a change is answered when the change is stored. */
static Handled message_answer(LiveAnswer answer) {
    return answer == LIVE_REFUSED ? REFUSED : answer == LIVE_CHANGING ? WAITS : HANDLED;
}

/* ---- what the worker does for a message ------------------------------------------------------ */

/* A job of the worker for a message: builds a game, or parses the message. */
typedef struct Task {
    Job job;          /* on the worker */
    Client *client;   /* NULL: the client has gone */
    json_t *message;  /* the build points to its texts. Owned */
    Build build;      /* the game it names */
    LiveSetup setup;  /* of the new game */
    char *text;       /* a message to be parsed. Owned; NULL: it is parsed already */
    size_t length;    /* of the text */
    HenkaError error; /* why the text is no message */
} Task;

static void task_free(Task *task) {
    if (task->client) task->client->task = NULL;
    build_free(&task->build);
    json_decref(task->message);
    free(task->text);
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

static Handled task_submit(Task *task, WorkerKind kind, uint64_t steps, void (*work)(Job *),
                           void (*done)(Job *)) {
    Client *client = task->client;
    client->task = task;
    task->job = (Job){.steps = steps, .work = work, .done = done};
    worker_submit(client->server->games.workers[kind], &task->job, client->waiter.visitor);
    return WAITS;
}

static void task_game(Job *job) { build_game(&CONTAINER_OF(job, Task, job)->build, job->budget); }

static void check_done(Job *job) {
    Task *task = CONTAINER_OF(job, Task, job);
    Client *client = task->client;
    const HenkaVariant *variant = task->build.variant;
    bool refused = variant && !task->build.game; /* it can be read, but takes too much work */
    if (client && !refused && (variant || task->build.report.count)) {
        Out out = answer_begin("checked");
        answer_diagnostics(&out, client->language, &task->build.report);
        /* The definition was refused where there is no variant. */
        jsonout_text(&out, "name", variant ? henka_variant_name(variant) : NULL);
        jsonout_text(&out, "title", variant ? henka_variant_title(variant) : NULL);
        messages_send(client, answer_end(&out));
    } else if (client) {
        messages_refuse(client, &task->build.error, &task->build.report);
    }
    task_free(task);
    if (client) client_next(client);
}

static void game_done(Job *job) {
    Task *task = CONTAINER_OF(job, Task, job);
    Client *client = task->client;
    Build *build = &task->build;
    LiveAnswer answer = LIVE_REFUSED;
    if (client && build->game)
        answer = live_create(&client->server->games, build, &task->setup, &client->waiter,
                             &build->error);
    if (client && answer != LIVE_REFUSED && build->notice_count)
        messages_send(client,
                      answer_notices(client->language, build->notices, build->notice_count));
    if (client && answer == LIVE_REFUSED) {
        messages_refuse(client, &build->error, &build->report);
        *client->seat_token = *client->invitation = 0;
    }
    task_free(task);
    if (client && answer == LIVE_REFUSED) client_next(client);
}

/* May the client's address begin one more game, with a definition of this number of bytes? */
static bool client_may_begin(Client *client, int64_t bytes, HenkaError *error) {
    Server *server = client->server;
    if (!tick_has_room(server, bytes, error)) return false;
    int64_t wait = visitor_game_wait_ms(client->visitor, &server->limits, bytes,
                                        watch_steady_ms(&server->watch));
    return !wait || error_say(error, 0, 0, MSG_VISITOR_TOO_MANY_GAMES, arg_number(wait / 1000 + 1));
}

bool messages_may_begin(Client *client, const char *definition, HenkaError *error) {
    bool own = json_is_string(json_object_get(client->message, "variantText"));
    return client_may_begin(client, own ? (int64_t)strlen(definition) : 0, error);
}

/* Submits the building of a new game, if the client's address may begin one more. */
static Handled game_submit(Task *task, HenkaError *error) {
    Client *client = task->client;
    Server *server = client->server;
    if (!messages_may_begin(client, task->build.definition, error)) return REFUSED;
    if (task->build.definition)
        task->build.variant =
            live_variant(&server->games, task->build.definition, task->build.settings);
    bool replays = task->build.record;
    WorkerKind kind = !task->build.definition || build_is_shipped(task->build.definition)
                          ? WORKER_SHIPPED
                      : replays ? WORKER_REPLAYS
                                : WORKER_MADE_UP;
    return task_submit(task, kind, replays ? BUILD_REPLAY_STEPS : BUILD_STEPS, task_game,
                       game_done);
}

/* ---- messages -------------------------------------------------------------------------------- */

/* Exchanges what the sides have. */
static void setup_exchange(LiveSetup *setup) {
    LiveSetup was = *setup;
    for (int side = 0; side < 2; side++) {
        setup->engine[side] = was.engine[!side];
        setup->open[side] = was.open[!side];
        setup->seat_token[side] = was.seat_token[!side];
        memcpy(setup->name[side], was.name[!side], SEAT_NAME_BYTES);
    }
    for (int i = 0; i < setup->holder_count; i++) {
        int sides = was.holders[i].sides;
        setup->holders[i].sides = sides >> 1 | (sides & SEAT_SENTE) << 1;
    }
}

/* Gives the seats to the client that begins the game, and makes the tokens for a game of two
 * persons. */
static void setup_seats(Client *client, LiveSetup *setup, bool tosses) {
    bool alone = setup->engine[0] || setup->engine[1] || setup->open[0] || setup->open[1];
    int sides = 0;
    for (int side = 0; side < 2; side++) {
        if (setup->engine[side] || setup->open[side]) continue;
        sides |= 1 << side;
        if (alone) memcpy(setup->name[side], client->name, SEAT_NAME_BYTES);
    }
    setup->two = setup->open[0] || setup->open[1];
    if (!seat_is_none(&client->browser))
        setup->holders[setup->holder_count++] =
            (Holder){.browser = client->browser, .sides = sides, .listed = true};
    if (setup->two) {
        seat_token_make(client->seat_token);
        seat_token_make(client->invitation);
        setup->seat_token[setup->open[0]] = seat_hash(client->seat_token);
        setup->invitation = seat_hash(client->invitation);
    }
    setup->toss = tosses ? seat_toss() : -1;
    if (tosses && !seat_toss_begins(setup->toss)) setup_exchange(setup);
}

/* Reads the setup of the new game, and makes its tokens. */
static bool setup_read(const Request *request, LiveSetup *setup, HenkaError *error) {
    const Fields *fields = &request->fields;
    const char *const seats[] = {fields->sente, fields->gote};
    *setup = (LiveSetup){
        .level = fields->level, .movetime_ms = fields->movetimeMs, .clock = fields->clock};
    for (int side = 0; side < 2; side++) {
        setup->engine[side] = !strcmp(seats[side], "engine");
        setup->open[side] = !strcmp(seats[side], "open");
    }
    bool open = setup->open[0] || setup->open[1];
    if (open && (setup->open[0] + setup->open[1] + setup->engine[0] + setup->engine[1]) > 1)
        return error_say(error, 0, 0, MSG_SEATS_WRONG);
    if (open && seat_is_none(&request->client->browser))
        return error_say(error, 0, 0, MSG_HELLO_FIRST);
    setup_seats(request->client, setup, fields->toss);
    return true;
}

/* Begins a game, from its start or from a record. */
static Handled game_begin(Request *request, HenkaError *error) {
    const Fields *fields = &request->fields;
    Task *task = task_new(request->client, error);
    if (!task) return REFUSED;
    task->build.definition = request_definition(request);
    task->build.settings = fields->settings;
    task->build.sfen = fields->sfen;
    task->build.handicap = fields->handicap;
    task->build.record = fields->record;
    Handled handled = REFUSED;
    if (!setup_read(request, &task->setup, error)) {
    } else if (fields->handicap && fields->sfen)
        error_say(error, 0, 0, MSG_ONE_START);
    else if (!task->build.definition && !fields->record)
        error_say(error, 0, 0, MSG_NO_GAME_NAMED);
    else
        handled = game_submit(task, error);
    if (handled == REFUSED) task_free(task);
    return handled;
}

static Handled on_new(Request *request, HenkaError *error) { return game_begin(request, error); }

static Handled on_import(Request *request, HenkaError *error) { return game_begin(request, error); }

static Handled on_hello(Request *request, HenkaError *error) {
    Client *client = request->client;
    const Fields *fields = &request->fields;
    if (seat_is_none(&fields->browser)) return error_say(error, 0, 0, MSG_HELLO_FIRST), REFUSED;
    if (bans_hold(&client->server->bans, client->visitor, fields->name, &fields->browser, false))
        return error_say(error, 0, 0, MSG_BANNED), REFUSED;
    client_introduce(client, &fields->browser, fields->name,
                     henka_language_named(fields->language));
    return HANDLED;
}

/* Gives the client the seat of its token. LIVE_DONE: it has the seat already, or it only
 * watches. */
static LiveAnswer open_by_token(Client *client, LiveGame *live, const TokenHash *token,
                                HenkaError *error) {
    const GameRow *row = &live->row;
    int own = live_sides(live, &client->browser), sides = 0;
    for (int side = 0; side < 2; side++)
        if (seat_is_same(&row->seat_token[side], token)) sides |= 1 << side;
    bool invited = !sides && seat_is_same(&row->invitation, token);
    if (invited ? own : (own & sides) == sides) return LIVE_DONE;
    if (seat_is_none(&client->browser))
        return error_say(error, 0, 0, MSG_HELLO_FIRST), LIVE_REFUSED;
    if (!invited) return live_seat(live, &client->browser, sides, &client->waiter, error);
    seat_token_make(client->seat_token);
    TokenHash seat = seat_hash(client->seat_token);
    return live_take(live, &client->browser, client->name, &seat, &client->waiter, error);
}

static Handled on_open(Request *request, HenkaError *error) {
    Client *client = request->client;
    const TokenHash *token = &request->fields.token;
    LiveAnswer answer = LIVE_DONE;
    client_plays(client, request->live);
    if (!seat_is_none(token)) answer = open_by_token(client, request->live, token, error);
    if (answer == LIVE_DONE) client_show(client, request->live);
    return message_answer(answer);
}

static Handled on_tokens(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    int sides = client_sides(client, live);
    if (seat_is_none(&client->browser)) return error_say(error, 0, 0, MSG_HELLO_FIRST), REFUSED;
    if (!sides || !live->row.holder_count)
        return error_say(error, 0, 0, MSG_NOT_YOUR_GAME), REFUSED;
    bool open = live->row.open[0] || live->row.open[1];
    seat_token_make(client->seat_token);
    if (open) seat_token_make(client->invitation);
    TokenHash seat = seat_hash(client->seat_token), invitation = {0};
    if (open) invitation = seat_hash(client->invitation);
    return message_answer(live_renew(live, sides, request->fields.keep ? NULL : &client->browser,
                                     &seat, &invitation, &client->waiter, error));
}

static Handled on_close(Request *request, HenkaError *error) {
    (void)error;
    client_unfollow(request->client, request->fields.id);
    return HANDLED;
}

static Handled on_move(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    int sides = client_sides(client, live);
    if (!sides)
        return error_say(error, 0, 0, MSG_NOT_YOUR_SIDE, arg_side(henka_game_side(live->game))),
               REFUSED;
    LiveActor actor = {.sides = sides, .arrived_ms = client->message_ms, .lag_ms = client->lag_ms};
    LiveAnswer answer =
        live_move(live, request->fields.usi, request->fields.ply, &actor, &client->waiter, error);
    if (answer == LIVE_DONE) messages_send(client, answer_game(live, sides));
    return message_answer(answer);
}

static Handled on_undo(Request *request, HenkaError *error) {
    LiveGame *live = request->live;
    if (live->row.two) return error_say(error, 0, 0, MSG_UNDO_IS_OFFERED), REFUSED;
    return message_answer(live_undo(live, HENKA_SENTE, &request->client->waiter, error));
}

/* Ends the game for the request's side. */
static Handled game_end(Request *request, HenkaReason reason, HenkaError *error) {
    return message_answer(
        live_end(request->live, reason, request->side, &request->client->waiter, error));
}

static Handled on_resign(Request *request, HenkaError *error) {
    return game_end(request, HENKA_RESIGNATION, error);
}

static Handled on_declare(Request *request, HenkaError *error) {
    return game_end(request, HENKA_IMPASSE, error);
}

/* Makes an offer. An offer that the side makes already is answered but not made again. */
static Handled offer_make(Client *client, LiveGame *live, OfferKind kind, HenkaSide side,
                          HenkaError *error) {
    if (live->row.offer[kind] != (int)side)
        return message_answer(live_offer(live, kind, side, -1, &client->waiter, error));
    messages_send(client, answer_game(live, client_sides(client, live)));
    return HANDLED;
}

static Handled on_draw(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    HenkaSide side = request->side;
    bool engine = live->row.engine[!side];
    if (live->row.offer[OFFER_DRAW] == !side || (engine && live_engine_wants_draw(live, !side)))
        return game_end(request, HENKA_DRAW_AGREED, error);
    if (!engine) return offer_make(client, live, OFFER_DRAW, side, error);
    Out out = declined_begin(live, !side, OFFER_DRAW);
    messages_send(client, answer_end(&out));
    return HANDLED;
}

/* Can this be offered now? */
static bool offer_fits(const LiveGame *live, OfferKind kind, HenkaError *error) {
    const GameRow *row = &live->row;
    HenkaReason reason = row->outcome.reason;
    if (row->open[0] || row->open[1]) return error_say(error, 0, 0, MSG_SEAT_IS_OPEN);
    if (kind != OFFER_REMATCH)
        return reason == HENKA_PLAYING || error_say(error, 0, 0, MSG_GAME_OVER, arg_reason(reason));
    if (reason == HENKA_PLAYING) return error_say(error, 0, 0, MSG_GAME_NOT_OVER);
    return !*row->rematch || error_say(error, 0, 0, MSG_REMATCH_BEGUN);
}

static Handled offer_accept(Client *client, LiveGame *live, OfferKind kind, HenkaSide side,
                            HenkaError *error) {
    LiveWaiter *waiter = &client->waiter;
    if (kind == OFFER_DRAW)
        return message_answer(live_end(live, HENKA_DRAW_AGREED, side, waiter, error));
    if (kind == OFFER_UNDO) return message_answer(live_undo(live, !side, waiter, error));
    int64_t bytes = live->shipped ? 0 : (int64_t)strlen(live->row.definition);
    if (!client_may_begin(client, bytes, error)) return REFUSED;
    return message_answer(live_rematch(live, waiter, error));
}

/* Accepts the other side's offer if there is one; otherwise makes the offer, or refuses if accepts
 * is set. */
static Handled offer_or_accept(Request *request, bool accepts, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    OfferKind kind = request->fields.kind;
    HenkaSide side = request->side;
    if (!offer_fits(live, kind, error)) return REFUSED;
    if (live->row.offer[kind] == !side) return offer_accept(client, live, kind, side, error);
    if (accepts) return error_say(error, 0, 0, MSG_NO_SUCH_OFFER), REFUSED;
    if (kind == OFFER_UNDO && live->row.plies < 1 + (live->row.turn == (int)side))
        return error_say(error, 0, 0, MSG_NOTHING_TO_UNDO), REFUSED;
    return offer_make(client, live, kind, side, error);
}

static Handled on_offer(Request *request, HenkaError *error) {
    return offer_or_accept(request, false, error);
}

static Handled on_accept(Request *request, HenkaError *error) {
    return offer_or_accept(request, true, error);
}

static Handled on_decline(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    OfferKind kind = request->fields.kind;
    int offer = live->row.offer[kind], sides = client_sides(client, live);
    if (offer < 0)
        return error_say(error, 0, 0, kind == OFFER_DRAW ? MSG_NO_OFFER : MSG_NO_SUCH_OFFER),
               REFUSED;
    int declined = sides >> !offer & 1 ? !offer : -1; /* if not, the client withdraws its own
                                                         offer */
    return message_answer(live_offer(live, kind, -1, declined, &client->waiter, error));
}

static Handled on_abort(Request *request, HenkaError *error) {
    LiveGame *live = request->live;
    HenkaReason reason = live->row.outcome.reason;
    if (reason != HENKA_PLAYING)
        return error_say(error, 0, 0, MSG_GAME_OVER, arg_reason(reason)), REFUSED;
    if (live->row.plies >= 2) return error_say(error, 0, 0, MSG_TOO_LATE_TO_ABORT), REFUSED;
    return message_answer(live_delete(live, (int)request->side, &request->client->waiter, error));
}

static Handled on_claim(Request *request, HenkaError *error) {
    LiveGame *live = request->live;
    HenkaSide other = !request->side;
    int64_t claim_ms = live_here(live).claim_ms[other];
    if (!claim_ms || watch_now_ms(live->games->watch) < claim_ms)
        return error_say(error, 0, 0, MSG_NOT_LEFT), REFUSED;
    return message_answer(live_end(live, HENKA_ABSENCE, other, &request->client->waiter, error));
}

static Handled on_chat(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    Server *server = client->server;
    const char *text = request->fields.text;
    if (!*text) return field_wrong("text", &MESSAGE_OF(MSG_JSON_TEXT), NULL, error), REFUSED;
    if (bans_hold(&server->bans, client->visitor, client->name, &client->browser, true))
        return error_say(error, 0, 0, MSG_MUTED), REFUSED;
    int64_t wait_ms = visitor_chat_wait_ms(&live->said[request->side], &server->limits,
                                           watch_steady_ms(&server->watch));
    if (wait_ms)
        return error_say(error, 0, 0, MSG_CHAT_TOO_FAST, arg_number(wait_ms / 1000 + 1)), REFUSED;
    Out out = live_begin(live, "chat");
    jsonout_text(&out, "side", answer_side((int)request->side));
    jsonout_text(&out, "text", text);
    followers_send(live, &out, false, NULL);
    return HANDLED;
}

static Handled on_now(Request *request, HenkaError *error) {
    (void)error;
    live_hurry(request->live);
    return HANDLED;
}

static Handled on_go(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    bool thinks = live->thought.search;
    if (live_go(live, error) == LIVE_REFUSED) return REFUSED;
    if (thinks) { /* nothing has changed for the followers */
        messages_send(client, answer_game(live, client_sides(client, live)));
        return HANDLED;
    }
    tell_game_changed(live);
    client_told(client, live);
    return HANDLED;
}

/* A heartbeat of the page, which checks its connection. */
static Handled on_ping(Request *request, HenkaError *error) {
    (void)error;
    client_send(request->client, "{\"t\":\"pong\"}");
    return HANDLED;
}

static Handled on_shipped(Request *request, HenkaError *error) {
    (void)error;
    client_send(request->client, request->client->server->shipped);
    return HANDLED;
}

static Handled on_hint(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    Server *server = client->server;
    HenkaOutcome outcome = live->row.outcome;
    if (outcome.reason != HENKA_PLAYING)
        return error_say(error, 0, 0, MSG_GAME_OVER, arg_reason(outcome.reason)), REFUSED;
    if (live->row.two) return error_say(error, 0, 0, MSG_NO_HINT_BETWEEN), REFUSED;
    int64_t wait_ms = thinking_wait_ms(&server->games.thinking, &server->limits,
                                       client->waiter.visitor, watch_steady_ms(&server->watch));
    if (wait_ms)
        return error_say(error, 0, 0, MSG_ENGINE_TIME_USED, arg_number(wait_ms / 1000 + 1)),
               REFUSED;
    hint_drop(client);
    HenkaLimits limits = {.movetime_ms = HINT_MS};
    client->hint.search = live_search(&server->games, client->waiter.visitor, live->game, &limits,
                                      &client->hint, error);
    if (!client->hint.search) return REFUSED;
    client->next_hinted = server->hinted;
    server->hinted = client;
    client->hint_ply = live->row.plies;
    client->hint_hash = henka_game_hash(live->game);
    strcpy(client->hint_id, live->row.id);
    return HANDLED;
}

/* A list of games, written on the store's thread while the store reads it. */
typedef struct Listing {
    StoreRequest request;
    Client *client; /* NULL: the client has gone */
    int64_t now_ms; /* when it was asked for */
    Out out;
} Listing;

static void listing_visit(void *context, const GameRow *row) {
    Listing *listing = context;
    int sides = row->holder_count
                    ? row->holders[0].sides
                    : (row->engine[0] ? 0 : SEAT_SENTE) | (row->engine[1] ? 0 : SEAT_GOTE);
    answer_summary(&listing->out, NULL, row, sides, listing->now_ms);
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
            messages_refuse(client, &request->error, NULL);
        client_next(client);
    }
    free(text);
    free(listing);
}

static Handled on_list(Request *request, HenkaError *error) {
    Client *client = request->client;
    Listing *listing = calloc(1, sizeof *listing);
    if (!listing) return error_say(error, 0, 0, MSG_NO_MEMORY), REFUSED;
    listing->client = client;
    listing->now_ms = watch_now_ms(&client->server->watch);
    listing->out = answer_begin("games");
    jsonout_open(&listing->out, "games", '[');
    listing->request = (StoreRequest){.action = STORE_LIST,
                                      .visitor = client->waiter.visitor,
                                      .browser = client->browser,
                                      .nobodys = client_is_local(client),
                                      .limit = LISTED_GAMES,
                                      .visit = listing_visit,
                                      .context = listing};
    client->listing = listing;
    client->lists = true;
    store_submit(client->server->games.store, &listing->request, listing_done);
    return WAITS;
}

/* A feed's token on its way to the store. */
typedef struct Feeding {
    StoreRequest request;
    Client *client; /* NULL: the client has gone */
    char path[FEED_PATH_BYTES];
} Feeding;

static void feeding_done(StoreRequest *request) {
    Feeding *feeding = request->context;
    Client *client = feeding->client;
    if (client) {
        client->feeding = NULL;
        if (request->found == DATABASE_DONE) {
            Out out = answer_begin("feed");
            jsonout_text(&out, "path", feeding->path);
            messages_send(client, answer_end(&out));
        } else {
            messages_refuse(client, &request->error, NULL);
        }
        client_next(client);
    }
    free(feeding);
}

static Handled on_feed(Request *request, HenkaError *error) {
    Client *client = request->client;
    const char *token = json_string_value(json_object_get(request->message, "token"));
    if (seat_is_none(&client->browser)) return error_say(error, 0, 0, MSG_HELLO_FIRST), REFUSED;
    Feeding *feeding = calloc(1, sizeof *feeding);
    if (!feeding) return error_say(error, 0, 0, MSG_NO_MEMORY), REFUSED;
    feeding->client = client;
    feed_path(feeding->path, token, client->language);
    feeding->request = (StoreRequest){.action = STORE_FEED_KEEP,
                                      .browser = client->browser,
                                      .feed = request->fields.token,
                                      .context = feeding};
    client->feeding = feeding;
    store_submit(client->server->games.store, &feeding->request, feeding_done);
    return WAITS;
}

static Handled on_delete(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    if (!live->row.holder_count && !client_is_local(client))
        return error_say(error, 0, 0, MSG_NOT_YOUR_GAME), REFUSED;
    if (live->row.two && live->row.holder_count)
        return message_answer(live_unlist(live, &client->browser, &client->waiter, error));
    return message_answer(live_delete(live, -1, &client->waiter, error));
}

/* ---- the lobby ------------------------------------------------------------------------------- */

/* Is there a lobby, and has the client said who it is? */
static bool lobby_expect(const Client *client, HenkaError *error) {
    if (!client->server->lobby) return error_say(error, 0, 0, MSG_NO_LOBBY);
    return !seat_is_none(&client->browser) || error_say(error, 0, 0, MSG_HELLO_FIRST);
}

static Handled on_lobby(Request *request, HenkaError *error) {
    Client *client = request->client;
    if (!client->server->lobby) return error_say(error, 0, 0, MSG_NO_LOBBY), REFUSED;
    client->in_lobby = request->fields.on;
    if (client->in_lobby) lobby_show(client);
    return HANDLED;
}

static Handled on_challenge(Request *request, HenkaError *error) {
    return lobby_challenge(request, false, error) ? WAITS : REFUSED;
}

static Handled on_pair(Request *request, HenkaError *error) {
    return lobby_challenge(request, true, error) ? WAITS : REFUSED;
}

static Handled on_join(Request *request, HenkaError *error) {
    return message_answer(lobby_join(request->client, request->fields.challenge, error));
}

static Handled on_withdraw(Request *request, HenkaError *error) {
    return lobby_withdraw(request->client, request->fields.challenge, error) ? HANDLED : REFUSED;
}

static Handled on_check(Request *request, HenkaError *error) {
    Task *task = task_new(request->client, error);
    if (!task) return REFUSED;
    task->build.definition = request->fields.variantText;
    task->build.settings = request->fields.settings;
    return task_submit(task, WORKER_MADE_UP, BUILD_STEPS, task_game, check_done);
}

/* ---- dispatch -------------------------------------------------------------------------------- */

enum { MOST_FIELDS = 12 }; /* of a kind */

/* A row of messages.def. */
typedef struct Kind {
    const char *name;
    Handled (*handler)(Request *, HenkaError *);
    Right right;
    FieldUse fields[MOST_FIELDS + 1]; /* closed by KEY_NONE */
} Kind;
static const Kind kinds[] = {
#define FIELD(...)
#define NEEDS(name) {KEY_##name, true},
#define MAY(name) {KEY_##name, false},
#define ASKS(name) {KEY_##name, false},
#define MESSAGE(kind, right, ...) {#kind, on_##kind, RIGHT_##right, {__VA_ARGS__{KEY_NONE, false}}},
#include "connections/messages.def"
#undef FIELD
#undef MESSAGE
};

static const Kind *kind_of(const char *name) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].name, name)) return &kinds[i];
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

/* Does the client hold the game, and has it this right there? */
static bool request_holds(Request *request, Right right, HenkaError *error) {
    LiveGame *live = request->live;
    if (!client_plays(request->client, live)) return error_say(error, 0, 0, MSG_NOT_YOUR_GAME);
    if (right != RIGHT_SEAT && right != RIGHT_CHAT) return true;
    request->side = client_sides(request->client, live) & SEAT_SENTE ? HENKA_SENTE : HENKA_GOTE;
    if (!live->row.two) return error_say(error, 0, 0, MSG_NOT_OF_TWO);
    return right == RIGHT_SEAT || request->client->server->chat ||
           error_say(error, 0, 0, MSG_NO_CHAT);
}

/* May the client act for the side that the request names? */
static bool request_acts(Request *request, HenkaError *error) {
    LiveGame *live = request->live;
    HenkaSide side = request->side = (HenkaSide)request->fields.side;
    if (!live_may_act(live, side, error)) return false;
    if (!(client_sides(request->client, live) >> side & 1))
        return error_say(error, 0, 0, MSG_NOT_YOUR_SIDE, arg_side(side));
    bool open = live->row.open[0] || live->row.open[1];
    return !open || error_say(error, 0, 0, MSG_SEAT_IS_OPEN);
}

/* Finds the game, checks the right, reads the fields. */
static Handled request_admit(Request *request, const Kind *kind, HenkaError *error) {
    Right right = kind->right;
    if (right == RIGHT_LOBBY && !lobby_expect(request->client, error)) return REFUSED;
    Handled handled = right >= RIGHT_GAME ? request_game(request, error) : HANDLED;
    if (handled != HANDLED) return handled;
    if (right > RIGHT_GAME && !request_holds(request, right, error)) return REFUSED;
    if (!request_read(request, kind->fields, error)) return REFUSED;
    return right != RIGHT_SIDE || request_acts(request, error) ? HANDLED : REFUSED;
}

/* Handles the client's message, for the first time or again. */
static Handled message_run(Client *client) {
    HenkaError error = {0};
    Request request = {.client = client, .message = client->message};
    const Kind *kind = kind_of(json_string_value(json_object_get(client->message, "t")));
    Loop *loop = &client->server->loop;
    int64_t began_us = figures_busy_us();
    client->waiter.moved_ms = kind->handler == on_move ? client->message_ms : 0;
    Handled handled = request_admit(&request, kind, &error);
    if (handled == HANDLED) handled = kind->handler(&request, &error);
    if (handled == REFUSED) {
        messages_refuse(client, &error, NULL);
        *client->seat_token = *client->invitation = 0; /* that were made for it */
    }
    loop_count(loop, "message", kind->name, began_us);
    return handled;
}

/* Handles a parsed message for the first time, and takes it. message NULL: the text was not a
 * message, for this error. */
static Handled message_begin(Client *client, json_t *message, HenkaError *error) {
    const char *kind = NULL;
    bool known = message && field_needed_text(message, "t", &kind, error) && kind_of(kind);
    metrics_message(&client->server->metrics, known ? kind : NULL);
    if (known) {
        client->message = message;
        if (message_run(client) == WAITS) return WAITS;
        client->message = NULL;
    } else {
        if (kind)
            field_wrong("t", &MESSAGE_OF(MSG_JSON_MESSAGE_KIND), json_object_get(message, "t"),
                        error);
        const char *id = json_string_value(json_object_get(message, "id"));
        messages_send(client, answer_error(client->language, "message", id, error, NULL));
    }
    json_decref(message);
    return HANDLED;
}

static void task_read(Job *job) {
    Task *task = CONTAINER_OF(job, Task, job);
    task->message = message_read(task->text, task->length, &task->error);
}

static void read_done(Job *job) {
    Task *task = CONTAINER_OF(job, Task, job);
    Client *client = task->client;
    json_t *message = task->message;
    HenkaError error = task->error;
    task->message = NULL;
    task_free(task);
    if (!client || client->server->games.ending)
        json_decref(message);
    else if (message_begin(client, message, &error) != WAITS)
        client_next(client);
}

/* Half a megabyte of JSON takes too long to parse on the loop, so the worker parses it. False: no
 * memory. */
static bool message_read_aside(Client *client, const char *text, size_t length) {
    Task *task = calloc(1, sizeof *task);
    if (task) *task = (Task){.client = client, .text = malloc(length), .length = length};
    if (!task || !task->text) {
        free(task);
        return false;
    }
    memcpy(task->text, text, length);
    task_submit(task, WORKER_SHIPPED, BUILD_STEPS, task_read, read_done);
    return true;
}

void messages_handle(Client *client, const char *text, size_t length) {
    HenkaError error = {0};
    if (length > READ_HERE_BYTES && message_read_aside(client, text, length)) return;
    json_t *message = message_read(text, length, &error);
    message_begin(client, message, &error);
}

/* ---- clients --------------------------------------------------------------------------------- */

static Client *hint_of(Thought *thought) { return CONTAINER_OF(thought, Client, hint); }

static void hint_report(Thought *thought, const SearchReport *report) {
    char usi[BUILD_MOVE_BYTES];
    Client *client = hint_of(thought), **link = &client->server->hinted;
    if (!report->done) return;
    while (*link != client) link = &(*link)->next_hinted;
    *link = client->next_hinted;
    thought->search = NULL;
    LiveGame *live = live_find(&client->server->games, client->hint_id);
    if (!live || !is_hinted(client, live->game) || report->result.best == HENKA_NO_MOVE) return;
    henka_move_text(live->game, report->result.best, HENKA_USI, usi, sizeof usi);
    Out out = live_begin(live, "hint");
    jsonout_number(&out, "ply", client->hint_ply);
    jsonout_text(&out, "usi", usi);
    answer_score(&out, report->result.score_cp);
    messages_send(client, answer_end(&out));
}

void messages_client_came(Client *client) {
    uint64_t visitor = visitor_number(client->visitor, client->number);
    client->waiter = (LiveWaiter){.visitor = visitor, .ready = on_ready, .changed = on_changed};
    client->hint.report = hint_report;
}

void messages_client_gone(Client *client) {
    live_unwait(&client->waiter);
    if (client->task) client->task->client = NULL;
    lobby_client_gone(client);
    if (client->listing) client->listing->client = NULL;
    if (client->feeding) client->feeding->client = NULL;
    hint_drop(client);
    int64_t began_us = figures_busy_us();
    if (!client->server->clients) malloc_trim(0); /* nobody waits for it now */
    loop_count(&client->server->loop, "trim", "", began_us);
}

static void places_tell(Pool *pool) {
    SearchPlace places[PLACES_AT_ONCE];
    for (int count; (count = pool_places(pool, places, PLACES_AT_ONCE));)
        for (int i = 0; i < count; i++) {
            Thought *thought = places[i].owner;
            if (thought->moved) thought->moved(thought, places[i].place);
        }
}

void messages_take_reports(Server *server) {
    SearchReport report;
    int64_t began_us = figures_busy_us();
    store_take(server->games.store, server->log);
    loop_count(&server->loop, "stored", "", began_us);
    began_us = figures_busy_us();
    for (int kind = 0; kind < WORKERS; kind++) worker_take(server->games.workers[kind]);
    loop_count(&server->loop, "worked", "", began_us);
    began_us = figures_busy_us();
    while (!server->games.ending && pool_next(server->games.pool, &report)) {
        Thought *thought = report.owner;
        if (report.done)
            thinking_count(&server->games.thinking, &server->limits, report.visitor,
                           report.took_ms - report.planned_ms, watch_steady_ms(&server->watch));
        if (thought) thought->report(thought, &report);
    }
    if (!server->games.ending) places_tell(server->games.pool);
    loop_count(&server->loop, "searched", "", began_us);
    began_us = figures_busy_us();
    live_sweep(&server->games);
    loop_count(&server->loop, "swept", "", began_us);
}
