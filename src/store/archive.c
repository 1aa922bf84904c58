#define _GNU_SOURCE /* declares renameat2 */
#include "store/archive.h"

#include "base/args.h"
#include "base/error.h"
#include "base/utf8.h"
#include "store/build.h"
#include "store/fields.h"
#include "store/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    PATH_CAP = 4096,
    /* Budget of a game (henka.h, budgets): the server's to read its text, replay it and write its
     * record, added up, so that a game played on a server can be exported and imported. */
    ARCHIVE_STEPS = BUILD_STEPS + BUILD_REPLAY_STEPS + BUILD_RECORD_STEPS
};

bool archive_find(const char *given, char *path, size_t cap, HenkaError *error) {
    if (given)
        snprintf(path, cap, "%s", given);
    else if (!database_standard_path(path, cap, error))
        return false;
    if (!*path) return error_set(error, MSG_STORE_NO_NAME);
    return !access(path, F_OK) ||
           error_set(error, MSG_FILE_SAYS, arg_text(path), arg_text(strerror(errno)));
}

/* ---- backup ---------------------------------------------------------------------------------- */

bool archive_backup(const char *path, const char *to, HenkaError *error) {
    char part[PATH_CAP];
    if (snprintf(part, sizeof part, "%s.part", to) >= (int)sizeof part)
        return error_set(error, MSG_FILE_CANNOT_WRITE, arg_text(to));
    if (!access(to, F_OK)) return error_set(error, MSG_ARCHIVE_EXISTS, arg_text(to));
    unlink(part);
    umask(077);
    if (!database_backup(path, part, error)) return unlink(part), false;
    int fd = open(part, O_RDONLY | O_CLOEXEC);
    bool synced = fd >= 0 && !fsync(fd);
    if (fd >= 0) close(fd);
    /* The file gets its name without replacing another file. Some disks have no hard links (FAT),
     * others can't rename without replacing (NFS), so both ways are tried. */
    if (synced && !renameat2(AT_FDCWD, part, AT_FDCWD, to, RENAME_NOREPLACE)) return true;
    bool named = synced && errno != EEXIST && !link(part, to);
    if (!named)
        error_set(error, MSG_FILE_CANNOT_WRITE_WHY, arg_text(to), arg_text(strerror(errno)));
    unlink(part);
    return named;
}

/* ---- export ---------------------------------------------------------------------------------- */

static void id_add(void *context, const GameRow *row) {
    out_bytes(context, row->id, sizeof row->id);
}

/* The game of a row as a line of an export. NULL and an error: its moves can't be replayed. */
static json_t *game_export(HenkaBudget *budget, const GameRow *row, HenkaError *error) {
    json_t *settings = json_loads(row->settings, 0, NULL), *line = NULL;
    Build build = {.definition = row->definition, .settings = settings, .row = row};
    HenkaPlayers players = build_players(row, HENKA_ENGLISH);
    henka_budget_refill(budget, ARCHIVE_STEPS);
    char *record = build_game(&build, budget)
                       ? build_record(build.game, budget, HENKA_RECORD_HENKA, &players)
                       : NULL;
    if (record && henka_budget_spent(budget))
        henka_budget_error(budget, henka_game_variant(build.game), &build.error);
    else if (record)
        line =
            json_pack("{s:s, s:I, s:I, s:s}", "id", row->id, "created", (json_int_t)row->created_ms,
                      "updated", (json_int_t)row->updated_ms, "record", record);
    if (line && !build.shipped) {
        json_object_set_new(line, "definition", json_string(row->definition));
        json_object_set(line, "settings", build.changed);
    }
    if (!line) *error = build.error;
    if (!line && !*error->message) error_set(error, MSG_NO_MEMORY);
    free(record);
    build_free(&build);
    json_decref(settings);
    return line;
}

static void game_refuse(const char *name, const HenkaError *error, ArchiveCounts *counts) {
    args_say(stderr, MSG_FILE_REFUSED, arg_text(name), arg_error(error));
    counts->refused++;
}

bool archive_export(const char *path, FILE *to, ArchiveCounts *counts, HenkaError *error) {
    Out listing = out_growing(); /* the ids of all games, each NUL-terminated */
    HenkaBudget *budget = henka_budget_new(0);
    if (!budget) return error_set(error, MSG_NO_MEMORY);
    Database *database = database_open(path, error);
    if (!database) return henka_budget_free(budget), false;
    bool listed = database_list(database, &(DatabaseQuery){.list = LIST_ALL}, id_add, &listing,
                                error) == DATABASE_DONE;
    size_t length = listing.length;
    char *ids = out_take(&listing);
    if (listed && !ids) listed = error_set(error, MSG_NO_MEMORY);
    for (const char *id = ids; listed && id < ids + length; id += GAME_ID_LENGTH + 1) {
        GameRow row = GAME_ROW_EMPTY;
        HenkaError why = {0};
        DatabaseResult found = database_load(database, id, &row, &why);
        if (found == DATABASE_NO_GAME) continue; /* the game was deleted meanwhile */
        json_t *line = found == DATABASE_DONE ? game_export(budget, &row, &why) : NULL;
        if (line && !json_dumpf(line, to, JSON_COMPACT) && fputc('\n', to) != EOF)
            counts->done++;
        else if (line)
            listed = error_set(error, MSG_ARCHIVE_UNWRITTEN);
        else
            game_refuse(id, &why, counts);
        json_decref(line);
        if (found == DATABASE_DONE) database_row_free(&row);
    }
    database_close(database);
    henka_budget_free(budget);
    free(ids);
    return listed;
}

