#include "format/keys.h"

#include "base/ascii.h"
#include "base/edit_distance.h"
#include "format/draft.h"
#include "format/values.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_OF(type, field) sizeof(((type *)0)->field)
#define SECTION(title) {.name = title, .kind = KEY_SECTION},
#define KEY_NUMBER(n, field, l, h, s, text)                                                        \
    {.name = #n,                                                                                   \
     .kind = KEY_NUMBER,                                                                           \
     .offset = offsetof(Draft, field),                                                             \
     .size = SIZE_OF(Draft, field),                                                                \
     .low = l,                                                                                     \
     .high = h,                                                                                    \
     .standard = s,                                                                                \
     .help = text},
#define KEY_WORD(n, field, s, w, text)                                                             \
    {.name = #n,                                                                                   \
     .kind = KEY_WORD,                                                                             \
     .offset = offsetof(Draft, field),                                                             \
     .size = SIZE_OF(Draft, field),                                                                \
     .standard = s,                                                                                \
     .words = w,                                                                                   \
     .help = text},
#define KEY_RULE(n, field, w, message, text)                                                       \
    {.name = #n,                                                                                   \
     .kind = KEY_WORD,                                                                             \
     .offset = offsetof(Draft, field),                                                             \
     .size = SIZE_OF(Draft, field),                                                                \
     .words = w,                                                                                   \
     .says = MSG_DESCRIBE_##message,                                                               \
     .help = text},
#define KEY_TYPES(n, field, text)                                                                  \
    {.name = #n,                                                                                   \
     .kind = KEY_TYPES,                                                                            \
     .offset = offsetof(PieceType, field),                                                         \
     .size = SIZE_OF(PieceType, field),                                                            \
     .help = text},
#define KEY_TYPES_RULE(n, field, message, text)                                                    \
    {.name = #n,                                                                                   \
     .kind = KEY_TYPES,                                                                            \
     .offset = offsetof(PieceType, field),                                                         \
     .size = SIZE_OF(PieceType, field),                                                            \
     .says = MSG_DESCRIBE_##message,                                                               \
     .help = text},
#define KEY_TYPE_NUMBERS(n, field, l, h, text)                                                     \
    {.name = #n,                                                                                   \
     .kind = KEY_TYPE_NUMBERS,                                                                     \
     .offset = offsetof(PieceType, field),                                                         \
     .size = SIZE_OF(PieceType, field),                                                            \
     .low = l,                                                                                     \
     .high = h,                                                                                    \
     .help = text},
