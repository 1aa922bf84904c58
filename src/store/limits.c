#include "store/limits.h"

#include "base/args.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    size_t offset;
    int64_t standard, most;
    const char *meaning;
} limits_table[] = {
#define LIMIT(name, field, standard, most, meaning)                                                \
    {name, offsetof(Limits, field), standard, most, meaning},
#include "store/limits.def"
#undef LIMIT
};
enum { LIMIT_COUNT = sizeof limits_table / sizeof *limits_table };

static int64_t *limit_at(Limits *limits, int place) {
    return (int64_t *)((char *)limits + limits_table[place].offset);
}

Limits limits_standard(void) {
    Limits limits;
    for (int i = 0; i < LIMIT_COUNT; i++) *limit_at(&limits, i) = limits_table[i].standard;
    return limits;
}

bool limits_set(Limits *limits, const char *text) {
    size_t length = strcspn(text, "=");
    for (int i = 0; i < LIMIT_COUNT && text[length]; i++)
        if (strlen(limits_table[i].name) == length && !memcmp(limits_table[i].name, text, length))
            return args_number(text + length + 1, 1, limits_table[i].most, limit_at(limits, i));
    return false;
}

void limits_print(const Limits *limits) {
    for (int i = 0; i < LIMIT_COUNT; i++)
        args_say(stdout, MSG_LIMIT_LINE, arg_text(limits_table[i].name),
                 arg_number(*limit_at((Limits *)limits, i)), arg_text(limits_table[i].meaning),
                 arg_number(limits_table[i].standard));
}
