#include "store/store.h"

#include "cli/commands.h"

#include <errno.h>
#include <string.h>

enum { PATH_CAP = 4096 };

static int archive_fail(const HenkaError *error) {
    args_say(stderr, MSG_HENKA_SAYS, arg_error(error));
    return 1;
}

static bool is_standard(const Args *args) { return !args->count || !strcmp(args->words[0], "-"); }

/* Takes the file that a command is about, and the options. False: the error was printed. */
static bool archive_take(Args *args, const char **db, int least) {
    const CommandOption options[] = {{"--db", OPTION_TEXT, db}};
    return args_take(args, options, 1) && args_count(args, least, 1);
}

/* Opens the named file, or a standard stream. NULL: the error was printed. */
static FILE *archive_file(const Args *args, const char *mode, FILE *standard) {
    if (is_standard(args)) return standard;
    FILE *file = fopen(args->words[0], mode);
    if (!file) args_complain(MSG_FILE_SAYS, arg_text(args->words[0]), arg_text(strerror(errno)));
    return file;
}

static int archive_end(bool done, const ArchiveCounts *counts, const HenkaError *error) {
    if (!done) return archive_fail(error);
    args_say(stderr, MSG_ARCHIVE_COUNTS, arg_number(counts->done), arg_number(counts->known),
             arg_number(counts->refused));
    return counts->refused ? 1 : 0;
}

int backup_run(Args *args) {
    char path[PATH_CAP];
    const char *db = NULL;
    HenkaError error;
    if (!archive_take(args, &db, 1)) return EXIT_USAGE;
    if (!archive_find(db, path, sizeof path, &error) ||
        !archive_backup(path, args->words[0], &error))
        return archive_fail(&error);
    return 0;
}

int export_run(Args *args) {
    char path[PATH_CAP];
    const char *db = NULL;
    HenkaError error;
    ArchiveCounts counts = {0};
    if (!archive_take(args, &db, 0)) return EXIT_USAGE;
    if (!archive_find(db, path, sizeof path, &error)) return archive_fail(&error);
    FILE *to = archive_file(args, "wxe", stdout);
    if (!to) return 1;
    bool done = archive_export(path, to, &counts, &error);
    if (to != stdout && fclose(to) && done) {
        args_complain(MSG_FILE_SAYS, arg_text(args->words[0]), arg_text(strerror(errno)));
        return 1;
    }
    return archive_end(done, &counts, &error);
}

int import_run(Args *args) {
    char path[PATH_CAP];
    const char *db = NULL;
    HenkaError error;
    ArchiveCounts counts = {0};
    const CommandOption options[] = {{"--db", OPTION_TEXT, &db}};
    if (!args_take(args, options, 1) || !args_count(args, 0, 2)) return EXIT_USAGE;
    if (args->count == 2) return db ? args_usage(args) : new_import(args);
    if (!archive_find(db, path, sizeof path, &error) && !*path) return archive_fail(&error);
    FILE *from = archive_file(args, "re", stdin);
    if (!from) return 1;
    bool done = archive_import(path, from, &counts, &error);
    if (from != stdin) fclose(from);
    return archive_end(done, &counts, &error);
}
