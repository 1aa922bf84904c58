#define _GNU_SOURCE /* declares F_OFD_SETLK */
#include "store/database.h"

#include "base/error.h"
#include "base/utf8.h"
#include "store/game_columns.def"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION_ID = 0x48654B61, /* "HeKa": marks an SQLite file as a database of Henka */
    MOST_PLIES = 1000000         /* the greatest number of moves that a row is believed to have */
};
/* A server locks this byte of the file, so that no second server uses the file. The byte is far
 * behind those that SQLite locks, which begin at 1 GiB. */
static const off_t SERVER_BYTE = INT64_C(1) << 62;
static const int64_t MOST_MS = 253402300799999; /* end of the year 9999, in ms since 1970 */
static const int64_t MOST_LEFT_MS = GAMECLOCK_MOST_DAYS * INT64_C(86400000);

/* Migration n brings user_version from n to n + 1: first it makes the columns of schema n + 1
 * (columns_make), then it runs this SQL. Never edit a migration that was released: add one. */
static const char *const migrations[] = {
    "CREATE INDEX games_by_time ON games (updated);"
    "CREATE INDEX games_waiting ON games (updated) WHERE engine_turn;",
    /* Definitions stored up to now get the line format=1, by which diagrams keep their old reading
     * (docs/decisions/020). Adds seats, clocks and offers; older games have no holders. */
    "UPDATE definitions SET text = 'format=1' || char(10) || text WHERE text NOT LIKE "
    "'%format=%';"
    "UPDATE games SET turn = (plies + (instr(start, ' w ') > 0)) % 2 WHERE reason IS NULL;"
    "CREATE TABLE holders (browser BLOB NOT NULL, game TEXT NOT NULL, sides INTEGER NOT NULL, "
    "listed INTEGER NOT NULL, PRIMARY KEY (browser, game)) WITHOUT ROWID;"
    "CREATE INDEX holders_by_game ON holders (game);"
    "CREATE INDEX games_of_nobody ON games (updated) WHERE NOT held;"
    "CREATE INDEX games_running ON games (deadline) WHERE deadline IS NOT NULL;"
    "CREATE TABLE server (alive INTEGER NOT NULL);"
    "INSERT INTO server VALUES (0);",
    /* Atom feeds of a browser's games: at most one for each browser. */
    "CREATE TABLE feeds (browser BLOB PRIMARY KEY NOT NULL, token BLOB NOT NULL UNIQUE);",
    /* Finds the games with a definition: each deletion checks whether it is still used. */
    "CREATE INDEX games_by_definition ON games (definition);",
    /* Tables for bans, and for records of operators' actions (deeds; admin.c). */
    "CREATE TABLE bans (kind TEXT NOT NULL, what TEXT NOT NULL, mutes INTEGER NOT NULL, at INTEGER "
    "NOT NULL, PRIMARY KEY (kind, what, mutes)) WITHOUT ROWID;"
    "CREATE TABLE deeds (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, what TEXT NOT "
    "NULL, game TEXT NOT NULL DEFAULT '');",
    /* A browser's list is sorted by the last change, so `holders` gets a copy of its time. Adds
     * indexes for games that wait for a player, and for those deleted to make room. */
    "ALTER TABLE holders ADD COLUMN updated INTEGER NOT NULL DEFAULT 0;"
    "UPDATE holders SET updated = coalesce((SELECT games.updated FROM games WHERE id = game), 0);"
    "CREATE TRIGGER games_changed AFTER UPDATE OF updated ON games BEGIN "
    "UPDATE holders SET updated = new.updated WHERE game = new.id; END;"
    "CREATE INDEX holders_by_time ON holders (browser, updated) WHERE listed;"
    "CREATE INDEX games_waited ON games (updated) WHERE reason IS NULL AND (plies = 0 OR open IS "
    "NOT NULL);"
    "CREATE INDEX games_spare ON games (updated, reason) WHERE deadline IS NULL;",
};

/* ---- the columns of `games` ------------------------------------------------------------------ */

/* A column of `games`, as the schema adds it to the table. */
typedef struct Column {
    int since; /* number of the schema that added the column */
    const char *name, *type;
} Column;

static const Column columns[] = {
#define COLUMN_ROW(since, name, type, ...) {since, #name, type},
    GAME_COLUMNS(COLUMN_ROW)};
enum { COLUMN_COUNT = sizeof columns / sizeof *columns };

