#include "protocol/numbers.h"

#include "base/error.h"
#include "protocol/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_CAP = 4096 };

static bool ends_in(const char *path, const char *ending) {
    size_t length = strlen(path), least = strlen(ending);
    return length > least && !strcmp(path + length - least, ending);
}

bool numbers_is_net(const char *path) { return ends_in(path, ".net"); }

/* The bytes of a file, at least one: an empty file is refused, because it holds no numbers and
 * doesn't mean "none". */
static char *bytes_read(const char *path, size_t *length, HenkaError *error) {
    char *bytes = file_read(path, length, error);
    if (bytes && !*length) *length = 1;
    return bytes;
}

static bool refused(const char *path, const HenkaError *why, HenkaError *error) {
    return error_set(error, MSG_FILE_REFUSED, arg_text(path), arg_error(why));
}

/* ---- of a variant ---- */

typedef bool VariantSet(HenkaVariant *, const char *bytes, size_t length, HenkaError *);

static bool variant_set(VariantSet *set, HenkaVariant *variant, const char *path,
                        HenkaError *error) {
    HenkaError why;
    size_t length = 0;
    if (!strcmp(path, "none")) return set(variant, "", 0, error);
    char *bytes = bytes_read(path, &length, error);
    if (!bytes) return false;
    bool used = set(variant, bytes, length, &why);
    free(bytes);
    return used || refused(path, &why, error);
}

/* NAME.ini with another ending, if there is such a file. */
static bool path_beside(const char *game_path, const char *ending, char path[PATH_CAP]) {
    int stem = (int)strlen(game_path) - 4;
    if (!ends_in(game_path, ".ini")) return false;
    int length = snprintf(path, PATH_CAP, "%.*s%s", stem, game_path, ending);
    return length < PATH_CAP && (!access(path, F_OK) || errno != ENOENT);
}

static bool half_give(VariantSet *set, HenkaVariant *variant, const char *game_path,
                      const char *given, const char *ending, bool under_settings,
                      HenkaError *error) {
    char beside[PATH_CAP];
    if (*given) return variant_set(set, variant, given, error);
    return !path_beside(game_path, ending, beside) || variant_set(set, variant, beside, error) ||
           under_settings;
}

bool numbers_give(HenkaVariant *variant, const char *game_path, const char *eval, const char *net,
                  bool under_settings, HenkaError *error) {
    return half_give(henka_variant_set_eval, variant, game_path, eval, ".eval", under_settings,
                     error) &&
           half_give(henka_variant_set_net, variant, game_path, net, ".net", under_settings, error);
}

/* ---- of an engine ---- */

typedef bool EngineSet(HenkaEngine *, const HenkaVariant *, const char *bytes, size_t length,
                       HenkaError *);

static bool engine_set(EngineSet *set, HenkaEngine *engine, const HenkaVariant *variant,
                       const char *path, HenkaError *error) {
    HenkaError why;
    size_t length = 0;
    if (!*path) return set(engine, variant, NULL, 0, error);
    if (!strcmp(path, "none")) return set(engine, variant, "", 0, error);
    char *bytes = bytes_read(path, &length, error);
    if (!bytes) return false;
    bool used = set(engine, variant, bytes, length, &why);
    free(bytes);
    return used || refused(path, &why, error);
}

bool numbers_set_eval(HenkaEngine *engine, const HenkaVariant *variant, const char *path,
                      HenkaError *error) {
    return engine_set(henka_engine_set_eval, engine, variant, path, error);
}

bool numbers_set_net(HenkaEngine *engine, const HenkaVariant *variant, const char *path,
                     HenkaError *error) {
    return engine_set(henka_engine_set_net, engine, variant, path, error);
}
