/* keys - the table of the keys in schema.def: finds a key by name and reads its value into a draft.
 *
 * Owner    The table is constant, so a Key is never freed.
 * Errors   As in values.h.
 */
#ifndef HENKA_FORMAT_KEYS_H
#define HENKA_FORMAT_KEYS_H

#include "base/message.h"
#include "format/reader.h"

struct Draft;

typedef enum {
    KEY_SECTION,      /* not a key: a heading in the table of docs/format.md */
    KEY_NUMBER,       /* a whole number within a range */
    KEY_WORD,         /* one of several words; KEY_RULE has a sentence too */
    KEY_TYPES,        /* a list of types, which get a flag; KEY_TYPES_RULE has a sentence too */
    KEY_TYPE_NUMBERS, /* a list of types with a number each */
    KEY_TEXT,         /* a text about the game */
    KEY_OWN,          /* its own form, read by a function of values.h */
    KEY_DRAWS,        /* only needed to draw diagrams: ignored with a note */
    KEY_FOREIGN       /* a rule of the diagrams that henka does not know: an error */
} KeyKind;

/* A row of schema.def. */
typedef struct Key {
    const char *name;        /* as in the text; for a section its title */
    KeyKind kind;            /* decides which of the members below are used */
    size_t offset, size;     /* of the field in Draft; for TYPES and TYPE_NUMBERS in PieceType */
    int low, high, standard; /* range and default of a number; default of a word by its place in
                                `words` */
    const char *words;       /* WORD: the words as in schema.def; OWN: the form, for the docs */
    void (*read)(struct Draft *, const Item *); /* OWN: reads an item with this key */
    const char *help;                           /* its meaning, for docs/format.md */
    MessageKey says;    /* KEY_RULE and KEY_TYPES_RULE: sentence that describes the rule, else
                           MSG_NONE */
    MessageKey foreign; /* FOREIGN: names the rule */
} Key;

const Key *key_at(int index); /* the row of schema.def with this index, sections included; NULL past
                                 the last */
const Key *key_find(Slice name);
const char *key_nearest(Slice name); /* the key with the most similar spelling, or NULL */
bool key_takes_line(const Key *);    /* its value runs to the end of the line */
bool key_is(const Key *, const char *name);

void keys_set_standard(struct Draft *);
/* Reads an item's value into the draft. A key that names types (key_names_types) must be read after
 * the piece lines. */
void key_read_value(struct Draft *, const Item *);
bool key_names_types(const Key *);
/* The value of a number or word, read from its field in the draft. */
int key_value(const Key *, const void *base);
Slice key_word(const Key *, int value);

/* Writes the range or form of a value, such as "1 to 16", and its default; "": it has none. */
void key_form(Out *, const Key *);
void key_standard(Out *, const Key *);
/* Writes the table of keys for docs/format.md. */
void keys_document(Out *);

#endif
