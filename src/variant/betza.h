/* betza - XBetza text to leg programs.
 *
 * Errors   betza_compile answers any text: the error's column counts from 1 within it (line is left
 *          0), its message says what was expected and what was found. Text that needs rules we do
 *          not have (en passant, castling, imitators…) is refused by name.
 * Owner    The terms live in the arena.
 * Limits   Those of legs.h; BETZA_PATHS ways through one term, so that following them all never
 *          takes long.
 * Source   docs/moves.md.
 */
#ifndef HENKA_VARIANT_BETZA_H
#define HENKA_VARIANT_BETZA_H

#include "base/arena.h"
#include "henka.h"
#include "variant/legs.h"

enum { BETZA_PATHS = 200000 };

bool betza_compile(Arena *, const char *text, size_t length, Power *out, HenkaError *error);

#endif
