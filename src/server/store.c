#include "server/store.h"

#include "base/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

/* Everything but database, wake and context is guarded by lock. The database is the thread's. */
struct Store {
    pthread_mutex_t lock;                    /* of what the loop and the thread share */
    pthread_cond_t work;                     /* a request waits, or the store closes */
    StoreRequest *waiting, **last;           /* in the order they came; where the next one goes */
    StoreRequest *finished, **finished_last; /* the same, of those that are done */
    Database *database;                      /* open from store_open to store_close */
    pthread_t thread;                        /* that does the requests */
    bool closing;                            /* the thread ends when no request waits */
    Figures figures;                         /* of batches that wrote */
    int waiting_count;                       /* of waiting */
    void (*wake)(void *context);             /* called when store_take has something */
    void *context;                           /* of wake */
};

static bool writes(const StoreRequest *request) { return request->action < STORE_LOAD; }

static DatabaseResult write_one(Database *database, StoreRequest *request) {
    switch (request->action) {
    case STORE_INSERT:
        return database_insert(database, request->row, &request->error);
    case STORE_SAVE:
        return database_save(database, request->row, &request->error);
    case STORE_DELETE_OWN:
        return database_delete_own(database, request->row->id, &request->browser, request->nobodys,
                                   &request->error);
    case STORE_ALIVE:
        return database_alive(database, request->moment_ms, &request->error);
    case STORE_FEED_KEEP:
        return database_feed_keep(database, &request->browser, &request->feed, &request->error);
    case STORE_BACK:
        return database_back(database, request->moment_ms, &request->error);
    default:
        return database_delete(database, request->row->id, &request->error);
    }
}

static DatabaseResult read_one(Database *database, StoreRequest *request) {
    switch (request->action) {
    case STORE_LOAD:
        return database_load(database, request->row->id, request->row, &request->error);
    case STORE_LIST:
        return database_list(database, &request->browser, request->nobodys, request->limit,
                             request->visit, request->context, &request->error);
    case STORE_FEED:
        return database_feed(database, &request->feed, request->limit, request->visit,
                             request->context, &request->error);
    case STORE_RUNNING:
        return database_list_running(database, request->limit, request->visit, request->context,
                                     &request->error);
    case STORE_OLD:
        return database_list_old(database, request->moment_ms, request->limit, request->visit,
                                 request->context, &request->error);
    default:
        return database_list_waiting(database, request->limit, request->visit, request->context,
                                     &request->error);
    }
}

/* The writes of a batch in one transaction. False: none of them happened. */
static bool write_together(Database *database, StoreRequest *batch) {
    HenkaError error;
    if (!database_begin(database, &error)) return false;
    for (StoreRequest *request = batch; request; request = request->next)
        if (writes(request)) request->found = write_one(database, request);
    if (database_commit(database, &error)) return true;
    database_rollback(database);
    return false;
}

static void write_alone(Database *database, StoreRequest *request) {
    request->found = DATABASE_FAILED;
    if (!database_begin(database, &request->error)) return;
    DatabaseResult found = write_one(database, request);
    if (found == DATABASE_DONE && database_commit(database, &request->error))
        request->found = DATABASE_DONE;
    else {
        database_rollback(database);
        if (found != DATABASE_DONE) request->found = found;
    }
}

/* Makes one commit of all writes. Where that fails, each write is tried by itself, so that one
 * which can't be done takes no other with it. Reads come after the commit: they see nothing that
 * may yet fail. Returns whether anything was to be written. */
static bool batch_run(Database *database, StoreRequest *batch) {
    int write_count = 0;
    for (StoreRequest *request = batch; request; request = request->next)
        write_count += writes(request);
    bool together = write_count > 1 && write_together(database, batch);
    for (StoreRequest *request = batch; request; request = request->next)
        if (writes(request) && !together) write_alone(database, request);
    for (StoreRequest *request = batch; request; request = request->next)
        if (!writes(request)) request->found = read_one(database, request);
    return write_count;
}

static void *store_run(void *context) {
    Store *store = context;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        StoreRequest *batch = store->waiting;
        if (!batch && store->closing) break;
        if (!batch) {
            pthread_cond_wait(&store->work, &store->lock);
            continue;
        }
        StoreRequest **end = store->last;
        store->waiting_count = 0;
        store->waiting = NULL;
        store->last = &store->waiting;
        pthread_mutex_unlock(&store->lock);
        int64_t began_us = figures_now_us();
        bool failed = false, wrote = batch_run(store->database, batch);
        int64_t took_us = figures_now_us() - began_us;
        for (StoreRequest *request = batch; request && wrote; request = request->next)
            failed |= writes(request) && request->found == DATABASE_FAILED;
        pthread_mutex_lock(&store->lock);
        if (wrote) {
            figures_add(&store->figures, took_us);
            store->figures.failing = failed;
        }
        *store->finished_last = batch;
        store->finished_last = end;
        if (!store->closing) store->wake(store->context);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

Store *store_open(const char *path, void (*wake)(void *context), void *context, HenkaError *error) {
    Store *store = calloc(1, sizeof *store);
    if (!store) return error_say(error, 0, 0, MSG_NO_MEMORY), NULL;
    store->last = &store->waiting;
    store->finished_last = &store->finished;
    store->wake = wake;
    store->context = context;
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->work, NULL);
    store->database = database_open(path, error);
    if (store->database) {
        if (!pthread_create(&store->thread, NULL, store_run, store)) return store;
        error_say(error, 0, 0, MSG_NO_MEMORY);
        database_close(store->database);
    }
    free(store);
    return NULL;
}

void store_submit(Store *store, StoreRequest *request, StoreDone *done) {
    request->done = done;
    request->next = NULL;
    pthread_mutex_lock(&store->lock);
    *store->last = request;
    store->last = &request->next;
    store->waiting_count++;
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
    figures.waiting = store->waiting_count;
    pthread_mutex_unlock(&store->lock);
    return figures;
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
