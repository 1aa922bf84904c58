#include "connections/messages.h"

#include "base/error.h"
#include "base/jsonout.h"
#include "connections/answers.h"
#include "connections/feed.h"
#include "connections/lobby.h"
#include "connections/tick.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum {
    HINT_MS = 1000,        /* thinking time of a hint */
    LISTED_GAMES = 500,    /* most games in the list that a client gets */
    PLACES_AT_ONCE = 64,   /* most changed queue positions that one call of pool_places reports */
    READ_HERE_BYTES = 8192 /* a message with more bytes is parsed by the worker */
};

void messages_send(Client *client, char *text) {
    if (text) client_send(client, text);
    free(text);
}

/* Reports a failure to every follower, each in the follower's language. */
static void followers_refuse(const LiveGame *live, const char *about, const HenkaError *error) {
    char *texts[HENKA_LANGUAGES] = {0};
    for (LiveFollow *follow = LIST_FIRST(&live->followers), *next; follow; follow = next) {
        next = LIST_NEXT(follow, entry);
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

/* A text field of the message that is being handled; NULL: it has no text of this name. */
static const char *message_text(const Client *client, const char *name) {
    return json_string_value(json_object_get(client->message, name));
}

void messages_refuse(Client *client, const HenkaError *error, const HenkaReport *report) {
    messages_send(client, answer_error(client->language, message_text(client, "t"),
                                       message_text(client, "id"), error, report));
    *client->seat_token = *client->invitation = 0; /* forgets tokens made for the refused message */
}

/* ---- telling --------------------------------------------------------------------------------- */

/* To be called when the search for the client's hint is over. */
static void hint_end(Client *client) {
    client->hint.search = NULL;
    LIST_REMOVE(client, hint_entry);
}

static void hint_drop(Client *client) {
    if (!client->hint.search) return;
    pool_cancel(client->server->games.pool, client->hint.search);
    hint_end(client);
}

/* Is the game still in the position for which the client requested its hint? */
static bool is_hinted(const Client *client, const HenkaGame *game) {
    return game && henka_game_plies(game) == client->hint_ply &&
           henka_game_hash(game) == client->hint_hash;
}

/* Cancels the clients' searches for hints in the game of this id, except for searches of the
 * position in which `game` is now. game NULL: cancels all of them. */
static void hints_drop(Server *server, const char *id, const HenkaGame *game) {
    for (Client *client = LIST_FIRST(&server->hinted), *next; client; client = next) {
        next = LIST_NEXT(client, hint_entry);
        if (!strcmp(client->hint_id, id) && !is_hinted(client, game)) hint_drop(client);
    }
}

/* Sends the game to connections of its seats' browsers that list games but don't show it. */
static void holders_tell(const LiveGame *live) {
    const GameRow *row = &live->row;
    for (int i = 0; i < row->holder_count; i++) {
        const Holder *holder = &row->holders[i];
        char *text = NULL;
        if (!holder->listed) continue;
        for (Client *client = clients_of(server_of(live->games), &holder->browser), *next; client;
             client = next) {
            next = LIST_NEXT(client, browser_entry);
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

/* Sends the changed game to every follower; the message names the sides that the follower plays. */
static void tell_game_changed(LiveGame *live) {
    char *texts[SEAT_BOTH + 1] = {0};
    bool runs = live->row.clock.running >= 0;
    for (LiveFollow *follow = LIST_FIRST(&live->followers), *next; follow; follow = next) {
        next = LIST_NEXT(follow, entry);
        int sides = client_sides(follow->client, live);
        if (!texts[sides]) texts[sides] = answer_game(live, sides);
        if (texts[sides]) client_send(follow->client, texts[sides]);
        if (runs && sides && live->row.two) client_ping(follow->client);
    }
    for (int sides = 0; sides <= SEAT_BOTH; sides++) free(texts[sides]);
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
 * clients with an empty outgoing queue, for reports that the next report replaces. */
static void followers_send(const LiveGame *live, Out *out, bool if_idle, const Client *but) {
    char *text = answer_end(out);
    for (LiveFollow *follow = LIST_FIRST(&live->followers), *next; text && follow; follow = next) {
        next = LIST_NEXT(follow, entry);
        if (follow->client != but && !(if_idle && follow->client->first))
            client_send(follow->client, text);
    }
    free(text);
}

static void tell_unlisted(const LiveGame *live, const TokenHash *browser) {
    Out out = live_begin(live, "deleted");
    char *text = answer_end(&out);
    for (Client *client = clients_of(server_of(live->games), browser), *next; text && client;
         client = next) {
        next = LIST_NEXT(client, browser_entry);
        if (client->lists && seat_is_same(&client->browser, browser) &&
            !client_follows(client, live->row.id))
            client_send(client, text);
    }
    free(text);
}

static void tell_presence(LiveGame *live, const Client *but) {
    Out out = live_begin(live, "presence");
    answer_here(&out, live);
    followers_send(live, &out, false, but);
}

static Out declined_begin(const LiveGame *live, HenkaSide side, OfferKind kind) {
    Out out = live_begin(live, "declined");
    jsonout_text(&out, "side", answer_side((int)side));
    jsonout_text(&out, "kind", answer_offers[kind]);
    return out;
}

static void tell_offer_declined(LiveGame *live, int side, OfferKind kind) {
    Out out = declined_begin(live, (HenkaSide)side, kind);
    followers_send(live, &out, false, NULL);
}

static void tell_thinking(LiveGame *live, const SearchReport *report) {
    if (LIST_EMPTY(&live->followers)) return;
    Out out = live_begin(live, "thinking");
    jsonout_number(&out, "depth", report->result.depth);
    jsonout_number(&out, "nodes", (int64_t)report->result.nodes);
    answer_moves(&out, "pv", report->pv);
    answer_score(&out, report->result.score_cp);
    followers_send(live, &out, true, NULL);
}

static void tell_queued(LiveGame *live, int place) {
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
    .unloaded = tick_stored,
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

/* Sends the game to the client. */
static void client_tell(Client *client, LiveGame *live) {
    messages_send(client, answer_game(live, client_sides(client, live)));
}

static void client_show(Client *client, LiveGame *live) {
    HenkaError error;
    client_tell_tokens(client, live->row.id);
    client_follow(client, live);
    bool thinks = live_think(live, &error);
    client_tell(client, live);
    if (live->row.clock.running >= 0) client_ping(client);
    if (!thinks)
        messages_send(client, answer_error(client->language, "go", live->row.id, &error, NULL));
}

/* ---- waiting --------------------------------------------------------------------------------- */

static Client *client_of(LiveWaiter *waiter) { return CONTAINER_OF(waiter, Client, waiter); }

static LiveAnswer message_run(Client *);

/* Called when the waiting message's game can be used, or with the error if it can't be read. */
static void on_ready(LiveWaiter *waiter, const HenkaError *error) {
    Client *client = client_of(waiter);
    const char *kind = message_text(client, "t"), *id = message_text(client, "id");
    HenkaError other; /* why the game, which can't be read, can't be deleted either; not reported */
    if (error && !strcmp(kind, "delete") &&
        live_delete_unread(&client->server->games, id, &client->browser,
                           visitor_is_local(client->visitor), waiter, &other) == LIVE_CHANGING)
        return;
    if (error) messages_refuse(client, error, NULL);
    if (error || message_run(client) != LIVE_CHANGING) client_next(client);
}

/* Called when the change that the message requested is stored, or with the error if it can't be. */
static void on_changed(LiveWaiter *waiter, LiveGame *live, const HenkaError *error) {
    Client *client = client_of(waiter);
    const char *kind = message_text(client, "t"), *id = message_text(client, "id");
    bool joins = !strcmp(kind, "join") || !strcmp(kind, "pair");
    if (joins) lobby_joined(client, error ? NULL : live);
    if (error)
        messages_refuse(client, error, NULL);
    else if (joins)
        holders_tell(live);
    else if (waiter->same)
        client_tell(client, live);
    else if (!strcmp(kind, "new") || !strcmp(kind, "import") || !strcmp(kind, "open"))
        client_show(client, live);
    else if (!strcmp(kind, "tokens"))
        client_tell_tokens(client, id);
    else if (!strcmp(kind, "delete") || !strcmp(kind, "abort")) {
        const Holder *own =
            live ? seat_holder(live->row.holders, live->row.holder_count, &client->browser) : NULL;
        Out out = answer_begin("deleted");
        jsonout_text(&out, "id", id);
        char *text = answer_end(&out);
        /* A client that follows the game received "deleted" when the game was deleted. If the game
         * only left the client's list, this answer is the first. */
        if (text && (!client_follows(client, id) || (own && !own->listed)))
            client_send(client, text);
        free(text);
    } else if (!strcmp(live->row.id, id) && !client_follows(client, id))
        client_tell(client, live); /* of a rematch, followers learn through the old game */
    waiter->same = false;
    client_next(client);
}

/* Does the client hold the game? If so, charges its visitor with the engine's thinking in it. */
static bool client_plays(const Client *client, LiveGame *live) {
    bool own = live_sides(live, &client->browser);
    if (own) live->visitor = client->waiter.visitor;
    return own;
}

/* ---- what the worker does for a message ------------------------------------------------------ */

/* The work that a message waits for: a job of the worker, or a request to the store. */
typedef struct Task {
    Job job;              /* job of the worker: builds a game, or parses the message */
    StoreRequest request; /* request to the store: reads a list of games, or keeps a feed's token */
    Client *client;       /* the client that waits; NULL: its connection has ended */
    json_t *message;      /* the message, whose texts `build` points to; owned */
    Build build;          /* builds the game that the message names */
    GameRow setup;        /* seats, clock and engine level of the new game */
    char *text;           /* a message to be parsed; owned; NULL: the message is parsed already */
    size_t length;        /* length of the text */
    HenkaError error;     /* why the text could not be parsed */
    Out out;              /* the answer, which the store's thread writes */
    int64_t now_ms;       /* when the list was requested */
} Task;

static void task_free(Task *task) {
    if (task->client) task->client->task = NULL;
    build_free(&task->build);
    json_decref(task->message);
    free(task->text);
    free(task);
}

/* A task for the client's current message. NULL and an error: memory ran out. */
static Task *task_new(Client *client, HenkaError *error) {
    Task *task = client->task = calloc(1, sizeof *task);
    if (!task) return error_set(error, MSG_NO_MEMORY), NULL;
    task->client = client;
    task->message = json_incref(client->message);
    return task;
}

static LiveAnswer task_submit(Task *task, JobWorker *worker, Job job) {
    task->job = job;
    worker_submit(worker, &task->job, task->client->waiter.visitor);
    return LIVE_CHANGING;
}

/* Lets the worker build the task's game and list the errors and warnings in its definition. */
static LiveAnswer task_build(Task *task, JobWorker *worker, void (*done)(Job *),
                             HenkaError *error) {
    Build *build = &task->build;
    uint64_t steps = build->record ? BUILD_REPLAY_STEPS : BUILD_STEPS;
    if ((build->entries = calloc(BUILD_FINDINGS, sizeof *build->entries)))
        return task_submit(task, worker, (Job){.steps = steps, .build = build, .done = done});
    task_free(task);
    return error_set(error, MSG_NO_MEMORY), LIVE_REFUSED;
}

static void check_done(Job *job) {
    Task *task = CONTAINER_OF(job, Task, job);
    Client *client = task->client;
    const HenkaVariant *variant = task->build.variant;
    bool refused = variant && !task->build.game; /* the game takes too much work */
    if (client && !refused && (variant || task->build.report.count)) {
        Out out = answer_begin("checked");
        answer_diagnostics(&out, client->language, &task->build.report);
        /* Without a variant the definition has errors; name and title are null. */
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
    if (client && answer == LIVE_REFUSED) messages_refuse(client, &build->error, &build->report);
    task_free(task);
    if (client && answer == LIVE_REFUSED) client_next(client);
}

/* May the client's address begin one more game, with a definition of this number of bytes? */
static bool client_may_begin(Client *client, int64_t bytes, HenkaError *error) {
    Server *server = client->server;
    if (!tick_has_room(server, bytes, error)) return false;
    int64_t wait = visitor_game_wait_ms(client->visitor, &server->limits, bytes,
                                        watch_steady_ms(&server->watch));
    return !wait || error_set(error, MSG_VISITOR_TOO_MANY_GAMES, arg_number(wait / 1000 + 1));
}

bool messages_build(const Request *request, Build *build, HenkaError *error) {
    const Fields *fields = &request->fields;
    *build = (Build){.definition = fields->variantText ? fields->variantText : fields->game,
                     .settings = fields->settings,
                     .sfen = fields->sfen,
                     .handicap = fields->handicap,
                     .record = fields->record};
    if (build->handicap && build->sfen) return error_set(error, MSG_ONE_START);
    if (!build->definition && !build->record) return error_set(error, MSG_NO_GAME_NAMED);
    int64_t bytes = fields->variantText ? (int64_t)strlen(fields->variantText) : 0;
    if (!client_may_begin(request->client, bytes, error)) return false;
    if (build->definition)
        build->variant =
            live_variant(&request->client->server->games, build->definition, build->settings);
    return true;
}

JobWorker *messages_worker(const Server *server, const Build *build) {
    bool shipped = !build->definition || build_is_shipped(build->definition);
    return server->games.workers[shipped         ? WORKER_SHIPPED
                                 : build->record ? WORKER_REPLAYS
                                                 : WORKER_MADE_UP];
}

/* ---- messages -------------------------------------------------------------------------------- */

/* Gives seats to the client that begins the game, and makes the tokens for one of two persons. */
static void setup_seats(Client *client, GameRow *setup, bool tosses) {
    bool alone = setup->engine[0] || setup->engine[1] || setup->two;
    int sides = 0;
    for (int side = 0; side < 2; side++) {
        if (setup->engine[side] || setup->open == side) continue;
        sides |= 1 << side;
        if (alone) memcpy(setup->name[side], client->name, SEAT_NAME_BYTES);
    }
    if (!seat_is_none(&client->browser))
        setup->holders[setup->holder_count++] =
            (Holder){.browser = client->browser, .sides = sides, .listed = true};
    if (setup->two) {
        seat_letters(client->seat_token, TOKEN_LENGTH);
        seat_letters(client->invitation, TOKEN_LENGTH);
        setup->seat_token[!setup->open] = seat_hash(client->seat_token);
        setup->invitation = seat_hash(client->invitation);
    }
    if (tosses) setup->toss = seat_toss();
    if (tosses && !seat_toss_begins(setup->toss)) live_exchange(setup);
}

/* Reads the new game's players, clock and engine's level, and makes its seats with their tokens. */
static bool setup_read(const Request *request, GameRow *setup, HenkaError *error) {
    const Fields *fields = &request->fields;
    const int players[] = {fields->sente, fields->gote};
    *setup = (GameRow)GAME_ROW_EMPTY;
    setup->level = fields->level;
    setup->movetime_ms = fields->movetimeMs;
    setup->clock = gameclock_new(&fields->clock);
    for (int side = 0; side < 2; side++) {
        setup->engine[side] = players[side] == PLAYER_ENGINE;
        if (players[side] == PLAYER_OPEN) setup->open = side;
    }
    setup->two = setup->open >= 0;
    if (setup->two && players[0] != PLAYER_HUMAN && players[1] != PLAYER_HUMAN)
        return error_set(error, MSG_SEATS_WRONG);
    if (setup->two && seat_is_none(&request->client->browser))
        return error_set(error, MSG_HELLO_FIRST);
    setup_seats(request->client, setup, fields->toss);
    return true;
}

/* Begins a game, from its start or from a record. */
static LiveAnswer game_begin(Request *request, HenkaError *error) {
    Client *client = request->client;
    Task *task = task_new(client, error);
    if (!task) return LIVE_REFUSED;
    if (setup_read(request, &task->setup, error) && messages_build(request, &task->build, error))
        return task_build(task, messages_worker(client->server, &task->build), game_done, error);
    task_free(task);
    return LIVE_REFUSED;
}

static LiveAnswer on_new(Request *request, HenkaError *error) { return game_begin(request, error); }

static LiveAnswer on_import(Request *request, HenkaError *error) {
    return game_begin(request, error);
}

static LiveAnswer on_hello(Request *request, HenkaError *error) {
    Client *client = request->client;
    const Fields *fields = &request->fields;
    if (seat_is_none(&fields->browser)) return error_set(error, MSG_HELLO_FIRST), LIVE_REFUSED;
    if (bans_hold(&client->server->bans, client->visitor, fields->name, &fields->browser, false))
        return error_set(error, MSG_BANNED), LIVE_REFUSED;
    client_introduce(client, &fields->browser, fields->name,
                     henka_language_named(fields->language));
    return LIVE_DONE;
}

static LiveAnswer on_open(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    const TokenHash *token = &request->fields.token;
    client_plays(client, live);
    int own = live_sides(live, &client->browser), sides = 0; /* own: the client's sides; sides:
                                                                those whose token the message has */
    for (int side = 0; side < 2; side++)
        if (seat_is_same(&live->row.seat_token[side], token)) sides |= 1 << side;
    bool invited = !sides && seat_is_same(&live->row.invitation, token);
    if (invited ? own : (own & sides) == sides) return client_show(client, live), LIVE_DONE;
    if (seat_is_none(&client->browser)) return error_set(error, MSG_HELLO_FIRST), LIVE_REFUSED;
    if (!invited) return live_seat(live, &client->browser, sides, &client->waiter, error);
    seat_letters(client->seat_token, TOKEN_LENGTH);
    TokenHash seat = seat_hash(client->seat_token);
    return live_take(live, &client->browser, client->name, &seat, &client->waiter, error);
}

static LiveAnswer on_tokens(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    int sides = client_sides(client, live);
    if (seat_is_none(&client->browser)) return error_set(error, MSG_HELLO_FIRST), LIVE_REFUSED;
    if (!sides || !live->row.holder_count) return error_set(error, MSG_NOT_YOUR_GAME), LIVE_REFUSED;
    bool open = live->row.open >= 0;
    seat_letters(client->seat_token, TOKEN_LENGTH);
    if (open) seat_letters(client->invitation, TOKEN_LENGTH);
    TokenHash seat = seat_hash(client->seat_token), invitation = {0};
    if (open) invitation = seat_hash(client->invitation);
    return live_renew(live, sides, request->fields.keep ? NULL : &client->browser, &seat,
                      &invitation, &client->waiter, error);
}

static LiveAnswer on_close(Request *request, HenkaError *error) {
    (void)error;
    client_unfollow(request->client, request->fields.id);
    return LIVE_DONE;
}

static LiveAnswer on_move(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    int sides = client_sides(client, live);
    if (!sides)
        return error_set(error, MSG_NOT_YOUR_SIDE, arg_side(henka_game_side(live->game))),
               LIVE_REFUSED;
    LiveActor actor = {.sides = sides, .arrived_ms = client->message_ms, .lag_ms = client->lag_ms};
    LiveAnswer answer =
        live_move(live, request->fields.usi, request->fields.ply, &actor, &client->waiter, error);
    if (answer == LIVE_DONE) messages_send(client, answer_game(live, sides));
    return answer;
}

static LiveAnswer on_undo(Request *request, HenkaError *error) {
    LiveGame *live = request->live;
    if (live->row.two) return error_set(error, MSG_UNDO_IS_OFFERED), LIVE_REFUSED;
    return live_undo(live, HENKA_SENTE, &request->client->waiter, error);
}

/* Ends the game for this reason, on behalf of the side that the message names. */
static LiveAnswer game_end(Request *request, HenkaReason reason, HenkaError *error) {
    return live_end(request->live, reason, request->side, &request->client->waiter, error);
}

static LiveAnswer on_resign(Request *request, HenkaError *error) {
    return game_end(request, HENKA_RESIGNATION, error);
}

static LiveAnswer on_declare(Request *request, HenkaError *error) {
    return game_end(request, HENKA_IMPASSE, error);
}

/* Makes an offer. If the side has made it already, only sends the game to the client. */
static LiveAnswer offer_make(Client *client, LiveGame *live, OfferKind kind, HenkaSide side,
                             HenkaError *error) {
    if (live->row.offer[kind] != (int)side)
        return live_offer(live, kind, side, -1, &client->waiter, error);
    client_tell(client, live);
    return LIVE_DONE;
}

static LiveAnswer on_draw(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    HenkaSide side = request->side;
    bool engine = live->row.engine[!side];
    if (live->row.offer[OFFER_DRAW] == !side || (engine && live_engine_wants_draw(live, !side)))
        return game_end(request, HENKA_DRAW_AGREED, error);
    if (!engine) return offer_make(client, live, OFFER_DRAW, side, error);
    Out out = declined_begin(live, !side, OFFER_DRAW);
    messages_send(client, answer_end(&out));
    return LIVE_DONE;
}

/* Accepts the other side's offer of this kind (draw, take-back, rematch) if there is one. If there
 * is none, makes the offer (accepts is false) or refuses the request (accepts is true). */
static LiveAnswer offer_or_accept(Request *request, bool accepts, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    OfferKind kind = request->fields.kind;
    HenkaSide side = request->side;
    const GameRow *row = &live->row;
    if (row->open >= 0) return error_set(error, MSG_SEAT_IS_OPEN), LIVE_REFUSED;
    if (kind != OFFER_REMATCH && !live_is_open(live, error)) return LIVE_REFUSED;
    if (kind == OFFER_REMATCH && row->outcome.reason == HENKA_PLAYING)
        return error_set(error, MSG_GAME_NOT_OVER), LIVE_REFUSED;
    if (kind == OFFER_REMATCH && *row->rematch)
        return error_set(error, MSG_REMATCH_BEGUN), LIVE_REFUSED;
    if (row->offer[kind] == !side) {
        int64_t bytes = live->shipped ? 0 : (int64_t)strlen(row->definition);
        if (kind == OFFER_DRAW) return game_end(request, HENKA_DRAW_AGREED, error);
        if (kind == OFFER_UNDO) return live_undo(live, !side, &client->waiter, error);
        if (!client_may_begin(client, bytes, error)) return LIVE_REFUSED;
        return live_rematch(live, &client->waiter, error);
    }
    if (accepts) return error_set(error, MSG_NO_SUCH_OFFER), LIVE_REFUSED;
    if (kind == OFFER_UNDO && row->plies < 1 + (row->turn == (int)side))
        return error_set(error, MSG_NOTHING_TO_UNDO), LIVE_REFUSED;
    return offer_make(client, live, kind, side, error);
}

static LiveAnswer on_offer(Request *request, HenkaError *error) {
    return offer_or_accept(request, false, error);
}

static LiveAnswer on_accept(Request *request, HenkaError *error) {
    return offer_or_accept(request, true, error);
}

static LiveAnswer on_decline(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    OfferKind kind = request->fields.kind;
    int offer = live->row.offer[kind], sides = client_sides(client, live);
    if (offer < 0)
        return error_set(error, kind == OFFER_DRAW ? MSG_NO_OFFER : MSG_NO_SUCH_OFFER),
               LIVE_REFUSED;
    int declined = sides >> !offer & 1 ? !offer : -1; /* the side that declines the offer; -1:
                                                         the client withdraws its own offer */
    return live_offer(live, kind, -1, declined, &client->waiter, error);
}

static LiveAnswer on_abort(Request *request, HenkaError *error) {
    LiveGame *live = request->live;
    if (!live_is_open(live, error)) return LIVE_REFUSED;
    if (live->row.plies >= 2) return error_set(error, MSG_TOO_LATE_TO_ABORT), LIVE_REFUSED;
    return live_delete(live, (int)request->side, &request->client->waiter, error);
}

static LiveAnswer on_claim(Request *request, HenkaError *error) {
    LiveGame *live = request->live;
    HenkaSide other = !request->side;
    int64_t claim_ms = live_here(live).claim_ms[other];
    if (!claim_ms || watch_now_ms(live->games->watch) < claim_ms)
        return error_set(error, MSG_NOT_LEFT), LIVE_REFUSED;
    return live_end(live, HENKA_ABSENCE, other, &request->client->waiter, error);
}

static LiveAnswer on_chat(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    Server *server = client->server;
    const char *text = request->fields.text;
    if (!*text) return field_wrong("text", &MESSAGE_OF(MSG_JSON_TEXT), NULL, error), LIVE_REFUSED;
    if (bans_hold(&server->bans, client->visitor, client->name, &client->browser, true))
        return error_set(error, MSG_MUTED), LIVE_REFUSED;
    int64_t wait_ms = visitor_chat_wait_ms(&live->said[request->side], &server->limits,
                                           watch_steady_ms(&server->watch));
    if (wait_ms)
        return error_set(error, MSG_CHAT_TOO_FAST, arg_number(wait_ms / 1000 + 1)), LIVE_REFUSED;
    Out out = live_begin(live, "chat");
    jsonout_text(&out, "side", answer_side((int)request->side));
    jsonout_text(&out, "text", text);
    followers_send(live, &out, false, NULL);
    return LIVE_DONE;
}

static LiveAnswer on_now(Request *request, HenkaError *error) {
    (void)error;
    Thought *thought = &request->live->thought;
    if (thought->search) pool_hurry(request->live->games->pool, thought->search);
    return LIVE_DONE;
}

static LiveAnswer on_go(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    bool thinks = live->thought.search;
    if (live_go(live, error) == LIVE_REFUSED) return LIVE_REFUSED;
    if (thinks) { /* the engine thinks already, so only this client is answered */
        client_tell(client, live);
        return LIVE_DONE;
    }
    tell_game_changed(live);
    if (!client_follows(client, live->row.id)) client_tell(client, live);
    return LIVE_DONE;
}

/* The page sends `ping` to check its connection. */
static LiveAnswer on_ping(Request *request, HenkaError *error) {
    (void)error;
    client_send(request->client, "{\"t\":\"pong\"}");
    return LIVE_DONE;
}

static LiveAnswer on_shipped(Request *request, HenkaError *error) {
    (void)error;
    client_send(request->client, request->client->server->shipped);
    return LIVE_DONE;
}

static LiveAnswer on_hint(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    Server *server = client->server;
    if (!live_is_open(live, error)) return LIVE_REFUSED;
    if (live->row.two) return error_set(error, MSG_NO_HINT_BETWEEN), LIVE_REFUSED;
    int64_t wait_ms = thinking_wait_ms(&server->games.thinking, &server->limits,
                                       client->waiter.visitor, watch_steady_ms(&server->watch));
    if (wait_ms)
        return error_set(error, MSG_ENGINE_TIME_USED, arg_number(wait_ms / 1000 + 1)), LIVE_REFUSED;
    hint_drop(client);
    HenkaLimits limits = {.movetime_ms = HINT_MS};
    client->hint.search = live_search(&server->games, client->waiter.visitor, live->game, &limits,
                                      &client->hint, error);
    if (!client->hint.search) return LIVE_REFUSED;
    LIST_INSERT_HEAD(&server->hinted, client, hint_entry);
    client->hint_ply = live->row.plies;
    client->hint_hash = henka_game_hash(live->game);
    strcpy(client->hint_id, live->row.id);
    return LIVE_DONE;
}

/* Adds a game to the list in the answer, on the store's thread, for each row that it reads. */
static void list_visit(void *context, const GameRow *row) {
    Task *task = context;
    int sides = row->holder_count
                    ? row->holders[0].sides
                    : (row->engine[0] ? 0 : SEAT_SENTE) | (row->engine[1] ? 0 : SEAT_GOTE);
    answer_summary(&task->out, NULL, row, sides, task->now_ms);
}

static void stored_done(StoreRequest *request) {
    Task *task = request->context;
    Client *client = task->client;
    if (request->action == STORE_LIST) jsonout_close(&task->out, ']');
    char *text = answer_end(&task->out);
    if (client && request->found == DATABASE_DONE && text)
        client_send(client, text);
    else if (client)
        messages_refuse(client, &request->error, NULL);
    free(text);
    task_free(task);
    if (client) client_next(client);
}

static LiveAnswer on_list(Request *request, HenkaError *error) {
    Client *client = request->client;
    Task *task = task_new(client, error);
    if (!task) return LIVE_REFUSED;
    task->now_ms = watch_now_ms(&client->server->watch);
    task->out = answer_begin("games");
    jsonout_open(&task->out, "games", '[');
    task->request = (StoreRequest){.action = STORE_LIST,
                                   .visitor = client->waiter.visitor,
                                   .query = {.list = LIST_BROWSER,
                                             .limit = LISTED_GAMES,
                                             .browser = client->browser,
                                             .nobodys = visitor_is_local(client->visitor)},
                                   .visit = list_visit,
                                   .context = task};
    client->lists = true;
    store_submit(client->server->games.store, &task->request, stored_done);
    return LIVE_CHANGING;
}

static LiveAnswer on_feed(Request *request, HenkaError *error) {
    Client *client = request->client;
    char path[FEED_PATH_BYTES];
    if (seat_is_none(&client->browser)) return error_set(error, MSG_HELLO_FIRST), LIVE_REFUSED;
    Task *task = task_new(client, error);
    if (!task) return LIVE_REFUSED;
    feed_path(path, message_text(client, "token"), client->language);
    task->out = answer_begin("feed");
    jsonout_text(&task->out, "path", path);
    task->request = (StoreRequest){.action = STORE_FEED_KEEP,
                                   .query.browser = client->browser,
                                   .feed = request->fields.token,
                                   .context = task};
    store_submit(client->server->games.store, &task->request, stored_done);
    return LIVE_CHANGING;
}

static LiveAnswer on_delete(Request *request, HenkaError *error) {
    Client *client = request->client;
    LiveGame *live = request->live;
    if (!live->row.holder_count && !visitor_is_local(client->visitor))
        return error_set(error, MSG_NOT_YOUR_GAME), LIVE_REFUSED;
    if (live->row.two && live->row.holder_count)
        return live_unlist(live, &client->browser, &client->waiter, error);
    return live_delete(live, -1, &client->waiter, error);
}

/* ---- the lobby ------------------------------------------------------------------------------- */

static LiveAnswer on_lobby(Request *request, HenkaError *error) {
    Client *client = request->client;
    if (!client->server->lobby) return error_set(error, MSG_NO_LOBBY), LIVE_REFUSED;
    client->in_lobby = request->fields.on;
    if (client->in_lobby) lobby_show(client);
    return LIVE_DONE;
}

static LiveAnswer on_challenge(Request *request, HenkaError *error) {
    return lobby_challenge(request, false, error);
}

static LiveAnswer on_pair(Request *request, HenkaError *error) {
    return lobby_challenge(request, true, error);
}

static LiveAnswer on_join(Request *request, HenkaError *error) {
    return lobby_join(request->client, request->fields.challenge, error);
}

static LiveAnswer on_withdraw(Request *request, HenkaError *error) {
    return lobby_withdraw(request->client, request->fields.challenge, error) ? LIVE_DONE
                                                                             : LIVE_REFUSED;
}

static LiveAnswer on_check(Request *request, HenkaError *error) {
    Task *task = task_new(request->client, error);
    if (!task) return LIVE_REFUSED;
    task->build.definition = request->fields.variantText;
    task->build.settings = request->fields.settings;
    return task_build(task, request->client->server->games.workers[WORKER_MADE_UP], check_done,
                      error);
}

/* ---- dispatch -------------------------------------------------------------------------------- */

enum { MOST_FIELDS = 12 }; /* most fields of a kind of message */

/* A row MESSAGE of messages.def: a kind of message. */
typedef struct Kind {
    const char *name;
    LiveAnswer (*handler)(Request *, HenkaError *);
    Right right;
    FieldUse fields[MOST_FIELDS + 1]; /* KEY_NONE ends the list */
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
        error_set(error, MSG_MESSAGE_NO_JSON, arg_number(why.line), arg_number(why.column),
                  arg_text(why.text));
    json_decref(message);
    return NULL;
}

/* Does the client hold the game, and does it have this right in the game? For RIGHT_SEAT and
 * RIGHT_CHAT also sets request->side. */
static bool request_holds(Request *request, Right right, HenkaError *error) {
    LiveGame *live = request->live;
    if (!client_plays(request->client, live)) return error_set(error, MSG_NOT_YOUR_GAME);
    if (right != RIGHT_SEAT && right != RIGHT_CHAT) return true;
    request->side = client_sides(request->client, live) & SEAT_SENTE ? HENKA_SENTE : HENKA_GOTE;
    if (!live->row.two) return error_set(error, MSG_NOT_OF_TWO);
    return right == RIGHT_SEAT || request->client->server->chat || error_set(error, MSG_NO_CHAT);
}

/* Finds the game that the message names, checks whether the client may send the message, and reads
 * its fields. LIVE_CHANGING: the message waits for the game. */
static LiveAnswer request_admit(Request *request, const Kind *kind, HenkaError *error) {
    Client *client = request->client;
    Right right = kind->right;
    const char *id;
    if (right == RIGHT_LOBBY && !client->server->lobby)
        return error_set(error, MSG_NO_LOBBY), LIVE_REFUSED;
    if (right == RIGHT_LOBBY && seat_is_none(&client->browser))
        return error_set(error, MSG_HELLO_FIRST), LIVE_REFUSED;
    if (right >= RIGHT_GAME) {
        if (!field_needed_text(request->message, "id", &id, error)) return LIVE_REFUSED;
        request->live = live_get(&client->server->games, id, &client->waiter, error);
        if (!request->live) return client->waiter.live ? LIVE_CHANGING : LIVE_REFUSED;
    }
    if (right > RIGHT_GAME && !request_holds(request, right, error)) return LIVE_REFUSED;
    if (!request_read(request, kind->fields, error)) return LIVE_REFUSED;
    if (right != RIGHT_SIDE) return LIVE_DONE;
    LiveGame *live = request->live;
    HenkaSide side = request->side = (HenkaSide)request->fields.side;
    if (!live_is_open(live, error)) return LIVE_REFUSED;
    if (live->row.engine[side])
        return error_set(error, MSG_SIDE_IS_ENGINE, arg_side(side)), LIVE_REFUSED;
    if (!(client_sides(client, live) >> side & 1))
        return error_set(error, MSG_NOT_YOUR_SIDE, arg_side(side)), LIVE_REFUSED;
    if (live->row.open < 0) return LIVE_DONE;
    return error_set(error, MSG_SEAT_IS_OPEN), LIVE_REFUSED;
}

/* Handles client->message, for the first time or again after it has waited for its game. */
static LiveAnswer message_run(Client *client) {
    HenkaError error = {0};
    Request request = {.client = client, .message = client->message};
    const Kind *kind = kind_of(message_text(client, "t"));
    Loop *loop = &client->server->loop;
    int64_t began_us = figures_busy_us();
    client->waiter.moved_ms = kind->handler == on_move ? client->message_ms : 0;
    LiveAnswer answer = request_admit(&request, kind, &error);
    if (answer == LIVE_DONE) answer = kind->handler(&request, &error);
    if (answer == LIVE_REFUSED) messages_refuse(client, &error, NULL);
    loop_count(loop, "message", kind->name, began_us);
    return answer;
}

/* Handles a parsed message for the first time, and owns it from then on. message NULL: the text
 * could not be parsed, and the error says why. */
static LiveAnswer message_begin(Client *client, json_t *message, HenkaError *error) {
    const char *kind = NULL;
    bool named = message && field_needed_text(message, "t", &kind, error);
    const Kind *known = named ? kind_of(kind) : NULL;
    metrics_message(&client->server->metrics, known ? known->name : "unknown");
    if (known) {
        client->message = message;
        if (message_run(client) == LIVE_CHANGING) return LIVE_CHANGING;
        client->message = NULL;
    } else {
        if (kind)
            field_wrong("t", &MESSAGE_OF(MSG_JSON_MESSAGE_KIND), json_object_get(message, "t"),
                        error);
        const char *id = json_string_value(json_object_get(message, "id"));
        messages_send(client, answer_error(client->language, "message", id, error, NULL));
    }
    json_decref(message);
    return LIVE_DONE;
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
    else if (message_begin(client, message, &error) != LIVE_CHANGING)
        client_next(client);
}

void messages_handle(Client *client, const char *text, size_t length) {
    HenkaError error = {0};
    /* Half a megabyte of JSON takes too long to parse on the loop, so the worker parses it. */
    Task *task = length > READ_HERE_BYTES ? task_new(client, &error) : NULL;
    if (task && (task->text = malloc(length))) {
        memcpy(task->text, text, length);
        task->length = length;
        task_submit(task, client->server->games.workers[WORKER_SHIPPED],
                    (Job){.steps = BUILD_STEPS, .work = task_read, .done = read_done});
        return;
    }
    if (task) task_free(task);
    error = (HenkaError){0};
    message_begin(client, message_read(text, length, &error), &error);
}

/* ---- clients --------------------------------------------------------------------------------- */

static void hint_report(Thought *thought, const SearchReport *report) {
    char usi[BUILD_MOVE_BYTES];
    Client *client = CONTAINER_OF(thought, Client, hint);
    if (!report->done) return;
    hint_end(client);
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
    hint_drop(client);
    int64_t began_us = figures_busy_us();
    if (LIST_EMPTY(&client->server->clients)) malloc_trim(0); /* slow, but no client waits now */
    loop_count(&client->server->loop, "trim", "", began_us);
}

void messages_take_reports(Server *server) {
    SearchReport report;
    SearchPlace places[PLACES_AT_ONCE];
    int64_t began_us = figures_busy_us();
    store_take(server->games.store, server->log);
    began_us = loop_count(&server->loop, "stored", "", began_us);
    for (int kind = 0; kind < WORKERS; kind++) worker_take(server->games.workers[kind]);
    began_us = loop_count(&server->loop, "worked", "", began_us);
    while (!server->games.ending && pool_next(server->games.pool, &report)) {
        Thought *thought = report.owner;
        if (report.done)
            thinking_count(&server->games.thinking, &server->limits, report.visitor,
                           report.took_ms - report.planned_ms, watch_steady_ms(&server->watch));
        if (thought) thought->report(thought, &report);
    }
    for (int count = server->games.ending ? 0 : PLACES_AT_ONCE; count;) {
        count = pool_places(server->games.pool, places, PLACES_AT_ONCE);
        for (int i = 0; i < count; i++) {
            Thought *thought = places[i].owner;
            if (thought->moved) thought->moved(thought, places[i].place);
        }
    }
    began_us = loop_count(&server->loop, "searched", "", began_us);
    live_sweep(&server->games);
    loop_count(&server->loop, "swept", "", began_us);
}
