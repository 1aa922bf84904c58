/* legs - what a piece can do, compiled once from its XBetza string.
 *
 * A power is a list of terms; a term is a path of legs followed one after another. Generator,
 * attack test, move diagrams and help read this one program.
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
#ifndef HENKA_BETZA_LEGS_H
#define HENKA_BETZA_LEGS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { TERM_LEGS = 12, POWER_TERMS = 48, RANGE_UNLIMITED = 64 };
enum { BOARD_FILES = 16 /* files of the widest board, which bound the steps of castling */ };

/* The possible contents of the square on which a leg ends, and what happens to them. Each is an
 * alternative. */
enum {
    LEG_EMPTY = 1,       /* m: empty */
    LEG_CAPTURE = 2,     /* c: an enemy, captured */
    LEG_CAPTURE_OWN = 4, /* d: a friend, captured */
    LEG_HOP =
        8, /* p: any piece, left alone; the next leg goes on from here (never on a last leg) */
    LEG_ROYAL_ONLY = 16,      /* k: restricts LEG_CAPTURE to royals */
    LEG_NOT_ROYAL = 32,       /* ck: restricts LEG_CAPTURE to all but royals */
    LEG_HOP_FRIEND_ONLY = 64, /* t with p */
    LEG_EN_PASSANT = 128      /* e: an empty square that the enemy's last push passed; what made the
                                 push is captured (last legs only) */
};

/* One part of a move: steps in one direction. All members are bytes, so that legs can be compared
 * as memory: leg_is_plain and the compiler need not know each modifier. */
typedef struct Leg {
    uint8_t dirs;  /* bit mask of directions */
    uint8_t modes; /* LEG_*: possible contents of its last square, and what happens to them */
    uint8_t range; /* most steps, 1.., RANGE_UNLIMITED */
    /* modifiers; all 0 in a plain leg */
    uint8_t skip;     /* steps at the start that cross whatever stands there: j on W F K R B Q is 1
                         (the range counts them) */
    bool lame;        /* n: each leap needs the squares in between empty (see docs/moves.md) */
    bool must_jump;   /* j on a leaper: some jumped square must be occupied */
    bool same_length; /* i on a later leg: as many steps as the leg before */
    uint8_t bend;     /* 0 straight; 1 z: crooked; 2 q: circular (a lone slider leg) */
    uint8_t turn;     /* for a bend: number of 45-degree places of the ring that each step turns
                         (crooked: to one side, then to the other) */
} Leg;

/* Conditions on a whole term. All members are bytes, so that conditions can be compared as memory:
 * conditions_none and the compiler need not know each of them. */
typedef struct Conditions {
    uint8_t total_range; /* `!`: most steps of all legs together, 0 no such bound */
    bool virgin;         /* i: only for a piece of the array that has not moved */
    bool rights;         /* in, nn: a piece that moves so may be captured in passing, by
                            LEG_EN_PASSANT, on the squares it passed */
    bool own_half;    /* a range of `*`: as many steps as ranks of its side's half of the board are
                         before it (half_range). Always with rights: such a term has one leg to
                         empty squares */
    uint8_t castling; /* O: the piece goes this number of steps towards the edge of its rank, and
                         the partner from there to its other side; 0: the term is no castling. Such
                         a term has one leg, of which only the directions count */
    bool partner_inside; /* jO: the partner is beside the last piece of the rank */
    bool cylinder;       /* o: the left and right edges of the board are joined */
    bool torus;          /* oo: opposite edges are joined */
    bool free_of_matrix; /* ': exempt from the jump ranks */
} Conditions;

/* Legs followed one after another: one way of moving. */
typedef struct Term {
    int8_t dx[8], dy[8];   /* the ring: the step in each direction, see Shapes */
    Leg legs[TERM_LEGS];   /* in the order in which they are followed */
    uint8_t leg_count;     /* of legs */
    Conditions conditions; /* what holds of all legs together */
    uint16_t column;       /* where the term starts in the XBetza text, from 1; for messages */
} Term;

/* All moves of a type: each move follows one of the terms. */
typedef struct Power {
    Term *terms;         /* in the variant's arena */
    uint16_t term_count; /* of terms */
} Power;

/* An orthogonal or diagonal leap, not an oblique one; its length (of an oblique one the longer
 * part); a leap of one square. */
static inline bool term_is_straight(const Term *t) { return t->dx[0] == 0; }
static inline int term_leap(const Term *t) { return t->dy[0]; }
static inline bool term_is_straight_step(const Term *t) {
    return term_is_straight(t) && term_leap(t) == 1;
}

/* No modifier: only directions, modes and a range. */
static inline bool leg_is_plain(const Leg *leg) {
    const Leg plain = {.dirs = leg->dirs, .modes = leg->modes, .range = leg->range};
    return !memcmp(leg, &plain, sizeof plain);
}
/* May the leg end after `steps` steps if the leg before had steps_before steps? */
static inline bool leg_may_end(const Leg *leg, int steps, int steps_before) {
    return steps > leg->skip && (!leg->same_length || steps == steps_before);
}
static inline bool conditions_same(const Conditions *a, const Conditions *b) {
    return !memcmp(a, b, sizeof *a);
}
static inline bool conditions_none(const Conditions *conditions) {
    return conditions_same(conditions, &(Conditions){0});
}
/* Moves of state depend on facts that the position remembers beside its board. The fast generators
 * list them separately (rules/state_moves.h). A push is one leg to empty squares that requires a
 * piece that has not moved, or gives rights. It has only the modifiers and conditions named here,
 * which state_push_targets knows. */
static inline bool term_is_push(const Term *t) {
    const Leg *leg = &t->legs[0];
    const Leg known_leg = {.dirs = leg->dirs,
                           .modes = LEG_EMPTY,
                           .range = leg->range,
                           .skip = leg->skip,
                           .lame = leg->lame,
                           .must_jump = leg->must_jump};
    const Conditions *c = &t->conditions;
    const Conditions known = {.total_range = c->total_range,
                              .virgin = c->virgin,
                              .rights = c->rights,
                              .own_half = c->own_half,
                              .free_of_matrix = c->free_of_matrix};
    return t->leg_count == 1 && (c->virgin || c->rights) &&
           !memcmp(leg, &known_leg, sizeof known_leg) && conditions_same(c, &known);
}
/* A leap that captures in passing, whatever else it does; the other modes are plain. */
static inline bool term_is_passing(const Term *t) {
    const Leg *leg = &t->legs[0], plain = {.dirs = leg->dirs, .modes = leg->modes, .range = 1};
    Conditions rest = t->conditions;
    rest.free_of_matrix = false;
    return t->leg_count == 1 && leg->modes & LEG_EN_PASSANT && !memcmp(leg, &plain, sizeof plain) &&
           !memcmp(&rest, &(Conditions){0}, sizeof rest);
}

/* No condition on the whole term. Exemption from the jump ranks is none: it forbids nothing. */
static inline bool term_is_plain(const Term *t) {
    Conditions rest = t->conditions;
    rest.free_of_matrix = false;
    return conditions_none(&rest);
}

/* Does the power have a term for a piece that has not moved only (i)? */
static inline bool power_has_first_move(const Power *power) {
    for (int i = 0; i < power->term_count; i++)
        if (power->terms[i].conditions.virgin) return true;
    return false;
}

#endif
