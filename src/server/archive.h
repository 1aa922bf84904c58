/* archive - `henka backup`, `export` and `import`: the games of a database as a copy of its file,
 * and as records that any version of Henka reads. All of them may run while a server does.
 * Shapes   An export has a line of JSON for each game: `id`, `created` and `updated` (milliseconds
 *          since 1970), `record`; and for a game that somebody made up, or that is no longer
 *          delivered as it was, its `definition` and `settings`. Seats, clocks and the lists of
 *          browsers are not in it.
 * Errors   false and an error. What is wrong with single games is said on standard error, and they
 *          are counted; the others are done all the same.
 */
#ifndef HENKA_SERVER_ARCHIVE_H
#define HENKA_SERVER_ARCHIVE_H

#include "henka.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct ArchiveCounts {
    int done;    /* games written or taken in */
    int known;   /* games that were there already */
    int refused; /* games that could not be read or stored */
} ArchiveCounts;

/* The database's path: the given one, or the standard place (serve.h). There must be a file. */
bool archive_find(const char *given, char *path, size_t cap, HenkaError *);
/* to: a file that doesn't exist yet; it is whole or it isn't there. */
bool archive_backup(const char *path, const char *to, HenkaError *);
bool archive_export(const char *path, FILE *to, ArchiveCounts *, HenkaError *);
/* Makes the database where it lacks. */
bool archive_import(const char *path, FILE *from, ArchiveCounts *, HenkaError *);

#endif
