#include "connections/tick.h"

#include "base/compiler.h"
#include "base/error.h"
#include "connections/client.h"
#include "connections/lobby.h"
#include "games/games.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEED_BYTES = 64,          /* of the text of a deed */
    READ_AT_ONCE = 64,        /* games of one list from the store */
    ALIVE_EVERY_MS = 5000,    /* heartbeat while a clock runs */
    DEEDS_EVERY_MS = 2000,    /* interval of looking for new deeds, while a client is connected */
    EXPIRE_EVERY_MS = 600000, /* interval of looking for games to be deleted */
    EXPIRE_AGAIN_MS = 1000,   /* interval if there were more games than one list holds */
    ROOM_AGAIN_MS = 10000,    /* interval if there is no room and none could be made */
    ROOM_PART = 64,           /* one part in this number of the permitted amount stays free */
    HOUR_MS = 3600000,
    LONGEST_WAIT_MS = 60000, /* because the machine's clock may be set */
    DAY_MS = 86400000
};

/* A list of games that is read for the tick; processed when it is complete. */
typedef struct Reading {
    StoreRequest request;                       /* that reads it */
    Server *server;                             /* NULL: nothing is being read */
    char ids[READ_AT_ONCE][GAME_ID_LENGTH + 1]; /* of the games */
    int64_t at_ms[READ_AT_ONCE];                /* when each one's flag falls */
    int count;                                  /* of both */
} Reading;

/* An operator's deeds, read for the tick. */
typedef struct Deeds {
    StoreRequest request;                       /* that reads it */
    Server *server;                             /* NULL: nothing is being read */
    int64_t last;                               /* number of the last deed that was read, or -1 */
    int count;                                  /* number of new deeds, READ_AT_ONCE at most */
    char ids[READ_AT_ONCE][GAME_ID_LENGTH + 1]; /* of games that were changed, or "" */
    char what[READ_AT_ONCE][DEED_BYTES];        /* the texts of the deeds */
    Bans bans;                                  /* the bans that hold now, if there were new
                                                   deeds */
} Deeds;

/* Why games are deleted. */
typedef enum Reason {
    REASON_WAITED, /* a player was waited for in vain */
    REASON_OLD,    /* they have not changed for as long as --keep says */
    REASON_ROOM,   /* other games need their room */
    REASONS
} Reason;

/* The search for games to be deleted for a reason. */
typedef struct Expiry {
    Reading reading;
    Reason reason;
    int64_t due_ms;   /* when games are looked for next */
    int64_t rests_ms; /* of REASON_ROOM: not before this moment, because no game could be deleted */
    int kept_count;   /* number of the oldest games that are in use: to be skipped */
} Expiry;

struct Tick {
    lws_sorted_usec_list_t timer; /* libwebsockets' timer for the next thing that is due */
    Server *server;               /* whose tick it is */
    int64_t stored_ms;            /* when the next flag falls of a game that isn't in memory */
    int64_t alive_ms;             /* when the next heartbeat is due */
    Expiry expiries[REASONS];     /* games that are to be deleted */
    Reading running;              /* being read while its server is set */
    Deeds deeds;                  /* being read while its server is set */
    int64_t deeds_ms;             /* when deeds are looked for next */
    StoreRequest alive, back;     /* the heartbeat, and the message that the server has started
                                     again */
    bool noting;                  /* `alive` is with the store */
};

static int64_t earlier(int64_t one, int64_t other) { return one < other ? one : other; }

/* Does a clock run, in memory or in the store? */
static bool time_runs(const Server *server) {
    return live_due_ms(&server->games) != GAMECLOCK_NEVER ||
           server->tick->stored_ms != GAMECLOCK_NEVER;
}

static void reading_visit(void *context, const GameRow *row) {
    Reading *reading = context;
    if (reading->count == READ_AT_ONCE) return;
    reading->at_ms[reading->count] = gameclock_deadline_ms(&row->clock);
    strcpy(reading->ids[reading->count++], row->id);
}

static void reading_begin(Reading *reading, Server *server, StoreRequest request, StoreDone *done) {
    if (reading->server) return;
    *reading = (Reading){.server = server, .request = request};
    reading->request.limit = READ_AT_ONCE;
    reading->request.visit = reading_visit;
    reading->request.context = reading;
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
            live_recall(&server->games, reading->ids[i]);
        else
            next_ms = earlier(next_ms, at_ms);
    }
    /* The rows behind a full list are not known yet. */
    if (reading->count == READ_AT_ONCE)
        next_ms = earlier(next_ms, reading->at_ms[READ_AT_ONCE - 1]);
    if (next_ms <= now_ms) next_ms = now_ms + 100;
    server->tick->stored_ms = earlier(server->tick->stored_ms, next_ms);
    tick_plan(server);
}

/* ---- games that are deleted ------------------------------------------------------------------ */

/* The number of games to be deleted so that some room stays free; 0: none. */
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
    bool text, makes_room = expiry->reason == REASON_ROOM;
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

