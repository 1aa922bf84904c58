/* fuzz_messages - whole conversations with the server, without sockets, threads, time or chance. The
 * input is lines; the first character says what happens:
 *
 *   0 1 2 3  this client sends the rest of the line, and everything is done that comes of it
 *   A B C D  the same clients, and nothing is done yet
 *   a b c d  the same, and the message goes on with the client's next line
 *   -N       client N's connection breaks off
 *   ~N       client N no longer reads, or reads again
 *   s w      the store writes a batch; the worker does one job
 *   .        everything is done that is to be done
 *   f        the store can't write the next batch
 *   v x      another program changes every row; deletes them
 *   e N      the engine answers the search that waits longest: with move N % 1000 of the legal ones,
 *            after N / 1000 seconds
 *   i N      it reports a search under way
 *   t N      N milliseconds pass
 *   p N      client N answers a ping
 *   k        the server is ended and started again
 *
 * In what is sent, $gN is the N-th game that the server named, $cN a challenge, $sN the token of a
 * seat, $iN that of an invitation.
 *
 * Looked for, besides what the sanitizers find: every text of the server is JSON; a token goes to
 * its client alone; no message stays without an answer; games in memory are those of the database,
 * and what is stored can be played again.
 *
 * FUZZ_TALK=1 shows the conversation of a finding.
 *
 * The server is all its own but for libwebsockets and the engine, in whose places stand the
 * functions below, and for the threads of store and worker: their files are compiled in here, so
 * that the input can say when they do something. */
#include "../../src/store/store.c" /* tests/store has one, too */
#include "games/worker.c"

#include "connections/answers.h"
#include "connections/client.h"
#include "connections/lobby.h"
#include "connections/messages.h"
#include "connections/tick.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CLIENTS = 4, NAMED = 10, LINES = 200, SEARCHES = 4, SEARCHES_OF_VISITOR = 2 };

#define EXPECT(condition)                                                                          \
    ((condition) ? (void)0                                                                         \
                 : (fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition), abort()))

/* A connection, as libwebsockets' functions below know it. */
struct lws {
    Client client;
    Visitor *visitor;
    bool open, reads; /* it is there; the other end reads */
    bool let;         /* rx flow control lets it be read from */
    bool writable;    /* it has asked to write */
    bool whole;       /* the message that arrives has its last fragment */
    int64_t timer_us; /* INT64_MAX: none */
    char *piece;      /* that it sent of a message so far */
};

/* A text that the server named. */
typedef struct Named {
    char text[TOKEN_LENGTH + 1];
    int client; /* whom it was told */
    bool told;  /* a client has sent it, or it stands in the input */
} Named;

enum { GAMES, CHALLENGES, SEATS, INVITATIONS, KINDS };

static struct {
    Server server;
    struct lws clients[CLIENTS];
    const char *input; /* closed with NUL */
    int64_t now_ms;
    lws_sorted_usec_list_t *timer; /* the tick's; NULL: none */
    sul_cb_t timer_run;
    int64_t timer_us;
    Named named[KINDS][NAMED];
    int named_count[KINDS];
    uint64_t chance;
    bool fails;   /* the next batch can't be written */
    bool foreign; /* another program has changed the database */
} world;

/* Kept from one input to the next. */
static Database *database;
static char *hello;    /* answer_hello's, which takes long to make */
static sqlite3 *other; /* the same file as another program has it open */
static char folder[64], path[80];
static bool talks; /* FUZZ_TALK is set: all that is said goes to standard error */

/* ---- chance ---------------------------------------------------------------------------------- */

int getentropy(void *buffer, size_t length) {
    unsigned char *bytes = buffer;
    for (size_t i = 0; i < length; i++) {
        world.chance = world.chance * UINT64_C(6364136223846793005) + 1442695040888963407u;
        bytes[i] = (unsigned char)(world.chance >> 56);
    }
    return 0;
}

/* ---- the engine ------------------------------------------------------------------------------ */

struct Pool {
    Search *first;
};
struct Search {
    Search *next;
    uint64_t visitor;
    HenkaGame *game;
    bool fresh; /* report is to be given out */
    int told;   /* the place that pool_places gave out last */
    SearchReport report;
};

