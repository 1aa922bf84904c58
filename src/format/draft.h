/* draft - a variant while it is being read: what was written, before it is checked and frozen.
 *
 * Shapes   Piece lines are numbered from 1 as diagrams count them; lines that say the same piece
 *          twice share one type.
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

/* A piece line as written, with the fields that chosen options change. */
typedef struct PieceLine {
    Slice fields[PIECE_FIELDS];   /* by FIELD_*; empty when not given */
    Place at[PIECE_FIELDS];       /* where each stands: an option may have changed single fields */
    const char *id;               /* given or made of the name; NULL: refused */
    bool id_filled, moves_filled; /* not given: taken from the name */
    const char *asked;            /* the id it asked for, where another piece has that; else NULL */
    bool changed;                 /* a line of a choice, or of a text that extends this, names it */
    bool refused;                 /* reported; it describes nothing */
    int type;                     /* the type it describes, 0 while unknown */
} PieceLine;

/* A line of the key `handicap`. */
typedef struct HandicapLine {
    const Item *item;         /* where it stands */
    const char *name, *kanji; /* kanji: "" when it lacks */
    Slice squares;            /* after the `>`, */
    Place at;                 /* and where they begin */
} HandicapLine;

/* What a list of choices says: promoChoice, promoChoiceOf. */
typedef struct ChoiceList {
    PromotionChoice list[PROMOTION_CHOICES]; /* in the order of the text */
    int count;                               /* of list */
} ChoiceList;

/* What is wrong with the squares of the array and of keys: one cause may show on many lines. */
typedef struct ArrayFaults {
    int off_lines, twice_lines; /* lines with a square off the board, on a square taken */
    bool off_files;             /* the first square off the board is so by its file */
    bool by_symmetry;           /* a square taken was to be filled by symmetry */
    bool out_of_place;          /* one was taken otherwise than by `instead` */
    int instead;                /* squares where symmetry's piece gave way to a written one */
    Place off_at, twice_at;     /* the first of each */
    Message off, twice;         /* what is said of these */
    MessageArg square;          /* the first off the board */
} ArrayFaults;

/* An id that keys name and no piece has. */
typedef struct UnknownId {
    Slice id;  /* as the key has it */
    Place at;  /* where it is named first */
    int uses;  /* how often it is named */
    bool told; /* it was reported, or stands in a value with another error */
} UnknownId;

typedef struct Draft {
    HenkaVariant v;               /* what is known of the variant so far; stays the first member */
    Arena *arena;                 /* the variant's */
    Findings *findings;           /* everything wrong with the text */
    PieceLine lines[MAX_TYPES];   /* 1..line_count; [0] unused */
    int line_count;               /* of lines */
    const Item *holes[MAX_TYPES]; /* lines of squares that are no part of the board */
    int hole_count;               /* of holes */
    Place type_at[MAX_TYPES];     /* by type: where its id stands */
    const Item *key_item[160];    /* by place in schema.def: what set it last, NULL not at all */
    bool key_bad[160];            /* by place in schema.def: its value was refused */
    const Items *items;           /* the text, for what was refused of it */
    bool lost_pieces;             /* a line that may be a piece was refused */
    UnknownId unknown_ids[16];    /* in the order of reading */
    int unknown_id_count;         /* of unknown_ids */
    bool named[MAX_TYPES];        /* by type: some key names it */
    bool stock_told;    /* the warning of pieces in hand where nothing is dropped was given */
    ArrayFaults faults; /* of all lists of squares but those of handicaps */
    int absent_types;   /* how many are neither in the array nor promoted to */
    int absent_type;    /* the last of them */
    bool mirrored[MAX_SQUARES]; /* of the array: what stands there was put by symmetry */
    /* Values of keys that only steer the reading; standard values from schema.def. */
    int symmetry;        /* Symmetry */
    int format;          /* 1: written for an older reading */
    int first_rank;      /* number of the rank nearest the first player in squares of this text */
    int promotion;       /* Promotion */
    int max_promote;     /* how many of the first piece lines promote, -1 not said */
    int promo_offset;    /* line n promotes to line n + promo_offset, 0 not said */
    int holdings;        /* holdingsType: -1 to hand unpromoted, -2 to hand as it is, else out;
                            -3: out, but there are drops */
    int royal_rule;      /* RoyalWord */
    int array_number;    /* which of the arrays that shuffle makes, from 1; 0 as written */
    const Item *shuffle; /* the key of that name, NULL: not given */
    HandicapLine handicaps[HANDICAPS_MOST]; /* in the order of the text */
    int handicap_count;                     /* of handicaps */
    bool royal_given;                       /* some `royal` was read */
    bool royal_none;                        /* the last one said that no piece is royal */
    uint8_t promotes[MAX_TYPES]; /* by type: what it promotes to, as the key of that name says */
    ChoiceList promo_choices;    /* what promoChoice lists */
    const ChoiceList *promo_choices_of[MAX_TYPES]; /* by type: what promoChoiceOf lists for it;
                                                         NULL: it is not named there */
} Draft;

/* Sets bit `type` of a row of no_jump or no_burn. */
static inline void type_bit_set(uint8_t *row, int type) {
    row[type >> 3] |= (uint8_t)(1 << (type & 7));
}

/* keys.c: whether a key of schema.def was given, and where; line 0 when it was not. */
bool key_given(const Draft *, const char *key);
Place key_place(const Draft *, const char *key);
/* Was its value refused, or a key that was perhaps meant for it? Then nothing is said that may
 * follow from that. */
bool key_doubtful(const Draft *, const char *key);

/* pieces.c: piece lines to types, in this order. */
void pieces_read(Draft *, const Item *const *items, int count);
void pieces_report_fillings(Draft *); /* what was taken from the names of pieces */
void pieces_promote(Draft *);
void pieces_royal(Draft *);
void pieces_royal_rule(Draft *); /* after the array */
void pieces_hand(Draft *);
void pieces_goals(HenkaVariant *);      /* the squares of all goals */
void pieces_jump_ranks(HenkaVariant *); /* jump ranks to the table of what may not be jumped */
/* array_read.c: squares and hands of piece lines to the start position, and that as SFEN. */
void array_read(Draft *);
/* In texts of the first format pieces made their first moves wherever the array has one of their
 * kind: as by the key `home`. */
void array_homes(Draft *);
/* That board, with the hands of the start, and this side to move. */
const char *array_sfen(Draft *, const uint8_t *board, HenkaSide);
/* array_read.c: the starts of the handicaps; after shuffle_array. */
void array_handicaps(Draft *);
/* Adds the field of pieces that have not moved to the array's SFEN, where the variant has it; after
 * its tables. */
void array_finish_sfen(HenkaVariant *);
/* shuffle.c: pieces of the array change places, as the keys shuffle and array say. */
void shuffle_array(Draft *);
/* array_read.c: squares of a text, as piece lines have them, for sente and (by symmetry or written
 * out) gote; what is wrong with them is reported with the array. A side of which nothing is said
 * has NULL. */
void array_squares(Draft *, Slice squares, Place, SquareSet *sets[2]);
/* diagram.c: henka_variant_diagram within a budget, NULL: without one. */
#define DIAGRAM_NO_MEMORY SIZE_MAX /* the answer when memory runs out */
size_t diagram_draw(const HenkaVariant *, int type, HenkaMark *marks, size_t cap, HenkaBudget *);
/* checks.c: what no single line shows. */
void checks_run(Draft *);

#endif
