/* betza_compile - what the files of the XBetza compiler share. Internal to betza*.c.
 *
 * Errors   Functions return false after the error was written.
 */
#ifndef HENKA_VARIANT_BETZA_COMPILE_H
#define HENKA_VARIANT_BETZA_COMPILE_H

#include <stddef.h>

#include "base/error.h"
#include "variant/betza.h"
#include "variant/betza_atom.h"

enum { BETZA_MODS = 160, BETZA_DIRS = 16, BETZA_LEAP = 31 };

/* A modifier letter and where it stood (groups repeat letters, so the place in the list tells
 * nothing). */
typedef struct Mod {
    char letter;
    uint16_t column;
} Mod;

typedef struct ModList {
    Mod items[BETZA_MODS];
    int count;
} ModList;

/* The modifiers of one leg, sorted by what they say. */
typedef struct LegText {
    char dirs[BETZA_DIRS];
    uint16_t dir_columns[BETZA_DIRS];
    int dir_count;
    uint32_t seen; /* bit of letter - 'a' */
    int wraps;     /* how many o */
    int column;    /* of its first letter, or of the atom */
} LegText;

typedef struct Compiler {
    const char *text;
    size_t length, at;
    HenkaError *error;
    Term terms[POWER_TERMS];
    int term_count;
} Compiler;

/* What a term says after its modifiers. */
typedef struct TermTail {
    Atom atom;
    int range;
    bool bound_whole_path, free_of_matrix;
    int column; /* of the term */
    int atom_column;
} TermTail;

static inline bool leg_text_has(const LegText *leg, char letter) {
    return leg->seen >> (letter - 'a') & 1;
}
static inline char compiler_peek(const Compiler *c) {
    return c->at < c->length ? c->text[c->at] : '\0';
}
static inline int compiler_column(const Compiler *c) {
    return c->at < 65000 ? (int)c->at + 1 : 65000;
}

/* The letter at the compiler's place, which is not the end, for a message. */
static inline MessageArg compiler_letter(const Compiler *c) {
    return arg_bytes(c->text + c->at, 1);
}

/* Says what was expected at the compiler's place and what was found there. */
bool compiler_expected(const Compiler *, MessageKey);

bool mods_add(Compiler *, ModList *, Mod);
bool leg_text_read(Compiler *, const Mod *, int count, int column, LegText *);
/* Atom, extensions, range, marks; fills the tail from the compiler's place on. */
bool tail_read(Compiler *, TermTail *);
/* Compiles one term whose groups are already written out. */
bool term_compile(Compiler *, const ModList *, const TermTail *);
bool bracket_compile(Compiler *);
/* LEG_* of a leg; `last` sets the default. */
uint8_t leg_modes(const LegText *, bool last);
/* Checks the limits, drops it if another term already says as much, and adds it. */
bool term_add(Compiler *, Term *);

#endif
