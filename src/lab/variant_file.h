/* variant_file - a game as people name it on a command line: a shipped name, or a path.
 * Errors   NULL, and the first error of the file (or that there is none such) in *error.
 */
#ifndef HENKA_LAB_VARIANT_FILE_H
#define HENKA_LAB_VARIANT_FILE_H

#include "henka.h"

HenkaVariant *variant_from_argument(const char *name_or_path, const char *const *settings, size_t count, HenkaError *error);

#endif
