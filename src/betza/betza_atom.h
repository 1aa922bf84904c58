/* betza_atom - the capital letters of XBetza: each letter's leap, and its directions among eight.
 *
 * Shapes   A leap is (small, large): `small` squares along one axis of the board, `large` along
 *          the other, small <= large. Orthogonal (0,n), diagonal (n,n), oblique (s,l); KIND_KING is
 *          (0,1) and (1,1) together. In a mask of directions, bit k is 45 degrees times k clockwise
 *          from forward (legs.h).
 */
#ifndef HENKA_BETZA_BETZA_ATOM_H
#define HENKA_BETZA_BETZA_ATOM_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { KIND_ORTHOGONAL, KIND_DIAGONAL, KIND_KING, KIND_OBLIQUE } AtomKind;

/* A capital letter of XBetza. */
typedef struct Atom {
    AtomKind kind;    /* decides which of the eight directions the atom has */
    int small, large; /* the atom's leap along both axes, small <= large: knight (1,2) */
    int range;        /* maximum number of leaps in a row, unless the text gives a range */
} Atom;

/* Finds the atom of a capital letter. Returns false if the letter is no atom. */
bool atom_find(char letter, Atom *);
/* Lengthens the leap: X adds 3 to its larger part, Y adds 2 to both parts. */
void atom_extend(Atom *, char extension /* X or Y */);
/* The step in each of the eight directions (legs.h: Term.dx, Term.dy). */
void atom_ring(const Atom *, int8_t dx[8], int8_t dy[8]);
/* Does the atom move in four directions instead of eight? */
static inline bool atom_is_four_fold(const Atom *atom) {
    return atom->kind == KIND_ORTHOGONAL || atom->kind == KIND_DIAGONAL;
}
/* The bit mask of all directions of the atom. */
uint8_t atom_all_directions(const Atom *);

/* Return the mask of the directions that letters mean (f b l r v s h, NUL-terminated): on a first
 * leg, or on a later one, where they are relative to the leg before, and every atom turns like a
 * king. No letters: the default. *bad: index of a letter without meaning there; -1: none. */
uint8_t atom_directions_first(AtomKind, const char *letters, int *bad);
uint8_t atom_directions_later(AtomKind, const char *letters, int *bad);
/* Returns the mask of the relative directions of a later step in a bracket: those that turn by an
 * odd multiple of 45 degrees (`odd` is true) or by an even one. No letters: the smallest turns. */
uint8_t atom_directions_turned(const char *letters, bool odd);

#endif
