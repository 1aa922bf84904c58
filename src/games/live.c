#include "games/games.h"

#include "base/compiler.h"
#include "base/error.h"
#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    CLAIM_MS = 60000,       /* absence after which the other player may claim a win */
    FLAG_AGAIN_MS = 500,    /* pause before the next try to end a game whose flag has fallen */
    TOLD_TWICE_MS = 1000,   /* the presence (players, watchers) is broadcast at most twice in this
                               time */
    MINUTE_MS = 60000,      /* period of the limit offers-per-minute */
    FULL_STRENGTH_MS = 3000 /* thinking time for a move at full strength */
};

/* The part of a change that needs the rules of the game: a move, an end, a take-back. */
typedef enum Act {
    ACT_NONE, /* needs no rules: a new game, an offer, a taken seat */
    ACT_TEXT, /* plays the move that `text` means */
    ACT_MOVE, /* plays `move`, which the engine found */
    ACT_END,  /* ends the game by `reason`, on behalf of `side` */
    ACT_UNDO, /* takes moves back until `plies` of them are left */
} Act;

/* A change of a game, or a new game, on its way to the store. live.h draws its states. The act's
 * result is worked out by the rules: at once for a shipped game, else on the worker, because the
 * moves of a made-up game may take arbitrarily long. */
struct LiveChange {
    Job job;              /* the worker's job that does the act of a made-up game */
    StoreRequest request; /* the store's request that stores the change */
    Act act;              /* the part of the change that needs the rules */
    uint64_t steps;       /* for a made-up game: steps of its budget (henka.h) that the act took */
    char *text;           /* text of the move for ACT_TEXT, as received. Owned */
    HenkaMove move;       /* the engine's move for ACT_MOVE */
    HenkaReason reason;   /* for ACT_END: why the game ends */
    HenkaSide side;       /* for ACT_END: the side that ends the game */
    int plies;            /* for ACT_UNDO: number of moves that are left after it; for ACT_TEXT:
                             number of moves played before it, or -1 if the client sent no number */
    LiveActor actor;      /* the player, for ACT_TEXT. Its lag_ms: the lag that is not charged */
    int64_t given_ms;     /* lag that was not charged to the clock */
    HenkaSide gives;      /* the side that moved, to which given_ms is not charged */
    int64_t now_ms;       /* when the change was requested */
    bool same;            /* the same act was done before, so there is nothing to store */
    HenkaError error;     /* why the act was refused; empty: it was not refused */
    Games *games;         /* the collection that the game belongs to */
    LiveGame *live;       /* the changed or new game. NULL: deletes one that isn't in memory */
    LiveWaiter *waiter;   /* the waiting client; NULL: it has gone, or the engine changes */
    GameRow row;          /* the changed row. It owns its moves; live owns its other texts */
    HenkaGame *game;      /* the changed copy of the game; NULL: the change deletes the game */
    bool created;         /* the game is new */
    LiveChange *note;     /* for the new game of a rematch: the change that links the old game to
                             the new one, or NULL. The old game waits for the new one */
    bool rests;           /* a take-back: afterwards the engine does not think (LiveGame.paused) */
    int declined;         /* the side that has declined an offer; -1: the change declines none */
    OfferKind offered;    /* the kind of the offer that `declined` is about */
};

/* ---- games in memory ------------------------------------------------------------------------- */

static struct LiveBucket *live_bucket(const Games *games, const char *id) {
    uint32_t hash = hash_more_32(HASH_START_32, id, strlen(id));
    return (struct LiveBucket *)&games->buckets[hash % GAMES_BUCKETS];
}

LiveGame *live_find(const Games *games, const char *id) {
    LiveGame *live;
    LIST_FOREACH(live, live_bucket(games, id), entry)
        if (!strcmp(live->row.id, id)) break;
    return live;
}

/* Lists the game for live_sweep, which frees it if it is not needed. */
static void live_mark(LiveGame *live) {
    if (live->marked_unused) return;
    live->marked_unused = true;
    live->next_unused = live->games->unused;
    live->games->unused = live;
}

/* Cancels the search for the engine's move: a search that waits or runs, or that is to begin once
 * the visitor's thinking time allows it. */
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

/* Sets the alarm for the fall of the running side's flag; clears it if no clock runs. */
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

int live_sides(const LiveGame *live, const TokenHash *browser) {
    const GameRow *row = &live->row;
    if (!row->holder_count)
        return SEAT_HOLDER | (row->engine[0] ? 0 : SEAT_SENTE) | (row->engine[1] ? 0 : SEAT_GOTE);
    const Holder *holder = seat_holder((Holder *)row->holders, row->holder_count, browser);
    return holder ? holder->sides | SEAT_HOLDER : 0;
}

