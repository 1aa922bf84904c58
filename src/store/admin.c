#include "store/admin.h"

#include "base/error.h"
#include "base/utf8.h"
#include "store/address.h"
#include "store/database.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct Admin {
    sqlite3 *sqlite;
    FILE *to; /* receives the rows that the current verb prints */
};

/* The person that an operator's command is about. */
typedef struct Who {
    const char *kind;                                           /* "address", "name" or "browser" */
    char what[SEAT_NAME_BYTES > 65 ? SEAT_NAME_BYTES : 65 + 1]; /* address, name or secret's hash */
} Who;

static bool admin_failed(const Admin *admin, HenkaError *error) {
    return error_set(error, MSG_STORE_CANNOT_KEEP, arg_text(sqlite3_errmsg(admin->sqlite)));
}

Admin *admin_open(const char *path, HenkaError *error) {
    Database *database = database_open(path, error);
    if (!database) return NULL;
    database_close(database);
    Admin *admin = calloc(1, sizeof *admin);
    if (!admin) return error_set(error, MSG_NO_MEMORY), NULL;
    /* By secure_delete, SQLite overwrites deleted data in the file. */
    if (!sqlite3_open_v2(path, &admin->sqlite, SQLITE_OPEN_READWRITE, NULL) &&
        !sqlite3_busy_timeout(admin->sqlite, 3000) &&
        !sqlite3_exec(admin->sqlite, "PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON", NULL,
                      NULL, NULL))
        return admin;
    admin_failed(admin, error);
    admin_close(admin);
    return NULL;
}