/* SCHEMA: number of the newest schema, which a migration or a column made, whichever is newer. */
enum {
#define COLUMN_SINCE(since, name, ...) char name[since];
    MIGRATIONS = sizeof migrations / sizeof *migrations,
    NEWEST_COLUMN = sizeof(union {GAME_COLUMNS(COLUMN_SINCE)}),
    SCHEMA = (int)NEWEST_COLUMN > (int)MIGRATIONS ? NEWEST_COLUMN : MIGRATIONS
};

/* For each WHEN of a column (game_columns.def): UPDATES_… expands to its arguments if the query
 * UPDATE writes the column, LISTS_… if lists of games have the column; otherwise to nothing. */
#define UPDATES_FIXED(...)
#define UPDATES_SAVED(...) __VA_ARGS__
#define UPDATES_LOADED(...) __VA_ARGS__
#define UPDATES_DERIVED(...) __VA_ARGS__
#define LISTS_FIXED(...) __VA_ARGS__
#define LISTS_SAVED(...) __VA_ARGS__
#define LISTS_LOADED(...)
#define LISTS_DERIVED(...)

/* LISTED: the columns of a list of games in SQL. AT_…: the index of each of them in a row. */
#define LISTED_COLUMN(since, name, type, when, ...) LISTS_##when(", games." #name)
#define LISTED "games.id" GAME_COLUMNS(LISTED_COLUMN)
#define LISTED_PLACE(since, name, type, when, ...) LISTS_##when(AT_##name, )
enum { AT_id, GAME_COLUMNS(LISTED_PLACE) LISTED_COLUMNS };

/* The columns and parameters in the SQL of INSERT and UPDATE, each with a comma before it. */
#define INSERTED_NAME(since, name, ...) ", " #name
#define INSERTED_NAMES GAME_COLUMNS(INSERTED_NAME)
#define INSERTED_VALUE(...) ", ?"
#define INSERTED_VALUES GAME_COLUMNS(INSERTED_VALUE)
#define UPDATE(since, name, type, when, ...) UPDATES_##when(", " #name " = ?")
#define UPDATES GAME_COLUMNS(UPDATE)

/* ---- queries --------------------------------------------------------------------------------- */

enum {
#define QUERY(name, sql) QUERY_##name,
#include "store/queries.def"
#undef QUERY
    QUERY_COUNT
};
static const char *const queries[QUERY_COUNT] = {
#define QUERY(name, sql) [QUERY_##name] = sql,
#include "store/queries.def"
#undef QUERY
};

/* The bytes of all definitions, cached, because counting reads all of them. */
typedef struct Texts {
    int64_t bytes;   /* bytes of all definitions; -1: not counted yet */
    int64_t version; /* version of the file when the bytes were counted (QUERY_VERSION) */
} Texts;

struct Database {
    sqlite3 *sqlite;                       /* the open file */
    sqlite3_stmt *statements[QUERY_COUNT]; /* the prepared statement of each query */
    char *path;                            /* path of the file, for errors */
    /* Descriptor of the file of which this server has locked a byte, or -1. It is closed last:
     * closing any descriptor of a file drops the locks that SQLite has on it (fcntl(2)). */
    int lock;
    struct stat file, log; /* the file when it was opened, and its log (WAL) when it was made */
    const char *log_path;  /* the log's path, which SQLite owns */
    bool logged;           /* `log` is filled in */
    Texts texts;           /* bytes of the definitions, with the present transaction */
    Texts texts_before;    /* `texts` when the transaction began */
};

/* An error for the operator, who starts the server or uses its file: path and SQLite's words. */
static bool database_useless(Database *db, HenkaError *error, MessageKey key) {
    return error_set(error, key, arg_text(db->path), arg_text(sqlite3_errmsg(db->sqlite)));
}

/* An error that visitors see, too, so it does not have the path of the file. */
static bool database_failed(Database *db, HenkaError *error, MessageKey key) {
    return error_set(error, key, arg_text(sqlite3_errmsg(db->sqlite)));
}

/* ---- opening --------------------------------------------------------------------------------- */

bool database_standard_path(char *path, size_t cap, HenkaError *error) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = 0;
    if (data && *data == '/')
        length = snprintf(path, cap, "%s/henka/henka.db", data);
    else if (home && *home)
        length = snprintf(path, cap, "%s/.local/share/henka/henka.db", home);
    return (length > 0 && (size_t)length < cap) || error_set(error, MSG_NO_HOME_FOLDER);
}

