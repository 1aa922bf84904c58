#define _GNU_SOURCE /* renameat2 */
#include "store/archive.h"

#include "base/args.h"
#include "base/error.h"
#include "base/utf8.h"
#include "store/build.h"
#include "store/database.h"
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
    /* Budget of a game (henka.h, budgets): the sum of what the server grants to read its text, to
     * replay it and to write its record. So a game that was played there can be exported and
     * imported. */
    ARCHIVE_STEPS = BUILD_STEPS + BUILD_REPLAY_STEPS + BUILD_RECORD_STEPS
};

bool archive_find(const char *given, char *path, size_t cap, HenkaError *error) {
    if (given)
        snprintf(path, cap, "%s", given);
    else if (!database_standard_path(path, cap, error))
        return false;
    if (!*path) return error_say(error, 0, 0, MSG_STORE_NO_NAME);
    return !access(path, F_OK) ||
           error_say(error, 0, 0, MSG_FILE_SAYS, arg_text(path), arg_text(strerror(errno)));
}

/* ---- backup ---------------------------------------------------------------------------------- */

static bool backup_fail(const char *part, const char *to, HenkaError *error) {
    error_say(error, 0, 0, MSG_FILE_CANNOT_WRITE_WHY, arg_text(to), arg_text(strerror(errno)));
    unlink(part);
    return false;
}

/* Gives the file its name, without replacing another file. Some disks have no hard links (FAT),
 * others can't rename without replacing (NFS), so both ways are tried. */
static bool file_name(const char *part, const char *to) {
    if (!renameat2(AT_FDCWD, part, AT_FDCWD, to, RENAME_NOREPLACE)) return true;
    if (errno == EEXIST || link(part, to)) return false;
    unlink(part);
    return true;
}

bool archive_backup(const char *path, const char *to, HenkaError *error) {
    char part[PATH_CAP];
    if (snprintf(part, sizeof part, "%s.part", to) >= (int)sizeof part)
        return error_say(error, 0, 0, MSG_FILE_CANNOT_WRITE, arg_text(to));
    if (!access(to, F_OK)) return error_say(error, 0, 0, MSG_ARCHIVE_EXISTS, arg_text(to));
    unlink(part);
    umask(077);
    if (!database_backup(path, part, error)) return unlink(part), false;
    int fd = open(part, O_RDONLY | O_CLOEXEC);
    bool synced = fd >= 0 && !fsync(fd);
    if (fd >= 0) close(fd);
    return (synced && file_name(part, to)) || backup_fail(part, to, error);
}

/* ---- export ---------------------------------------------------------------------------------- */

/* The ids of all games, the most recently changed last. */
typedef struct Ids {
    char (*ids)[GAME_ID_LENGTH + 1];
    int count, cap;
    bool failed; /* memory ran out */
} Ids;

static void ids_add(void *context, const GameRow *row) {
    Ids *ids = context;
    if (ids->count == ids->cap) {
        int cap = ids->cap ? 2 * ids->cap : 256;
        void *grown = realloc(ids->ids, (size_t)cap * sizeof *ids->ids);
        if (!grown) {
            ids->failed = true;
            return;
        }
        ids->ids = grown;
        ids->cap = cap;
    }
    memcpy(ids->ids[ids->count++], row->id, sizeof row->id);
}

/* NULL and an error: memory ran out, or the budget was spent. */
static char *record_text(HenkaBudget *budget, HenkaGame *game, const GameRow *row,
                         HenkaError *error) {
    HenkaPlayers players = build_players(row, HENKA_ENGLISH);
    henka_game_set_budget(game, budget);
    size_t length = henka_record_write(game, HENKA_RECORD_HENKA, &players, NULL, 0);
    char *text = malloc(length + 1);
    if (text) *text = 0;
    if (text) henka_record_write(game, HENKA_RECORD_HENKA, &players, text, length + 1);
    henka_game_set_budget(game, NULL);
    if (text && !henka_budget_spent(budget)) return text;
    if (text) henka_budget_error(budget, henka_game_variant(game), error);
    free(text);
    return NULL;
}

