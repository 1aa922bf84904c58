#include "store/store.h"

#include "cli/commands.h"

int admin_run(Args *args) {
    enum { PATH_CAP = 4096 };
    char path[PATH_CAP];
    const char *db = NULL;
    HenkaError error;
    const CommandOption options[] = {{"--db", OPTION_TEXT, &db}};
    if (!args_take(args, options, 1) || !args_count(args, 1, -1)) return EXIT_USAGE;
    int words = args->count - 1;
    if (!admin_knows(args->words[0], words)) return args_usage(args);
    Admin *admin = archive_find(db, path, sizeof path, &error) ? admin_open(path, &error) : NULL;
    bool done = admin;
    for (int i = 0; done && (i < words || (!words && !i)); i++)
        done = admin_do(admin, args->words[0], words ? args->words[1 + i] : NULL, stdout, &error);
    if (admin) admin_close(admin);
    if (!done) args_say(stderr, MSG_HENKA_SAYS, arg_error(&error));
    return done ? 0 : 1;
}
