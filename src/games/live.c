#include "games/games.h"

#include "base/compiler.h"
#include "base/error.h"
#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESUMED_AT_START = 64,  /* games in which the engine goes on when the server starts */
    CLAIM_MS = 60000,       /* after a player has left for this time, the other may claim the
                               game */
    FLAG_AGAIN_MS = 500,    /* until a flag that could not fall is tried again */
    TOLD_TWICE_MS = 1000,   /* the presence is broadcast at most twice in this time */
    MINUTE_MS = 60000,      /* the period of the limit of offers */
    FULL_STRENGTH_MS = 3000 /* thinking time without a level */
};

/* The part of a change that the rules work out. */
typedef enum Act {
    ACT_NONE, /* none: the change is about the row only, or is a new game */
    ACT_TEXT, /* the move that `text` means */
    ACT_MOVE, /* `move`, which the engine found */
    ACT_END,  /* the game ends by `reason`, said by `side` */
    ACT_UNDO, /* moves are taken back until `plies` of them are left */
} Act;

/* A change of a game, or a new game, on its way to the store. live.h draws its states. The act's
 * result is worked out by the rules: at once for a shipped game, else on the worker, because the
 * moves of a made-up game may take arbitrarily long. */
struct LiveChange {
    Job job;              /* on the worker, for a made-up game */
    StoreRequest request; /* that stores it */
    Act act;              /* the act to do */
    uint64_t steps;       /* steps that the act took, for a made-up game */
    char *text;           /* of ACT_TEXT: the move as received. Owned */
    HenkaMove move;       /* of ACT_MOVE */
    HenkaReason reason;   /* of ACT_END */
    HenkaSide side;       /* of ACT_END: the side that ends it */
    int plies;            /* of the game after the act; of ACT_TEXT: before it, -1 not given */
    LiveActor actor;      /* of ACT_TEXT: the player; its lag_ms: the part that is given back */
    int64_t given_ms;     /* lag that was not charged to the clock */
    HenkaSide gives;      /* the side that moved, which gets given_ms */
    int64_t now_ms;       /* when the change was requested */
    bool same;            /* the act had been done already */
    HenkaError error;     /* why the act was refused; empty: it was not refused */
    LiveGame *live;       /* the game that is changed, or the new one */
    LiveWaiter *waiter;   /* the requester; NULL: the engine, or a client that has gone */
    GameRow row;          /* the row with the change; only its moves are owned, its other texts are
                          live's */
    HenkaGame *game;      /* the game with the change; NULL: it is being deleted */
    bool created;         /* it is a new game */
    LiveChange *note;  /* of a new game that is a rematch: the change that links the old game to it,
                          or NULL. The old game can't be changed otherwise until the new one is
                          stored */
    bool rests;        /* the engine does not go on after it (LiveGame.paused) */
    int declined;      /* the side that has declined an offer, or -1 */
    OfferKind offered; /* the kind of that offer */
};

/* A game that is deleted without being in memory. */
struct Deleting {
    StoreRequest request;
    Games *games;
    LiveWaiter *waiter;
    GameRow row;
};

/* ---- games in memory ------------------------------------------------------------------------- */

static LiveGame **live_bucket(const Games *games, const char *id) {
    uint32_t hash = hash_more_32(HASH_START_32, id, strlen(id));
    return (LiveGame **)&games->buckets[hash % GAMES_BUCKETS];
}

LiveGame *live_find(const Games *games, const char *id) {
    for (LiveGame *live = *live_bucket(games, id); live; live = live->next)
        if (!strcmp(live->row.id, id)) return live;
    return NULL;
}

static void live_link(LiveGame *live) {
    LiveGame **bucket = live_bucket(live->games, live->row.id);
    live->next = *bucket;
    *bucket = live;
}

static void live_unlink(LiveGame *live) {
    LiveGame **link = live_bucket(live->games, live->row.id);
    while (*link != live) link = &(*link)->next;
    *link = live->next;
}

/* Lists the game for live_sweep, which frees it if it is not needed. */
static void live_mark(LiveGame *live) {
    if (live->marked_unused) return;
    live->marked_unused = true;
    live->next_unused = live->games->unused;
    live->games->unused = live;
}

/* Cancels the search for the engine's move, whether it runs or rests. */
static void live_stop(LiveGame *live) {
    alarm_clear(&live->games->rests, &live->rest);
    if (live->thought.search) pool_cancel(live->games->pool, live->thought.search);
    live->thought.search = NULL;
}

static void change_free(LiveChange *change) {
    henka_game_free(change->game);
    free(change->row.moves);
    free(change->text);
    free(change);
}

/* Sets the alarm of the flag; clears it if no clock runs. */
static void live_alarm(LiveGame *live) {
    Games *games = live->games;
    int64_t deadline_ms = live->game ? gameclock_deadline_ms(&live->row.clock) : GAMECLOCK_NEVER;
    if (deadline_ms == GAMECLOCK_NEVER)
        alarm_clear(&games->alarms, &live->alarm);
    else if (alarm_set(&games->alarms, &live->alarm, deadline_ms))
        games->events->due(games);
}

static void live_free(LiveGame *live) {
    live_stop(live);
    if (live->alarm.place) live->games->events->unloaded(live->games, live->alarm.at_ms);
    alarm_clear(&live->games->alarms, &live->alarm);
    alarm_clear(&live->games->tellings, &live->told);
    henka_game_free(live->game);
    json_decref(live->settings);
    database_row_free(&live->row);
    free(live);
}

static void live_report(Thought *, const SearchReport *);
static void live_moved(Thought *, int place);

static LiveGame *live_new(Games *games) {
    LiveGame *live = calloc(1, sizeof *live);
    if (!live) return NULL;
    *live = (LiveGame){.games = games,
                       .row = GAME_ROW_EMPTY,
                       .thought = {.report = live_report, .moved = live_moved},
                       .aborted_by = -1};
    for (int side = 0; side < 2; side++) live->away_ms[side] = watch_now_ms(games->watch);
    return live;
}

/* ---- who is there ---------------------------------------------------------------------------- */

/* The sides that persons play. */
static int human_sides(const GameRow *row) {
    return (row->engine[0] ? 0 : SEAT_SENTE) | (row->engine[1] ? 0 : SEAT_GOTE);
}

int live_sides(const LiveGame *live, const TokenHash *browser) {
    const GameRow *row = &live->row;
    if (!row->holder_count) return human_sides(row) | SEAT_HOLDER;
    const Holder *holder = seat_holder((Holder *)row->holders, row->holder_count, browser);
    return holder ? holder->sides | SEAT_HOLDER : 0;
}

static void live_tell_now(LiveGame *live, const Client *but) {
    const LiveFollow *first = live->followers;
    if (!first || (first->client == but && !first->next)) return; /* no one to be notified */
    live->told_ms[0] = live->told_ms[1];
    live->told_ms[1] = watch_steady_ms(live->games->watch);
    live->games->events->presence(live, but);
}

/* Broadcasts the presence, or postpones that (debounce): each player that arrives or leaves costs a
 * message to every follower. */
static void live_tell_later(LiveGame *live, const Client *but) {
    Games *games = live->games;
    int64_t due_ms = live->told_ms[0] + TOLD_TWICE_MS;
    if (live->told.place) return;
    if (live->told_ms[0] && watch_steady_ms(games->watch) < due_ms &&
        alarm_set(&games->tellings, &live->told, due_ms))
        games->events->due(games);
    else
        live_tell_now(live, but);
}

int64_t live_tell_ms(const Games *games) {
    const Alarm *first = alarms_first(&games->tellings);
    return first ? first->at_ms - watch_steady_ms(games->watch) : GAMECLOCK_NEVER;
}

