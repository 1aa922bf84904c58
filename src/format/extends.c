#include "format/extends.h"

#include "base/edit_distance.h"
#include "format/keys.h"
#include "henka.h"
#include "variant/variant.h"

#include <string.h>

/* A text and the texts below it, each extended by the one before. */
typedef struct Chain {
    Arena *arena;               /* allocates the joined items */
    Findings *findings;         /* of all texts */
    Slice given;                /* the given text, with the texts that it carries */
    Slice names[EXTENDS_DEPTH]; /* names of the extended texts; [0] unused */
    Slice texts[EXTENDS_DEPTH]; /* [0] the given text without those it carries, then the extended
                                   texts */
    int count;                  /* entries of texts */
    bool broken;                /* the last text extends one that was not found */
} Chain;

/* ---- texts that a text carries */

/* The first line from `at` on that begins with this key; `end`: none. */
static const char *line_with(const char *at, const char *end, const char *key) {
    size_t length = strlen(key);
    while (at < end) {
        if ((size_t)(end - at) >= length && !memcmp(at, key, length)) return at;
        const char *cut = memchr(at, '\n', (size_t)(end - at));
        at = cut ? cut + 1 : end;
    }
    return end;
}

static Slice word_at(const char *at, const char *end) {
    const char *start = at;
    while (at < end && *at != '\n' && !reader_is_blank(*at)) at++;
    return (Slice){start, (int)(at - start)};
}

static Slice between(const char *at, const char *end) { return (Slice){at, (int)(end - at)}; }

static bool carried_find(Slice given, Slice name, Slice *text) {
    static const char base[] = "base=";
    const char *end = given.at + given.length, *at = line_with(given.at, end, base);
    while (at < end) {
        Slice known = word_at(at + strlen(base), end);
        const char *start = memchr(at, '\n', (size_t)(end - at)), *next;
        start = start ? start + 1 : end;
        next = line_with(start, end, base);
        *text = between(start, next);
        if (slice_same(known, name)) return true;
        at = next;
    }
    return false;
}

static bool shipped_find(Slice name, Slice *text) {
    const char *shipped;
    for (size_t i = 0; (shipped = henka_shipped_name(i)); i++) {
        size_t length;
        if (!slice_is(name, shipped)) continue;
        text->at = henka_shipped_text(i, &length);
        text->length = (int)length;
        return true;
    }
    return false;
}

/* ---- one text after the other */

/* The item `extends` outside the choices; NULL: the text extends nothing. */
static const Item *extends_item(const Items *items) {
    for (int i = 0; i < items->count; i++) {
        const Item *item = &items->list[i];
        if (item->key && key_is(item->key, "extends") && item->option < 0) return item;
    }
    return NULL;
}

static const char *name_near(Slice name) {
    const char *shipped;
    for (size_t i = 0; name.length > 3 && (shipped = henka_shipped_name(i)); i++)
        if (edit_distance(name.at, (size_t)name.length, shipped, strlen(shipped)) <= 2)
            return shipped;
    return NULL;
}

static void name_unknown(Chain *chain, const Item *item) {
    const char *near = name_near(item->value);
    if (near)
        finding_error(chain->findings, item->value_at, MSG_EXTENDS_UNKNOWN_NEAR,
                      arg_slice(item->value), arg_text(near));
    else
        finding_error(chain->findings, item->value_at, MSG_EXTENDS_UNKNOWN, arg_slice(item->value));
}

/* Adds the text that this item names to the chain. Returns false after reporting an error: the text
 * is unknown, or extends itself, or the chain is too long. */
static bool chain_grow(Chain *chain, const Item *item) {
    Slice text = {"", 0};
    for (int i = 1; i < chain->count; i++)
        if (slice_same(chain->names[i], item->value)) {
            finding_error(chain->findings, item->value_at, MSG_EXTENDS_ITSELF,
                          arg_slice(item->value));
            return false;
        }
    if (chain->count == EXTENDS_DEPTH) {
        finding_error(chain->findings, item->value_at, MSG_EXTENDS_TOO_DEEP,
                      arg_number(EXTENDS_DEPTH));
        return false;
    }
    if (!carried_find(chain->given, item->value, &text) && !shipped_find(item->value, &text)) {
        name_unknown(chain, item);
        return false;
    }
    chain->names[chain->count] = item->value;
    chain->texts[chain->count++] = text;
    return true;
}

