/* variant_file - a game as people name it on a command line: a shipped name, or a path; and its
 * fitted numbers and network.
 * Errors   NULL or false, and in *error the first error of the file with its path, line and column
 *          in the sentence, or that there is no such file.
 */
#ifndef HENKA_MATCH_VARIANT_FILE_H
#define HENKA_MATCH_VARIANT_FILE_H

#include "henka.h"

HenkaVariant *variant_file_open(const char *name_or_path, const char *const *settings, size_t count,
                                HenkaError *error);
/* Gives the game its numbers and its network before it is used: what --eval and --net say
 * (numbers_give), with so many settings. */
bool variant_file_numbers(HenkaVariant *, const char *name_or_path, size_t setting_count,
                          const char *eval, const char *net, HenkaError *);

#endif
