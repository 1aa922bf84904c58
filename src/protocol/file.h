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
/* false: the error says that the file cannot be written, and why by errno. */
bool file_unwritten(const char *path, HenkaError *);
/* Like file_read, for a game's text. Appends the files beside it that it extends (docs/format.md):
 * `extends=NAME.ini` at the start of a line, NAME of letters, digits, `-` and `_`. A missing file
 * is reported later, by the reader of the text. */
char *file_read_game(const char *path, size_t *length, HenkaError *);
/* A game whose text has no name, as texts of diagrams have none, is named like its file: returns
 * the text with that name in front. NULL: it has a name; a game inside the library has the file's
 * name; the file's name is not a valid one; or memory ran out. length: of the text, then of the
 * returned text. */
char *file_name_game(const char *path, const HenkaVariant *, const char *text, size_t *length);
/* The game of a command line: a game inside the library by its name, else the game of a file. If
 * the text is refused, report has the reasons and the error has the first one. If there is no such
 * file, or it can't be read, the report stays empty. */
HenkaVariant *file_variant(const char *name_or_path, const char *const *settings, size_t count,
                           HenkaReport *report, HenkaError *);
/* Is it the name of a game inside the library, or the path of a file? */
bool file_names_game(const char *name_or_path);

#endif
