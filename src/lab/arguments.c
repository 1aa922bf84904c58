#include "lab/arguments.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "lab/variant_file.h"

bool argument_int(const char *text, int least, int *value) {
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end || n < least || n > 100000000) return false;
    *value = (int)n;
    return true;
}

static bool take_setting(Arguments *given, const char *text) {
    if (given->setting_count == ARGUMENTS_MAX_SETTINGS || !strchr(text, '=')) return false;
    given->settings[given->setting_count++] = text;
    return true;
}

static bool take_game(Arguments *given, const char *word, HenkaError *error) {
    if (given->game)
        return error_at(error, 0, 0, "two games: \"%s\" and \"%s\"", given->game, word);
    given->game = word;
    return true;
}

bool arguments_read(Arguments *given, int argc, char **argv, ArgumentTaker *take, void *request,
                    HenkaError *error) {
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (!strcmp(word, "--quiet")) {
            given->quiet = true;
        } else if (!strcmp(word, "--append")) {
            given->append = true;
        } else if (word[0] != '-') {
            if (!take_game(given, word, error)) return false;
        } else if (++i == argc) {
            return error_at(error, 0, 0, "%s: no such option, or a value is missing", word);
        } else if (!(!strcmp(word, "--set") ? take_setting(given, argv[i])
                                            : take(request, word, argv[i]))) {
            return error_at(error, 0, 0, "%s: no such option, or no such value: \"%s\"", word,
                            argv[i]);
        }
    }
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
