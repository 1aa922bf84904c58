/* json - writing JSON piece by piece: texts escaped, commas placed.
 *
 * Shapes   A comma goes before every value but the first after an opening bracket; json_key counts
 *          as the value's own start.
 */
#ifndef HENKA_WASM_JSON_H
#define HENKA_WASM_JSON_H

#include "base/out.h"

#include <stdbool.h>

void json_open(Out *, const char *key, char bracket); /* key NULL inside an array and at the top */
void json_close(Out *, char bracket);
void json_text(Out *, const char *key, const char *value);
void json_number(Out *, const char *key, int value);
void json_bool(Out *, const char *key, bool value);

#endif
