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

enum { ARGUMENTS_MAX_SETTINGS = 32 };

typedef struct Arguments {
    const char *game;                             /* a shipped name or a path */
    const char *settings[ARGUMENTS_MAX_SETTINGS]; /* of --set, "NAME=VALUE" */
    size_t setting_count;                         /* of settings */
    bool quiet;                                   /* --quiet: no progress on stderr */
} Arguments;

/* The command's own options by a table, those above, and one game. */
bool arguments_read(Arguments *, int argc, char **argv, const CommandOption *, size_t option_count,
                    HenkaError *);
HenkaVariant *arguments_variant(const Arguments *, HenkaError *);
/* The same with its numbers and its network, as variant_file_numbers gives them. */
HenkaVariant *arguments_variant_with(const Arguments *, const char *eval, const char *net,
                                     HenkaError *);

/* The file that games are written to. One that is there already is an error, or with `append` it is
 * added to. NULL: *error says why. */
FILE *arguments_open_output(const char *path, bool append, HenkaError *);

#endif
