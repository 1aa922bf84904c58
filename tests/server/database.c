/* database - the games in SQLite: what is written is read back, nothing of another server is written
 * over, and files that are no database of ours are left alone. */
#include "server/database.h"
#include "base/utf8.h"
#include "check.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/henka-database-XXXXXX";

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

static void check_loads(Database *db, const GameRow *row, const char *what) {
    GameRow found = {.offer = -1};
    HenkaError error = {0};
    bool loaded = database_load(db, row->id, &found, &error) == DATABASE_DONE;
    CHECK(loaded, "%s: %s", what, error.message);
    if (loaded) check_same(&found, row, what);
    database_row_free(&found);
}

static void check_keeps(void) {
    HenkaError error = {0};
    Database *db = database_open(path_of("new/folder/games.db"), &error);
    GameRow row = row_with("aaaaaaaaaaaa");
    CHECK(db, "opening: %s", error.message);
    if (!db) return;
    CHECK(database_insert(db, &row, &error) == DATABASE_DONE, "inserting: %s", error.message);
    check_loads(db, &row, "inserted");
    CHECK(database_insert(db, &row, &error) == DATABASE_FAILED, "an id is inserted twice");
    row.moves = "1a1b 1c1b 1d1e";
    row.plies = 3;
    row.updated_ms++;
    row.outcome = (HenkaOutcome){HENKA_RESIGNATION, HENKA_GOTE};
    row.agreed = true;
    row.version = 2;
    CHECK(database_save(db, &row, &error) == DATABASE_DONE, "saving: %s", error.message);
    check_loads(db, &row, "saved");
    row.outcome = (HenkaOutcome){HENKA_DRAW_AGREED, -1};
    row.version = 3;
    CHECK(database_save(db, &row, &error) == DATABASE_DONE, "saving a draw: %s", error.message);
    check_loads(db, &row, "a draw");
    row.outcome = (HenkaOutcome){HENKA_PLAYING, -1};
    row.agreed = false;
    row.offer = HENKA_GOTE;
    row.engine_turn = true;
    row.version = 4;
    CHECK(database_save(db, &row, &error) == DATABASE_DONE, "saving an offer: %s", error.message);
    database_close(db);
    db = database_open(path_of("new/folder/games.db"), &error);
    CHECK(db, "opening again: %s", error.message);
    if (!db) return;
    check_loads(db, &row, "after opening again");
    database_close(db);
}