/* NULL and an error: the row's game can't be played through. */
static json_t *game_export(HenkaBudget *budget, const GameRow *row, HenkaError *error) {
    json_t *settings = json_loads(row->settings, 0, NULL), *line = NULL;
    Build build = {.definition = row->definition, .settings = settings, .row = row};
    henka_budget_refill(budget, ARCHIVE_STEPS);
    char *record =
        build_game(&build, budget) ? record_text(budget, build.game, row, &build.error) : NULL;
    if (record) {
        line =
            json_pack("{s:s, s:I, s:I, s:s}", "id", row->id, "created", (json_int_t)row->created_ms,
                      "updated", (json_int_t)row->updated_ms, "record", record);
        if (line && !build.shipped) {
            json_object_set_new(line, "definition", json_string(row->definition));
            json_object_set(line, "settings", build.changed);
        }
    }
    if (!line) *error = build.error;
    if (!line && !*error->message) error_say(error, 0, 0, MSG_NO_MEMORY);
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
    Ids ids = {0};
    HenkaBudget *budget = henka_budget_new(0);
    if (!budget) return error_say(error, 0, 0, MSG_NO_MEMORY);
    Database *database = database_open(path, error);
    if (!database) return henka_budget_free(budget), false;
    bool listed = database_list_all(database, ids_add, &ids, error) == DATABASE_DONE;
    if (listed && ids.failed) listed = error_say(error, 0, 0, MSG_NO_MEMORY);
    for (int i = 0; i < ids.count && listed; i++) {
        GameRow row = GAME_ROW_EMPTY;
        HenkaError why = {0};
        DatabaseResult found = database_load(database, ids.ids[i], &row, &why);
        if (found == DATABASE_NO_GAME) continue; /* somebody deleted it meanwhile */
        json_t *line = found == DATABASE_DONE ? game_export(budget, &row, &why) : NULL;
        if (line && !json_dumpf(line, to, JSON_COMPACT) && fputc('\n', to) != EOF)
            counts->done++;
        else if (line)
            listed = error_say(error, 0, 0, MSG_ARCHIVE_UNWRITTEN);
        else
            game_refuse(ids.ids[i], &why, counts);
        json_decref(line);
        if (found == DATABASE_DONE) database_row_free(&row);
    }
    database_close(database);
    henka_budget_free(budget);
    free(ids.ids);
    return listed;
}

/* ---- import ---------------------------------------------------------------------------------- */

/* Reads a time of the line; absent: otherwise_ms. */
static bool time_read(const json_t *line, const char *name, int64_t otherwise_ms, int64_t *time_ms,
                      HenkaError *error) {
    const int64_t most_ms = INT64_C(253402300799999); /* the end of the year 9999 */
    const json_t *value = json_object_get(line, name);
    *time_ms = value ? json_integer_value(value) : otherwise_ms;
    if (!value || (json_is_integer(value) && *time_ms >= 0 && *time_ms <= most_ms)) return true;
    return field_wrong(name, &MESSAGE_OF(MSG_JSON_WHOLE_NUMBER, arg_number(0), arg_number(most_ms)),
                       value, error);
}

/* Fills in a row, which points to the texts of its sources. */
static void row_fill(GameRow *row, const Build *build, char *settings) {
    const HenkaVariant *variant = henka_game_variant(build->game);
    row->definition = (char *)build->definition;
    row->game = (char *)henka_variant_name(variant);
    row->title = (char *)henka_variant_title(variant);
    row->settings = settings;
    row->start = build->start;
    row->moves = build->moves;
    row->plies = henka_game_plies(build->game);
    row->outcome = build->outcome;
    row->agreed = build->agreed;
    row->turn = build->outcome.reason == HENKA_PLAYING ? (int)henka_game_side(build->game) : -1;
}

/* Takes the players' names from the record, if it has them. */
static void row_name(GameRow *row, const Build *build) {
    const char *names[] = {build->players.sente, build->players.gote};
    for (int side = 0; side < 2; side++)
        if (!build_is_nameless(names[side])) {
            snprintf(row->name[side], sizeof row->name[side], "%.*s", SEAT_NAME_BYTES - 1,
                     names[side]);
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

static bool row_is_known(Database *database, const char *id) {
    GameRow row = GAME_ROW_EMPTY;
    HenkaError error;
    if (database_load(database, id, &row, &error) != DATABASE_DONE) return false;
    database_row_free(&row);
    return true;
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
    if (!build.record || (id && !database_is_id(id)) || (settings && !json_is_object(settings))) {
        error_say(&error, 0, 0, MSG_ARCHIVE_LINE);
        game_refuse(name, &error, counts);
        return;
    }
    if (id && row_is_known(database, id)) {
        counts->known++;
        return;
    }
    if (id)
        strcpy(row.id, id);
    else
        build_id(row.id);
    char *changed = NULL;
    bool built = time_read(line, "created", (int64_t)time(NULL) * 1000, &row.created_ms, &error) &&
                 time_read(line, "updated", row.created_ms, &row.updated_ms, &error);
    if (!built) {
        game_refuse(name, &error, counts);
        return;
    }
    henka_budget_refill(budget, ARCHIVE_STEPS);
    built = build_game(&build, budget);
    if (!built) error = build.error;
    if (built && (changed = json_dumps(build.changed, JSON_COMPACT))) {
        row_fill(&row, &build, changed);
        row_name(&row, &build);
        built = row_store(database, &row, &error);
    }
    if (built && changed)
        counts->done++;
    else
        game_refuse(name, &error, counts);
    free(changed);
    build_free(&build);
}

bool archive_import(const char *path, FILE *from, ArchiveCounts *counts, HenkaError *error) {
    char *text = NULL;
    size_t cap = 0;
    ssize_t length;
    HenkaBudget *budget = henka_budget_new(0);
    if (!budget) return error_say(error, 0, 0, MSG_NO_MEMORY);
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
