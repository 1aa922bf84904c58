/* fairy - imports games of Fairy-Stockfish's variants.ini as texts of Henka's format
 * (henka_variant_import; docs/import.md).
 *
 * Shapes   A file holds sections `[name:base]` of lines `key = value`. A section overrides its
 *          base, which is an earlier section or a game of fairy_games. White is the first side.
 *          Squares are named as in Henka's texts: `a1` is on the first side's left.
 * Owner    Everything lives in the arena, or is part of the given text.
 * Source   The format's own description, and the behaviour of the program. None of its code is
 *          here.
 */
#ifndef HENKA_IMPORT_FAIRY_H
#define HENKA_IMPORT_FAIRY_H

#include "format/reader.h"

enum { FAIRY_FILES = 16, FAIRY_RANKS = 16, FAIRY_CUSTOM = 25, FAIRY_SLOTS = 63, FAIRY_UNSAID = 96 };

/* The special property of a piece, given by the third word of its line in
 * variants/fairy-stockfish.txt. */
typedef enum {
    FAIRY_IS_PLAIN,   /* none: there is no third word */
    FAIRY_IS_STEPS,   /* a stepper: it makes the double step from the squares of
                         FAIRY_DOUBLE_FROM */
    FAIRY_IS_ROYAL,   /* it is royal */
    FAIRY_IS_PARTNER, /* it castles with the royal */
    FAIRY_IS_LATE,    /* it may also move sideways, from the rank of FAIRY_LATE_RANK on */
    FAIRY_IS_MATES,   /* with FAIRY_DROP_MATE its drop may not give mate */
    FAIRY_IS_SPARES   /* it may neither capture nor jump some pieces. XBetza cannot express this, so
                         games with it are refused */
} FairyPart;

typedef enum {
#define FAIRY(name, kind, white, black) FAIRY_##name,
#include "import/fairy.def"
#undef FAIRY
    FAIRY_RULES
} FairyRule;

/* Generated at build time from variants/fairy-stockfish.txt. Each of the two tables ends with a row
 * without a name. A key that ends with `*` continues with the name of a piece. side: -1 for
 * both. */
typedef struct FairyKey {
    const char *name;
    FairyRule rule;
    int side;
} FairyKey;
typedef struct FairyKnown {
    const char *name, *moves;
    FairyPart part;
} FairyKnown;
extern const FairyKey fairy_keys[];
extern const FairyKnown fairy_known[];
extern const unsigned char fairy_games[]; /* a file of the games that may be a base; closed with
                                             NUL */

/* Squares of the largest board: a word for each rank from the bottom, a bit for each file. */
typedef struct FairySquares {
    uint16_t rank[FAIRY_RANKS];
} FairySquares;

/* A set of pieces: a bit for each slot. */
typedef uint64_t FairySet;
#define FAIRY_EVERY ((FairySet)1 << 63) /* `*`: all pieces together, not each */

typedef enum { FAIRY_NO_RESULT, FAIRY_DRAW, FAIRY_LOSS, FAIRY_WIN } FairyResult;

/* The value of a rule for one side. The rule's kind in fairy.def decides which member is used. */
typedef struct FairyValue {
    int number; /* NUMBER, FILE (1: the first), FLAG, RESULT */
    FairySquares squares;
    FairySet set;
    Slice text;
    Slice key;  /* key of the line that set the rule last; empty: it has its default */
    Place at;   /* place of that line if `given`; else of the section whose base set it; line 0:
                   default */
    bool given; /* the line is in the file, not in fairy_games */
} FairyValue;

/* A piece in its slot: first the pieces of fairy_known, then those that files define. */
typedef struct FairyPiece {
    char letter;            /* in lower case; '\0': the game does not have the piece */
    FairyPart part;         /* from fairy_known */
    Slice name;             /* name in its key */
    Slice moves;            /* in the format's own notation */
    Place at;               /* place of the letter, or of the moves after it; line 0: it never had a
                               letter */
    bool own_moves;         /* the file defines its moves */
    bool bounded[2];        /* by side: it may only stand on `region` */
    FairySquares region[2]; /* by side, if bounded */
    int promoted;           /* slot of its other face; -1: none */
    int limit;              /* maximum that a side may have by promotion; 0: unlimited */
} FairyPiece;

/* A key in the file whose rule Henka does not have. fairy.def has its kind: ENDING and FOREIGN are
 * noted if they are on, FOREIGN_OFF if it is off. */
typedef struct FairyUnsaid {
    const FairyKey *key;
    Slice value; /* as in the file */
    Place at;    /* place of its line */
} FairyUnsaid;

/* A game, with everything that its bases define. */
typedef struct Fairy {
    Arena *arena;                      /* the caller's; holds everything that the game points to */
    Findings *findings;                /* the caller's; gets the findings */
    Slice name;                        /* of the game's section */
    Slice base;                        /* name of its base; empty: none */
    Place at;                          /* where the section begins */
    FairyPiece pieces[FAIRY_SLOTS];    /* by slot */
    int slots;                         /* slots in use */
    FairyValue values[FAIRY_RULES][2]; /* by rule and side */
    FairyUnsaid unsaid[FAIRY_UNSAID];  /* keys whose rules Henka does not have */
    int unsaid_count;                  /* entries of unsaid */
    bool double_ranked;                /* the section being read has FAIRY_DOUBLE_RANK */
} Fairy;

static inline bool fairy_is(const Fairy *fairy, FairyRule rule) {
    return fairy->values[rule][0].number != 0;
}
static inline int fairy_number(const Fairy *fairy, FairyRule rule) {
    return fairy->values[rule][0].number;
}
/* The value of the side that was set last; if none was set, the first side's. */
const FairyValue *fairy_value(const Fairy *, FairyRule);
/* The place where a rule was set. For a rule of a base, the place of the section. */
Place fairy_place(const Fairy *, FairyRule);
/* May a file set the rule for one side alone? */
bool fairy_has_sides(FairyRule);
static inline bool fairy_in(FairySet set, int slot) { return set >> slot & 1; }
static inline bool fairy_on(const FairySquares *squares, int file, int rank) {
    return squares->rank[rank] >> file & 1;
}
/* The slot of the piece with this letter; -1: none. */
int fairy_slot(const Fairy *, char letter);

/* Reads the section with that name. Returns false if it does not exist, which is reported. */
bool fairy_read(Fairy *, Slice text, Slice name);

/* fairy_moves.c: the moves of a piece in XBetza. `passes`: include captures in passing; `starts`:
 * include first moves. NULL: the moves mean something that XBetza cannot express, which is
 * reported. */
const char *fairy_moves(Fairy *, const FairyPiece *, bool passes, bool starts);
/* Finds the squares that the piece of the first side reaches from a square of an empty board,
 * without its first moves. */
bool fairy_moves_from(Fairy *, const FairyPiece *, int file, int rank, FairySquares *to);

/* fairy_text.c: the game in the language of docs/format.md. NULL: it has a rule that cannot be
 * expressed, which is reported. */
const char *fairy_text(Fairy *);

#endif
