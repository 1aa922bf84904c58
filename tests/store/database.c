/* database - the games in SQLite: what is written is read back, nothing of another server is written
 * over, and files that are no database of ours are left alone. */
#include "store/database.h"
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
                   .offer = {-1, -1, -1},
                   .open = -1,
                   .turn = HENKA_GOTE,
                   .toss = -1,
                   .clock = {.running = -1},
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
        {"sente's name", found->name[0], row->name[0]},
        {"gote's name", found->name[1], row->name[1]},
        {"rematch", found->rematch, row->rematch},
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
        {found->offer[OFFER_DRAW], row->offer[OFFER_DRAW]},
        {found->offer[OFFER_UNDO], row->offer[OFFER_UNDO]},
        {found->offer[OFFER_REMATCH], row->offer[OFFER_REMATCH]},
        {found->turn, row->turn},
        {found->movetime_ms, row->movetime_ms},
        {found->two, row->two},
        {found->open, row->open},
        {found->toss, row->toss},
        {found->clock.rules.kind, row->clock.rules.kind},
        {found->clock.rules.main_ms, row->clock.rules.main_ms},
        {found->clock.rules.increment_ms, row->clock.rules.increment_ms},
        {found->clock.rules.byoyomi_ms, row->clock.rules.byoyomi_ms},
        {found->clock.rules.periods, row->clock.rules.periods},
        {found->clock.rules.days, row->clock.rules.days},
        {found->clock.left_ms[0], row->clock.left_ms[0]},
        {found->clock.left_ms[1], row->clock.left_ms[1]},
        {found->clock.periods[0], row->clock.periods[0]},
        {found->clock.periods[1], row->clock.periods[1]},
        {found->clock.running, row->clock.running},
        {found->clock.since_ms, row->clock.since_ms},
        {found->holder_count, row->holder_count},
        {memcmp(&found->invitation, &row->invitation, sizeof row->invitation), 0},
        {memcmp(found->seat_token, row->seat_token, sizeof row->seat_token), 0},
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
    GameRow found = GAME_ROW_EMPTY;
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
    row.offer[OFFER_DRAW] = HENKA_GOTE;
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
              strstr(error.message, "another program"),
          "the first writes over it: %s", error.message);
    check_loads(first, &theirs, "what the second saved");
    database_close(first);
    database_close(second);
}

typedef struct Seen {
    char ids[256];
    int whole;   /* rows with texts that a list does not have */
    int started; /* rows that began at this file's usual start */
} Seen;

