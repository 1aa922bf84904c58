#include "format/extends.h"

#include "base/edit_distance.h"
#include "format/keys.h"
#include "henka.h"
#include "variant/variant.h"

#include <string.h>

/* The given text and the texts that it extends: each text extends the next. */
typedef struct Chain {
    Arena *arena;               /* allocates the joined items */
    Findings *findings;         /* the errors and warnings of all texts */
    Slice given;                /* the given text, with those carried after `base=NAME` */
    Slice names[EXTENDS_DEPTH]; /* names of the extended texts; [0] unused */
    Slice texts[EXTENDS_DEPTH]; /* [0] the given text without carried ones; then the extended */
    int count;                  /* number of entries in `texts` */
    bool broken;                /* the last text extends a text that could not be added */
} Chain;

/* ---- texts that a text carries */

/* The first line from `at` on that begins with this key; `end` if no line does. */
static const char *line_with(const char *at, const char *end, const char *key) {
    size_t length = strlen(key);
    while (at < end) {
        if ((size_t)(end - at) >= length && !memcmp(at, key, length)) return at;
        const char *cut = reader_line_end(at, end);
        at = cut < end ? cut + 1 : end;
    }
    return end;
}

static bool carried_find(Slice given, Slice name, Slice *text) {
    static const char base[] = "base=";
    const char *end = given.at + given.length, *at = line_with(given.at, end, base);
    while (at < end) {
        const char *known = at + strlen(base), *cut = reader_line_end(at, end),
                   *start = cut < end ? cut + 1 : end;
        at = line_with(start, end, base);
        *text = slice_between(start, at);
        if (slice_same(slice_between(known, reader_word_end(known, cut)), name)) return true;
    }
    return false;
}

/* ---- one text after the other */

/* Adds to the chain the text that this item names. Returns false after reporting an error: the text
 * is unknown, or extends itself, or the chain is too long. */
static bool chain_grow(Chain *chain, const Item *item) {
    Slice name = item->value, text = {"", 0};
    for (int i = 1; i < chain->count; i++)
        if (slice_same(chain->names[i], name)) {
            finding_error(chain->findings, item->value_at, MSG_EXTENDS_ITSELF, arg_slice(name));
            return false;
        }
    if (chain->count == EXTENDS_DEPTH) {
        finding_error(chain->findings, item->value_at, MSG_EXTENDS_TOO_DEEP,
                      arg_number(EXTENDS_DEPTH));
        return false;
    }
    bool found = carried_find(chain->given, name, &text);
    const char *shipped, *near = NULL;
    for (size_t i = 0; !found && (shipped = henka_shipped_name(i)); i++) {
        size_t length;
        found = slice_is(name, shipped);
        if (found) text = (Slice){henka_shipped_text(i, &length), 0};
        if (found) text.length = (int)length;
        if (!near && name.length > 3 &&
            edit_distance(name.at, (size_t)name.length, shipped, strlen(shipped)) <= 2)
            near = shipped;
    }
    if (!found) {
        finding_unknown(chain->findings, item->value_at, MSG_EXTENDS_UNKNOWN,
                        MSG_EXTENDS_UNKNOWN_NEAR, arg_slice(name), near);
        return false;
    }
    chain->names[chain->count] = name;
    chain->texts[chain->count++] = text;
    return true;
}

/* Joins the items and options of two texts into `lower`: first those of the lower (extended) text,
 * then those of the upper text. The lower text's name and texts about its game are dropped, because
 * the new game has its own. Options of the upper text are reported if the lower text has an option
 * of the same name, or if there are too many. */
static void items_join(Chain *chain, Items *lower, const Items *upper) {
    Arena *arena = chain->arena;
    Items joined = *upper;
    joined.room = lower->count + upper->count + 1;
    joined.count = 0;
    joined.list = arena_take(arena, (size_t)joined.room * sizeof *joined.list);
    for (int i = 0; i < lower->count; i++) {
        const Key *key = lower->list[i].key;
        if (!key || (key->kind != KEY_TEXT && !key_is(key, "name")))
            joined.list[joined.count++] = lower->list[i];
    }
    for (int i = 0; i < upper->count; i++) {
        Item *item = &joined.list[joined.count++];
        *item = upper->list[i];
        if (item->option >= 0) item->option += lower->setting_count;
    }
    for (int i = 0; i < upper->setting_count; i++) {
        reader_setting_twice(lower, &upper->settings[i], chain->findings);
        if (lower->setting_count + i == MAX_OPTIONS)
            finding_error(chain->findings, upper->settings[i].at, MSG_OPTIONS_TOO_MANY,
                          arg_number(MAX_OPTIONS));
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

/* Reads the given text and then each extended text, each into its own items. */
static void chain_read(Chain *chain, Items read[EXTENDS_DEPTH]) {
    Findings *findings = chain->findings;
    for (int i = 0; i < chain->count; i++) {
        reader_items(chain->arena, chain->texts[i].at, (size_t)chain->texts[i].length, i, &read[i],
                     findings);  /* cannot fail: no part of the given text is too long, because the
                                    whole text is not */
        const Item *item = NULL; /* the item with the key `extends` that is not in a choice */
        for (int j = 0; j < read[i].count && !item; j++)
            if (read[i].list[j].key && key_is(read[i].list[j].key, "extends") &&
                read[i].list[j].option < 0)
                item = &read[i].list[j];
        bool grown = item && chain_grow(chain, item);
        chain->broken = item && !grown;
        if (chain->broken)
            read[i].lost_pieces = true; /* the pieces of the missing text are
                                                          unknown */
        if (!grown) continue;
        if (!i) findings->extends = item->at;
        findings->below[i + 1] = slice_copy(chain->arena, item->value);
    }
}

bool extends_items(Arena *arena, const char *text, size_t length, Items *items, Findings *findings,
                   const char **whole) {
    Chain chain = {.arena = arena, .findings = findings, .count = 1};
    Items read[EXTENDS_DEPTH] = {0};
    if (length > GAME_TEXT_BYTES) return reader_items(arena, text, length, 0, items, findings);
    chain.given = (Slice){text, (int)length};
    chain.texts[0] = slice_between(text, line_with(text, text + length, "base="));
    chain_read(&chain, read);
    *items = read[chain.count - 1];
    for (int i = chain.count - 2; i >= 0; i--) items_join(&chain, items, &read[i]);
    for (int i = 0; i < items->setting_count; i++)
        if (items->settings[i].count < 2 && !items->settings[i].lost)
            finding_error(findings, items->settings[i].at, MSG_OPTION_NEEDS_CHOICES,
                          arg_slice(items->settings[i].name));
    items->lowest = chain.count - 1 + chain.broken;
    *whole = chain.count > 1 ? slice_copy(arena, chain.given) : text;
    for (int i = 1; i < chain.count; i++) {
        Slice name = chain.names[i], below;
        if (!carried_find(chain.given, name, &below))
            *whole = arena_format(arena, "%s\nbase=%.*s\n%.*s", *whole, name.length, name.at,
                                  chain.texts[i].length, chain.texts[i].at);
    }
    return true;
}