void live_tell(Games *games) {
    while (live_tell_ms(games) <= 0) {
        Alarm *first = alarms_first(&games->tellings);
        LiveGame *live = CONTAINER_OF(first, LiveGame, told);
        alarm_clear(&games->tellings, first);
        if (live->game) live_tell_now(live, NULL);
    }
}

/* Counts the players and watchers of the game. Broadcasts the presence to all clients except `but`
 * if it changed. */
static void live_look(LiveGame *live, const Client *but) {
    int sides = 0, watchers = 0;
    bool changed = false;
    for (const LiveFollow *follow = live->followers; follow; follow = follow->next) {
        int own = live->game ? live_sides(live, follow->browser) : 0;
        sides |= own;
        watchers += !own;
    }
    for (int side = 0; side < 2; side++) {
        bool here = sides >> side & 1;
        if (here == !live->away_ms[side]) continue;
        live->away_ms[side] = here ? 0 : watch_now_ms(live->games->watch);
        changed = changed || live->row.two;
    }
    changed = changed || watchers != live->watchers;
    live->watchers = watchers;
    if (changed && live->game) live_tell_later(live, but);
}

void live_look_again(LiveGame *live) { live_look(live, NULL); }

/* Can a side claim the game once the other player has left? */
static bool live_can_be_claimed(const LiveGame *live) {
    const GameRow *row = &live->row;
    ClockKind kind = row->clock.rules.kind;
    return row->two && !row->open[0] && !row->open[1] && kind != CLOCK_KIND_NONE &&
           kind != CLOCK_KIND_DAYS && row->outcome.reason == HENKA_PLAYING;
}

Here live_here(const LiveGame *live) {
    Here here = {.watchers = live->watchers};
    bool claimed = live_can_be_claimed(live);
    for (int side = 0; side < 2 && live->row.two; side++) {
        if (live->row.open[side]) continue;
        here.away_ms[side] = live->away_ms[side];
        if (claimed && here.away_ms[side]) here.claim_ms[side] = here.away_ms[side] + CLAIM_MS;
    }
    return here;
}

int live_queue(const LiveGame *live) {
    return live->thought.search ? pool_place(live->games->pool, live->thought.search) : 0;
}

void live_follow(LiveGame *live, LiveFollow *follow) {
    follow->live = live;
    follow->next = live->followers;
    follow->link = &live->followers;
    if (follow->next) follow->next->link = &follow->next;
    live->followers = follow;
    live_look(live, follow->client);
}

void live_unfollow(LiveFollow *follow) {
    LiveGame *live = follow->live;
    if (!live) return;
    *follow->link = follow->next;
    if (follow->next) follow->next->link = follow->link;
    live_mark(live);
    follow->live = NULL;
    live_look(live, NULL);
}

static bool live_is_needed(const LiveGame *live) {
    return live->followers || live->waiting || live->change || live->thought.search ||
           live->rest.place || !live->game;
}

void live_sweep(Games *games) {
    LiveGame *live = games->unused;
    games->unused = NULL;
    for (LiveGame *next; live; live = next) {
        next = live->next_unused;
        live->marked_unused = false;
        if (live_is_needed(live)) continue;
        live_unlink(live);
        live_free(live);
    }
}

void games_free(Games *games) {
    games->unused = NULL;
    for (int i = 0; i < GAMES_BUCKETS; i++)
        for (LiveGame *live = games->buckets[i], *next; live; live = next) {
            next = live->next;
            live_free(live);
        }
    memset(games->buckets, 0, sizeof games->buckets);
    assert(!games->alarms.count && !games->rests.count && !games->tellings.count);
    alarms_free(&games->alarms);
    alarms_free(&games->rests);
    alarms_free(&games->tellings);
    thinking_free(&games->thinking);
}

int live_count(const Games *games) {
    int count = 0;
    for (int i = 0; i < GAMES_BUCKETS; i++)
        for (const LiveGame *live = games->buckets[i]; live; live = live->next) count++;
    return count;
}

HenkaVariant *live_variant(const Games *games, const char *definition, const json_t *settings) {
    for (int i = 0; i < GAMES_BUCKETS; i++)
        for (LiveGame *live = games->buckets[i]; live; live = live->next)
            if (live->game && !strcmp(live->row.definition, definition) &&
                (json_equal(live->settings, settings) ||
                 (!settings && !json_object_size(live->settings))))
                return henka_variant_retain(henka_game_variant(live->game));
    return NULL;
}

/* ---- time that is up ------------------------------------------------------------------------- */

/* The part of this lag that is given back to the side now. */
static int64_t live_lag_ms(LiveGame *live, int side, int64_t lag_ms) {
    const Games *games = live->games;
    return gameclock_lag_ms(&live->lag[side], lag_ms, games->limits->lag_move,
                            games->limits->lag_minute, watch_steady_ms(games->watch));
}

/* When the flag of the running side falls: its deadline, plus what is given back of the lag of its
 * slowest connection. */
static int64_t live_flag_ms(LiveGame *live) {
    int64_t deadline_ms = gameclock_deadline_ms(&live->row.clock), lag_ms = 0;
    if (deadline_ms == GAMECLOCK_NEVER) return GAMECLOCK_NEVER;
    int side = live->row.clock.running;
    for (const LiveFollow *follow = live->followers; follow; follow = follow->next) {
        int64_t own_ms = live->games->events->lag_ms(follow->client);
        if (own_ms > lag_ms && live_sides(live, follow->browser) >> side & 1) lag_ms = own_ms;
    }
    return deadline_ms + live_lag_ms(live, side, lag_ms);
}

static bool live_time_is_up(LiveGame *live) {
    int64_t now_ms = watch_now_ms(live->games->watch);
    return gameclock_deadline_ms(&live->row.clock) <= now_ms && live_flag_ms(live) <= now_ms;
}

/* Does it wait to play a move that arrived before the flag fell? */
static bool waiter_came_before(LiveGame *live, const LiveWaiter *waiter) {
    return waiter->moved_ms && waiter->moved_ms < live_flag_ms(live);
}

/* Ends the game whose flag has fallen. A game from an earlier version that has all its moves
 * already is drawn. */
static bool live_end_by_time(LiveGame *live, HenkaError *error) {
    HenkaReason reason = live->row.plies >= BUILD_MAX_PLIES ? HENKA_MOVE_LIMIT : HENKA_TIME;
    HenkaSide side = live->row.clock.running == HENKA_SENTE ? HENKA_SENTE : HENKA_GOTE;
    return live_end(live, reason, side, NULL, error) == LIVE_CHANGING;
}

/* ---- waiting --------------------------------------------------------------------------------- */

static void live_wait(LiveGame *live, LiveWaiter *waiter) {
    LiveWaiter **end = &live->waiting;
    while (*end) end = &(*end)->next;
    *end = waiter;
    waiter->next = NULL;
    waiter->live = live;
}

void live_unwait(LiveWaiter *waiter) {
    if (waiter->change) waiter->change->waiter = NULL;
    waiter->change = NULL;
    if (waiter->deleting) waiter->deleting->waiter = NULL;
    waiter->deleting = NULL;
    if (!waiter->live) return;
    LiveWaiter **link = &waiter->live->waiting;
    while (*link != waiter) link = &(*link)->next;
    *link = waiter->next;
    live_mark(waiter->live);
    waiter->live = NULL;
}

/* The waiter that gets the game next: the first one; if a flag has fallen, the first one with a
 * move that arrived before that. */
static LiveWaiter **live_next(LiveGame *live) {
    if (!live->game || !live_time_is_up(live)) return &live->waiting;
    LiveWaiter **link = &live->waiting;
    while (*link && !waiter_came_before(live, *link)) link = &(*link)->next;
    return *link ? link : &live->waiting;
}

