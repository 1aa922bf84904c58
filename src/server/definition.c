#include "server/definition.h"

#include "base/error.h"

#include <stdio.h>
#include <string.h>

enum { MAX_SETTINGS = 64, SETTING_CAP = 160 };

static void report_first_fatal(const HenkaReport *report, HenkaError *error) {
    const HenkaError *at = henka_report_error(report);
    if (!at)
        error_at(error, 0, 0, "the game's definition was refused");
    else if (at->line)
        error_at(error, at->line, at->column, "the game's definition, line %d, column %d: %.180s",
                 at->line, at->column, at->message);
    else
        *error = *at;
}

HenkaVariant *definition_read(const char *definition, const json_t *settings, HenkaReport *report,
                              HenkaError *error) {
    char texts[MAX_SETTINGS][SETTING_CAP];
    const char *list[MAX_SETTINGS];
    size_t count = 0;
    const char *name;
    json_t *value;
    HenkaDiagnostic entry[8];
    HenkaReport own = {.entries = entry, .cap = 8};
    if (!report) report = &own;
    json_object_foreach((json_t *)settings, name, value) {
        if (!json_is_string(value))
            return error_at(error, 0, 0, "setting \"%.60s\": expected a text as value", name), NULL;
        if (count == MAX_SETTINGS)
            return error_at(error, 0, 0, "expected at most %d settings", MAX_SETTINGS), NULL;
        int length = snprintf(texts[count], SETTING_CAP, "%s=%s", name, json_string_value(value));
        if (length >= SETTING_CAP)
            return error_at(error, 0, 0, "setting \"%.60s\": too long", name), NULL;
        list[count] = texts[count];
        count++;
    }
    HenkaVariant *variant =
        henka_variant_parse(definition, strlen(definition), list, count, report);
    if (!variant) report_first_fatal(report, error);
    return variant;
}

json_t *definition_settings(const HenkaVariant *variant) {
    json_t *settings = json_object();
    for (size_t i = 0; i < henka_variant_option_count(variant); i++) {
        HenkaOption option = henka_variant_option(variant, i);
        if (strcmp(option.value, option.standard))
            json_object_set_new(settings, option.name, json_string(option.value));
    }
    return settings;
}

bool definition_is_shipped(const char *definition) {
    const char *text;
    size_t length;
    for (size_t i = 0; (text = henka_shipped_text(i, &length)); i++)
        if (strlen(definition) == length && !memcmp(definition, text, length)) return true;
    return false;
}
