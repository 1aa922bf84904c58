#include "match/variant_file.h"

#include "base/error.h"
#include "protocol/file.h"
#include "protocol/numbers.h"

HenkaVariant *variant_file_open(const char *name_or_path, const char *const *settings, size_t count,
                                HenkaError *error) {
    HenkaDiagnostic entries[32];
    HenkaReport report = {.entries = entries, .cap = 32};
    if (!file_names_game(name_or_path)) {
        error_set(error, MSG_GAME_NO_FILE, arg_text(name_or_path));
        return NULL;
    }
    HenkaError why = {0};
    HenkaVariant *variant = file_variant(name_or_path, settings, count, &report, &why);
    if (!variant && why.line)
        error_set(error, MSG_ERROR_IN_FILE, arg_text(name_or_path), arg_number(why.line),
                  arg_number(why.column), arg_error(&why));
    else if (!variant)
        *error = why;
    return variant;
}

bool variant_file_numbers(HenkaVariant *variant, const char *name_or_path, size_t setting_count,
                          const char *eval, const char *net, HenkaError *error) {
    bool good = true;
    if (setting_count) { /* what stands beside the file must fit the game without settings */
        HenkaVariant *plain = variant_file_open(name_or_path, NULL, 0, error);
        good = plain && numbers_give(plain, name_or_path, *eval ? "none" : "", *net ? "none" : "",
                                     false, error);
        henka_variant_free(plain);
    }
    return good && numbers_give(variant, name_or_path, eval, net, setting_count > 0, error);
}
