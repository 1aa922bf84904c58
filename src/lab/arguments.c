#include "lab/arguments.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "lab/variant_file.h"

static bool take_setting(void *context, const char *text) {
    Arguments *given = context;
    if (given->setting_count == ARGUMENTS_MAX_SETTINGS || !strchr(text, '=')) return false;
    given->settings[given->setting_count++] = text;
    return true;
}

bool arguments_read(Arguments *given, int argc, char **argv, const CommandOption *options,
                    size_t option_count, HenkaError *error) {
    enum { OPTIONS_LIMIT = 40 };
    CommandOption all[OPTIONS_LIMIT] = {
        {"--set", OPTION_CALL, given, .take = take_setting, .form = "NAME=VALUE, 32 times at most"},
        {"--quiet", OPTION_FLAG, &given->quiet},
        {"--append", OPTION_FLAG, &given->append}};
    int words = argc - 1;
    assert(option_count + 3 <= OPTIONS_LIMIT);
    for (size_t i = 0; i < option_count; i++) all[i + 3] = options[i];
    if (!args_parse(argv + 1, &words, all, option_count + 3, error)) return false;
    if (words > 1) return error_at(error, 0, 0, "two games: \"%s\" and \"%s\"", argv[1], argv[2]);
    given->game = words ? argv[1] : NULL;
    return given->game || error_at(error, 0, 0, "which game? A shipped name or a file");
}

HenkaVariant *arguments_variant(const Arguments *given, HenkaError *error) {
    return variant_from_argument(given->game, given->settings, given->setting_count, error);
}

FILE *arguments_open_output(const Arguments *given, const char *path, HenkaError *error) {
    FILE *file = fopen(path, given->append ? "ab" : "wbx");
    if (!file && errno == EEXIST)
        error_at(error, 0, 0, "\"%s\" is there already: --append adds to it", path);
    else if (!file)
        error_at(error, 0, 0, "can't write to \"%s\": %s", path, strerror(errno));
    return file;
}