static void see(void *context, const GameRow *row) {
    Seen *seen = context;
    size_t length = strlen(seen->ids);
    snprintf(seen->ids + length, sizeof seen->ids - length, "%.1s", row->id);
    seen->whole += row->definition || row->moves;
    seen->started += row->start && !strcmp(row->start, "3/3/3 b - 1");
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
        bool read =
            database_list(db,
                          &(DatabaseQuery){.list = lists[i].waiting ? LIST_WAITING : LIST_BROWSER,
                                           .limit = lists[i].limit,
                                           .nobodys = true},
                          see, &seen, &error) == DATABASE_DONE;
        CHECK(read && !strcmp(seen.ids, lists[i].ids), "%s: expected %s, found %s", lists[i].what,
              lists[i].ids, seen.ids);
        CHECK(!seen.whole, "%s: %d rows with their long texts", lists[i].what, seen.whole);
        CHECK(seen.started == (int)strlen(lists[i].ids), "%s: %d rows with their starts",
              lists[i].what, seen.started);
    }
    int definitions = sql("list.db", "SELECT count(*) FROM definitions");
    CHECK(definitions == 2, "four games by two definitions keep %d", definitions);
    CHECK(database_delete(db, "d12345678901", &error) == DATABASE_DONE, "deleting: %s",
          error.message);
    CHECK(database_delete(db, "d12345678901", &error) == DATABASE_NO_GAME &&
              strstr(error.message, "d12345678901"),
          "deleting twice: %s", error.message);
    GameRow found = GAME_ROW_EMPTY;
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
    sql("newer.db", "PRAGMA user_version = -1"); /* no version of ours, and no error of SQLite's */
    check_refused("newer.db", "another program");
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
    GameRow row = row_with("cccccccccccc"), found = GAME_ROW_EMPTY;
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
    database_close(db); /* and the log goes: the next one to open the file makes another */
    db = database_open(path_of("vanish.db"), &error);
    CHECK(db, "opening again: %s", error.message);
    if (!db) return;
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s", path_of(names[i]));
        snprintf(aside, sizeof aside, "%s.aside", path);
        CHECK(!rename(path, aside), "%s is there", names[i]);
        CHECK(!can_write(db, &error) && strstr(error.message, "removed or replaced"),
              "without %s a move is kept: %s", names[i], error.message);
        FILE *other = fopen(path, "w");
        if (other) fclose(other);
        CHECK(!can_write(db, &error) && strstr(error.message, "removed or replaced"),
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

/* Whatever the row holds, what is read of it is sane. */
static void check_sane(Database *db, const char *id, const char *column, const char *value) {
    HenkaError error = {0};
    GameRow found = GAME_ROW_EMPTY;
    bool loaded = database_load(db, id, &found, &error) == DATABASE_DONE;
    CHECK(loaded || !strcmp(column, "id"), "%s = %s: %s", column, value, error.message);
    if (!loaded) return;
    const char *texts[] = {found.game,  found.title,      found.settings, found.start,
                           found.moves, found.definition, found.name[0],  found.name[1]};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        CHECK(texts[i] && utf8_valid_length(texts[i], strlen(texts[i])) == strlen(texts[i]),
              "%s = %s: text %zu is no UTF-8", column, value, i);
    const int64_t numbers[][3] = {{found.level, 0, HENKA_MAX_LEVEL},
                                  {found.plies, 0, INT32_MAX},
                                  {found.created_ms, 0, INT64_MAX / 2},
                                  {found.updated_ms, 0, INT64_MAX / 2},
                                  {found.version, 0, INT64_MAX - 1},
                                  {found.offer[OFFER_DRAW], -1, 1},
                                  {found.offer[OFFER_UNDO], -1, 1},
                                  {found.outcome.winner, -1, 1},
                                  {found.turn, -1, 1},
                                  {found.toss, -1, 31},
                                  {found.movetime_ms, 0, GAME_MOST_MOVETIME_MS},
                                  {found.open, -1, 1},
                                  {found.clock.left_ms[1], 0, INT64_MAX / 2},
                                  {found.clock.running, -1, 1},
                                  {gameclock_deadline_ms(&found.clock), 0, GAMECLOCK_NEVER},
                                  {gameclock_rules_are_sane(&found.clock.rules), 1, 1}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        CHECK(numbers[i][0] >= numbers[i][1] && numbers[i][0] <= numbers[i][2],
              "%s = %s: number %zu is %lld", column, value, i, (long long)numbers[i][0]);
    database_row_free(&found);
}

/* Rows that somebody else wrote. */
static void check_damaged_rows(void) {
    static const char *const columns[] = {
        "game",         "title",         "settings",      "start",
        "moves",        "plies",         "sente_engine",  "gote_engine",
        "level",        "created",       "updated",       "reason",
        "winner",       "agreed",        "offer",         "engine_turn",
        "version",      "turn",          "movetime",      "two",
        "open",         "invitation",    "sente_token",   "sente_name",
        "toss",         "undo_offer",    "rematch",       "clock_kind",
        "clock_main",   "clock_days",    "clock_periods", "gote_left",
        "gote_periods", "clock_running", "clock_since",   "id"};
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
    enum { COLUMNS = sizeof columns / sizeof *columns, VALUES = sizeof values / sizeof *values };
    HenkaError error = {0};
    for (int c = 0; c < COLUMNS; c++) {
        unlink(path_of("damaged.db"));
        Database *db = database_open(path_of("damaged.db"), &error);
        GameRow row = row_with("eeeeeeeeeee0");
        Seen seen = {0};
        bool kept = db && database_begin(db, &error);
        for (int v = 0; v < VALUES && kept; v++) { /* a row for each value */
            row.id[GAME_ID_LENGTH - 1] = GAME_ID_LETTERS[v];
            kept = database_insert(db, &row, &error) == DATABASE_DONE;
        }
        CHECK(kept && database_commit(db, &error), "inserting: %s", error.message);
        if (!kept) return;
        sqlite3 *other = NULL;
        char text[300];
        sqlite3_open(path_of("damaged.db"), &other);
        sqlite3_exec(other, "PRAGMA synchronous = OFF; BEGIN", NULL, NULL, NULL);
        for (int v = 0; v < VALUES; v++) {
            row.id[GAME_ID_LENGTH - 1] = GAME_ID_LETTERS[v];
            snprintf(text, sizeof text, "UPDATE OR IGNORE games SET %s = %s WHERE id = '%s'",
                     columns[c], values[v], row.id);
            sqlite3_exec(other, text, NULL, NULL, NULL);
        }
        sqlite3_exec(other, "COMMIT", NULL, NULL, NULL);
        sqlite3_close(other);
        CHECK(database_list(db, &(DatabaseQuery){.limit = 10, .nobodys = true}, see, &seen,
                            &error) == DATABASE_DONE,
              "%s: %s", columns[c], error.message);
        for (int v = 0; v < VALUES; v++) {
            row.id[GAME_ID_LENGTH - 1] = GAME_ID_LETTERS[v];
            check_sane(db, row.id, columns[c], values[v]);
        }
        database_close(db);
    }
}

static TokenHash hash_of(char letter) {
    TokenHash hash;
    memset(&hash, letter, sizeof hash);
    return hash;
}

static void hold(GameRow *row, char browser, int sides, bool listed) {
    row->holders[row->holder_count++] =
        (Holder){.browser = hash_of(browser), .sides = sides, .listed = listed};
    row->holders_changed = true;
}

/* Lists the games of a browser, 0: of one that nobody knows. */
static void check_list_of(Database *db, char browser, bool nobodys, const char *ids) {
    HenkaError error = {0};
    Seen seen = {0};
    DatabaseQuery query = {.limit = 10, .nobodys = nobodys};
    if (browser) query.browser = hash_of(browser);
    CHECK(database_list(db, &query, see, &seen, &error) == DATABASE_DONE, "%s", error.message);
    CHECK(!strcmp(seen.ids, ids), "list of %c: expected \"%s\", found \"%s\"",
          browser ? browser : '-', ids, seen.ids);
}

/* Who holds which seats is kept, and lists are of those who hold. */
/* Every column is inserted, and every one that may change is saved, for each side by itself. */
static void check_columns(void) {
    HenkaError error = {0};
    Database *db = database_open(path_of("columns.db"), &error);
    CHECK(db, "opening: %s", error.message);
    for (int side = 0; db && side < 2; side++) {
        GameRow row = row_with(side ? "a44444444444" : "b44444444444");
        row.engine[side] = true;
        row.engine[!side] = false;
        row.movetime_ms = 700;
        row.toss = 5;
        row.clock = gameclock_new(&(ClockRules){.kind = CLOCK_KIND_BYOYOMI,
                                                .main_ms = 60000,
                                                .increment_ms = 3000,
                                                .byoyomi_ms = 4000,
                                                .periods = 7,
                                                .days = 9});
        CHECK(database_insert(db, &row, &error) == DATABASE_DONE, "%s", error.message);
        check_loads(db, &row, "inserted");
        row.moves = "1a1b";
        row.plies = 1;
        row.updated_ms++;
        row.outcome = (HenkaOutcome){HENKA_RESIGNATION, side};
        row.agreed = row.engine_turn = row.two = true;
        row.open = side;
        row.turn = side;
        for (int kind = 0; kind < OFFER_KINDS; kind++) row.offer[kind] = side ^ (kind & 1);
        row.invitation = hash_of('i');
        row.seat_token[side] = hash_of('s');
        snprintf(row.name[side], sizeof row.name[side], "%s", "Ann");
        snprintf(row.rematch, sizeof row.rematch, "%s", "c44444444444");
        row.clock.left_ms[side] = 12345;
        row.clock.periods[side] = 3;
        gameclock_start(&row.clock, side, 1700000001000);
        hold(&row, 'h', SEAT_SENTE, true);
        row.version++;
        CHECK(database_save(db, &row, &error) == DATABASE_DONE, "%s", error.message);
        check_loads(db, &row, "saved");
        CHECK(sql("columns.db",
                  "SELECT count(*) FROM games WHERE deadline > clock_since AND held") == side + 1,
              "what queries look at");
    }
    if (db) database_close(db);
}

static void check_holders(void) {
    HenkaError error = {0};
    Database *db = database_open(path_of("holders.db"), &error);
    GameRow two = row_with("a22222222222"), own = row_with("b22222222222"),
            nobodys = row_with("c22222222222");
    CHECK(db, "opening: %s", error.message);
    if (!db) return;
    two.two = true;
    two.open = HENKA_GOTE;
    two.invitation = hash_of('i');
    two.seat_token[0] = hash_of('s');
    two.toss = 19;
    two.movetime_ms = 500;
    snprintf(two.name[0], SEAT_NAME_BYTES, "Ōhashi");
    two.clock = gameclock_new(&(ClockRules){
        .kind = CLOCK_KIND_BYOYOMI, .main_ms = 60000, .byoyomi_ms = 30000, .periods = 2});
    hold(&two, 'x', SEAT_SENTE, true);
    hold(&own, 'x', SEAT_BOTH, true);
    two.updated_ms++;
    GameRow *rows[] = {&two, &own, &nobodys};
    for (int i = 0; i < 3; i++)
        CHECK(database_insert(db, rows[i], &error) == DATABASE_DONE, "%d: %s", i, error.message);
    check_loads(db, &two, "a game of two");
    check_list_of(db, 'x', false, "ab");
    check_list_of(db, 'y', false, "");
    check_list_of(db, 0, false, "");
    check_list_of(db, 'y', true, "c");
    hold(&two, 'y', SEAT_GOTE, true);
    two.open = -1;
    two.invitation = (TokenHash){0};
    two.seat_token[1] = hash_of('g');
    two.offer[OFFER_UNDO] = HENKA_GOTE;
    two.offer[OFFER_REMATCH] = HENKA_SENTE;
    snprintf(two.rematch, sizeof two.rematch, "d22222222222");
    snprintf(two.name[1], SEAT_NAME_BYTES, "Itō");
    gameclock_start(&two.clock, HENKA_GOTE, 1700000000000);
    two.version++;
    CHECK(database_save(db, &two, &error) == DATABASE_DONE, "saving: %s", error.message);
    check_loads(db, &two, "with the second seat taken");
    check_list_of(db, 'y', false, "a");
    two.holders[0].listed = false;
    two.version++;
    CHECK(database_save(db, &two, &error) == DATABASE_DONE, "saving: %s", error.message);
    check_list_of(db, 'x', false, "b");
    check_list_of(db, 'y', false, "a");
    GameRow found = GAME_ROW_EMPTY;
    CHECK(database_load(db, two.id, &found, &error) == DATABASE_DONE && found.holder_count == 2 &&
              seat_holder(found.holders, 2, &two.holders[0].browser)->sides == SEAT_SENTE &&
              !seat_holder(found.holders, 2, &two.holders[0].browser)->listed &&
              seat_holder(found.holders, 2, &two.holders[1].browser)->sides == SEAT_GOTE,
          "the holders: %s", error.message);
    database_row_free(&found);
    CHECK(database_delete(db, two.id, &error) == DATABASE_DONE, "deleting: %s", error.message);
    check_list_of(db, 'y', false, "");
    CHECK(sql("holders.db", "SELECT count(*) FROM holders") == 1, "holders of a deleted game");
    database_close(db);
}

/* Time in which the server was not there is not charged, whenever it ended. */
static void check_away(void) {
    const struct {
        int64_t since_ms, alive_ms, back_ms, expected_ms;
    } table[] = {{1000, 5000, 9000, 5000},  /* 4 s ran before the end */
                 {1000, 1000, 9000, 9000},  /* none did */
                 {6000, 5000, 9000, 9000},  /* it ended before it said that it was there */
                 {1000, 5000, 5000, 1000},  /* it was not away */
                 {1000, 5000, 3000, 1000}}; /* the time was set back */
    HenkaError error = {0};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        unlink(path_of("away.db"));
        Database *db = database_open(path_of("away.db"), &error);
        GameRow row = row_with("aaaaaaaaaaaa"), resting = row_with("bbbbbbbbbbbb");
        GameRow found = GAME_ROW_EMPTY;
        Seen seen = {0};
        row.clock = gameclock_new(&(ClockRules){.kind = CLOCK_KIND_DAYS, .days = 60});
        resting.clock = row.clock;
        gameclock_start(&row.clock, HENKA_SENTE, table[i].since_ms);
        CHECK(db && database_insert(db, &row, &error) == DATABASE_DONE &&
                  database_insert(db, &resting, &error) == DATABASE_DONE &&
                  database_alive(db, table[i].alive_ms, &error) == DATABASE_DONE &&
                  database_back(db, table[i].back_ms, &error) == DATABASE_DONE &&
                  database_load(db, row.id, &found, &error) == DATABASE_DONE,
              "%zu: %s", i, error.message);
        CHECK(found.clock.since_ms == table[i].expected_ms && found.clock.running == HENKA_SENTE,
              "%zu: the time runs since %lld, expected %lld", i, (long long)found.clock.since_ms,
              (long long)table[i].expected_ms);
        CHECK(sql("away.db", "SELECT deadline = clock_since + sente_left FROM games WHERE deadline "
                             "IS NOT NULL") == 1,
              "%zu: the deadline has not moved with it", i);
        CHECK(database_list(db, &(DatabaseQuery){.list = LIST_RUNNING, .limit = 10}, see, &seen,
                            &error) == DATABASE_DONE &&
                  !strcmp(seen.ids, "a"),
              "%zu: running: %s", i, seen.ids);
        database_row_free(&found);
        database_close(db);
    }
}

/* A file that schema 1 wrote, schema1.sql, is opened, and its games are nobody's. */
static void check_migration(const char *sample) {
    HenkaError error = {0};
    char text[8192] = "";
    FILE *file = fopen(sample, "r");
    CHECK(file && fread(text, 1, sizeof text - 1, file) > 0, "%s", sample);
    if (file) fclose(file);
    sqlite3 *sqlite = NULL;
    sqlite3_open(path_of("first.db"), &sqlite);
    CHECK(sqlite3_exec(sqlite, text, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(sqlite));
    sqlite3_close(sqlite);
    Database *db = database_open(path_of("first.db"), &error);
    GameRow found = GAME_ROW_EMPTY;
    CHECK(db, "opening: %s", error.message);
    if (!db) return;
    CHECK(sql("first.db", "PRAGMA user_version") == 6, "the schema's number");
    check_list_of(db, 0, true, "3xjp");
    check_list_of(db, 'x', false, "");
    CHECK(sql("first.db", "SELECT count(*) FROM definitions WHERE text LIKE 'format=1' || char(10) "
                          "|| 'name=%'") == 2,
          "texts of before keep their reading");
    int turns = sql("first.db", "SELECT sum(turn * 10 + 1) FROM games WHERE reason IS NULL");
    CHECK(turns == 13, "sides to move: %d", turns);
    CHECK(database_load(db, "p12dc6e58q0y", &found, &error) == DATABASE_DONE &&
              !strcmp(found.moves, "7g7f 3c3d") && found.offer[OFFER_DRAW] == HENKA_GOTE &&
              found.turn == HENKA_SENTE && !found.holder_count && !found.two &&
              found.clock.rules.kind == CLOCK_KIND_NONE && found.toss == -1,
          "a game of before: %s", error.message);
    found.version++;
    CHECK(database_save(db, &found, &error) == DATABASE_DONE, "it goes on: %s", error.message);
    database_row_free(&found);
    database_close(db);
}

/* The schema of a new file is schema.sql, to the letter: other versions and tools read it. */
static void check_schema(const char *sample) {
    HenkaError error = {0};
    char expected[8192] = "", found[8192] = "";
    FILE *file = fopen(sample, "r");
    CHECK(file && fgets(expected, sizeof expected, file), "%s", sample); /* a comment */
    if (file) expected[fread(expected, 1, sizeof expected - 1, file)] = 0;
    if (file) fclose(file);
    Database *db = database_open(path_of("schema.db"), &error);
    CHECK(db, "opening: %s", error.message);
    if (!db) return;
    sqlite3 *sqlite = NULL;
    sqlite3_stmt *statement = NULL;
    sqlite3_open(path_of("schema.db"), &sqlite);
    sqlite3_prepare_v2(sqlite, "SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name", -1,
                       &statement, NULL);
    for (size_t length = 0; sqlite3_step(statement) == SQLITE_ROW; length = strlen(found))
        snprintf(found + length, sizeof found - length, "%s;\n",
                 (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_close(sqlite);
    CHECK(*expected && !strcmp(found, expected), "expected:\n%s\nfound:\n%s", expected, found);
    database_close(db);
}

/* What the feed of this token shows; "-" where there is none. */
static void check_feed_of(Database *db, char token, const char *ids) {
    HenkaError error = {0};
    Seen seen = {0};
    TokenHash hash = hash_of(token);
    DatabaseResult found = database_feed(db, &hash, 10, see, &seen, &error);
    CHECK(found == (*ids == '-' ? DATABASE_NO_GAME : DATABASE_DONE), "feed %c: %d", token, found);
    CHECK(*ids == '-' || !strcmp(seen.ids, ids), "feed %c: expected %s, found %s", token, ids,
          seen.ids);
}

static void keep_feed(Database *db, char browser, char token) {
    HenkaError error = {0};
    TokenHash whose = hash_of(browser), hash = hash_of(token);
    CHECK(database_feed_keep(db, &whose, &hash, &error) == DATABASE_DONE, "%s", error.message);
}

static void check_feeds(void) {
    HenkaError error = {0};
    Database *db = database_open(path_of("feeds.db"), &error);
    GameRow one = row_with("a33333333333"), other = row_with("b33333333333"),
            nobodys = row_with("c33333333333");
    CHECK(db, "opening: %s", error.message);
    if (!db) return;
    hold(&one, 'x', SEAT_SENTE, true);
    hold(&one, 'y', SEAT_GOTE, true);
    hold(&other, 'y', SEAT_GOTE, true);
    other.updated_ms++;
    GameRow *rows[] = {&one, &other, &nobodys};
    for (int i = 0; i < 3; i++)
        CHECK(database_insert(db, rows[i], &error) == DATABASE_DONE, "%d: %s", i, error.message);
    check_feed_of(db, 'f', "-");
    keep_feed(db, 'x', 'f');
    keep_feed(db, 'y', 'g');
    check_feed_of(db, 'f', "a");
    check_feed_of(db, 'g', "ba");
    check_feed_of(db, 'x', "-"); /* the browser's own token is none of a feed */
    keep_feed(db, 'x', 'h');
    check_feed_of(db, 'f', "-");
    check_feed_of(db, 'h', "a");
    /* An address is one feed's: nobody else makes it his, and asking again changes nothing. */
    TokenHash y = hash_of('y'), h = hash_of('h');
    CHECK(database_feed_keep(db, &y, &h, &error) == DATABASE_CHANGED, "another's address");
    check_feed_of(db, 'h', "a");
    check_feed_of(db, 'g', "ba");
    keep_feed(db, 'x', 'h');
    check_feed_of(db, 'h', "a");
    /* Whoever holds no game any more keeps his feed, unless there are very many. */
    CHECK(database_delete(db, one.id, &error) == DATABASE_DONE, "%s", error.message);
    keep_feed(db, 'z', 'i');
    check_feed_of(db, 'h', "");
    check_feed_of(db, 'g', "b");
    sql("feeds.db", "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < "
                    "9998) INSERT INTO feeds (browser, token) SELECT randomblob(32), "
                    "randomblob(32) FROM n RETURNING 1");
    keep_feed(db, 'z', 'i');
    check_feed_of(db, 'h', "-");
    check_feed_of(db, 'g', "b");
    check_feed_of(db, 'i', "");
    CHECK(sql("feeds.db", "SELECT count(*) FROM feeds") == 2, "feeds that are kept");
    database_close(db);
}

/* All definitions are counted without being read, whatever becomes of a transaction, and whoever else
 * writes. */
static void check_text_bytes(void) {
    HenkaError error = {0};
    Database *db = database_open(path_of("texts.db"), &error);
    GameRow one = row_with("a44444444444"), same = row_with("b44444444444"),
            other = row_with("c44444444444");
    CHECK(db, "opening: %s", error.message);
    if (!db) return;
    int64_t first = (int64_t)strlen(one.definition);
    other.definition = "title=将棋"; /* bytes, not characters */
    CHECK(!database_holds(db).text, "none");
    CHECK(database_begin(db, &error) && database_insert(db, &one, &error) == DATABASE_DONE &&
              database_insert(db, &same, &error) == DATABASE_DONE && database_commit(db, &error),
          "two by one definition: %s", error.message);
    CHECK(database_holds(db).text == first, "%d", (int)database_holds(db).text);
    CHECK(database_begin(db, &error) && database_insert(db, &other, &error) == DATABASE_DONE, "%s",
          error.message);
    CHECK(database_holds(db).text == first + 12, "%d", (int)database_holds(db).text);
    database_rollback(db);
    CHECK(database_holds(db).text == first, "after all not: %d", (int)database_holds(db).text);
    sql("texts.db", "INSERT INTO definitions (text) VALUES ('12345')");
    CHECK(database_holds(db).text == first + 5, "another: %d", (int)database_holds(db).text);
    CHECK(database_insert(db, &other, &error) == DATABASE_DONE, "%s", error.message);
    for (int i = 0; i < 3; i++) {
        const GameRow *rows[] = {&one, &other, &same};
        const int64_t left[] = {first + 12 + 5, first + 5, 5};
        CHECK(database_delete(db, rows[i]->id, &error) == DATABASE_DONE, "%s", error.message);
        CHECK(database_holds(db).text == left[i], "%d: %d", i, (int)database_holds(db).text);
        CHECK(sql("texts.db", "SELECT sum(length(CAST(text AS BLOB))) FROM definitions") ==
                  (int)left[i],
              "%d: the same in the file", i);
    }
    database_close(db);
}

static void check_old(void) {
    HenkaError error = {0};
    Database *db = database_open(path_of("old.db"), &error);
    Seen seen = {0};
    CHECK(db, "opening: %s", error.message);
    if (!db) return;
    for (int i = 0; i < 3; i++) {
        GameRow row = row_with((const char *[]){"a", "b", "c"}[i]);
        snprintf(row.id + 1, sizeof row.id - 1, "00000000000");
        row.updated_ms = (int[]){300, 100, 200}[i];
        CHECK(database_insert(db, &row, &error) == DATABASE_DONE, "%s", error.message);
    }
    GameRow running = row_with("d00000000000");
    running.updated_ms = 50;
    running.clock = gameclock_new(&(ClockRules){.kind = CLOCK_KIND_DAYS, .days = 60});
    gameclock_start(&running.clock, HENKA_SENTE, 50);
    CHECK(database_insert(db, &running, &error) == DATABASE_DONE, "%s", error.message);
    CHECK(database_list(db, &(DatabaseQuery){.list = LIST_OLD, .limit = 10, .before_ms = 300}, see,
                        &seen, &error) == DATABASE_DONE &&
              !strcmp(seen.ids, "bc"),
          "old: %s", seen.ids);
    database_close(db);
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

/* One server has the file, by whatever name; whoever only reads or imports has it too. */
static void check_one_server(void) {
    HenkaError error = {0};
    char path[256], link[256], copy[256], command[600];
    snprintf(path, sizeof path, "%s", path_of("served.db"));
    snprintf(link, sizeof link, "%s", path_of("link.db"));
    snprintf(copy, sizeof copy, "%s", path_of("copy.db"));
    Database *first = database_serve(path, &error);
    CHECK(first, "the first server: %s", error.message);
    CHECK(!symlink(path, link), "a link to it");
    const char *const names[] = {path, link};
    for (int i = 0; i < 2; i++) {
        Database *second = database_serve(names[i], &error);
        CHECK(!second, "a second server on %s", names[i]);
        CHECK(strstr(error.message, "another henka serve has"), "%s", error.message);
        if (second) database_close(second);
    }
    Database *reader = database_open(path, &error);
    CHECK(reader, "whoever doesn't serve: %s", error.message);
    if (reader) database_close(reader);
    Database *second = database_serve(path, &error);
    CHECK(!second, "the lock outlives the reader");
    if (second) database_close(second);
    snprintf(command, sizeof command, "cp '%s' '%s'", path, copy);
    CHECK(!system(command), "a copy");
    Database *other = database_serve(copy, &error);
    CHECK(other, "a copy is another file: %s", error.message);
    if (other) database_close(other);
    if (first) database_close(first);
    second = database_serve(link, &error);
    CHECK(second, "the next server after the first: %s", error.message);
    if (second) database_close(second);
}

/* Names that are none, or that SQLite would take for something else than a file. */
static void check_names(void) {
    HenkaError error = {0};
    char *nothing = calloc(1, 1); /* so that a read behind it is seen */
    Database *db = database_open(nothing, &error);
    CHECK(!db && strstr(error.message, "expected the name of a file"), "\"\": %s", error.message);
    free(nothing);
    CHECK(!chdir(folder), "%s", folder);
    db = database_open(":memory:", &error);
    CHECK(db && !access(":memory:", F_OK), "\":memory:\" is a file's name: %s", error.message);
    CHECK(db && sql(":memory:", "SELECT count(*) FROM games") == 0, "the tables are in the file");
    if (db) database_close(db);
    db = database_open("/", &error);
    CHECK(!db, "a folder");
}

int main(int argc, char **argv) {
    if (argc < 3) return 1;
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
    check_columns();
    check_holders();
    check_away();
    check_feeds();
    check_text_bytes();
    check_migration(argv[1]);
    check_schema(argv[2]);
    check_old();
    check_one_server();
    check_names();
    char command[sizeof folder + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command)) return 1;
    return check_done();
}
