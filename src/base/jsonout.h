/* jsonout - writes JSON piece by piece into an Out: escapes the texts and places the commas.
 *
 * Shapes   A value in an object has a key; in an array, and at the top, key is NULL. A comma is
 *          written before every value but the first after an opening bracket. Numbers are whole.
 *          Texts are UTF-8; each byte that belongs to no character becomes U+FFFD.
 * Limits   As Out: what doesn't fit is counted in `length` but not written.
 */
#ifndef HENKA_BASE_JSONOUT_H
#define HENKA_BASE_JSONOUT_H

#include "base/out.h"
#include "henka.h"

#include <stdbool.h>
#include <stdint.h>

void jsonout_open(Out *, const char *key, char bracket);      /* '{' or '[' */
void jsonout_close(Out *, char bracket);                      /* '}' or ']' */
void jsonout_text(Out *, const char *key, const char *value); /* value NULL: null */
void jsonout_number(Out *, const char *key, int64_t value);
void jsonout_bool(Out *, const char *key, bool value);
void jsonout_null(Out *, const char *key);
/* JSON that is already written, as it stands. */
void jsonout_raw(Out *, const char *key, const char *json);

/* An option of a game in an array, as the command line (docs/json.md), the server (hello in
 * web/messages.d.ts) and the WebAssembly module (VariantOption in web/core.d.ts) write it. */
void jsonout_option(Out *, const HenkaOption *);
/* Likewise a handicap (HandicapStart in web/core.d.ts; the server writes none). */
void jsonout_handicap(Out *, const HenkaHandicap *);

#endif
