/* draft - a variant while its text is read, before it is checked and frozen.
 *
 * Shapes   Piece lines are numbered from 1, as in diagrams. Several lines that describe the same
 *          piece share one type.
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
    PROMOTION_TURN
} Promotion;
typedef enum { ROYAL_AUTO, ROYAL_BY_CHECKMATE, ROYAL_BY_CAPTURE } RoyalWord;

/* A piece line of the text. A choice in force, or a text that extends this one, may replace
 * fields. */
typedef struct PieceLine {
    Slice fields[PIECE_FIELDS];   /* by FIELD_*; empty when not given */
    Place at[PIECE_FIELDS];       /* where each field stands: an option may have changed single
                                     fields */
    const char *id;               /* from the field, or made from the name; NULL: refused */
    bool id_filled, moves_filled; /* the field was empty and is filled by the name */
    const char *asked;            /* the id of the line's own field, if another piece has it; else
                                     NULL */
    bool changed;                 /* changed by a line of a choice, or of a text that extends this
                                     one */
    bool refused;                 /* it was reported and describes no type */
    int type;                     /* the type it describes, 0 while unknown */
} PieceLine;

/* A line of the key `handicap`. */
typedef struct HandicapLine {
    const Item *item;         /* where it stands */
    const char *name, *kanji; /* kanji: "" if the line has none */
    Slice squares;            /* the squares after the `>` */
    Place at;                 /* where these squares begin */
} HandicapLine;

/* The value of promoChoice or promoChoiceOf. */
typedef struct ChoiceList {
    PromotionChoice list[PROMOTION_CHOICES]; /* in the order of the text */
    int count;                               /* entries of list */
} ChoiceList;

/* Mistakes in the squares of the array and of keys. They are counted before any is reported,
 * because one cause, such as a board that is too small, shows on many lines. */
typedef struct ArrayFaults {
    int off_lines, twice_lines; /* lines with a square off the board; lines with a square that is
                                   already taken */
    bool off_files;             /* the file, not the rank, of the first square off the board is too
                                   large */
    bool by_symmetry;           /* one of the two pieces on a square was put there by symmetry */
    bool out_of_place;          /* a square was taken in another way than those that `instead`
                                   counts */
    int instead;                /* squares where a written piece of gote replaced one put by
                                   symmetry */
    Place off_at, twice_at;     /* the first of each kind of mistake */
    Message off, twice;         /* the messages of the first of each kind */
    MessageArg square;          /* the first square off the board, as text */
} ArrayFaults;

/* An id that a key names and that no piece has. */
typedef struct UnknownId {
    Slice id;  /* as the key writes it */
    Place at;  /* where a key names it first */
    int uses;  /* number of times that keys name it */
    bool told; /* it was reported, or its value has another error */
} UnknownId;