/* Hands the game to its waiters, until one of them begins a change; or reports the error to all. */
static void live_release(LiveGame *live, const HenkaError *error) {
    while (live->waiting && !live->change) {
        LiveWaiter **link = live_next(live), *waiter = *link;
        *link = waiter->next;
        waiter->live = NULL;
        waiter->ready(waiter, error);
    }
    live_mark(live);
}

/* Takes the game out of memory, although it has followers or waiters: it is deleted from the store
 * (error NULL), or it can't be had for this error. */
static void live_drop(LiveGame *live, const HenkaError *error) {
    HenkaError gone;
    error_say(&gone, 0, 0, MSG_STORE_NO_GAME, arg_text(live->row.id));
    live_stop(live);
    live_unlink(live);
    henka_game_free(live->game);
    live->game = NULL;
    live->games->events->lost(live, error);
    while (live->followers) live_unfollow(live->followers);
    live_release(live, error ? error : &gone);
    for (LiveGame **link = &live->games->unused; *link; link = &(*link)->next_unused)
        if (*link == live) {
            *link = live->next_unused;
            break;
        }
    live_free(live);
}

/* ---- loading --------------------------------------------------------------------------------- */

/* A stored game on its way into memory: the store reads it, then the worker builds it. */
typedef struct Loading {
    Job job;              /* that builds the game */
    StoreRequest request; /* that reads the row */
    LiveGame *live;       /* that is loaded */
    GameRow row;          /* that the store fills */
    json_t *settings;     /* the row's, read */
    Build build;          /* its game */
} Loading;

static void loading_free(Loading *loading) {
    build_free(&loading->build);
    json_decref(loading->settings);
    database_row_free(&loading->row);
    free(loading);
}

static void loading_fail(Loading *loading, const HenkaError *error) {
    live_drop(loading->live, error);
    loading_free(loading);
}

static void loading_work(Job *job) {
    build_game(&CONTAINER_OF(job, Loading, job)->build, job->budget);
}

/* Tidies the row of a game that is over: no side is to move, no clock runs, and no offer stands
 * except a rematch. */
static void live_over_tidy(GameRow *row, const HenkaGame *game, int64_t now_ms) {
    bool over = row->outcome.reason != HENKA_PLAYING;
    row->turn = over ? -1 : (int)henka_game_side(game);
    row->engine_turn = !over && row->engine[row->turn];
    if (!over) return;
    row->offer[OFFER_DRAW] = row->offer[OFFER_UNDO] = -1;
    gameclock_start(&row->clock, -1, now_ms);
}

static void loading_built(Job *job) {
    Loading *loading = CONTAINER_OF(job, Loading, job);
    LiveGame *live = loading->live;
    Build *build = &loading->build;
    if (!build->game || live->deleted) {
        if (live->deleted)
            error_say(&build->error, 0, 0, MSG_STORE_NO_GAME, arg_text(live->row.id));
        else if (!*build->error.message)
            error_say(&build->error, 0, 0, MSG_NO_MEMORY);
        loading_fail(loading, &build->error);
        return;
    }
    live->game = build->game;
    live->settings = build->changed;
    live->shipped = build->shipped;
    live->steps = build->steps;
    live->row = loading->row;
    build->game = NULL;
    build->changed = NULL;
    loading->row = (GameRow){0};
    live->row.plies = henka_game_plies(live->game);
    live->row.outcome = build->outcome;
    live_over_tidy(&live->row, live->game, watch_now_ms(live->games->watch));
    loading_free(loading);
    live_alarm(live);
    live_look(live, NULL);
    if (live->resumes) live_think(live, &(HenkaError){0});
    live->resumes = false;
    if (live->followers) live->games->events->changed(live);
    live_release(live, NULL);
}

static void loading_read(StoreRequest *request) {
    Loading *loading = request->context;
    LiveGame *live = loading->live;
    if (request->found != DATABASE_DONE || live->games->ending) {
        loading_fail(loading, request->found == DATABASE_NO_GAME ? NULL : &request->error);
        return;
    }
    loading->settings = json_loads(loading->row.settings, 0, NULL);
    if (!json_is_object(loading->settings)) {
        HenkaError error;
        error_say(&error, 0, 0, MSG_STORED_SETTINGS_BROKEN);
        loading_fail(loading, &error);
        return;
    }
    loading->build = (Build){
        .definition = loading->row.definition, .settings = loading->settings, .row = &loading->row};
    loading->build.variant = live_variant(live->games, loading->row.definition, loading->settings);
    bool shipped = build_is_shipped(loading->row.definition);
    loading->job = (Job){.steps = BUILD_REPLAY_STEPS, .work = loading_work, .done = loading_built};
    worker_submit(live->games->workers[shipped ? WORKER_SHIPPED : WORKER_REPLAYS], &loading->job,
                  live->visitor);
}

/* Reads the game of the row's id from the store. False: no memory. */
static bool live_read(LiveGame *live) {
    Loading *loading = calloc(1, sizeof *loading);
    if (!loading) return false;
    loading->live = live;
    strcpy(loading->row.id, live->row.id);
    loading->request = (StoreRequest){
        .action = STORE_LOAD, .visitor = live->visitor, .row = &loading->row, .context = loading};
    store_submit(live->games->store, &loading->request, loading_read);
    return true;
}

/* NULL: no memory. How much lag was given back before is not known, so the bucket begins full. */
static LiveGame *live_load(Games *games, const char *id, uint64_t visitor) {
    LiveGame *live = live_new(games);
    if (!live) return NULL;
    for (int side = 0; side < 2; side++)
        live->lag[side] =
            (Bucket){(double)games->limits->lag_minute, watch_steady_ms(games->watch)};
    strncpy(live->row.id, id, GAME_ID_LENGTH);
    live->visitor = visitor;
    if (!live_read(live)) {
        free(live);
        return NULL;
    }
    live_link(live);
    return live;
}

/* Another program has written the game: reads it again. */
static void live_reload(LiveGame *live) {
    char id[GAME_ID_LENGTH + 1];
    strcpy(id, live->row.id);
    live_stop(live);
    henka_game_free(live->game);
    json_decref(live->settings);
    database_row_free(&live->row);
    live->game = NULL;
    live->settings = NULL;
    live_alarm(live);
    strcpy(live->row.id, id);
    HenkaError error;
    if (live_read(live)) return;
    error_say(&error, 0, 0, MSG_NO_MEMORY);
    live_drop(live, &error);
}

void live_changed_outside(Games *games, const char *id) {
    LiveGame *live = live_find(games, id);
    if (!live || !live->game || live->change)
        return; /* the store finds out with the change under
                                                         way */
    live->resumes = true;
    live_reload(live);
}

LiveGame *live_get(Games *games, const char *id, LiveWaiter *waiter, HenkaError *error) {
    LiveGame *live = live_find(games, id);
    if (live && live->game && !live->change) {
        live_mark(live);
        if (!live_time_is_up(live) || waiter_came_before(live, waiter)) return live;
        if (!live_end_by_time(live, error)) return NULL;
    }
    if (!database_is_id(id)) return error_say(error, 0, 0, MSG_STORE_NO_GAME, arg_text(id)), NULL;
    if (!live && !(live = live_load(games, id, waiter->visitor)))
        return error_say(error, 0, 0, MSG_NO_MEMORY), NULL;
    live_wait(live, waiter);
    return NULL;
}

typedef struct Resuming {
    StoreRequest request;
    Games *games;
    char ids[RESUMED_AT_START][GAME_ID_LENGTH + 1];
    int count;
} Resuming;

