/* betza - compiles XBetza text to leg programs.
 *
 * Errors   betza_compile accepts any text. The error's column counts from 1 within the text (its
 *          line is 0), and its message says what was expected and what was found. Text with an
 *          atom or a modifier that is not supported is refused with the name of the feature.
 * Owner    The compiled terms live in the arena that the caller gives.
 * Limits   Those of legs.h, and BETZA_PATHS paths through a term, so that following all is quick.
 * Source   docs/moves.md.
 */
#ifndef HENKA_BETZA_BETZA_H
#define HENKA_BETZA_BETZA_H

#include "base/arena.h"
#include "betza/legs.h"
#include "henka.h"

enum { BETZA_PATHS = 200000, LONGEST_LINE = 32 };
/* An upper bound of the number of paths through the term, on a board whose longest line has
 * `longest` squares. A leg that may end on empty squares is assumed to end on each of them. */
double betza_paths(const Term *, int longest);

bool betza_compile(Arena *, const char *text, size_t length, Power *out, HenkaError *error);

#endif
