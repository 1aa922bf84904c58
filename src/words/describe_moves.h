/* describe_moves - writes the clauses of a piece's moves in a language.
 *
 * A language is a table of templates (describe_moves_XX.c), which decides the order of the words.
 * The code in describe_moves.c chooses the templates and fills them in, for every language.
 *
 * Templates   {slot}             a number or words: slot_find in describe_moves.c lists them
 *             {slot|one|other}   `one` if the number is 1, else `other`
 */
#ifndef HENKA_WORDS_DESCRIBE_MOVES_H
#define HENKA_WORDS_DESCRIBE_MOVES_H

#include "base/out.h"
#include "words/move_clauses.h"

/* The templates. Those with numbers of MoveClauseKind are whole clauses. */
enum {
    SAY_NOTHING = CLAUSE_KINDS, /* the piece has no move: "does not move" */
    SAY_NEXT_CLAUSE,            /* between two clauses: "; " */
    /* Texts for the placeholder {captures} of a clause; it stays empty if the move does both. */
    SAY_MOVES_ONLY,    /* text for {captures}: ", without capturing" */
    SAY_CAPTURES_ONLY, /* text for {captures}: ", only to capture" */
    /* Texts for {leap}: a step of one square, or any longer leap. */
    SAY_STEP, /* text for {leap}: "steps" and the target */
    SAY_JUMP, /* text for {leap}: "jumps" and the target */
    /* Texts for {target}, the squares to which a leap leads. */
    SAY_ONE_SQUARE,            /* text for {target}: "one square" and the directions */
    SAY_SQUARES,               /* text for {target}: "2 squares" and the directions */
    SAY_SQUARES_ALL,           /* text for {target}: "2 squares orthogonally or diagonally" */
    SAY_OBLIQUE_AHEAD,         /* text for {target}: "2 squares forward and 1 to either side" */
    SAY_OBLIQUE_BACK,          /* text for {target}: "2 squares backward and 1 to either side" */
    SAY_OBLIQUE_WIDE_AHEAD,    /* text for {target}: "1 square forward and 2 to either side" */
    SAY_OBLIQUE_WIDE_BACK,     /* text for {target}: "1 square backward and 2 to either side" */
    SAY_OBLIQUE_AHEAD_OR_BACK, /* text for {target}: "2 forward or backward and 1 to either side" */
    SAY_OBLIQUE,               /* text for {target}: oblique leap in any other set of directions */
    SAY_OBLIQUE_ALL,           /* text for {target}: oblique leap in all eight directions */
    SAY_REACH,                 /* text for {reach}, the length of a slide: "up to 3 squares" */
    SAY_REACH_ANY,             /* text for {reach}: "any distance" */
    SAY_TIMES,                 /* text for {times}, the number of leaps of a rider: "up to 3" */
    SAY_TIMES_ANY,             /* text for {times}: "any number" */
    /* Texts for {ski}: how far a slider goes that first passes over one square. */
    SAY_SKI_SECOND, /* text for {ski}: "to the second" square only */
    SAY_SKI,        /* text for {ski}: from the second square on, up to n squares */
    SAY_SKI_ANY,    /* text for {ski}: from the second square on, any distance */
    /* Texts for {hop}: what a piece does that hops over exactly one piece. */
    SAY_HOP_CAPTURES, /* text for {hop}: "captures" */
    SAY_HOP_MOVES,    /* text for {hop}: "moves without capturing" */
    SAY_HOP_BOTH,     /* text for {hop}: "moves or captures" */
    SAY_HOP_TOTAL,    /* text for {limit} of a hop: most squares in all */
    SAY_HOP_EACH,     /* text for {limit}: most squares before and behind the piece hopped over */
    SAY_WALK_CLOSES,  /* text for {closes}: "the walk may end where it began" */
    /* Texts of a move that takes a neighbour and goes on one step. */
    SAY_NEIGHBOUR,                /* text for {neighbour}: "may take a neighbour" */
    SAY_NEIGHBOUR_SOME,           /* text for {neighbour}: "may take a neighbour diagonally" */
    SAY_ONWARD_STRAIGHT_OR_ASIDE, /* text for {onward}: "straight on or at right angles" */
    SAY_ONWARD_TURNS,             /* text for {onward}, in other cases: "turning left" */
    SAY_MAY_CAPTURE,              /* text for {may_capture}: the second step may capture too */
    SAY_MAY_RETURN,               /* text for {may_return}: ", or take it and return (igui)" */
    SAY_SKIP,      /* text for {skip}, when a piece may skip: "a neighbouring square is empty" */
    SAY_SKIP_SOME, /* text for {skip}: "the next square" in some directions "is empty" */
    /* Texts of a move that captures next to where it lands (burn). */
    SAY_SLIDE_ANY_BURN, /* text for {slide}: directions of a slide of any length */
    SAY_SLIDE_BURN,     /* text for {slide}: length and directions of a slide */
    SAY_BURN,        /* text for {burn}: "may also take up to 3 enemies next to where it lands" */
    SAY_BURN_SPARES, /* end of the text for {burn}: "but never a" and the types that it spares */
    /* Texts of castling: {partner} is the piece with which the royal castles. */
    SAY_PARTNER_LAST,           /* text for {partner}: "last piece" of the rank */
    SAY_PARTNER_NEAREST,        /* text for {partner}: nearest piece of a type */
    SAY_PARTNER_BESIDE_LAST,    /* text for {partner}: "piece beside the last" */
    SAY_PARTNER_BESIDE_NEAREST, /* text for {partner}: piece beside the nearest of a type */
    SAY_UNMOVED_PARTNER,        /* text for {unmoved}: only the partner must not have moved */
    SAY_UNMOVED_BOTH,           /* text for {unmoved}: neither royal nor partner must have moved */
    /* Texts that describe a move leg by leg; a leg is one part of a move in one direction. */
    SAY_NEXT_LEG,         /* between two legs: ", then " */
    SAY_LEG_STEP,         /* text of a leg: "steps one square forward" */
    SAY_LEG_STEPS,        /* text of a leg: "slides up to 3 squares forward" */
    SAY_LEG_STEPS_ANY,    /* text of a leg: "slides any distance forward" */
    SAY_LEG_JUMP,         /* text of a leg of one straight jump */
    SAY_LEG_JUMPS,        /* text of a leg of up to n straight jumps */
    SAY_LEG_JUMPS_ANY,    /* text of a leg of any number of straight jumps */
    SAY_LEG_OBLIQUE,      /* text of a leg of one oblique jump */
    SAY_LEG_OBLIQUES,     /* text of a leg of up to n oblique jumps */
    SAY_LEG_OBLIQUES_ANY, /* text of a leg of any number of oblique jumps */
    /* Texts for {where}, the directions of a leg. */
    SAY_WHERE,             /* text for {where}, the directions of a straight first leg */
    SAY_WHERE_OBLIQUE,     /* text for {where}, the directions of an oblique first leg */
    SAY_WHERE_OBLIQUE_ALL, /* text for {where} of an oblique first leg in all eight directions */
    SAY_WHERE_LATER,       /* text for {where}, the directions of a later leg: "turning left" */
    /* Conditions of a leg; the texts of all that hold are joined to a list. */
    SAY_LEG_SKIPS,       /* condition of a leg: passes over the first square, whatever it holds */
    SAY_LEG_LAME,        /* condition of a leg: "only when the squares between are empty" */
    SAY_LEG_MUST_JUMP,   /* condition of a leg: "only over a piece" */
    SAY_LEG_SAME_LENGTH, /* condition of a leg: as many squares as the leg before */
    SAY_LEG_CROOKED,     /* condition of a leg: turns left and right by turns */
    SAY_LEG_CIRCULAR,    /* condition of a leg: turns the same way at every leap */
    /* What a leg may find on its last square; the texts are joined to a list. */
    SAY_END_EMPTY,      /* end of a leg: "to an empty square" */
    SAY_END_ENEMY,      /* end of a leg: captures an enemy */
    SAY_END_ROYAL,      /* end of a leg: captures an enemy royal */
    SAY_END_NOT_ROYAL,  /* end of a leg: captures an enemy other than a royal */
    SAY_END_OWN,        /* end of a leg: captures a piece of its own side */
    SAY_END_PASSING,    /* end of a leg: "to capture en passant" */
    SAY_END_HOP,        /* end of a leg: "onto any piece, which stays" */
    SAY_END_HOP_FRIEND, /* end of a leg: "onto a friend, which stays" */
    /* Conditions of a whole term (way of moving), written one after another. */
    SAY_TERM_TOTAL,    /* condition of a move: most squares of all legs together */
    SAY_TERM_OWN_HALF, /* condition of a move: not beyond its own half of the board, or 1 square */
    SAY_TERM_VIRGIN,   /* condition of a move: "only while it has not moved" */
    SAY_TERM_RIGHTS,   /* condition of a move: "it may then be captured en passant" */
    SAY_TERM_TORUS,    /* condition of a move: all opposite edges of the board are joined */
    SAY_TERM_CYLINDER, /* condition of a move: left and right edge of the board are joined */
    SAY_COUNT
};