Search *pool_submit(Pool *pool, uint64_t visitor, HenkaGame *game, const HenkaLimits *limits,
                    void *owner, HenkaError *error) {
    int all = 0, own = 0;
    Search **end = &pool->first;
    EXPECT(limits->movetime_ms > 0);
    for (; *end; end = &(*end)->next) {
        all++;
        own += (*end)->visitor == visitor;
    }
    if (!game || own == SEARCHES_OF_VISITOR || all == SEARCHES) {
        henka_game_free(game);
        error_set(error, own == SEARCHES_OF_VISITOR ? MSG_ENGINE_BUSY : MSG_ENGINE_FULL,
                  arg_number(own));
        return NULL;
    }
    Search *search = *end = calloc(1, sizeof *search);
    EXPECT(search);
    *search = (Search){.visitor = visitor, .game = game, .told = all};
    search->report = (SearchReport){.owner = owner, .visitor = visitor};
    return search;
}

void pool_cancel(Pool *pool, Search *search) {
    Search **link = &pool->first;
    while (*link != search) link = &(*link)->next;
    *link = search->next;
    henka_game_free(search->game);
    free(search);
}

bool pool_next(Pool *pool, SearchReport *report) {
    Search *search = pool->first;
    while (search && !search->fresh) search = search->next;
    if (!search) return false;
    *report = search->report;
    search->fresh = false;
    if (report->done) pool_cancel(pool, search);
    return true;
}

void pool_hurry(Pool *pool, Search *search) {
    Search *found = pool->first;
    while (found != search) found = found->next;
}

int pool_place(Pool *pool, const Search *search) {
    int place = 0;
    for (const Search *one = pool->first; one != search; one = one->next) place++;
    return place;
}

int pool_places(Pool *pool, SearchPlace *places, int cap) {
    int count = 0, place = 0;
    for (Search *one = pool->first; one && count < cap; one = one->next, place++) {
        if (one->told != place) places[count++] = (SearchPlace){one->report.owner, place};
        one->told = place;
    }
    return count;
}

Figures pool_figures(Pool *pool) {
    Figures figures = {.waiting = 0};
    for (const Search *one = pool->first; one; one = one->next) figures.waiting++;
    return figures;
}

/* number: which move it has found, where there are fewer, none; and beyond that, how long it took.
 */
static void engine_answers(Pool *pool, int64_t number, bool done) {
    int64_t took_s = number / 1000 % 1000000;
    Search *search = pool->first;
    HenkaMove moves[HENKA_MAX_MOVES];
    while (search && search->fresh) search = search->next;
    if (!search) return;
    size_t count = henka_game_moves(search->game, moves, HENKA_MAX_MOVES);
    number %= 1000;
    bool found = (uint64_t)number < count;
    search->fresh = true;
    search->report.took_ms = took_s * 1000;
    search->report.done = done;
    search->report.result = (HenkaResult){.best = found ? moves[number] : HENKA_NO_MOVE,
                                          .score_cp = (int)number - 500,
                                          .depth = 1,
                                          .nodes = 1};
    if (!found) return;
    search->report.pv[0] = ' ';
    henka_move_text(search->game, moves[number], HENKA_USI, search->report.pv + 1,
                    sizeof search->report.pv - 1);
}

/* ---- libwebsockets --------------------------------------------------------------------------- */

static int64_t now_us(void) { return world.now_ms * 1000; }

struct lws_context *lws_get_context(const struct lws *wsi) { return (void)wsi, NULL; }
void *lws_context_user(struct lws_context *context) { return (void)context, &world.server; }
void *lws_get_opaque_user_data(const struct lws *wsi) { return wsi->visitor; }
void lws_cancel_service(struct lws_context *context) { (void)context; }
int lws_callback_on_writable(struct lws *wsi) { return wsi->writable = true; }
int lws_rx_flow_control(struct lws *wsi, int enable) { return wsi->let = enable, 0; }
void lws_set_timeout(struct lws *wsi, enum pending_timeout reason, int s) {
    (void)wsi, (void)reason, (void)s;
}
void lws_set_timer_usecs(struct lws *wsi, lws_usec_t us) { wsi->timer_us = now_us() + us - 1; }
int lws_get_socket_fd(struct lws *wsi) { return (void)wsi, -1; }
int lws_frame_is_binary(struct lws *wsi) { return (void)wsi, 0; }
int lws_is_final_fragment(struct lws *wsi) { return wsi->whole; }
size_t lws_remaining_packet_payload(struct lws *wsi) { return (void)wsi, 0; }

void lws_sul_schedule(struct lws_context *context, int thread, lws_sorted_usec_list_t *timer,
                      sul_cb_t run, lws_usec_t us) {
    (void)context, (void)thread;
    world.timer = us == LWS_SET_TIMER_USEC_CANCEL ? NULL : timer;
    world.timer_run = run;
    world.timer_us = now_us() + us;
}

