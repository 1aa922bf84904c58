/* legs - what a piece can do, compiled once from its XBetza string.
 *
 * A power is a list of terms; a term is a path of legs by_legs one after another. Generator, attack
 * test, move diagrams and help read this one program.
 *
 * Shapes   A term has eight steps, clockwise from forward as sente sees it: step[0] forward,
 *          step[2] right, step[4] back, step[6] left for straight atoms (odd ones the diagonals
 *          between); for oblique atoms step[0] is (1,2), step[1] (2,1), … step[7] (-1,2). dx counts
 *          to sente's right, dy forward. Gote negates both. A leg's dirs is a bit mask: absolute
 *          for the first leg, relative to the direction of the leg before for every other (bit 0
 *          straight on, bit 4 straight back).
 * Limits   TERM_LEGS legs a term, POWER_TERMS terms a piece, HENKA_MAX_VICTIMS capturing legs
 *          before the last.
 * Source   H. G. Muller's XBetza as described in docs/moves.md.
 */
#ifndef HENKA_VARIANT_LEGS_H
#define HENKA_VARIANT_LEGS_H

#include <stdbool.h>
#include <stdint.h>

enum { TERM_LEGS = 12, POWER_TERMS = 48, RANGE_UNLIMITED = 64 };

/* What the square a leg ends on may hold, and what happens there. Alternatives, explored one by
 * one. */
enum {
    LEG_EMPTY = 1,       /* m: empty */
    LEG_CAPTURE = 2,     /* c: an enemy, captured */
    LEG_CAPTURE_OWN = 4, /* d: a friend, captured */
    LEG_HOP =
        8, /* p: any piece, left alone; the next leg goes on from here (never on a last leg) */
    LEG_ROYAL_ONLY = 16,      /* k: restricts LEG_CAPTURE to royals */
    LEG_NOT_ROYAL = 32,       /* ck: restricts LEG_CAPTURE to all but royals */
    LEG_HOP_FRIEND_ONLY = 64, /* t with p */
};

typedef struct Leg {
    uint8_t dirs;  /* bit mask of directions */
    uint8_t modes; /* LEG_* */
    uint8_t range; /* most steps, 1.., RANGE_UNLIMITED */
    uint8_t skip;  /* steps taken at the start whatever they cross: j on W F K R B Q is 1 (the range
                      counts them) */
    bool lame;     /* n: each leap needs the squares in between empty (see docs/moves.md) */
    bool must_jump;   /* j on a leaper: some jumped square must be occupied */
    bool same_length; /* i on a later leg: as many steps as the leg before */
    uint8_t bend;     /* 0 straight; 1 z: crooked; 2 q: circular (a lone slider leg) */
    uint8_t turn; /* bend: by how many 45-degree places of the ring each step turns (crooked: to one
                     side, then to the other) */
} Leg;

typedef struct Term {
    int8_t dx[8], dy[8];
    Leg legs[TERM_LEGS];
    uint8_t leg_count;
    uint8_t total_range; /* `!`: most steps of all legs together, 0 no such bound */
    bool virgin;         /* i: only from a square where the array put such a piece */
    bool cylinder, torus;
    bool free_of_matrix; /* ': exempt from the jump ranks */
    uint16_t column;     /* where the term starts in the XBetza text, from 1 */
} Term;

typedef struct Power {
    Term *terms;
    uint16_t term_count;
} Power;

#endif
