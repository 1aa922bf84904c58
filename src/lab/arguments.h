/* arguments - what follows `henka match`, `datagen` and `tune`: one game, --quiet, settings, and
 * options with a value each; and the files that they name.
 *
 * Owner    The texts are those of argv.
 * Errors   false, or NULL, and in *error what is wrong with which word.
 */
#ifndef HENKA_LAB_ARGUMENTS_H
#define HENKA_LAB_ARGUMENTS_H

#include <stdio.h>

#include "henka.h"

enum { ARGUMENTS_MAX_SETTINGS = 32 };

typedef struct Arguments {
    const char *game, *settings[ARGUMENTS_MAX_SETTINGS];
    size_t setting_count;
    bool quiet;  /* --quiet: no progress on stderr */
    bool append; /* --append: a file of games may be there already and is added to */
} Arguments;

/* One option of the command's own: false when there is no such, or not with this value. */
typedef bool ArgumentTaker(void *request, const char *key, const char *value);

bool arguments_read(Arguments *, int argc, char **argv, ArgumentTaker *, void *request,
                    HenkaError *);
HenkaVariant *arguments_variant(const Arguments *, HenkaError *);

/* The whole text as a number, from least to a hundred million. */
bool argument_int(const char *text, int least, int *value);

/* The file that games are written to. One that is there already is an error, or with `append` it is
 * added to. NULL: *error says why. */
FILE *arguments_open_output(const Arguments *, const char *path, HenkaError *);

#endif
