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

/* An option and a handicap of a game, each in an array. */
void jsonout_option(Out *, const HenkaOption *);
void jsonout_handicap(Out *, const HenkaHandicap *);

/* A game's "options", as the command line (docs/json.md), the server (hello in web/lib/messages.ts)
 * and the WebAssembly module (VariantOption in web/core/types.ts) write them. Inline like the next,
 * since only rooms around the library ask it for its games, and base does not. */
static inline void jsonout_options(Out *out, const HenkaVariant *variant) {
    jsonout_open(out, "options", '[');
    for (size_t i = 0; i < henka_variant_option_count(variant); i++) {
        HenkaOption option = henka_variant_option(variant, i);
        jsonout_option(out, &option);
    }
    jsonout_close(out, ']');
}

/* Likewise its "handicaps" (HandicapStart in web/core/types.ts; the server writes none). */
static inline void jsonout_handicaps(Out *out, const HenkaVariant *variant) {
    jsonout_open(out, "handicaps", '[');
    for (size_t i = 0; i < henka_variant_handicap_count(variant); i++) {
        HenkaHandicap handicap = henka_variant_handicap(variant, i);
        jsonout_handicap(out, &handicap);
    }
    jsonout_close(out, ']');
}

#endif