static void live_tell_now(LiveGame *live, const Client *but) {
    const LiveFollow *first = LIST_FIRST(&live->followers);
    if (!first || (first->client == but && !LIST_NEXT(first, entry)))
        return; /* the game has no follower but `but` */
    live->told_ms[0] = live->told_ms[1];
    live->told_ms[1] = watch_steady_ms(live->games->watch);
    live->games->events->presence(live, but);
}

void live_look(LiveGame *live, const Client *but) {
    int sides = 0, watchers = 0;
    bool changed = false;
    const LiveFollow *follow;
    LIST_FOREACH(follow, &live->followers, entry) {
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
    if (!changed || !live->game || live->told.place) return;
    /* Each change of presence costs all followers a message: it may wait (debounce). */
    Games *games = live->games;
    int64_t due_ms = live->told_ms[0] + TOLD_TWICE_MS;
    if (live->told_ms[0] && watch_steady_ms(games->watch) < due_ms &&
        alarm_set(&games->tellings, &live->told, due_ms))
        games->events->due(games);
    else
        live_tell_now(live, but);
}

Here live_here(const LiveGame *live) {
    Here here = {.watchers = live->watchers};
    const GameRow *row = &live->row;
    ClockKind kind = row->clock.rules.kind;
    bool claimed = row->two && row->open < 0 && kind != CLOCK_KIND_NONE &&
                   kind != CLOCK_KIND_DAYS && row->outcome.reason == HENKA_PLAYING;
    for (int side = 0; side < 2 && row->two; side++) {
        if (row->open == side) continue;
        here.away_ms[side] = live->away_ms[side];
        if (claimed && here.away_ms[side]) here.claim_ms[side] = here.away_ms[side] + CLAIM_MS;
    }
    return here;
}

void live_follow(LiveGame *live, LiveFollow *follow) {
    follow->live = live;
    LIST_INSERT_HEAD(&live->followers, follow, entry);
    live_look(live, follow->client);
}

void live_unfollow(LiveFollow *follow) {
    LiveGame *live = follow->live;
    if (!live) return;
    LIST_REMOVE(follow, entry);
    live_mark(live);
    follow->live = NULL;
    live_look(live, NULL);
}

void live_sweep(Games *games) {
    LiveGame *live = games->unused;
    games->unused = NULL;
    for (LiveGame *next; live; live = next) {
        next = live->next_unused;
        live->marked_unused = false;
        if (LIST_FIRST(&live->followers) || live->waiting || live->change || live->thought.search ||
            live->rest.place || !live->game)
            continue;
        LIST_REMOVE(live, entry);
        live_free(live);
    }
}

void games_free(Games *games) {
    games->unused = NULL;
    for (int i = 0; i < GAMES_BUCKETS; i++)
        for (LiveGame *live; (live = LIST_FIRST(&games->buckets[i]));) {
            LIST_REMOVE(live, entry);
            live_free(live);
        }
    assert(!games->alarms.count && !games->rests.count && !games->tellings.count);
    alarms_free(&games->alarms);
    alarms_free(&games->rests);
    alarms_free(&games->tellings);
    thinking_free(&games->thinking);
}

int live_count(const Games *games) {
    int count = 0;
    const LiveGame *live;
    for (int i = 0; i < GAMES_BUCKETS; i++)
        LIST_FOREACH(live, &games->buckets[i], entry) count++;
    return count;
}

HenkaVariant *live_variant(const Games *games, const char *definition, const json_t *settings) {
    LiveGame *live;
    for (int i = 0; i < GAMES_BUCKETS; i++)
        LIST_FOREACH(live, &games->buckets[i], entry)
            if (live->game && !strcmp(live->row.definition, definition) &&
                (json_equal(live->settings, settings) ||
                 (!settings && !json_object_size(live->settings))))
                return henka_variant_retain(henka_game_variant(live->game));
    return NULL;
}

/* ---- time that is up ------------------------------------------------------------------------- */

/* The part of this lag that is not charged to the side's clock now. */
static int64_t live_lag_ms(LiveGame *live, int side, int64_t lag_ms) {
    const Games *games = live->games;
    return gameclock_lag_ms(&live->lag[side], lag_ms, games->limits->lag_move,
                            games->limits->lag_minute, watch_steady_ms(games->watch));
}

/* When the flag of the running side falls: its deadline, plus the part of its slowest
 * connection's lag that is not charged. */
static int64_t live_flag_ms(LiveGame *live) {
    int64_t deadline_ms = gameclock_deadline_ms(&live->row.clock), lag_ms = 0;
    if (deadline_ms == GAMECLOCK_NEVER) return GAMECLOCK_NEVER;
    int side = live->row.clock.running;
    const LiveFollow *follow;
    LIST_FOREACH(follow, &live->followers, entry) {
        int64_t own_ms = live->games->events->lag_ms(follow->client);
        if (own_ms > lag_ms && live_sides(live, follow->browser) >> side & 1) lag_ms = own_ms;
    }
    return deadline_ms + live_lag_ms(live, side, lag_ms);
}

static bool live_time_is_up(LiveGame *live) {
    int64_t now_ms = watch_now_ms(live->games->watch);
    return gameclock_deadline_ms(&live->row.clock) <= now_ms && live_flag_ms(live) <= now_ms;
}

/* Does the waiter want to play a move that arrived before the flag fell? */
static bool waiter_came_before(LiveGame *live, const LiveWaiter *waiter) {
    return waiter->moved_ms && waiter->moved_ms < live_flag_ms(live);
}

/* Ends the game whose flag has fallen. An earlier version's game with the most moves is drawn. */
static bool live_end_by_time(LiveGame *live, HenkaError *error) {
    HenkaReason reason = live->row.plies >= BUILD_MAX_PLIES ? HENKA_MOVE_LIMIT : HENKA_TIME;
    HenkaSide side = live->row.clock.running == HENKA_SENTE ? HENKA_SENTE : HENKA_GOTE;
    return live_end(live, reason, side, NULL, error) == LIVE_CHANGING;
}

/* ---- waiting --------------------------------------------------------------------------------- */

void live_unwait(LiveWaiter *waiter) {
    if (waiter->change) waiter->change->waiter = NULL;
    waiter->change = NULL;
    if (!waiter->live) return;
    LiveWaiter **link = &waiter->live->waiting;
    while (*link != waiter) link = &(*link)->next;
    *link = waiter->next;
    live_mark(waiter->live);
    waiter->live = NULL;
}

/* Hands the game to its waiters one by one, until one of them begins a change; or reports the
 * error to all of them. Waiters are served in the order of their arrival; but if a flag has fallen,
 * a waiter whose move arrived before that is served first. */
static void live_release(LiveGame *live, const HenkaError *error) {
    while (live->waiting && !live->change) {
        LiveWaiter **link = &live->waiting;
        if (live->game && live_time_is_up(live))
            while (*link && !waiter_came_before(live, *link)) link = &(*link)->next;
        if (!*link) link = &live->waiting;
        LiveWaiter *waiter = *link;
        *link = waiter->next;
        waiter->live = NULL;
        waiter->ready(waiter, error);
    }
    live_mark(live);
}

/* Removes the game from memory although it has followers or waiters, because it was deleted from
 * the store (error NULL) or can't be loaded (error). */
static void live_drop(LiveGame *live, const HenkaError *error) {
    HenkaError gone;
    error_set(&gone, MSG_STORE_NO_GAME, arg_text(live->row.id));
    live_stop(live);
    LIST_REMOVE(live, entry);
    henka_game_free(live->game);
    live->game = NULL;
    live->games->events->lost(live, error);
    while (LIST_FIRST(&live->followers)) live_unfollow(LIST_FIRST(&live->followers));
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
    Job job;              /* the worker's job that builds the game */
    StoreRequest request; /* the store's request that reads the row */
    LiveGame *live;       /* the game that is loaded */
    GameRow row;          /* the row, which the store fills in */
    json_t *settings;     /* the row's settings, parsed */
    Build build;          /* builds the game from the row */
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

/* Updates the row from the game, except for updated_ms. When the game is over, no side is to move,
 * no clock runs, and no offer stands except a rematch. outcome: the game's outcome, determined by
 * the thread that is allowed to run the rules. */
static void row_update(GameRow *row, const HenkaGame *game, HenkaOutcome outcome, int64_t now_ms) {
    bool over = outcome.reason != HENKA_PLAYING;
    row->outcome = outcome;
    row->agreed = row->agreed && over;
    row->plies = henka_game_plies(game);
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
            error_set(&build->error, MSG_STORE_NO_GAME, arg_text(live->row.id));
        else if (!*build->error.message)
            error_set(&build->error, MSG_NO_MEMORY);
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
    row_update(&live->row, live->game, build->outcome, watch_now_ms(live->games->watch));
    loading_free(loading);
    live_alarm(live);
    live_look(live, NULL);
    if (live->resumes) live_think(live, &(HenkaError){0});
    live->resumes = false;
    if (LIST_FIRST(&live->followers)) live->games->events->changed(live);
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
        error_set(&error, MSG_STORED_SETTINGS_BROKEN);
        loading_fail(loading, &error);
        return;
    }
    loading->build = (Build){
        .definition = loading->row.definition, .settings = loading->settings, .row = &loading->row};
    loading->build.variant = live_variant(live->games, loading->row.definition, loading->settings);
    bool shipped = build_is_shipped(loading->row.definition);
    loading->job =
        (Job){.steps = BUILD_REPLAY_STEPS, .build = &loading->build, .done = loading_built};
    worker_submit(live->games->workers[shipped ? WORKER_SHIPPED : WORKER_REPLAYS], &loading->job,
                  live->visitor);
}

/* Begins to load the game of live->row.id: has the store read its row. False: memory ran out. */
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

/* Loads the game of this id. NULL: no memory. It is not known how much lag was not charged
 * before, so the buckets of lag begin full. */
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
    LIST_INSERT_HEAD(live_bucket(games, live->row.id), live, entry);
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
    error_set(&error, MSG_NO_MEMORY);
    live_drop(live, &error);
}

