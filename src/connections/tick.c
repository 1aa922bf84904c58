#include "connections/tick.h"

#include "base/error.h"
#include "connections/client.h"
#include "connections/lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEED_BYTES = 64,          /* size of the text of an operator's action (a deed, admin.h) */
    READ_AT_ONCE = 64,        /* most games, or operators' actions, in one answer of the store */
    ALIVE_EVERY_MS = 5000,    /* interval of heartbeats while a clock runs */
    DEEDS_EVERY_MS = 2000,    /* between reads of operators' actions, while a client is connected */
    EXPIRE_EVERY_MS = 600000, /* interval of searches for games to be deleted */
    EXPIRE_AGAIN_MS = 1000,   /* pause before the next search for such games, after a full list */
    ROOM_AGAIN_MS = 10000,    /* pause before the next search, if no game could be deleted */
    ROOM_PART = 64,           /* this part of games and bytes of definitions stays free */
    HOUR_MS = 3600000,
    LONGEST_WAIT_MS = 60000, /* longest wait: the machine's clock may be changed */
    DAY_MS = 86400000
};

/* A list of games that the store reads for the tick. It is processed when it is complete. */
typedef struct Reading {
    StoreRequest request;                       /* the store's request that reads the list */
    Server *server;                             /* set while `request` is under way; else NULL */
    char ids[READ_AT_ONCE][GAME_ID_LENGTH + 1]; /* ids of the listed games */
    int64_t at_ms[READ_AT_ONCE];                /* when the flag of each game falls */
    int count;                                  /* number of games */
} Reading;

/* Actions of the operator (`henka admin`) that the store reads for the tick. */
typedef struct Deeds {
    StoreRequest request;                       /* the store's request that reads the actions */
    Server *server;                             /* set while `request` is under way; else NULL */
    int64_t last;                               /* number of the last action read; -1: none */
    int count;                                  /* number of new actions, READ_AT_ONCE at most */
    char ids[READ_AT_ONCE][GAME_ID_LENGTH + 1]; /* by action: id of the game it changed; "": none */
    char what[READ_AT_ONCE][DEED_BYTES];        /* by action: its text, such as "ban" */
    Bans bans;                                  /* the current bans, if there were new actions */
} Deeds;

/* The lists of games to be deleted. LIST_WAITED: a player did not come; LIST_OLD: not changed for
 * as long as --keep says; LIST_SPARE: other games need the room. */
static const DatabaseList expired[] = {LIST_WAITED, LIST_OLD, LIST_SPARE};
enum { EXPIRIES = sizeof expired / sizeof *expired };

/* A repeated search for games to be deleted. */
typedef struct Expiry {
    Reading reading;
    DatabaseList list; /* the list that is searched, one of `expired` */
    int64_t due_ms;    /* when the next search is due */
    int64_t rests_ms;  /* for LIST_SPARE: earliest next search after one in vain */
    int kept_count;    /* number of games in use at the list's beginning, to skip */
} Expiry;

struct Tick {
    lws_sorted_usec_list_t timer; /* libwebsockets' timer for the next thing that is due */
    Server *server;               /* the server that the tick belongs to */
    int64_t stored_ms;            /* when the next flag falls in games that are not in memory */
    int64_t alive_ms;             /* when the next heartbeat is due */
    Expiry expiries[EXPIRIES];    /* the searches for games to be deleted */
    Reading running, waiting;     /* stored games whose clock runs; where the engine is to move */
    Deeds deeds;                  /* actions of the operator */
    int64_t deeds_ms;             /* when the store is next asked for new actions of operators */
    StoreRequest alive, back;     /* requests: write a heartbeat; note the new start */
    bool noting;                  /* the request `alive` is under way */
};

static int64_t earlier(int64_t one, int64_t other) { return one < other ? one : other; }

/* Does the clock of any game run, in memory or in the store? */
static bool time_runs(const Server *server) {
    return server->games.alarms.count || server->tick->stored_ms != GAMECLOCK_NEVER;
}

static void reading_visit(void *context, const GameRow *row) {
    Reading *reading = context;
    if (reading->count == READ_AT_ONCE) return;
    reading->at_ms[reading->count] = gameclock_deadline_ms(&row->clock);
    strcpy(reading->ids[reading->count++], row->id);
}

