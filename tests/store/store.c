/* store - the store's thread: what is submitted is done in order, and only then told; one write that
 * can't be done takes no other with it, not even where SQLite rolls back by itself. */
#include "store/store.h"
#include "check.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 100 };

static char folder[] = "/tmp/henka-store-XXXXXX";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static int wakes, done_count;
static char order[4 * GAMES + 16];

static const DatabaseRoom room = {1000000, 1 << 30};

static void wake(void *context) {
    pthread_mutex_lock(&lock);
    (*(int *)context)++;
    pthread_cond_signal(&woken);
    pthread_mutex_unlock(&lock);
}

/* Takes what is done until so many requests were. */
static void wait_for(Store *store, int count) {
    while (store_take(store, NULL), done_count < count) {
        pthread_mutex_lock(&lock);
        while (!wakes) pthread_cond_wait(&woken, &lock);
        wakes = 0;
        pthread_mutex_unlock(&lock);
    }
}

static void note(StoreRequest *request) { order[done_count++] = *(const char *)request->context; }

static GameRow row_of(int number) {
    GameRow row = {.definition = "files=3",
                   .game = "three",
                   .title = "Three",
                   .settings = "{}",
                   .start = "3/3/3 b - 1",
                   .moves = "",
                   .offer = {-1, -1, -1},
                   .open = -1,
                   .clock = {.running = -1},
                   .toss = -1,
                   .version = 1,
                   .updated_ms = number};
    snprintf(row.id, sizeof row.id, "aaaaaaaa%04d", number);
    return row;
}

static void count_rows(void *context, const GameRow *row) {
    (void)row;
    ++*(int *)context;
}

static void check_order(Store *store) {
    static StoreRequest requests[2 * GAMES + 3];
    static GameRow rows[GAMES], changed[GAMES];
    GameRow found = row_of(7), twice = row_of(8);
    int listed = 0;
    for (int i = 0; i < GAMES; i++) {
        rows[i] = changed[i] = row_of(i);
        changed[i].version = i == 50 ? 9 : 2; /* game 50 as if somebody else had written it */
        changed[i].moves = "1a1b";
        requests[i] = (StoreRequest){.action = STORE_INSERT, .row = &rows[i], .context = "i"};
        requests[GAMES + i] =
            (StoreRequest){.action = STORE_SAVE, .row = &changed[i], .context = "s"};
    }
    requests[2 * GAMES] = (StoreRequest){.action = STORE_INSERT, .row = &twice, .context = "d"};
    requests[2 * GAMES + 1] = (StoreRequest){.action = STORE_LOAD, .row = &found, .context = "l"};
    for (int i = 0; i < 2 * GAMES + 2; i++) store_submit(store, &requests[i], note);
    wait_for(store, 2 * GAMES + 2);
    for (int i = 0; i < 2 * GAMES + 2; i++)
        CHECK(order[i] == *(const char *)requests[i].context, "request %d: %c is done", i,
              order[i]);
    for (int i = 0; i < 2 * GAMES; i++)
        CHECK(requests[i].found == (i == GAMES + 50 ? DATABASE_CHANGED : DATABASE_DONE),
              "request %d: %d, %s", i, (int)requests[i].found, requests[i].error.message);
    CHECK(requests[2 * GAMES].found == DATABASE_FAILED, "an id is inserted twice");
    CHECK(requests[2 * GAMES + 1].found == DATABASE_DONE && !strcmp(found.moves, "1a1b"),
          "a read sees the writes before it: %s", requests[2 * GAMES + 1].error.message);
    if (requests[2 * GAMES + 1].found == DATABASE_DONE) database_row_free(&found);
    StoreRequest list = {.action = STORE_LIST,
                         .query = {.limit = 1000, .nobodys = true},
                         .visit = count_rows,
                         .context = &listed};
    store_submit(store, &list, note);
    wait_for(store, 2 * GAMES + 3);
    CHECK(listed == GAMES, "%d of %d games are there", listed, GAMES);
}

/* What a list is noted as, and how many rows it had. */
typedef struct Counted {
    char note;
    int rows;
} Counted;

static void count_slowly(void *context, const GameRow *row) {
    (void)row;
    ((Counted *)context)->rows++;
    usleep(100);
}