static void resuming_visit(void *context, const GameRow *row) {
    Resuming *resuming = context;
    if (row->engine[0] != row->engine[1] && resuming->count < RESUMED_AT_START)
        strcpy(resuming->ids[resuming->count++], row->id);
}

static void resuming_done(StoreRequest *request) {
    Resuming *resuming = request->context;
    for (int i = 0; i < resuming->count && !resuming->games->ending; i++) {
        LiveGame *live = live_find(resuming->games, resuming->ids[i]);
        if (!live) live = live_load(resuming->games, resuming->ids[i], 0);
        if (live && !live->game)
            live->resumes = true;
        else if (live)
            live_think(live, &(HenkaError){0});
    }
    free(resuming);
}

/* A game of two engines waits until a client watches it. Of very many games only the most recently
 * changed are resumed. */
void live_resume(Games *games) {
    Resuming *resuming = calloc(1, sizeof *resuming);
    if (!resuming) return;
    resuming->games = games;
    resuming->request = (StoreRequest){.action = STORE_WAITING,
                                       .limit = 4 * RESUMED_AT_START,
                                       .visit = resuming_visit,
                                       .context = resuming};
    store_submit(games->store, &resuming->request, resuming_done);
}

/* ---- time ------------------------------------------------------------------------------------ */

int64_t live_due_ms(const Games *games) {
    const Alarm *first = alarms_first(&games->alarms);
    return first ? first->at_ms : GAMECLOCK_NEVER;
}

static LiveGame *live_of_alarm(Alarm *alarm) { return CONTAINER_OF(alarm, LiveGame, alarm); }

void live_fall(Games *games) {
    int64_t now_ms = watch_now_ms(games->watch);
    for (Alarm *first; (first = alarms_first(&games->alarms)) && first->at_ms <= now_ms;) {
        LiveGame *live = live_of_alarm(first);
        int64_t flag_ms = live_flag_ms(live);
        HenkaError error;
        alarm_set(&games->alarms, first, flag_ms > now_ms ? flag_ms : now_ms + FLAG_AGAIN_MS);
        if (flag_ms <= now_ms && !live->change && live->game) live_end_by_time(live, &error);
    }
}

void live_recall(Games *games, const char *id) {
    if (!live_find(games, id)) live_load(games, id, 0);
}

/* ---- changes --------------------------------------------------------------------------------- */

static bool live_over(const LiveGame *live) { return live->row.outcome.reason != HENKA_PLAYING; }

/* A change with a copy of the game and of the row. */
static LiveChange *change_begin(LiveGame *live, LiveWaiter *waiter, HenkaError *error) {
    LiveChange *change = calloc(1, sizeof *change);
    if (change) {
        change->live = live;
        change->waiter = waiter;
        change->declined = -1;
        change->now_ms = watch_now_ms(live->games->watch);
        change->row = live->row;
        change->row.moves = malloc(strlen(live->row.moves) + 1 + BUILD_MOVE_BYTES);
        change->game = henka_game_copy(live->game);
        if (change->row.moves && change->game) {
            strcpy(change->row.moves, live->row.moves);
            return change;
        }
        change_free(change);
    }
    return error_say(error, 0, 0, MSG_NO_MEMORY), NULL;
}

/* ---- acts: what the rules make of them, on the change's own game, on any thread -------------- */

static void moves_append(char *moves, const char *text) {
    size_t length = strlen(moves);
    if (length) moves[length++] = ' ';
    strcpy(moves + length, text);
}

static void moves_truncate(char *moves, int plies) {
    char *end = moves;
    for (; plies > 0 && *end; plies--) end += strcspn(end, " ") + (plies > 1);
    *end = 0;
}

static bool act_move(LiveChange *change, HenkaMove move) {
    char text[BUILD_MOVE_BYTES];
    HenkaSide side = henka_game_side(change->game);
    if (henka_game_plies(change->game) >= BUILD_MAX_PLIES)
        return error_say(&change->error, 0, 0, MSG_GAME_TOO_LONG, arg_number(BUILD_MAX_PLIES));
    henka_move_text(change->game, move, HENKA_USI, text, sizeof text);
    if (!henka_game_play(change->game, move))
        return error_say(&change->error, 0, 0, MSG_MOVE_NOT_LEGAL, arg_text(text));
    moves_append(change->row.moves, text);
    GameRow *row = &change->row;
    if (row->offer[OFFER_DRAW] == !side) row->offer[OFFER_DRAW] = -1;
    row->offer[OFFER_UNDO] = -1;
    bool over = henka_game_outcome(change->game).reason != HENKA_PLAYING;
    int64_t moved_ms = change->act == ACT_TEXT ? change->actor.arrived_ms : change->now_ms;
    int64_t ran_ms = row->clock.running == (int)side ? moved_ms - row->clock.since_ms : 0;
    change->given_ms = ran_ms < change->actor.lag_ms ? ran_ms : change->actor.lag_ms;
    change->gives = side;
    gameclock_press(&row->clock, over || row->engine[!side] ? -1 : (int)!side, moved_ms,
                    change->actor.lag_ms);
    if (!over && henka_game_plies(change->game) >= BUILD_MAX_PLIES) {
        henka_game_end(change->game, HENKA_MOVE_LIMIT, side);
        row->agreed = true;
    }
    return true;
}

static bool act_end(LiveChange *change, HenkaReason reason, HenkaSide side) {
    if (!henka_game_end(change->game, reason, side))
        return reason == HENKA_IMPASSE
                   ? error_say(&change->error, 0, 0, MSG_NO_IMPASSE)
                   : error_say(&change->error, 0, 0, MSG_GAME_CANNOT_END, arg_reason(reason));
    change->row.agreed = true;
    return true;
}

/* Was `usi` the move played after `ply` moves? A client whose connection broke may send it
 * again. */
static bool has_move(const HenkaGame *game, const char *usi, int ply) {
    HenkaMove move;
    int plies = henka_game_plies(game);
    if (ply < 0 || ply > plies) return false;
    if (ply == plies) return henka_game_outcome(game).reason == HENKA_ILLEGAL_MOVE;
    HenkaGame *back = henka_game_copy(game);
    while (back && henka_game_plies(back) > ply && henka_game_undo(back)) {}
    bool same =
        back && henka_move_parse(back, usi, &move, NULL) && move == henka_game_move_at(game, ply);
    henka_game_free(back);
    return same;
}

/* Between two persons, under strict play, a second move in one turn loses. A move that was meant
 * for the turn before is only late. */
static bool act_second_move(LiveChange *change, HenkaSide side) {
    int plies = henka_game_plies(change->game);
    bool his = change->actor.sides >> !side & 1;
    HenkaGame *copy = change->row.two && his && plies && henka_game_is_strict(change->game) &&
                              (change->plies < 0 || change->plies == plies)
                          ? henka_game_copy(change->game)
                          : NULL;
    bool moves = copy && henka_game_play_text(copy, change->text, NULL, NULL) != HENKA_TEXT_REFUSED;
    henka_game_free(copy);
    if (moves) return act_end(change, HENKA_ILLEGAL_MOVE, !side);
    return error_say(&change->error, 0, 0, MSG_NOT_YOUR_SIDE, arg_side(side));
}

