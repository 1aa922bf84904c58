#include "cli/args.h"

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

static bool option_store(const Args *args, const ArgOption *option, const char *value) {
    char what[96];
    if (option->kind == ARG_TEXT) return *(const char **)option->value = value, true;
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

static const ArgOption *option_find(const ArgOption *options, size_t count, const char *word,
                                    size_t length) {
    for (size_t i = 0; i < count; i++)
        if (strlen(options[i].name) == length && !strncmp(options[i].name, word, length))
            return &options[i];
    return NULL;
}

/* One option at words[*at]; moves *at onto its last word. */
static bool option_take(Args *args, const ArgOption *options, size_t count, int *at) {
    char *word = args->words[*at];
    size_t length = strcspn(word, "=");
    const ArgOption *option = option_find(options, count, word, length);
    bool set = length == 5 && !strncmp(word, "--set", 5);
    if (!option && !set) return args_wrong(args, word, "no such option");
    if (option && option->kind == ARG_FLAG)
        return word[length] ? args_wrong(args, word, "takes no value")
                            : (*(bool *)option->value = true);
    const char *value = word[length]            ? word + length + 1
                        : *at + 1 < args->count ? args->words[++*at]
                                                : NULL;
    if (!value) return args_wrong(args, word, "expected a value after it");
    return set ? setting_store(args, value) : option_store(args, option, value);
}

bool args_take(Args *args, const ArgOption *options, size_t option_count) {
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
