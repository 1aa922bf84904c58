/* store - the games in SQLite: what is written is read back, nothing of another server is written
 * over, and files that are no store of ours are left alone. */
#include "server/store.h"
#include "check.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/henka-store-XXXXXX";

static const char *path_of(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Runs SQL on the file itself; the first number it answers, or -1. */
static int sql(const char *name, const char *text) {
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    int number = -1;
    sqlite3_open(path_of(name), &db);
    if (sqlite3_prepare_v2(db, text, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

static GameRow row_with(const char *id) {
    GameRow row = {.definition = "files=3",
                   .game = "three",
                   .title = "Three \"3\" 三",
                   .settings = "{\"a\":\"b\"}",
                   .start = "3/3/3 b - 1",
                   .moves = "1a1b 1c1b",
                   .plies = 2,
                   .engine = {false, true},
                   .level = 7,
                   .created_ms = 1700000000123,
                   .updated_ms = 1700000000456,
                   .offer = -1,
                   .version = 1};
    snprintf(row.id, sizeof row.id, "%s", id);
    return row;
}

static void check_same(const GameRow *found, const GameRow *row, const char *what) {
    const char *texts[][3] = {
        {"id", found->id, row->id},
        {"definition", found->definition, row->definition},
        {"game", found->game, row->game},
        {"title", found->title, row->title},
        {"settings", found->settings, row->settings},
        {"start", found->start, row->start},
        {"moves", found->moves, row->moves},
    };
    const int64_t numbers[][2] = {
        {found->plies, row->plies},
        {found->engine[0], row->engine[0]},
        {found->engine[1], row->engine[1]},
        {found->level, row->level},
        {found->created_ms, row->created_ms},
        {found->updated_ms, row->updated_ms},
        {(int64_t)found->outcome.reason, (int64_t)row->outcome.reason},
        {found->agreed, row->agreed},
        {found->offer, row->offer},
        {found->engine_turn, row->engine_turn},
        {found->version, row->version},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        CHECK(texts[i][1] && !strcmp(texts[i][1], texts[i][2]),
              "%s: %s: expected \"%s\", found \"%s\"", what, texts[i][0], texts[i][2],
              texts[i][1] ? texts[i][1] : "(nothing)");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        CHECK(numbers[i][0] == numbers[i][1], "%s: number %zu: expected %lld, found %lld", what, i,
              (long long)numbers[i][1], (long long)numbers[i][0]);
    if (row->outcome.reason != HENKA_PLAYING)
        CHECK(found->outcome.winner == row->outcome.winner, "%s: expected winner %d, found %d",
              what, row->outcome.winner, found->outcome.winner);
}

static void check_loads(Store *store, const GameRow *row, const char *what) {
    GameRow found = {.offer = -1};
    HenkaError error = {0};
    bool loaded = store_load(store, row->id, &found, &error);
    CHECK(loaded, "%s: %s", what, error.message);
    if (loaded) check_same(&found, row, what);
    store_row_free(&found);
}

static void check_keeps(void) {
    HenkaError error = {0};
    Store *store = store_open(path_of("new/folder/games.db"), &error);
    GameRow row = row_with("aaaaaaaaaaaa");
    CHECK(store, "opening: %s", error.message);
    if (!store) return;
    CHECK(store_insert(store, &row, &error), "inserting: %s", error.message);
    check_loads(store, &row, "inserted");
    CHECK(!store_insert(store, &row, &error), "an id is inserted twice");
    row.moves = "1a1b 1c1b 1d1e";
    row.plies = 3;
    row.updated_ms++;
    row.outcome = (HenkaOutcome){HENKA_RESIGNATION, HENKA_GOTE};
    row.agreed = true;
    row.version = 2;
    CHECK(store_save(store, &row, &error), "saving: %s", error.message);
    check_loads(store, &row, "saved");
    row.outcome = (HenkaOutcome){HENKA_DRAW_AGREED, -1};
    row.version = 3;
    CHECK(store_save(store, &row, &error), "saving a draw: %s", error.message);
    check_loads(store, &row, "a draw");
    row.outcome = (HenkaOutcome){HENKA_PLAYING, -1};
    row.agreed = false;
    row.offer = HENKA_GOTE;
    row.engine_turn = true;
    row.version = 4;
    CHECK(store_save(store, &row, &error), "saving an offer: %s", error.message);
    store_close(store);
    store = store_open(path_of("new/folder/games.db"), &error);
    CHECK(store, "opening again: %s", error.message);
    if (!store) return;
    check_loads(store, &row, "after opening again");
    store_close(store);
}

static void check_two_servers(void) {
    HenkaError error = {0};
    Store *first = store_open(path_of("two.db"), &error),
          *second = store_open(path_of("two.db"), &error);
    GameRow row = row_with("bbbbbbbbbbbb"), theirs = row;
    CHECK(first && second, "two servers on one file: %s", error.message);
    if (!first || !second) return;
    CHECK(store_insert(first, &row, &error), "inserting: %s", error.message);
    theirs.version = 2;
    theirs.moves = "1a1b";
    CHECK(store_save(second, &theirs, &error), "the second saves: %s", error.message);
    row.version = 2;
    CHECK(!store_save(first, &row, &error) && strstr(error.message, "another server"),
          "the first writes over it: %s", error.message);
    check_loads(first, &theirs, "what the second saved");
    store_close(first);
    store_close(second);
}

typedef struct Seen {
    char ids[256];
    int whole; /* rows with texts that a list does not have */
} Seen;

static void see(void *context, const GameRow *row) {
    Seen *seen = context;
    size_t length = strlen(seen->ids);
    snprintf(seen->ids + length, sizeof seen->ids - length, "%.1s", row->id);
    seen->whole += row->definition || row->start || row->moves;
}

static void check_lists(void) {
    HenkaError error = {0};
    Store *store = store_open(path_of("list.db"), &error);
    CHECK(store, "opening: %s", error.message);
    if (!store) return;
    for (int i = 0; i < 4; i++) { /* a to d, updated in the order b, d, a, c */
        char id[] = {(char)('a' + i), '1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '1', 0};
        GameRow row = row_with(id);
        row.updated_ms += (int[]){30, 10, 40, 20}[i];
        row.engine_turn = i % 2;
        if (i == 3) row.definition = "files=4";
        CHECK(store_insert(store, &row, &error), "inserting %s: %s", id, error.message);
    }
    const struct {
        const char *what, *ids;
        bool waiting;
        int limit;
    } lists[] = {{"all, the last changed first", "cadb", false, 10},
                 {"two of them", "ca", false, 2},
                 {"where the engine is to move", "db", true, 10}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        Seen seen = {0};
        bool read = (lists[i].waiting ? store_list_waiting : store_list)(store, lists[i].limit, see,
                                                                         &seen, &error);
        CHECK(read && !strcmp(seen.ids, lists[i].ids), "%s: expected %s, found %s", lists[i].what,
              lists[i].ids, seen.ids);
        CHECK(!seen.whole, "%s: %d rows with their long texts", lists[i].what, seen.whole);
    }
    int definitions = sql("list.db", "SELECT count(*) FROM definitions");
    CHECK(definitions == 2, "four games by two definitions keep %d", definitions);
    CHECK(store_delete(store, "d12345678901", &error), "deleting: %s", error.message);
    CHECK(!store_delete(store, "d12345678901", &error) && strstr(error.message, "d12345678901"),
          "deleting twice: %s", error.message);
    GameRow found = {.offer = -1};
    CHECK(!store_load(store, "d12345678901", &found, &error) && !found.moves,
          "a deleted game is loaded");
    definitions = sql("list.db", "SELECT count(*) FROM definitions");
    CHECK(definitions == 1, "a definition that no game has: %d are kept", definitions);
    store_close(store);
}

/* Opening a file of that content is refused with these words, and leaves the file as it is. */
static void check_refused(const char *name, const char *words) {
    HenkaError error = {0};
    Store *store = store_open(path_of(name), &error);
    CHECK(!store && strstr(error.message, words), "%s: expected \"%s\", found \"%s\"", name, words,
          store ? "a store" : error.message);
    if (store) store_close(store);
}

static void check_foreign_files(void) {
    sql("foreign.db", "CREATE TABLE games (id)");
    check_refused("foreign.db", "another program");
    CHECK(sql("foreign.db", "SELECT count(*) FROM sqlite_schema") == 1,
          "a foreign file was changed");
    HenkaError error = {0};
    Store *store = store_open(path_of("newer.db"), &error);
    if (store) store_close(store);
    sql("newer.db", "PRAGMA user_version = 99");
    check_refused("newer.db", "newer henka (schema 99");
    FILE *file = fopen(path_of("text.db"), "w");
    for (int i = 0; file && i < 100; i++) fputs("this is no database\n", file);
    if (file) fclose(file);
    check_refused("text.db", "is not a usable database");
    check_refused("text.db/games.db", "cannot open");
}

int main(void) {
    if (!mkdtemp(folder)) return 1;
    check_keeps();
    check_two_servers();
    check_lists();
    check_foreign_files();
    char command[sizeof folder + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command)) return 1;
    return check_done();
}