void live_changed_outside(Games *games, const char *id) {
    LiveGame *live = live_find(games, id);
    /* Nothing to do while a change of the game is on its way to the store: the store refuses it,
     * because the row has changed, and then the game is read again. */
    if (!live || !live->game || live->change) return;
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
    if (!database_is_id(id)) return error_set(error, MSG_STORE_NO_GAME, arg_text(id)), NULL;
    if (!live && !(live = live_load(games, id, waiter->visitor)))
        return error_set(error, MSG_NO_MEMORY), NULL;
    LiveWaiter **end = &live->waiting;
    while (*end) end = &(*end)->next;
    *end = waiter;
    waiter->next = NULL;
    waiter->live = live;
    return NULL;
}

void live_resume(Games *games, const char *id) {
    LiveGame *live = live_find(games, id);
    if (!live) live = live_load(games, id, 0);
    if (live && !live->game)
        live->resumes = true;
    else if (live)
        live_think(live, &(HenkaError){0});
}

/* ---- time ------------------------------------------------------------------------------------ */

static Alarm *alarm_due(const Alarms *alarms, int64_t now_ms) {
    Alarm *first = alarms_first(alarms);
    return first && first->at_ms <= now_ms ? first : NULL;
}

int64_t live_wait_ms(const Games *games) {
    int64_t now_ms = watch_now_ms(games->watch), steady_ms = watch_steady_ms(games->watch);
    const Alarm *flag = alarms_first(&games->alarms), *rest = alarms_first(&games->rests),
                *told = alarms_first(&games->tellings);
    int64_t wait_ms = flag ? flag->at_ms - now_ms : GAMECLOCK_NEVER;
    if (rest && rest->at_ms - steady_ms < wait_ms) wait_ms = rest->at_ms - steady_ms;
    if (told && told->at_ms - steady_ms < wait_ms) wait_ms = told->at_ms - steady_ms;
    return wait_ms;
}

