#include "format/keys.h"

#include "base/ascii.h"
#include "base/edit_distance.h"
#include "format/draft.h"
#include "format/values.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static KeyReader read_number, read_word, read_types, read_type_numbers, read_foreign;

#define FIELD(type, field) offsetof(type, field), sizeof(((type *)0)->field)
#define SECTION(title) {title, KEY_SECTION},
#define KEY_NUMBER(n, field, l, h, s, text)                                                        \
    {#n, KEY_NUMBER, FIELD(Draft, field), read_number, text, .low = l, .high = h, .standard = s},
#define KEY_WORD(n, field, s, w, text)                                                             \
    {#n, KEY_WORD, FIELD(Draft, field), read_word, text, w, .standard = s},
#define KEY_RULE(n, field, w, what, text)                                                          \
    {#n, KEY_WORD, FIELD(Draft, field), read_word, text, w, MSG_DESCRIBE_##what},
#define KEY_TYPES(n, field, text) {#n, KEY_TYPES, FIELD(PieceType, field), read_types, text},
#define KEY_TYPES_RULE(n, field, what, text)                                                       \
    {#n, KEY_TYPES, FIELD(PieceType, field), read_types, text, NULL, MSG_DESCRIBE_##what},
#define KEY_TYPE_NUMBERS(n, field, l, h, text)                                                     \
    {#n, KEY_TYPE_NUMBERS, FIELD(PieceType, field), read_type_numbers, text, .low = l, .high = h},
#define KEY_TYPE_SQUARES(n, field, text)                                                           \
    {#n, KEY_OWN, FIELD(PieceType, field), value_squares, text, "ids > squares, or `none`"},
#define KEY_SQUARES(n, field, text)                                                                \
    {#n, KEY_OWN, FIELD(Draft, field), value_side_squares, text, "squares, or `none`"},
#define KEY_TEXT(n, text) {#n, KEY_TEXT, 0, 0, value_text, text},
#define KEY_OWN(n, handler, form, text) {#n, KEY_OWN, 0, 0, value_##handler, text, form},
#define KEY_DRAWS(n) {#n, KEY_DRAWS}, /* parse.c reports all these keys in one note */
#define KEY_FOREIGN(n, what) {#n, KEY_FOREIGN, .read = read_foreign, .says = MSG_FOREIGN_##what},

static const Key keys[] = {
#include "format/schema.def"
};
enum { KEY_COUNT = sizeof keys / sizeof *keys };
static_assert(KEY_COUNT <= sizeof(((Draft *)0)->key_item) / sizeof(Item *),
              "a place for every key");

const Key *key_at(int index) { return index < KEY_COUNT ? &keys[index] : NULL; }
bool key_names_types(const Key *key) {
    return key->kind == KEY_TYPES || key->kind == KEY_TYPE_NUMBERS ||
           (key->kind == KEY_OWN && key->read != value_name && key->read != value_extends);
}

const Key *key_find(Slice name) {
    for (const Key *key = keys; key < keys + KEY_COUNT; key++)
        if (key->kind != KEY_SECTION && slice_is(name, key->name)) return key;
    return NULL;
}

/* A suggestion that differs by more than one byte must begin like the name, or with its first two
 * letters exchanged. Among equally near keys, the same first letter wins. A key that begins with
 * the whole name (`holdings`) wins against keys that differ by more than one byte. */
const char *key_nearest(Slice name) {
    const char *best = NULL, *begun = NULL;
    int least = name.length < 4 ? 2 : name.length / 3 + 2;
    bool same = false;
    for (const Key *key = keys; key < keys + KEY_COUNT; key++) {
        if (key->kind == KEY_SECTION) continue;
        Slice known = slice_of(key->name);
        if (!begun && name.length >= 3 && known.length >= name.length &&
            slice_alike(name, (Slice){known.at, name.length}))
            begun = key->name;
        int far = edit_distance(name.at, (size_t)name.length, known.at, (size_t)known.length);
        bool begins = name.length && ascii_lower(name.at[0]) == ascii_lower(known.at[0]);
        bool exchanged = name.length > 1 && ascii_lower(name.at[0]) == ascii_lower(known.at[1]) &&
                         ascii_lower(name.at[1]) == ascii_lower(known.at[0]);
        if (far > 1 && !begins && !exchanged) continue;
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

/* The value without its last letter, if this letter belongs to the unknown key after the value, as
 * in `promoZone=1m axPromote=1`. Length 0: the letter does not. */
static Slice value_without_slip(const Draft *draft, Slice value) {
    for (int i = 0; i < draft->items->lost_key_count; i++)
        if (value.length && value.at[value.length - 1] == *draft->items->lost_keys[i])
            return (Slice){value.at, value.length - 1};
    return (Slice){value.at, 0};
}

/* Refuses a value. slipped: its last letter belongs to the unknown key after it
 * (value_without_slip), which was reported. Two or more colons probably mean a piece line. */
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

/* Cuts the next word of a list. Words between commas mean the same value, `|` separates values.
 * Returns where the next word starts, and increments *place if that belongs to the next value. */
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
    while (value_list_next(&list)) {
        int type = value_line_type(draft, &list);
        if (type) field_set(&draft->v.types[type], item->key, 1);
    }
}

static void read_type_numbers(Draft *draft, const Item *item) {
    const Key *key = item->key;
    if (slice_is(item->value, "none")) {
        clear_types(draft, key);
        return;
    }
    List list = value_list(item->value, item->value_at);
    while (value_list_next(&list)) {
        Slice number = list.entry, id = slice_part(&number);
        int value;
        if (number.at == id.at + id.length) {
            draft_error(draft, list.at, MSG_KEY_LIST_FORM, arg_text(key->name),
                        arg_slice(list.entry));
            continue;
        }
        int type = value_type_at(draft, id, list.at);
        list.at.column += id.length + 1;
        if (!value_number(number, &value) || value < key->low || value > key->high)
            draft_error(draft, list.at, MSG_KEY_LIST_RANGE, arg_text(key->name),
                        arg_number(key->low), arg_number(key->high), arg_slice(number));
        else if (type)
            field_set(&draft->v.types[type], key, value);
    }
}

static void read_foreign(Draft *draft, const Item *item) {
    draft_error(draft, item->at, MSG_KEY_FOREIGN, arg_text(item->key->name),
                ARG_SAY(item->key->says));
    draft->lost_pieces |= slice_has(item->value, ':');
}

static bool repeats(const Key *key) {
    static const char *const names[] = {
        "royal",    "story",         "note",        "noBurn",     "captureForbidden",
        "region",   "home",          "goal",        "kanji",      "western",
        "handicap", "promoChoiceOf", "dropSquares", "fenLetters", "otherLetters"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (key_is(key, names[i])) return true;
    return key->kind == KEY_TYPE_NUMBERS || key->kind == KEY_DRAWS;
}

/* Does the item directly follow a key that occurred earlier in the same choice and text? Then both
 * lines were pasted twice, and only the first of them is reported. */
static bool follows_twice(const Draft *draft, const Item *item) {
    const Item *before = item - 1;
    while (before >= draft->items->list && before->key && repeats(before->key)) before--;
    if (before < draft->items->list || !before->key) return false;
    for (const Item *first = draft->items->list; first < before; first++)
        if (first->key == before->key && first->option == before->option &&
            first->choice == before->choice && first->below == before->below)
            return true;
    return false;
}

void key_read_value(Draft *draft, const Item *item) {
    const Key *key = item->key;
    const Item **seen = &draft->key_item[key - keys];
    const Item *first = *seen;
    bool twice =
        first && first->option == item->option && first->below == item->below && !repeats(key);
    if (twice && draft->key_bad[key - keys])
        return; /* the first value of this key was refused, and the author must correct that one */
    *seen = item;
    draft->key_bad[key - keys] |= item->cut;
    if (item->cut) return;
    int errors = draft->findings->fatal_count;
    findings_one(draft->findings);
    if (key->read) key->read(draft, item);
    bool unknown_id = findings_full(draft->findings);
    findings_all(draft->findings);
    bool refused = unknown_id || draft->findings->fatal_count > errors;
    if (twice && !refused && !follows_twice(draft, item))
        draft_error(draft, item->at, item->option < 0 ? MSG_KEY_TWICE : MSG_KEY_TWICE_IN_CHOICE,
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
    const Key *key = key_find(slice_of(name));
    assert(key);
    const Item *item = draft->key_item[key - keys];
    return item ? item->at : (Place){0, 0};
}
bool key_given(const Draft *draft, const char *name) { return key_place(draft, name).line != 0; }

/* ---- docs/format.md, and the text of a new game */

void key_form(Out *out, const Key *key) {
    if (key->kind == KEY_NUMBER)
        out_format(out, "%d to %d", key->low, key->high);
    else if (key->kind == KEY_TYPE_NUMBERS)
        out_format(out, "ID:n, … with n from %d to %d, or `none`", key->low, key->high);
    else if (key->kind == KEY_TYPES)
        out_text(out, "ids or numbers of piece lines, or `none`");
    else if (key->kind == KEY_TEXT)
        out_text(out, "text to the end of the line");
    else if (key->kind == KEY_OWN)
        out_text(out, key->words);
    for (const char *c = key->kind == KEY_WORD ? key->words : ""; *c; c++)
        *c == '|' ? out_text(out, ", ") : *c == ',' ? out_text(out, " = ") : out_char(out, *c);
}

void key_standard(Out *out, const Key *key) {
    Slice word = key->kind == KEY_WORD ? key_word(key, key->standard) : (Slice){"", 0};
    if (key->kind == KEY_NUMBER && key->standard >= key->low) out_format(out, "%d", key->standard);
    if (word.length) out_format(out, "%.*s", word.length, word.at);
}

void keys_document(Out *out) {
    for (const Key *key = keys; key < keys + KEY_COUNT; key++) {
        if (key->kind == KEY_SECTION) {
            out_format(out, "%s### %s\n\n", key > keys ? "\n" : "", key->name);
            if (key[1].kind == KEY_FOREIGN)
                out_text(out, "| key | what it is |\n|---|---|\n");
            else if (key[1].kind != KEY_DRAWS)
                out_text(out, "| key | value | standard | meaning |\n|---|---|---|---|\n");
        } else if (key->kind == KEY_DRAWS)
            out_format(out, "`%s`%s", key->name,
                       key + 1 < keys + KEY_COUNT && key[1].kind == KEY_DRAWS ? ", " : "\n");
        else if (key->kind == KEY_FOREIGN)
            out_format(out, "| `%s` | %s |\n", key->name, message_row(key->says)->english);
        else {
            out_format(out, "| `%s` | ", key->name);
            key_form(out, key);
            out_text(out, " | ");
            key_standard(out, key);
            out_text(out, " | ");
            for (const char *c = key->help; *c; c++) {
                if (*c == '|') out_char(out, '\\'); /* a bare `|` would end the table's cell */
                out_char(out, *c);
            }
            out_text(out, " |\n");
        }
    }
}