static bool act_text(LiveChange *change) {
    HenkaMove move;
    HenkaError *error = &change->error;
    HenkaSide side = henka_game_side(change->game);
    HenkaOutcome outcome = henka_game_outcome(change->game);
    int plies = henka_game_plies(change->game);
    if (has_move(change->game, change->text, change->plies)) return change->same = true;
    if (outcome.reason != HENKA_PLAYING)
        return error_say(error, 0, 0, MSG_GAME_OVER, arg_reason(outcome.reason));
    if (change->row.engine[side]) return error_say(error, 0, 0, MSG_SIDE_IS_ENGINE, arg_side(side));
    if (change->row.open[0] || change->row.open[1]) return error_say(error, 0, 0, MSG_SEAT_IS_OPEN);
    if (!(change->actor.sides >> side & 1)) return act_second_move(change, side);
    if (change->plies >= 0 && change->plies != plies)
        return error_say(error, 0, 0, MSG_MOVE_TOO_LATE, arg_number(plies),
                         arg_number(change->plies));
    if (change->row.clock.running == (int)side && change->actor.arrived_ms - change->actor.lag_ms >=
                                                      gameclock_deadline_ms(&change->row.clock))
        return act_end(change, HENKA_TIME, side);
    if (henka_move_parse(change->game, change->text, &move, error)) return act_move(change, move);
    HenkaGame *copy =
        henka_game_copy(change->game); /* tried on a copy, for act_end ends the game */
    bool both = !change->row.two && !change->row.engine[!side] &&
                (change->actor.sides & (SEAT_SENTE | SEAT_GOTE)) == (SEAT_SENTE | SEAT_GOTE);
    bool loses = copy && (both ? henka_game_play_text_both : henka_game_play_text)(
                             copy, change->text, NULL, NULL) == HENKA_TEXT_LOST;
    HenkaSide loser = loses ? !henka_game_outcome(copy).winner : side;
    henka_game_free(copy);
    if (loses) *error = (HenkaError){0};
    return loses && act_end(change, HENKA_ILLEGAL_MOVE, loser);
}

/* Lifts an agreed ending too: henka_game_undo takes the last move back with it, so that move is
 * played again. */
static bool act_undo(LiveChange *change) {
    HenkaGame *game = change->game;
    bool lifts = henka_game_plies(game) == change->plies && change->plies;
    HenkaMove last = lifts ? henka_game_move_at(game, change->plies - 1) : HENKA_NO_MOVE;
    do henka_game_undo(game);
    while (henka_game_plies(game) > change->plies);
    if (lifts) henka_game_play(game, last);
    moves_truncate(change->row.moves, change->plies);
    change->row.agreed = false;
    change->row.offer[OFFER_DRAW] = change->row.offer[OFFER_UNDO] = -1;
    HenkaSide side = henka_game_side(game);
    bool runs = change->plies && !change->row.engine[side];
    gameclock_start(&change->row.clock, runs ? (int)side : -1, change->now_ms);
    return true;
}

/* Updates the row from the game, except for the time of writing. outcome: the game's, as determined
 * on the thread that may ask the rules. */
static void row_update(GameRow *row, const HenkaGame *game, HenkaOutcome outcome, int64_t now_ms) {
    row->outcome = outcome;
    row->agreed = row->agreed && row->outcome.reason != HENKA_PLAYING;
    row->plies = henka_game_plies(game);
    live_over_tidy(row, game, now_ms);
}

/* False: the change's error says why. */
static bool change_act(LiveChange *change) {
    bool done = true;
    if (change->act == ACT_TEXT) done = act_text(change);
    if (change->act == ACT_MOVE) done = act_move(change, change->move);
    if (change->act == ACT_END) done = act_end(change, change->reason, change->side);
    if (change->act == ACT_UNDO) done = act_undo(change);
    if (done && change->game && !change->same)
        row_update(&change->row, change->game, henka_game_outcome(change->game), change->now_ms);
    return done;
}

/* Runs within the job's budget. The game must be replayed to be loaded again, so all its moves
 * together may take no more steps than a replay may. */
static void change_work(Job *job) {
    LiveChange *change = CONTAINER_OF(job, LiveChange, job);
    HenkaBudget *budget = job->budget;
    bool grows = change->act == ACT_TEXT || change->act == ACT_MOVE;
    const HenkaVariant *variant = henka_game_variant(change->game);
    henka_game_set_budget(change->game, budget);
    bool done = change_act(change);
    henka_game_set_budget(change->game, NULL);
    change->steps = henka_budget_used(budget);
    if (henka_budget_spent(budget))
        henka_budget_error(budget, variant, &change->error);
    else if (done && grows && change->live->steps + change->steps > BUILD_REPLAY_STEPS)
        error_say(&change->error, 0, 0, MSG_GAME_TOO_SLOW);
}

/* ---- changes on their way -------------------------------------------------------------------- */

static void change_stored(StoreRequest *);

static LiveAnswer change_submit(LiveChange *change, StoreAction action) {
    LiveGame *live = change->live;
    GameRow *row = &change->row;
    int64_t now_ms = watch_now_ms(live->games->watch);
    live_stop(live);
    row->updated_ms = now_ms > row->updated_ms ? now_ms : row->updated_ms + 1;
    row->version++;
    change->request = (StoreRequest){.action = action, .row = row, .context = change};
    live->change = change;
    if (change->waiter) change->waiter->change = change;
    store_submit(live->games->store, &change->request, change_stored);
    return LIVE_CHANGING;
}

static void change_worked(Job *job) {
    LiveChange *change = CONTAINER_OF(job, LiveChange, job);
    LiveGame *live = change->live;
    LiveWaiter *waiter = change->waiter;
    bool refused = *change->error.message, leaving = refused && live->games->leaving,
         ending = live->games->ending || leaving; /* work that was broken off by the restart is
                                                      requested again by the page */
    if (!refused && !change->same && !ending) {
        change_submit(change, STORE_SAVE);
        return;
    }
    live->change = NULL;
    if (waiter) waiter->change = NULL;
    if (refused && !waiter && change->act == ACT_MOVE) {
        live->paused = true;
        live->games->events->engine_failed(live, &change->error);
    }
    live_think(live, &(HenkaError){0}); /* continues the search that the change stopped */
    if (waiter && !ending) {
        waiter->same = change->same;
        waiter->changed(waiter, live, refused ? &change->error : NULL);
    }
    change_free(change);
    live_release(live, NULL);
}

/* Works out the act and submits the result. The search is stopped meanwhile. */
static LiveAnswer change_do(LiveChange *change, HenkaError *error) {
    LiveGame *live = change->live;
    if (!live->shipped) {
        live_stop(live);
        live->change = change;
        if (change->waiter) change->waiter->change = change;
        change->job = (Job){.steps = BUILD_MOVE_STEPS, .work = change_work, .done = change_worked};
        worker_submit(live->games->workers[WORKER_MADE_UP], &change->job, live->visitor);
        return LIVE_CHANGING;
    }
    if (change_act(change) && !change->same) return change_submit(change, STORE_SAVE);
    LiveAnswer answer = change->same ? LIVE_DONE : LIVE_REFUSED;
    *error = change->error;
    change_free(change);
    return answer;
}

/* The copy with the change replaces the game. */
static void change_apply(LiveChange *change) {
    LiveGame *live = change->live;
    GameRow was = live->row; /* its texts are shared with the new row, or freed */
    live->steps = change->act == ACT_UNDO ? live->steps * (uint64_t)(change->plies + 1) /
                                                (uint64_t)(live->row.plies + 1)
                                          : live->steps + change->steps;
    henka_game_free(live->game);
    free(live->row.moves);
    live->game = change->game;
    live->row = change->row;
    for (int i = 0; i < was.holder_count; i++)
        if (!seat_holder(live->row.holders, live->row.holder_count, &was.holders[i].browser))
            live->games->events->unlisted(live, &was.holders[i].browser);
    change->game = NULL;
    change->row.moves = NULL;
    live->row.holders_changed = false;
    live->paused = change->rests;
    if (change->given_ms > 0) live->lag[change->gives].used += (double)change->given_ms;
    live_alarm(live);
    live_look(live, NULL);
    if (change->declined >= 0)
        live->games->events->declined(live, change->declined, change->offered);
    HenkaError error;
    if (live_think(live, &error))
        live->games->events->changed(live);
    else
        live->games->events->engine_failed(live, &error);
}

