/* file - reads whole files, and the game of a command line: the library's by name, or a file's.
 *
 * Owner    The caller frees the returned texts and variants.
 * Errors   A function returns NULL; the HenkaError then has the path and the reason.
 * Limits   A file has at most 256 MiB.
 * Threads  Any.
 */
#ifndef HENKA_PROTOCOL_FILE_H
#define HENKA_PROTOCOL_FILE_H

#include "henka.h"

/* The contents of a file, NUL-terminated. "-" is standard input. */
char *file_read(const char *path, size_t *length, HenkaError *);
/* Sets the error: the file cannot be written, for the reason in errno. Always returns false. */
bool file_unwritten(const char *path, HenkaError *);
/* Like file_read, for the file of a game. Appends the files of the same folder that the game
 * extends (docs/format.md): `extends=NAME.ini` at the start of a line, where NAME has letters,
 * digits, `-` and `_`. If such a file is missing, the parser of the text reports it later. */
char *file_read_game(const char *path, size_t *length, HenkaError *);
/* Names a game after its file if its text has no name, as the text of a diagram: returns the text
 * with the name in front. NULL: the game has a name; a game inside the library has the file's; no
 * game can have it; or memory ran out. length: in, of the text; out, of the returned text. */
char *file_name_game(const char *path, const HenkaVariant *, const char *text, size_t *length);
/* Opens the game that a command line names: a game inside the library by its name, else the game of
 * a file. If the text is refused, the report has the reasons and the error has the first one. If
 * there is no such file, or it can't be read, the report stays empty. */
HenkaVariant *file_variant(const char *name_or_path, const char *const *settings, size_t count,
                           HenkaReport *report, HenkaError *);
/* Does the text name a game inside the library or an existing file? */
bool file_names_game(const char *name_or_path);

#endif
