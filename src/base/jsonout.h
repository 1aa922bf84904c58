/* jsonout - writes JSON value by value into an Out: escapes texts and places the commas.
 *
 * Shapes   A value in an object has a key; in an array and at the top, key is NULL. A comma is
 *          written before every value except the first after an opening bracket. Numbers are whole.
 *          Texts are UTF-8; a byte that does not belong to a character becomes U+FFFD.
 * Limits   As for Out: text beyond the buffer is counted in `length` but not written.
 */
#ifndef HENKA_BASE_JSONOUT_H
#define HENKA_BASE_JSONOUT_H

#include "base/out.h"
#include "henka.h"

#include <stdbool.h>
#include <stdint.h>

void jsonout_open(Out *, const char *key, char bracket);      /* bracket: '{' or '[' */
void jsonout_close(Out *, char bracket);                      /* bracket: '}' or ']' */
void jsonout_text(Out *, const char *key, const char *value); /* value NULL: writes null */
void jsonout_number(Out *, const char *key, int64_t value);
void jsonout_bool(Out *, const char *key, bool value);
void jsonout_null(Out *, const char *key);
/* Writes JSON that already exists as text. */
void jsonout_raw(Out *, const char *key, const char *json);

/* Write an option or a handicap of a game as an element of an array. */
void jsonout_option(Out *, const HenkaOption *);
void jsonout_handicap(Out *, const HenkaHandicap *);

/* Writes the "options" of a game for the command line (docs/json.md), the server (hello in
 * web/lib/messages.ts) and the WebAssembly module (VariantOption in web/core/types.ts).
 * jsonout_options and jsonout_handicaps are inline, because base does not link to the library: only
 * the rooms that use henka.h call them. */
static inline void jsonout_options(Out *out, const HenkaVariant *variant) {
    jsonout_open(out, "options", '[');
    for (size_t i = 0; i < henka_variant_option_count(variant); i++) {
        HenkaOption option = henka_variant_option(variant, i);
        jsonout_option(out, &option);
    }
    jsonout_close(out, ']');
}

/* Writes the "handicaps" of a game (HandicapStart in web/core/types.ts). The server sends none. */
static inline void jsonout_handicaps(Out *out, const HenkaVariant *variant) {
    jsonout_open(out, "handicaps", '[');
    for (size_t i = 0; i < henka_variant_handicap_count(variant); i++) {
        HenkaHandicap handicap = henka_variant_handicap(variant, i);
        jsonout_handicap(out, &handicap);
    }
    jsonout_close(out, ']');
}

#endif