/* Does the item describe the game without being a rule, such as its author or its name? Such items
 * of an extended text are dropped, because the new game has its own. */
static bool is_about(const Item *item) {
    return item->key && (item->key->kind == KEY_TEXT || key_is(item->key, "name"));
}

/* Joins the items and settings of two texts, those of the lower one first. */
static void items_join(Arena *arena, Items *lower, const Items *upper) {
    Items joined = *upper;
    joined.room = lower->count + upper->count + 1;
    joined.count = 0;
    joined.list = arena_take(arena, (size_t)joined.room * sizeof *joined.list);
    for (int i = 0; i < lower->count; i++)
        if (!is_about(&lower->list[i])) joined.list[joined.count++] = lower->list[i];
    for (int i = 0; i < upper->count; i++) {
        Item *item = &joined.list[joined.count++];
        *item = upper->list[i];
        if (item->option >= 0) item->option += lower->setting_count;
    }
    joined.settings = arena_take(arena, MAX_OPTIONS * sizeof *joined.settings);
    joined.setting_count = 0;
    for (int i = 0; i < lower->setting_count; i++)
        joined.settings[joined.setting_count++] = lower->settings[i];
    for (int i = 0; i < upper->setting_count && joined.setting_count < MAX_OPTIONS; i++)
        joined.settings[joined.setting_count++] = upper->settings[i];
    joined.lost_pieces |= lower->lost_pieces;
    *lower = joined;
}

/* Reports settings of the upper text that have the name of one in the lower text, or that are
 * beyond the limit. */
static void settings_check(Chain *chain, Items *lower, const Items *upper) {
    for (int i = 0; i < upper->setting_count; i++) {
        Setting *setting = &upper->settings[i];
        reader_setting_twice(lower, setting, chain->findings);
        if (lower->setting_count + i == MAX_OPTIONS)
            finding_error(chain->findings, setting->at, MSG_OPTIONS_TOO_MANY,
                          arg_number(MAX_OPTIONS));
    }
}

static const char *whole_text(Chain *chain) {
    const char *given = arena_text(chain->arena, chain->given.at, (size_t)chain->given.length);
    for (int i = 1; i < chain->count; i++) {
        Slice name = chain->names[i], text;
        if (!carried_find(chain->given, name, &text))
            given = arena_format(chain->arena, "%s\nbase=%.*s\n%.*s", given, name.length, name.at,
                                 chain->texts[i].length, chain->texts[i].at);
    }
    return given;
}

/* Reads the texts from the given one down, each into its own items. */
static void chain_read(Chain *chain, Items read[EXTENDS_DEPTH]) {
    Findings *findings = chain->findings;
    for (int i = 0; i < chain->count; i++) {
        reader_items(chain->arena, chain->texts[i].at, (size_t)chain->texts[i].length, i, &read[i],
                     findings); /* a part of the given text is not longer than the whole, so it is
                                   not too long */
        const Item *item = extends_item(&read[i]);
        bool grown = item && chain_grow(chain, item);
        chain->broken = item && !grown;
        if (chain->broken) read[i].lost_pieces = true; /* the missing text's pieces */
        if (!grown) continue;
        if (!i) findings->extends = item->at;
        findings->below[i + 1] =
            arena_text(chain->arena, item->value.at, (size_t)item->value.length);
    }
}

bool extends_items(Arena *arena, const char *text, size_t length, Items *items, Findings *findings,
                   const char **whole) {
    Chain chain = {.arena = arena, .findings = findings, .count = 1};
    Items read[EXTENDS_DEPTH] = {0};
    if (length > GAME_TEXT_BYTES) return reader_items(arena, text, length, 0, items, findings);
    chain.given = (Slice){text, (int)length};
    chain.texts[0] = between(text, line_with(text, text + length, "base="));
    chain_read(&chain, read);
    *items = read[chain.count - 1];
    for (int i = chain.count - 2; i >= 0; i--) {
        settings_check(&chain, items, &read[i]);
        items_join(arena, items, &read[i]);
    }
    reader_settings_check(items, findings);
    items->lowest = chain.count - 1 + chain.broken;
    *whole = chain.count > 1 ? whole_text(&chain) : text;
    return true;
}
