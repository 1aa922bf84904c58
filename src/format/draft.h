/* draft - a variant while its text is read, before it is checked and frozen.
 *
 * Shapes   Piece lines are numbered from 1, as in the Interactive Diagram, a script that draws
 *          variants on web pages. Lines that describe the same piece share one type.
 */
#ifndef HENKA_FORMAT_DRAFT_H
#define HENKA_FORMAT_DRAFT_H

#include "format/keys.h"
#include "variant/variant.h"

typedef enum { SYMMETRY_MIRROR, SYMMETRY_ROTATE, SYMMETRY_NONE } Symmetry;
typedef enum {
    PROMOTION_AUTO,
    PROMOTION_ZONE,
    PROMOTION_ENTER,
    PROMOTION_FLIP,
    PROMOTION_LAND,
    PROMOTION_TURN,
    PROMOTION_CAPTURE
} Promotion;
typedef enum { ROYAL_AUTO, ROYAL_BY_CHECKMATE, ROYAL_BY_CAPTURE } RoyalWord;

/* A piece line of the text. Lines of a choice (a value of an option) that is in force, or of a text
 * that extends this text, may replace its fields. */
typedef struct PieceLine {
    Slice fields[PIECE_FIELDS];   /* by PieceField; empty: the line does not have the field */
    Place at[PIECE_FIELDS];       /* by PieceField: place of the field. A choice may have replaced
                                     single fields, so their lines can differ */
    const char *id;               /* from the id field, or made from the name; NULL: no valid id */
    bool id_filled, moves_filled; /* the id, or the moves, were derived from the name */
    const char *asked;            /* the line's id if another piece has it; else NULL */
    bool changed;                 /* a choice or an extending text changed the fields */
    bool refused;                 /* the line has a reported error and makes no type */
    int type;                     /* the type of piece that the line describes; 0: not known yet */
} PieceLine;

/* A line of the key `handicap`. */
typedef struct HandicapLine {
    const Item *item;         /* the item of this line */
    const char *name, *kanji; /* the handicap's name and Japanese name ("": none) */
    Slice squares;            /* the list of squares after the `>` */
    Place at;                 /* place where `squares` begin */
} HandicapLine;

/* The value of the key promoChoice or promoChoiceOf: the types to which a piece may promote. */
typedef struct ChoiceList {
    PromotionChoice list[PROMOTION_CHOICES]; /* in the order of the text */
    int count;                               /* number of entries in `list` */
} ChoiceList;

/* Mistakes in the squares of the starting position and of keys. All mistakes are counted before one
 * is reported, because one cause, such as a board that is too small, shows on many lines. */
typedef struct ArrayFaults {
    int off_lines, twice_lines; /* number of lines with a square off the board; number of lines with
                                   a square that is already taken */
    bool off_files;             /* the first square off the board: its file is too large */
    bool by_symmetry;           /* some square has two pieces, of which symmetry put one there */
    bool out_of_place;          /* some square with two pieces is not counted by `instead` */
    int instead;                /* number of squares where a piece of gote in the text replaced a
                                   piece that symmetry had put there */
    Place off_at, twice_at;     /* places of the first square off the board and taken twice */
    Message off, twice;         /* messages for the first square off the board, taken twice */
    MessageArg square;          /* the first square off the board, as the text writes it */
} ArrayFaults;

/* An id that a key names and that no piece has. */
typedef struct UnknownId {
    Slice id;  /* the id as the key writes it */
    Place at;  /* the first place where a key names this id */
    int uses;  /* number of places where keys name this id */
    bool told; /* no report is needed: the id was reported, or the key's value has another error */
} UnknownId;

