/* variant - a game, read and checked by henka_variant_parse. No rule of it changes while it
 * is played.
 *
 * Shapes   Square: (file - 1) * ranks + (rank - 1); file 1 on sente's right, rank 1 at the top,
 *          farthest from sente. So one step forward is -1 for sente and +1 for gote, one step to
 *          sente's right is -ranks. Type: 1..type_count, one for each face; 0 is no type.
 * Threads  Read-only after henka_variant_parse but for the reference count and the evaluators,
 *          which change atomically.
 * Source   Rules of each game: docs/rules/. Keys: schema.def.
 */
#ifndef HENKA_VARIANT_VARIANT_H
#define HENKA_VARIANT_VARIANT_H

#include "base/bitboard.h"
#include "betza/legs.h"
#include "henka.h"

enum {
    MAX_SQUARES = HENKA_MAX_SQUARES,
    MAX_TYPES = HENKA_MAX_TYPES,
    MAX_OPTIONS = 16,
    MAX_CHOICES = 8,
    MAX_RANKS = 32,
    MAX_FILES = BOARD_FILES
};
enum { PROMOTION_CHOICES = 30 /* most of one piece */ };
enum { STRIP_SQUARES = 32 }; /* the largest board that may be played as a strip: see tables.h */
enum { HAND_MOST = 63 /* maximum of one kind in hand */ };
enum { HAND_NONE = 255 /* hand_index of a type that no hand holds */ };
enum { HANDICAPS_MOST = 32 };
enum { CHECKS_MOST = 9 /* maximum of HenkaVariant.checks_to_win */ };

/* Lines on which royals of both sides may face each other. The places of the words of `royalsFace`
 * in schema.def are sums of these. */
enum { FACING_FILE = 1, FACING_RANK = 2, FACING_DIAGONAL = 4 };

/* What happens at the n-th occurrence of a position. */
typedef enum {
    REPEAT_NONE,
    REPEAT_DRAW,
    REPEAT_DRAW_PERPETUAL_LOSES, /* a side that gave check all along loses */
    REPEAT_ILLEGAL               /* the move that brings it about is illegal */
} RepeatRule;
/* What it means to have no legal move without being in check. */
typedef enum {
    STALEMATE_DRAW,
    STALEMATE_LOSS,
    STALEMATE_WIN,
    STALEMATE_ILLEGAL, /* a move that gives it is illegal; a side that has no move anyway loses */
    STALEMATE_FEWER    /* the side with fewer pieces wins; with the same number on both sides, a
                          draw */
} StalemateRule;
/* When a piece on its goal wins (PieceType.goal). */
typedef enum {
    GOAL_AT_ONCE,
    GOAL_HELD,    /* when its side is to move again and it still stands there */
    GOAL_ANSWERED /* at once; but when the first side reaches it, the second may draw by reaching
                     its own with its next move */
} GoalRule;
/* When a promotable piece promotes. */
typedef enum {
    PROMOTE_ZONE,  /* its move starts or ends in the zone */
    PROMOTE_ENTER, /* it enters the zone, or captures inside */
    PROMOTE_FLIP,  /* it turns over at every capture */
    PROMOTE_LAND,  /* chess: its move ends in the zone. A piece that chooses must become one of its
                      choices, and stays what it is only where it is one of them itself */
    PROMOTE_TURN   /* it turns over at every move, drops aside */
} PromoteRule;
/* The sign that UCI and XBoard write behind a promotion without a choice. */
typedef enum {
    SIGN_PLUS,   /* +; where pieces turn over and back, - for the way back */
    SIGN_LETTER, /* the lower-case letter of the type it becomes */
    SIGN_NONE    /* nothing, where it must promote; else + */
} PromotionSign;
/* How a royal is lost. */
typedef enum {
    ROYAL_CHECKMATE, /* a move that leaves it attacked is illegal */
    ROYAL_CAPTURE,   /* the game ends when the last is captured */
    ROYAL_NONE       /* no type is royal: the game ends otherwise */
} RoyalRule;

/* Squares of the board, a bit for each. */
typedef struct SquareSet {
    uint64_t words[MAX_SQUARES / 64];
} SquareSet;

