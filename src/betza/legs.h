/* legs - the moves of a piece, its leg program, compiled once from its XBetza text.
 *
 * A power (all moves of a piece) is a list of terms; a term (one way of moving) is a path of legs
 * followed one after another. Generator, attack test, diagrams and help read this one program.
 *
 * Shapes   A term has eight steps, clockwise from forward as sente sees it: step[0] forward,
 *          step[2] right, step[4] back, step[6] left, and the diagonals between them, for straight
 *          atoms; for oblique atoms step[0] is (1,2), step[1] (2,1), … step[7] (-1,2). dx counts to
 *          sente's right, dy forward. Gote negates both. A leg's dirs is a bit mask: absolute for
 *          the first leg, relative to the direction of the leg before for every other (bit 0
 *          straight on, bit 4 straight back).
 * Limits   TERM_LEGS legs a term, POWER_TERMS terms a piece, HENKA_MAX_VICTIMS captures on the way.
 * Source   H. G. Muller's XBetza as described in docs/moves.md.
 */
#ifndef HENKA_BETZA_LEGS_H
#define HENKA_BETZA_LEGS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { TERM_LEGS = 12, POWER_TERMS = 48, RANGE_UNLIMITED = 64 };
enum { BOARD_FILES = 16 /* files of the widest board, which bound the steps of castling */ };

/* The possible contents of the square on which a leg ends, and what the move does with them. A leg
 * may have several of these bits: each is one alternative. */
enum {
    LEG_EMPTY = 1,            /* letter m: the square is empty */
    LEG_CAPTURE = 2,          /* letter c: an enemy, which is captured */
    LEG_CAPTURE_OWN = 4,      /* letter d: a friend, which is captured */
    LEG_HOP = 8,              /* letter p: any piece, which stays; never on a last leg */
    LEG_ROYAL_ONLY = 16,      /* letter k: restricts LEG_CAPTURE to royals */
    LEG_NOT_ROYAL = 32,       /* letters ck: restricts LEG_CAPTURE to all but royals */
    LEG_HOP_FRIEND_ONLY = 64, /* letters pt: restricts LEG_HOP to friends */
    LEG_EN_PASSANT = 128      /* letter e, only on a last leg: an empty square that the enemy's last
                            move, a push (double step), passed; the pushed piece is captured */
};

/* One part of a move: steps in one direction. All members are bytes, so that legs can be compared
 * as memory: leg_is_plain and the compiler need not know each modifier. */
typedef struct Leg {
    uint8_t dirs;  /* bit mask of directions; bit k: 45 degrees times k clockwise (Shapes) */
    uint8_t modes; /* LEG_* bits: the contents that the leg's last square may have */
    uint8_t range; /* maximum number of steps, from 1 to RANGE_UNLIMITED */
    /* The members below are modifiers. In a plain leg all of them are 0. */
    uint8_t skip;     /* number of steps at the start that cross whatever stands there, included in
                         `range`: 1 for the letter j on W F K R B Q */
    bool lame;        /* letter n: each leap needs the squares in between empty (docs/moves.md) */
    bool must_jump;   /* letter j on longer leaps: some jumped square must be occupied */
    bool same_length; /* letter i on a later leg: has the same number of steps as the leg before */
    uint8_t bend; /* 0: straight; 1 (letter z): crooked; 2 (letter q): circular; only the slide of a
                     term with one leg bends */
    uint8_t turn; /* if `bend` is not 0: each step turns by this number times 45 degrees (crooked:
                     to one side, then back to the other) */
} Leg;

/* Conditions on a whole term. All members are bytes, so that conditions can be compared as memory:
 * conditions_none and the compiler need not know each of them. */
typedef struct Conditions {
    uint8_t total_range; /* mark `!`: maximum number of steps of all legs together; 0: no limit */
    bool virgin;         /* letter i: only for an unmoved piece of the starting position */
    bool rights;         /* letters in or nn: a piece that moves so may be captured in passing, by
                            LEG_EN_PASSANT, on the squares it passed */
    bool own_half; /* a range of `*`: its steps are limited by the ranks of its side's half of the
                      board in front of it (half_range). Such a term has one leg to empty squares,
                      and `rights` is true */
    uint8_t castling; /* atom O: number of squares that the piece castles towards the edge of its
                         rank; its partner moves to its other side. 0: the term is no castling. A
                         castling term has one leg, of which only the directions count */
    /* jO: the partner of castling stands one square nearer than the last piece of the rank */
    bool partner_inside;
    bool cylinder;       /* letter o: the left and right edges of the board are joined */
    bool torus;          /* letters oo: opposite edges of the board are joined */
    bool free_of_matrix; /* mark ': may jump over pieces of any rank */
} Conditions;

/* Legs followed one after another: one way of moving. */
typedef struct Term {
    int8_t dx[8], dy[8];   /* the step in each of eight directions (Shapes), called the ring */
    Leg legs[TERM_LEGS];   /* the legs, in the order in which they are followed */
    uint8_t leg_count;     /* number of elements used in `legs` */
    Conditions conditions; /* the conditions on all legs together */
    uint16_t column;       /* where the term starts in the XBetza text, from 1; for messages */
} Term;

/* All moves of a type: each move follows one of the terms. */
typedef struct Power {
    Term *terms;         /* lives in the variant's arena */
    uint16_t term_count; /* number of elements of `terms` */
} Power;

/* term_is_straight: is the leap of the term orthogonal or diagonal, not oblique? term_leap: the
 * length of the leap in squares (of an oblique leap, the longer part). term_is_straight_step: is it
 * a straight leap of one square? */
static inline bool term_is_straight(const Term *t) { return t->dx[0] == 0; }
static inline int term_leap(const Term *t) { return t->dy[0]; }
static inline bool term_is_straight_step(const Term *t) {
    return term_is_straight(t) && term_leap(t) == 1;
}

/* Has the leg no modifier, only directions, modes and a range? */
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
/* Is the term a push, one leg to empty squares that only an unmoved piece can make, or after which
 * the piece may be captured in passing? A push depends on which pieces have moved, so the fast
 * generators list it separately (rules/state_moves.h). It may only have the modifiers and
 * conditions named here, which state_push_targets knows. */
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
/* Is the term one leap that may capture in passing? It may have other modes, but no modifier. */
static inline bool term_is_passing(const Term *t) {
    const Leg *leg = &t->legs[0], plain = {.dirs = leg->dirs, .modes = leg->modes, .range = 1};
    Conditions rest = t->conditions;
    rest.free_of_matrix = false;
    return t->leg_count == 1 && leg->modes & LEG_EN_PASSANT && !memcmp(leg, &plain, sizeof plain) &&
           !memcmp(&rest, &(Conditions){0}, sizeof rest);
}

/* Has the term no condition? free_of_matrix does not count, because it forbids nothing. */
static inline bool term_is_plain(const Term *t) {
    Conditions rest = t->conditions;
    rest.free_of_matrix = false;
    return conditions_none(&rest);
}

/* Does the power have a term only for a piece that has not moved (i)? */
static inline bool power_has_first_move(const Power *power) {
    for (int i = 0; i < power->term_count; i++)
        if (power->terms[i].conditions.virgin) return true;
    return false;
}

#endif