/* The new game is stored, or could not be stored: the game before it is now changed, or stays as it
 * is. */
static void change_go_on(LiveChange *note, bool kept) {
    LiveGame *live = note->live;
    if (kept && !live->games->ending) {
        change_submit(note, STORE_SAVE);
        return;
    }
    live->change = NULL;
    change_free(note);
    live_release(live, NULL);
}

static void change_stored(StoreRequest *request) {
    LiveChange *change = request->context;
    LiveGame *live = change->live;
    LiveWaiter *waiter = change->waiter;
    bool kept = request->found == DATABASE_DONE, deletes = request->action == STORE_DELETE;
    const HenkaError *error = kept ? NULL : &request->error;
    bool by_time = !waiter && change->act == ACT_END; /* waiters for that can't get the game */
    live->change = NULL;
    if (waiter) waiter->change = NULL;
    if (kept && !deletes)
        change_apply(change);
    else if (!kept)
        live->paused = true;
    if (!kept && !waiter && change->act == ACT_MOVE)
        live->games->events->engine_failed(live, error);
    if (change->note) change_go_on(change->note, kept);
    if (waiter) waiter->changed(waiter, live, error);
    if (kept && deletes)
        live_drop(live, NULL);
    else if (!kept && (change->created || live->games->ending))
        live_drop(live, error); /* no game is read again while the server ends */
    else if (kept || request->found == DATABASE_FAILED)
        live_release(live, by_time ? error : NULL);
    else
        live_reload(live);
    change_free(change);
}

/* The row of a new game; its texts may be NULL where memory ran out. */
static GameRow row_new(Games *games, const Build *build, const LiveSetup *setup) {
    const HenkaVariant *variant = henka_game_variant(build->game);
    GameRow row = GAME_ROW_EMPTY;
    build_id(row.id);
    row.definition = strdup(build->definition);
    row.game = strdup(henka_variant_name(variant));
    row.title = strdup(henka_variant_title(variant));
    row.settings = json_dumps(build->changed, JSON_COMPACT);
    row.start = strdup(build->start);
    row.moves = strdup(build->moves);
    row.agreed = build->agreed;
    row.created_ms = watch_now_ms(games->watch);
    row.level = setup->level;
    row.movetime_ms = setup->movetime_ms;
    row.two = setup->two;
    row.toss = setup->toss;
    row.clock = gameclock_new(&setup->clock);
    row.invitation = setup->invitation;
    for (int side = 0; side < 2; side++) {
        row.engine[side] = setup->engine[side];
        row.open[side] = setup->open[side];
        row.seat_token[side] = setup->seat_token[side];
        memcpy(row.name[side], setup->name[side], SEAT_NAME_BYTES);
    }
    for (int i = 0; i < setup->holder_count; i++) row.holders[i] = setup->holders[i];
    row.holder_count = setup->holder_count;
    row.holders_changed = true;
    return row;
}

/* note: the change of the game before it (LiveChange.note), or NULL. The new change takes it once
 * the answer is LIVE_CHANGING. */
static LiveAnswer game_create(Games *games, Build *build, const LiveSetup *setup,
                              LiveWaiter *waiter, LiveChange *note, HenkaError *error) {
    LiveGame *live = live_new(games);
    LiveChange *change = calloc(1, sizeof *change);
    if (live) {
        live->game = henka_game_copy(build->game);
        live->settings = json_incref(build->changed);
        live->shipped = build->shipped;
        live->steps = build->steps;
        live->visitor = waiter->visitor;
        live->row = row_new(games, build, setup);
    }
    const GameRow *row = live ? &live->row : NULL;
    if (!change || !live || !live->game || !row->definition || !row->game || !row->title ||
        !row->settings || !row->start || !row->moves || !(change->row.moves = strdup(row->moves)) ||
        !(change->game = henka_game_copy(live->game))) {
        if (change) change_free(change);
        if (live) live_free(live);
        return error_say(error, 0, 0, MSG_NO_MEMORY), LIVE_REFUSED;
    }
    char *moves = change->row.moves;
    change->row = *row;
    change->row.moves = moves;
    change->live = live;
    change->waiter = waiter;
    change->declined = -1;
    change->created = true;
    change->now_ms = row->created_ms;
    row_update(&change->row, change->game, build->outcome, change->now_ms);
    live_link(live);
    if ((change->note = note)) {
        strcpy(note->row.rematch, row->id);
        note->live->change = note;
    }
    return change_submit(change, STORE_INSERT);
}

LiveAnswer live_create(Games *games, Build *build, const LiveSetup *setup, LiveWaiter *waiter,
                       HenkaError *error) {
    return game_create(games, build, setup, waiter, NULL, error);
}

static void deleting_done(StoreRequest *request) {
    Deleting *deleting = request->context;
    LiveGame *live = live_find(deleting->games, deleting->row.id);
    bool done = request->found == DATABASE_DONE;
    if (deleting->waiter) {
        deleting->waiter->deleting = NULL;
        deleting->waiter->changed(deleting->waiter, NULL, done ? NULL : &request->error);
    }
    if (done && live && !live->game)
        live->deleted = true; /* the row that is being read is outdated */
    else if (done && live && !live->change)
        live_drop(live, NULL);
    free(deleting);
}

LiveAnswer live_delete(LiveGame *live, int by, LiveWaiter *waiter, HenkaError *error) {
    LiveChange *change = change_begin(live, waiter, error);
    if (!change) return LIVE_REFUSED;
    henka_game_free(change->game);
    change->game = NULL;
    live->aborted_by = by;
    return change_submit(change, STORE_DELETE);
}

/* A deletion of a game that isn't in memory, to be submitted to the store; NULL: no memory. */
static Deleting *deleting_new(Games *games, const char *id) {
    Deleting *deleting = calloc(1, sizeof *deleting);
    if (!deleting) return NULL;
    deleting->games = games;
    strncpy(deleting->row.id, id, GAME_ID_LENGTH);
    deleting->request =
        (StoreRequest){.action = STORE_DELETE, .row = &deleting->row, .context = deleting};
    return deleting;
}

LiveAnswer live_delete_unread(Games *games, const char *id, const TokenHash *browser, bool nobodys,
                              LiveWaiter *waiter, HenkaError *error) {
    if (!database_is_id(id))
        return error_say(error, 0, 0, MSG_STORE_NO_GAME, arg_text(id)), LIVE_REFUSED;
    Deleting *deleting = deleting_new(games, id);
    if (!deleting) return error_say(error, 0, 0, MSG_NO_MEMORY), LIVE_REFUSED;
    deleting->waiter = waiter;
    waiter->deleting = deleting;
    deleting->request.action = STORE_DELETE_OWN;
    deleting->request.browser = *browser;
    deleting->request.nobodys = nobodys;
    store_submit(games->store, &deleting->request, deleting_done);
    return LIVE_CHANGING;
}

bool live_expire(Games *games, const char *id) {
    Deleting *deleting = live_find(games, id) ? NULL : deleting_new(games, id);
    if (deleting) store_submit(games->store, &deleting->request, deleting_done);
    return deleting;
}

LiveAnswer live_unlist(LiveGame *live, const TokenHash *browser, LiveWaiter *waiter,
                       HenkaError *error) {
    LiveChange *change = change_begin(live, waiter, error);
    if (!change) return LIVE_REFUSED;
    GameRow *row = &change->row;
    bool listed = false;
    seat_holder(row->holders, row->holder_count, browser)->listed = false;
    for (int i = 0; i < row->holder_count; i++) listed = listed || row->holders[i].listed;
    row->holders_changed = true;
    change->rests = live->paused;
    if (listed) return change_submit(change, STORE_SAVE);
    henka_game_free(change->game);
    change->game = NULL;
    return change_submit(change, STORE_DELETE);
}

