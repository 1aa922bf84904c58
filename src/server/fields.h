/* fields - what a message must or may hold, read from its JSON.
 * Owner    Texts and settings stay the message's.
 * Errors   False: the field is missing or isn't what it should be, and the error says what was
 *          expected and what was found; but never what was found in place of a token. An absent or
 *          null field that may lack leaves what it would be read into as it is.
 */
#ifndef HENKA_SERVER_FIELDS_H
#define HENKA_SERVER_FIELDS_H

#include "base/message.h"
#include "server/database.h"

#include <jansson.h>

/* Says what was expected in place of the value; always false. name NULL: the message itself. */
bool field_wrong(const char *name, const Message *expected, const json_t *value, HenkaError *);
bool field_text(const json_t *message, const char *name, const char **text, HenkaError *);
bool field_needed_text(const json_t *message, const char *name, const char **text, HenkaError *);
/* A text of so many characters at most, none of them a control character of ASCII, into room for
 * as many of them and a NUL; "" when it lacks. What others couldn't see, or what would turn the
 * text beside it, is left out. */
bool field_characters(const json_t *message, const char *name, int most, char *text, HenkaError *);
bool field_number(const json_t *message, const char *name, int low, int high, int *number,
                  HenkaError *);
bool field_bool(const json_t *message, const char *name, bool *value, HenkaError *);
/* The name of a handicap; NULL: none. An empty name is none too. */
bool field_handicap(const json_t *message, const char **name, HenkaError *);
bool field_settings(const json_t *message, json_t **settings, HenkaError *);
bool field_side(const json_t *message, HenkaSide *side, HenkaError *);
bool field_side_if_any(const json_t *message, int *side, HenkaError *); /* -1: it lacks */
/* The definition that a message names: the text of `variantText`, or that of the shipped game named
 * by `game`. NULL when the message has neither. */
bool field_definition(const json_t *message, const char **definition, HenkaError *);
bool field_token(const json_t *message, const char *name, TokenHash *, HenkaError *);
bool field_offer(const json_t *message, OfferKind *, HenkaError *);
bool field_clock(const json_t *message, ClockRules *, HenkaError *); /* none when it lacks */

#endif
