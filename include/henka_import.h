/* henka_import.h - games of other programs as texts of Henka's format.
 *
 * This header promises less stability than henka.h. Another program's format changes when that
 * program does: a version of the library may accept a file that an earlier one refused, write
 * another text for the same game, or refuse a game whose rules it wrote incorrectly. A call keeps
 * its name and its arguments until 1.0; it may be removed in a later minor version, after a release
 * that says so in the changelog. The rules of henka.h about owner, threads, memory, errors and
 * texts hold here too.
 */
#ifndef HENKA_IMPORT_H
#define HENKA_IMPORT_H

#include "henka.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* the library exports the function of this header */
#endif

/* Writes the game in section `[name]` of a file for Fairy-Stockfish (variants.ini) as a text in
 * Henka's format (docs/import.md). Returns 0 if something in the section cannot be expressed. The
 * report has all errors and warnings, with their lines in that file. */
size_t henka_variant_import(const char *text, size_t length, const char *name, char *buf,
                            size_t cap, HenkaReport *report);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
