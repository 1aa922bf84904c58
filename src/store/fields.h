/* fields - errors in a field of JSON: of a message, or of a line of an archive.
 * Owner    Texts stay the message's.
 */
#ifndef HENKA_STORE_FIELDS_H
#define HENKA_STORE_FIELDS_H

#include "base/message.h"

#include <jansson.h>

/* Sets the error: the field `name` has this value where `expected` should be. name NULL: the whole
 * message is wrong. Always returns false. */
bool field_wrong(const char *name, const Message *expected, const json_t *value, HenkaError *);
/* Reads a field that must be a text. False: missing or no text; the error says what was found. */
bool field_needed_text(const json_t *message, const char *name, const char **text, HenkaError *);

#endif
