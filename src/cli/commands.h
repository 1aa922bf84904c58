/* commands - the subcommands of henka (commands.def). Each returns the exit status; args->words are
 * the words after its name. main then flushes standard output and checks it for write errors. */
#ifndef HENKA_CLI_COMMANDS_H
#define HENKA_CLI_COMMANDS_H

#include "cli/options.h"

#define COMMAND(name, run, form, help) int run(Args *);
#include "cli/commands.def"
#undef COMMAND

int new_import(Args *); /* runs `import FILE NAME` */

#endif
