#include "server/fields.h"

#include "base/error.h"

#include <stdio.h>
#include <string.h>

enum { DEFINITION_BYTES = 256 << 10, STANDARD_LEVEL = 5 };

const char *json_type_name(const json_t *value) {
    static const char *const names[] = {"an object", "a list", "a text", "a number",
                                        "a number",  "true",   "false",  "null"};
    return value ? names[json_typeof(value)] : "nothing";
}

static bool field_wrong(const char *name, const char *expected, const json_t *value,
                        HenkaError *error) {
    if (json_is_string(value))
        return error_at(error, 0, 0, "\"%s\": expected %s, found \"%.60s\"", name, expected,
                        json_string_value(value));
    return error_at(error, 0, 0, "\"%s\": expected %s, found %s", name, expected,
                    json_type_name(value));
}

bool field_text(const json_t *message, const char *name, const char **text, HenkaError *error) {
    const json_t *value = json_object_get(message, name);
    if (!value || json_is_null(value)) return true;
    if (!json_is_string(value)) return field_wrong(name, "a text", value, error);
    *text = json_string_value(value);
    return true;
}

bool field_needed_text(const json_t *message, const char *name, const char **text,
                       HenkaError *error) {
    *text = NULL;
    if (!field_text(message, name, text, error)) return false;
    return *text || field_wrong(name, "a text", NULL, error);
}

bool field_number(const json_t *message, const char *name, int low, int high, int *number,
                  HenkaError *error) {
    const json_t *value = json_object_get(message, name);
    if (!value || json_is_null(value)) return true;
    json_int_t found = json_integer_value(value);
    if (!json_is_integer(value) || found < low || found > high) {
        char expected[64];
        snprintf(expected, sizeof expected, "a whole number from %d to %d", low, high);
        return field_wrong(name, expected, value, error);
    }
    *number = (int)found;
    return true;
}

bool field_settings(const json_t *message, json_t **settings, HenkaError *error) {
    json_t *value = json_object_get(message, "settings");
    *settings = NULL;
    if (!value || json_is_null(value)) return true;
    if (!json_is_object(value)) return field_wrong("settings", "an object", value, error);
    *settings = value;
    return true;
}

static bool field_player(const json_t *message, const char *name, bool *engine, HenkaError *error) {
    const char *text = "human";
    if (!field_text(message, name, &text, error)) return false;
    *engine = !strcmp(text, "engine");
    return *engine || !strcmp(text, "human") ||
           field_wrong(name, "\"human\" or \"engine\"", json_object_get(message, name), error);
}

bool field_side(const json_t *message, HenkaSide *side, HenkaError *error) {
    const char *text;
    if (!field_needed_text(message, "side", &text, error)) return false;
    *side = !strcmp(text, "gote") ? HENKA_GOTE : HENKA_SENTE;
    return *side == HENKA_GOTE || !strcmp(text, "sente") ||
           field_wrong("side", "\"sente\" or \"gote\"", json_object_get(message, "side"), error);
}

bool shipped_definition(const char *name, const char **definition, HenkaError *error) {
    const char *known;
    for (size_t i = 0; (known = henka_shipped_name(i)); i++)
        if (!strcmp(known, name)) {
            *definition = henka_shipped_text(i, NULL);
            return true;
        }
    return error_at(error, 0, 0, "\"game\": expected the name of a shipped game, found \"%.60s\"",
                    name);
}

bool field_definition(const json_t *message, const char **definition, HenkaError *error) {
    const char *name = NULL;
    *definition = NULL;
    if (!field_text(message, "variantText", definition, error) ||
        !field_text(message, "game", &name, error))
        return false;
    if (!*definition) return !name || shipped_definition(name, definition, error);
    size_t length = strlen(*definition);
    return length <= DEFINITION_BYTES ||
           error_at(error, 0, 0, "\"variantText\": expected at most %d bytes, found %zu",
                    DEFINITION_BYTES, length);
}

bool field_setup(const json_t *message, LiveSetup *setup, HenkaError *error) {
    *setup = (LiveSetup){.level = STANDARD_LEVEL};
    return field_definition(message, &setup->definition, error) &&
           field_settings(message, &setup->settings, error) &&
           field_player(message, "sente", &setup->engine[0], error) &&
           field_player(message, "gote", &setup->engine[1], error) &&
           field_number(message, "level", 0, HENKA_MAX_LEVEL, &setup->level, error) &&
           field_text(message, "sfen", &setup->sfen, error);
}