int64_t loop_count(Loop *loop, const char *name, const char *of, int64_t began_us) {
    EXPECT(loop == &world.server.loop && *name && of && began_us >= 0);
    return began_us;
}

/* Remembers a text that the server named, and looks whose it is. */
static void name_it(int kind, const json_t *value, int client) {
    const char *text = json_string_value(value);
    if (!text || !*text || strlen(text) > TOKEN_LENGTH) return;
    for (int i = 0; i < world.named_count[kind]; i++)
        if (!strcmp(world.named[kind][i].text, text)) return;
    if (world.named_count[kind] == NAMED) return;
    Named *named = &world.named[kind][world.named_count[kind]++];
    strcpy(named->text, text);
    named->client = client;
    named->told = strstr(world.input, text);
}

static void check_sent(const char *text, int client) {
    if (!strcmp(text, hello)) return;
    if (talks) fprintf(stderr, "  to %d: %.300s\n", client, text);
    json_t *message = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    EXPECT(json_is_string(json_object_get(message, "t")));
    name_it(GAMES, json_object_get(message, "id"), client);
    name_it(CHALLENGES, json_object_get(message, "challenge"), client);
    name_it(SEATS, json_object_get(message, "seat"), client);
    name_it(INVITATIONS, json_object_get(message, "invitation"), client);
    json_decref(message);
    for (int kind = SEATS; kind <= INVITATIONS; kind++)
        for (int i = 0; i < world.named_count[kind]; i++) {
            const Named *token = &world.named[kind][i];
            EXPECT(token->told || token->client == client || !strstr(text, token->text));
        }
}

int lws_write(struct lws *wsi, unsigned char *bytes, size_t length, enum lws_write_protocol how) {
    if ((how & 31) != LWS_WRITE_TEXT) return (int)length;
    char *text = strndup((char *)bytes, length);
    EXPECT(text && strlen(text) == length);
    check_sent(text, (int)(wsi - world.clients));
    free(text);
    return (int)length;
}

/* ---- connections ----------------------------------------------------------------------------- */

static int call(struct lws *wsi, enum lws_callback_reasons reason, void *in, size_t length) {
    return client_callback(wsi, reason, &wsi->client, in, length);
}

static void hang_up(struct lws *wsi) {
    if (!wsi->open) return;
    wsi->open = false;
    call(wsi, LWS_CALLBACK_CLOSED, NULL, 0);
    visitors_leave(&world.server.visitors, wsi->visitor, world.now_ms);
    free(wsi->piece);
    wsi->piece = NULL;
}

static void drain(struct lws *wsi) {
    while (wsi->open && wsi->reads && wsi->writable) {
        wsi->writable = false;
        if (call(wsi, LWS_CALLBACK_SERVER_WRITEABLE, NULL, 0) < 0) hang_up(wsi);
    }
}

static void come(struct lws *wsi) {
    static const char *const addresses[CLIENTS] = {"127.0.0.1", "127.0.0.1", "10.0.0.2",
                                                   "2001:db8::"};
    const char *address = addresses[wsi - world.clients];
    if (wsi->open) return;
    *wsi = (struct lws){.open = true, .reads = true, .let = true, .timer_us = INT64_MAX};
    EXPECT(wsi->visitor = visitors_enter(&world.server.visitors, address));
    EXPECT(!call(wsi, LWS_CALLBACK_ESTABLISHED, NULL, 0));
}

/* Sends what the line says, with the names in place of their numbers. */
static void speak(struct lws *wsi, const char *line, bool whole) {
    static const char kinds[] = "gcsi";
    Out out = out_growing();
    come(wsi);
    for (; *line; line++) {
        const char *kind = *line == '$' && line[1] ? strchr(kinds, line[1]) : NULL;
        int number = kind ? line[2] - '0' : -1;
        if (number < 0 || number >= world.named_count[kind - kinds]) {
            out_char(&out, *line);
            continue;
        }
        Named *named = &world.named[kind - kinds][number];
        named->told = true;
        out_text(&out, named->text);
        line += 2;
    }
    char *text = out_take(&out);
    if (text && wsi->let) {
        wsi->whole = whole;
        if (call(wsi, LWS_CALLBACK_RECEIVE, text, strlen(text)) < 0) hang_up(wsi);
    }
    free(text);
}

/* ---- what is done ---------------------------------------------------------------------------- */

static void request_fail(StoreRequest *request) {
    request->found = DATABASE_FAILED;
    error_set(&request->error, MSG_NO_MEMORY);
}

