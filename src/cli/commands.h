/* commands - the subcommands of henka, one file each. Each returns the exit status; args->words are
 * the words after its name. */
#ifndef HENKA_CLI_COMMANDS_H
#define HENKA_CLI_COMMANDS_H

#include "cli/args.h"

int variants_run(Args *);
int describe_run(Args *);
int check_run(Args *);
int moves_run(Args *);
int perft_run(Args *);
int play_run(Args *);
int engine_run(Args *); /* usi, uci, xboard: the first command read tells which */
int serve_command(Args *);
int bench_run(Args *);
int match_run(Args *);
int datagen_run(Args *);
int tune_run(Args *);

/* Of `perft --table`: every row of the file. threads share the rows; rows of more than max_nodes
 * (0: any) are skipped. */
int table_run(const Args *, const char *game, const char *path, int threads, uint64_t max_nodes);

#endif
