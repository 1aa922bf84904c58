#include "store/store.h"

#include "base/compiler.h"
#include "base/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { READS_US = 5000 }; /* time that reads may delay writes; the last read may exceed it */

/* Everything but database, wake and context is guarded by lock. The database is the thread's. */
struct Store {
    pthread_mutex_t lock;                    /* guards members that loop and thread share */
    pthread_cond_t work;                     /* a request waits or the store closes */
    StoreRequest *waiting, **last;           /* the writes that wait, in the order of submission;
                                                the link where the next one is appended */
    FairQueue reads;                         /* the requests that wait and only read */
    StoreRequest *finished, **finished_last; /* requests done; the link for the next */
    Database *database;                      /* open from store_open to store_close */
    pthread_t thread;                        /* the thread that does the requests */
    bool closing;                            /* the thread ends when no request waits */
    Figures figures;                         /* statistics of the batches of writes */
    DatabaseRoom most, holds;                /* the limits of the stored amount; the amount that was
                                                stored after the last batch of writes */
    uint64_t submitted, written;             /* numbers of writes that were submitted, and that were
                                                done, since the store was opened */
    void (*wake)(void *context);             /* called when store_take has a finished request */
    void *context;                           /* argument of wake */
};

static DatabaseResult request_do(Database *database, StoreRequest *request) {
    HenkaError *error = &request->error;
    switch (request->action) {
    case STORE_INSERT:
        return database_insert(database, request->row, error);
    case STORE_SAVE:
        return database_save(database, request->row, error);
    case STORE_DELETE:
        return database_delete(database, request->row->id, error);
    case STORE_DELETE_OWN:
        return database_delete_own(database, request->row->id, &request->query.browser,
                                   request->query.nobodys, error);
    case STORE_ALIVE:
        return database_alive(database, request->moment_ms, error);
    case STORE_BACK:
        return database_back(database, request->moment_ms, error);
    case STORE_FEED_KEEP:
        return database_feed_keep(database, &request->query.browser, &request->feed, error);
    case STORE_LOAD:
        return database_load(database, request->row->id, request->row, error);
    case STORE_FEED:
        return database_feed(database, &request->feed, request->query.limit, request->visit,
                             request->context, error);
    case STORE_DEEDS:
        return database_deeds(database, request->moment_ms, request->deed, request->ban,
                              request->context, error);
    default:
        return database_list(database, &request->query, request->visit, request->context, error);
    }
}

static void write_alone(Database *database, StoreRequest *request) {
    request->found = DATABASE_FAILED;
    if (!database_begin(database, &request->error)) return;
    DatabaseResult found = request_do(database, request);
    if (found == DATABASE_DONE && database_commit(database, &request->error))
        request->found = DATABASE_DONE;
    else {
        database_rollback(database);
        if (found != DATABASE_DONE) request->found = found;
    }
}

/* Commits all writes together. If that fails, tries each write by itself, so that one failing write
 * does not undo the others. If the database can't be written at all, for example because another
 * program has locked it, waits for it only once. False: at least one write failed. */
static bool batch_run(Database *database, StoreRequest *batch) {
    HenkaError error, why;
    bool begun = database_begin(database, &error), kept = begun, together = begun;
    /* Ends at the first write that fails: it may be half done, and SQLite may have rolled back by
     * itself, so that the next write would be outside the transaction. */
    for (StoreRequest *request = batch; together && request; request = request->next) {
        if (request->found == DATABASE_FULL) continue;
        request->found = request_do(database, request);
        together = request->found != DATABASE_FAILED;
    }
    together = together && database_commit(database, &why);
    if (begun && !together) database_rollback(database);
    for (StoreRequest *request = batch; request; request = request->next) {
        if (request->found == DATABASE_FULL) continue;
        if (!begun)
            request->found = DATABASE_FAILED, request->error = error;
        else if (!together)
            write_alone(database, request);
        kept = kept && request->found != DATABASE_FAILED;
    }
    return kept;
}

/* Refuses new rows without room, counting the batch's rows before them. False: none is left. */
static bool batch_admit(const Store *store, StoreRequest *batch) {
    DatabaseRoom more = {0};
    bool any = false;
    for (StoreRequest *request = batch; request; request = request->next) {
        bool inserts = request->action == STORE_INSERT;
        request->found = inserts && !database_has_room(store->database, request->row, store->most,
                                                       more, &request->error)
                             ? DATABASE_FULL
                             : DATABASE_DONE;
        if (request->found == DATABASE_FULL) continue;
        any = true;
        if (!inserts) continue;
        more.games++;
        more.text += (int64_t)strlen(request->row->definition);
    }
    return any;
}

