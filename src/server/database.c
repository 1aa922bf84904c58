#include "server/database.h"

#include "base/error.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION_ID = 0x48654B61, /* "HeKa" */
    PATH_CAP = 4096,             /* bytes of the file's path */
    MOST_PLIES = 1000000         /* that a row may claim */
};
static const int64_t MOST_MS = 253402300799999; /* the end of the year 9999 */

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
    QUERY_COUNT_TEXT,
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
    [QUERY_COUNT_TEXT] = "SELECT total(length(text)) FROM definitions",
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

struct Database {
    sqlite3 *sqlite;
    sqlite3_stmt *statements[QUERY_COUNT]; /* each query, prepared */
    char *path;                            /* of the file, for errors */
    struct stat file, log; /* the file as it was opened, and its log (WAL) as it was made */
    bool logged;           /* log is known */
};

/* Says a sentence that has two arguments: the file and SQLite's own words. */
static bool database_failed(Database *db, HenkaError *error, MessageKey key) {
    return error_say(error, 0, 0, key, arg_text(db->path), arg_text(sqlite3_errmsg(db->sqlite)));
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

static bool database_run(Database *db, const char *sql) {
    return sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static int database_pragma(Database *db, const char *sql) {
    sqlite3_stmt *statement = NULL;
    int value = -1;
    if (sqlite3_prepare_v2(db->sqlite, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

/* Runs within an exclusive transaction, so that of two servers that start together only one builds
 * the schema. */
static bool database_migrate(Database *db, HenkaError *error) {
    int version = database_pragma(db, "PRAGMA user_version");
    int tables = database_pragma(db, "SELECT count(*) FROM sqlite_schema");
    if (version < 0 || tables < 0) return database_failed(db, error, MSG_STORE_UNUSABLE);
    if (tables > 0 && database_pragma(db, "PRAGMA application_id") != APPLICATION_ID)
        return error_say(error, 0, 0, MSG_STORE_FOREIGN, arg_text(db->path));
    if (version > MIGRATION_COUNT)
        return error_say(error, 0, 0, MSG_STORE_NEWER, arg_text(db->path), arg_number(version),
                         arg_number(MIGRATION_COUNT));
    for (; version < MIGRATION_COUNT; version++) {
        char mark[96];
        sqlite3_snprintf(sizeof mark, mark, "PRAGMA user_version = %d; PRAGMA application_id = %d",
                         version + 1, APPLICATION_ID);
        if (!database_run(db, migrations[version]) || !database_run(db, mark))
            return database_failed(db, error, MSG_STORE_CANNOT_BUILD);
    }
    return true;
}

static bool database_begin_use(Database *db, HenkaError *error) {
    sqlite3_busy_timeout(db->sqlite, 3000);
    if (!database_run(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA "
                          "foreign_keys = ON; PRAGMA cache_size = -2000"))
        return database_failed(db, error, MSG_STORE_UNUSABLE);
    if (!database_run(db, "BEGIN IMMEDIATE"))
        return database_failed(db, error, MSG_STORE_CANNOT_WRITE);
    if (!database_migrate(db, error)) {
        database_run(db, "ROLLBACK");
        return false;
    }
    if (!database_run(db, "COMMIT")) return database_failed(db, error, MSG_STORE_CANNOT_WRITE);
    for (int i = 0; i < QUERY_COUNT; i++)
        if (sqlite3_prepare_v3(db->sqlite, queries[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &db->statements[i], NULL) != SQLITE_OK)
            return database_failed(db, error, MSG_STORE_CANNOT_FIND_TABLES);
    return true;
}

/* Makes the file where it lacks, and closes it to everyone but its owner. SQLite gives its log the
 * same rights. */
static void file_make(const char *path) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return; /* SQLite will say what is the matter */
    struct stat file;
    if (!fstat(fd, &file) && S_ISREG(file.st_mode) && file.st_mode & 077) fchmod(fd, 0600);
    close(fd);
}

static void log_path(const Database *db, char path[PATH_CAP]) {
    snprintf(path, PATH_CAP, "%s-wal", db->path);
}

static bool same_file(const struct stat *one, const struct stat *other) {
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* Remembers the log once it is there. */
static void log_remember(Database *db) {
    char path[PATH_CAP];
    log_path(db, path);
    if (!db->logged) db->logged = !stat(path, &db->log);
}

/* Do the names still lead to the files that are open? What is written into a deleted file is lost
 * when the server ends. */
static bool files_are_there(const Database *db) {
    char path[PATH_CAP];
    struct stat now;
    log_path(db, path);
    return !stat(db->path, &now) && same_file(&now, &db->file) &&
           (!db->logged || (!stat(path, &now) && same_file(&now, &db->log)));
}

Database *database_open(const char *path, HenkaError *error) {
    if (!folders_make(path, error)) return NULL;
    Database *db = calloc(1, sizeof *db);
    if (db) db->path = strdup(path);
    if (!db || !db->path) {
        free(db);
        return error_say(error, 0, 0, MSG_NO_MEMORY), NULL;
    }
    file_make(path);
    if (sqlite3_open_v2(path, &db->sqlite,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK)
        database_failed(db, error, MSG_STORE_CANNOT_OPEN);
    else if (database_begin_use(db, error)) {
        if (!stat(path, &db->file)) return log_remember(db), db;
        error_say(error, 0, 0, MSG_STORE_VANISHED, arg_text(path));
    }
    database_close(db);
    return NULL;
}

void database_close(Database *db) {
    for (int i = 0; i < QUERY_COUNT; i++) sqlite3_finalize(db->statements[i]);
    sqlite3_close(db->sqlite);
    free(db->path);
    free(db);
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool database_step(Database *db, int query) {
    int code = sqlite3_step(db->statements[query]);
    sqlite3_reset(db->statements[query]);
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

bool database_begin(Database *db, HenkaError *error) {
    if (!files_are_there(db)) return error_say(error, 0, 0, MSG_STORE_VANISHED, arg_text(db->path));
    return database_run(db, "BEGIN IMMEDIATE") || database_failed(db, error, MSG_STORE_CANNOT_KEEP);
}

/* After some failures, a full disk say, SQLite has rolled everything back itself. */
bool database_commit(Database *db, HenkaError *error) {
    if (sqlite3_get_autocommit(db->sqlite) || !database_run(db, "COMMIT"))
        return database_failed(db, error, MSG_STORE_CANNOT_KEEP);
    log_remember(db);
    return true;
}

void database_rollback(Database *db) {
    if (!sqlite3_get_autocommit(db->sqlite)) database_run(db, "ROLLBACK");
}

static int64_t database_number(Database *db, int query) {
    sqlite3_stmt *statement = db->statements[query];
    int64_t number = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    return number;
}

static bool database_has_room(Database *db, const GameRow *row, HenkaError *error) {
    int64_t count = database_number(db, QUERY_COUNT_GAMES);
    if (count >= DATABASE_MAX_GAMES)
        return error_say(error, 0, 0, MSG_STORE_FULL, arg_number(DATABASE_MAX_GAMES),
                         arg_number(count));
    int64_t bytes = database_number(db, QUERY_COUNT_TEXT) + (int64_t)strlen(row->definition);
    return bytes <= DATABASE_MAX_TEXT ||
           error_say(error, 0, 0, MSG_STORE_TEXT_FULL, arg_number(DATABASE_MAX_TEXT),
                     arg_number(bytes));
}

DatabaseResult database_insert(Database *db, const GameRow *row, HenkaError *error) {
    if (!database_has_room(db, row, error)) return DATABASE_FAILED;
    sqlite3_clear_bindings(db->statements[QUERY_DEFINE]);
    bind_text(db->statements[QUERY_DEFINE], 1, row->definition);
    row_bind(db->statements[QUERY_INSERT], row);
    if (database_step(db, QUERY_DEFINE) && database_step(db, QUERY_INSERT)) return DATABASE_DONE;
    database_failed(db, error, MSG_STORE_CANNOT_KEEP);
    return DATABASE_FAILED;
}

DatabaseResult database_save(Database *db, const GameRow *row, HenkaError *error) {
    row_bind(db->statements[QUERY_SAVE], row);
    if (!database_step(db, QUERY_SAVE)) {
        database_failed(db, error, MSG_STORE_CANNOT_KEEP);
        return DATABASE_FAILED;
    }
    if (sqlite3_changes(db->sqlite) == 1) return DATABASE_DONE;
    error_say(error, 0, 0, MSG_STORE_CHANGED, arg_text(row->id));
    return DATABASE_CHANGED;
}

DatabaseResult database_delete(Database *db, const char *id, HenkaError *error) {
    sqlite3_bind_text(db->statements[QUERY_DELETE], 1, id, -1, SQLITE_TRANSIENT);
    if (!database_step(db, QUERY_DELETE)) {
        database_failed(db, error, MSG_STORE_CANNOT_DELETE);
        return DATABASE_FAILED;
    }
    if (!sqlite3_changes(db->sqlite)) {
        error_say(error, 0, 0, MSG_STORE_NO_GAME, arg_text(id));
        return DATABASE_NO_GAME;
    }
    database_step(db, QUERY_TIDY); /* should that fail, a definition too many does no harm */
    return DATABASE_DONE;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* NULL for NULL. */
static char *column_text(sqlite3_stmt *statement, int column) {
    return (char *)sqlite3_column_text(statement, column);
}

static int64_t column_number(sqlite3_stmt *statement, int column, int64_t low, int64_t high) {
    int64_t number = sqlite3_column_int64(statement, column);
    return number < low ? low : number > high ? high : number;
}

/* HENKA_SENTE, HENKA_GOTE, or -1 for anything else. */
static int column_side(sqlite3_stmt *statement, int column) {
    bool number = sqlite3_column_type(statement, column) == SQLITE_INTEGER;
    int64_t side = number ? sqlite3_column_int64(statement, column) : -1;
    return side == HENKA_SENTE || side == HENKA_GOTE ? (int)side : -1;
}

static bool id_is_ours(const char *id) {
    return id && strlen(id) == GAME_ID_LENGTH && strspn(id, GAME_ID_LETTERS) == GAME_ID_LENGTH;
}

/* Reads the row a statement stands at. Its texts belong to the statement. False: it has no id of
 * ours. */
static bool row_read(sqlite3_stmt *statement, GameRow *row) {
    const char *id = column_text(statement, 0);
    if (!id_is_ours(id)) return false;
    *row = (GameRow){.game = column_text(statement, 1),
                     .title = column_text(statement, 2),
                     .settings = column_text(statement, 3)};
    memcpy(row->id, id, GAME_ID_LENGTH);
    row->plies = (int)column_number(statement, 4, 0, MOST_PLIES);
    for (int side = 0; side < 2; side++)
        row->engine[side] = sqlite3_column_int(statement, 5 + side);
    row->level = (int)column_number(statement, 7, 0, HENKA_MAX_LEVEL);
    row->created_ms = column_number(statement, 8, 0, MOST_MS);
    row->updated_ms = column_number(statement, 9, 0, MOST_MS);
    row->outcome.reason = reason_named(column_text(statement, 10));
    row->outcome.winner = column_side(statement, 11);
    row->agreed = sqlite3_column_int(statement, 12);
    row->offer = column_side(statement, 13);
    row->engine_turn = sqlite3_column_int(statement, 14);
    row->version = column_number(statement, 15, 0, INT64_MAX / 2);
    return true;
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
        if (*texts[i]) utf8_mend(*texts[i]);
    }
    return whole;
}

void database_row_free(GameRow *row) {
    char *texts[] = {row->definition, row->game, row->title, row->settings, row->start, row->moves};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) free(texts[i]);
    *row = (GameRow){.offer = -1};
}

DatabaseResult database_load(Database *db, const char *id, GameRow *row, HenkaError *error) {
    sqlite3_stmt *statement = db->statements[QUERY_LOAD];
    DatabaseResult result = DATABASE_FAILED;
    sqlite3_bind_text(statement, 1, id, -1, SQLITE_TRANSIENT);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW && row_read(statement, row)) {
        row->start = column_text(statement, 16);
        row->moves = column_text(statement, 17);
        row->definition = column_text(statement, 18);
        result = DATABASE_DONE;
        if (!row_own(row)) {
            database_row_free(row);
            error_say(error, 0, 0, MSG_NO_MEMORY);
            result = DATABASE_FAILED;
        }
    } else if (code == SQLITE_DONE || code == SQLITE_ROW) {
        error_say(error, 0, 0, MSG_STORE_NO_GAME, arg_text(id));
        result = DATABASE_NO_GAME;
    } else
        database_failed(db, error, MSG_STORE_CANNOT_READ);
    sqlite3_reset(statement);
    return result;
}

static DatabaseResult database_visit(Database *db, int query, int limit, GameVisitor *visitor,
                                     void *context, HenkaError *error) {
    sqlite3_stmt *statement = db->statements[query];
    int code;
    sqlite3_bind_int(statement, 1, limit);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        GameRow row;
        if (row_read(statement, &row)) visitor(context, &row);
    }
    if (code != SQLITE_DONE) database_failed(db, error, MSG_STORE_CANNOT_LIST);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? DATABASE_DONE : DATABASE_FAILED;
}

DatabaseResult database_list(Database *db, int limit, GameVisitor *visitor, void *context,
                             HenkaError *error) {
    return database_visit(db, QUERY_LIST, limit, visitor, context, error);
}

DatabaseResult database_list_waiting(Database *db, int limit, GameVisitor *visitor, void *context,
                                     HenkaError *error) {
    return database_visit(db, QUERY_WAITING, limit, visitor, context, error);
}