#define KEY_TEXT(n, text) {.name = #n, .kind = KEY_TEXT, .help = text},
#define KEY_OWN(n, handler, form, text)                                                            \
    {.name = #n, .kind = KEY_OWN, .words = form, .read = value_##handler, .help = text},
#define KEY_DRAWS(n) {.name = #n, .kind = KEY_DRAWS},
#define KEY_FOREIGN(n, what) {.name = #n, .kind = KEY_FOREIGN, .foreign = MSG_FOREIGN_##what},

static const Key keys[] = {
#include "format/schema.def"
};
enum { KEY_COUNT = sizeof keys / sizeof *keys };
static_assert(KEY_COUNT <= SIZE_OF(Draft, key_item) / sizeof(Item *), "a place for every key");

const Key *key_at(int index) { return index < KEY_COUNT ? &keys[index] : NULL; }
bool key_is(const Key *key, const char *name) { return !strcmp(key->name, name); }
bool key_takes_line(const Key *key) { return key->kind == KEY_TEXT; }
bool key_names_types(const Key *key) {
    return key->kind == KEY_TYPES || key->kind == KEY_TYPE_NUMBERS ||
           (key->kind == KEY_OWN && key->read != value_name && key->read != value_extends);
}

const Key *key_find(Slice name) {
    for (const Key *key = keys; key < keys + KEY_COUNT; key++)
        if (key->kind != KEY_SECTION && slice_is(name, key->name)) return key;
    return NULL;
}

/* The key of which the name is a beginning: `holdings`. NULL: none. */
static const char *key_begun(Slice name) {
    for (const Key *key = keys; name.length >= 3 && key < keys + KEY_COUNT; key++) {
        int same = 0;
        while (same < name.length && ascii_lower(name.at[same]) == ascii_lower(key->name[same]))
            same++;
        if (key->kind != KEY_SECTION && same == name.length) return key->name;
    }
    return NULL;
}

/* Do the words begin with the same letter, or with two letters exchanged? */
static bool begin_alike(Slice a, const char *b) {
    return ascii_lower(a.at[0]) == ascii_lower(b[0]) ||
           (a.length > 1 && ascii_lower(a.at[0]) == ascii_lower(b[1]) &&
            ascii_lower(a.at[1]) == ascii_lower(b[0]));
}

/* A suggestion that differs by more than one byte must begin like the name. Among equally near
 * keys, one with the same first letter wins. A key that begins with the whole name wins against
 * keys that differ by more than one byte. */
const char *key_nearest(Slice name) {
    const char *best = NULL, *begun = key_begun(name);
    int least = name.length < 4 ? 2 : name.length / 3 + 2;
    bool same = false;
    for (const Key *key = keys; key < keys + KEY_COUNT; key++) {
        int far = key->kind == KEY_SECTION
                      ? least
                      : edit_distance(name.at, (size_t)name.length, key->name, strlen(key->name));
        if (far > 1 && !begin_alike(name, key->name)) continue;
        bool begins = key->kind != KEY_SECTION && name.length &&
                      ascii_lower(name.at[0]) == ascii_lower(key->name[0]);
        if (far < least || (far == least && best && begins && !same))
            least = far, best = key->name, same = begins;
    }
    return begun && (!best || least > 1) ? begun : best;
}

/* ---- values */

static void field_set(void *base, const Key *key, int value) {
    char *field = (char *)base + key->offset;
    if (key->size == 1)
        *(uint8_t *)field = (uint8_t)value;
    else
        *(int *)field = value;
}

int key_value(const Key *key, const void *base) {
    const char *field = (const char *)base + key->offset;
    return key->size == 1 ? *(const uint8_t *)field : *(const int *)field;
}

void keys_set_standard(Draft *draft) {
    for (const Key *key = keys; key < keys + KEY_COUNT; key++)
        if (key->kind == KEY_NUMBER || key->kind == KEY_WORD) field_set(draft, key, key->standard);
}

/* The value without its last letter, if that letter is the first of the unknown key that follows,
 * as in `promoZone=1m axPromote=1`. Length 0: it is not. */
static Slice value_without_slip(const Draft *draft, Slice value) {
    for (int i = 0; i < draft->items->lost_key_count; i++)
        if (value.length && value.at[value.length - 1] == *draft->items->lost_keys[i])
            return (Slice){value.at, value.length - 1};
    return (Slice){value.at, 0};
}

/* Refuses a value. slipped: a blank slipped by one letter, so the unknown key behind it is the
 * cause and was reported already. A value with two colons or more has swallowed a piece line. */
static void value_refused(Draft *draft, const Item *item, bool slipped, const Message *message) {
    int colons = 0;
    for (int i = 0; i < item->value.length; i++) colons += item->value.at[i] == ':';
    draft->lost_pieces |= colons > 1;
    draft->key_bad[item->key - keys] = true;
    if (!slipped) finding_message(draft->findings, FINDING_ERROR, item->value_at, message);
}

static bool number_in_range(const Key *key, Slice text, int *value) {
    return value_number(text, value) && *value >= key->low && *value <= key->high;
}

static void read_number(Draft *draft, const Item *item) {
    const Key *key = item->key;
    int value, meant;
    if (number_in_range(key, item->value, &value))
        field_set(draft, key, value);
    else
        value_refused(draft, item,
                      number_in_range(key, value_without_slip(draft, item->value), &meant),
                      &MESSAGE_OF(MSG_KEY_NUMBER_RANGE, arg_text(key->name), arg_number(key->low),
                                  arg_number(key->high), arg_slice(item->value)));
}

/* Cuts the next word of a list of words. Words between commas mean the same value, and `|`
 * separates values. Returns where the next word starts, and increments *place if it belongs to the
 * next value. */
static const char *word_next(const char *at, Slice *word, int *place) {
    const char *end = at + strcspn(at, ",|");
    *word = (Slice){at, (int)(end - at)};
    if (*end == '|') ++*place;
    return *end ? end + 1 : end;
}

Slice key_word(const Key *key, int value) {
    int place = 0;
    for (const char *at = key->words; *at;) {
        Slice word;
        int was = place;
        at = word_next(at, &word, &place);
        if (was == value) return word;
    }
    return (Slice){"", 0};
}

static void read_word(Draft *draft, const Item *item) {
    int place = 0;
    bool slipped = false;
    Slice meant = value_without_slip(draft, item->value);
    for (const char *at = item->key->words; *at;) {
        Slice word;
        int was = place;
        at = word_next(at, &word, &place);
        slipped |= meant.length && slice_same(word, meant);
        if (!slice_same(word, item->value)) continue;
        field_set(draft, item->key, was);
        return;
    }
    value_refused(draft, item, slipped,
                  &MESSAGE_OF(MSG_KEY_WORD_UNKNOWN, arg_text(item->key->name),
                              arg_text(item->key->words), arg_slice(item->value)));
}

static void clear_types(Draft *draft, const Key *key) {
    for (int type = 1; type <= draft->v.type_count; type++)
        field_set(&draft->v.types[type], key, 0);
}

static void read_types(Draft *draft, const Item *item) {
    clear_types(draft, item->key);
    if (slice_is(item->value, "none")) return;
    List list = value_list(item->value, item->value_at);
    Slice id;
    for (Place at; value_list_next(&list, &id, &at);) {
        int line, type = value_number(id, &line) && line >= 1 && line <= draft->line_count
                             ? draft->lines[line].type
                             : value_type_at(draft, id, at);
        if (type) field_set(&draft->v.types[type], item->key, 1);
    }
}

static void read_type_number(Draft *draft, const Key *key, Slice entry, Place at) {
    const char *colon = memchr(entry.at, ':', (size_t)entry.length);
    int value, length = colon ? (int)(colon - entry.at) : entry.length;
    if (!colon) {
        finding_error(draft->findings, at, MSG_KEY_LIST_FORM, arg_text(key->name),
                      arg_slice(entry));
        return;
    }
    int type = value_type_at(draft, (Slice){entry.at, length}, at);
    Slice number = {colon + 1, entry.length - length - 1};
    at.column += length + 1;
    if (!value_number(number, &value) || value < key->low || value > key->high)
        finding_error(draft->findings, at, MSG_KEY_LIST_RANGE, arg_text(key->name),
                      arg_number(key->low), arg_number(key->high), arg_slice(number));
    else if (type)
        field_set(&draft->v.types[type], key, value);
}

static void read_type_numbers(Draft *draft, const Item *item) {
    if (slice_is(item->value, "none")) {
        clear_types(draft, item->key);
        return;
    }
    List list = value_list(item->value, item->value_at);
    Slice entry;
    for (Place at; value_list_next(&list, &entry, &at);)
        read_type_number(draft, item->key, entry, at);
}

static bool repeats(const Key *key) {
    static const char *const names[] = {"royal",      "story",       "note",          "noBurn",
                                        "region",     "home",        "goal",          "kanji",
                                        "western",    "handicap",    "promoChoiceOf", "dropSquares",
                                        "fenLetters", "otherLetters"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (key_is(key, names[i])) return true;
    return key->kind == KEY_TYPE_NUMBERS || key->kind == KEY_DRAWS;
}

/* Has the same key stood before this item, in the same choice and text? */
static bool is_twice(const Draft *draft, const Item *item) {
    if (!item->key || repeats(item->key)) return false;
    for (const Item *first = draft->items->list; first < item; first++)
        if (first->key == item->key && first->option == item->option &&
            first->choice == item->choice && first->below == item->below)
            return true;
    return false;
}

/* Does the item follow directly on a repeated key? Then both were pasted twice, and only the first
 * is reported. */
static bool follows_twice(const Draft *draft, const Item *item) {
    const Item *before = item - 1;
    while (before >= draft->items->list && before->key && repeats(before->key)) before--;
    return before >= draft->items->list && is_twice(draft, before);
}

void key_read_value(Draft *draft, const Item *item) {
    const Key *key = item->key;
    const Item **seen = &draft->key_item[key - keys];
    const Item *first = *seen;
    bool twice =
        first && first->option == item->option && first->below == item->below && !repeats(key);
    if (twice && draft->key_bad[key - keys])
        return; /* the author must correct the first one, which was refused */
    *seen = item;
    draft->key_bad[key - keys] |= item->cut;
    if (item->cut) return;
    int errors = draft->findings->fatal_count;
    findings_one(draft->findings);
    switch (key->kind) {
    case KEY_NUMBER:
        read_number(draft, item);
        break;
    case KEY_WORD:
        read_word(draft, item);
        break;
    case KEY_TYPES:
        read_types(draft, item);
        break;
    case KEY_TYPE_NUMBERS:
        read_type_numbers(draft, item);
        break;
    case KEY_TEXT:
        value_text(draft, item);
        break;
    case KEY_OWN:
        key->read(draft, item);
        break;
    case KEY_FOREIGN:
        finding_error(draft->findings, item->at, MSG_KEY_FOREIGN, arg_text(key->name),
                      ARG_SAY(key->foreign));
        draft->lost_pieces |= memchr(item->value.at, ':', (size_t)item->value.length) != NULL;
        break;
    case KEY_DRAWS: /* reported once for the whole text, by parse.c */
    case KEY_SECTION:
        break;
    }
    bool unknown_id = findings_full(draft->findings);
    findings_all(draft->findings);
    bool refused = unknown_id || draft->findings->fatal_count > errors;
    if (twice && !refused && !follows_twice(draft, item))
        finding_error(draft->findings, item->at,
                      item->option < 0 ? MSG_KEY_TWICE : MSG_KEY_TWICE_IN_CHOICE,
                      arg_text(key->name), arg_number(first->at.line));
    draft->key_bad[key - keys] |= refused || twice;
}

bool key_doubtful(const Draft *draft, const char *name) {
    const Key *key = key_find(slice_of(name));
    assert(key);
    bool lost = false;
    for (int i = 0; i < draft->items->lost_key_count; i++)
        lost |= key_is(key, draft->items->lost_keys[i]);
    return lost || draft->key_bad[key - keys];
}

Place key_place(const Draft *draft, const char *name) {
    const Key *key = key_find((Slice){name, (int)strlen(name)});
    assert(key);
    const Item *item = draft->key_item[key - keys];
    return item ? item->at : (Place){0, 0};
}
bool key_given(const Draft *draft, const char *name) { return key_place(draft, name).line != 0; }

/* ---- docs/format.md, and the text of a new game */

void key_form(Out *out, const Key *key) {
    switch (key->kind) {
    case KEY_NUMBER:
        out_format(out, "%d to %d", key->low, key->high);
        break;
    case KEY_WORD:
        for (const char *c = key->words; *c; c++)
            *c == '|' ? out_text(out, ", ") : *c == ',' ? out_text(out, " = ") : out_char(out, *c);
        break;
    case KEY_TYPES:
        out_text(out, "ids or numbers of piece lines, or `none`");
        break;
    case KEY_TYPE_NUMBERS:
        out_format(out, "ID:n, … with n from %d to %d, or `none`", key->low, key->high);
        break;
    case KEY_TEXT:
        out_text(out, "text to the end of the line");
        break;
    case KEY_OWN:
        out_text(out, key->words);
        break;
    default:
        out_text(out, "ignored");
        break;
    }
}

void key_standard(Out *out, const Key *key) {
    Slice word = key->kind == KEY_WORD ? key_word(key, key->standard) : (Slice){"", 0};
    if (key->kind == KEY_NUMBER && key->standard >= key->low) out_format(out, "%d", key->standard);
    if (word.length) out_format(out, "%.*s", word.length, word.at);
}

/* Writes a key's help as a cell of a table, in which `|` must be escaped. */
static void document_help(Out *out, const Key *key) {
    out_text(out, " | ");
    for (const char *c = key->help; *c; c++) {
        if (*c == '|') out_char(out, '\\');
        out_char(out, *c);
    }
    out_text(out, " |\n");
}

void keys_document(Out *out) {
    for (const Key *key = keys; key < keys + KEY_COUNT; key++) {
        bool named = key->kind == KEY_DRAWS;
        if (key->kind == KEY_SECTION) {
            out_format(out, "%s### %s\n\n", key > keys ? "\n" : "", key->name);
            if (key[1].kind == KEY_FOREIGN)
                out_text(out, "| key | what it is |\n|---|---|\n");
            else if (key[1].kind != KEY_DRAWS)
                out_text(out, "| key | value | standard | meaning |\n|---|---|---|---|\n");
        } else if (named)
            out_format(out, "`%s`%s", key->name,
                       key + 1 < keys + KEY_COUNT && key[1].kind == KEY_DRAWS ? ", " : "\n");
        else if (key->kind == KEY_FOREIGN)
            out_format(out, "| `%s` | %s |\n", key->name, message_row(key->foreign)->english);
        else {
            out_format(out, "| `%s` | ", key->name);
            key_form(out, key);
            out_text(out, " | ");
            key_standard(out, key);
            document_help(out, key);
        }
    }
}
