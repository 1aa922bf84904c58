/* reader - cuts the text of a variant into items: `key=value`, piece lines, settings. It knows the
 * form of the text and not its meaning.
 *
 * Shapes   A line holds one item, or several separated by blanks. Columns count bytes from 1, in
 *          the text as given.
 * Errors   A refused item is reported once. It is noted what the item may have been (lost_pieces,
 *          lost_keys), so that later errors that follow from it are not reported.
 * Owner    Slices point into the text without its markup (markup.h), which lives in the arena.
 */
#ifndef HENKA_FORMAT_READER_H
#define HENKA_FORMAT_READER_H

#include "format/findings.h"

/* A part of the text: `length` bytes without a closing NUL. */
typedef struct Slice {
    const char *at;
    int length;
} Slice;

/* A slice as an argument of a message. */
static inline MessageArg arg_slice(Slice slice) {
    return arg_bytes(slice.at, (size_t)slice.length);
}

enum { PIECE_FIELDS = 6 };
/* the fields of a piece line: name:ID:moves:image:squares:hand */
typedef enum {
    FIELD_NAME,
    FIELD_ID,
    FIELD_BETZA,
    FIELD_IMAGE,
    FIELD_SQUARES,
    FIELD_HAND
} PieceField;

/* A key with its value, or a piece line. */
typedef struct Item {
    const struct Key *key;      /* NULL: a piece line */
    Place at;                   /* where the key or the piece line begins */
    Slice value;                /* of a key */
    Place value_at;             /* where the value begins */
    Slice fields[PIECE_FIELDS]; /* of a piece line, by FIELD_* */
    int columns[PIECE_FIELDS];  /* where each field begins, on the line of `at` */
    int field_count;            /* number of fields given */
    bool cut;                   /* its end was refused, so it is incomplete */
    int option, choice;         /* the option and the choice that it belongs to; -1: it is always in
                                   force */
    int below;                  /* 0: in the given text; n: in the n-th text that it extends */
} Item;

/* A key `choice`: one value of an option. */
typedef struct SettingChoice {
    Slice name, help;
    Place at;
} SettingChoice;

/* A key `option` with its choices. */
typedef struct Setting {
    Slice name, help;       /* the name by which users set it; one line of help */
    Place at;               /* place of its line */
    bool lost;              /* a line that may be one of its choices was refused */
    SettingChoice *choices; /* has room for MAX_CHOICES; the first is the default */
    int count;              /* entries of choices */
} Setting;

enum { LOST_KEYS = 16 };

/* The items of the whole text. Its arrays live in the arena given to reader_items. */
typedef struct Items {
    Item *list;        /* in the order of the text */
    int count;         /* items in the list */
    int room;          /* space in the list, in items; grows */
    Setting *settings; /* has room for MAX_OPTIONS; NULL while the text has none */
    int setting_count; /* entries of settings */
    /* Refused items. lost_pieces: one of them may have been a piece line. lost_keys: the known keys
     * that were nearest to the refused ones; lost_key_count of them. */
    bool lost_pieces;
    const char *lost_keys[LOST_KEYS];
    int lost_key_count;
    int lowest; /* number of texts that this one extends: Item.below of the lowest */
} Items;

enum { GAME_TEXT_BYTES = 1 << 18 }; /* limit of the length of a text */

/* Cuts the text into items and reports text that is no item. Options without choices are not
 * reported here. below: 0, or n for the n-th text that the given one extends. Returns false if the
 * text is longer than GAME_TEXT_BYTES; this is reported, and nothing is read. */
bool reader_items(Arena *, const char *text, size_t length, int below, Items *, Findings *);

/* The index of the option with that name, or of the choice of an option; -1: none. */
int reader_setting_find(const Items *, Slice name);
int reader_choice_find(const Setting *, Slice name);
/* Reports an option that would be added to these items but has the name of one of them. */
void reader_setting_twice(Items *, Setting *, Findings *);
/* Reports options that have fewer than two choices. */
void reader_settings_check(const Items *, Findings *);

/* Functions that read within a line: */
/* The number of bytes of the character at `at`, before the end. 0: a text may not hold this
 * character. It is reported at the place, unless findings is NULL. */
size_t reader_character(Findings *, const char *at, const char *end, Place);
static inline bool reader_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool slice_is(Slice, const char *text);
bool slice_same(Slice, Slice);
Slice slice_of(const char *text);
bool slice_is_squares(Slice); /* has it the form of a list of squares: `a1,c3-d4,,e5`? */
/* The arguments of a `%.*s`, cut to a length that suits a message. */
#define SLICE(slice) ((slice).length < 40 ? (slice).length : 40), (slice).at

#endif