void live_tick(Games *games) {
    int64_t now_ms = watch_now_ms(games->watch), steady_ms = watch_steady_ms(games->watch);
    HenkaError error;
    for (Alarm *due; (due = alarm_due(&games->alarms, now_ms));) {
        LiveGame *live = CONTAINER_OF(due, LiveGame, alarm);
        int64_t flag_ms = live_flag_ms(live);
        alarm_set(&games->alarms, due, flag_ms > now_ms ? flag_ms : now_ms + FLAG_AGAIN_MS);
        if (flag_ms <= now_ms && !live->change && live->game) live_end_by_time(live, &error);
    }
    for (Alarm *due; (due = alarm_due(&games->rests, steady_ms));) {
        LiveGame *live = CONTAINER_OF(due, LiveGame, rest);
        alarm_clear(&games->rests, due);
        live_mark(live);
        if (live_think(live, &error))
            games->events->changed(live);
        else if (live->paused)
            games->events->engine_failed(live, &error);
    }
    for (Alarm *due; (due = alarm_due(&games->tellings, steady_ms));) {
        LiveGame *live = CONTAINER_OF(due, LiveGame, told);
        alarm_clear(&games->tellings, due);
        if (live->game) live_tell_now(live, NULL);
    }
}

/* ---- changes --------------------------------------------------------------------------------- */

static bool live_over(const LiveGame *live) { return live->row.outcome.reason != HENKA_PLAYING; }

/* A change for the caller to fill in, with copies of game and row. NULL and an error: no memory. */
static LiveChange *change_begin(LiveGame *live, LiveWaiter *waiter, HenkaError *error) {
    LiveChange *change = calloc(1, sizeof *change);
    if (change) {
        change->games = live->games;
        change->live = live;
        change->waiter = waiter;
        change->declined = -1;
        change->rests = live->paused;
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
    return error_set(error, MSG_NO_MEMORY), NULL;
}

/* ---- acts: what the rules make of them, on the change's own game, on any thread -------------- */

static bool act_move(LiveChange *change, HenkaMove move) {
    char text[BUILD_MOVE_BYTES];
    HenkaSide side = henka_game_side(change->game);
    if (henka_game_plies(change->game) >= BUILD_MAX_PLIES)
        return error_set(&change->error, MSG_GAME_TOO_LONG, arg_number(BUILD_MAX_PLIES));
    henka_move_text(change->game, move, HENKA_USI, text, sizeof text);
    if (!henka_game_play(change->game, move))
        return error_set(&change->error, MSG_MOVE_NOT_LEGAL, arg_text(text));
    GameRow *row = &change->row;
    if (*row->moves) strcat(row->moves, " ");
    strcat(row->moves, text);
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
                   ? error_set(&change->error, MSG_NO_IMPASSE)
                   : error_set(&change->error, MSG_GAME_CANNOT_END, arg_reason(reason));
    change->row.agreed = true;
    return true;
}

/* Was `usi` the move after `ply` moves? A client whose connection broke may send it again. */
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

/* Between two persons, under strict play, a second move in one turn loses. But a move that the
 * client sent for an earlier position is late, and is refused. */
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
    return error_set(&change->error, MSG_NOT_YOUR_SIDE, arg_side(side));
}

