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
    FILE *to; /* where it prints, while it does something */
};

/* The person that a verb is about. */
typedef struct Who {
    const char *kind;                                           /* of a ban: "address" ... */
    char what[SEAT_NAME_BYTES > 65 ? SEAT_NAME_BYTES : 65 + 1]; /* the address, name or hash */
} Who;

static bool admin_failed(const Admin *admin, HenkaError *error) {
    return error_say(error, 0, 0, MSG_STORE_CANNOT_KEEP, arg_text(sqlite3_errmsg(admin->sqlite)));
}

Admin *admin_open(const char *path, HenkaError *error) {
    Database *database = database_open(path, error);
    if (!database) return NULL;
    database_close(database);
    Admin *admin = calloc(1, sizeof *admin);
    if (!admin) return error_say(error, 0, 0, MSG_NO_MEMORY), NULL;
    /* Deleted data is overwritten in the file too. */
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

/* Runs a statement whose ?1 and ?2 are these texts, and prints its rows. Returns how many rows it
 * changed, or -1. */
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

/* Records a deed. game: the id of its game, or "". */
static bool deed_note(Admin *admin, const char *what, const char *game) {
    return admin_run_sql(admin, "INSERT INTO deeds (at, what, game) VALUES (" NOW_MS ", ?1, ?2)",
                         what, game) >= 0;
}

/* ---- who ------------------------------------------------------------------------------------- */

static bool who_read(Who *who, const char *word, HenkaError *error) {
    const char *colon = strchr(word, ':'), *text = colon ? colon + 1 : "";
    size_t length = colon ? (size_t)(colon - word) : 0;
    Network network;
    TokenHash hash;
    bool good = *text && strlen(text) < sizeof who->what &&
                utf8_valid_length(text, strlen(text)) == strlen(text);
    if (good) strcpy(who->what, text);
    if (good && length == 7 && !memcmp(word, "address", 7)) {
        who->kind = "address";
        good = network_parse(&network, text);
    } else if (good && length == 4 && !memcmp(word, "name", 4)) {
        who->kind = "name";
        utf8_clean(who->what);
        good = *who->what;
    } else if (good && length == 5 && !memcmp(word, "token", 5)) {
        who->kind = "browser";
        good = seat_token_is_well_formed(text);
        hash = seat_hash(text);
        seat_hash_text(&hash, who->what);
    } else if (good && length == 7 && !memcmp(word, "browser", 7)) {
        who->kind = "browser";
        good = seat_hash_parse(text, &hash);
    } else
        good = false;
    return good || error_say(error, 0, 0, MSG_ADMIN_WHO, arg_text(word));
}

/* ---- verbs ----------------------------------------------------------------------------------- */

/* The games of the name or browser ?1; ?2 is the kind, "" for all games. Games are not stored by
 * address. */
#define GAMES_OF                                                                                   \
    "(?2 = '' OR (?2 = 'name' AND (sente_name = ?1 COLLATE NOCASE OR gote_name = ?1 COLLATE "      \
    "NOCASE)) OR (?2 = 'browser' AND games.id IN (SELECT game FROM holders WHERE "                 \
    "lower(hex(browser)) = ?1)))"

static bool games_print(Admin *admin, const Who *who, HenkaError *error) {
    return admin_run_sql(
               admin,
               "SELECT games.id, games.game, title, plies, coalesce(reason, 'under way'), " DATE(
                   "created") ", " DATE("updated") ", sente_name, gote_name, (SELECT "
                                                   "group_concat(lower(hex(browser)), ' ') FROM "
                                                   "holders WHERE holders.game = games.id) FROM "
                                                   "games WHERE " GAMES_OF " ORDER BY updated DESC",
               who->what, who->kind) >= 0 ||
           admin_failed(admin, error);
}

static bool bans_print(Admin *admin, const Who *who, HenkaError *error) {
    return admin_run_sql(admin,
                         "SELECT CASE WHEN mutes THEN 'mute' ELSE 'ban' END, kind || ':' || what, "
                         "" DATE("at") " FROM bans WHERE ?2 = '' OR (kind = ?2 AND what = ?1 "
                                       "COLLATE NOCASE) ORDER BY at",
                         who->what, who->kind) >= 0 ||
           admin_failed(admin, error);
}

static bool log_print(Admin *admin, const Who *who, HenkaError *error) {
    (void)who;
    return admin_run_sql(admin, "SELECT " DATE("at") ", what, game FROM deeds ORDER BY id", NULL,
                         NULL) >= 0 ||
           admin_failed(admin, error);
}

static bool who_show(Admin *admin, const Who *who, HenkaError *error) {
    return games_print(admin, who, error) && bans_print(admin, who, error) &&
           (admin_run_sql(admin,
                          "SELECT 'feed', lower(hex(token)) FROM feeds WHERE ?2 = 'browser' AND "
                          "lower(hex(browser)) = ?1",
                          who->what, who->kind) >= 0 ||
            admin_failed(admin, error));
}

static bool game_end(Admin *admin, const char *id, HenkaError *error) {
    int changed = admin_run_sql(
        admin,
        "UPDATE games SET reason = 'abandoned', winner = NULL, agreed = 1, turn = NULL, "
        "engine_turn = 0, offer = NULL, undo_offer = NULL, clock_running = NULL, deadline = NULL, "
        "version = version + 1, updated = max(updated + 1, " NOW_MS
        ") WHERE id = ?1 AND reason IS NULL",
        id, NULL);
    if (!changed) return error_say(error, 0, 0, MSG_ADMIN_NOT_PLAYED, arg_text(id));
    return (changed > 0 && deed_note(admin, "end", id)) || admin_failed(admin, error);
}

/* Deletes definitions that no game has any more. */
static bool definitions_tidy(Admin *admin) {
    return admin_run_sql(admin,
                         "DELETE FROM definitions WHERE id NOT IN (SELECT definition FROM games)",
                         NULL, NULL) >= 0;
}

static bool game_delete(Admin *admin, const char *id, HenkaError *error) {
    int changed = admin_run_sql(admin, "DELETE FROM games WHERE id = ?1", id, NULL);
    if (!changed) return error_say(error, 0, 0, MSG_STORE_NO_GAME, arg_text(id));
    return (changed > 0 &&
            admin_run_sql(admin, "DELETE FROM holders WHERE game = ?1", id, NULL) >= 0 &&
            definitions_tidy(admin) && deed_note(admin, "delete", id)) ||
           admin_failed(admin, error);
}

static bool ban_put(Admin *admin, const Who *who, bool mutes, HenkaError *error) {
    const char *sql = mutes ? "INSERT OR REPLACE INTO bans VALUES (?2, ?1, 1, " NOW_MS ")"
                            : "INSERT OR REPLACE INTO bans VALUES (?2, ?1, 0, " NOW_MS ")";
    return (admin_run_sql(admin, sql, who->what, who->kind) >= 0 &&
            deed_note(admin, mutes ? "mute" : "ban", "")) ||
           admin_failed(admin, error);
}

static bool ban_lift(Admin *admin, const Who *who, bool mutes, HenkaError *error) {
    const char *sql =
        mutes ? "DELETE FROM bans WHERE mutes AND kind = ?2 AND what = ?1 COLLATE NOCASE"
              : "DELETE FROM bans WHERE NOT mutes AND kind = ?2 AND what = ?1 COLLATE NOCASE";
    int changed = admin_run_sql(admin, sql, who->what, who->kind);
    if (!changed) return error_say(error, 0, 0, MSG_ADMIN_NOT_THERE, arg_text(who->what));
    return (changed > 0 && deed_note(admin, mutes ? "unmute" : "unban", "")) ||
           admin_failed(admin, error);
}

/* Deletes the games that belong to this person alone. In games of two persons only the person is
 * forgotten, and the other one keeps the game. A name can't be told from the same name of another
 * person. */
static bool who_forget(Admin *admin, const Who *who, HenkaError *error) {
    static const char *const steps[] = {
        "INSERT INTO deeds (at, what, game) SELECT " NOW_MS
        ", 'forget', id FROM games WHERE " GAMES_OF,
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
        "DELETE FROM bans WHERE kind = ?2 AND what = ?1 COLLATE NOCASE",
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (admin_run_sql(admin, steps[i], who->what, who->kind) < 0)
            return admin_failed(admin, error);
    return (definitions_tidy(admin) && deed_note(admin, "forget", "")) ||
           admin_failed(admin, error);
}

static bool ban_do(Admin *admin, const Who *who, HenkaError *error) {
    return ban_put(admin, who, false, error);
}
static bool mute_do(Admin *admin, const Who *who, HenkaError *error) {
    return ban_put(admin, who, true, error);
}
static bool unban_do(Admin *admin, const Who *who, HenkaError *error) {
    return ban_lift(admin, who, false, error);
}
static bool unmute_do(Admin *admin, const Who *who, HenkaError *error) {
    return ban_lift(admin, who, true, error);
}

/* A verb, and the function that does it: for a person or for a game. */
typedef struct Verb {
    const char *name;
    bool (*with_who)(Admin *, const Who *, HenkaError *);
    bool (*with_game)(Admin *, const char *id, HenkaError *);
    int least, most; /* words that it takes; -1: any number */
} Verb;
static const Verb verbs[] = {
    // clang-format off: a row a line
    {"games", games_print, NULL, 0, 1},
    {"end", NULL, game_end, 1, -1},
    {"delete", NULL, game_delete, 1, -1},
    {"ban", ban_do, NULL, 1, -1},
    {"unban", unban_do, NULL, 1, -1},
    {"mute", mute_do, NULL, 1, -1},
    {"unmute", unmute_do, NULL, 1, -1},
    {"bans", bans_print, NULL, 0, 0},
    {"show", who_show, NULL, 1, -1},
    {"forget", who_forget, NULL, 1, -1},
    {"log", log_print, NULL, 0, 0},
    // clang-format on
};

static const Verb *verb_find(const char *name) {
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(verbs[i].name, name)) return &verbs[i];
    return NULL;
}

bool admin_knows(const char *name, int words) {
    const Verb *verb = verb_find(name);
    return verb && words >= verb->least && (verb->most < 0 || words <= verb->most);
}

bool admin_do(Admin *admin, const char *name, const char *word, FILE *to, HenkaError *error) {
    const Verb *verb = verb_find(name);
    Who who = {.kind = ""};
    if (word && verb->with_who && !who_read(&who, word, error)) return false;
    admin->to = to;
    if (sqlite3_exec(admin->sqlite, "BEGIN IMMEDIATE", NULL, NULL, NULL))
        return admin_failed(admin, error);
    bool done =
        verb->with_who ? verb->with_who(admin, &who, error) : verb->with_game(admin, word, error);
    if (done && sqlite3_exec(admin->sqlite, "COMMIT", NULL, NULL, NULL))
        done = admin_failed(admin, error);
    if (!done) sqlite3_exec(admin->sqlite, "ROLLBACK", NULL, NULL, NULL);
    return done;
}