static void check_two_servers(void) {
    HenkaError error = {0};
    Database *first = database_open(path_of("two.db"), &error),
             *second = database_open(path_of("two.db"), &error);
    GameRow row = row_with("bbbbbbbbbbbb"), theirs = row;
    CHECK(first && second, "two servers on one file: %s", error.message);
    if (!first || !second) return;
    CHECK(database_insert(first, &row, &error) == DATABASE_DONE, "inserting: %s", error.message);
    theirs.version = 2;
    theirs.moves = "1a1b";
    CHECK(database_save(second, &theirs, &error) == DATABASE_DONE, "the second saves: %s",
          error.message);
    row.version = 2;
    CHECK(database_save(first, &row, &error) == DATABASE_CHANGED &&
              strstr(error.message, "another server"),
          "the first writes over it: %s", error.message);
    check_loads(first, &theirs, "what the second saved");
    database_close(first);
    database_close(second);
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
    Database *db = database_open(path_of("list.db"), &error);
    CHECK(db, "opening: %s", error.message);
    if (!db) return;
    for (int i = 0; i < 4; i++) { /* a to d, updated in the order b, d, a, c */
        char id[] = {(char)('a' + i), '1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '1', 0};
        GameRow row = row_with(id);
        row.updated_ms += (int[]){30, 10, 40, 20}[i];
        row.engine_turn = i % 2;
        if (i == 3) row.definition = "files=4";
        CHECK(database_insert(db, &row, &error) == DATABASE_DONE, "inserting %s: %s", id,
              error.message);
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
        bool read = (lists[i].waiting ? database_list_waiting : database_list)(
                        db, lists[i].limit, see, &seen, &error) == DATABASE_DONE;
        CHECK(read && !strcmp(seen.ids, lists[i].ids), "%s: expected %s, found %s", lists[i].what,
              lists[i].ids, seen.ids);
        CHECK(!seen.whole, "%s: %d rows with their long texts", lists[i].what, seen.whole);
    }
    int definitions = sql("list.db", "SELECT count(*) FROM definitions");
    CHECK(definitions == 2, "four games by two definitions keep %d", definitions);
    CHECK(database_delete(db, "d12345678901", &error) == DATABASE_DONE, "deleting: %s",
          error.message);
    CHECK(database_delete(db, "d12345678901", &error) == DATABASE_NO_GAME &&
              strstr(error.message, "d12345678901"),
          "deleting twice: %s", error.message);
    GameRow found = {.offer = -1};
    CHECK(database_load(db, "d12345678901", &found, &error) == DATABASE_NO_GAME && !found.moves,
          "a deleted game is loaded");
    definitions = sql("list.db", "SELECT count(*) FROM definitions");
    CHECK(definitions == 1, "a definition that no game has: %d are kept", definitions);
    database_close(db);
}

/* Opening a file of that content is refused with these words, and leaves the file as it is. */
static void check_refused(const char *name, const char *words) {
    HenkaError error = {0};
    Database *db = database_open(path_of(name), &error);
    CHECK(!db && strstr(error.message, words), "%s: expected \"%s\", found \"%s\"", name, words,
          db ? "a store" : error.message);
    if (db) database_close(db);
}

static void check_foreign_files(void) {
    sql("foreign.db", "CREATE TABLE games (id)");
    check_refused("foreign.db", "another program");
    CHECK(sql("foreign.db", "SELECT count(*) FROM sqlite_schema") == 1,
          "a foreign file was changed");
    HenkaError error = {0};
    Database *db = database_open(path_of("newer.db"), &error);
    if (db) database_close(db);
    sql("newer.db", "PRAGMA user_version = 99");
    check_refused("newer.db", "newer henka (schema 99");
    FILE *file = fopen(path_of("text.db"), "w");
    for (int i = 0; file && i < 100; i++) fputs("this is no database\n", file);
    if (file) fclose(file);
    check_refused("text.db", "is not a usable database");
    check_refused("text.db/games.db", "cannot open");
}

/* What begins within a transaction is undone with it. */
static void check_transactions(void) {
    HenkaError error = {0};
    Database *db = database_open(path_of("transaction.db"), &error);
    GameRow row = row_with("cccccccccccc"), found = {.offer = -1};
    CHECK(db, "opening: %s", error.message);
    if (!db) return;
    CHECK(database_begin(db, &error) && database_insert(db, &row, &error) == DATABASE_DONE,
          "beginning: %s", error.message);
    database_rollback(db);
    CHECK(database_load(db, row.id, &found, &error) == DATABASE_NO_GAME,
          "a row that was rolled back is there");
    CHECK(database_begin(db, &error) && database_insert(db, &row, &error) == DATABASE_DONE &&
              database_commit(db, &error),
          "committing: %s", error.message);
    check_loads(db, &row, "committed");
    database_close(db);
}

static bool can_write(Database *db, HenkaError *error) {
    GameRow row = row_with("dddddddddddd");
    static int64_t version = 0;
    bool done = database_begin(db, error);
    if (!done) return false;
    row.version = ++version;
    done = (version == 1 ? database_insert : database_save)(db, &row, error) == DATABASE_DONE &&
           database_commit(db, error);
    if (!done) database_rollback(db);
    return done;
}

/* A file that is taken away or replaced under the server: what is written into it would be lost. */
static void check_vanished(void) {
    static const char *const names[] = {"vanish.db", "vanish.db-wal"};
    char path[256], aside[300];
    HenkaError error = {0};
    Database *db = database_open(path_of("vanish.db"), &error);
    CHECK(db, "opening: %s", error.message);
    if (!db) return;
    CHECK(can_write(db, &error), "writing: %s", error.message);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s", path_of(names[i]));
        snprintf(aside, sizeof aside, "%s.aside", path);
        CHECK(!rename(path, aside), "%s is there", names[i]);
        CHECK(!can_write(db, &error) && strstr(error.message, "taken away"),
              "without %s a move is kept: %s", names[i], error.message);
        FILE *other = fopen(path, "w");
        if (other) fclose(other);
        CHECK(!can_write(db, &error) && strstr(error.message, "taken away"),
              "with another %s a move is kept: %s", names[i], error.message);
        CHECK(!rename(aside, path), "%s comes back", names[i]);
        CHECK(can_write(db, &error), "%s is back: %s", names[i], error.message);
    }
    database_close(db);
}