/* ---- import ---------------------------------------------------------------------------------- */

/* Reads a time from a line of an export; otherwise_ms if the line has none. */
static bool time_read(const json_t *line, const char *name, int64_t otherwise_ms, int64_t *time_ms,
                      HenkaError *error) {
    const int64_t most_ms = INT64_C(253402300799999); /* end of the year 9999, in ms since 1970 */
    const json_t *value = json_object_get(line, name);
    *time_ms = value ? json_integer_value(value) : otherwise_ms;
    if (!value || (json_is_integer(value) && *time_ms >= 0 && *time_ms <= most_ms)) return true;
    return field_wrong(name, &MESSAGE_OF(MSG_JSON_WHOLE_NUMBER, arg_number(0), arg_number(most_ms)),
                       value, error);
}

/* Takes the players' names from the record, if it has them. */
static void row_name(GameRow *row, const HenkaPlayers *players) {
    const char *names[] = {players->sente, players->gote};
    for (int side = 0; side < 2; side++) {
        if (build_is_nameless(names[side])) continue;
        snprintf(row->name[side], sizeof row->name[side], "%.*s", SEAT_NAME_BYTES - 1, names[side]);
        utf8_mend(row->name[side]);
        utf8_clean(row->name[side]);
    }
}

static bool row_store(Database *database, const GameRow *row, HenkaError *error) {
    const Limits limits = limits_standard();
    const DatabaseRoom most = {.games = limits.kept_games, .text = limits.kept_text};
    if (!database_has_room(database, row, most, (DatabaseRoom){0}, error) ||
        !database_begin(database, error))
        return false;
    if (database_insert(database, row, error) == DATABASE_DONE && database_commit(database, error))
        return true;
    database_rollback(database);
    return false;
}

static void line_import(Database *database, HenkaBudget *budget, const json_t *line,
                        const char *name, ArchiveCounts *counts) {
    HenkaError error = {0};
    const char *id = json_string_value(json_object_get(line, "id"));
    const json_t *settings = json_object_get(line, "settings");
    Build build = {.record = json_string_value(json_object_get(line, "record")),
                   .definition = json_string_value(json_object_get(line, "definition")),
                   .settings = settings,
                   .archived = true};
    GameRow row = GAME_ROW_EMPTY;
    bool whole =
        build.record && (!id || database_is_id(id)) && (!settings || json_is_object(settings));
    if (whole && id && database_load(database, id, &row, &error) == DATABASE_DONE) {
        database_row_free(&row);
        counts->known++;
        return;
    }
    row = (GameRow)GAME_ROW_EMPTY;
    henka_budget_refill(budget, ARCHIVE_STEPS);
    bool stored = false;
    if (!whole)
        error_set(&error, MSG_ARCHIVE_LINE);
    else if (!time_read(line, "created", (int64_t)time(NULL) * 1000, &row.created_ms, &error) ||
             !time_read(line, "updated", row.created_ms, &row.updated_ms, &error)) {
    } else if (build_game(&build, budget)) {
        seat_letters(row.id, GAME_ID_LENGTH);
        if (id) strcpy(row.id, id);
        build_row(&build, &row);
        row_name(&row, &build.players);
        stored = row_store(database, &row, &error);
    } else
        error = build.error;
    if (stored)
        counts->done++;
    else
        game_refuse(name, &error, counts);
    build_free(&build);
}

bool archive_import(const char *path, FILE *from, ArchiveCounts *counts, HenkaError *error) {
    char *text = NULL;
    size_t cap = 0;
    ssize_t length;
    HenkaBudget *budget = henka_budget_new(0);
    if (!budget) return error_set(error, MSG_NO_MEMORY);
    Database *database = database_open(path, error);
    if (!database) return henka_budget_free(budget), false;
    for (int number = 1; (length = getline(&text, &cap, from)) > 0; number++) {
        char name[32];
        json_t *line = json_loadb(text, (size_t)length, JSON_REJECT_DUPLICATES, NULL);
        snprintf(name, sizeof name, "%d", number);
        line_import(database, budget, line, name, counts);
        json_decref(line);
    }
    free(text);
    henka_budget_free(budget);
    database_close(database);
    return true;
}
