/* archive - the commands with which an operator works on the database of a server: `backup`,
 * `export`, `import` and `admin`. */
#include "store/store.h"

#include "cli/commands.h"

#include <errno.h>
#include <string.h>

enum { PATH_CAP = 4096 };

static bool archive_take(Args *args, const char **db, int least, int most) {
    const CommandOption options[] = {{"--db", OPTION_TEXT, db}};
    return args_take(args, options, 1, least, most);
}

/* Opens the file of the first word; for no word or "-", `standard`. NULL: the error was printed. */
static FILE *archive_file(const Args *args, const char *mode, FILE *standard) {
    if (!args->count || !strcmp(args->words[0], "-")) return standard;
    FILE *file = fopen(args->words[0], mode);
    if (!file) args_complain(MSG_FILE_SAYS, arg_text(args->words[0]), arg_text(strerror(errno)));
    return file;
}

static int archive_end(bool done, const ArchiveCounts *counts, const HenkaError *error) {
    if (!done) return args_fail(error);
    args_say(stderr, MSG_ARCHIVE_COUNTS, arg_number(counts->done), arg_number(counts->known),
             arg_number(counts->refused));
    return counts->refused ? 1 : 0;
}

int backup_run(Args *args) {
    char path[PATH_CAP];
    const char *db = NULL;
    HenkaError error;
    if (!archive_take(args, &db, 1, 1)) return EXIT_USAGE;
    bool done =
        archive_find(db, path, sizeof path, &error) && archive_backup(path, args->words[0], &error);
    return done ? 0 : args_fail(&error);
}

int export_run(Args *args) {
    char path[PATH_CAP];
    const char *db = NULL;
    HenkaError error;
    ArchiveCounts counts = {0};
    if (!archive_take(args, &db, 0, 1)) return EXIT_USAGE;
    if (!archive_find(db, path, sizeof path, &error)) return args_fail(&error);
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
    char path[PATH_CAP] = ""; /* remains empty if there is no home folder */
    const char *db = NULL;
    HenkaError error;
    ArchiveCounts counts = {0};
    if (!archive_take(args, &db, 0, 2)) return EXIT_USAGE;
    if (args->count == 2) return db ? args_usage(args) : new_import(args);
    if (!archive_find(db, path, sizeof path, &error) && !*path) return args_fail(&error);
    FILE *from = archive_file(args, "re", stdin);
    if (!from) return 1;
    bool done = archive_import(path, from, &counts, &error);
    if (from != stdin) fclose(from);
    return archive_end(done, &counts, &error);
}

int admin_run(Args *args) {
    char path[PATH_CAP];
    const char *db = NULL;
    HenkaError error;
    if (!archive_take(args, &db, 1, -1)) return EXIT_USAGE;
    int words = args->count - 1;
    if (!admin_knows(args->words[0], words)) return args_usage(args);
    Admin *admin = archive_find(db, path, sizeof path, &error) ? admin_open(path, &error) : NULL;
    bool done = admin;
    for (int i = 0; done && (i < words || (!words && !i)); i++)
        done = admin_do(admin, args->words[0], words ? args->words[1 + i] : NULL, stdout, &error);
    if (admin) admin_close(admin);
    return done ? 0 : args_fail(&error);
}
