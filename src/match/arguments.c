#include "match/arguments.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "match/variant_file.h"

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
        {"--set", OPTION_CALL, given, .take = take_setting, .form = MSG_FORM_SETTING},
        {"--quiet", OPTION_FLAG, &given->quiet}};
    int words = argc - 1;
    assert(option_count + 2 <= OPTIONS_LIMIT);
    for (size_t i = 0; i < option_count; i++) all[i + 2] = options[i];
    if (!args_parse(argv + 1, &words, all, option_count + 2, error)) return false;
    if (given->append && given->force) return error_say(error, 0, 0, MSG_ARGUMENT_APPEND_AND_FORCE);
    if (given->shards && given->part_count)
        return error_say(error, 0, 0, MSG_ARGUMENT_SHARD_AND_MERGE);
    if (words > 1)
        return error_say(error, 0, 0, MSG_ARGUMENT_TWO_GAMES, arg_text(argv[1]), arg_text(argv[2]));
    given->game = words ? argv[1] : NULL;
    return given->game || error_say(error, 0, 0, MSG_ARGUMENT_NO_GAME);
}

HenkaVariant *arguments_variant(const Arguments *given, HenkaError *error) {
    return variant_file_open(given->game, given->settings, given->setting_count, error);
}

HenkaVariant *arguments_variant_with(const Arguments *given, const char *eval, const char *net,
                                     HenkaError *error) {
    HenkaVariant *variant = arguments_variant(given, error);
    if (!variant ||
        variant_file_numbers(variant, given->game, given->setting_count, eval, net, error))
        return variant;
    henka_variant_free(variant);
    return NULL;
}

bool arguments_take_shard(void *context, const char *text) {
    Arguments *given = context;
    char slash, more;
    int read = sscanf(text, "%d%c%d%c", &given->shard, &slash, &given->shards, &more);
    bool ok = read == 3 && slash == '/' && given->shard >= 1 && given->shard <= given->shards &&
              given->shards <= ARGUMENTS_MAX_SHARDS;
    given->shard--;
    return ok;
}

bool arguments_take_part(void *context, const char *text) {
    Arguments *given = context;
    if (given->part_count == ARGUMENTS_MAX_SHARDS) return false;
    given->parts[given->part_count++] = text;
    return true;
}

bool arguments_plies(const char *text, RandomPlies *plies) {
    enum { MOST_PLIES = 200 };
    int read = sscanf(text, "%d-%d", &plies->min, &plies->max);
    if (read == 1) plies->max = plies->min;
    return read >= 1 && plies->min >= 0 && plies->max >= plies->min && plies->max <= MOST_PLIES;
}

bool arguments_random(const char *text, RandomPlies *plies) {
    plies->quiet = !strcmp(text, "quiet");
    return plies->quiet || !strcmp(text, "random");
}

bool arguments_resign(const char *text, int *score_cp, int *plies) {
    return sscanf(text, "%d:%d", score_cp, plies) == 2 && *score_cp > 0;
}

FILE *arguments_open_output(const Arguments *given, const char *path, HenkaError *error) {
    FILE *file = fopen(path, given->append ? "ab" : given->force ? "wb" : "wbx");
    if (!file && errno == EEXIST)
        error_say(error, 0, 0, MSG_FILE_EXISTS, arg_text(path));
    else if (!file)
        error_say(error, 0, 0, MSG_FILE_CANNOT_WRITE_WHY, arg_text(path),
                  arg_text(strerror(errno)));
    return file;
}
