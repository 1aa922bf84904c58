/* pool - searches on threads of their own: a search that is to hurry ends whenever it was told so;
 * each one says whose time it took, also where nobody wants its move any more. */
#include "games/pool.h"
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

static void wait_for_wake(void) {
    pthread_mutex_lock(&lock);
    while (!wakes) pthread_cond_wait(&woken, &lock);
    wakes = false;
    pthread_mutex_unlock(&lock);
}

/* The next report of a search that is done. */
static SearchReport next_done(Pool *pool) {
    SearchReport report = {0};
    for (;;) {
        while (pool_next(pool, &report))
            if (report.done) return report;
        wait_for_wake();
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

static const Limits limits = {.visitor_searches = 8, .network_searches = 8, .searches = 8};

/* One thread: the second search waits for the first, and each of them hurries. */
static void check_hurry(void) {
    bool woke = false;
    Pool *pool = pool_new(1, &limits, wake, &woke);
    CHECK(pool && !pool_figures(pool).waiting, "an empty pool");
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

/* Cancelled searches: one that waits took no time, one that has begun says whose time it took. */
static void check_cancel(void) {
    bool woke = false;
    Pool *pool = pool_new(1, &limits, wake, &woke);
    Search *first = submit(pool, 1, "first"), *second = submit(pool, 2, "second"),
           *third = submit(pool, 3, "third");
    SearchReport report = {0};
    for (int reports = 0; reports < 2;) /* it is under way, and the second comes 100 ms later */
        if (pool_next(pool, &report))
            reports++;
        else
            wait_for_wake();
    CHECK(report.pv[0] == ' ' && report.result.depth > 0, "depth %d,%s", report.result.depth,
          report.pv);
    CHECK(report.owner && report.visitor == 1 && !report.done && !report.took_ms,
          "visitor %d, %d ms", (int)report.visitor, (int)report.took_ms);
    CHECK(pool_place(pool, third) == 2, "place %d", pool_place(pool, third));
    pool_cancel(pool, second);
    CHECK(pool_place(pool, third) == 1 && pool_figures(pool).waiting == 1, "place %d, %d wait",
          pool_place(pool, third), pool_figures(pool).waiting);
    report = next_done(pool); /* the time that was reserved for it is given back */
    CHECK(!report.owner && report.visitor == 2 && !report.took_ms && report.planned_ms,
          "visitor %d, %d of %d ms", (int)report.visitor, (int)report.took_ms,
          (int)report.planned_ms);
    pool_cancel(pool, first);
    report = next_done(pool);
    CHECK(!report.owner && report.visitor == 1, "owner %s, visitor %d",
          report.owner ? (char *)report.owner : "none", (int)report.visitor);
    CHECK(report.took_ms >= 99 && report.took_ms < LONG.movetime_ms, "%d ms", (int)report.took_ms);
    pool_hurry(pool, third);
    check_moved(pool, "third");
    CHECK(!pool_next(pool, &report), "a report too many");
    /* One that is done and was not asked for yet. */
    Search *last = submit(pool, 4, "last");
    pool_hurry(pool, last);
    while (pool_figures(pool).running || pool_figures(pool).waiting) wait_for_wake();
    pool_cancel(pool, last);
    report = next_done(pool);
    CHECK(!report.owner && report.visitor == 4, "visitor %d", (int)report.visitor);
    pool_stop(pool);
    pool_free(pool);
}

int main(void) {
    check_hurry();
    check_cancel();
    return check_done();
}
