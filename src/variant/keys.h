/* keys - what each key of schema.def is, found by name, and how its value gets into a draft. */
#ifndef HENKA_VARIANT_KEYS_H
#define HENKA_VARIANT_KEYS_H

#include "base/message.h"
#include "variant/reader.h"

struct Draft;

typedef enum {
    KEY_SECTION,
    KEY_NUMBER,
    KEY_WORD,
    KEY_TYPES,
    KEY_TYPE_NUMBERS,
    KEY_TEXT,
    KEY_OWN,
    KEY_DRAWS,
    KEY_FOREIGN
} KeyKind;

typedef struct Key {
    const char *name;
    KeyKind kind;
    size_t offset, size; /* of the field in Draft or PieceType */
    int low, high, standard;
    const char *words; /* choices, or the form of the value */
    void (*read)(struct Draft *, const Item *);
    const char *help;
    MessageKey foreign; /* KEY_FOREIGN: what the rule is */
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

/* The table of keys in docs/format.md. */
void keys_document(Out *);

#endif
