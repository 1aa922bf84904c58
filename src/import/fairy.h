/* fairy - games as Fairy-Stockfish's variants.ini has them, to be said in our text
 * (henka_variant_import; docs/import.md).
 *
 * Shapes   A file holds sections `[name:base]` of lines `key = value`. A section changes what its
 *          base says: another one above it, or one of the games that fairy_games has. White is the
 *          first side. Its squares are those of our texts: `a1` on the first side's left.
 * Owner    Everything lies in the arena, or is part of the text as given.
 * Source   The format's own description, and what the program answers; none of its code is here.
 */
#ifndef HENKA_IMPORT_FAIRY_H
#define HENKA_IMPORT_FAIRY_H

#include "format/reader.h"

enum { FAIRY_FILES = 16, FAIRY_RANKS = 16, FAIRY_CUSTOM = 25, FAIRY_SLOTS = 63, FAIRY_UNSAID = 96 };

/* What is particular of a kind of piece, as the third word of its line in
 * variants/fairy-stockfish.txt says. */
typedef enum {
    FAIRY_IS_PLAIN,   /* nothing: no third word */
    FAIRY_IS_STEPS,   /* it takes the double step from the squares of FAIRY_DOUBLE_FROM */
    FAIRY_IS_ROYAL,   /* it is royal */
    FAIRY_IS_PARTNER, /* it castles with the royal */
    FAIRY_IS_LATE,    /* it goes sideways too, but only from the rank of FAIRY_LATE_RANK on */
    FAIRY_IS_MATES,   /* where FAIRY_DROP_MATE is on, dropping it may not mate */
    FAIRY_IS_SPARES   /* some pieces it may neither take nor jump: XBetza cannot say that, so games
                         with this kind are refused */
} FairyPart;

typedef enum {
#define FAIRY(name, kind, white, black) FAIRY_##name,
#include "import/fairy.def"
#undef FAIRY
    FAIRY_RULES
} FairyRule;

/* Made at build time from variants/fairy-stockfish.txt; the two tables end with a row without a
 * name. A key that ends with `*` goes on with the name of a piece. side: -1 both. */
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
extern const unsigned char fairy_games[]; /* a file of such games; closed with NUL */

/* Squares of the largest board: by rank from the bottom, a bit for each file. */
typedef struct FairySquares {
    uint16_t rank[FAIRY_RANKS];
} FairySquares;

/* Kinds of piece: bit by slot. */
typedef uint64_t FairySet;
#define FAIRY_EVERY ((FairySet)1 << 63) /* `*`: not each kind, but all together */

typedef enum { FAIRY_NO_RESULT, FAIRY_DRAW, FAIRY_LOSS, FAIRY_WIN } FairyResult;

/* What a rule is set to, for one side. Which member counts follows from its kind in fairy.def. */
typedef struct FairyValue {
    int number; /* NUMBER, FILE (1: the first), FLAG, RESULT */
    FairySquares squares;
    FairySet set;
    Slice text;
    Slice key; /* of the line that set it last; empty: none did, it has its standard value */
    Place at; /* of that line, where `given`; of the section that begins from such a base; line 0 */
    bool given; /* the line is one of the file, and of no game that import knows */
} FairyValue;

/* A kind of piece, by its slot: those of fairy_known first, then those that files define. */
typedef struct FairyPiece {
    char letter;            /* a small one; '\0': the game has no such piece */
    FairyPart part;         /* as fairy_known has it */
    Slice name;             /* of its key */
    Slice moves;            /* as the format writes them */
    Place at;               /* of the letter, or of moves behind it; line 0: it never had one */
    bool own_moves;         /* the file says its moves */
    bool bounded[2];        /* by side: it may only go to `region` */
    FairySquares region[2]; /* by side, where it is bounded */
    int promoted;           /* the slot of its other face, -1 none */
    int limit;              /* most that a side may have by promotion; 0: no such limit */
} FairyPiece;

/* A key that changes the game there and that we have no rule for. fairy.def says which: ENDING and
 * FOREIGN where they are on, FOREIGN_OFF where they are off. */
typedef struct FairyUnsaid {
    const FairyKey *key;
    Slice value; /* as the file has it */
    Place at;    /* of its line */
} FairyUnsaid;

/* A game with all that its bases say of it. */
typedef struct Fairy {
    Arena *arena;                      /* the caller's: what the game points at lies there */
    Findings *findings;                /* the caller's: what is wrong with it */
    Slice name;                        /* of its section */
    Slice base;                        /* that it names; empty: none */
    Place at;                          /* where the section begins */
    FairyPiece pieces[FAIRY_SLOTS];    /* by slot */
    int slots;                         /* in use */
    FairyValue values[FAIRY_RULES][2]; /* by rule and side */
    FairyUnsaid unsaid[FAIRY_UNSAID];  /* rules that we have no word for */
    int unsaid_count;                  /* of unsaid */
    bool double_ranked;                /* the section that is read has FAIRY_DOUBLE_RANK */
} Fairy;

static inline bool fairy_is(const Fairy *fairy, FairyRule rule) {
    return fairy->values[rule][0].number != 0;
}
static inline int fairy_number(const Fairy *fairy, FairyRule rule) {
    return fairy->values[rule][0].number;
}
/* The value that was set last of those of the sides; of neither: the first side's. */
const FairyValue *fairy_value(const Fairy *, FairyRule);
/* Where a rule was set; the section, where it is one of its base. */
Place fairy_place(const Fairy *, FairyRule);
/* Is it a rule that a file may say of one side alone? */
bool fairy_has_sides(FairyRule);
static inline bool fairy_in(FairySet set, int slot) { return set >> slot & 1; }
static inline bool fairy_on(const FairySquares *squares, int file, int rank) {
    return squares->rank[rank] >> file & 1;
}
/* The kind with this letter, -1: there is none. */
int fairy_slot(const Fairy *, char letter);

/* Reads the section of that name. false: there is none, which is reported. */
bool fairy_read(Fairy *, Slice text, Slice name);

/* fairy_moves.c: the moves of a kind in XBetza. `passes`: it may capture in passing, `starts`: it
 * makes its first moves. NULL: they have a meaning there that we cannot say, which is reported. */
const char *fairy_moves(Fairy *, const FairyPiece *, bool passes, bool starts);
/* Where on an empty board it can go from that square of the first side (its first moves apart). */
bool fairy_moves_from(Fairy *, const FairyPiece *, int file, int rank, FairySquares *to);

/* fairy_text.c: the game in the language of docs/format.md. NULL: something in it cannot be said,
 * which is reported. */
const char *fairy_text(Fairy *);

#endif
