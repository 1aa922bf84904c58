/* keys - what each key of schema.def is, found by name, and how its value gets into a draft.
 *
 * Owner    The table of keys is constant: what is found in it is never freed.
 * Errors   As in values.h.
 */
#ifndef HENKA_FORMAT_KEYS_H
#define HENKA_FORMAT_KEYS_H

#include "base/message.h"
#include "format/reader.h"

struct Draft;

typedef enum {
    KEY_SECTION,      /* no key: a heading of the table in docs/format.md */
    KEY_NUMBER,       /* a whole number within a range */
    KEY_WORD,         /* one of several words; KEY_RULE is one with a sentence */
    KEY_TYPES,        /* a list of kinds, each of which gets a flag; KEY_TYPES_RULE is one with a
                         sentence */
    KEY_TYPE_NUMBERS, /* a list of kinds with a number each */
    KEY_TEXT,         /* a text about the game */
    KEY_OWN,          /* a form of its own, read by a function of values.h */
    KEY_DRAWS,        /* only for drawing diagrams: ignored with a note */
    KEY_FOREIGN       /* a rule of the diagrams that henka does not know: an error */
} KeyKind;

/* A row of schema.def. */
typedef struct Key {
    const char *name;        /* as in the text; of a section, its title */
    KeyKind kind;            /* which of the members below are used */
    size_t offset, size;     /* of the field in Draft, for TYPES and TYPE_NUMBERS in PieceType */
    int low, high, standard; /* of a number; standard also of a word: its place */
    const char *words;       /* WORD: the words as in schema.def; OWN: the form, for the docs */
    void (*read)(struct Draft *, const Item *); /* OWN */
    const char *help;                           /* what it means, for docs/format.md */
    MessageKey says;    /* KEY_RULE and KEY_TYPES_RULE: what describe says when it is set, else
                           MSG_NONE */
    MessageKey foreign; /* FOREIGN: what the rule is */
} Key;

const Key *key_at(int index); /* every row of schema.def, sections included; NULL past the last */
const Key *key_find(Slice name);
const char *key_nearest(Slice name); /* a key spelt much like it, or NULL */
bool key_takes_line(const Key *);    /* its value runs to the end of the line */
bool key_is(const Key *, const char *name);

void keys_set_standard(struct Draft *);
/* Reads an item's value into the draft. Types must be known for keys that name them: see
 * key_names_types. */
void key_read_value(struct Draft *, const Item *);
bool key_names_types(const Key *);
/* The value of a number or word of the draft as text. */
int key_value(const Key *, const void *base);
Slice key_word(const Key *, int value);

/* What a value looks like, "1 to 16", and the value it has where nothing is said; "": none. */
void key_form(Out *, const Key *);
void key_standard(Out *, const Key *);
/* The table of keys in docs/format.md. */
void keys_document(Out *);

#endif