static bool act_text(LiveChange *change) {
    HenkaMove move;
    HenkaError *error = &change->error;
    HenkaSide side = henka_game_side(change->game);
    HenkaOutcome outcome = henka_game_outcome(change->game);
    int plies = henka_game_plies(change->game);
    if (has_move(change->game, change->text, change->plies)) return change->same = true;
    if (outcome.reason != HENKA_PLAYING)
        return error_set(error, MSG_GAME_OVER, arg_reason(outcome.reason));
    if (change->row.engine[side]) return error_set(error, MSG_SIDE_IS_ENGINE, arg_side(side));
    if (change->row.open >= 0) return error_set(error, MSG_SEAT_IS_OPEN);
    if (!(change->actor.sides >> side & 1)) return act_second_move(change, side);
    if (change->plies >= 0 && change->plies != plies)
        return error_set(error, MSG_MOVE_TOO_LATE, arg_number(plies), arg_number(change->plies));
    if (change->row.clock.running == (int)side && change->actor.arrived_ms - change->actor.lag_ms >=
                                                      gameclock_deadline_ms(&change->row.clock))
        return act_end(change, HENKA_TIME, side);
    if (henka_move_parse(change->game, change->text, &move, error)) return act_move(change, move);
    HenkaGame *copy =
        henka_game_copy(change->game); /* tried on a copy, because act_end needs the old game */
    bool both = !change->row.two && !change->row.engine[!side] &&
                (change->actor.sides & (SEAT_SENTE | SEAT_GOTE)) == (SEAT_SENTE | SEAT_GOTE);
    bool loses = copy && (both ? henka_game_play_text_both : henka_game_play_text)(
                             copy, change->text, NULL, NULL) == HENKA_TEXT_LOST;
    HenkaSide loser = loses ? !henka_game_outcome(copy).winner : side;
    henka_game_free(copy);
    if (loses) *error = (HenkaError){0};
    return loses && act_end(change, HENKA_ILLEGAL_MOVE, loser);
}

/* Takes moves back until change->plies are left. If no more are left, takes back an end that the
 * players declared: henka_game_undo also takes back the last move, so it is played again. */
static bool act_undo(LiveChange *change) {
    HenkaGame *game = change->game;
    bool lifts = henka_game_plies(game) == change->plies && change->plies;
    HenkaMove last = lifts ? henka_game_move_at(game, change->plies - 1) : HENKA_NO_MOVE;
    do henka_game_undo(game);
    while (henka_game_plies(game) > change->plies);
    if (lifts) henka_game_play(game, last);
    char *end = change->row.moves;
    for (int left = change->plies; left > 0 && *end; left--) end += strcspn(end, " ") + (left > 1);
    *end = 0;
    change->row.agreed = false;
    change->row.offer[OFFER_DRAW] = change->row.offer[OFFER_UNDO] = -1;
    HenkaSide side = henka_game_side(game);
    bool runs = change->plies && !change->row.engine[side];
    gameclock_start(&change->row.clock, runs ? (int)side : -1, change->now_ms);
    return true;
}

/* Does what the change asks for by the rules, such as a move. False: change->error says why not. */
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

/* Does what a change of a made-up game asks for, within the job's budget. The game must be replayed
 * to be loaded again, so all its moves together may take no more steps than a replay may. */
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
        error_set(&change->error, MSG_GAME_TOO_SLOW);
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
    bool refused = *change->error.message;
    /* A request that is broken off because the server ends is sent again by the page. */
    bool ending = live->games->ending || (refused && live->games->leaving);
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

/* Does what the change asks for by the rules, and submits the result to the store. The engine's
 * search in this game is stopped meanwhile. */
