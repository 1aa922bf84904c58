/* engine - a session on standard input and output. */
#include "cli/commands.h"
#include "protocol/session.h"

#include <stdio.h>
#include <stdlib.h>

enum { LAST_WAIT_MS = 120000 };

static void line_write(void *context, const char *line) {
    (void)context;
    puts(line);
    fflush(stdout);
}

int engine_run(Args *args) {
    if (!args_take(args, NULL, 0) || !args_count(args, 0, 0)) return EXIT_USAGE;
    Session *session = session_new(&(SessionConfig){.writer = line_write});
    if (!session) {
        fprintf(stderr, "henka: no game to play\n");
        return 1;
    }
    char *line = NULL;
    size_t cap = 0;
    bool more = true;
    while (more && getline(&line, &cap, stdin) > 0) more = session_line(session, line);
    if (more) session_finish(session, LAST_WAIT_MS);
    session_free(session);
    free(line);
    return 0;
}