/* ---- playing --------------------------------------------------------------------------------- */

static bool live_expect_open(const LiveGame *live, HenkaError *error) {
    return !live_over(live) ||
           error_say(error, 0, 0, MSG_GAME_OVER, arg_reason(live->row.outcome.reason));
}

bool live_may_act(const LiveGame *live, HenkaSide side, HenkaError *error) {
    return live_expect_open(live, error) &&
           (!live->row.engine[side] || error_say(error, 0, 0, MSG_SIDE_IS_ENGINE, arg_side(side)));
}

LiveAnswer live_end(LiveGame *live, HenkaReason reason, HenkaSide side, LiveWaiter *waiter,
                    HenkaError *error) {
    LiveChange *change = change_begin(live, waiter, error);
    if (!change) return LIVE_REFUSED;
    change->act = ACT_END;
    change->reason = reason;
    change->side = side;
    return change_do(change, error);
}

LiveAnswer live_move(LiveGame *live, const char *usi, int ply, const LiveActor *actor,
                     LiveWaiter *waiter, HenkaError *error) {
    LiveChange *change = change_begin(live, waiter, error);
    if (!change) return LIVE_REFUSED;
    change->act = ACT_TEXT;
    change->plies = ply;
    change->actor = *actor;
    change->actor.lag_ms = live_lag_ms(live, henka_game_side(live->game), actor->lag_ms);
    if ((change->text = strdup(usi))) return change_do(change, error);
    change_free(change);
    return error_say(error, 0, 0, MSG_NO_MEMORY), LIVE_REFUSED;
}

static HenkaSide side_after(const LiveGame *live, int plies) {
    return (henka_game_side(live->game) + henka_game_plies(live->game) - plies) & 1 ? HENKA_GOTE
                                                                                    : HENKA_SENTE;
}

/* The target of a take-back: the last position in which a human was to move; between two persons,
 * in which this side was; in a game of two engines, the position before the last move. Returns the
 * number of moves left, -1 when there is no such position. */
static int undo_target(const LiveGame *live, HenkaSide side) {
    const bool *engine = live->row.engine;
    bool nobody = engine[0] && engine[1];
    int plies = live->row.plies;
    if (live->row.two) {
        for (plies--; plies >= 0; plies--)
            if (side_after(live, plies) == side) return plies;
        return -1;
    }
    if (live->row.agreed && (nobody || !engine[henka_game_side(live->game)])) return plies;
    for (plies--; plies >= 0; plies--)
        if (nobody || !engine[side_after(live, plies)]) return plies;
    return -1;
}

LiveAnswer live_undo(LiveGame *live, HenkaSide side, LiveWaiter *waiter, HenkaError *error) {
    int target = undo_target(live, side);
    if (target < 0) return error_say(error, 0, 0, MSG_NOTHING_TO_UNDO), LIVE_REFUSED;
    LiveChange *change = change_begin(live, waiter, error);
    if (!change) return LIVE_REFUSED;
    change->act = ACT_UNDO;
    change->plies = target;
    change->rests = true;
    return change_do(change, error);
}

bool live_engine_wants_draw(const LiveGame *live, HenkaSide side) {
    int score = live->score_cp[side];
    if (!live->scored[side] && live->shipped) {
        score = henka_game_evaluate(live->game);
        if (henka_game_side(live->game) != side) score = -score;
    }
    return score <= -100 || (live->row.plies >= 60 && score <= 20);
}

/* Rate limit: may the side make one more offer? If so, counts it. */
static bool live_may_offer(LiveGame *live, int side, HenkaError *error) {
    double most = (double)live->games->limits->offers;
    int64_t wait_ms = bucket_wait_ms(&live->offers[side], most / MINUTE_MS, most, 1,
                                     watch_steady_ms(live->games->watch));
    if (!wait_ms) live->offers[side].used++;
    return !wait_ms || error_say(error, 0, 0, MSG_OFFERS_TOO_MANY, arg_number(wait_ms / 1000 + 1));
}

LiveAnswer live_offer(LiveGame *live, OfferKind kind, int offer, int declined, LiveWaiter *waiter,
                      HenkaError *error) {
    if (offer >= 0 && !live_may_offer(live, offer, error)) return LIVE_REFUSED;
    LiveChange *change = change_begin(live, waiter, error);
    if (!change) return LIVE_REFUSED;
    change->row.offer[kind] = offer;
    change->declined = declined;
    change->offered = kind;
    change->rests = live->paused;
    return change_submit(change, STORE_SAVE);
}

/* ---- seats ----------------------------------------------------------------------------------- */

/* A change that gives the browser these sides; NULL and an error if it can't get them. */
static LiveChange *seat_change(LiveGame *live, const TokenHash *browser, int sides,
                               LiveWaiter *waiter, HenkaError *error) {
    bool known = seat_holder(live->row.holders, live->row.holder_count, browser);
    int there = 0;
    for (int i = 0; i < live->row.holder_count; i++)
        there += (live->row.holders[i].sides & sides) != 0;
    if (!known && (there >= SEAT_BROWSERS || live->row.holder_count == SEAT_HOLDERS))
        return error_say(error, 0, 0, MSG_SEAT_TOO_MANY, arg_number(SEAT_BROWSERS)), NULL;
    LiveChange *change = change_begin(live, waiter, error);
    if (!change) return NULL;
    GameRow *row = &change->row;
    if (!known) row->holders[row->holder_count++] = (Holder){.browser = *browser};
    Holder *holder = seat_holder(row->holders, row->holder_count, browser);
    holder->sides |= sides;
    holder->listed = true;
    row->holders_changed = true;
    change->rests = live->paused;
    return change;
}

LiveAnswer live_seat(LiveGame *live, const TokenHash *browser, int sides, LiveWaiter *waiter,
                     HenkaError *error) {
    LiveChange *change = seat_change(live, browser, sides, waiter, error);
    return change ? change_submit(change, STORE_SAVE) : LIVE_REFUSED;
}

LiveAnswer live_take(LiveGame *live, const TokenHash *browser, const char *name,
                     const TokenHash *token, LiveWaiter *waiter, HenkaError *error) {
    int side = live->row.open[HENKA_SENTE] ? HENKA_SENTE : HENKA_GOTE;
    LiveChange *change = seat_change(live, browser, 1 << side, waiter, error);
    if (!change) return LIVE_REFUSED;
    GameRow *row = &change->row;
    row->open[side] = false;
    row->invitation = (TokenHash){0};
    row->seat_token[side] = *token;
    memcpy(row->name[side], name, SEAT_NAME_BYTES);
    return change_submit(change, STORE_SAVE);
}

/* Takes these sides from every browser but this one. A browser that loses its last side is no
 * longer a holder. */
static void holders_put_out(GameRow *row, int sides, const TokenHash *alone) {
    int kept = 0;
    for (int i = 0; i < row->holder_count; i++) {
        Holder holder = row->holders[i];
        bool put_out = holder.sides & sides && !seat_is_same(&holder.browser, alone);
        if (put_out) holder.sides &= ~sides;
        if (!put_out || holder.sides) row->holders[kept++] = holder;
    }
    row->holder_count = kept;
    row->holders_changed = true;
}

LiveAnswer live_renew(LiveGame *live, int sides, const TokenHash *alone, const TokenHash *seat,
                      const TokenHash *invitation, LiveWaiter *waiter, HenkaError *error) {
    LiveChange *change = change_begin(live, waiter, error);
    if (!change) return LIVE_REFUSED;
    if (alone) holders_put_out(&change->row, sides, alone);
    for (int side = 0; side < 2; side++)
        if (sides >> side & 1) change->row.seat_token[side] = *seat;
    change->row.invitation = *invitation;
    change->rests = live->paused;
    return change_submit(change, STORE_SAVE);
}