static void reading_begin(Reading *reading, Server *server, DatabaseQuery query, StoreDone *done) {
    if (reading->server) return;
    *reading = (Reading){.server = server};
    query.limit = READ_AT_ONCE;
    reading->request = (StoreRequest){
        .action = STORE_LIST, .query = query, .visit = reading_visit, .context = reading};
    store_submit(server->games.store, &reading->request, done);
}

/* ---- flags of games that are not in memory --------------------------------------------------- */

static void running_read(StoreRequest *request) {
    Reading *reading = request->context;
    Server *server = reading->server;
    reading->server = NULL;
    if (server->games.ending) return;
    int64_t now_ms = watch_now_ms(&server->watch);
    int64_t next_ms = GAMECLOCK_NEVER;
    if (request->found != DATABASE_DONE) next_ms = now_ms + ALIVE_EVERY_MS;
    for (int i = 0; i < reading->count; i++) {
        int64_t at_ms = reading->at_ms[i];
        if (at_ms == GAMECLOCK_NEVER || live_find(&server->games, reading->ids[i])) continue;
        if (at_ms <= now_ms)
            live_resume(&server->games, reading->ids[i]);
        else
            next_ms = earlier(next_ms, at_ms);
    }
    /* A full list: the store may have more games, whose flags fall after the last of these. */
    if (reading->count == READ_AT_ONCE)
        next_ms = earlier(next_ms, reading->at_ms[READ_AT_ONCE - 1]);
    if (next_ms <= now_ms) next_ms = now_ms + 100;
    server->tick->stored_ms = earlier(server->tick->stored_ms, next_ms);
    tick_plan(server);
}

/* ---- games that are deleted ------------------------------------------------------------------ */

/* The number of games that must be deleted to keep 1/ROOM_PART of the room free; 0: none. Sets
 * *text if the games' definitions take too much room. */
static int64_t room_lacks(const Server *server, bool *text) {
    const DatabaseRoom holds = store_holds(server->games.store);
    int64_t games = server->limits.kept_games, bytes = server->limits.kept_text;
    int64_t spare = games / ROOM_PART > 1 ? games / ROOM_PART : games > 1;
    *text = holds.text > bytes - bytes / ROOM_PART;
    if (holds.games > games - spare) return holds.games - (games - spare);
    return *text ? READ_AT_ONCE : 0;
}

static void expiry_read(StoreRequest *request) {
    Reading *reading = request->context;
    Expiry *expiry = CONTAINER_OF(reading, Expiry, reading);
    Server *server = reading->server;
    bool text, makes_room = expiry->list == LIST_SPARE;
    reading->server = NULL;
    if (server->games.ending || request->found != DATABASE_DONE) return;
    int64_t most = makes_room ? room_lacks(server, &text) : READ_AT_ONCE;
    int64_t now_ms = watch_now_ms(&server->watch), gone = 0;
    for (int i = 0; i < reading->count && gone < most; i++)
        if (live_expire(&server->games, reading->ids[i]))
            gone++;
        else
            expiry->kept_count++;
    bool more = reading->count == READ_AT_ONCE;
    if (!more) expiry->kept_count = 0;
    if (makes_room && gone < most && !more) expiry->rests_ms = now_ms + ROOM_AGAIN_MS;
    if (makes_room ? gone < most : more)
        expiry->due_ms = makes_room && more ? now_ms : now_ms + EXPIRE_AGAIN_MS;
    if (expiry->due_ms < expiry->rests_ms) expiry->due_ms = expiry->rests_ms;
    tick_plan(server);
}

/* Begins a search in the expiry's list for games to be deleted, unless there are none: LIST_OLD has
 * none without --keep, LIST_SPARE while there is room. */
