/* draft - a variant while it is being read: what was written, before it is checked and frozen.
 *
 * Shapes   Piece lines are numbered from 1 as diagrams count them; lines that say the same piece
 *          twice share one type.
 */
#ifndef HENKA_VARIANT_DRAFT_H
#define HENKA_VARIANT_DRAFT_H

#include "variant/keys.h"
#include "variant/variant.h"

typedef enum { SYMMETRY_MIRROR, SYMMETRY_ROTATE, SYMMETRY_NONE } Symmetry;
typedef enum { PROMOTION_AUTO, PROMOTION_ZONE, PROMOTION_ENTER, PROMOTION_FLIP } Promotion;
typedef enum { ROYAL_AUTO, ROYAL_BY_CHECKMATE, ROYAL_BY_CAPTURE } RoyalWord;
typedef enum { BARING_OFF, BARING_LOSES, BARING_BACK_DRAWS } Baring;

typedef struct PieceLine {
    Slice fields[PIECE_FIELDS];
    Place at[PIECE_FIELDS]; /* an overlay may have changed single fields, so each has its line */
    int type;               /* 0 while unknown */
} PieceLine;

typedef struct Draft {
    HenkaVariant v;
    Arena *arena;
    Findings *findings;
    PieceLine lines[MAX_TYPES]; /* [0] unused */
    int line_count;
    Place type_at[MAX_TYPES];
    const Item *key_item[128]; /* by place in schema.def: what set it last, NULL not at all */
    int symmetry, first_rank, promotion, max_promote, promo_offset, holdings, royal_rule, baring;
    bool royal_given;
    uint8_t promotes[MAX_TYPES]; /* by type, as the key of that name says */
    uint8_t promo_choices[8];
    int promo_choice_count;
} Draft;

/* ---- lists inside values: cuts at commas, skips nothing. */
typedef struct List {
    const char *at, *end;
    Place place;
    bool done;
} List;
List list_of(Slice, Place);
bool list_next(List *, Slice *, Place *);

/* A whole number and nothing else. */
bool slice_number(Slice, int *value);
/* The type with this id (any case), or by its name; 0 when there is none. */
int draft_type(const Draft *, Slice);
/* Same, with an error when there is none. */
int draft_type_at(Draft *, Slice, Place);
/* Sets bit `type` of a row of no_jump or no_burn. */
static inline void type_bit_set(uint8_t *row, int type) {
    row[type >> 3] |= (uint8_t)(1 << (type & 7));
}
bool draft_has(const Draft *, const char *key);
Place draft_place(const Draft *, const char *key);

/* pieces.c: piece lines to types. */
void pieces_read(Draft *, const Item *const *items, int count);
void pieces_promote(Draft *);
void pieces_royal(Draft *);
void pieces_hand(Draft *);
/* matrix.c: jump ranks to the table of what may not be jumped. */
void jumps_from_ranks(HenkaVariant *);
/* array.c */
void array_read(Draft *);
const char *array_sfen(Draft *);
/* checks.c: what no single line shows. */
void draft_check(Draft *);

#endif