typedef struct Draft {
    HenkaVariant v;               /* the variant as read; write.c needs it as the first member */
    Arena *arena;                 /* the variant's arena */
    Findings *findings;           /* the errors and warnings of the text */
    PieceLine lines[MAX_TYPES];   /* the piece lines, from 1 to line_count; [0] unused */
    int line_count;               /* index of the last piece line in `lines` */
    const Item *holes[MAX_TYPES]; /* the lines that name squares that are not part of the board */
    int hole_count;               /* number of entries in `holes` */
    Place type_at[MAX_TYPES];     /* by type: place of its id in the text */
    const Item *key_item[160];    /* by index in schema.def: the key's last item; or NULL */
    bool key_bad[160];            /* by index in schema.def: the value of the key was refused */
    const Items *items;           /* all items of the text, that is its keys and piece lines; also
                                     records what refused items may have been */
    bool lost_pieces;             /* pieces may be missing: a line was refused */
    UnknownId unknown_ids[16];    /* unknown ids, in the order of reading */
    int unknown_id_count;         /* number of entries in `unknown_ids` */
    bool named[MAX_TYPES];        /* by type: some key names this type */
    bool stock_told;              /* a warning was given that pieces in hand have no use */
    ArrayFaults faults;           /* mistakes in all lists of squares except those of handicaps */
    int absent_types;             /* number of types that neither start nor are promoted to */
    int absent_type;              /* the last type counted in absent_types */
    bool mirrored[MAX_SQUARES];   /* by square: symmetry, not the text, put the piece there */
    /* Values of keys that are needed only during the reading. Their defaults are in schema.def. */
    int symmetry;        /* a value of enum Symmetry */
    int format;          /* version of the format; 1: moves with their first meaning */
    int first_rank;      /* number that this text gives to the rank nearest to sente */
    int promotion;       /* a value of enum Promotion */
    int max_promote;     /* the first n piece lines promote; -1: not given */
    int promo_offset;    /* line n promotes to line n + promo_offset; 0: not given */
    int holdings;        /* key holdingsType: captured pieces go to hand unpromoted (-1), go to hand
                            as they are (-2), leave the game (0 and more), or leave the game
                            although pieces in hand at the start can be dropped (-3) */
    int royal_rule;      /* a value of enum RoyalWord */
    int array_number;    /* number of the shuffled position, from 1; 0: as written */
    const Item *shuffle; /* the item of the key `shuffle`; NULL: not given */
    HandicapLine handicaps[HANDICAPS_MOST];        /* in the order of the text */
    int handicap_count;                            /* number of entries in `handicaps` */
    bool royal_given;                              /* the text has the key `royal` */
    bool royal_none;                               /* `royal` was last `none`: no royal */
    uint8_t promotes[MAX_TYPES];                   /* by type: the type that the piece promotes to
                                                      by the key `promotes`; 0: none */
    ChoiceList promo_choices;                      /* the value of promoChoice */
    const ChoiceList *promo_choices_of[MAX_TYPES]; /* by type: the value of promoChoiceOf for this
                                                      type; NULL: the key does not name the type */
} Draft;

/* Report an error or a warning in the text of the draft (findings.h). */
#define draft_error(draft, place, ...) finding_error((draft)->findings, place, __VA_ARGS__)
#define draft_warning(draft, place, ...) finding_warning((draft)->findings, place, __VA_ARGS__)

/* Sets bit `type` of a set of types, such as a row of HenkaVariant.no_jump. */
static inline void type_bit_set(uint8_t *row, int type) {
    row[type >> 3] |= (uint8_t)(1 << (type & 7));
}

/* keys.c: Does the text have the key, and where? Line 0: the text does not have the key. */
bool key_given(const Draft *, const char *key);
Place key_place(const Draft *, const char *key);
/* Was the value of the key refused, or was an unknown key perhaps a misspelling of this key? Then
 * errors that may only follow from such a mistake are not reported. */
bool key_doubtful(const Draft *, const char *key);

/* pieces.c: makes types of pieces from the piece lines. The functions are called in this order. */
void pieces_read(Draft *, const Item *const *items, int count);
void pieces_report_fillings(Draft *); /* warns of ids and moves that were derived from the name */
void pieces_promote(Draft *);
void pieces_royal(Draft *);
void pieces_royal_rule(Draft *); /* must be called after array_read */
void pieces_hand(Draft *);
/* Turns jump ranks into the table no_jump, and sets the flags that say which rules the game has. */
void pieces_rules(HenkaVariant *);
/* array_read.c: reads squares and hands of the piece lines into the starting position. */
void array_read(Draft *);
/* For texts of the first format: there a piece makes its first moves from every square where its
 * type stands at the start. Gives the type these squares, as the key `home` does. */
void array_homes(Draft *);
/* The SFEN of this board, with the starting position's hands and this side to move. */
const char *array_sfen(Draft *, const uint8_t *board, HenkaSide);
/* array_read.c: makes the handicaps' starting positions. Must be called after shuffle_array. */
void array_handicaps(Draft *);
/* Adds the field that lists unmoved pieces to the SFENs of the starting position and of the
 * handicaps, if the variant has this field. Must be called after tables_build. */
void array_finish_sfen(HenkaVariant *);
/* shuffle.c: rearranges the pieces of the starting position by the keys `shuffle` and `array`. */
void shuffle_array(Draft *);
/* array_read.c: reads a list of squares, in the form of piece lines, into a set for sente and a set
 * for gote (by symmetry or written out). NULL in `sets`: the side has no squares. Mistakes are
 * reported together with those of the starting position. */
void array_squares(Draft *, Slice squares, Place, SquareSet *sets[2]);
/* diagram.c: henka_variant_diagram with a limit on the work. budget NULL: unlimited. */
#define DIAGRAM_NO_MEMORY SIZE_MAX /* what diagram_draw returns when memory runs out */
size_t diagram_draw(const HenkaVariant *, int type, HenkaMark *marks, size_t cap, HenkaBudget *);
/* checks.c: runs the checks that need the whole game, not a single line. */
void checks_run(Draft *);

#endif