/* One of the types a piece may become where it promotes in chess's manner. */
typedef struct PromotionChoice {
    uint8_t type;     /* what it becomes; its own type: it may stay what it is */
    uint8_t ranks;    /* only on this number of farthest ranks */
    bool before_last; /* not on the farthest rank */
    bool from_hand;   /* only while its side holds such a piece, which then leaves the hand */
} PromotionChoice;

/* One face of a kind of piece. Filled while the text is read (pieces.c and the keys of schema.def),
 * read-only afterwards. Texts live in the variant's arena. */
typedef struct PieceType {
    const char *id;          /* as in SFEN without braces: "P", "+P", "FL" */
    const char *name;        /* in English, as the file has it */
    const char *kanji;       /* two or more characters; "" when the file has none */
    const char *kanji1;      /* one character; "" as above */
    const char *western;     /* short label for western pieces; the id unless the file says else */
    char fen_letter;         /* a capital that FEN has instead of the id; 0: the id itself */
    char other_letters[6];   /* capitals of other programs, read like the id; "" none */
    const char *betza;       /* its moves as written, XBetza */
    const char *kanji_gote;  /* kanji on the second side's piece */
    const char *kanji1_gote; /* kanji1 there */
    Power power;             /* betza, compiled */
    uint8_t promoted;        /* the type it promotes to, 0 none */
    uint8_t unpromoted;      /* the type it promotes from, 0 none */
    uint8_t in_hand;         /* the type it is in a hand, 0 never */
    const PromotionChoice *choices; /* chess style promotion: what it may become */
    uint8_t choice_count;           /* of choices */
    bool royal;                     /* losing it can lose the game: see RoyalRule */
    bool freezes;                   /* enemies next to it may not move */
    bool trade_protected;  /* such a piece may not take another while that could be taken back */
    bool shuffled;         /* changes places with others in the array, as `shuffle` says */
    bool trade_struck;     /* if a piece that is not trade_struck captures it, the next move may not
                              capture a trade_struck piece with one that is not */
    bool trade_minor;      /* taking it along does not excuse a trade */
    bool can_drop;         /* it may be dropped with this face up */
    uint8_t jump_rank;     /* it may jump pieces of lower rank only; 0: no such limit */
    uint8_t no_move_ranks; /* farthest ranks where it may not stay unpromoted nor be dropped */
    uint8_t must_promote_ranks; /* farthest ranks where it may not stay unpromoted; drops are free
                                   there. See must_promote_at */
    bool drop_mate_barred;      /* its drop may not give checkmate */
    uint8_t drop_file_limit; /* most of this type on a file when dropping (nifu: 1), 0 no limit */
    uint8_t impasse_value;   /* points at an impasse */
    bool square_alone;       /* its move may be written as the destination only, without a letter */
    const SquareSet *region[2]; /* by side: where it may go and be dropped; NULL: everywhere */
    const SquareSet *drops[2]; /* by side: where in its region it may be dropped; NULL: all of it */
    const SquareSet *home[2];  /* by side: where it makes its first moves (Conditions.virgin),
                                  whether or not it has moved; NULL: see has_home */
    const SquareSet *goal[2];  /* by side: squares on which it wins the game; NULL: none */
    bool ends_first_moves;     /* if it moves to a line with an enemy royal, and the line would be a
                                  capture on an empty board, that royal counts as moved */
    bool restarts_count;       /* its moves restart the count of move_limit */
} PieceType;

/* A ruling that can be chosen (`option` and `choice` in the file). */
typedef struct VariantOption {
    const char *name;                     /* as it is set: NAME=VALUE */
    const char *help;                     /* one line: what it decides */
    const char *value;                    /* the choice in force */
    const char *choices[MAX_CHOICES];     /* the standard first */
    const char *choice_help[MAX_CHOICES]; /* one line for each choice */
    uint8_t choice_count;                 /* of choices */
} VariantOption;

/* A start with some pieces of gote off the board. Everything lives in the arena. */
typedef struct Handicap {
    const char *name;       /* lower-case letters, digits and `-` */
    const char *kanji;      /* as KIF writes it; "" when the file has none */
    const char *start_sfen; /* the array without the pieces, the second side to move */
    SquareSet off;          /* the squares of these pieces in the array */
} Handicap;