static void expiry_begin(Server *server, Expiry *expiry, int64_t now_ms) {
    const Limits *limits = &server->limits;
    bool text = false;
    const int64_t days[] = {[LIST_WAITED] = limits->first_move_days,
                            [LIST_OLD] = server->keep_days,
                            [LIST_SPARE] = limits->abandoned_days};
    expiry->due_ms = now_ms + EXPIRE_EVERY_MS;
    if (expiry->list == LIST_OLD && !server->keep_days) return;
    if (expiry->list == LIST_SPARE && !room_lacks(server, &text)) return;
    DatabaseQuery query = {.list = expiry->list,
                           .offset = expiry->kept_count,
                           .before_ms = now_ms - days[expiry->list] * DAY_MS,
                           .live_ms = now_ms - limits->joining_hours * HOUR_MS,
                           .days_ms = now_ms - limits->joining_days * DAY_MS,
                           .text = text};
    reading_begin(&expiry->reading, server, query, expiry_read);
}

bool tick_has_room(Server *server, int64_t bytes, HenkaError *error) {
    bool text;
    DatabaseRoom holds = store_holds(server->games.store);
    Expiry *expiry = &server->tick->expiries[EXPIRIES - 1];
    if (room_lacks(server, &text)) {
        int64_t now_ms = watch_now_ms(&server->watch);
        int64_t due_ms = now_ms < expiry->rests_ms ? expiry->rests_ms : now_ms;
        expiry->due_ms = earlier(expiry->due_ms, due_ms);
        tick_plan(server);
    }
    if (holds.games >= server->limits.kept_games) return error_set(error, MSG_STORE_FULL);
    return !bytes || holds.text + bytes <= server->limits.kept_text ||
           error_set(error, MSG_STORE_TEXT_FULL);
}

/* ---- what an operator did -------------------------------------------------------------------- */

static void deeds_deed(void *context, int64_t number, const char *what, const char *id) {
    Deeds *deeds = context;
    if (deeds->count == READ_AT_ONCE) return; /* full: a later read gets the further actions */
    snprintf(deeds->what[deeds->count], DEED_BYTES, "%s", what);
    snprintf(deeds->ids[deeds->count], GAME_ID_LENGTH + 1, "%s", id);
    deeds->count++;
    deeds->last = number;
}

static void deeds_ban(void *context, const char *kind, const char *what, bool mutes) {
    bans_add(&((Deeds *)context)->bans, kind, what, mutes);
}

static void deeds_read(StoreRequest *request) {
    Deeds *deeds = request->context;
    Server *server = deeds->server;
    bool first = request->moment_ms < 0;
    deeds->server = NULL;
    if (request->found != DATABASE_DONE || server->games.ending) {
        deeds->last = request->moment_ms;
        bans_free(&deeds->bans);
        return;
    }
    if (deeds->last < 0) deeds->last = 0;
    if (!first && !deeds->count) return;
    bans_free(&server->bans);
    server->bans = deeds->bans;
    deeds->bans = (Bans){0};
    for (int i = 0; i < deeds->count && !first; i++) {
        LOG_EVENT(server->log, "admin", LOG_TEXT("what", deeds->what[i]));
        if (*deeds->ids[i]) live_changed_outside(&server->games, deeds->ids[i]);
    }
    clients_keep_out(server);
    if (deeds->count < READ_AT_ONCE) return;
    server->tick->deeds_ms = 0;
    tick_plan(server);
}

static void deeds_look(Server *server) {
    Deeds *deeds = &server->tick->deeds;
    if (deeds->server) return;
    deeds->server = server;
    deeds->count = 0;
    deeds->request = (StoreRequest){.action = STORE_DEEDS,
                                    .moment_ms = deeds->last,
                                    .deed = deeds_deed,
                                    .ban = deeds_ban,
                                    .context = deeds};
    store_submit(server->games.store, &deeds->request, deeds_read);
}

/* ---- being there ----------------------------------------------------------------------------- */

static void alive_noted(StoreRequest *request) { ((Tick *)request->context)->noting = false; }

static void alive_note(Server *server) {
    Tick *tick = server->tick;
    if (tick->noting) return;
    tick->noting = true;
    tick->alive = (StoreRequest){
        .action = STORE_ALIVE, .moment_ms = watch_now_ms(&server->watch), .context = tick};
    store_submit(server->games.store, &tick->alive, alive_noted);
}

/* ---- the timer ------------------------------------------------------------------------------- */

