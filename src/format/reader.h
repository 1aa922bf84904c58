/* reader - the text of a variant cut into items: `key=value`, piece lines, settings. Knows the
 * shape of the text, not what it means.
 *
 * Shapes   Items stand one a line, or several on a line separated by blanks. Columns count bytes
 *          from 1, in the text as given.
 * Errors   An item that is refused is reported once, and nothing that follows from it: what it may
 *          have been is kept (lost_pieces, lost_keys).
 * Owner    Slices point into the text without its markup (markup.h), which lies in the arena.
 */
#ifndef HENKA_FORMAT_READER_H
#define HENKA_FORMAT_READER_H

#include "format/findings.h"

/* A part of the text: `length` bytes, not closed with NUL. */
typedef struct Slice {
    const char *at;
    int length;
} Slice;

/* A slice as an argument of a message. */
static inline MessageArg arg_slice(Slice slice) {
    return arg_bytes(slice.at, (size_t)slice.length);
}

enum { PIECE_FIELDS = 6 };
/* name:ID:moves:image:squares:hand */
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
    Place at;                   /* of the key or the piece */
    Slice value;                /* of a key */
    Place value_at;             /* where that begins */
    Slice fields[PIECE_FIELDS]; /* of a piece, by FIELD_* */
    int columns[PIECE_FIELDS];  /* where each field begins, on the line of `at` */
    int field_count;            /* fields given */
    bool cut;                   /* its end was refused */
    int option, choice;         /* the setting it belongs to; -1: always in force */
    int below;                  /* 0: of the text itself; else of the n-th that it extends */
} Item;

/* One `choice`. */
typedef struct SettingChoice {
    Slice name, help;
    Place at;
} SettingChoice;

/* One `option` with its choices. */
typedef struct Setting {
    Slice name, help;       /* the word it is set by; one line about it */
    Place at;               /* of its line */
    bool lost;              /* a line that may belong to it was refused */
    SettingChoice *choices; /* room for MAX_CHOICES; the first is the standard */
    int count;              /* of choices */
} Setting;

enum { LOST_KEYS = 16 };

/* The whole text. Arrays lie in the arena given to reader_items. */
typedef struct Items {
    Item *list;        /* in the order of the text */
    int count;         /* of items in it */
    int room;          /* of the list; grows */
    Setting *settings; /* room for MAX_OPTIONS, NULL while there is none */
    int setting_count; /* of settings */
    /* What was refused: something that may have been a piece line; keys (the names they were near
     * to, so many). */
    bool lost_pieces;
    const char *lost_keys[LOST_KEYS];
    int lost_key_count;
    int lowest; /* how many texts it extends: Item.below of the lowest */
} Items;

enum { GAME_TEXT_BYTES = 1 << 18 }; /* of one text at most */

/* Cuts the text into items; what is no item is reported, what options lack is not. below: 0, or the
 * text is the n-th that the one read first extends. false: the text is longer than any game's may
 * be, which is reported, and nothing was read. */
bool reader_items(Arena *, const char *text, size_t length, int below, Items *, Findings *);

/* Which of the options, or of the choices of one, has that name; -1: none. */
int reader_setting_find(const Items *, Slice name);
int reader_choice_find(const Setting *, Slice name);
/* Reports an option that is to be added to these and has the name of one of them. */
void reader_setting_twice(Items *, Setting *, Findings *);
/* Reports options that have too few choices. */
void reader_settings_check(const Items *, Findings *);

/* Within a line. */
/* How many bytes the character at `at` has, before the end. 0: it is none that a text may hold, and
 * that is reported at the place; without findings it isn't. */
size_t reader_character(Findings *, const char *at, const char *end, Place);
static inline bool reader_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool slice_is(Slice, const char *text);
bool slice_same(Slice, Slice);
Slice slice_of(const char *text);
bool slice_is_squares(Slice); /* `a1,c3-d4,,e5` */
/* For `%.*s`, cut to a length fit for a message. */
#define SLICE(slice) ((slice).length < 40 ? (slice).length : 40), (slice).at

#endif
