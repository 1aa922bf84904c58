/* fields - reads a message's fields from its JSON, and checks them.
 * Owner    Texts and settings stay the message's.
 * Errors   False: the field is missing or malformed, and the error says what was expected and what
 *          was found; the value of a token is never quoted. An optional field that is absent or
 *          null leaves its target unchanged.
 */
#ifndef HENKA_STORE_FIELDS_H
#define HENKA_STORE_FIELDS_H

#include "base/message.h"
#include "store/database.h"

#include <jansson.h>

/* Reports what was expected in place of the value; always returns false. name NULL: the message
 * itself. */
bool field_wrong(const char *name, const Message *expected, const json_t *value, HenkaError *);
bool field_text(const json_t *message, const char *name, const char **text, HenkaError *);
bool field_needed_text(const json_t *message, const char *name, const char **text, HenkaError *);
/* Reads a text of at most `most` characters without control characters of ASCII. `text` has room
 * for that number of characters in UTF-8 and a NUL; an absent field makes it "". Invisible
 * characters, and characters that would turn the direction of the text beside it, are left out. */
bool field_characters(const json_t *message, const char *name, int most, char *text, HenkaError *);
bool field_number(const json_t *message, const char *name, int low, int high, int *number,
                  HenkaError *);
bool field_bool(const json_t *message, const char *name, bool *value, HenkaError *);
bool field_object(const json_t *message, const char *name, json_t **object, HenkaError *);
bool field_side(const json_t *message, const char *name, int *side, HenkaError *);
bool field_token(const json_t *message, const char *name, TokenHash *, HenkaError *);
bool field_offer(const json_t *message, const char *name, OfferKind *, HenkaError *);
bool field_clock(const json_t *message, const char *name, ClockRules *, HenkaError *);

#endif
