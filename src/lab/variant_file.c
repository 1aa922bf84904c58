#include "lab/variant_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "protocol/catalogue.h"

static bool is_shipped(const char *name) {
    for (size_t i = 0; henka_shipped_name(i); i++)
        if (!strcmp(henka_shipped_name(i), name)) return true;
    return false;
}

HenkaVariant *variant_from_argument(const char *name_or_path, const char *const *settings,
                                    size_t count, HenkaError *error) {
    HenkaDiagnostic entries[32];
    HenkaReport report = {.entries = entries, .cap = 32};
    HenkaVariant *variant = NULL;
    if (is_shipped(name_or_path)) {
        variant = henka_variant_shipped(name_or_path, settings, count, &report);
    } else {
        size_t length = 0;
        if (access(name_or_path, F_OK))
            return error_at(error, 0, 0, "no shipped game and no file \"%s\"", name_or_path), NULL;
        char *text = file_read(name_or_path, &length, error);
        if (!text) return NULL;
        variant = henka_variant_parse(text, length, settings, count, &report);
        free(text);
    }
    const HenkaError *why = henka_report_error(&report);
    if (!variant && error && why) *error = *why;
    return variant;
}

typedef bool EngineFile(HenkaEngine *, const HenkaVariant *, const char *bytes, size_t length);

static bool set_from_file(EngineFile *set, HenkaEngine *engine, const HenkaVariant *variant,
                          const char *path, const char *what, HenkaError *error) {
    size_t length = 0;
    if (!*path) return true;
    if (!strcmp(path, "none")) return set(engine, variant, "", 0);
    char *bytes = file_read(path, &length, error);
    if (!bytes) return false;
    bool used = length && set(engine, variant, bytes, length);
    free(bytes);
    return used || error_at(error, 0, 0, "\"%s\" has no %s for this game", path, what);
}

bool net_from_argument(HenkaEngine *engine, const HenkaVariant *variant, const char *path,
                       HenkaError *error) {
    return set_from_file(henka_engine_set_net, engine, variant, path, "network", error);
}

bool eval_from_argument(HenkaEngine *engine, const HenkaVariant *variant, const char *path,
                        HenkaError *error) {
    return set_from_file(henka_engine_set_eval, engine, variant, path, "fitted numbers", error);
}
