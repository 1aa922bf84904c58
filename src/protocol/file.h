/* file - whole files, and the game that a command line names: one inside the library by its name,
 * or a file's.
 *
 * Owner    Texts and variants are the caller's to free.
 * Errors   NULL, and in the error the path and why.
 * Limits   A file has at most 256 MiB.
 * Threads  Any.
 */
#ifndef HENKA_PROTOCOL_FILE_H
#define HENKA_PROTOCOL_FILE_H

#include "henka.h"

/* The whole of a file, closed with NUL. "-" is standard input. */
char *file_read(const char *path, size_t *length, HenkaError *);
/* The same of a game's text, with the files beside it that it extends below it (docs/format.md):
 * `extends=NAME.ini` at the start of a line, NAME of letters, digits, `-` and `_`. What is not
 * there is left to whoever reads the text. */
char *file_read_game(const char *path, size_t *length, HenkaError *);
/* A game whose text names it nowhere, as those of diagrams do, is called as its file is: the text
 * with that name in front. NULL: it has a name, a game inside the library has the file's, the
 * file's is none, or there is no memory. length: of the text, then of what is returned. */
char *file_name_game(const char *path, const HenkaVariant *, const char *text, size_t *length);
/* The game of a command line: one inside the library by its name, else the game of a file. Where
 * its text is refused, report holds why and the error the first reason; where there is no such file
 * or it can't be read, the report stays empty. */
HenkaVariant *file_variant(const char *name_or_path, const char *const *settings, size_t count,
                           HenkaReport *report, HenkaError *);
/* Is it the name of a game inside the library, or a file's? */
bool file_names_game(const char *name_or_path);

#endif
