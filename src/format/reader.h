/* reader - cuts the text of a variant into items (`key=value`, piece lines) and options with their
 * choices. It knows the form of the text and not its meaning.
 *
 * Shapes   A line holds items, separated by blanks. Columns count the given text's bytes from 1.
 * Errors   A refused item is reported once. lost_pieces and lost_keys note what the item may have
 *          been, so that later errors that follow from it are not reported.
 * Owner    Slices point into the text without its markup (markup.h), which lives in the arena.
 */
#ifndef HENKA_FORMAT_READER_H
#define HENKA_FORMAT_READER_H

#include "format/findings.h"

/* A part of the text: `length` bytes, not NUL-terminated. */
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
    const struct Key *key;      /* the key; NULL: a piece line */
    Place at;                   /* where the key or the piece line begins */
    Slice value;                /* value of the key; unused for a piece line */
    Place value_at;             /* where the value begins */
    Slice fields[PIECE_FIELDS]; /* fields of the piece line, by PieceField; unused for a key */
    int columns[PIECE_FIELDS];  /* by PieceField: column of the field, on the line of `at` */
    int field_count;            /* number of fields that the piece line has */
    bool cut;                   /* the end of the item was refused, so the item is incomplete */
    int option, choice;         /* indexes of the option and of the choice that the item belongs to;
                                   -1: the item is always in force */
    int below;                  /* 0: from the given text; n: from its n-th extended text */
} Item;

/* A key `choice`: one value of an option. */
typedef struct SettingChoice {
    Slice name, help;
    Place at;
} SettingChoice;

/* A key `option` with its choices. */
typedef struct Setting {
    Slice name, help;       /* the name by which users set the option; one line of help */
    Place at;               /* place of the option's line */
    bool lost;              /* a line that may be a choice of this option was refused */
    SettingChoice *choices; /* room for MAX_CHOICES; the first is the default */
    int count;              /* number of entries in `choices` */
} Setting;

enum { LOST_KEYS = 16 };

/* The items of the whole text. Its arrays live in the arena given to reader_items. */
typedef struct Items {
    Item *list;        /* in the order of the text */
    int count;         /* number of items in `list` */
    int room;          /* number of items that the list has space for; grows */
    Setting *settings; /* room for MAX_OPTIONS; NULL while the text has none */
    int setting_count; /* number of entries in `settings` */
    /* About refused items. lost_pieces: a refused item may have been a piece line. lost_keys: for
     * unknown keys, the known key of most similar spelling; lost_key_count entries. */
    bool lost_pieces;
    const char *lost_keys[LOST_KEYS];
    int lost_key_count;
    int lowest; /* number of texts that the given text extends, directly or not */
} Items;

enum { GAME_TEXT_BYTES = 1 << 18 }; /* greatest length of a text */

/* Cuts the text into items and reports words that are not part of an item. A key `option` that no
 * `choice` follows is reported later. below: 0 for the given text, n for the n-th text that the
 * given text extends. Returns false after reporting an error if the text is longer than
 * GAME_TEXT_BYTES; then nothing is read. */
bool reader_items(Arena *, const char *text, size_t length, int below, Items *, Findings *);

/* The index of the option with that name, or of an option's choice with it; -1: none. */
int reader_setting_find(const Items *, Slice name);
int reader_choice_find(const Setting *, Slice name);
/* Reports an option to be added to the items if they already have one of that name. */
void reader_setting_twice(Items *, Setting *, Findings *);

/* Functions that read within a line: */
/* The number of bytes of the character at `at`. 0: this character is not allowed in a text, which
 * is reported at the place unless findings is NULL. */
size_t reader_character(Findings *, const char *at, const char *end, Place);
static inline bool reader_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static inline const char *reader_blanks_end(const char *at, const char *end) {
    while (at < end && reader_is_blank(*at)) at++;
    return at;
}
static inline const char *reader_word_end(const char *at, const char *end) {
    while (at < end && !reader_is_blank(*at)) at++;
    return at;
}
static inline const char *reader_line_end(const char *at, const char *end) {
    const char *cut = memchr(at, '\n', (size_t)(end - at));
    return cut ? cut : end;
}
/* Are all characters of a line allowed? Reports the first that is not, unless findings is NULL. */
bool reader_line_is_text(Findings *, const char *line, const char *end, int number);
bool slice_is(Slice, const char *text);
bool slice_same(Slice, Slice);
bool slice_alike(Slice, Slice); /* are the slices equal if case is ignored? */
static inline Slice slice_of(const char *text) { return (Slice){text, (int)strlen(text)}; }
static inline Slice slice_between(const char *at, const char *end) {
    return (Slice){at, (int)(end - at)};
}
static inline bool slice_has(Slice slice, char c) {
    return memchr(slice.at, c, (size_t)slice.length) != NULL;
}
static inline char *slice_copy(Arena *arena, Slice slice) {
    return arena_text(arena, slice.at, (size_t)slice.length);
}
Slice slice_part(Slice *rest);                        /* cuts off the part before the next `:` */
Slice slice_trimmed(const char *at, const char *end); /* from `at` to `end`, without outer blanks */
bool slice_is_betza(Arena *, Slice);
bool slice_is_squares(Slice); /* is the slice a list of squares: `a1,c3-d4,,e5`? */
/* The arguments of a `%.*s`, cut to a length that suits a message. */
#define SLICE(slice) ((slice).length < 40 ? (slice).length : 40), (slice).at

#endif
