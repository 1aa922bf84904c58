/* reader - the text of a variant cut into items: `key=value`, piece lines, settings. Knows the
 * shape of the text, not what it means.
 *
 * Shapes   Items stand one a line, or several on a line separated by blanks. Columns count bytes
 *          from 1.
 * Owner    Slices point into the text.
 */
#ifndef HENKA_VARIANT_READER_H
#define HENKA_VARIANT_READER_H

#include "variant/findings.h"

typedef struct Slice {
    const char *at;
    int length;
} Slice;

/* A slice as an argument of a message. */
static inline MessageArg arg_slice(Slice slice) {
    return arg_bytes(slice.at, (size_t)slice.length);
}

enum { PIECE_FIELDS = 6 };
typedef enum {
    FIELD_NAME,
    FIELD_ID,
    FIELD_BETZA,
    FIELD_IMAGE,
    FIELD_SQUARES,
    FIELD_HAND
} PieceField;

typedef struct Item {
    const struct Key *key; /* NULL: a piece line */
    Place at, value_at;
    Slice value;
    Slice fields[PIECE_FIELDS];
    int columns[PIECE_FIELDS], field_count;
    int option, choice; /* the setting it belongs to; -1: always in force */
} Item;

typedef struct SettingChoice {
    Slice name, help;
    Place at;
} SettingChoice;

typedef struct Setting {
    Slice name, help;
    Place at;
    SettingChoice *choices;
    int count;
} Setting;

typedef struct Items {
    Item *list;
    int count, room;
    Setting *settings;
    int setting_count;
} Items;

void reader_items(Arena *, const char *text, size_t length, Items *, Findings *);

static inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool slice_is(Slice, const char *text);
bool slice_same(Slice, Slice);
/* For `%.*s`, cut to a length fit for a message. */
#define SLICE(slice) ((slice).length < 40 ? (slice).length : 40), (slice).at

#endif
