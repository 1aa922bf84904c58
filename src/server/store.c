#include "server/store.h"

#include "base/error.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { APPLICATION_ID = 0x48654B61 /* "HeKa" */ };

/* Migration n brings user_version from n to n + 1. Never edit one that was released: add one. */
static const char *const migrations[] = {
    "CREATE TABLE definitions (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
    "CREATE TABLE games (id TEXT PRIMARY KEY NOT NULL, definition INTEGER NOT NULL REFERENCES "
    "definitions (id),"
    " game TEXT NOT NULL, title TEXT NOT NULL, settings TEXT NOT NULL, start TEXT NOT NULL, moves "
    "TEXT NOT NULL, plies INTEGER NOT NULL,"
    " sente_engine INTEGER NOT NULL, gote_engine INTEGER NOT NULL, level INTEGER NOT NULL, created "
    "INTEGER NOT NULL, updated INTEGER NOT NULL,"
    " reason TEXT, winner INTEGER, agreed INTEGER NOT NULL, offer INTEGER, engine_turn INTEGER NOT "
    "NULL, version INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX games_by_time ON games (updated);"
    "CREATE INDEX games_waiting ON games (updated) WHERE engine_turn;",
};
enum { MIGRATION_COUNT = sizeof migrations / sizeof *migrations };

#define LISTED                                                                                     \
    "games.id, game, title, settings, plies, sente_engine, gote_engine, level, created, updated, " \
    "reason, winner, agreed, offer, engine_turn, "                                                 \
    "version"

enum {
    QUERY_DEFINE,
    QUERY_COUNT_GAMES,
    QUERY_INSERT,
    QUERY_SAVE,
    QUERY_LOAD,
    QUERY_DELETE,
    QUERY_TIDY,
    QUERY_LIST,
    QUERY_WAITING,
    QUERY_COUNT
};
static const char *const queries[QUERY_COUNT] = {
    [QUERY_DEFINE] = "INSERT INTO definitions (text) VALUES (?1) ON CONFLICT (text) DO NOTHING",
    [QUERY_COUNT_GAMES] = "SELECT count(*) FROM games",
    [QUERY_INSERT] = "INSERT INTO games (definition, id, game, title, settings, start, moves, "
                     "plies, sente_engine, gote_engine, level, created, updated,"
                     " reason, winner, agreed, offer, engine_turn, version)"
                     " SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, "
                     "?16, ?17, ?18, ?19 FROM definitions WHERE text = ?1",
    [QUERY_SAVE] = "UPDATE games SET moves = ?7, plies = ?8, updated = ?13, reason = ?14, winner = "
                   "?15, agreed = ?16, offer = ?17, engine_turn = ?18,"
                   " version = ?19 WHERE id = ?2 AND version = ?19 - 1",
    [QUERY_LOAD] = "SELECT " LISTED ", start, moves, text FROM games JOIN definitions ON "
                   "definitions.id = definition WHERE games.id = ?1",
    [QUERY_DELETE] = "DELETE FROM games WHERE id = ?1",
    [QUERY_TIDY] = "DELETE FROM definitions WHERE id NOT IN (SELECT definition FROM games)",
    [QUERY_LIST] = "SELECT " LISTED " FROM games ORDER BY updated DESC LIMIT ?1",
    [QUERY_WAITING] =
        "SELECT " LISTED " FROM games WHERE engine_turn ORDER BY updated DESC LIMIT ?1",
};

struct Store {
    sqlite3 *db;
    sqlite3_stmt *statements[QUERY_COUNT]; /* each query, prepared */
    char *path;                            /* of the file, for errors */
};

/* Says a sentence that has two arguments: the file and SQLite's own words. */
static bool store_failed(Store *store, HenkaError *error, MessageKey key) {
    return error_say(error, 0, 0, key, arg_text(store->path), arg_text(sqlite3_errmsg(store->db)));
}

/* HENKA_PLAYING when it is none. */
static HenkaReason reason_named(const char *name) {
    for (int reason = HENKA_CHECKMATE; name && reason <= HENKA_ABANDONED; reason++)
        if (!strcmp(name, henka_reason_name(reason))) return reason;
    return HENKA_PLAYING;
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool folders_make(const char *path, HenkaError *error) {
    char *folder = strdup(path);
    if (!folder) return error_say(error, 0, 0, MSG_NO_MEMORY);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(folder, 0700) && errno != EEXIST) {
            error_say(error, 0, 0, MSG_STORE_NO_FOLDER, arg_text(folder),
                      arg_text(strerror(errno)));
            free(folder);
            return false;
        }
        *slash = '/';
    }
    free(folder);
    return true;
}

