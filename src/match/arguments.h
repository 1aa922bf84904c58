/* arguments - what follows `henka match`, `study`, `datagen` and `tune`: one game, the options that
 * these commands share, and the files that are named.
 *
 * Owner    The texts are those of argv.
 * Errors   false, or NULL, and in *error what is wrong with which word.
 */
#ifndef HENKA_MATCH_ARGUMENTS_H
#define HENKA_MATCH_ARGUMENTS_H

#include <stdio.h>

#include "base/args.h"
#include "match/opening.h"

enum { ARGUMENTS_MAX_SHARDS = 1000 };

typedef struct Arguments {
    const char *game;  /* a shipped name or a path */
    Settings settings; /* --set */
    bool quiet;        /* --quiet, of each table: no progress on stderr */
    /* Of the commands that write games, which name both in their own tables: a file of games that
     * is there already is */
    bool append; /* --append: added to */
    bool force;  /* --force: overwritten */
    /* Of the commands whose games may be played on several machines, by arguments_take_shard and
     * arguments_take_part */
    int shard;                               /* --shard I/N: I - 1, which part is played here, */
    int shards;                              /* and N; 0: all of it */
    const char *parts[ARGUMENTS_MAX_SHARDS]; /* --merge: what all shards wrote, in order */
    int part_count;                          /* of parts */
} Arguments;

/* Writes the usage where the words ask for it, or there are none: the exit code. Below 0: they say
 * something. */
int arguments_help(int argc, char **argv, MessageKey usage);
/* The command's own options by a table, those above, and one game. */
bool arguments_read(Arguments *, int argc, char **argv, const CommandOption *, size_t option_count,
                    HenkaError *);
HenkaVariant *arguments_variant(const Arguments *, HenkaError *);
/* The same with its numbers and its network, as variant_file_numbers gives them. */
HenkaVariant *arguments_variant_with(const Arguments *, const char *eval, const char *net,
                                     HenkaError *);

/* For OPTION_CALL, with the Arguments: "2/3" of --shard, and a file or folder of --merge. */
bool arguments_take_shard(void *given, const char *text);
bool arguments_take_part(void *given, const char *text);

/* How many random plies an opening has: "6-10", or "6" for 6-6, 200 at most. */
bool arguments_plies(void *random_plies, const char *text);
/* Which random plies: "quiet" or "random". */
bool arguments_random(void *random_plies, const char *text);
/* "CP:PLIES" of --resign, CP above 0. */
bool arguments_resign(const char *text, int *score_cp, int *plies);

/* The file that games are written to. One that is there already is an error, unless `append` or
 * `force` says what becomes of it. NULL: *error says why. */
FILE *arguments_open_output(const Arguments *, const char *path, HenkaError *);

#endif