/* How a language lists things. An empty list is written as nothing. */
typedef struct ListWords {
    const char *before, *joiner, *last_joiner, *after;
} ListWords;

/* A set of directions (betza/legs.h has the bits) that the language has a name for. */
typedef struct NamedDirections {
    uint8_t dirs;
    const char *name;
} NamedDirections;

/* Named sets of directions, large ones first. A row without directions ends `names`. */
typedef struct DirectionWords {
    ListWords list;
    NamedDirections names[20];
} DirectionWords;

typedef struct MoveWords {
    HenkaLanguage language;    /* the language of the names of pieces */
    const char *numbers[11];   /* 0 to 10 in words; NULL: in digits, as numbers above 10 */
    DirectionWords directions; /* names of the directions of a first leg */
    DirectionWords turns;   /* names of the directions of a later leg, relative to the leg before */
    DirectionWords oblique; /* names of the directions of an oblique leap */
    ListWords conditions, ends; /* join the texts SAY_LEG_* and SAY_END_* of a leg to lists */
    ListWords oblique_ends;     /* joins the texts SAY_END_* of an oblique leg to a list */
    const char *names_joiner;   /* stands between names of pieces */
    const char *say[SAY_COUNT]; /* the templates; NULL: not yet in this language */
} MoveWords;
#define LANGUAGE(name, tag) extern const MoveWords move_words_##tag;
HENKA_LANGUAGE_LIST(LANGUAGE)
#undef LANGUAGE

/* Writes all clauses as one sentence without its full stop. A piece with a clause for which the
 * language has no words yet is described in English. */
void describe_moves(Out *, const MoveWords *, const HenkaVariant *, const MoveClause *, int count);

#endif
