/* arguments - what follows `henka match`, `study`, `datagen` and `tune`: one game, the options that
 * these commands share, and the files that are named.
 *
 * Owner    The texts are those of argv.
 * Errors   false, or NULL, and in *error what is wrong with which word.
 */
#ifndef HENKA_LAB_ARGUMENTS_H
#define HENKA_LAB_ARGUMENTS_H

#include <stdio.h>

#include "base/args.h"

enum { ARGUMENTS_MAX_SETTINGS = 32, ARGUMENTS_MAX_SHARDS = 1000 };

typedef struct Arguments {
    const char *game;                             /* a shipped name or a path */
    const char *settings[ARGUMENTS_MAX_SETTINGS]; /* of --set, "NAME=VALUE" */
    size_t setting_count;                         /* of settings */
    bool quiet;                                   /* --quiet: no progress on stderr */
    /* Of the commands that write games, which name both in their own tables: a file of games that
     * is there already is */
    bool append; /* --append: added to */
    bool force;  /* --force: overwritten */
} Arguments;

/* The command's own options by a table, those above, and one game. */
bool arguments_read(Arguments *, int argc, char **argv, const CommandOption *, size_t option_count,
                    HenkaError *);
HenkaVariant *arguments_variant(const Arguments *, HenkaError *);
/* The same with its numbers and its network, as variant_file_numbers gives them. */
HenkaVariant *arguments_variant_with(const Arguments *, const char *eval, const char *net,
                                     HenkaError *);

/* "2/3" of --shard: *shard becomes 1, counted from 0, and *shards 3. */
bool arguments_shard(const char *text, int *shard, int *shards);

/* The file that games are written to. One that is there already is an error, unless `append` or
 * `force` says what becomes of it. NULL: *error says why. */
FILE *arguments_open_output(const Arguments *, const char *path, HenkaError *);

#endif
