#include "variant/options.h"

#include <stdio.h>
#include <string.h>

static const Place nowhere = {0, 0};

static int setting_find(const Items *items, Slice name) {
    for (int i = 0; i < items->setting_count; i++)
        if (slice_same(items->settings[i].name, name)) return i;
    return -1;
}

static int choice_find(const Setting *setting, Slice name) {
    for (int i = 0; i < setting->count; i++)
        if (slice_same(setting->choices[i].name, name)) return i;
    return -1;
}

/* The names as arguments of a message, and how many. */
static size_t name_settings(const Items *items, MessageArg names[MAX_OPTIONS]) {
    for (int i = 0; i < items->setting_count; i++) names[i] = arg_slice(items->settings[i].name);
    return (size_t)items->setting_count;
}

static size_t name_choices(const Setting *setting, MessageArg names[MAX_CHOICES]) {
    for (int i = 0; i < setting->count; i++) names[i] = arg_slice(setting->choices[i].name);
    return (size_t)setting->count;
}

static void select_one(const Items *items, const char *text, int *selected, Findings *findings) {
    MessageArg known[MAX_OPTIONS > MAX_CHOICES ? MAX_OPTIONS : MAX_CHOICES];
    const char *equals = strchr(text, '=');
    Slice name = {text, (int)(equals ? (size_t)(equals - text) : strlen(text))};
    int option = setting_find(items, name);
    if (!equals) {
        finding_error(findings, nowhere, MSG_SETTING_FORM, arg_slice(name));
        return;
    }
    Slice value = {equals + 1, (int)strlen(equals + 1)};
    if (option < 0) {
        size_t count = name_settings(items, known);
        if (count)
            finding_error(findings, nowhere, MSG_OPTION_UNKNOWN, arg_slice(name),
                          arg_list(known, count));
        else
            finding_error(findings, nowhere, MSG_OPTION_UNKNOWN_NONE, arg_slice(name));
        return;
    }
    int choice = choice_find(&items->settings[option], value);
    if (choice >= 0) {
        selected[option] = choice;
        return;
    }
    size_t count = name_choices(&items->settings[option], known);
    finding_error(findings, nowhere, MSG_CHOICE_UNKNOWN, arg_slice(name), arg_slice(value),
                  arg_list(known, count));
}

void options_select(const Items *items, const char *const *settings, size_t count, int *selected,
                    Findings *findings) {
    for (size_t i = 0; i < count; i++) select_one(items, settings[i], selected, findings);
}

int options_items(const Items *items, const int *selected, const Item **out) {
    int count = 0;
    for (int option = -1; option < items->setting_count; option++)
        for (int i = 0; i < items->count; i++) {
            const Item *item = &items->list[i];
            if (item->option == option && (option < 0 || item->choice == selected[option]))
                out[count++] = item;
        }
    return count;
}

static const char *keep(Arena *arena, Slice text) {
    return arena_text(arena, text.at, (size_t)text.length);
}

void options_keep(const Items *items, const int *selected, HenkaVariant *v, Arena *arena) {
    v->option_count = items->setting_count;
    for (int i = 0; i < items->setting_count; i++) {
        const Setting *setting = &items->settings[i];
        VariantOption *option = &v->options[i];
        option->name = keep(arena, setting->name);
        option->help = keep(arena, setting->help);
        option->choice_count = (uint8_t)setting->count;
        for (int j = 0; j < setting->count; j++) {
            option->choices[j] = keep(arena, setting->choices[j].name);
            option->choice_help[j] = keep(arena, setting->choices[j].help);
        }
        option->value = option->choices[selected[i]];
    }
}
