#include "cli/options.h"

#include "protocol/catalogue.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool number_parse(const char *text, int64_t low, int64_t high, int64_t *value) {
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (errno || end == text || *end || number < low || number > high) return false;
    *value = number;
    return true;
}

int args_usage(const Args *args) {
    fprintf(stderr, "usage: %s\n", args->usage);
    return EXIT_USAGE;
}

bool args_count(const Args *args, int least, int most) {
    if (args->count >= least && (most < 0 || args->count <= most)) return true;
    args_usage(args);
    return false;
}

static bool args_wrong(const Args *args, const char *option, const char *what) {
    fprintf(stderr, "henka: %s: %s\n", option, what);
    args_usage(args);
    return false;
}

static bool option_store(const Args *args, const CommandOption *option, const char *value) {
    char what[96];
    if (option->kind == OPTION_TEXT) return *(const char **)option->value = value, true;
    if (number_parse(value, option->low, option->high, option->value)) return true;
    snprintf(what, sizeof what, "expected a number from %lld to %lld", (long long)option->low,
             (long long)option->high);
    return args_wrong(args, option->name, what);
}

static bool setting_store(Args *args, const char *value) {
    if (!strchr(value, '=')) return args_wrong(args, "--set", "expected NAME=VALUE");
    if (args->setting_count == SETTINGS_LIMIT) return args_wrong(args, "--set", "too many");
    args->settings[args->setting_count++] = value;
    return true;
}

static const CommandOption *option_find(const CommandOption *options, size_t count,
                                        const char *word, size_t length) {
    for (size_t i = 0; i < count; i++)
        if (strlen(options[i].name) == length && !strncmp(options[i].name, word, length))
            return &options[i];
    return NULL;
}

/* One option at words[*at]; moves *at onto its last word. */
static bool option_take(Args *args, const CommandOption *options, size_t count, int *at) {
    char *word = args->words[*at];
    size_t length = strcspn(word, "=");
    const CommandOption *option = option_find(options, count, word, length);
    bool set = length == 5 && !strncmp(word, "--set", 5);
    if (!option && !set) return args_wrong(args, word, "no such option");
    if (option && option->kind == OPTION_FLAG)
        return word[length] ? args_wrong(args, word, "takes no value")
                            : (*(bool *)option->value = true);
    const char *value = word[length]            ? word + length + 1
                        : *at + 1 < args->count ? args->words[++*at]
                                                : NULL;
    if (!value) return args_wrong(args, word, "expected a value after it");
    return set ? setting_store(args, value) : option_store(args, option, value);
}

bool args_take(Args *args, const CommandOption *options, size_t option_count) {
    int kept = 0;
    for (int i = 0; i < args->count; i++) {
        if (strncmp(args->words[i], "--", 2))
            args->words[kept++] = args->words[i];
        else if (!option_take(args, options, option_count, &i))
            return false;
    }
    args->count = kept;
    return true;
}

/* ---- the game and the position a command is about ----------------------------------------------
 */

void report_print(FILE *file, const char *path, const HenkaReport *report) {
    for (size_t i = 0; i < report->count && i < report->cap; i++) {
        const HenkaDiagnostic *entry = &report->entries[i];
        fprintf(file, "%s:%d:%d: %s%s\n", path, entry->at.line, entry->at.column,
                entry->fatal ? "error: " : "warning: ", entry->at.message);
    }
    if (report->count > report->cap)
        fprintf(file, "%s:0:0: and %zu more\n", path, report->count - report->cap);
}

static void unknown_print(const char *name) {
    Catalogue *catalogue = catalogue_new();
    const char *near = catalogue_near(catalogue, name);
    fprintf(stderr, "henka: no game and no file is called \"%s\"", name);
    if (near) fprintf(stderr, "; did you mean %s?", near);
    fprintf(stderr, "\ngames:");
    for (size_t i = 0; i < catalogue_count(catalogue); i++)
        fprintf(stderr, " %s", catalogue_name(catalogue, i));
    fprintf(stderr, "\n");
    catalogue_free(catalogue);
}

/* The setting an entry without a place is about; NULL: none. */
static const char *setting_meant(const Args *args, const HenkaDiagnostic *entry) {
    char quoted[128];
    for (size_t i = 0; i < args->setting_count && !entry->at.line; i++) {
        snprintf(quoted, sizeof quoted, "option `%.*s`", (int)strcspn(args->settings[i], "="),
                 args->settings[i]);
        if (strstr(entry->at.message, quoted)) return args->settings[i];
    }
    return NULL;
}

static void refusal_print(const Args *args, const char *name, const HenkaReport *report) {
    for (size_t i = 0; i < report->count && i < report->cap; i++) {
        HenkaReport one = {.entries = &report->entries[i], .cap = 1, .count = 1};
        const char *setting = setting_meant(args, &report->entries[i]);
        if (setting)
            fprintf(stderr, "henka: --set %s: %s\n", setting, report->entries[i].at.message);
        else
            report_print(stderr, name, &one);
    }
}

HenkaVariant *args_variant(const Args *args, const char *name) {
    HenkaDiagnostic entries[64];
    HenkaReport report = {.entries = entries, .cap = 64};
    HenkaError error;
    if (!file_names_game(name)) return unknown_print(name), NULL;
    HenkaVariant *variant =
        file_variant(name, args->settings, args->setting_count, &report, &error);
    if (!variant && report.count)
        refusal_print(args, name, &report);
    else if (!variant)
        fprintf(stderr, "henka: %s\n", error.message);
    return variant;
}

HenkaGame *args_position(const Args *args, const HenkaVariant *variant, int first) {
    size_t length = 1;
    for (int i = first; i < args->count; i++) length += strlen(args->words[i]) + 1;
    char *sfen = calloc(1, length);
    for (int i = first; sfen && i < args->count; i++) {
        if (i > first) strcat(sfen, " ");
        strcat(sfen, args->words[i]);
    }
    HenkaError error;
    HenkaGame *game = sfen ? henka_game_new(variant, *sfen ? sfen : NULL, &error) : NULL;
    if (!game) fprintf(stderr, "henka: SFEN, column %d: %s\n", error.column, error.message);
    free(sfen);
    return game;
}