/* Filled by henka_variant_parse, the tables and the members below them last. */
struct HenkaVariant {
    int references;      /* number of references; see henka_variant_retain */
    struct Arena *arena; /* holds everything that the variant points at, except the blocks of
                            src/eval */
    const char *name;    /* short, a word of lower-case letters */
    const char *title;   /* a heading; the name when the file has none */
    const char *about_keys[24], *about_values[24]; /* author, year, source, ...: KEY_TEXT */
    int about_count;                               /* of about_keys */
    const char *text;                              /* the file as read */

    int files, ranks;              /* columns and rows of the board */
    int squares;                   /* files * ranks */
    int type_count;                /* types are 1..type_count */
    PieceType types[MAX_TYPES];    /* by type; [0] unused */
    uint8_t hand_types[MAX_TYPES]; /* the types a hand can hold, in the order of SFEN */
    uint8_t hand_index[MAX_TYPES]; /* a type's place in hand_types, or HAND_NONE */
    int hand_count;                /* of hand_types */

    PromotionSign promotion_sign; /* how UCI and XBoard write a promotion without a choice */
    int board;                    /* how it looks: the place of a word of `board` in schema.def */
    const char *shuffle;          /* groups of pieces that change places in the array; NULL: none */
    uint64_t arrays;              /* how many arrays that makes, INT32_MAX at most */
    uint8_t shuffled_partner; /* the type of the two pieces between which `shuffle` leaves a royal
                                 that castles: with these it castles; 0: there are none */
    bool holed;               /* some square is no part of the board: */
    bool hole[MAX_SQUARES];   /* by square */
    uint8_t start_board[MAX_SQUARES]; /* by square: a piece of piece.h, 0 empty */
    uint8_t start_hand[2][MAX_TYPES]; /* [side][hand index]: how many */
    const char *start_sfen;           /* the two above as SFEN */
    Handicap *handicaps;              /* in the order of the file */
    int handicap_count;               /* of handicaps; HANDICAPS_MOST at most */