/* The setup of the next game: players, names and tokens as before, or with the sides exchanged.
 * Then each seat's token opens the other seat. */
static LiveSetup setup_again(const GameRow *row, bool exchanged) {
    LiveSetup setup = {.two = row->two,
                       .level = row->level,
                       .movetime_ms = row->movetime_ms,
                       .toss = -1,
                       .clock = row->clock.rules};
    for (int side = 0; side < 2; side++) {
        int from = exchanged ? !side : side;
        setup.engine[side] = row->engine[from];
        setup.seat_token[side] = row->seat_token[from];
        memcpy(setup.name[side], row->name[from], SEAT_NAME_BYTES);
    }
    for (int i = 0; i < row->holder_count; i++) {
        Holder *holder = &setup.holders[setup.holder_count++];
        *holder = row->holders[i];
        if (exchanged) holder->sides = holder->sides >> 1 | (holder->sides & SEAT_SENTE) << 1;
        holder->listed = true;
    }
    return setup;
}

LiveAnswer live_rematch(LiveGame *live, LiveWaiter *waiter, HenkaError *error) {
    const GameRow *row = &live->row;
    /* The side that gave a handicap gives it again. */
    bool handicap = build_is_handicap(henka_game_variant(live->game), row->start);
    LiveSetup setup = setup_again(row, !handicap);
    Build build = {.definition = row->definition,
                   .changed = live->settings,
                   .start = row->start,
                   .moves = "",
                   .shipped = live->shipped};
    /* The start was no end of the game if moves were played, or if only the players ended it. */
    build.outcome = row->plies || row->agreed ? (HenkaOutcome){HENKA_PLAYING, -1} : row->outcome;
    build.game = henka_game_copy(live->game);
    if (!build.game) error_say(error, 0, 0, MSG_NO_MEMORY);
    while (build.game && henka_game_undo(build.game)) {}
    LiveChange *note = build.game ? change_begin(live, NULL, error) : NULL;
    LiveAnswer answer = LIVE_REFUSED;
    if (note) {
        note->row.offer[OFFER_REMATCH] = -1;
        answer = game_create(live->games, &build, &setup, waiter, note, error);
        if (answer == LIVE_REFUSED) change_free(note);
    }
    henka_game_free(build.game);
    return answer;
}

/* ---- the engine's part ----------------------------------------------------------------------- */

static HenkaLimits live_limits(const GameRow *row) {
    int standard_ms = row->level ? 100 + 90 * row->level : FULL_STRENGTH_MS;
    return (HenkaLimits){.level = row->level,
                         .movetime_ms = row->movetime_ms ? row->movetime_ms : standard_ms};
}

/* The levels and the varied first moves want the same seed in every search of a game, so it is made
 * from the game's id. */
static uint64_t seed_of(const char *id) {
    uint64_t seed = 0;
    for (; *id; id++) seed = seed * 131 + (unsigned char)*id;
    return seed;
}

Search *live_search(Games *games, uint64_t visitor, const HenkaGame *game,
                    const HenkaLimits *limits, Thought *thought, HenkaError *error) {
    Search *search =
        pool_submit(games->pool, visitor, henka_game_copy(game), limits, thought, error);
    if (search)
        thinking_count(&games->thinking, games->limits, visitor, limits->movetime_ms,
                       watch_steady_ms(games->watch));
    return search;
}

/* Lets the engine go on when its visitor's thinking time allows it again. If too many games rest,
 * pauses this one. */
static bool live_rest(LiveGame *live, int64_t wait_ms, HenkaError *error) {
    Games *games = live->games;
    int64_t at_ms = watch_steady_ms(games->watch) + wait_ms, seconds = wait_ms / 1000 + 1;
    bool room = live->rest.place || games->rests.count < (size_t)games->limits->searches;
    live->paused = !room || !alarm_set(&games->rests, &live->rest, at_ms);
    if (live->paused) return error_say(error, 0, 0, MSG_ENGINE_TIME_USED, arg_number(seconds));
    games->events->due(games);
    return error_say(error, 0, 0, MSG_ENGINE_RESTS, arg_number(seconds));
}

bool live_think(LiveGame *live, HenkaError *error) {
    Games *games = live->games;
    const bool *engine = live->row.engine;
    if (live->thought.search || live->paused || live_over(live) || games->ending ||
        !engine[henka_game_side(live->game)] || live->row.plies >= BUILD_MAX_PLIES)
        return true;
    if (engine[0] && engine[1] && !live->followers) return true;
    int64_t wait_ms = thinking_wait_ms(&games->thinking, games->limits, live->visitor,
                                       watch_steady_ms(games->watch));
    if (wait_ms) return live_rest(live, wait_ms, error);
    alarm_clear(&games->rests, &live->rest);
    HenkaLimits limits = live_limits(&live->row);
    limits.seed = seed_of(live->row.id);
    limits.vary_cp = HENKA_STANDARD_VARY_CP;
    live->thought.search =
        live_search(games, live->visitor, live->game, &limits, &live->thought, error);
    live->paused = !live->thought.search;
    return live->thought.search;
}

int64_t live_rest_ms(const Games *games) {
    const Alarm *first = alarms_first(&games->rests);
    return first ? first->at_ms - watch_steady_ms(games->watch) : GAMECLOCK_NEVER;
}

void live_rise(Games *games) {
    while (live_rest_ms(games) <= 0) {
        Alarm *first = alarms_first(&games->rests);
        LiveGame *live = CONTAINER_OF(first, LiveGame, rest);
        HenkaError error;
        alarm_clear(&games->rests, first);
        live_mark(live);
        if (live_think(live, &error))
            live->games->events->changed(live);
        else if (live->paused)
            live->games->events->engine_failed(live, &error);
    }
}

LiveAnswer live_go(LiveGame *live, HenkaError *error) {
    if (!live_expect_open(live, error)) return LIVE_REFUSED;
    HenkaSide side = henka_game_side(live->game);
    if (!live->row.engine[side])
        return error_say(error, 0, 0, MSG_SIDE_IS_HUMAN, arg_side(side)), LIVE_REFUSED;
    live->paused = false;
    return live_think(live, error) ? LIVE_DONE : LIVE_REFUSED;
}

void live_hurry(LiveGame *live) {
    if (live->thought.search) pool_hurry(live->games->pool, live->thought.search);
}

static LiveGame *live_of(Thought *thought) { return CONTAINER_OF(thought, LiveGame, thought); }

static void live_moved(Thought *thought, int place) {
    live_of(thought)->games->events->queued(live_of(thought), place);
}

/* Plays the move that the engine found. */
static void live_report(Thought *thought, const SearchReport *report) {
    LiveGame *live = live_of(thought);
    HenkaError error = {0};
    if (!report->done) {
        live->games->events->thinking(live, report);
        return;
    }
    HenkaSide side = henka_game_side(live->game);
    LiveChange *change = NULL;
    thought->search = NULL;
    if (report->result.best == HENKA_NO_MOVE)
        error_say(&error, 0, 0, MSG_ENGINE_NO_MOVE);
    else
        change = change_begin(live, NULL, &error);
    if (change) {
        live->score_cp[side] = report->result.score_cp;
        live->scored[side] = true;
        change->act = ACT_MOVE;
        change->move = report->result.best;
        if (change_do(change, &error) == LIVE_CHANGING) return;
    }
    live->paused = true;
    live->games->events->engine_failed(live, &error);
    live_mark(live);
}
