/* commands - the subcommands of henka (commands.def). Each returns the exit status; args->words are
 * the words after its name. main flushes standard output after the command and checks it for write
 * errors. */
#ifndef HENKA_CLI_COMMANDS_H
#define HENKA_CLI_COMMANDS_H

#include "cli/options.h"

int variants_run(Args *); /* games.c: these four */
int describe_run(Args *);
int check_run(Args *);
int moves_run(Args *);
int new_run(Args *);    /* new.c: these two */
int new_import(Args *); /* `import` with a name: FILE NAME */
int perft_run(Args *);
int play_run(Args *);
int bench_run(Args *);
int engine_run(Args *);    /* usi, uci, xboard: the first command that is read decides the
                              protocol */
int command_serve(Args *); /* serve_run is the server's (connections/serve.h) */
int backup_run(Args *);    /* archive.c: these three */
int export_run(Args *);
int import_run(Args *);
int admin_run(Args *); /* admin.c */
int match_run(Args *);
int study_run(Args *);
int datagen_run(Args *);
int tune_run(Args *);
int version_run(Args *);
int help_run(Args *);

#endif
