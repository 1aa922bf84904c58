#include "server/serve.h"
#include "cli/commands.h"

int serve_command(Args *args) {
    int64_t port = 0;
    const char *db = NULL;
    const ArgOption options[] = {{"--port", ARG_NUMBER, &port, 1, 65535}, {"--db", ARG_TEXT, &db}};
    if (!args_take(args, options, 2) || !args_count(args, 0, 0)) return EXIT_USAGE;
    return serve_run(&(ServeOptions){.port = (int)port, .db_path = db});
}
