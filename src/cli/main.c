/* main - the table of subcommands. */
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

typedef struct Command {
    const char *name, *usage, *help;
    int (*run)(Args *);
} Command;

static const Command commands[] = {
#define COMMAND(name, run, form, help) {#name, "henka " #name form, help, run},
#include "cli/commands.def"
#undef COMMAND
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static int help_print(void) {
    printf("henka " HENKA_VERSION " - plays shogi variants\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  %s\n        %s\n", commands[i].usage, commands[i].help);
    printf("\nGAME is the name of a game (henka variants) or a path to a file. --set NAME=VALUE, "
           "as often as wanted, sets its rules.\n");
    return 0;
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "--version") || !strcmp(name, "version"))
        return puts("henka " HENKA_VERSION) < 0;
    if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help"))
        return help_print();
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].name)) continue;
        Args args = {.usage = commands[i].usage, .words = argv + 2, .count = argc - 2};
        bool own_help = !strncmp(commands[i].help, "its own", 7);
        if (args.count && !strcmp(args.words[0], "--help") && !own_help)
            return printf("usage: %s\n%s\n", args.usage, commands[i].help) < 0;
        return commands[i].run(&args);
    }
    if (argc > 1) fprintf(stderr, "henka: no command is called \"%s\"\n", name);
    fprintf(stderr, "usage: henka COMMAND ...; henka --help lists the commands\n");
    return EXIT_USAGE;
}