    int zone_ranks; /* depth of the promotion zone, 0 none; if the zone is made of squares, the
                       depth of the square farthest from the last rank */
    const SquareSet *zone_squares[2]; /* by side: the promotion zone; both NULL: made of ranks */
    bool promotion_forced;            /* a piece that may promote must */
    PromoteRule promote;              /* when a piece promotes */
    RoyalRule royal;                  /* how a royal is lost */
    uint8_t any_royal_loses; /* bit of each side: losing any one royal loses; otherwise only the
                                last (extinction) */
    bool duple_check; /* where only the last royal counts, a side with several may not leave all of
                         them attacked */
    uint8_t royal_sides; /* 0: both sides have royals; side + 1: that side alone does, and the other
                            loses when it has no piece left, on the board and in hand */
    bool no_checks;      /* a move may not give check */
    bool no_flight;      /* in check a royal may move only to capture the piece that gives check */
    bool first_in_check; /* a royal in check may make its first moves; castling has a rule of its
                            own */
    bool sifts;          /* some rule looks at each move by itself once the royal is known to be
                            safe: trading, no_checks, no_flight (rules/sift.h) */
    bool misere;       /* a side that would lose by checkmate, lost royals or baring wins instead */
    uint8_t draw_wins; /* 0: a draw is a draw; side + 1: that side wins by it */
    bool odd_endings;  /* a position may end the game otherwise than the search expects: misere,
                          draw_wins, royal_sides, GOAL_ANSWERED, STALEMATE_FEWER */
    uint8_t royals_may_not_face; /* sum of FACING_...: on such a line no move may leave royals of
                                    both sides with nothing between them: each attacks the other, as
                                    far as the rules about attacked royals go (flying generals) */
    uint8_t goal_squares[MAX_SQUARES]; /* the squares that some type has in its goal */
    int goal_count;                    /* of goal_squares */
    GoalRule goal_rule;                /* when a piece on one of them wins */
    int checks_to_win;  /* a side that has given this number of checks wins; 0: no such rule */
    bool wins_outright; /* there are goals, or checks are counted: a move can win by the pieces left
                           on the board or by its count, whatever the other side could reply */
    bool must_capture;  /* a side that can take must take */
    const SquareSet *passing[2]; /* by side: the only squares where it may capture in passing; both
                                    NULL: everywhere */
    int move_limit; /* moves of each side without a capture or drop, and without a move of a type
                       that restarts_count, that make a draw; 0: no such rule */
    StalemateRule stalemate; /* the result for a side without a legal move and not in check */
    RepeatRule repeat;       /* the consequence of a repeated position */
    int repeat_count;        /* the occurrence of a position at which `repeat` applies */
    bool hands;              /* pieces may be dropped, and captured ones go to the captor's hand */
    bool captures_gone; /* with hands or a stock: captured pieces leave the game nevertheless */
    bool stock;         /* captured pieces go to the hand of the side that loses them, to be
                           promoted to; nothing is dropped */
    bool promotion_may_lack;    /* where a piece has to promote, it may lack a type to become: then
                                   it may not move there */
    bool drop_either_face;      /* a piece may be dropped promoted */
    bool drop_not_behind_royal; /* nothing may be dropped behind one's own royal */
    int drop_royal_distance; /* least distance of a drop from one's own royal along the file: 2 bars
                                the adjacent square; 0 no rule */
    bool drop_mate_barred_all; /* no drop may give checkmate */
    bool may_pass;             /* a side may pass: written as a move of its first royal, by square,
                                  that stays on its square (move_is_skip) */
    bool skip_not_twice;       /* the same side may not skip on two turns running */
    bool jump_ranked;          /* some row of no_jump is not empty */
    bool freezing;             /* some type freezes its neighbours */
    bool trading;              /* some type is trade_protected or trade_struck */
    bool strikes;              /* some type is trade_struck; adds a field to the SFEN */
    bool trade_excuses;        /* some type is trade_minor: another piece taken along excuses */
    bool trade_free_beside;    /* a neighbour may be taken though it is trade_protected */
    bool bare_loses;    /* a side that has only royals left, on the board and in hand, loses */
    bool bare_of_kinds; /* instead, a side that has no piece of one of these kinds loses: */
    uint8_t bare_types[MAX_TYPES / 8]; /* bit by type (type_bit) */
    bool bare_draw_if_bared_back;      /* unless it bares the other side at once: a draw */
    int impasse_points; /* 0: by agreement only; else points a side needs to declare */
    /* Pieces besides royals that a side needs in its zone to declare; then these and its hand alone
     * have points, the other side's royal may be anywhere, and gote needs one point less. 0: all
     * pieces have points, and both sides' royals must have entered. */
    int impasse_pieces;
    bool strict;         /* an illegal move loses (interfaces enforce) */
    int level_overlooks; /* scales Level.overlooks for this game, in hundredths */

    /* [mover], bit by victim (type_bit): may not be hopped over or taken on the way. From jumpRank
     * and captureMatrix. */
    uint8_t no_jump[MAX_TYPES][MAX_TYPES / 8];
    /* [mover], bit by victim: may not be taken beside the path when the mover ends elsewhere. */
    uint8_t no_burn[MAX_TYPES][MAX_TYPES / 8];

    VariantOption options[MAX_OPTIONS]; /* in the order of the file */
    int option_count;                   /* of options */

    const struct Tables *tables; /* for the move generator: tables.h */

    /* Set later, by src/eval (eval.c) when a position of this variant is first evaluated, each by
     * one atomic exchange: the one change after parsing. NULL until then. One block of malloc each,
     * which henka_variant_free frees. The other rooms only store these pointers. */
    void *_Atomic evaluator;         /* with the fitted numbers delivered for this variant */
    void *_Atomic derived_evaluator; /* without them */
    void *network;                   /* the network the evaluator points at */
};

