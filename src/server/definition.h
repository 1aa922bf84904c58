/* definition - a game's rules as text, with the settings chosen for them.
 * Shapes   Settings are a JSON object, option name → value, both text.
 * Errors   HenkaError gets the first fatal entry of the report.
 */
#ifndef HENKA_SERVER_DEFINITION_H
#define HENKA_SERVER_DEFINITION_H

#include "henka.h"

#include <jansson.h>

/* settings and report may be NULL. */
HenkaVariant *definition_read(const char *definition, const json_t *settings, HenkaReport *,
                              HenkaError *);
/* What differs from the standard, as the variant understood it. */
json_t *definition_settings(const HenkaVariant *);
bool definition_is_shipped(const char *definition);

#endif
