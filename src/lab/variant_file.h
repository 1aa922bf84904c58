/* variant_file - a game as people name it on a command line: a shipped name, or a path; and a
 * network or fitted numbers: a path, or "none".
 * Errors   NULL or false, and in *error the first error of the file with its path, line and column
 *          in the sentence, or that there is no such file.
 */
#ifndef HENKA_LAB_VARIANT_FILE_H
#define HENKA_LAB_VARIANT_FILE_H

#include "henka.h"

HenkaVariant *variant_file_open(const char *name_or_path, const char *const *settings, size_t count,
                                HenkaError *error);
/* Gives the engine that network for this game; "" leaves the one delivered. */
bool variant_file_set_net(HenkaEngine *, const HenkaVariant *, const char *path, HenkaError *error);
/* Likewise the numbers that `henka tune` wrote; "none": those derived from the moves. */
bool variant_file_set_eval(HenkaEngine *, const HenkaVariant *, const char *path,
                           HenkaError *error);

#endif