static bool store_run(Store *store, const char *sql) {
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static int store_pragma(Store *store, const char *sql) {
    sqlite3_stmt *statement = NULL;
    int value = -1;
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

/* Runs within an exclusive transaction, so that of two servers that start together only one builds
 * the schema. */
static bool store_migrate(Store *store, HenkaError *error) {
    int version = store_pragma(store, "PRAGMA user_version");
    int tables = store_pragma(store, "SELECT count(*) FROM sqlite_schema");
    if (version < 0 || tables < 0) return store_failed(store, error, MSG_STORE_UNUSABLE);
    if (tables > 0 && store_pragma(store, "PRAGMA application_id") != APPLICATION_ID)
        return error_say(error, 0, 0, MSG_STORE_FOREIGN, arg_text(store->path));
    if (version > MIGRATION_COUNT)
        return error_say(error, 0, 0, MSG_STORE_NEWER, arg_text(store->path), arg_number(version),
                         arg_number(MIGRATION_COUNT));
    for (; version < MIGRATION_COUNT; version++) {
        char mark[96];
        sqlite3_snprintf(sizeof mark, mark, "PRAGMA user_version = %d; PRAGMA application_id = %d",
                         version + 1, APPLICATION_ID);
        if (!store_run(store, migrations[version]) || !store_run(store, mark))
            return store_failed(store, error, MSG_STORE_CANNOT_BUILD);
    }
    return true;
}

static bool store_begin_use(Store *store, HenkaError *error) {
    sqlite3_busy_timeout(store->db, 3000);
    if (!store_run(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA "
                          "foreign_keys = ON; PRAGMA cache_size = -2000"))
        return store_failed(store, error, MSG_STORE_UNUSABLE);
    if (!store_run(store, "BEGIN IMMEDIATE"))
        return store_failed(store, error, MSG_STORE_CANNOT_WRITE);
    if (!store_migrate(store, error)) {
        store_run(store, "ROLLBACK");
        return false;
    }
    if (!store_run(store, "COMMIT")) return store_failed(store, error, MSG_STORE_CANNOT_WRITE);
    for (int i = 0; i < QUERY_COUNT; i++)
        if (sqlite3_prepare_v3(store->db, queries[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL) != SQLITE_OK)
            return store_failed(store, error, MSG_STORE_CANNOT_FIND_TABLES);
    return true;
}

Store *store_open(const char *path, HenkaError *error) {
    if (!folders_make(path, error)) return NULL;
    Store *store = calloc(1, sizeof *store);
    if (store) store->path = strdup(path);
    if (!store || !store->path) {
        free(store);
        return error_say(error, 0, 0, MSG_NO_MEMORY), NULL;
    }
    if (sqlite3_open_v2(path, &store->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK)
        store_failed(store, error, MSG_STORE_CANNOT_OPEN);
    else if (store_begin_use(store, error))
        return store;
    store_close(store);
    return NULL;
}

void store_close(Store *store) {
    for (int i = 0; i < QUERY_COUNT; i++) sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool store_step(Store *store, int query) {
    int code = sqlite3_step(store->statements[query]);
    sqlite3_reset(store->statements[query]);
    return code == SQLITE_DONE || code == SQLITE_ROW;
}

static void bind_text(sqlite3_stmt *statement, int place, const char *text) {
    sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
}

static void bind_or_null(sqlite3_stmt *statement, int place, int value) {
    if (value < 0)
        sqlite3_bind_null(statement, place);
    else
        sqlite3_bind_int(statement, place, value);
}

static void row_bind(sqlite3_stmt *statement, const GameRow *row) {
    const char *const texts[] = {row->definition, row->id,    row->game, row->title,
                                 row->settings,   row->start, row->moves};
    const int64_t numbers[] = {row->plies, row->engine[0],  row->engine[1],
                               row->level, row->created_ms, row->updated_ms};
    bool over = row->outcome.reason != HENKA_PLAYING;
    sqlite3_clear_bindings(statement);
    for (int i = 0; i < 7; i++) bind_text(statement, 1 + i, texts[i]);
    for (int i = 0; i < 6; i++) sqlite3_bind_int64(statement, 8 + i, numbers[i]);
    bind_text(statement, 14, over ? henka_reason_name(row->outcome.reason) : NULL);
    bind_or_null(statement, 15, over ? row->outcome.winner : -1);
    sqlite3_bind_int(statement, 16, row->agreed);
    bind_or_null(statement, 17, row->offer);
    sqlite3_bind_int(statement, 18, row->engine_turn);
    sqlite3_bind_int64(statement, 19, row->version);
}

static bool store_has_room(Store *store, HenkaError *error) {
    sqlite3_stmt *statement = store->statements[QUERY_COUNT_GAMES];
    int count = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : 0;
    sqlite3_reset(statement);
    return count < STORE_MAX_GAMES ||
           error_say(error, 0, 0, MSG_STORE_FULL, arg_number(STORE_MAX_GAMES), arg_number(count));
}

bool store_insert(Store *store, const GameRow *row, HenkaError *error) {
    if (!store_has_room(store, error)) return false;
    if (!store_run(store, "BEGIN IMMEDIATE"))
        return store_failed(store, error, MSG_STORE_CANNOT_KEEP);
    sqlite3_clear_bindings(store->statements[QUERY_DEFINE]);
    bind_text(store->statements[QUERY_DEFINE], 1, row->definition);
    row_bind(store->statements[QUERY_INSERT], row);
    if (store_step(store, QUERY_DEFINE) && store_step(store, QUERY_INSERT) &&
        store_run(store, "COMMIT"))
        return true;
    store_failed(store, error, MSG_STORE_CANNOT_KEEP);
    store_run(store, "ROLLBACK");
    return false;
}

bool store_save(Store *store, const GameRow *row, HenkaError *error) {
    row_bind(store->statements[QUERY_SAVE], row);
    if (!store_step(store, QUERY_SAVE)) return store_failed(store, error, MSG_STORE_CANNOT_KEEP);
    return sqlite3_changes(store->db) == 1 ||
           error_say(error, 0, 0, MSG_STORE_CHANGED, arg_text(row->id));
}

bool store_delete(Store *store, const char *id, HenkaError *error) {
    sqlite3_bind_text(store->statements[QUERY_DELETE], 1, id, -1, SQLITE_TRANSIENT);
    if (!store_step(store, QUERY_DELETE))
        return store_failed(store, error, MSG_STORE_CANNOT_DELETE);
    if (!sqlite3_changes(store->db)) return error_say(error, 0, 0, MSG_STORE_NO_GAME, arg_text(id));
    store_step(store, QUERY_TIDY); /* should that fail, a definition too many does no harm */
    return true;
}

/* ---- reading --------------------------------------------------------------------------------- */

static char *column_text(sqlite3_stmt *statement, int column) {
    return (char *)sqlite3_column_text(statement, column);
}

/* Reads the row a statement stands at. Its texts belong to the statement. */
static GameRow row_read(sqlite3_stmt *statement) {
    GameRow row = {.game = column_text(statement, 1),
                   .title = column_text(statement, 2),
                   .settings = column_text(statement, 3),
                   .offer = -1};
    const char *id = column_text(statement, 0);
    memcpy(row.id, id, strnlen(id, GAME_ID_LENGTH));
    row.plies = sqlite3_column_int(statement, 4);
    for (int side = 0; side < 2; side++) row.engine[side] = sqlite3_column_int(statement, 5 + side);
    row.level = sqlite3_column_int(statement, 7);
    row.created_ms = sqlite3_column_int64(statement, 8);
    row.updated_ms = sqlite3_column_int64(statement, 9);
    row.outcome.reason = reason_named(column_text(statement, 10));
    row.outcome.winner =
        sqlite3_column_type(statement, 11) == SQLITE_NULL ? -1 : sqlite3_column_int(statement, 11);
    row.agreed = sqlite3_column_int(statement, 12);
    if (sqlite3_column_type(statement, 13) != SQLITE_NULL)
        row.offer = sqlite3_column_int(statement, 13);
    row.engine_turn = sqlite3_column_int(statement, 14);
    row.version = sqlite3_column_int64(statement, 15);
    return row;
}

/* Copies the texts that the row points at. False: memory ran out, and the texts not copied are
 * NULL. */
static bool row_own(GameRow *row) {
    char **texts[] = {&row->definition, &row->game,  &row->title,
                      &row->settings,   &row->start, &row->moves};
    bool whole = true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        *texts[i] = strdup(*texts[i] ? *texts[i] : "");
        whole = whole && *texts[i];
    }
    return whole;
}

void store_row_free(GameRow *row) {
    char *texts[] = {row->definition, row->game, row->title, row->settings, row->start, row->moves};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) free(texts[i]);
    *row = (GameRow){.offer = -1};
}

bool store_load(Store *store, const char *id, GameRow *row, HenkaError *error) {
    sqlite3_stmt *statement = store->statements[QUERY_LOAD];
    sqlite3_bind_text(statement, 1, id, -1, SQLITE_TRANSIENT);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        *row = row_read(statement);
        row->start = column_text(statement, 16);
        row->moves = column_text(statement, 17);
        row->definition = column_text(statement, 18);
        if (!row_own(row)) {
            store_row_free(row);
            code = SQLITE_NOMEM;
            error_say(error, 0, 0, MSG_NO_MEMORY);
        }
    } else if (code == SQLITE_DONE)
        error_say(error, 0, 0, MSG_STORE_NO_GAME, arg_text(id));
    else
        store_failed(store, error, MSG_STORE_CANNOT_READ);
    sqlite3_reset(statement);
    return code == SQLITE_ROW;
}

static bool store_visit(Store *store, int query, int limit, StoreVisitor *visitor, void *context,
                        HenkaError *error) {
    sqlite3_stmt *statement = store->statements[query];
    int code;
    sqlite3_bind_int(statement, 1, limit);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        GameRow row = row_read(statement);
        visitor(context, &row);
    }
    if (code != SQLITE_DONE) store_failed(store, error, MSG_STORE_CANNOT_LIST);
    sqlite3_reset(statement);
    return code == SQLITE_DONE;
}

bool store_list(Store *store, int limit, StoreVisitor *visitor, void *context, HenkaError *error) {
    return store_visit(store, QUERY_LIST, limit, visitor, context, error);
}

bool store_list_waiting(Store *store, int limit, StoreVisitor *visitor, void *context,
                        HenkaError *error) {
    return store_visit(store, QUERY_WAITING, limit, visitor, context, error);
}