static inline int square_of(const HenkaVariant *v, int file /* 1.. */,
                            int rank /* 1.. from the top */) {
    return (file - 1) * v->ranks + rank - 1;
}
static inline int file_of(const HenkaVariant *v, int square) { return square / v->ranks + 1; }
/* Do pieces turn over by themselves, and never promote by choice? */
static inline bool turns_over(const HenkaVariant *v) {
    return v->promote == PROMOTE_FLIP || v->promote == PROMOTE_TURN;
}
/* 1 at the top. */
static inline int rank_of(const HenkaVariant *v, int square) { return square % v->ranks + 1; }
/* How far this square is from the side's own back rank: 0 .. ranks-1. */
static inline int depth_of(const HenkaVariant *v, int side, int square) {
    int row = square % v->ranks;
    return side == HENKA_SENTE ? v->ranks - 1 - row : row;
}
/* The range `*` of a piece there: how many ranks of its side's half of the board are before it, at
 * least 1. On a board with an odd number of ranks the middle rank belongs to neither half. */
static inline int half_range(const HenkaVariant *v, int side, int square) {
    int before = v->ranks / 2 - 1 - depth_of(v, side, square);
    return before > 1 ? before : 1;
}
static inline bool square_in(const SquareSet *set, int square) {
    return set->words[square >> 6] >> (square & 63) & 1;
}
static inline bool in_zone(const HenkaVariant *v, int side, int square) {
    if (v->zone_squares[0] || v->zone_squares[1])
        return v->zone_squares[side] && square_in(v->zone_squares[side], square);
    return depth_of(v, side, square) >= v->ranks - v->zone_ranks;
}
/* The square (dx to sente's right, dy forward) away as this side sees it, or -1 off the board or on
 * a hole. */
static inline int square_step(const HenkaVariant *v, int side, int square, int dx, int dy) {
    if (side == HENKA_GOTE) dx = -dx, dy = -dy;
    int file = file_of(v, square) - dx, rank = rank_of(v, square) - dy;
    bool inside = file >= 1 && file <= v->files && rank >= 1 && rank <= v->ranks;
    return inside && !v->hole[square_of(v, file, rank)] ? square_of(v, file, rank) : -1;
}
/* Do squares decide where pieces of that type may make their first moves? Otherwise a piece of the
 * array may make them while it has not moved. */
static inline bool has_home(const HenkaVariant *v, int type) {
    return v->types[type].home[0] || v->types[type].home[1];
}
static inline bool in_home(const HenkaVariant *v, int side, int type, int square) {
    const SquareSet *home = v->types[type].home[side];
    return home && square_in(home, square);
}
/* May that side's type go to this square, as far as its region says? */
static inline bool in_region(const HenkaVariant *v, int side, int type, int square) {
    const SquareSet *region = v->types[type].region[side];
    return !region || square_in(region, square);
}
/* May that side's type be dropped on this square, as far as its region and its squares of drops
 * say? */
static inline bool in_drop_squares(const HenkaVariant *v, int side, int type, int square) {
    const SquareSet *drops = v->types[type].drops[side];
    return in_region(v, side, type, square) && (!drops || square_in(drops, square));
}
/* Has that side no royals from the start (royal_sides)? */
static inline bool is_royalless(const HenkaVariant *v, int side) {
    return v->royal_sides && v->royal_sides - 1 != side;
}
/* Must a piece of that type that moves to this square become another? */
static inline bool must_promote_at(const HenkaVariant *v, int side, int type, int square) {
    const PieceType *t = &v->types[type];
    int ranks = t->no_move_ranks > t->must_promote_ranks ? t->no_move_ranks : t->must_promote_ranks;
    return depth_of(v, side, square) >= v->ranks - ranks;
}
static inline bool type_bit(const uint8_t *row, int type) {
    return row[type >> 3] >> (type & 7) & 1;
}
/* Does some id mark a promoted face (+X)? If none does and the file says nothing else, the first
 * piece promotes, as in diagrams. */
static inline bool ids_promote(const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].id[0] == '+') return true;
    return false;
}
/* How many pieces of both sides the array has on the board. */
static inline int pieces_in_array(const HenkaVariant *v) {
    int count = 0;
    for (int square = 0; square < v->squares; square++) count += v->start_board[square] != 0;
    return count;
}
/* The letter of a file in diagrams and in chess coordinates: a is at sente's left. */
static inline char file_letter(const HenkaVariant *v, int file /* 1.. */) {
    return (char)('a' + v->files - file);
}

#endif
