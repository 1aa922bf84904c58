/* saved - the files in which the terminal keeps a game: records that were loaded, with all they
 * hold, and where and how a game is saved.
 *
 * Format   The name's ending says it: .kif and .kifu, .ki2 and .ki2u, .usi and .sfen. A file that
 *          was loaded is saved in the format that it has, and so is a KIF under a name without such
 *          an ending; any other game in Henka's own format.
 * Kept     A file that holds something else than a record of that format is not written over. A
 *          file is whole or as it was: what is new takes its place at once.
 */
#ifndef HENKA_CLI_SAVED_H
#define HENKA_CLI_SAVED_H

#include "henka.h"

#include <stdbool.h>
#include <stdio.h>

/* A record of a game and its file; NULL: the error was printed. Parts of the record that could not
 * be used are printed too. */
typedef struct SavedRecord {
    HenkaRecord *record; /* owned; NULL: the game was not loaded */
    char *path;          /* owned */
} SavedRecord;
bool saved_load(SavedRecord *, const HenkaVariant *, const char *path, FILE *complaints);
void saved_free(SavedRecord *);

/* Can the game be saved there? False: the reason was printed. */
bool saved_may(const SavedRecord *, const HenkaGame *, const char *path, FILE *complaints);
/* Saves the game; prints that, or why it failed. */
bool saved_write(const SavedRecord *, const HenkaGame *, const char *path, FILE *complaints);

#endif
