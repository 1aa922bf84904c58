/* keys - the table of the keys in schema.def: finds a key by name and reads its value into a draft.
 *
 * Owner    The table is constant, so a Key is never freed.
 * Errors   A mistake in a value is reported in the draft's findings, at its byte in the text.
 */
#ifndef HENKA_FORMAT_KEYS_H
#define HENKA_FORMAT_KEYS_H

#include "base/message.h"
#include "format/reader.h"
#include "variant/variant.h"

struct Draft;
/* Reads an item's value into the draft. A mistake is reported at its byte in the text. */
typedef void KeyReader(struct Draft *, const Item *);

typedef enum {
    KEY_SECTION,      /* not a key: a heading in the table of docs/format.md */
    KEY_NUMBER,       /* a whole number within a range */
    KEY_WORD,         /* one of several words; a KEY_RULE also has a sentence on the rule */
    KEY_TYPES,        /* a list of types of pieces, which get a flag; a KEY_TYPES_RULE also has a
                         sentence that describes the rule */
    KEY_TYPE_NUMBERS, /* a list of types of pieces, each with a number */
    KEY_TEXT,         /* free text about the game, such as its author */
    KEY_OWN,          /* a value in a form that only this key has, read by a function of values.h */
    KEY_DRAWS,        /* a key for drawing the Interactive Diagram: ignored with a note */
    KEY_FOREIGN       /* a rule of the Interactive Diagram that Henka does not have */
} KeyKind;

/* A row of schema.def. */
typedef struct Key {
    const char *name;        /* the key as the text writes it; for a section: its title */
    KeyKind kind;            /* decides which of the members below are used */
    size_t offset, size;     /* position and size of the member that gets the value: in PieceType
                                for KEY_TYPES, KEY_TYPE_NUMBERS and value_squares, else in Draft */
    KeyReader *read;         /* reads an item with this key; NULL: the item is ignored */
    const char *help;        /* meaning of the key, for docs/format.md */
    const char *words;       /* KEY_WORD: the words of schema.def; KEY_OWN: the form, for docs */
    MessageKey says;         /* KEY_RULE, KEY_TYPES_RULE: sentence that describes the rule;
                                KEY_FOREIGN: name of the rule; else MSG_NONE */
    int low, high, standard; /* least, greatest and default number; for KEY_WORD `standard` is the
                                index of the default in `words` */
} Key;

const Key *key_at(int index); /* schema.def's row, sections included; NULL: past the end */
const Key *key_find(Slice name);
const char *key_nearest(Slice name); /* the key with the most similar spelling, or NULL */
/* Does the value of the key run to the end of the line? */
static inline bool key_takes_line(const Key *key) { return key->kind == KEY_TEXT; }
static inline bool key_is(const Key *key, const char *name) { return !strcmp(key->name, name); }

void keys_set_standard(struct Draft *);
/* Reads an item's value. Keys that name types (key_names_types) must follow the piece lines. */
void key_read_value(struct Draft *, const Item *);
bool key_names_types(const Key *);
/* The number, or the index of the word, that the draft or type at `base` holds for this key. */
int key_value(const Key *, const void *base);
/* The two sets of squares, by side, that the draft or type at `base` holds for this key. */
static inline const SquareSet **key_squares(const Key *key, const void *base) {
    return (const SquareSet **)((const char *)base + key->offset);
}
Slice key_word(const Key *, int value);

/* Write the range or form of a key's value, such as "1 to 16", and its default ("": none). */
void key_form(Out *, const Key *);
void key_standard(Out *, const Key *);
/* Writes the table of keys for docs/format.md. */
void keys_document(Out *);

#endif
