#include "match/arguments.h"

#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "match/variant_file.h"
#include "protocol/file.h"

int arguments_help(int argc, char **argv, MessageKey usage) {
    if (argc >= 2 && strcmp(argv[1], "--help") != 0) return -1;
    args_say(argc < 2 ? stderr : stdout, usage);
    return argc < 2 ? 2 : 0;
}

bool arguments_read(Arguments *given, int argc, char **argv, const CommandOption *options,
                    size_t option_count, HenkaError *error) {
    int words = argc - 1;
    if (!args_parse(argv + 1, &words, options, option_count, &given->settings, error)) return false;
    if (given->append && given->force) return error_set(error, MSG_ARGUMENT_APPEND_AND_FORCE);
    if (given->shards && given->part_count) return error_set(error, MSG_ARGUMENT_SHARD_AND_MERGE);
    if (words > 1)
        return error_set(error, MSG_ARGUMENT_TWO_GAMES, arg_text(argv[1]), arg_text(argv[2]));
    given->game = words ? argv[1] : NULL;
    return given->game || error_set(error, MSG_ARGUMENT_NO_GAME);
}

HenkaVariant *arguments_variant(const Arguments *given, HenkaError *error) {
    return variant_file_open(given->game, given->settings.texts, given->settings.count, error);
}

HenkaVariant *arguments_variant_with(const Arguments *given, const char *eval, const char *net,
                                     HenkaError *error) {
    HenkaVariant *variant = arguments_variant(given, error);
    if (!variant ||
        variant_file_numbers(variant, given->game, given->settings.count, eval, net, error))
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

bool arguments_plies(void *random_plies, const char *text) {
    RandomPlies *plies = random_plies;
    enum { MOST_PLIES = 200 };
    int read = sscanf(text, "%d-%d", &plies->min, &plies->max);
    if (read == 1) plies->max = plies->min;
    return read >= 1 && plies->min >= 0 && plies->max >= plies->min && plies->max <= MOST_PLIES;
}

bool arguments_random(void *random_plies, const char *text) {
    RandomPlies *plies = random_plies;
    plies->quiet = !strcmp(text, "quiet");
    return plies->quiet || !strcmp(text, "random");
}

bool arguments_resign(const char *text, int *score_cp, int *plies) {
    return sscanf(text, "%d:%d", score_cp, plies) == 2 && *score_cp > 0;
}

FILE *arguments_open_output(const Arguments *given, const char *path, HenkaError *error) {
    FILE *file = fopen(path, given->append ? "ab" : given->force ? "wb" : "wbx");
    if (!file && errno == EEXIST)
        error_set(error, MSG_FILE_EXISTS, arg_text(path));
    else if (!file)
        file_unwritten(path, error);
    return file;
}
