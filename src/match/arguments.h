/* arguments - parses the command lines of `henka match`, `study`, `datagen` and `tune`: the game,
 * the options that these commands share, and the files that they name.
 *
 * Owner    Texts are not copied: they point into argv.
 * Errors   A function returns false or NULL, and *error says which word is wrong, and why.
 */
#ifndef HENKA_MATCH_ARGUMENTS_H
#define HENKA_MATCH_ARGUMENTS_H

#include "base/args.h"
#include "match/opening.h"

/* Without words or for --help first, prints the usage and returns the exit status; else -1. */
int arguments_help(const Args *, MessageKey usage);
/* Reads the command's options and removes them from the words. One word must be left: the game. */
bool arguments_read(Args *, const CommandOption *, size_t option_count, HenkaError *);
/* Opens the game (name of a shipped game, or path) with the numbers and the network of --eval and
 * --net (numbers_give); eval NULL: without. The error of a file has its path, line and column. */
HenkaVariant *arguments_variant(const Args *, const char *eval, const char *net, HenkaError *);
HenkaVariant *arguments_variant_named(const char *name_or_path, const Settings *, const char *eval,
                                      const char *net, HenkaError *);
/* Loads fitted numbers and a network into a variant that is not yet in use. setting_count: number
 * of settings with which the variant was read. */
bool arguments_numbers(HenkaVariant *, const char *name_or_path, size_t setting_count,
                       const char *eval, const char *net, HenkaError *);

/* For OPTION_CALL: store "2/3" of --shard, or a file or folder of --merge, in the Args. */
bool arguments_take_shard(void *args, const char *text);
bool arguments_take_part(void *args, const char *text);

/* Reads how many random plies an opening has: "6-10", or "6" for 6-6, 200 at most. */
bool arguments_plies(void *random_plies, const char *text);
/* Reads which random plies are played: "quiet" (they keep the balance) or "random" (any). */
bool arguments_random(void *random_plies, const char *text);
/* Reads "CP:PLIES" of --resign: a score above 0 in centipawns, and a number of plies. */
bool arguments_resign(const char *text, int *score_cp, int *plies);

/* Opens the file that games are written to. An existing file is an error, unless `append` (write at
 * its end) or `force` (overwrite it) is set. NULL: *error says why. */
FILE *arguments_open_output(const Args *, const char *path, HenkaError *);

#endif
