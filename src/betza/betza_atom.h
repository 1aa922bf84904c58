/* betza_atom - the capital letters: which leap they stand for, and in which of eight directions it
 * goes.
 *
 * Shapes   A leap is (small, large), small <= large. Orthogonal (0,n), diagonal (n,n), oblique
 *          (s,l); KIND_KING is (0,1) and (1,1) together. Directions as in legs.h: bit k is 45
 *          degrees times k clockwise from forward.
 */
#ifndef HENKA_BETZA_BETZA_ATOM_H
#define HENKA_BETZA_BETZA_ATOM_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { KIND_ORTHOGONAL, KIND_DIAGONAL, KIND_KING, KIND_OBLIQUE } AtomKind;

/* A capital letter of XBetza. */
typedef struct Atom {
    AtomKind kind;    /* which of the eight directions it has */
    int small, large; /* the two parts of its leap, see Shapes */
    int range;        /* most leaps in a row, unless the text says otherwise */
} Atom;

/* The atom of a capital letter; false when the letter is none. */
bool atom_find(char letter, Atom *);
/* Lengthens the leap as an X or Y behind the letter does. */
void atom_extend(Atom *, char extension /* X or Y */);
/* The step in each of the eight directions (legs.h: Term.dx, Term.dy). */
void atom_ring(const Atom *, int8_t dx[8], int8_t dy[8]);
/* Does it go in four directions instead of eight? */
static inline bool atom_is_four_fold(const Atom *atom) {
    return atom->kind == KIND_ORTHOGONAL || atom->kind == KIND_DIAGONAL;
}
/* All directions the atom itself goes. */
uint8_t atom_all_directions(const Atom *);

/* Direction letters (f b l r v s h, closed with NUL) of a first leg, and of a later one (relative
 * to the leg before; every atom turns like a king then). No letters: the defaults. *bad is the
 * index of a letter that means nothing here, else -1. */
uint8_t atom_directions_first(AtomKind, const char *letters, int *bad);
uint8_t atom_directions_later(AtomKind, const char *letters, int *bad);
/* Directions a later step may take when it must turn by an odd multiple of 45 degrees (or must
 * not): brackets. */
uint8_t atom_directions_turned(const char *letters, bool odd);

#endif