/* Looks for games to be deleted for the reason, if there can be any. */
static void expiry_begin(Server *server, Expiry *expiry, int64_t now_ms) {
    const Limits *limits = &server->limits;
    bool text = false;
    StoreRequest request = {.offset = expiry->kept_count};
    expiry->due_ms = now_ms + EXPIRE_EVERY_MS;
    if (expiry->reason == REASON_WAITED) {
        request.action = STORE_WAITED;
        request.waits = (DatabaseWaits){.moved_ms = now_ms - limits->first_move_days * DAY_MS,
                                        .live_ms = now_ms - limits->joining_hours * HOUR_MS,
                                        .days_ms = now_ms - limits->joining_days * DAY_MS};
    } else if (expiry->reason == REASON_OLD) {
        request.action = STORE_OLD;
        request.moment_ms = now_ms - server->keep_days * DAY_MS;
        if (!server->keep_days) return;
    } else {
        request.action = STORE_SPARE;
        request.moment_ms = now_ms - limits->abandoned_days * DAY_MS;
        if (!room_lacks(server, &text)) return;
        request.text = text;
    }
    reading_begin(&expiry->reading, server, request, expiry_read);
}

bool tick_has_room(Server *server, int64_t bytes, HenkaError *error) {
    bool text;
    DatabaseRoom holds = store_holds(server->games.store);
    Expiry *expiry = &server->tick->expiries[REASON_ROOM];
    if (room_lacks(server, &text)) {
        int64_t now_ms = watch_now_ms(&server->watch);
        int64_t due_ms = now_ms < expiry->rests_ms ? expiry->rests_ms : now_ms;
        expiry->due_ms = earlier(expiry->due_ms, due_ms);
        tick_plan(server);
    }
    if (holds.games >= server->limits.kept_games) return error_say(error, 0, 0, MSG_STORE_FULL);
    return !bytes || holds.text + bytes <= server->limits.kept_text ||
           error_say(error, 0, 0, MSG_STORE_TEXT_FULL);
}

/* ---- what an operator did -------------------------------------------------------------------- */

static void deeds_deed(void *context, int64_t number, const char *what, const char *id) {
    Deeds *deeds = context;
    if (deeds->count == READ_AT_ONCE) return; /* the next ones are read the next time */
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
    live_fall(&server->games);
    live_rise(&server->games);
    live_tell(&server->games);
    lobby_tell(server);
    if (now_ms >= tick->stored_ms) {
        tick->stored_ms = GAMECLOCK_NEVER;
        StoreRequest request = {.action = STORE_RUNNING};
        reading_begin(&tick->running, server, request, running_read);
    }
    if (now_ms >= tick->alive_ms) {
        tick->alive_ms = now_ms + ALIVE_EVERY_MS;
        if (time_runs(server)) alive_note(server);
    }
    if (server->visitors.connections && now_ms >= tick->deeds_ms) {
        tick->deeds_ms = now_ms + DEEDS_EVERY_MS;
        deeds_look(server);
    }
    for (int reason = 0; reason < REASONS; reason++)
        if (now_ms >= tick->expiries[reason].due_ms)
            expiry_begin(server, &tick->expiries[reason], now_ms);
    live_sweep(&server->games);
    loop_count(&server->loop, "tick", "", began_us);
    tick_plan(server);
}

void tick_plan(Server *server) {
    Tick *tick = server->tick;
    if (!tick || server->games.ending) return;
    int64_t due_ms = earlier(live_due_ms(&server->games), tick->stored_ms);
    due_ms = earlier(due_ms, lobby_due_ms(server));
    if (time_runs(server)) due_ms = earlier(due_ms, tick->alive_ms);
    for (int reason = 0; reason < REASONS; reason++)
        due_ms = earlier(due_ms, tick->expiries[reason].due_ms);
    if (server->visitors.connections) due_ms = earlier(due_ms, tick->deeds_ms);
    int64_t wait_ms = earlier(live_rest_ms(&server->games), live_tell_ms(&server->games));
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

void tick_stored(Server *server, int64_t at_ms) {
    if (!server->tick || server->games.ending) return;
    server->tick->stored_ms = earlier(server->tick->stored_ms, at_ms);
    tick_plan(server);
}

static void is_back(StoreRequest *request) {
    Tick *tick = request->context;
    tick->stored_ms = 0;
    tick_plan(tick->server);
}

bool tick_begin(Server *server) {
    Tick *tick = server->tick = calloc(1, sizeof *tick);
    if (!tick) return false;
    tick->server = server;
    tick->stored_ms = GAMECLOCK_NEVER;
    for (int reason = 0; reason < REASONS; reason++) tick->expiries[reason].reason = (Reason)reason;
    tick->deeds.last = -1;
    deeds_look(server);
    tick->back = (StoreRequest){
        .action = STORE_BACK, .moment_ms = watch_now_ms(&server->watch), .context = tick};
    store_submit(server->games.store, &tick->back, is_back);
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