static void check_mode(void) {
    HenkaError error = {0};
    struct stat file = {0};
    char path[256];
    snprintf(path, sizeof path, "%s", path_of("mode.db"));
    for (int i = 0; i < 2; i++) { /* a new file, and one that others could read */
        Database *db = database_open(path, &error);
        CHECK(db && !stat(path, &file) && (file.st_mode & 0777) == 0600, "mode %o", file.st_mode);
        if (db) database_close(db);
        chmod(path, 0644);
    }
}

/* Rows that somebody else wrote: whatever they hold, what is read of them is sane. */
static void check_damaged_rows(void) {
    static const char *const columns[] = {
        "game",         "title",       "settings", "start",       "moves",   "plies",
        "sente_engine", "gote_engine", "level",    "created",     "updated", "reason",
        "winner",       "agreed",      "offer",    "engine_turn", "version", "id"};
    static const char *const values[] = {"x'fffe00ff'",
                                         "''",
                                         "'x'",
                                         "-1",
                                         "9223372036854775807",
                                         "-9223372036854775808",
                                         "1e300",
                                         "'checkmate'",
                                         "x''",
                                         "char(0xd800)",
                                         "99"};
    HenkaError error = {0};
    char text[300];
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            unlink(path_of("damaged.db"));
            Database *db = database_open(path_of("damaged.db"), &error);
            GameRow row = row_with("eeeeeeeeeeee"), found = {.offer = -1};
            Seen seen = {0};
            if (!db || database_insert(db, &row, &error) != DATABASE_DONE) {
                CHECK(false, "inserting: %s", error.message);
                return;
            }
            snprintf(text, sizeof text, "UPDATE games SET %s = %s", columns[c], values[v]);
            sql("damaged.db", text);
            bool listed = database_list(db, 10, see, &seen, &error) == DATABASE_DONE;
            bool loaded = database_load(db, row.id, &found, &error) == DATABASE_DONE;
            CHECK(listed && (loaded || !strcmp(columns[c], "id")), "%s: %s", text, error.message);
            const char *texts[] = {found.game,  found.title, found.settings,
                                   found.start, found.moves, found.definition};
            for (size_t i = 0; loaded && i < sizeof texts / sizeof *texts; i++)
                CHECK(texts[i] && utf8_valid_length(texts[i], strlen(texts[i])) == strlen(texts[i]),
                      "%s: text %zu is no UTF-8", text, i);
            CHECK(!loaded || (found.level >= 0 && found.level <= HENKA_MAX_LEVEL &&
                              found.plies >= 0 && found.created_ms >= 0 && found.updated_ms >= 0 &&
                              found.updated_ms < INT64_MAX / 2 && found.version >= 0 &&
                              found.version < INT64_MAX && found.offer >= -1 && found.offer <= 1 &&
                              found.outcome.winner >= -1 && found.outcome.winner <= 1),
                  "%s: a number out of its range", text);
            database_row_free(&found);
            database_close(db);
        }
}

/* The lowest descriptor that is free. */
static int free_descriptor(void) {
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(fd);
    return fd;
}

static void check_descriptors(void) {
    HenkaError error = {0};
    int before = free_descriptor();
    for (int i = 0; i < 3; i++) {
        Database *db = database_open(path_of("descriptors.db"), &error);
        CHECK(db, "opening: %s", error.message);
        if (db) database_close(db);
    }
    CHECK(free_descriptor() == before, "open after closing: descriptors from %d to %d", before,
          free_descriptor() - 1);
}

int main(void) {
    if (!mkdtemp(folder)) return 1;
    check_descriptors();
    check_keeps();
    check_two_servers();
    check_lists();
    check_foreign_files();
    check_transactions();
    check_vanished();
    check_mode();
    check_damaged_rows();
    char command[sizeof folder + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command)) return 1;
    return check_done();
}
