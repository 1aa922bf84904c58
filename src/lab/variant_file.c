#include "lab/variant_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "protocol/registry.h"

HenkaVariant *variant_file_open(const char *name_or_path, const char *const *settings, size_t count,
                                HenkaError *error) {
    HenkaDiagnostic entries[32];
    HenkaReport report = {.entries = entries, .cap = 32};
    if (!file_names_game(name_or_path)) {
        error_say(error, 0, 0, MSG_GAME_NO_FILE, arg_text(name_or_path));
        return NULL;
    }
    HenkaError why = {0};
    HenkaVariant *variant = file_variant(name_or_path, settings, count, &report, &why);
    if (!variant && why.line)
        error_say(error, 0, 0, MSG_ERROR_IN_FILE, arg_text(name_or_path), arg_number(why.line),
                  arg_number(why.column), arg_error(&why));
    else if (!variant)
        *error = why;
    return variant;
}

typedef bool EngineFile(HenkaEngine *, const HenkaVariant *, const char *bytes, size_t length);

static bool set_from_file(EngineFile *set, HenkaEngine *engine, const HenkaVariant *variant,
                          const char *path, MessageKey refusal, HenkaError *error) {
    size_t length = 0;
    if (!*path) return true;
    if (!strcmp(path, "none")) return set(engine, variant, "", 0);
    char *bytes = file_read(path, &length, error);
    if (!bytes) return false;
    bool used = length && set(engine, variant, bytes, length);
    free(bytes);
    return used || error_say(error, 0, 0, refusal, arg_text(path));
}

bool variant_file_set_net(HenkaEngine *engine, const HenkaVariant *variant, const char *path,
                          HenkaError *error) {
    return set_from_file(henka_engine_set_net, engine, variant, path, MSG_FILE_NO_NET, error);
}

bool variant_file_set_eval(HenkaEngine *engine, const HenkaVariant *variant, const char *path,
                           HenkaError *error) {
    return set_from_file(henka_engine_set_eval, engine, variant, path, MSG_FILE_NO_EVAL, error);
}
