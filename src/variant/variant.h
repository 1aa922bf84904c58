/* variant - a game, read, checked and frozen. After variant_parse it is tables; nothing here
 * changes while it is played.
 *
 * Shapes   Square: (file - 1) * ranks + (rank - 1); file 1 on sente's right, rank 1 at the top,
 *          farthest from sente. So one step forward is -1 for sente and +1 for gote, one step to
 *          sente's right is -ranks. Type: 1..type_count, one for each face; 0 is no type.
 * Threads  Read-only after variant_parse but for the reference count.
 * Source   Rules of each game: docs/rules/. Keys: schema.def.
 */
#ifndef HENKA_VARIANT_VARIANT_H
#define HENKA_VARIANT_VARIANT_H

#include "base/bitboard.h"
#include "henka.h"
#include "variant/legs.h"

enum {
    MAX_SQUARES = HENKA_MAX_SQUARES,
    MAX_TYPES = HENKA_MAX_TYPES,
    MAX_OPTIONS = 16,
    MAX_CHOICES = 8,
    MAX_RANKS = 32,
    MAX_FILES = 16
};
enum { STRIP_SQUARES = 32 }; /* at most, of a board that is played as a strip: see tables.h */
enum { HAND_MOST = 63 /* of one kind */ };

/* What happens at the n-th occurrence of a position. */
typedef enum { REPEAT_NONE, REPEAT_DRAW, REPEAT_DRAW_PERPETUAL_LOSES, REPEAT_ILLEGAL } RepeatRule;
/* What it means to have no legal move without being in check. */
typedef enum {
    STALEMATE_DRAW,
    STALEMATE_LOSS,
    STALEMATE_WIN,
    STALEMATE_ILLEGAL /* the move that gives it is; who has none anyway loses */
} StalemateRule;
/* When a promotable piece promotes. */
typedef enum {
    PROMOTE_ZONE,
    /* start or end in the zone */ PROMOTE_ENTER /* Chu: enters, or captures inside */,
    PROMOTE_FLIP /* turns at every capture */
} PromoteRule;
/* How a royal is lost. */
typedef enum {
    ROYAL_CHECKMATE,
    /* moves that leave it attacked are illegal */ ROYAL_CAPTURE /* the game ends when the last is
                                                                    captured */
} RoyalRule;

typedef struct PieceType {
    const char *id, *name, *kanji, *kanji1, *western, *betza;
    const char *kanji_gote, *kanji1_gote; /* on the second side's piece */
    Power power;
    uint8_t promoted, unpromoted, in_hand; /* types; 0 none */
    uint8_t choices[8], choice_count;      /* chess style promotion: may become any of these */
    bool royal, freezes, can_drop;
    uint8_t jump_rank; /* row of the jump ranks */
    uint8_t
        repeat_as; /* the type that stands for it in the repetition key (namesakes are one piece) */
    uint8_t no_move_ranks;   /* farthest ranks where it may not stay unpromoted nor be dropped */
    bool drop_mate_barred;   /* its drop may not give checkmate */
    uint8_t drop_file_limit; /* most of this type on a file when dropping, 0 no limit */
    uint8_t impasse_value;   /* points at an impasse */
    bool square_alone; /* its move may be written as the square it goes to, without a letter */
} PieceType;

typedef struct VariantOption {
    const char *name, *help, *value, *choices[MAX_CHOICES], *choice_help[MAX_CHOICES];
    uint8_t choice_count;
} VariantOption;

/* An array's squares packed by side, for `i` (never moved) and for the start position. */
struct HenkaVariant {
    int references;
    struct Arena *arena;
    const char *name, *title, *about_keys[24], *about_values[24];
    int about_count;
    const char *text; /* as read */

    int files, ranks, squares;
    int type_count;
    PieceType types[MAX_TYPES];    /* by type; [0] unused */
    uint8_t hand_types[MAX_TYPES]; /* types a hand can hold, in hand order (order in SFEN) */
    uint8_t hand_index[MAX_TYPES]; /* type -> place in hand_types, 255 none */
    int hand_count;

    uint8_t start_board[MAX_SQUARES]; /* pieces, see variant/piece.h; 0 empty */
    uint8_t start_hand[2][MAX_TYPES]; /* by hand index */
    const char *start_sfen;

    int zone_ranks;
    PromoteRule promote;
    RoyalRule royal;
    bool any_royal_loses; /* losing any one royal loses (extinction=0); otherwise only the last */
    StalemateRule stalemate;
    RepeatRule repeat;
    int repeat_count; /* the occurrence at which it bites */
    bool hands;       /* captured pieces go to the captor's hand */
    bool drop_either_face;
    bool drop_not_behind_royal;
    int drop_royal_distance; /* least distance from one's own royal along the file, 0 no rule (1-D);
                                2 bars the adjacent square */
    bool drop_mate_barred_all;
    bool skip_not_twice; /* the same side may not skip on two turns running */
    bool jump_ranked;    /* legs before the last may hop or take only types the matrix allows */
    bool freezing;       /* some type freezes its neighbours */
    bool bare_loses, bare_draw_if_bared_back; /* baring (board and hand counted) */
    int impasse_points; /* 0: by agreement only; else points a side needs to declare */
    bool strict;        /* an illegal move loses (interfaces enforce) */

    uint8_t no_jump[MAX_TYPES]
                   [MAX_TYPES / 8]; /* [mover] bit victim: may not be hopped or taken on the way */
    uint8_t no_burn[MAX_TYPES][MAX_TYPES / 8]; /* [mover] bit victim: may not be taken beside the
                                                  path when the mover ends elsewhere */

    VariantOption options[MAX_OPTIONS];
    int option_count;

    const struct Tables *tables; /* of the fast generator, built last; see variant/tables.h */
    void *_Atomic evaluator,
        *_Atomic derived_evaluator; /* NULL until src/eval makes them; one block each, for
                                       henka_variant_free to free() */
    void *network;                  /* what the evaluator points at; likewise */
};

static inline int square_of(const HenkaVariant *v, int file /* 1.. */,
                            int rank /* 1.. from the top */) {
    return (file - 1) * v->ranks + rank - 1;
}
static inline int file_of(const HenkaVariant *v, int square) { return square / v->ranks + 1; }
static inline int rank_of(const HenkaVariant *v, int square) {
    return square % v->ranks + 1;
} /* 1 at the top */
/* How far this square is from the side's own back rank: 0 .. ranks-1. */
static inline int depth_of(const HenkaVariant *v, int side, int square) {
    int row = square % v->ranks;
    return side == HENKA_SENTE ? v->ranks - 1 - row : row;
}
static inline bool in_zone(const HenkaVariant *v, int side, int square) {
    return depth_of(v, side, square) >= v->ranks - v->zone_ranks;
}
/* The square (dx to sente's right, dy forward) away as this side sees it, or -1 off the board. */
static inline int square_step(const HenkaVariant *v, int side, int square, int dx, int dy) {
    if (side == HENKA_GOTE) dx = -dx, dy = -dy;
    int file = file_of(v, square) - dx, rank = rank_of(v, square) - dy;
    return file < 1 || file > v->files || rank < 1 || rank > v->ranks ? -1
                                                                      : square_of(v, file, rank);
}
static inline bool type_bit(const uint8_t *row, int type) {
    return row[type >> 3] >> (type & 7) & 1;
}

#endif
