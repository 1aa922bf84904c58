/* fairy - imports games of Fairy-Stockfish's variants.ini as Henka's texts (docs/import.md).
 *
 * Shapes   A file holds sections `[name:base]` of lines `key = value`. A section overrides its
 *          base, which is an earlier section or a game of fairy_games. White is the first side.
 *          Squares are named as in Henka's texts: `a1` is on the first side's left.
 * Owner    Everything lives in the arena, or is part of the given text.
 * Source   The format's description and the program's behaviour; none of its code is here.
 */
#ifndef HENKA_IMPORT_FAIRY_H
#define HENKA_IMPORT_FAIRY_H

#include "format/reader.h"

enum { FAIRY_FILES = 16, FAIRY_RANKS = 16, FAIRY_CUSTOM = 25, FAIRY_SLOTS = 63, FAIRY_UNSAID = 96 };

/* A piece's special property: the third word of its line in variants/fairy-stockfish.txt. */
typedef enum {
    FAIRY_IS_PLAIN,   /* no special property: the line has no third word */
    FAIRY_IS_STEPS,   /* double step from FAIRY_DOUBLE_FROM, promotes by choice */
    FAIRY_IS_ROYAL,   /* the piece is royal */
    FAIRY_IS_PARTNER, /* the royal castles with this piece */
    FAIRY_IS_LATE,    /* from the rank of FAIRY_LATE_RANK on, the piece may also move sideways */
    FAIRY_IS_MATES,   /* with the rule FAIRY_DROP_MATE, dropping this piece must not give mate */
    FAIRY_IS_SPARES   /* the piece must neither capture nor jump over pieces of its own kind */
} FairyPart;

typedef enum {
#define FAIRY(name, kind, white, black) FAIRY_##name,
#include "import/fairy.def"
#undef FAIRY
    FAIRY_RULES
} FairyRule;

/* Tables of keys and of pieces, generated at build time from variants/fairy-stockfish.txt. Each
 * table ends with a row without a name. A key that ends with `*` stands for that key followed by
 * the name of a piece. side: -1: both sides. */
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
extern const unsigned char fairy_games[]; /* the games on which a section may be based; with NUL */

/* Squares of the largest board: a word for each rank from the bottom, a bit for each file. */
typedef struct FairySquares {
    uint16_t rank[FAIRY_RANKS];
} FairySquares;

/* A set of pieces: bit i is the piece with index i in Fairy.pieces. */
typedef uint64_t FairySet;
#define FAIRY_EVERY ((FairySet)1 << 63) /* the value `*`: all pieces together, not each piece */

typedef enum { FAIRY_NO_RESULT, FAIRY_DRAW, FAIRY_LOSS, FAIRY_WIN } FairyResult;

/* The value of a rule for one side. The rule's kind in fairy.def decides which member is used. */
typedef struct FairyValue {
    int number; /* of the kinds NUMBER, FILE (1: the first), FLAG, RESULT */
    FairySquares squares;
    FairySet set;
    Slice text;
    Slice key;  /* key of the last line that set the rule; empty: the rule has its default */
    Place at;   /* place of the last line that set the rule. If that line belongs to a game that
                   Fairy-Stockfish has built in (fairy_games): place of the section of the file
                   that is based on that game. Line 0: the rule has its default */
    bool given; /* the line is in the file, not in fairy_games */
} FairyValue;

/* An entry of Fairy.pieces: first the pieces of fairy_known, then those that the file defines. */
typedef struct FairyPiece {
    char letter;            /* in lower case; '\0': the game does not have the piece */
    FairyPart part;         /* the piece's property in fairy_known */
    Slice name;             /* the piece's name, as keys write it */
    Slice moves;            /* the piece's moves, in Fairy-Stockfish's notation */
    Place at;               /* place of the piece's letter, or of the moves after the letter; line
                               0: no line gives the piece a letter */
    bool own_moves;         /* the file defines the piece's moves */
    bool bounded[2];        /* by side: the piece may only stand on the squares of `region` */
    FairySquares region[2]; /* by side: the squares where the piece may stand, if `bounded` */
    int promoted;           /* index in Fairy.pieces of its promoted form; -1: none */
    int limit;              /* most of these that a side may have by promotion; 0: no limit */
} FairyPiece;

/* A key whose rule Henka does not have. By the rule's kind in fairy.def: a key of ENDING or FOREIGN
 * is recorded if its rule is on, a key of FOREIGN_OFF if its rule is off. */
typedef struct FairyUnsaid {
    const FairyKey *key;
    Slice value; /* the value as the line writes it */
    Place at;    /* place of the key's line */
} FairyUnsaid;

/* A game, with everything that its bases define. */
typedef struct Fairy {
    Arena *arena;                      /* the caller's; holds everything that the game points to */
    Findings *findings;                /* the caller's; gets the findings */
    Slice name;                        /* name of the game's section */
    Slice base;                        /* name of the section's base; empty: none */
    Place at;                          /* place where the game's section begins */
    FairyPiece pieces[FAIRY_SLOTS];    /* first those of fairy_known, then the file's own */
    int slots;                         /* number of entries in `pieces` */
    FairyValue values[FAIRY_RULES][2]; /* the values of the rules, by rule and side */
    FairyUnsaid unsaid[FAIRY_UNSAID];  /* keys whose rules Henka does not have */
    int unsaid_count;                  /* number of entries in `unsaid` */
    bool double_ranked;                /* the section being read has set FAIRY_DOUBLE_RANK */
} Fairy;

static inline bool fairy_is(const Fairy *fairy, FairyRule rule) {
    return fairy->values[rule][0].number != 0;
}
static inline int fairy_number(const Fairy *fairy, FairyRule rule) {
    return fairy->values[rule][0].number;
}
/* One side's value: the second's if the file sets the rule only for it, else the first's. */
const FairyValue *fairy_value(const Fairy *, FairyRule);
/* The place where a rule was set; if no line did so: the place of a section of the file. */
Place fairy_place(const Fairy *, FairyRule);
/* May a file set the rule for one side alone? */
bool fairy_has_sides(FairyRule);
static inline bool fairy_in(FairySet set, int slot) { return set >> slot & 1; }
static inline bool fairy_on(const FairySquares *squares, int file, int rank) {
    return squares->rank[rank] >> file & 1;
}
/* The index in Fairy.pieces of the piece with this letter; -1: none. */
int fairy_slot(const Fairy *, char letter);

/* Reads the section with that name and its bases. False, with a report: one does not exist. */
bool fairy_read(Fairy *, Slice text, Slice name);

/* fairy_moves.c: the moves of a piece in XBetza. `passes`: include captures in passing; `starts`:
 * include first moves. NULL: XBetza cannot express them, which is reported. */
const char *fairy_moves(Fairy *, const FairyPiece *, bool passes, bool starts);
/* Finds the squares that the piece of the first side reaches from a square of an empty board,
 * without its first moves. Returns false if it reaches none. */
bool fairy_moves_from(Fairy *, const FairyPiece *, int file, int rank, FairySquares *to);

/* fairy_text.c: the game as in docs/format.md. NULL, with a report: a rule cannot be expressed. */
const char *fairy_text(Fairy *);

#endif
