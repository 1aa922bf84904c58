/* pool - searches on threads of their own: a search that is to hurry ends whenever it was told so. */
#include "server/pool.h"
#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A search of ten minutes: it ends before only because it is told to. */
static const HenkaLimits LONG = {.movetime_ms = 600000};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static bool wakes;

static void wake(void *context) {
    pthread_mutex_lock(&lock);
    wakes = *(bool *)context = true;
    pthread_cond_signal(&woken);
    pthread_mutex_unlock(&lock);
}

/* The next report of a search that is done. */
static SearchReport next_done(Pool *pool) {
    SearchReport report = {0};
    for (;;) {
        while (pool_next(pool, &report))
            if (report.done) return report;
        pthread_mutex_lock(&lock);
        while (!wakes) pthread_cond_wait(&woken, &lock);
        wakes = false;
        pthread_mutex_unlock(&lock);
    }
}

static HenkaGame *game_new(void) {
    HenkaVariant *variant = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaGame *game = henka_game_new(variant, NULL, NULL);
    henka_variant_free(variant);
    return game;
}

static Search *submit(Pool *pool, uint64_t visitor, const char *name) {
    HenkaError error = {0};
    Search *search = pool_submit(pool, visitor, game_new(), &LONG, (void *)name, &error);
    CHECK(search, "%s is refused: %s", name, error.message);
    return search;
}

static void check_moved(Pool *pool, const char *name) {
    SearchReport report = next_done(pool);
    CHECK(report.owner && !strcmp(report.owner, name), "%s ends, not %s", name,
          report.owner ? (char *)report.owner : "none");
    CHECK(report.result.best != HENKA_NO_MOVE, "%s has found a move", name);
}

/* One thread: the second search waits for the first, and each of them hurries. */
static void check_hurry(void) {
    bool woke = false;
    Pool *pool = pool_new(1, (PoolLimits){8, 8}, wake, &woke);
    CHECK(pool && !pool_waiting(pool), "an empty pool");
    Search *first = submit(pool, 1, "first"), *second = submit(pool, 1, "second");
    CHECK(pool_place(pool, second) == 1, "place %d", pool_place(pool, second));
    pool_hurry(pool, second); /* it can't have begun: nobody told the first one to end */
    CHECK(pool_place(pool, second) == 1, "it waits for its turn all the same");
    pool_hurry(pool, first); /* it may have begun, and its engine may be there */
    check_moved(pool, "first");
    check_moved(pool, "second");
    pool_stop(pool);
    pool_free(pool);
    CHECK(woke, "nobody was woken");
}

int main(void) {
    check_hurry();
    return check_done();
}
