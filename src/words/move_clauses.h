/* move_clauses - the parts of the description of a piece's moves, not yet in words.
 *
 * The terms of a piece's power become clauses: shapes people have a word for (step, slide, jump,
 * hop, igui, skip, walk, burn) get a kind of their own; any other term is a clause that is
 * described leg by leg. Every term is part of exactly one clause, so that descriptions are
 * complete. Then one renderer a language (describe_moves_XX.c) writes each clause.
 *
 * Limits   MOVE_CLAUSES clauses a piece.
 */
#ifndef HENKA_WORDS_MOVE_CLAUSES_H
#define HENKA_WORDS_MOVE_CLAUSES_H

#include "base/out.h"
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
    CLAUSE_SKIP,            /* stays where it is: a move that changes nothing */
    CLAUSE_SLIDE_BURN,      /* after a slide takes up to `most` enemies beside where it lands */
    CLAUSE_WALK_BURN,       /* takes up to `most` enemies after a walk of up to `longest` steps */
    CLAUSE_PASSING,         /* captures in passing by one leap */
    CLAUSE_CASTLING,        /* castles */
    CLAUSE_LEGS,            /* any other term, leg by leg */
    CLAUSE_NEVER_JUMPS,     /* the pieces of `types` are not jumped, nor taken on the way */
    CLAUSE_NEVER_BURNS,     /* the pieces of `types` are not taken beside the path */
    CLAUSE_FREEZES          /* enemies next to it do not move */
} MoveClauseKind;

typedef struct MoveClause {
    MoveClauseKind kind;  /* how the members below are to be read */
    Term term;            /* directions, ranges and modes; unused by WALK, RING_OF_TWO, WALK_BURN
                             and the kinds about `types` */
    int most;             /* how often the repeated part may be repeated: see the kinds */
    int longest;          /* WALK_BURN: steps of the walk */
    bool ends_on_start;   /* WALK: it may come back to its own square, and no SKIP says so */
    const uint8_t *types; /* NEVER_*, and *_BURN for whom the burn spares: a row of no_jump or
                             no_burn, see type_bit */
} MoveClause;

enum { MOVE_CLAUSES = 4 * POWER_TERMS + 8 };

/* Writes the clauses of this type on this board, in the order of the description; returns how many
 * there are. */
int move_clauses(const HenkaVariant *, int type, MoveClause out[MOVE_CLAUSES]);

enum { CLAUSE_MOVES = LEG_EMPTY | LEG_CAPTURE };

/* For renderers: a set of directions (legs.h has the bits) that their language has a name for. */
typedef struct NamedDirections {
    uint8_t dirs;
    const char *name;
} NamedDirections;

/* The renderer of each language: writes all clauses as one sentence without its full stop. False,
 * and nothing is written: a clause has a modifier for which this language has no words yet. English
 * has words for all of them. */
typedef bool DescribeMoves(Out *, const HenkaVariant *, const MoveClause *, int count);
DescribeMoves describe_moves_en, describe_moves_ja;
/* Does any piece of the game capture in passing? */
bool move_clauses_passing(const HenkaVariant *);

#endif
