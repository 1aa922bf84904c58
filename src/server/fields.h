/* fields - reading what a message must or may hold.
 * Owner    Texts and settings belong to the message.
 * Errors   "field": expected …, found ….
 */
#ifndef HENKA_SERVER_FIELDS_H
#define HENKA_SERVER_FIELDS_H

#include "server/live.h"

const char *json_type_name(const json_t *); /* "a list"; "nothing" for NULL */

/* An absent or null field leaves the value as it is. */
bool field_text(const json_t *message, const char *name, const char **text, HenkaError *);
bool field_number(const json_t *message, const char *name, int low, int high, int *number,
                  HenkaError *);
bool field_settings(const json_t *message, json_t **settings, HenkaError *);

bool field_needed_text(const json_t *message, const char *name, const char **text, HenkaError *);
bool field_side(const json_t *message, HenkaSide *, HenkaError *);
/* The text of `variantText`, or of the shipped game named by `game`; NULL when the message has
 * neither. */
bool field_definition(const json_t *message, const char **definition, HenkaError *);
bool shipped_definition(const char *name, const char **definition, HenkaError *);
/* What `new` and `import` have in common. */
bool field_setup(const json_t *message, LiveSetup *, HenkaError *);

#endif