void admin_close(Admin *admin) {
    /* Truncates the write-ahead log, so that no deleted data is left in it. */
    sqlite3_wal_checkpoint_v2(admin->sqlite, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_close(admin->sqlite);
    free(admin);
}

/* Runs a statement with these ?1 and ?2, prints its rows. Returns rows changed; -1: it failed. */
static int admin_run_sql(Admin *admin, const char *sql, const char *one, const char *two) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(admin->sqlite, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        if (sqlite3_bind_parameter_count(statement) > 0)
            sqlite3_bind_text(statement, 1, one, -1, SQLITE_STATIC);
        if (sqlite3_bind_parameter_count(statement) > 1)
            sqlite3_bind_text(statement, 2, two, -1, SQLITE_STATIC);
        while ((code = sqlite3_step(statement)) == SQLITE_ROW)
            for (int i = 0, count = sqlite3_column_count(statement); i < count; i++) {
                const char *text = (const char *)sqlite3_column_text(statement, i);
                for (; text && *text; text++)
                    fputc((unsigned char)*text < ' ' ? ' ' : *text, admin->to);
                fputc(i + 1 < count ? '\t' : '\n', admin->to);
            }
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? sqlite3_changes(admin->sqlite) : -1;
}

#define NOW_MS "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
#define DATE(column) "strftime('%Y-%m-%dT%H:%M:%SZ', " column " / 1000, 'unixepoch')"

/* ---- persons --------------------------------------------------------------------------------- */

static bool who_read(Who *who, const char *word, HenkaError *error) {
    static const char *const prefixes[] = {"address:", "name:", "token:", "browser:", ""};
    static const char *const kinds[] = {"address", "name", "browser", "browser", ""};
    enum { ADDRESS, NAME, TOKEN, BROWSER, UNKNOWN } by = ADDRESS;
    while (strncmp(word, prefixes[by], strlen(prefixes[by])) != 0) by++;
    const char *text = word + strlen(prefixes[by]);
    Network network;
    TokenHash hash;
    bool good = by != UNKNOWN && *text && strlen(text) < sizeof who->what &&
                utf8_valid_length(text, strlen(text)) == strlen(text);
    if (good) strcpy(who->what, text);
    who->kind = kinds[by];
    if (good && by == ADDRESS) {
        good = network_parse(&network, text);
    } else if (good && by == NAME) {
        utf8_clean(who->what);
        good = *who->what;
    } else if (good && by == TOKEN) {
        good = seat_token_is_well_formed(text);
        hash = seat_hash(text);
        seat_hash_text(&hash, who->what);
    } else if (good) {
        good = seat_hash_parse(text, &hash);
    }
    return good || error_set(error, MSG_ADMIN_WHO, arg_text(word));
}

/* ---- verbs ----------------------------------------------------------------------------------- */

/* In the SQL of the verbs ?1 is a person's name, address or browser's hash, or a game's id; ?2
 * is the kind of the person (Who), "" for all persons. */

#define DEED(what, game) "INSERT INTO deeds (at, what, game) SELECT " NOW_MS ", " what ", " game

/* SQL: a game belongs to the person ?1. Games don't store addresses, so an address has none. */
#define GAMES_OF                                                                                   \
    "(?2 = '' OR (?2 = 'name' AND (sente_name = ?1 COLLATE NOCASE OR gote_name = ?1 COLLATE "      \
    "NOCASE)) OR (?2 = 'browser' AND games.id IN (SELECT game FROM holders WHERE "                 \
    "lower(hex(browser)) = ?1)))"

#define PRINT_GAMES                                                                                \
    "SELECT games.id, games.game, title, plies, coalesce(reason, 'under way'), " DATE(             \
        "created") ", " DATE("updated") ", sente_name, gote_name, (SELECT "                        \
                                        "group_concat(lower(hex(browser)), ' ') FROM holders "     \
                                        "WHERE holders.game = games.id) FROM games "               \
                                        "WHERE " GAMES_OF " ORDER BY updated DESC"

#define PRINT_BANS                                                                                 \
    "SELECT CASE WHEN mutes THEN 'mute' ELSE 'ban' END, kind || ':' || what, " DATE(               \
        "at") " FROM bans WHERE ?2 = '' OR (kind = ?2 AND what = ?1 COLLATE NOCASE) ORDER BY at"

#define BAN(mutes) "INSERT OR REPLACE INTO bans VALUES (?2, ?1, " mutes ", " NOW_MS ")"
#define LIFT(mutes)                                                                                \
    "DELETE FROM bans WHERE mutes = " mutes " AND kind = ?2 AND what = ?1 COLLATE NOCASE"

/* Deletes definitions that no game has any more. */
#define TIDY "DELETE FROM definitions WHERE id NOT IN (SELECT definition FROM games)"

enum { MOST_STEPS = 11, ANY_WORDS = 1000000 };

typedef struct Verb {
    const char *name;
    int least, most;               /* least and greatest number of words after the verb */
    bool of_game;                  /* the words are ids of games; otherwise they name persons */
    MessageKey unless;             /* error if the first SQL changes no row; or MSG_NONE */
    const char *steps[MOST_STEPS]; /* SQL statements up to a NULL; rows of a SELECT are printed */
} Verb;

static const Verb verbs[] = {
    // clang-format off: the beginning of a row is one line
    {"games", 0, 1, false, MSG_NONE, {PRINT_GAMES}},
    {"bans", 0, 0, false, MSG_NONE, {PRINT_BANS}},
    {"log", 0, 0, false, MSG_NONE, {"SELECT " DATE("at") ", what, game FROM deeds ORDER BY id"}},
    {"show", 1, ANY_WORDS, false, MSG_NONE,
     {PRINT_GAMES, PRINT_BANS,
      "SELECT 'feed', lower(hex(token)) FROM feeds WHERE ?2 = 'browser' AND lower(hex(browser)) = "
      "?1"}},
    {"end", 1, ANY_WORDS, true, MSG_ADMIN_NOT_PLAYED,
     {"UPDATE games SET reason = 'abandoned', winner = NULL, agreed = 1, turn = NULL, "
      "engine_turn = 0, offer = NULL, undo_offer = NULL, clock_running = NULL, deadline = NULL, "
      "version = version + 1, updated = max(updated + 1, " NOW_MS
      ") WHERE id = ?1 AND reason IS NULL",
      DEED("'end'", "?1")}},
    {"delete", 1, ANY_WORDS, true, MSG_STORE_NO_GAME,
     {"DELETE FROM games WHERE id = ?1", "DELETE FROM holders WHERE game = ?1", TIDY,
      DEED("'delete'", "?1")}},
    {"ban", 1, ANY_WORDS, false, MSG_NONE, {BAN("0"), DEED("'ban'", "''")}},
    {"mute", 1, ANY_WORDS, false, MSG_NONE, {BAN("1"), DEED("'mute'", "''")}},
    {"unban", 1, ANY_WORDS, false, MSG_ADMIN_NOT_THERE, {LIFT("0"), DEED("'unban'", "''")}},
    {"unmute", 1, ANY_WORDS, false, MSG_ADMIN_NOT_THERE, {LIFT("1"), DEED("'unmute'", "''")}},
    /* Deletes the games of this person alone. In games of two only the person is forgotten, and the
     * other keeps the game. A name can't be told from another person's same name. */
    {"forget", 1, ANY_WORDS, false, MSG_NONE,
     {DEED("'forget'", "id") " FROM games WHERE " GAMES_OF,
      "DELETE FROM games WHERE " GAMES_OF
      " AND ((?2 = 'name' AND NOT two) OR (?2 = 'browser' AND NOT EXISTS (SELECT 1 FROM holders "
      "WHERE game = games.id AND lower(hex(browser)) <> ?1)))",
      "UPDATE games SET version = version + 1,"
      " sente_name = CASE WHEN sente_name = ?1 COLLATE NOCASE THEN '' ELSE sente_name END,"
      " gote_name = CASE WHEN gote_name = ?1 COLLATE NOCASE THEN '' ELSE gote_name END"
      " WHERE ?2 = 'name' AND " GAMES_OF,
      "UPDATE games SET version = version + 1, (sente_name, sente_token, gote_name, gote_token) "
      "= (SELECT iif(sides & 1, '', sente_name), iif(sides & 1, NULL, sente_token), iif(sides & "
      "2, '', gote_name), iif(sides & 2, NULL, gote_token) FROM holders WHERE holders.game = "
      "games.id AND lower(hex(browser)) = ?1) WHERE ?2 = 'browser' AND " GAMES_OF,
      "DELETE FROM holders WHERE game NOT IN (SELECT id FROM games)",
      "DELETE FROM holders WHERE ?2 = 'browser' AND lower(hex(browser)) = ?1",
      "DELETE FROM feeds WHERE ?2 = 'browser' AND lower(hex(browser)) = ?1",
      "DELETE FROM bans WHERE kind = ?2 AND what = ?1 COLLATE NOCASE", TIDY,
      DEED("'forget'", "''")}},
    // clang-format on
};

static const Verb *verb_find(const char *name) {
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(verbs[i].name, name)) return &verbs[i];
    return NULL;
}

