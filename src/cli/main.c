/* main - finds the subcommand, and reports output that could not be written. */
#include "cli/commands.h"
#include "connections/serve.h"
#include "protocol/file.h"
#include "protocol/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_WAIT_MS = 120000 };

typedef struct Subcommand {
    const char *name, *usage, *help; /* usage: "henka NAME ...", the whole form */
    int (*run)(Args *);
} Subcommand;

static const Subcommand commands[] = {
#define COMMAND(name, run, form, help) {#name, "henka " #name form, help, run},
#include "cli/commands.def"
#undef COMMAND
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const Subcommand *command_find(const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(name, commands[i].name)) return &commands[i];
    return NULL;
}

static int command_unknown(const char *name) {
    args_complain(MSG_NO_COMMAND, arg_text(name));
    args_say(stderr, MSG_USAGE_COMMANDS);
    return EXIT_USAGE;
}

/* ---- help ------------------------------------------------------------------------------------ */

static int command_help(const Subcommand *command) {
    /* A command whose form is "..." prints its own usage. */
    if (!strcmp(strrchr(command->usage, ' '), " ...")) {
        char *words[] = {(char *)"--help"};
        return command->run(&(Args){.usage = command->usage, .words = words, .count = 1});
    }
    args_say(stdout, MSG_USAGE, arg_text(command->usage));
    puts(command->help);
    return 0;
}

int help_run(Args *args) {
    if (!args_take(args, NULL, 0, 0, 1)) return EXIT_USAGE;
    if (args->count) {
        const Subcommand *command = command_find(args->words[0]);
        return command ? command_help(command) : command_unknown(args->words[0]);
    }
    args_say(stdout, MSG_HELP_HEADING, arg_text(HENKA_VERSION));
    printf("\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  %s\n        %s\n", commands[i].usage, commands[i].help);
    printf("\n");
    args_say(stdout, MSG_HELP_GAME);
    return 0;
}

int version_run(Args *args) {
    if (!args_take(args, NULL, 0, 0, 0)) return EXIT_USAGE;
    puts("henka " HENKA_VERSION);
    return 0;
}

/* ---- usi, uci, xboard, serve ----------------------------------------------------------------- */

static void line_write(void *context, const char *line) {
    (void)context;
    puts(line);
    fflush(stdout);
}

int engine_run(Args *args) {
    if (!args_take(args, NULL, 0, 0, -1)) return EXIT_USAGE;
    char protocol[16] = "";
    sscanf(args->usage, "henka %15s", protocol);
    Session *session = session_new(&(SessionConfig){.writer = line_write, .protocol = protocol});
    if (!session) return args_no_memory();
    for (int i = 0; i < args->count; i++) {
        const char *word = args->words[i];
        HenkaError error;
        if (session_begin_with(session, word)) continue;
        if (file_names_game(word) && session_add_games(session, word, &error)) continue;
        if (file_names_game(word))
            args_fail(&error);
        else
            args_unknown_game(word);
        session_free(session);
        return 1;
    }
    char *line = NULL;
    size_t cap = 0;
    bool more = true;
    for (ssize_t length; more && (length = getline(&line, &cap, stdin)) > 0;) {
        /* Replaces NUL bytes, so that the text after one does not get lost silently. */
        for (ssize_t i = 0; i < length; i++)
            if (!line[i]) line[i] = '?';
        more = session_line(session, line);
    }
    if (more) session_finish(session, LAST_WAIT_MS);
    session_free(session);
    free(line);
    return 0;
}

static bool serve_limit(void *limits, const char *text) { return limits_set(limits, text); }
static bool serve_listen(void *site, const char *text) { return site_listen(site, text); }
static bool serve_base(void *site, const char *text) { return site_base(site, text); }
static bool serve_trust(void *site, const char *text) { return site_trust(site, text); }

int command_serve(Args *args) {
    bool limits = false;
    ServeOptions serve = {.limits = limits_standard()};
    const CommandOption options[] = {
        {"--port", OPTION_INT, &serve.port, 1, 65535},
        {"--db", OPTION_TEXT, &serve.db_path},
        {"--listen", OPTION_CALL, &serve.site, 0, 0, serve_listen, MSG_LISTEN_FORM},
        {"--base-url", OPTION_CALL, &serve.site, 0, 0, serve_base, MSG_BASE_FORM},
        {"--trust-proxy", OPTION_CALL, &serve.site, 0, 0, serve_trust, MSG_TRUST_FORM},
        {"--insecure", OPTION_FLAG, &serve.insecure},
        {"--log", OPTION_FLAG, &serve.log},
        {"--keep", OPTION_INT64, &serve.keep_days, 1, 36500},
        {"--chat", OPTION_FLAG, &serve.chat},
        {"--no-lobby", OPTION_FLAG, &serve.no_lobby},
        {"--limit", OPTION_CALL, &serve.limits, 0, 0, serve_limit, MSG_LIMIT_FORM},
        {"--limits", OPTION_FLAG, &limits}};
    if (!args_take(args, options, sizeof options / sizeof *options, 0, 0)) return EXIT_USAGE;
    if (limits) return limits_print(&serve.limits), EXIT_SUCCESS;
    return serve_run(&serve);
}

/* ---- main ------------------------------------------------------------------------------------ */

static bool is_help(const char *word) { return !strcmp(word, "--help") || !strcmp(word, "-h"); }

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "--version")) name = "version";
    if (is_help(name)) name = "help";
    const Subcommand *command = command_find(name);
    int status = EXIT_USAGE;
    if (command) {
        Args args = {.usage = command->usage, .words = argv + 2, .count = argc - 2};
        bool help = false;
        for (int i = 0; i < args.count; i++) help |= is_help(args.words[i]);
        status = help ? command_help(command) : command->run(&args);
    } else if (*name) {
        command_unknown(name);
    } else {
        args_say(stderr, MSG_USAGE_COMMANDS);
    }
    errno = 0;
    if ((fflush(stdout) | ferror(stdout)) && !status) {
        if (errno)
            args_complain(MSG_STANDARD_OUTPUT_SAYS, arg_text(strerror(errno)));
        else
            args_complain(MSG_STANDARD_OUTPUT_UNWRITTEN);
        return 1;
    }
    return status;
}