/* One round of the store's thread, in which time doesn't pass: all writes, then all reads. */
static bool store_works(void) {
    Store *store = world.server.games.store;
    StoreRequest *batch = store->waiting, **end = store->last, *read;
    if (!batch && !store->reads.count) return false;
    bool fails = world.fails;
    world.fails = false;
    if (batch) {
        store->waiting = NULL;
        store->last = &store->waiting;
        for (StoreRequest *request = batch; request && fails; request = request->next)
            request_fail(request);
        if (!fails) batch_run(store->database, batch);
        store->written = store->submitted;
        store_finish(store, batch, end);
    }
    while ((read = CONTAINER_OR_NULL(fair_pop(&store->reads), StoreRequest, item))) {
        if (fails)
            request_fail(read);
        else
            read->found = request_do(store->database, read);
        store_finish(store, read, &read->next);
    }
    return true;
}

static bool workers_work(bool working) {
    bool did = false;
    for (int kind = 0; kind < WORKERS; kind++) {
        JobWorker *worker = world.server.games.workers[kind];
        Job *job = CONTAINER_OR_NULL(fair_pop(&worker->queue), Job, item);
        if (!job) continue;
        if (working) job_do(worker, job);
        job_finish(worker, job);
        did = true;
    }
    return did;
}

static bool timers_run(void) {
    bool did = false;
    for (int i = 0; i < CLIENTS; i++) {
        struct lws *wsi = &world.clients[i];
        if (!wsi->open || wsi->timer_us > now_us()) continue;
        wsi->timer_us = INT64_MAX;
        call(wsi, LWS_CALLBACK_TIMER, NULL, 0);
        did = true;
    }
    if (world.timer && world.timer_us <= now_us()) {
        lws_sorted_usec_list_t *timer = world.timer;
        world.timer = NULL;
        world.timer_run(timer);
        did = true;
    }
    return did;
}

/* A game in memory is as it is stored, and can be played again from that. */
static void check_game(const LiveGame *live) {
    HenkaError error;
    GameRow row = GAME_ROW_EMPTY;
    EXPECT(live->game && !live->change && !live->waiting);
    EXPECT(henka_game_plies(live->game) == live->row.plies);
    EXPECT(database_load(database, live->row.id, &row, &error) == DATABASE_DONE);
    EXPECT(row.version == live->row.version && row.plies == live->row.plies);
    EXPECT(!strcmp(row.moves, live->row.moves) && row.agreed == live->row.agreed);
    EXPECT(row.outcome.reason == live->row.outcome.reason);
    EXPECT(row.clock.running == live->row.clock.running &&
           row.holder_count == live->row.holder_count);
    HenkaGame *again = build_replay(NULL, henka_game_variant(live->game), &row, &error);
    EXPECT(again && henka_game_hash(again) == henka_game_hash(live->game));
    henka_game_free(again);
    database_row_free(&row);
}

/* Everything is done: nobody waits for anything. */
static void check_rest(void) {
    for (int i = 0; i < CLIENTS; i++)
        EXPECT(!world.clients[i].open || !world.clients[i].client.message);
    for (int i = 0; i < GAMES_BUCKETS && !world.foreign; i++)
        for (const LiveGame *live = LIST_FIRST(&world.server.games.buckets[i]); live;
             live = LIST_NEXT(live, entry))
            check_game(live);
}

static void settle(void) {
    for (int round = 0;; round++) {
        EXPECT(round < 100000);
        bool did = timers_run();
        did = store_works() || did;
        did = workers_work(true) || did;
        messages_take_reports(&world.server);
        for (int i = 0; i < CLIENTS; i++) drain(&world.clients[i]);
        if (!did) break;
    }
    check_rest();
}

/* ---- the server ------------------------------------------------------------------------------ */

static void wake(void *context) { (void)context; }

static void server_begins(void) {
    Server *server = &world.server;
    *server = (Server){
        .games = {.events = &messages_events, .limits = &server->limits, .watch = &server->watch},
        .limits = limits_standard(),
        .chat = true,
        .keep_days = 30};
    server->watch.shared = &world.now_ms;
    EXPECT(server->games.store = calloc(1, sizeof *server->games.store));
    server->games.store->database = database;
    server->games.store->last = &server->games.store->waiting;
    server->games.store->finished_last = &server->games.store->finished;
    server->games.store->wake = wake;
    for (int kind = 0; kind < WORKERS; kind++) {
        JobWorker *worker = server->games.workers[kind] = calloc(1, sizeof *worker);
        EXPECT(worker && (worker->budget = henka_budget_new(0)));
        worker->last = &worker->done;
        worker->wake = wake;
    }
    EXPECT(server->games.pool = calloc(1, sizeof *server->games.pool));
    EXPECT(lobby_begin(server) && tick_begin(server));
    if (!hello) EXPECT(hello = answer_hello(server->lobby, server->chat));
    server->hello = hello;
}

