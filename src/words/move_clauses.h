/* move_clauses - the parts of the description of a piece's moves, not yet in words.
 *
 * The terms of a piece's power become clauses: shapes people have a word for (step, slide, jump,
 * hop, igui, skip, walk, burn) get a kind of their own; any other term is a clause that is
 * described leg by leg. Every term is part of exactly one clause, so that descriptions are
 * complete. describe_moves.h writes them in a language.
 *
 * Limits   MOVE_CLAUSES clauses a piece.
 */
#ifndef HENKA_WORDS_MOVE_CLAUSES_H
#define HENKA_WORDS_MOVE_CLAUSES_H

#include "variant/variant.h"

typedef enum {
    CLAUSE_WALK,            /* up to `most` single steps over empty squares, turning freely */
    CLAUSE_LEAP,            /* one leap to a square: a step or a jump */
    CLAUSE_RING_OF_TWO,     /* to any of the sixteen squares two away */
    CLAUSE_SLIDE,           /* over empty squares in a line */
    CLAUSE_RIDER,           /* the same leap several times */
    CLAUSE_SKI_SLIDE,       /* slides from the second square on, whatever the first holds */
    CLAUSE_HOP,             /* over exactly one piece in a line */
    CLAUSE_LINE_JUMPS,      /* captures in a line over up to `most` pieces, taken or left alone */
    CLAUSE_IGUI,            /* takes up to `most` neighbours and stays where it is */
    CLAUSE_TAKE_AND_GO,     /* takes a neighbour and goes on one step */
    CLAUSE_TAKE_AND_RETURN, /* takes a neighbour and stays where it is */
    CLAUSE_SKIP,            /* uses the turn without changing the board */
    CLAUSE_SLIDE_BURN,      /* after a slide takes up to `most` enemies beside where it lands */
    CLAUSE_WALK_BURN,       /* takes up to `most` enemies after a walk of up to `longest` steps */
    CLAUSE_PASSING,         /* captures in passing by one leap */
    CLAUSE_CASTLING,        /* castles */
    CLAUSE_LEGS,            /* any other term, leg by leg */
    CLAUSE_NEVER_JUMPS,     /* the pieces of `types` are not jumped, nor taken on the way */
    CLAUSE_NEVER_BURNS,     /* the pieces of `types` are not taken beside the path */
    CLAUSE_NEVER_TAKES,     /* the pieces of `types` are never taken */
    CLAUSE_FREEZES,         /* enemies next to it do not move */
    CLAUSE_KINDS
} MoveClauseKind;

typedef struct MoveClause {
    MoveClauseKind kind;  /* the kind of clause, which decides which members below are used */
    Term term;            /* directions, ranges and modes; unused by WALK, RING_OF_TWO, WALK_BURN
                             and the kinds about `types` */
    int most;             /* maximum of steps, repetitions or victims, by kind */
    int longest;          /* CLAUSE_WALK_BURN: most steps of the walk */
    bool ends_on_start;   /* WALK: it may end on its own square, and no SKIP clause says so */
    const uint8_t *types; /* NEVER_*: types never taken; *_BURN: types that the burn spares; a row
                             of no_jump, no_burn or no_capture (type_bit) */
} MoveClause;

enum { MOVE_CLAUSES = 4 * POWER_TERMS + 8 };

/* Writes the type's clauses on this board in the description's order; returns their number. */
int move_clauses(const HenkaVariant *, int type, MoveClause out[MOVE_CLAUSES]);

enum { CLAUSE_MOVES = LEG_EMPTY | LEG_CAPTURE };

/* Does any piece of the game capture in passing? */
bool move_clauses_passing(const HenkaVariant *);

#endif
