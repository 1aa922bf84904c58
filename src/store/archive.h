/* archive - `henka backup`, `export` and `import`: the games of a database as a copy of its file,
 * and as records that any version of Henka reads. All of them may run beside a server.
 * Shapes   An export has a line of JSON for each game: `id`, `created` and `updated` (milliseconds
 *          since 1970), `record`. A made-up game, or one whose definition has changed, also has its
 *          `definition` and `settings`. Seats, clocks and the lists of browsers are not exported.
 * Errors   false and an error. A game's error is printed on stderr and counted; the rest is done.
 */
#ifndef HENKA_STORE_ARCHIVE_H
#define HENKA_STORE_ARCHIVE_H

#include "henka.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct ArchiveCounts {
    int done;    /* games written or imported */
    int known;   /* games that the database already had */
    int refused; /* games that could not be read or stored */
} ArchiveCounts;

/* Fills in the database's path: the given one, or the standard place (serve.h). It must exist. */
bool archive_find(const char *given, char *path, size_t cap, HenkaError *);
/* Copies the database to the new file `to`, which appears only when it is complete. */
bool archive_backup(const char *path, const char *to, HenkaError *);
bool archive_export(const char *path, FILE *to, ArchiveCounts *, HenkaError *);
/* Adds the games of an export to the database, which is created if it doesn't exist. */
bool archive_import(const char *path, FILE *from, ArchiveCounts *, HenkaError *);

#endif
