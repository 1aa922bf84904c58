#include "games/pool.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "base/error.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    HASH_MIB = 16,          /* size of each engine's transposition table */
    STACK_BYTES = 16 << 20, /* stack of a thread, where the search keeps its lists of moves */
    REPORT_EVERY_MS = 100,  /* a running search is reported at most once in this time */
    PV_MOVES = 10,          /* most moves of the principal variation that are reported */
    PV_STEPS = 1000000,     /* budget in steps for writing these moves as text; if it is spent they
                               are left out (henka.h, budgets) */
    SEARCH_MS = 1000,       /* a search counts once more for each second it takes */
    MAX_THREADS = 64
};

struct Search {
    FairItem item;       /* the search's entry in the queue while it waits */
    Search *next;        /* the search that was started after this one */
    Pool *pool;          /* the pool that runs the search */
    HenkaGame *game;     /* the search's own copy of the game */
    HenkaBudget *budget; /* limits the work of writing the lines in reports. Owned */
    HenkaLimits limits;  /* limits of the search: its time and level */
    HenkaEngine *engine; /* set while the search runs; else NULL */
    bool cancelled;      /* the owner has cancelled the search and gets no more reports */
    bool hurried;        /* the search ends as soon as it has found a move */
    bool started;        /* a thread has taken the search, which was in `waiting` before */
    int told;            /* last reported position of the search in the queue */
    bool fresh;          /* `report` has not been returned by pool_next yet */
    SearchReport report; /* the last report */
    int64_t reported_ms; /* when the last report was made, by clock_ms */
};

/* Everything but thread_limit, limits, wake and context is guarded by lock. */
struct Pool {
    pthread_mutex_t lock;           /* guards the members and every Search of the list */
    pthread_cond_t work;            /* signalled when a search waits or the pool closes */
    FairQueue waiting;              /* searches that no thread has taken */
    Search *searches;               /* searches that run or are done, in order of start */
    const Limits *limits;           /* limits of the number of searches that wait */
    pthread_t threads[MAX_THREADS]; /* the pool's threads, started when they are needed */
    int thread_count;               /* number of threads started */
    int thread_limit;               /* greatest number of threads */
    bool moved;                     /* places of searches in the queue may have changed */
    Figures figures;                /* statistics of the searches */
    bool closing;                   /* threads end as soon as they can */
    void (*wake)(void *context);    /* called when pool_next or pool_places has a report */
    void *context;                  /* argument of wake */
};

/* ---- on a search's thread -------------------------------------------------------------------- */

static void search_inform(void *context, const HenkaInfo *info) {
    Search *search = context;
    int64_t now = clock_ms();
    pthread_mutex_lock(&search->pool->lock);
    bool due =
        !search->cancelled && info->pv_length && now - search->reported_ms >= REPORT_EVERY_MS;
    pthread_mutex_unlock(&search->pool->lock);
    if (!due) return;
    SearchReport report = {
        .owner = search->report.owner,
        .visitor = search->item.visitor,
        .result = {.score_cp = info->score_cp, .depth = info->depth, .nodes = info->nodes}};
    size_t moves = info->pv_length < PV_MOVES ? info->pv_length : PV_MOVES;
    henka_budget_refill(search->budget, PV_STEPS);
    henka_line_text(search->game, info->pv, moves, HENKA_USI, report.pv, sizeof report.pv);
    pthread_mutex_lock(&search->pool->lock);
    search->report = report;
    search->fresh = true;
    search->reported_ms = now;
    pthread_mutex_unlock(&search->pool->lock);
    search->pool->wake(search->pool->context);
}

/* Searches with a new engine, so that an idle server holds no transposition tables. */
static HenkaResult search_run(Search *search) {
    HenkaEngineOptions options = HENKA_ENGINE_DEFAULTS;
    options.hash_mib = HASH_MIB;
    HenkaEngine *engine = henka_engine_new(&options);
    HenkaResult result = {0};
    if (!engine) return result; /* memory ran out, and the result has no move */
    henka_engine_begin(engine);
    pthread_mutex_lock(&search->pool->lock);
    search->engine = engine;
    bool wanted = !search->cancelled;
    if (search->hurried) henka_engine_stop(engine);
    pthread_mutex_unlock(&search->pool->lock);
    if (wanted)
        result = henka_engine_go(engine, search->game, &search->limits, search_inform, search);
    pthread_mutex_lock(&search->pool->lock);
    search->engine = NULL;
    pthread_mutex_unlock(&search->pool->lock);
    henka_engine_free(engine);
    return result;
}

