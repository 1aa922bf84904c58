/* saved - the files in which the terminal keeps a game: loaded records, with their comments,
 * times and branches, and where and how a game is saved.
 *
 * Format   The ending of the file's name decides the format: .kif and .kifu, .ki2 and .ki2u, .usi
 *          and .sfen. A loaded file is saved again in its own format. A loaded KIF also stays KIF
 *          under a name without such an ending. Any other game is saved in Henka's own format.
 * Kept     A file that is not a record of that format is not overwritten. If saving fails, the old
 *          file remains unchanged, because the new file replaces it in one step.
 */
#ifndef HENKA_CLI_SAVED_H
#define HENKA_CLI_SAVED_H

#include "henka.h"

#include <stdbool.h>
#include <stdio.h>

/* A loaded record of a game, and its path. saved_load prints errors, and the parts of the record
 * that could not be used; false: the record was not loaded. */
typedef struct SavedRecord {
    HenkaRecord *record; /* owned; NULL: the game was not loaded */
    char *path;          /* owned */
} SavedRecord;
bool saved_load(SavedRecord *, const HenkaVariant *, const char *path, FILE *complaints);
void saved_free(SavedRecord *);

/* Can the game be saved there? False: the reason was printed. */
bool saved_may(const SavedRecord *, const HenkaGame *, const char *path, FILE *complaints);
/* Saves the game, and prints that it is saved, or why it could not be saved. */
bool saved_write(const SavedRecord *, const HenkaGame *, const char *path, FILE *complaints);

#endif