static void tick_run(lws_sorted_usec_list_t *timer) {
    Tick *tick = CONTAINER_OF(timer, Tick, timer);
    Server *server = tick->server;
    int64_t now_ms = watch_now_ms(&server->watch), began_us = figures_busy_us();
    live_tick(&server->games);
    lobby_tell(server);
    if (now_ms >= tick->stored_ms) {
        tick->stored_ms = GAMECLOCK_NEVER;
        reading_begin(&tick->running, server, (DatabaseQuery){.list = LIST_RUNNING}, running_read);
    }
    if (now_ms >= tick->alive_ms) {
        tick->alive_ms = now_ms + ALIVE_EVERY_MS;
        if (time_runs(server)) alive_note(server);
    }
    if (server->visitors.connections && now_ms >= tick->deeds_ms) {
        tick->deeds_ms = now_ms + DEEDS_EVERY_MS;
        deeds_look(server);
    }
    for (int i = 0; i < EXPIRIES; i++)
        if (now_ms >= tick->expiries[i].due_ms) expiry_begin(server, &tick->expiries[i], now_ms);
    live_sweep(&server->games);
    loop_count(&server->loop, "tick", "", began_us);
    tick_plan(server);
}

void tick_plan(Server *server) {
    Tick *tick = server->tick;
    if (!tick || server->games.ending) return;
    int64_t wait_ms = live_wait_ms(&server->games);
    int64_t due_ms = earlier(tick->stored_ms, lobby_due_ms(server));
    if (time_runs(server)) due_ms = earlier(due_ms, tick->alive_ms);
    for (int i = 0; i < EXPIRIES; i++) due_ms = earlier(due_ms, tick->expiries[i].due_ms);
    if (server->visitors.connections) due_ms = earlier(due_ms, tick->deeds_ms);
    if (due_ms != GAMECLOCK_NEVER)
        wait_ms = earlier(wait_ms, due_ms - watch_now_ms(&server->watch));
    if (wait_ms == GAMECLOCK_NEVER) {
        lws_sul_schedule(server->loop.context, 0, &tick->timer, tick_run,
                         LWS_SET_TIMER_USEC_CANCEL);
        return;
    }
    wait_ms = earlier(wait_ms < 1 ? 1 : wait_ms, LONGEST_WAIT_MS);
    lws_sul_schedule(server->loop.context, 0, &tick->timer, tick_run,
                     watch_patience_ms(&server->watch, wait_ms) * LWS_US_PER_MS);
}

void tick_stored(Games *games, int64_t at_ms) {
    Server *server = server_of(games);
    if (!server->tick || server->games.ending) return;
    server->tick->stored_ms = earlier(server->tick->stored_ms, at_ms);
    tick_plan(server);
}

static void is_back(StoreRequest *request) {
    Tick *tick = request->context;
    tick->stored_ms = 0;
    tick_plan(tick->server);
}

/* Continues the games in which the engine is to move. A game of two engines waits until a client
 * watches it. Of very many games only the most recently changed are resumed. */
static void waiting_read(StoreRequest *request) {
    Reading *reading = request->context;
    for (int i = 0; i < reading->count && !reading->server->games.ending; i++)
        live_resume(&reading->server->games, reading->ids[i]);
    reading->server = NULL;
}

bool tick_begin(Server *server) {
    Tick *tick = server->tick = calloc(1, sizeof *tick);
    if (!tick) return false;
    tick->server = server;
    tick->stored_ms = GAMECLOCK_NEVER;
    for (int i = 0; i < EXPIRIES; i++) tick->expiries[i].list = expired[i];
    tick->deeds.last = -1;
    deeds_look(server);
    tick->back = (StoreRequest){
        .action = STORE_BACK, .moment_ms = watch_now_ms(&server->watch), .context = tick};
    store_submit(server->games.store, &tick->back, is_back);
    reading_begin(&tick->waiting, server, (DatabaseQuery){.list = LIST_WAITING}, waiting_read);
    return true;
}

void tick_end(Server *server) {
    if (server->tick) alive_note(server);
}

void tick_free(Server *server) {
    if (server->tick) bans_free(&server->tick->deeds.bans);
    free(server->tick);
    server->tick = NULL;
}
