#include "base/args.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"

bool args_number(const char *text, int64_t low, int64_t high, int64_t *value) {
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (errno || end == text || *end || number < low || number > high) return false;
    *value = number;
    return true;
}

static bool store(const CommandOption *option, const char *text, HenkaError *error) {
    int64_t whole;
    char *end;
    switch (option->kind) {
    case OPTION_FLAG: /* a flag has no value to read; args_parse itself sets it */
        return false;
    case OPTION_TEXT:
        *(const char **)option->value = text;
        return true;
    case OPTION_CALL:
        return option->take(option->value, text) ||
               error_set(error, MSG_OPTION_FORM, arg_text(option->name), ARG_SAY(option->form),
                         arg_text(text));
    case OPTION_REAL: {
        double real = strtod(text, &end);
        if (end == text || *end || !(real >= (double)option->low && real <= (double)option->high))
            return error_set(error, MSG_OPTION_NUMBER, arg_text(option->name),
                             arg_number((long long)option->low),
                             arg_number((long long)option->high));
        *(double *)option->value = real;
        return true;
    }
    case OPTION_INT:
    case OPTION_INT64:
        if (!args_number(text, option->low, option->high, &whole))
            return error_set(error, MSG_OPTION_NUMBER, arg_text(option->name),
                             arg_number((long long)option->low),
                             arg_number((long long)option->high));
        if (option->kind == OPTION_INT)
            *(int *)option->value = (int)whole;
        else
            *(int64_t *)option->value = whole;
        return true;
    }
    return false;
}

static bool take_setting(void *context, const char *text) {
    Settings *settings = context;
    if (settings->count == ARGS_MAX_SETTINGS || !strchr(text, '=')) return false;
    settings->texts[settings->count++] = text;
    return true;
}

bool args_parse(Args *args, const CommandOption *options, size_t option_count, HenkaError *error) {
    const CommandOption set = {"--set", OPTION_CALL, &args->settings, .take = take_setting,
                               .form = MSG_FORM_SETTING};
    char **words = args->words;
    int kept = 0, at = 0;
    while (at < args->count) {
        char *word = words[at++];
        if (strncmp(word, "--", 2)) {
            words[kept++] = word;
            continue;
        }
        size_t length = strcspn(word, "=");
        const CommandOption *option = length == 5 && !strncmp(word, "--set", 5) ? &set : NULL;
        for (size_t i = 0; i < option_count && !option; i++)
            if (strlen(options[i].name) == length && !strncmp(options[i].name, word, length))
                option = &options[i];
        if (!option) return error_set(error, MSG_OPTION_NONE, arg_text(word));
        if (option->kind == OPTION_FLAG) {
            if (word[length]) return error_set(error, MSG_OPTION_NO_VALUE, arg_text(word));
            *(bool *)option->value = true;
            continue;
        }
        const char *text = word[length] ? word + length + 1 : at < args->count ? words[at++] : NULL;
        if (!text) return error_set(error, MSG_OPTION_NEEDS_VALUE, arg_text(word));
        if (!store(option, text, error)) return false;
    }
    args->count = kept;
    return true;
}

void args_say_message(FILE *file, const Message *message) {
    char text[4096];
    Out out = out_to(text, sizeof text);
    out_message(&out, HENKA_ENGLISH, message);
    fprintf(file, "%s\n", text);
}

void args_progress_message(const Message *message) {
    char text[4096];
    Out out = out_to(text, sizeof text);
    out_message(&out, HENKA_ENGLISH, message);
    fprintf(stderr, isatty(STDERR_FILENO) ? "\r%s   " : "%s\n", text);
}