/* A write that comes while many lists wait doesn't wait for them all, nor does another's list. */
static void check_turns(Store *store) {
    enum { LISTS = 40 };
    static StoreRequest requests[LISTS + 2];
    static Counted lists[LISTS + 2];
    int before = done_count, written = -1, listed = -1;
    for (int i = 0; i < LISTS + 2; i++) {
        bool writes = i == LISTS, others = i > LISTS;
        lists[i].note = writes ? 'w' : others ? 'o' : 'l';
        requests[i] = (StoreRequest){.action = writes ? STORE_ALIVE : STORE_LIST,
                                     .visitor = others ? 2 : 1,
                                     .query = {.limit = 1000, .nobodys = true},
                                     .visit = count_slowly,
                                     .context = &lists[i]};
        store_submit(store, &requests[i], note);
    }
    wait_for(store, before + LISTS + 2);
    for (int i = 0; i < LISTS + 2; i++) {
        if (order[before + i] == 'w') written = i;
        if (order[before + i] == 'o') listed = i;
        CHECK(requests[i].found == DATABASE_DONE && (i == LISTS || lists[i].rows == GAMES),
              "%d: %d rows", i, lists[i].rows);
    }
    CHECK(written < LISTS / 2, "%d of %d lists came before a move", written, LISTS);
    CHECK(listed < LISTS / 2, "%d of %d lists came before another's", listed, LISTS);
}

/* In the middle of a batch SQLite rolls the transaction back by itself, as it does on a full disk.
 * What follows in the batch would be written without one. The trigger stands in for the disk; the
 * lock holds the first write back until the others wait behind it, as one batch. */
static void check_rolled_back(const char *path) {
    enum { WRITES = 6, REFUSED = 3 };
    StoreRequest requests[WRITES] = {0};
    GameRow rows[WRITES];
    HenkaError error = {0};
    sqlite3 *other = NULL;
    Store *store = store_open(path, room, wake, &wakes, &error);
    CHECK(store && sqlite3_open(path, &other) == SQLITE_OK, "opening: %s", error.message);
    if (!store || !other) return;
    const char *const refuse = "CREATE TRIGGER refuse AFTER INSERT ON games WHEN NEW.id = "
                               "'aaaaaaaa0003' BEGIN SELECT RAISE(ROLLBACK, 'no room'); END";
    CHECK(!sqlite3_exec(other, refuse, NULL, NULL, NULL) &&
              !sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL),
          "the trigger: %s", sqlite3_errmsg(other));
    done_count = 0;
    for (int i = 0; i < WRITES; i++) {
        rows[i] = row_of(i);
        requests[i] = (StoreRequest){.action = STORE_INSERT, .row = &rows[i], .context = "r"};
        store_submit(store, &requests[i], note);
    }
    sqlite3_exec(other, "COMMIT", NULL, NULL, NULL);
    wait_for(store, WRITES);
    for (int i = 0; i < WRITES; i++)
        CHECK(requests[i].found == (i == REFUSED ? DATABASE_FAILED : DATABASE_DONE),
              "write %d: %d, %s", i, (int)requests[i].found, requests[i].error.message);
    sqlite3_close(other);
    store_stop(store);
    store_close(store);
}

/* What was submitted is done before the store ends, and is on disk. */
static void check_end(Store *store, const char *path) {
    static StoreRequest requests[GAMES];
    static GameRow rows[GAMES];
    HenkaError error = {0};
    int before = done_count, listed = 0;
    for (int i = 0; i < GAMES; i++) {
        rows[i] = row_of(1000 + i);
        requests[i] = (StoreRequest){.action = STORE_INSERT, .row = &rows[i], .context = "e"};
        store_submit(store, &requests[i], note);
    }
    store_stop(store);
    store_take(store, NULL);
    CHECK(done_count == before + GAMES, "%d of %d requests were done at the end",
          done_count - before, GAMES);
    store_close(store);
    Database *db = database_open(path, &error);
    CHECK(db &&
              database_list(db, &(DatabaseQuery){.limit = 1000, .nobodys = true}, count_rows,
                            &listed, &error) == DATABASE_DONE &&
              listed == 2 * GAMES,
          "%d of %d games are on disk: %s", listed, 2 * GAMES, error.message);
    if (db) database_close(db);
}

int main(void) {
    char path[64], command[64];
    HenkaError error = {0};
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s/games.db", folder);
    Store *store = store_open(path, room, wake, &wakes, &error);
    CHECK(store, "opening: %s", error.message);
    if (store) {
        check_order(store);
        check_turns(store);
        check_end(store, path);
    }
    snprintf(path, sizeof path, "%s/rolled_back.db", folder);
    check_rolled_back(path);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command)) return 1;
    return check_done();
}