/* Places in the queue may have changed: wakes the loop, which asks for them. */
static void pool_move(Pool *pool) {
    pool->moved = true;
    if (!pool->closing) pool->wake(pool->context);
}

/* Takes the search that is to run next; NULL: none waits. */
static Search *pool_start(Pool *pool) {
    Search *search = CONTAINER_OR_NULL(fair_pop(&pool->waiting), Search, item),
           **end = &pool->searches;
    if (!search) return NULL;
    search->started = true;
    if (search->told || pool->waiting.count) pool_move(pool);
    pool->figures.running++;
    while (*end) end = &(*end)->next;
    *end = search;
    return search;
}

static void *pool_work(void *context) {
    Pool *pool = context;
    pthread_mutex_lock(&pool->lock);
    while (!pool->closing) {
        Search *search = pool_start(pool);
        if (!search) {
            pthread_cond_wait(&pool->work, &pool->lock);
            continue;
        }
        pthread_mutex_unlock(&pool->lock);
        int64_t began_us = figures_now_us();
        HenkaResult result = search_run(search);
        int64_t took_us = figures_now_us() - began_us, took_ms = took_us / 1000;
        pthread_mutex_lock(&pool->lock);
        figures_add(&pool->figures, took_us);
        pool->figures.running--;
        if (took_ms > SEARCH_MS)
            fair_charge(&pool->waiting, search->item.visitor, (uint64_t)(took_ms / SEARCH_MS));
        search->report.result = result;
        search->report.took_ms = took_ms;
        search->report.done = search->fresh = true;
        pool->wake(pool->context);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* ---- on the caller's thread ------------------------------------------------------------------ */

Pool *pool_new(int thread_count, const Limits *limits, void (*wake)(void *context), void *context) {
    Pool *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pool->thread_limit = thread_count > MAX_THREADS ? MAX_THREADS : thread_count;
    pool->limits = limits;
    pool->wake = wake;
    pool->context = context;
    return pool;
}

static void search_free(Search *search) {
    henka_game_free(search->game);
    henka_budget_free(search->budget);
    free(search);
}

static void search_stop(Search *search) {
    search->cancelled = true;
    henka_budget_cancel(search->budget);
    if (search->engine) henka_engine_stop(search->engine);
}

void pool_stop(Pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    for (Search *search = pool->searches; search; search = search->next) search_stop(search);
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->thread_count; i++) pthread_join(pool->threads[i], NULL);
    pool->thread_count = 0;
}

void pool_free(Pool *pool) {
    for (Search *search = pool->searches, *next; search; search = next) {
        next = search->next;
        search_free(search);
    }
    for (Search *search; (search = CONTAINER_OR_NULL(fair_pop(&pool->waiting), Search, item));)
        search_free(search);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

static void pool_add_thread(Pool *pool) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    if (!pthread_create(&pool->threads[pool->thread_count], &attributes, pool_work, pool))
        pool->thread_count++;
    pthread_attr_destroy(&attributes);
}

/* The number of idle threads. Each takes the first search of the queue when it wakes up. */
static int pool_idle(const Pool *pool) { return pool->thread_count - pool->figures.running; }

/* The position in the queue that is shown to a visitor with `before` searches ahead of his. */
static int place_after(const Pool *pool, int before) {
    int place = before + 1 - pool_idle(pool);
    return place > 0 ? place : 0;
}

static int search_place(const Pool *pool, const Search *search) {
    return search->started ? 0 : place_after(pool, fair_before(&pool->waiting, &search->item));
}

static bool pool_has_room(const Pool *pool, uint64_t visitor, HenkaError *error) {
    const Limits *limits = pool->limits;
    uint64_t network = fair_network(visitor);
    int own = fair_waiting(&pool->waiting, visitor), all = pool->waiting.count;
    int near = network ? fair_waiting(&pool->waiting, network) : 0;
    if (own >= limits->visitor_searches) return error_set(error, MSG_ENGINE_BUSY, arg_number(own));
    if (near < limits->network_searches && all < limits->searches) return true;
    return error_set(error, MSG_ENGINE_FULL,
                     arg_number(near < limits->network_searches ? all : near));
}

Search *pool_submit(Pool *pool, uint64_t visitor, HenkaGame *game, const HenkaLimits *limits,
                    void *owner, HenkaError *error) {
    Search *search = game ? calloc(1, sizeof *search) : NULL;
    HenkaBudget *budget = search ? henka_budget_new(PV_STEPS) : NULL;
    if (!budget) {
        free(search);
        henka_game_free(game);
        return error_set(error, MSG_NO_MEMORY), NULL;
    }
    henka_game_set_budget(game, budget);
    *search = (Search){.pool = pool, .game = game, .budget = budget, .limits = *limits};
    search->report =
        (SearchReport){.owner = owner, .visitor = visitor, .planned_ms = limits->movetime_ms};
    pthread_mutex_lock(&pool->lock);
    bool room = pool_has_room(pool, visitor, error);
    if (room) {
        fair_push(&pool->waiting, &search->item, visitor);
        if (pool->waiting.count > pool_idle(pool) && pool->thread_count < pool->thread_limit)
            pool_add_thread(pool);
        search->told = search_place(pool, search);
        if (pool->waiting.count > 1) pool_move(pool);
        pthread_cond_signal(&pool->work);
    }
    pthread_mutex_unlock(&pool->lock);
    if (room) return search;
    search_free(search);
    return NULL;
}

Figures pool_figures(Pool *pool) {
    pthread_mutex_lock(&pool->lock);
    Figures figures = pool->figures;
    figures.waiting = pool->waiting.count;
    pthread_mutex_unlock(&pool->lock);
    return figures;
}

void pool_cancel(Pool *pool, Search *search) {
    pthread_mutex_lock(&pool->lock);
    search_stop(search);
    if (!search->started) {
        fair_remove(&pool->waiting, &search->item);
        search->report.done = search->fresh = true;
        search->next = pool->searches;
        pool->searches = search;
        if (pool->waiting.count) pool_move(pool);
        if (!pool->closing) pool->wake(pool->context);
    }
    pthread_mutex_unlock(&pool->lock);
}

void pool_hurry(Pool *pool, Search *search) {
    pthread_mutex_lock(&pool->lock);
    search->hurried = true;
    if (search->engine) henka_engine_stop(search->engine);
    pthread_mutex_unlock(&pool->lock);
}

int pool_place(Pool *pool, const Search *search) {
    pthread_mutex_lock(&pool->lock);
    int place = search_place(pool, search);
    pthread_mutex_unlock(&pool->lock);
    return place;
}

int pool_places(Pool *pool, SearchPlace *places, int cap) {
    int count = 0, before = 0;
    pthread_mutex_lock(&pool->lock);
    Search *search = pool->moved ? pool->searches : NULL;
    for (; search && count < cap; search = search->next) {
        if (search->told && !search->cancelled)
            places[count++] = (SearchPlace){search->report.owner, 0};
        search->told = 0;
    }
    search = pool->moved ? CONTAINER_OR_NULL(pool->waiting.first, Search, item) : NULL;
    for (; search && count < cap; search = CONTAINER_OR_NULL(search->item.next, Search, item)) {
        int place = place_after(pool, before++);
        if (place != search->told) places[count++] = (SearchPlace){search->report.owner, place};
        search->told = place;
    }
    pool->moved = count == cap;
    pthread_mutex_unlock(&pool->lock);
    return count;
}

bool pool_next(Pool *pool, SearchReport *report) {
    bool found = false;
    pthread_mutex_lock(&pool->lock);
    for (Search **link = &pool->searches; *link && !found;) {
        Search *search = *link;
        if (search->fresh) {
            search->fresh = false;
            *report = search->report;
            if (search->cancelled) report->owner = NULL;
            found = report->owner || report->done;
        }
        if (found && report->done) {
            *link = search->next;
            search_free(search);
        } else
            link = &search->next;
    }
    pthread_mutex_unlock(&pool->lock);
    return found;
}