static bool folders_make(const char *path, HenkaError *error) {
    char *folder = strdup(path);
    if (!folder) return error_set(error, MSG_NO_MEMORY);
    for (char *slash = strchr(folder + (*folder == '/'), '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(folder, 0700) && errno != EEXIST) {
            error_set(error, MSG_STORE_NO_FOLDER, arg_text(folder), arg_text(strerror(errno)));
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

/* Adds the columns of the schema to `games`; the first schema makes the table. */
static bool columns_make(Database *db, int schema) {
    sqlite3_str *sql = sqlite3_str_new(db->sqlite);
    if (schema == 1)
        sqlite3_str_appendall(sql, "CREATE TABLE definitions (id INTEGER PRIMARY KEY, text TEXT "
                                   "NOT NULL UNIQUE); CREATE TABLE games (id TEXT PRIMARY KEY NOT "
                                   "NULL, definition INTEGER NOT NULL REFERENCES definitions (id)");
    for (int i = 0; i < COLUMN_COUNT; i++)
        if (columns[i].since == schema)
            sqlite3_str_appendf(sql,
                                schema == 1 ? ", %s %s" : "ALTER TABLE games ADD COLUMN %s %s;",
                                columns[i].name, columns[i].type);
    if (schema == 1) sqlite3_str_appendall(sql, ") WITHOUT ROWID");
    bool whole = !sqlite3_str_errcode(sql);
    char *text = sqlite3_str_finish(sql); /* NULL: the schema has no columns of its own */
    bool made = whole && (!text || database_run(db, text));
    sqlite3_free(text);
    return made;
}

/* Brings the file to the newest schema. Runs within an exclusive transaction, so that only one of
 * two servers that start together builds the schema. */
static bool database_migrate(Database *db, HenkaError *error) {
    int version = database_pragma(db, "PRAGMA user_version");
    int tables = database_pragma(db, "SELECT count(*) FROM sqlite_schema");
    if (tables < 0) return database_useless(db, error, MSG_STORE_UNUSABLE);
    bool ours = !tables || database_pragma(db, "PRAGMA application_id") == APPLICATION_ID;
    if (!ours || version < 0) return error_set(error, MSG_STORE_FOREIGN, arg_text(db->path));
    if (version > SCHEMA)
        return error_set(error, MSG_STORE_NEWER, arg_text(db->path), arg_number(version),
                         arg_number(SCHEMA));
    for (; version < SCHEMA; version++) {
        char mark[96];
        sqlite3_snprintf(sizeof mark, mark, "PRAGMA user_version = %d; PRAGMA application_id = %d",
                         version + 1, APPLICATION_ID);
        if (!columns_make(db, version + 1) ||
            (version < MIGRATIONS && !database_run(db, migrations[version])) ||
            !database_run(db, mark))
            return database_useless(db, error, MSG_STORE_CANNOT_BUILD);
    }
    return true;
}

static bool database_begin_use(Database *db, HenkaError *error) {
    sqlite3_busy_timeout(db->sqlite, 3000);
    if (!database_run(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA "
                          "foreign_keys = ON; PRAGMA cache_size = -2000"))
        return database_useless(db, error, MSG_STORE_UNUSABLE);
    if (!database_run(db, "BEGIN IMMEDIATE"))
        return database_useless(db, error, MSG_STORE_CANNOT_WRITE);
    if (!database_migrate(db, error)) {
        database_run(db, "ROLLBACK");
        return false;
    }
    if (!database_run(db, "COMMIT")) return database_useless(db, error, MSG_STORE_CANNOT_WRITE);
    for (int i = 0; i < QUERY_COUNT; i++)
        if (sqlite3_prepare_v3(db->sqlite, queries[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &db->statements[i], NULL) != SQLITE_OK)
            return database_useless(db, error, MSG_STORE_CANNOT_FIND_TABLES);
    return true;
}

/* Creates the file if it is missing, and makes it readable only by its owner. SQLite gives its log
 * the same rights, and will report the error if there is no file. alone: locks it against another
 * server. The kernel holds the lock only while the process lives, so a killed server leaves no
 * stale lock, and no timeout is needed (docs/decisions/022). */
static bool file_make(Database *db, bool alone, HenkaError *error) {
    int fd = open(db->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    struct stat file;
    struct flock byte = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = SERVER_BYTE, .l_len = 1};
    if (fd < 0) return true;
    if (!fstat(fd, &file) && S_ISREG(file.st_mode) && file.st_mode & 077) fchmod(fd, 0600);
    if (!alone) return !close(fd);
    db->lock = fd;
    if (!fcntl(fd, F_OFD_SETLK, &byte)) return true;
    if (errno == EAGAIN || errno == EACCES)
        return error_set(error, MSG_STORE_SERVED, arg_text(db->path));
    return error_set(error, MSG_STORE_CANNOT_LOCK, arg_text(db->path), arg_text(strerror(errno)));
}

/* Does the path still lead to the opened file? Writes into a deleted one are lost at the end. */
static bool file_is_there(const char *path, const struct stat *file) {
    struct stat now;
    return !stat(path, &now) && now.st_dev == file->st_dev && now.st_ino == file->st_ino;
}

/* Opens the database, and creates it if it is missing. alone: locks it against other servers. */
static Database *open_as(const char *path, bool alone, HenkaError *error) {
    if (!*path) return error_set(error, MSG_STORE_NO_NAME), NULL;
    if (!folders_make(path, error)) return NULL;
    Database *db = calloc(1, sizeof *db);
    if (!db) return error_set(error, MSG_NO_MEMORY), NULL;
    *db = (Database){.lock = -1, .texts.bytes = -1};
    /* SQLite gives names such as ":memory:" a special meaning. Here they name files. */
    db->path = sqlite3_mprintf("%s%s", *path == ':' ? "./" : "", path);
    if (!db->path)
        error_set(error, MSG_NO_MEMORY);
    else if (file_make(db, alone, error)) {
        if (sqlite3_open_v2(db->path, &db->sqlite,
                            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                            NULL) != SQLITE_OK)
            database_useless(db, error, MSG_STORE_CANNOT_OPEN);
        else if (database_begin_use(db, error)) {
            db->log_path = sqlite3_filename_wal(sqlite3_db_filename(db->sqlite, "main"));
            db->logged = !stat(db->log_path, &db->log);
            if (!stat(db->path, &db->file)) return db;
            error_set(error, MSG_STORE_VANISHED);
        }
    }
    database_close(db);
    return NULL;
}

Database *database_open(const char *path, HenkaError *error) { return open_as(path, false, error); }

Database *database_serve(const char *path, HenkaError *error) { return open_as(path, true, error); }

void database_close(Database *db) {
    for (int i = 0; i < QUERY_COUNT; i++) sqlite3_finalize(db->statements[i]);
    sqlite3_close(db->sqlite);
    if (db->lock >= 0) close(db->lock);
    sqlite3_free(db->path);
    free(db);
}

bool database_backup(const char *path, const char *to, HenkaError *error) {
    Database source = {.path = (char *)path};
    sqlite3_stmt *statement = NULL;
    bool done = false;
    if (sqlite3_open_v2(path, &source.sqlite, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL))
        database_useless(&source, error, MSG_STORE_CANNOT_OPEN);
    else if (database_pragma(&source, "PRAGMA application_id") != APPLICATION_ID)
        error_set(error, MSG_STORE_FOREIGN, arg_text(path));
    else {
        sqlite3_busy_timeout(source.sqlite, 3000);
        done = !sqlite3_prepare_v2(source.sqlite, "VACUUM INTO ?", -1, &statement, NULL) &&
               !sqlite3_bind_text(statement, 1, to, -1, SQLITE_STATIC) &&
               sqlite3_step(statement) == SQLITE_DONE;
        if (!done) database_useless(&source, error, MSG_STORE_UNUSABLE);
    }
    sqlite3_finalize(statement);
    sqlite3_close(source.sqlite);
    return done;
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool database_step(Database *db, int query) {
    int code = sqlite3_step(db->statements[query]);
    sqlite3_reset(db->statements[query]);
    return code == SQLITE_DONE || code == SQLITE_ROW;
}

/* A value bound to a query's parameter. Its memory must live until the query has run. */
typedef struct Value {
    enum { VALUE_IS_NULL, VALUE_IS_NUMBER, VALUE_IS_TEXT, VALUE_IS_HASH } kind;
    int64_t number;
    const void *bytes; /* the bytes of the text or hash */
} Value;

static Value value_number(int64_t number) { return (Value){VALUE_IS_NUMBER, number, NULL}; }

/* The number as a value; SQL's NULL for a number below 0. */
static Value value_if_any(int64_t number) { return number < 0 ? (Value){0} : value_number(number); }

static Value value_text(const char *text) {
    return (Value){text ? VALUE_IS_TEXT : VALUE_IS_NULL, 0, text};
}

static Value value_hash(const TokenHash *hash) {
    return (Value){seat_is_none(hash) ? VALUE_IS_NULL : VALUE_IS_HASH, 0, hash};
}

/* Binds the values to the parameters of the query, in their order. */
static void query_bind(Database *db, int query, const Value *values, int count) {
    sqlite3_stmt *statement = db->statements[query];
    for (int i = 0; i < count; i++) switch (values[i].kind) {
        case VALUE_IS_NULL:
            sqlite3_bind_null(statement, i + 1);
            break;
        case VALUE_IS_NUMBER:
            sqlite3_bind_int64(statement, i + 1, values[i].number);
            break;
        case VALUE_IS_TEXT:
            sqlite3_bind_text(statement, i + 1, values[i].bytes, -1, SQLITE_STATIC);
            break;
        case VALUE_IS_HASH:
            sqlite3_bind_blob(statement, i + 1, values[i].bytes, TOKEN_HASH_BYTES, SQLITE_STATIC);
        }
}

#define BIND(db, query, ...)                                                                       \
    query_bind(db, query, (const Value[]){__VA_ARGS__},                                            \
               sizeof((const Value[]){__VA_ARGS__}) / sizeof(Value))

/* For each KIND of column of the table `games` (game_columns.def): the GameRow member as a Value
 * that can be bound to a query. */
#define VALUE_TEXT(member) value_text(row->member)
#define VALUE_NAME(member) value_text(row->member)
#define VALUE_ID(member) value_text(row->member)
#define VALUE_NUMBER(member, ...) value_number(row->member)
#define VALUE_FLAG(member) value_number(row->member)
#define VALUE_SIDE(member) value_if_any(row->member)
#define VALUE_THROWN(member, ...) value_if_any(row->member)
#define VALUE_HASH(member) value_hash(&row->member)
#define VALUE_MADE(value, ...) value
#define COLUMN_VALUE(since, name, type, when, kind) VALUE_##kind,
#define UPDATED_VALUE(since, name, type, when, kind) UPDATES_##when(VALUE_##kind, )

bool database_begin(Database *db, HenkaError *error) {
    db->texts_before = db->texts;
    if (!file_is_there(db->path, &db->file) ||
        (db->logged && !file_is_there(db->log_path, &db->log)))
        return error_set(error, MSG_STORE_VANISHED);
    return database_run(db, "BEGIN IMMEDIATE") || database_failed(db, error, MSG_STORE_CANNOT_KEEP);
}

/* Checks whether SQLite has already rolled back, as after some failures such as a full disk. */
bool database_commit(Database *db, HenkaError *error) {
    if (sqlite3_get_autocommit(db->sqlite) || !database_run(db, "COMMIT"))
        return database_failed(db, error, MSG_STORE_CANNOT_KEEP);
    return true;
}

void database_rollback(Database *db) {
    db->texts = db->texts_before;
    if (!sqlite3_get_autocommit(db->sqlite)) database_run(db, "ROLLBACK");
}

/* Runs a query and returns the number in its first row. -1: no row; -2: the query failed. */
static int64_t query_number(Database *db, int query) {
    sqlite3_stmt *statement = db->statements[query];
    int code = sqlite3_step(statement);
    int64_t number = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : -2;
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? -1 : number;
}

DatabaseRoom database_holds(Database *db) {
    int64_t version = query_number(db, QUERY_VERSION);
    if (db->texts.bytes < 0 || version != db->texts.version)
        db->texts = (Texts){query_number(db, QUERY_COUNT_TEXT), version};
    return (DatabaseRoom){.games = query_number(db, QUERY_COUNT_GAMES), .text = db->texts.bytes};
}

bool database_has_room(Database *db, const GameRow *row, DatabaseRoom most, DatabaseRoom more,
                       HenkaError *error) {
    DatabaseRoom holds = database_holds(db);
    int64_t bytes = (int64_t)strlen(row->definition);
    if (holds.games + more.games >= most.games) return error_set(error, MSG_STORE_FULL);
    return holds.text + more.text + bytes <= most.text || error_set(error, MSG_STORE_TEXT_FULL);
}

static bool holders_remove(Database *db, const char *id) {
    BIND(db, QUERY_UNHOLD, value_text(id));
    return database_step(db, QUERY_UNHOLD);
}

/* Replaces this game's rows of `holders` (browsers with seats in a game) by row->holders. */
static bool holders_write(Database *db, const GameRow *row) {
    if (!row->holders_changed) return true;
    bool done = holders_remove(db, row->id);
    for (int i = 0; i < row->holder_count && done; i++) {
        const Holder *holder = &row->holders[i];
        BIND(db, QUERY_HOLD, value_hash(&holder->browser), value_text(row->id),
             value_number(holder->sides), value_number(holder->listed));
        done = database_step(db, QUERY_HOLD);
    }
    return done;
}

DatabaseResult database_insert(Database *db, const GameRow *row, HenkaError *error) {
    BIND(db, QUERY_DEFINE, value_text(row->definition));
    BIND(db, QUERY_INSERT, value_text(row->id),
         GAME_COLUMNS(COLUMN_VALUE) value_text(row->definition));
    bool defined = database_step(db, QUERY_DEFINE);
    if (defined && sqlite3_changes(db->sqlite)) db->texts.bytes += (int64_t)strlen(row->definition);
    if (defined && database_step(db, QUERY_INSERT) && holders_write(db, row)) return DATABASE_DONE;
    return database_failed(db, error, MSG_STORE_CANNOT_KEEP), DATABASE_FAILED;
}

DatabaseResult database_save(Database *db, const GameRow *row, HenkaError *error) {
    BIND(db, QUERY_SAVE, GAME_COLUMNS(UPDATED_VALUE) value_text(row->id),
         value_number(row->version));
    bool saved = database_step(db, QUERY_SAVE);
    if (saved && sqlite3_changes(db->sqlite) != 1)
        return error_set(error, MSG_STORE_CHANGED, arg_text(row->id)), DATABASE_CHANGED;
    if (saved && holders_write(db, row)) return DATABASE_DONE;
    return database_failed(db, error, MSG_STORE_CANNOT_KEEP), DATABASE_FAILED;
}

/* Runs a query that deletes the row of a game, with its parameters bound; then deletes the data
 * that belonged to the game in other tables. */
static DatabaseResult database_remove(Database *db, int query, const char *id, HenkaError *error) {
    int64_t definition = query_number(db, query);
    if (definition == -2)
        return database_failed(db, error, MSG_STORE_CANNOT_DELETE), DATABASE_FAILED;
    if (definition == -1)
        return error_set(error, MSG_STORE_NO_GAME, arg_text(id)), DATABASE_NO_GAME;
    holders_remove(db, id);
    BIND(db, QUERY_TIDY, value_number(definition));
    int64_t bytes = query_number(db, QUERY_TIDY); /* failing leaves an unused definition: no harm */
    if (bytes > 0 && db->texts.bytes >= 0) db->texts.bytes -= bytes;
    return DATABASE_DONE;
}

DatabaseResult database_delete(Database *db, const char *id, HenkaError *error) {
    BIND(db, QUERY_DELETE, value_text(id));
    return database_remove(db, QUERY_DELETE, id, error);
}

DatabaseResult database_delete_own(Database *db, const char *id, const TokenHash *browser,
                                   bool nobodys, HenkaError *error) {
    BIND(db, QUERY_DELETE_OWN, value_text(id), value_hash(browser), value_number(nobodys));
    return database_remove(db, QUERY_DELETE_OWN, id, error);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* The column's text; NULL for an SQL NULL. */
static char *column_text(sqlite3_stmt *statement, int column) {
    return (char *)sqlite3_column_text(statement, column);
}

static int64_t column_number(sqlite3_stmt *statement, int column, int64_t low, int64_t high) {
    int64_t number = sqlite3_column_int64(statement, column);
    return number < low ? low : number > high ? high : number;
}

/* The side that the column names: HENKA_SENTE, HENKA_GOTE, or -1 for any other value. */
static int column_side(sqlite3_stmt *statement, int column) {
    bool number = sqlite3_column_type(statement, column) == SQLITE_INTEGER;
    int64_t side = number ? sqlite3_column_int64(statement, column) : -1;
    return side == HENKA_SENTE || side == HENKA_GOTE ? (int)side : -1;
}

bool database_is_id(const char *text) {
    return text && strlen(text) == GAME_ID_LENGTH &&
           strspn(text, GAME_ID_LETTERS) == GAME_ID_LENGTH;
}

/* The column's hash; all 0 (no token) for a value that isn't a hash. */
static TokenHash column_hash(sqlite3_stmt *statement, int column) {
    TokenHash hash = {0};
    const void *bytes = sqlite3_column_blob(statement, column);
    if (bytes && sqlite3_column_bytes(statement, column) == TOKEN_HASH_BYTES)
        memcpy(hash.bytes, bytes, TOKEN_HASH_BYTES);
    return hash;
}

static void column_name(sqlite3_stmt *statement, int column, char name[SEAT_NAME_BYTES]) {
    const char *text = column_text(statement, column);
    snprintf(name, SEAT_NAME_BYTES, "%s", text ? text : "");
    utf8_mend(name);
    utf8_clean(name);
}

/* The reason that ended the game, read from its name; HENKA_PLAYING for any other text. */
static HenkaReason column_reason(sqlite3_stmt *statement, int column) {
    const char *name = column_text(statement, column);
    for (int reason = HENKA_CHECKMATE; name && reason <= HENKA_ABANDONED; reason++)
        if (!strcmp(name, henka_reason_name(reason))) return reason;
    return HENKA_PLAYING;
}

static void column_id(sqlite3_stmt *statement, int column, char id[GAME_ID_LENGTH + 1]) {
    const char *text = column_text(statement, column);
    if (database_is_id(text)) memcpy(id, text, GAME_ID_LENGTH);
}

/* For each KIND of column (game_columns.def): reads the current row's into the GameRow member. */
#define READ_TEXT(member) row->member = column_text(statement, column)
#define READ_NAME(member) column_name(statement, column, row->member)
#define READ_ID(member) column_id(statement, column, row->member)
#define READ_NUMBER(member, least, most)                                                           \
    row->member = (__typeof__(row->member))column_number(statement, column, least, most)
#define READ_FLAG(member) row->member = sqlite3_column_int(statement, column)
#define READ_SIDE(member) row->member = column_side(statement, column)
#define READ_THROWN(member, most)                                                                  \
    row->member = sqlite3_column_type(statement, column) == SQLITE_INTEGER                         \
                      ? (int)column_number(statement, column, 0, most)                             \
                      : -1
#define READ_HASH(member) row->member = column_hash(statement, column)
#define READ_MADE(value, read) read
#define COLUMN_READ(since, name, type, when, kind) LISTS_##when(column = AT_##name; READ_##kind;)

/* Reads the statement's current row. The row's texts belong to the statement. False: the row's id
 * has not the form of a game's id. */
static bool row_read(sqlite3_stmt *statement, GameRow *row) {
    int column = AT_id;
    *row = (GameRow)GAME_ROW_EMPTY;
    column_id(statement, column, row->id);
    if (!*row->id) return false;
    GAME_COLUMNS(COLUMN_READ)
    /* An invalid clock is read as no clock. */
    if (!gameclock_rules_are_sane(&row->clock.rules)) row->clock.rules = (ClockRules){0};
    if (row->clock.rules.kind == CLOCK_KIND_NONE) row->clock = gameclock_new(&row->clock.rules);
    return true;
}

/* The addresses of all members of a row that are texts. */
#define ROW_TEXTS(row)                                                                             \
    {&(row)->definition, &(row)->game,  &(row)->title,                                             \
     &(row)->settings,   &(row)->start, &(row)->moves}

bool database_row_own(GameRow *row) {
    char **texts[] = ROW_TEXTS(row);
    bool whole = true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        *texts[i] = strdup(*texts[i] ? *texts[i] : "");
        whole = whole && *texts[i];
        if (*texts[i]) utf8_mend(*texts[i]);
    }
    return whole;
}

void database_row_free(GameRow *row) {
    char **texts[] = ROW_TEXTS(row);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) free(*texts[i]);
    *row = (GameRow)GAME_ROW_EMPTY;
}

/* Reads into row->holders the browsers that have seats of the game. False: they can't be read. */
static bool holders_load(Database *db, GameRow *row) {
    sqlite3_stmt *statement = db->statements[QUERY_HOLDERS];
    int code;
    BIND(db, QUERY_HOLDERS, value_text(row->id));
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && row->holder_count < SEAT_HOLDERS) {
        Holder holder = {.browser = column_hash(statement, 0),
                         .sides = (int)column_number(statement, 1, 0, SEAT_BOTH),
                         .listed = sqlite3_column_int(statement, 2)};
        if (!seat_is_none(&holder.browser)) row->holders[row->holder_count++] = holder;
    }
    sqlite3_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW;
}

DatabaseResult database_load(Database *db, const char *id, GameRow *row, HenkaError *error) {
    sqlite3_stmt *statement = db->statements[QUERY_LOAD];
    DatabaseResult result = DATABASE_FAILED;
    GameRow found;
    BIND(db, QUERY_LOAD, value_text(id));
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW && row_read(statement, &found)) {
        found.moves = column_text(statement, LISTED_COLUMNS);
        found.definition = column_text(statement, LISTED_COLUMNS + 1);
        if (!database_row_own(&found))
            error_set(error, MSG_NO_MEMORY);
        else if (!holders_load(db, &found))
            database_failed(db, error, MSG_STORE_CANNOT_READ);
        else
            result = DATABASE_DONE;
        if (result == DATABASE_FAILED) database_row_free(&found);
        *row = found;
    } else if (code == SQLITE_DONE || code == SQLITE_ROW) {
        error_set(error, MSG_STORE_NO_GAME, arg_text(id));
        result = DATABASE_NO_GAME;
    } else
        database_failed(db, error, MSG_STORE_CANNOT_READ);
    sqlite3_reset(statement);
    return result;
}

DatabaseResult database_list(Database *db, const DatabaseQuery *asked, GameVisitor *visit,
                             void *context, HenkaError *error) {
    int query = QUERY_LIST_BROWSER + (int)asked->list, code;
    sqlite3_stmt *statement = db->statements[query];
    BIND(db, query, value_number(asked->limit), value_number(asked->offset),
         value_number(asked->before_ms), value_hash(&asked->browser), value_number(asked->nobodys),
         value_number(asked->text), value_number(asked->live_ms), value_number(asked->days_ms));
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        GameRow row;
        if (!row_read(statement, &row)) continue;
        if (asked->list == LIST_BROWSER)
            row.holders[0].browser = column_hash(statement, LISTED_COLUMNS);
        if (!seat_is_none(&row.holders[0].browser)) row.holder_count = 1;
        if (row.holder_count)
            row.holders[0].sides = (int)column_number(statement, LISTED_COLUMNS + 1, 0, SEAT_BOTH);
        visit(context, &row);
    }
    sqlite3_reset(statement);
    if (code == SQLITE_DONE) return DATABASE_DONE;
    return database_failed(db, error, MSG_STORE_CANNOT_LIST), DATABASE_FAILED;
}

/* ---- when the server ran --------------------------------------------------------------------- */

DatabaseResult database_alive(Database *db, int64_t now_ms, HenkaError *error) {
    BIND(db, QUERY_ALIVE, value_number(now_ms));
    if (database_step(db, QUERY_ALIVE)) return DATABASE_DONE;
    return database_failed(db, error, MSG_STORE_CANNOT_KEEP), DATABASE_FAILED;
}

DatabaseResult database_back(Database *db, int64_t now_ms, HenkaError *error) {
    BIND(db, QUERY_BACK, value_number(now_ms));
    if (database_step(db, QUERY_BACK)) return database_alive(db, now_ms, error);
    return database_failed(db, error, MSG_STORE_CANNOT_KEEP), DATABASE_FAILED;
}

/* ---- feeds ----------------------------------------------------------------------------------- */

DatabaseResult database_feed_keep(Database *db, const TokenHash *browser, const TokenHash *token,
                                  HenkaError *error) {
    BIND(db, QUERY_FEED_KEEP, value_hash(browser), value_hash(token));
    if (!database_step(db, QUERY_FEED_TIDY) || !database_step(db, QUERY_FEED_KEEP))
        return database_failed(db, error, MSG_STORE_CANNOT_KEEP), DATABASE_FAILED;
    if (sqlite3_changes(db->sqlite)) return DATABASE_DONE;
    return error_set(error, MSG_FEED_TAKEN), DATABASE_CHANGED;
}

DatabaseResult database_feed(Database *db, const TokenHash *token, int limit, GameVisitor *visit,
                             void *context, HenkaError *error) {
    sqlite3_stmt *statement = db->statements[QUERY_FEED];
    DatabaseQuery own = {.list = LIST_BROWSER, .limit = limit};
    BIND(db, QUERY_FEED, value_hash(token));
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) own.browser = column_hash(statement, 0);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        database_failed(db, error, MSG_STORE_CANNOT_LIST);
    sqlite3_reset(statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE) return DATABASE_FAILED;
    if (seat_is_none(&own.browser)) return DATABASE_NO_GAME;
    return database_list(db, &own, visit, context, error);
}

/* ---- actions of operators -------------------------------------------------------------------- */

DatabaseResult database_deeds(Database *db, int64_t after, DeedVisitor *deed, BanVisitor *ban,
                              void *context, HenkaError *error) {
    sqlite3_stmt *statement = db->statements[QUERY_DEEDS];
    bool news = after < 0;
    int code;
    BIND(db, QUERY_DEEDS, value_number(after));
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *what = column_text(statement, 1), *id = column_text(statement, 2);
        deed(context, sqlite3_column_int64(statement, 0), what ? what : "", id ? id : "");
        news = true;
    }
    sqlite3_reset(statement);
    statement = db->statements[QUERY_BANS];
    if (news && code == SQLITE_DONE)
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
            const char *kind = column_text(statement, 0), *what = column_text(statement, 1);
            if (kind && what) ban(context, kind, what, sqlite3_column_int(statement, 2));
        }
    sqlite3_reset(statement);
    if (code == SQLITE_DONE) return DATABASE_DONE;
    return database_failed(db, error, MSG_STORE_CANNOT_LIST), DATABASE_FAILED;
}