bool admin_knows(const char *name, int words) {
    const Verb *verb = verb_find(name);
    return verb && words >= verb->least && words <= verb->most;
}

bool admin_do(Admin *admin, const char *name, const char *word, FILE *to, HenkaError *error) {
    const Verb *verb = verb_find(name);
    Who who = {.kind = ""};
    if (word && !verb->of_game && !who_read(&who, word, error)) return false;
    const char *what = verb->of_game ? word : who.what;
    admin->to = to;
    if (sqlite3_exec(admin->sqlite, "BEGIN IMMEDIATE", NULL, NULL, NULL))
        return admin_failed(admin, error);
    bool done = true;
    for (int i = 0; done && i < MOST_STEPS && verb->steps[i]; i++) {
        int changed = admin_run_sql(admin, verb->steps[i], what, who.kind);
        if (changed < 0)
            done = admin_failed(admin, error);
        else if (!i && !changed && verb->unless != MSG_NONE)
            done = error_set(error, verb->unless, arg_text(what));
    }
    if (done && sqlite3_exec(admin->sqlite, "COMMIT", NULL, NULL, NULL))
        done = admin_failed(admin, error);
    if (!done) sqlite3_exec(admin->sqlite, "ROLLBACK", NULL, NULL, NULL);
    return done;
}