/* Appends a list of requests to the finished ones. `end` is the link of the list's last request. */
static void store_finish(Store *store, StoreRequest *first, StoreRequest **end) {
    *store->finished_last = first;
    store->finished_last = end;
    if (!store->closing) store->wake(store->context);
}

static void store_write(Store *store) {
    StoreRequest *batch = store->waiting, **end = store->last;
    uint64_t written = store->submitted;
    store->waiting = NULL;
    store->last = &store->waiting;
    pthread_mutex_unlock(&store->lock);
    int64_t began_us = figures_now_us();
    bool tried = batch_admit(store, batch), kept = tried && batch_run(store->database, batch);
    int64_t took_us = figures_now_us() - began_us;
    bool rows = false; /* the batch may change the number of rows */
    for (const StoreRequest *request = batch; request; request = request->next)
        rows = rows || (request->action != STORE_SAVE && request->action != STORE_ALIVE);
    DatabaseRoom holds = rows ? database_holds(store->database) : (DatabaseRoom){0};
    pthread_mutex_lock(&store->lock);
    if (rows) store->holds = holds;
    if (tried) {
        figures_add(&store->figures, took_us);
        store->figures.failing = !kept;
    }
    store->written = written;
    store_finish(store, batch, end);
}

static void *store_run(void *context) {
    Store *store = context;
    pthread_mutex_lock(&store->lock);
    while (!store->closing || store->waiting || store->reads.count) {
        if (store->waiting) store_write(store);
        /* Does reads for READS_US even if writes wait; then for as long as no write waits. Stops
         * before a read that was submitted after a waiting write. */
        int64_t until_us = figures_now_us() + READS_US;
        while (!store->waiting || figures_now_us() < until_us) {
            StoreRequest *request = CONTAINER_OR_NULL(store->reads.first, StoreRequest, item);
            if (!request || request->after > store->written) break;
            fair_pop(&store->reads);
            pthread_mutex_unlock(&store->lock);
            request->found = request_do(store->database, request);
            pthread_mutex_lock(&store->lock);
            store_finish(store, request, &request->next);
        }
        if (!store->waiting && !store->closing) pthread_cond_wait(&store->work, &store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

Store *store_open(const char *path, DatabaseRoom most, void (*wake)(void *context), void *context,
                  HenkaError *error) {
    Store *store = calloc(1, sizeof *store);
    if (!store) return error_set(error, MSG_NO_MEMORY), NULL;
    store->last = &store->waiting;
    store->finished_last = &store->finished;
    store->wake = wake;
    store->context = context;
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->work, NULL);
    store->database = database_serve(path, error);
    if (store->database) {
        store->most = most;
        store->holds = database_holds(store->database);
        if (!pthread_create(&store->thread, NULL, store_run, store)) return store;
        error_set(error, MSG_NO_MEMORY);
        database_close(store->database);
    }
    free(store);
    return NULL;
}

void store_submit(Store *store, StoreRequest *request, StoreDone *done) {
    request->done = done;
    request->next = NULL;
    pthread_mutex_lock(&store->lock);
    if (request->action < STORE_LOAD) { /* the request writes */
        *store->last = request;
        store->last = &request->next;
        store->submitted++;
    } else {
        request->after = store->submitted;
        fair_push(&store->reads, &request->item, request->visitor);
    }
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->lock);
}

void store_take(Store *store, Log *log) {
    pthread_mutex_lock(&store->lock);
    StoreRequest *request = store->finished;
    store->finished = NULL;
    store->finished_last = &store->finished;
    pthread_mutex_unlock(&store->lock);
    for (StoreRequest *next; request; request = next) {
        next = request->next;
        if (request->found == DATABASE_FAILED)
            LOG_EVENT(log, "failure", LOG_TEXT("why", request->error.message));
        request->done(request);
    }
}

Figures store_figures(Store *store) {
    pthread_mutex_lock(&store->lock);
    Figures figures = store->figures;
    figures.waiting = (int)(store->submitted - store->written) + store->reads.count;
    pthread_mutex_unlock(&store->lock);
    return figures;
}

DatabaseRoom store_holds(Store *store) {
    pthread_mutex_lock(&store->lock);
    DatabaseRoom holds = store->holds;
    pthread_mutex_unlock(&store->lock);
    return holds;
}

void store_stop(Store *store) {
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->thread, NULL);
}

void store_close(Store *store) {
    database_close(store->database);
    pthread_cond_destroy(&store->work);
    pthread_mutex_destroy(&store->lock);
    free(store);
}