static LiveAnswer change_do(LiveChange *change, HenkaError *error) {
    LiveGame *live = change->live;
    change->rests = change->act == ACT_UNDO;
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

/* To be called when the change is stored: replaces the game and its row by the changed copies. */
static void change_apply(LiveChange *change) {
    LiveGame *live = change->live;
    GameRow was = live->row; /* each of its texts is shared with the new row, or freed */
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

/* Goes on with the old game of a rematch. If the new game was stored (kept), links the old game to
 * it; otherwise the old game stays as it is. */
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
    /* An end without a waiter is a fallen flag; if storing fails, waiting clients get the error. */
    bool by_time = !waiter && change->act == ACT_END;
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
        live_drop(live, error); /* dropped, because no game is read again while the server ends */
    else if (kept || request->found == DATABASE_FAILED)
        live_release(live, by_time ? error : NULL);
    else
        live_reload(live);
    change_free(change);
}

/* note: the change of the old game of a rematch (LiveChange.note), or NULL. The change of the
 * new game takes it over once the answer is LIVE_CHANGING. */
static LiveAnswer game_create(Games *games, Build *build, const GameRow *setup, LiveWaiter *waiter,
                              LiveChange *note, HenkaError *error) {
    LiveGame *live = live_new(games);
    bool whole = live;
    if (live) {
        live->game = henka_game_copy(build->game);
        live->settings = json_incref(build->changed);
        live->shipped = build->shipped;
        live->steps = build->steps;
        live->visitor = waiter->visitor;
        live->row = *setup;
        build_row(build, &live->row);
        seat_letters(live->row.id, GAME_ID_LENGTH);
        live->row.created_ms = watch_now_ms(games->watch);
        live->row.holders_changed = true;
        whole = database_row_own(&live->row) && live->game;
    }
    LiveChange *change = whole ? change_begin(live, waiter, error) : NULL;
    if (!change) {
        if (live) live_free(live);
        return error_set(error, MSG_NO_MEMORY), LIVE_REFUSED;
    }
    change->created = true;
    row_update(&change->row, change->game, build->outcome, change->now_ms);
    LIST_INSERT_HEAD(live_bucket(games, live->row.id), live, entry);
    if ((change->note = note)) {
        strcpy(note->row.rematch, live->row.id);
        note->live->change = note;
    }
    return change_submit(change, STORE_INSERT);
}

LiveAnswer live_create(Games *games, Build *build, const GameRow *setup, LiveWaiter *waiter,
                       HenkaError *error) {
    return game_create(games, build, setup, waiter, NULL, error);
}

LiveAnswer live_delete(LiveGame *live, int by, LiveWaiter *waiter, HenkaError *error) {
    LiveChange *change = change_begin(live, waiter, error);
    if (!change) return LIVE_REFUSED;
    henka_game_free(change->game);
    change->game = NULL;
    live->aborted_by = by;
    return change_submit(change, STORE_DELETE);
}

static void unread_deleted(StoreRequest *request) {
    LiveChange *change = request->context;
    LiveGame *live = live_find(change->games, change->row.id);
    LiveWaiter *waiter = change->waiter;
    bool done = request->found == DATABASE_DONE;
    if (waiter) {
        waiter->change = NULL;
        waiter->changed(waiter, NULL, done ? NULL : &request->error);
    }
    if (done && live && !live->game)
        live->deleted = true; /* the game is being loaded from a row that is deleted now */
    else if (done && live && !live->change)
        live_drop(live, NULL);
    change_free(change);
}

/* Submits a deletion of a game that isn't in memory. False: no memory. */
static bool unread_delete(Games *games, const char *id, LiveWaiter *waiter, StoreAction action,
                          DatabaseQuery whose) {
    LiveChange *change = calloc(1, sizeof *change);
    if (!change) return false;
    change->games = games;
    change->waiter = waiter;
    strncpy(change->row.id, id, GAME_ID_LENGTH);
    change->request =
        (StoreRequest){.action = action, .row = &change->row, .query = whose, .context = change};
    if (waiter) waiter->change = change;
    store_submit(games->store, &change->request, unread_deleted);
    return true;
}

LiveAnswer live_delete_unread(Games *games, const char *id, const TokenHash *browser, bool nobodys,
                              LiveWaiter *waiter, HenkaError *error) {
    DatabaseQuery whose = {.browser = *browser, .nobodys = nobodys};
    if (!database_is_id(id)) return error_set(error, MSG_STORE_NO_GAME, arg_text(id)), LIVE_REFUSED;
    if (unread_delete(games, id, waiter, STORE_DELETE_OWN, whose)) return LIVE_CHANGING;
    return error_set(error, MSG_NO_MEMORY), LIVE_REFUSED;
}

bool live_expire(Games *games, const char *id) {
    return !live_find(games, id) &&
           unread_delete(games, id, NULL, STORE_DELETE, (DatabaseQuery){0});
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
    if (listed) return change_submit(change, STORE_SAVE);
    henka_game_free(change->game);
    change->game = NULL;
    return change_submit(change, STORE_DELETE);
}

/* ---- playing --------------------------------------------------------------------------------- */

bool live_is_open(const LiveGame *live, HenkaError *error) {
    return !live_over(live) ||
           error_set(error, MSG_GAME_OVER, arg_reason(live->row.outcome.reason));
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
    return error_set(error, MSG_NO_MEMORY), LIVE_REFUSED;
}

LiveAnswer live_undo(LiveGame *live, HenkaSide side, LiveWaiter *waiter, HenkaError *error) {
    const GameRow *row = &live->row;
    bool nobody = row->engine[0] && row->engine[1];
    bool lifts = !row->two && row->agreed && (nobody || !row->engine[henka_game_side(live->game)]);
    int target = row->plies; /* number of moves left after the take-back */
    while (!lifts && --target >= 0) {
        HenkaSide moves = (henka_game_side(live->game) + row->plies - target) & 1;
        if (row->two ? moves == side : nobody || !row->engine[moves]) break;
    }
    if (target < 0) return error_set(error, MSG_NOTHING_TO_UNDO), LIVE_REFUSED;
    LiveChange *change = change_begin(live, waiter, error);
    if (!change) return LIVE_REFUSED;
    change->act = ACT_UNDO;
    change->plies = target;
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

LiveAnswer live_offer(LiveGame *live, OfferKind kind, int offer, int declined, LiveWaiter *waiter,
                      HenkaError *error) {
    double most = (double)live->games->limits->offers;
    int64_t wait_ms = offer < 0 ? 0
                                : bucket_wait_ms(&live->offers[offer], most / MINUTE_MS, most, 1,
                                                 watch_steady_ms(live->games->watch));
    if (wait_ms)
        return error_set(error, MSG_OFFERS_TOO_MANY, arg_number(wait_ms / 1000 + 1)), LIVE_REFUSED;
    if (offer >= 0) live->offers[offer].used++;
    LiveChange *change = change_begin(live, waiter, error);
    if (!change) return LIVE_REFUSED;
    change->row.offer[kind] = offer;
    change->declined = declined;
    change->offered = kind;
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
        return error_set(error, MSG_SEAT_TOO_MANY, arg_number(SEAT_BROWSERS)), NULL;
    LiveChange *change = change_begin(live, waiter, error);
    if (!change) return NULL;
    GameRow *row = &change->row;
    if (!known) row->holders[row->holder_count++] = (Holder){.browser = *browser};
    Holder *holder = seat_holder(row->holders, row->holder_count, browser);
    holder->sides |= sides;
    holder->listed = true;
    row->holders_changed = true;
    return change;
}

LiveAnswer live_seat(LiveGame *live, const TokenHash *browser, int sides, LiveWaiter *waiter,
                     HenkaError *error) {
    LiveChange *change = seat_change(live, browser, sides, waiter, error);
    return change ? change_submit(change, STORE_SAVE) : LIVE_REFUSED;
}

LiveAnswer live_take(LiveGame *live, const TokenHash *browser, const char *name,
                     const TokenHash *token, LiveWaiter *waiter, HenkaError *error) {
    int side = live->row.open == HENKA_SENTE ? HENKA_SENTE : HENKA_GOTE;
    LiveChange *change = seat_change(live, browser, 1 << side, waiter, error);
    if (!change) return LIVE_REFUSED;
    GameRow *row = &change->row;
    row->open = -1;
    row->invitation = (TokenHash){0};
    row->seat_token[side] = *token;
    memcpy(row->name[side], name, SEAT_NAME_BYTES);
    return change_submit(change, STORE_SAVE);
}

LiveAnswer live_renew(LiveGame *live, int sides, const TokenHash *alone, const TokenHash *seat,
                      const TokenHash *invitation, LiveWaiter *waiter, HenkaError *error) {
    LiveChange *change = change_begin(live, waiter, error);
    if (!change) return LIVE_REFUSED;
    GameRow *row = &change->row;
    int kept = 0; /* number of browsers that keep a seat of the game; a browser that loses its last
                     one is no longer in row->holders */
    for (int i = 0; alone && i < row->holder_count; i++) {
        Holder holder = row->holders[i];
        bool put_out = holder.sides & sides && !seat_is_same(&holder.browser, alone);
        if (put_out) holder.sides &= ~sides;
        if (!put_out || holder.sides) row->holders[kept++] = holder;
    }
    if (alone) row->holder_count = kept;
    row->holders_changed = row->holders_changed || alone;
    for (int side = 0; side < 2; side++)
        if (sides >> side & 1) row->seat_token[side] = *seat;
    row->invitation = *invitation;
    return change_submit(change, STORE_SAVE);
}

void live_exchange(GameRow *row) {
    const GameRow was = *row;
    if (row->open >= 0) row->open = !row->open;
    for (int side = 0; side < 2; side++) {
        row->engine[side] = was.engine[!side];
        row->seat_token[side] = was.seat_token[!side];
        memcpy(row->name[side], was.name[!side], SEAT_NAME_BYTES);
    }
    for (int i = 0; i < row->holder_count; i++) {
        int sides = was.holders[i].sides;
        row->holders[i].sides = sides >> 1 | (sides & SEAT_SENTE) << 1;
    }
}

LiveAnswer live_rematch(LiveGame *live, LiveWaiter *waiter, HenkaError *error) {
    const GameRow *row = &live->row;
    GameRow next = GAME_ROW_EMPTY;
    next.two = row->two;
    next.level = row->level;
    next.movetime_ms = row->movetime_ms;
    next.clock = gameclock_new(&row->clock.rules);
    next.holder_count = row->holder_count;
    memcpy(next.engine, row->engine, sizeof next.engine);
    memcpy(next.seat_token, row->seat_token, sizeof next.seat_token);
    memcpy(next.name, row->name, sizeof next.name);
    memcpy(next.holders, row->holders, sizeof next.holders);
    for (int i = 0; i < next.holder_count; i++) next.holders[i].listed = true;
    /* The players exchange sides, and a player's token opens the seat of his new side. In a
     * handicap game the sides stay, so that the same player gives the handicap again. */
    if (!build_is_handicap(henka_game_variant(live->game), row->start)) live_exchange(&next);
    Build build = {.definition = row->definition,
                   .changed = live->settings,
                   .changed_text = row->settings,
                   .start = row->start,
                   .moves = "",
                   .shipped = live->shipped};
    /* The new game begins undecided, unless the rules ended the old one at its start. */
    build.outcome = row->plies || row->agreed ? (HenkaOutcome){HENKA_PLAYING, -1} : row->outcome;
    build.game = henka_game_copy(live->game);
    if (!build.game) error_set(error, MSG_NO_MEMORY);
    while (build.game && henka_game_undo(build.game)) {}
    LiveChange *note = build.game ? change_begin(live, NULL, error) : NULL;
    LiveAnswer answer = LIVE_REFUSED;
    if (note) {
        note->row.offer[OFFER_REMATCH] = -1;
        answer = game_create(live->games, &build, &next, waiter, note, error);
        if (answer == LIVE_REFUSED) change_free(note);
    }
    henka_game_free(build.game);
    return answer;
}

/* ---- the engine's part ----------------------------------------------------------------------- */

Search *live_search(Games *games, uint64_t visitor, const HenkaGame *game,
                    const HenkaLimits *limits, Thought *thought, HenkaError *error) {
    Search *search =
        pool_submit(games->pool, visitor, henka_game_copy(game), limits, thought, error);
    if (search)
        thinking_count(&games->thinking, games->limits, visitor, limits->movetime_ms,
                       watch_steady_ms(games->watch));
    return search;
}

/* The visitor of the game has used up its hourly quota of engine time: lets the engine think on
 * after wait_ms. If too many games wait like this, pauses the game. */
static bool live_rest(LiveGame *live, int64_t wait_ms, HenkaError *error) {
    Games *games = live->games;
    int64_t at_ms = watch_steady_ms(games->watch) + wait_ms, seconds = wait_ms / 1000 + 1;
    bool room = live->rest.place || games->rests.count < (size_t)games->limits->searches;
    live->paused = !room || !alarm_set(&games->rests, &live->rest, at_ms);
    if (live->paused) return error_set(error, MSG_ENGINE_TIME_USED, arg_number(seconds));
    games->events->due(games);
    return error_set(error, MSG_ENGINE_RESTS, arg_number(seconds));
}

bool live_think(LiveGame *live, HenkaError *error) {
    Games *games = live->games;
    const bool *engine = live->row.engine;
    if (live->thought.search || live->paused || live_over(live) || games->ending ||
        !engine[henka_game_side(live->game)] || live->row.plies >= BUILD_MAX_PLIES)
        return true;
    if (engine[0] && engine[1] && LIST_EMPTY(&live->followers)) return true;
    int64_t wait_ms = thinking_wait_ms(&games->thinking, games->limits, live->visitor,
                                       watch_steady_ms(games->watch));
    if (wait_ms) return live_rest(live, wait_ms, error);
    alarm_clear(&games->rests, &live->rest);
    int level = live->row.level, standard_ms = level ? 100 + 90 * level : FULL_STRENGTH_MS;
    HenkaLimits limits = {
        .level = level,
        .movetime_ms = live->row.movetime_ms ? live->row.movetime_ms : standard_ms,
        .vary_cp = HENKA_STANDARD_VARY_CP,
    };
    /* Random choices of levels and first moves need the same seed in all searches of a game. */
    for (const char *id = live->row.id; *id; id++)
        limits.seed = limits.seed * 131 + (unsigned char)*id;
    live->thought.search =
        live_search(games, live->visitor, live->game, &limits, &live->thought, error);
    live->paused = !live->thought.search;
    return live->thought.search;
}

LiveAnswer live_go(LiveGame *live, HenkaError *error) {
    if (!live_is_open(live, error)) return LIVE_REFUSED;
    HenkaSide side = henka_game_side(live->game);
    if (!live->row.engine[side])
        return error_set(error, MSG_SIDE_IS_HUMAN, arg_side(side)), LIVE_REFUSED;
    live->paused = false;
    return live_think(live, error) ? LIVE_DONE : LIVE_REFUSED;
}

static LiveGame *live_of(Thought *thought) { return CONTAINER_OF(thought, LiveGame, thought); }

static void live_moved(Thought *thought, int place) {
    live_of(thought)->games->events->queued(live_of(thought), place);
}

/* Receives the reports of the engine's search: passes on progress, and plays the move found. */
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
        error_set(&error, MSG_ENGINE_NO_MOVE);
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