typedef struct Draft {
    HenkaVariant v;               /* the variant as far as it is read; must stay the first member */
    Arena *arena;                 /* the variant's arena */
    Findings *findings;           /* the errors and warnings of the text */
    PieceLine lines[MAX_TYPES];   /* 1..line_count; [0] unused */
    int line_count;               /* piece lines in `lines` */
    const Item *holes[MAX_TYPES]; /* lines of squares that are not part of the board */
    int hole_count;               /* entries of holes */
    Place type_at[MAX_TYPES];     /* by type: where its id stands */
    const Item *key_item[160];    /* by place in schema.def: the item that set the key last; NULL:
                                     none */
    bool key_bad[160];            /* by place in schema.def: its value was refused */
    const Items *items;           /* all items of the text, and notes of what the refused ones may
                                     have been */
    bool lost_pieces;             /* a line that may be a piece was refused */
    UnknownId unknown_ids[16];    /* in the order of reading */
    int unknown_id_count;         /* entries of unknown_ids */
    bool named[MAX_TYPES];        /* by type: a key names it */
    bool stock_told;    /* warned already that pieces in hand have no use, because nothing is
                           dropped */
    ArrayFaults faults; /* mistakes in all lists of squares except those of handicaps */
    int absent_types;   /* number of types that are neither in the array nor promoted to */
    int absent_type;    /* the last of these types */
    bool mirrored[MAX_SQUARES]; /* by square: the array's piece there was put by symmetry */
    /* Values of keys that are needed only during the reading. Their defaults are in schema.def. */
    int symmetry;        /* Symmetry */
    int format;          /* version of the format: 1: the text uses the first format's meaning of
                            moves */
    int first_rank;      /* number that this text gives to the rank nearest to sente */
    int promotion;       /* Promotion */
    int max_promote;     /* number of first piece lines that promote; -1: not given */
    int promo_offset;    /* line n promotes to line n + promo_offset; 0: not given */
    int holdings;        /* key holdingsType: captured pieces go to hand unpromoted (-1), go to hand
                            as they are (-2), leave the game (0 and more), or leave the game
                            although the array's hands are dropped (-3) */
    int royal_rule;      /* RoyalWord */
    int array_number;    /* which of the arrays made by shuffle, from 1; 0: the array as written */
    const Item *shuffle; /* the item of the key `shuffle`; NULL: not given */
    HandicapLine handicaps[HANDICAPS_MOST]; /* in the order of the text */
    int handicap_count;                     /* entries of handicaps */
    bool royal_given;                       /* the key `royal` was read */
    bool royal_none;                        /* the last `royal` was `none`: no piece is royal */
    uint8_t promotes[MAX_TYPES]; /* by type: the type that it promotes to by the key `promotes` */
    ChoiceList promo_choices;    /* the value of promoChoice */
    const ChoiceList *promo_choices_of[MAX_TYPES]; /* by type: its value of promoChoiceOf; NULL: the
                                                      key does not name it */
} Draft;

/* Sets bit `type` of a row of no_jump or no_burn. */
static inline void type_bit_set(uint8_t *row, int type) {
    row[type >> 3] |= (uint8_t)(1 << (type & 7));
}

/* keys.c: was a key of schema.def given? Where: line 0 if it was not. */
bool key_given(const Draft *, const char *key);
Place key_place(const Draft *, const char *key);
/* Was the value of the key refused, or a misspelt key that was perhaps meant for it? Then no error
 * is reported that may only follow from that. */
bool key_doubtful(const Draft *, const char *key);

/* pieces.c: makes types of the piece lines. The functions are called in this order. */
void pieces_read(Draft *, const Item *const *items, int count);
void pieces_report_fillings(Draft *); /* warns of ids and moves that were filled by name */
void pieces_promote(Draft *);
void pieces_royal(Draft *);
void pieces_royal_rule(Draft *); /* called after array_read */
void pieces_hand(Draft *);
void pieces_goals(HenkaVariant *);      /* collects the squares of all goals */
void pieces_jump_ranks(HenkaVariant *); /* turns jump ranks into the table no_jump */
/* array_read.c: reads squares and hands of the piece lines into the start position, and writes that
 * as SFEN. */
void array_read(Draft *);
/* For texts of the first format, in which a piece makes its first moves from every square where the
 * array has a piece of its type: gives these squares to the type, as the key `home` does. */
void array_homes(Draft *);
/* The SFEN of this board with the hands of the start and this side to move. */
const char *array_sfen(Draft *, const uint8_t *board, HenkaSide);
/* array_read.c: reads the starts of the handicaps. Called after shuffle_array. */
void array_handicaps(Draft *);
/* Adds the field of unmoved pieces to the SFENs of array and handicaps, if the variant has it.
 * Called after the variant's tables are made. */
void array_finish_sfen(HenkaVariant *);
/* shuffle.c: moves pieces of the array as the keys `shuffle` and `array` say. */
void shuffle_array(Draft *);
/* array_read.c: reads a list of squares, in the form of piece lines, into a set for sente and one
 * for gote (by symmetry or written out). Mistakes are reported with those of the array. NULL: the
 * side has no squares. */
void array_squares(Draft *, Slice squares, Place, SquareSet *sets[2]);
/* diagram.c: henka_variant_diagram within a budget; NULL: without a budget. */
#define DIAGRAM_NO_MEMORY SIZE_MAX /* returned when memory runs out */
size_t diagram_draw(const HenkaVariant *, int type, HenkaMark *marks, size_t cap, HenkaBudget *);
/* checks.c: checks of the whole game, which no single line allows. */
void checks_run(Draft *);

#endif
