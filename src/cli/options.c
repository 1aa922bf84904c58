#include "cli/options.h"

#include "match/variant_file.h"
#include "protocol/file.h"
#include "protocol/registry.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int args_usage(const Args *args) {
    args_say(stderr, MSG_USAGE, arg_text(args->usage));
    return EXIT_USAGE;
}

int args_no_memory(void) {
    args_complain(MSG_NO_MEMORY);
    return 1;
}

bool args_count(const Args *args, int least, int most) {
    if (args->count >= least && (most < 0 || args->count <= most)) return true;
    args_usage(args);
    return false;
}

bool args_take(Args *args, const CommandOption *options, size_t option_count) {
    HenkaError error;
    if (args_parse(args->words, &args->count, options, option_count, &args->settings, &error))
        return true;
    args_say(stderr, MSG_HENKA_SAYS, arg_error(&error));
    args_usage(args);
    return false;
}

/* ---- the game and the position a command is about -------------------------------------------- */

void args_report(FILE *file, const char *path, const HenkaDiagnostic *entry) {
    args_say(file,
             entry->fatal  ? MSG_REPORT_ERROR
             : entry->note ? MSG_REPORT_NOTE
                           : MSG_REPORT_WARNING,
             arg_text(path), arg_number(entry->at.line), arg_number(entry->at.column),
             arg_error(&entry->at));
}

void args_unknown_game(const char *name) {
    Registry *registry = registry_new();
    const char *near = registry_near(registry, name);
    if (near)
        args_complain(MSG_GAME_OR_FILE_UNKNOWN_NEAR, arg_text(name), arg_text(near));
    else
        args_complain(MSG_GAME_OR_FILE_UNKNOWN, arg_text(name));
    MessageArg names[64];
    size_t count = registry_count(registry);
    assert(count <= sizeof names / sizeof *names); /* the games inside the library */
    for (size_t i = 0; i < count; i++) names[i] = arg_text(registry_name(registry, i));
    args_say(stderr, MSG_GAMES_LIST, arg_list(names, count));
    registry_free(registry);
}

/* The setting that an entry without a place is about; NULL: none. */
static const char *setting_meant(const Args *args, const HenkaDiagnostic *entry) {
    char quoted[128];
    for (size_t i = 0; i < args->settings.count && !entry->at.line; i++) {
        snprintf(quoted, sizeof quoted, "option `%.*s`", (int)strcspn(args->settings.texts[i], "="),
                 args->settings.texts[i]);
        if (strstr(entry->at.message, quoted)) return args->settings.texts[i];
    }
    return NULL;
}

static void refusal_print(const Args *args, const char *name, const HenkaReport *report) {
    for (size_t i = 0; i < report->count && i < report->cap; i++) {
        const char *setting = setting_meant(args, &report->entries[i]);
        if (setting)
            args_complain(MSG_SETTING_REFUSED, arg_text(setting),
                          arg_error(&report->entries[i].at));
        else
            args_report(stderr, name, &report->entries[i]);
    }
    if (report->count > report->cap)
        args_say(stderr, MSG_REPORT_MORE, arg_text(name),
                 arg_number((int64_t)(report->count - report->cap)));
}

HenkaVariant *args_variant(const Args *args, const char *name) {
    HenkaDiagnostic entries[64];
    HenkaReport report = {.entries = entries, .cap = 64};
    HenkaError error;
    if (!file_names_game(name)) return args_unknown_game(name), NULL;
    HenkaVariant *variant =
        file_variant(name, args->settings.texts, args->settings.count, &report, &error);
    if (!variant && report.count)
        refusal_print(args, name, &report);
    else if (!variant)
        args_say(stderr, MSG_HENKA_SAYS, arg_error(&error));
    return variant;
}

bool args_numbers(const Args *args, HenkaVariant *variant, const char *name, const char *eval,
                  const char *net) {
    HenkaError error;
    if (variant_file_numbers(variant, name, args->settings.count, eval, net, &error)) return true;
    args_say(stderr, MSG_HENKA_SAYS, arg_error(&error));
    return false;
}

HenkaGame *args_position(const Args *args, const HenkaVariant *variant, int first) {
    size_t length = 1;
    for (int i = first; i < args->count; i++) length += strlen(args->words[i]) + 1;
    char *sfen = calloc(1, length);
    for (int i = first; sfen && i < args->count; i++) {
        if (i > first) strcat(sfen, " ");
        strcat(sfen, args->words[i]);
    }
    if (!sfen) return args_no_memory(), NULL;
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(variant, *sfen ? sfen : NULL, &error);
    if (!game) args_complain(MSG_SFEN_REFUSED, arg_number(error.column), arg_error(&error));
    free(sfen);
    return game;
}
