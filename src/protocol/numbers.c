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

/* Loads a file of numbers or of a network (`net`), or neither for "none", into the engine or, if it
 * is NULL, the variant. An empty file is refused: it holds no numbers and doesn't mean "none". */
static bool path_set(HenkaEngine *engine, HenkaVariant *variant, const char *path, bool net,
                     HenkaError *error) {
    HenkaError why;
    size_t length = 0;
    bool none = !strcmp(path, "none");
    char *bytes = none ? NULL : file_read(path, &length, error);
    if (!none && !bytes) return false;
    const char *text = none ? "" : bytes;
    if (bytes && !length) length = 1;
    bool used = engine ? (net ? henka_engine_set_net : henka_engine_set_eval)(
                             engine, variant, text, length, none ? error : &why)
                       : (net ? henka_variant_set_net
                              : henka_variant_set_eval)(variant, text, length, none ? error : &why);
    free(bytes);
    return used || (!none && error_set(error, MSG_FILE_REFUSED, arg_text(path), arg_error(&why)));
}

bool numbers_set(HenkaEngine *engine, const HenkaVariant *variant, const char *path, bool net,
                 HenkaError *error) {
    if (*path) return path_set(engine, (HenkaVariant *)variant, path, net, error);
    return (net ? henka_engine_set_net : henka_engine_set_eval)(engine, variant, NULL, 0, error);
}

bool numbers_give(HenkaVariant *variant, const char *game_path, const char *eval, const char *net,
                  bool under_settings, HenkaError *error) {
    for (int half = 0; half < 2; half++) {
        char beside[PATH_CAP]; /* path of NAME.eval or NAME.net in the folder of NAME.ini */
        const char *given = half ? net : eval;
        int length = snprintf(beside, sizeof beside, "%.*s%s", (int)strlen(game_path) - 4,
                              game_path, half ? ".net" : ".eval");
        bool found = ends_in(game_path, ".ini") && length < PATH_CAP &&
                     (!access(beside, F_OK) || errno != ENOENT);
        if (!*given && !found) continue;
        if (!path_set(NULL, variant, *given ? given : beside, half, error) &&
            (*given || !under_settings))
            return false;
    }
    return true;
}