/* As serve.c does it. */
static void server_ends(void) {
    Server *server = &world.server;
    clients_dismiss(server);
    for (int i = 0; i < CLIENTS; i++) drain(&world.clients[i]);
    server->games.ending = true;
    tick_end(server);
    while (workers_work(false)) {}
    messages_take_reports(server);
    while (store_works()) {}
    store_take(server->games.store, server->log);
    for (int i = 0; i < CLIENTS; i++) hang_up(&world.clients[i]);
    games_free(&server->games);
    EXPECT(!server->games.pool->first && LIST_EMPTY(&server->clients) &&
           LIST_EMPTY(&server->hinted));
    free(server->games.pool);
    for (int kind = 0; kind < WORKERS; kind++) {
        henka_budget_free(server->games.workers[kind]->budget);
        free(server->games.workers[kind]);
    }
    free(server->games.store);
    lobby_free(server);
    tick_free(server);
    bans_free(&server->bans);
    visitors_free(&server->visitors);
    world.timer = NULL;
}

static void sql(const char *text) {
    EXPECT(sqlite3_exec(other, text, NULL, NULL, NULL) == SQLITE_OK);
}

static void files_remove(void) {
    static const char *const tails[] = {"", "-wal", "-shm"};
    char name[sizeof path + 8];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path, tails[i]);
        unlink(name);
    }
    rmdir(folder);
}

static void database_opens(void) {
    HenkaError error;
    EXPECT(database = database_open(path, &error));
}

static void world_begins(void) {
    if (!database) {
        snprintf(folder, sizeof folder, "%s/henka-fuzz-XXXXXX",
                 access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
        EXPECT(mkdtemp(folder));
        talks = getenv("FUZZ_TALK");
        snprintf(path, sizeof path, "%s/games.db", folder);
        atexit(files_remove);
        database_opens();
        EXPECT(sqlite3_open(path, &other) == SQLITE_OK);
    }
    sql("DELETE FROM games; DELETE FROM definitions; DELETE FROM holders; UPDATE server SET alive "
        "= 0");
    memset(&world, 0, sizeof world);
    world.now_ms = INT64_C(1800000000000);
    server_begins();
}

static void restart(void) {
    server_ends();
    database_close(database);
    database_opens();
    server_begins();
}

static void line_do(const char *line) {
    if (talks) fprintf(stderr, "%s\n", line);
    static const char clients[] = "0123ABCDabcd";
    const char *who = *line ? strchr(clients, *line) : NULL;
    int64_t number = *line ? strtoll(line + 1, NULL, 10) : 0;
    struct lws *wsi = &world.clients[number & (CLIENTS - 1)];
    if (number < 0) number = 0;
    if (who) {
        int place = (int)(who - clients);
        speak(&world.clients[place % CLIENTS], line + 1, place < 2 * CLIENTS);
        if (place < CLIENTS) settle();
        return;
    }
    switch (*line) {
    case '-':
        hang_up(wsi);
        break;
    case '~':
        wsi->reads = !wsi->reads;
        break;
    case 's':
        store_works();
        messages_take_reports(&world.server);
        break;
    case 'w':
        workers_work(true);
        messages_take_reports(&world.server);
        break;
    case '.':
        settle();
        break;
    case 'f':
        world.fails = true;
        break;
    case 'v':
        sql("UPDATE games SET version = version + 1");
        world.foreign = true;
        break;
    case 'x':
        sql("DELETE FROM games");
        world.foreign = true;
        break;
    case 'e':
    case 'i':
        engine_answers(world.server.games.pool, number, *line == 'e');
        messages_take_reports(&world.server);
        break;
    case 't':
        world.now_ms += number % (INT64_C(1) << 34);
        timers_run();
        break;
    case 'p':
        if (wsi->open) call(wsi, LWS_CALLBACK_RECEIVE_PONG, NULL, 0);
        break;
    case 'k':
        restart();
        break;
    default:
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    EXPECT(text);
    memcpy(text, data, size);
    text[size] = 0;
    world_begins();
    char *input = strdup(text), *line = text;
    EXPECT(world.input = input);
    for (int i = 0; line && i < LINES; i++) {
        char *end = strchr(line, '\n');
        if (end) *end++ = 0;
        line_do(line);
        line = end;
    }
    settle();
    server_ends();
    free(input);
    free(text);
    return 0;
}
