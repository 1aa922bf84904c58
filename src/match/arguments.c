#include "match/arguments.h"

#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "protocol/file.h"
#include "protocol/numbers.h"

int arguments_help(const Args *args, MessageKey usage) {
    if (args->count && strcmp(args->words[0], "--help") != 0) return -1;
    args_say(args->count ? stdout : stderr, usage);
    return args->count ? 0 : 2;
}

bool arguments_read(Args *args, const CommandOption *options, size_t option_count,
                    HenkaError *error) {
    if (!args_parse(args, options, option_count, error)) return false;
    if (args->append && args->force) return error_set(error, MSG_ARGUMENT_APPEND_AND_FORCE);
    if (args->shards && args->part_count) return error_set(error, MSG_ARGUMENT_SHARD_AND_MERGE);
    if (args->count > 1)
        return error_set(error, MSG_ARGUMENT_TWO_GAMES, arg_text(args->words[0]),
                         arg_text(args->words[1]));
    return args->count || error_set(error, MSG_ARGUMENT_NO_GAME);
}

HenkaVariant *arguments_variant_named(const char *name_or_path, const Settings *settings,
                                      const char *eval, const char *net, HenkaError *error) {
    HenkaDiagnostic entries[32];
    HenkaReport report = {.entries = entries, .cap = 32};
    HenkaError why = {0};
    if (!file_names_game(name_or_path))
        return error_set(error, MSG_GAME_NO_FILE, arg_text(name_or_path)), NULL;
    HenkaVariant *variant =
        file_variant(name_or_path, settings->texts, settings->count, &report, &why);
    if (!variant && why.line)
        error_set(error, MSG_ERROR_IN_FILE, arg_text(name_or_path), arg_number(why.line),
                  arg_number(why.column), arg_error(&why));
    else if (!variant)
        *error = why;
    if (!variant || !eval ||
        arguments_numbers(variant, name_or_path, settings->count, eval, net, error))
        return variant;
    henka_variant_free(variant);
    return NULL;
}

bool arguments_numbers(HenkaVariant *variant, const char *name_or_path, size_t setting_count,
                       const char *eval, const char *net, HenkaError *error) {
    bool good = true;
    if (setting_count) { /* files beside the game's file must fit the game without settings */
        HenkaVariant *plain =
            arguments_variant_named(name_or_path, &(Settings){0}, NULL, NULL, error);
        good = plain && numbers_give(plain, name_or_path, *eval ? "none" : "", *net ? "none" : "",
                                     false, error);
        henka_variant_free(plain);
    }
    return good && numbers_give(variant, name_or_path, eval, net, setting_count > 0, error);
}

HenkaVariant *arguments_variant(const Args *args, const char *eval, const char *net,
                                HenkaError *error) {
    return arguments_variant_named(args->words[0], &args->settings, eval, net, error);
}

bool arguments_take_shard(void *context, const char *text) {
    Args *args = context;
    char slash, more;
    int read = sscanf(text, "%d%c%d%c", &args->shard, &slash, &args->shards, &more);
    bool ok = read == 3 && slash == '/' && args->shard >= 1 && args->shard <= args->shards &&
              args->shards <= ARGS_MAX_SHARDS;
    args->shard--;
    return ok;
}

bool arguments_take_part(void *context, const char *text) {
    Args *args = context;
    if (args->part_count == ARGS_MAX_SHARDS) return false;
    args->parts[args->part_count++] = text;
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
    return plies->chosen = plies->quiet || !strcmp(text, "random");
}

bool arguments_resign(const char *text, int *score_cp, int *plies) {
    return sscanf(text, "%d:%d", score_cp, plies) == 2 && *score_cp > 0;
}

FILE *arguments_open_output(const Args *args, const char *path, HenkaError *error) {
    FILE *file = fopen(path, args->append ? "ab" : args->force ? "wb" : "wbx");
    if (!file && errno == EEXIST)
        error_set(error, MSG_FILE_EXISTS, arg_text(path));
    else if (!file)
        file_unwritten(path, error);
    return file;
}
