/* variant - a game, read and checked by henka_variant_parse. No rule changes while it is played.
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
#include "variant/piece.h"

enum {
    MAX_SQUARES = HENKA_MAX_SQUARES,
    MAX_TYPES = HENKA_MAX_TYPES,
    MAX_OPTIONS = 16,
    MAX_CHOICES = 8,
    MAX_RANKS = 32,
    MAX_FILES = BOARD_FILES
};
enum { PROMOTION_CHOICES = 30 /* maximum number of types that one piece can choose */ };
enum { STRIP_SQUARES = 32 }; /* most squares of a strip (rules/strip.h) */
enum { HAND_MOST = 63 /* most pieces of one kind that a hand can hold */ };
enum { HAND_NONE = 255 /* the hand_index of a type that no hand can hold */ };
enum { HANDICAPS_MOST = 32 };
enum { CHECKS_MOST = 9 /* maximum of HenkaVariant.checks_to_win */ };

/* Lines on which royals of both sides may face each other. Each word of `royalsFace` in schema.def
 * has the sum of its lines as its index there. */
enum { FACING_FILE = 1, FACING_RANK = 2, FACING_DIAGONAL = 4 };

/* What happens at the n-th occurrence of a position. */
typedef enum {
    REPEAT_NONE,
    REPEAT_DRAW,
    REPEAT_DRAW_PERPETUAL_LOSES, /* a draw, but a side that gave check with every move loses */
    REPEAT_ILLEGAL               /* a move that repeats the position is illegal */
} RepeatRule;
/* What it means to have no legal move without being in check. */
typedef enum {
    STALEMATE_DRAW,
    STALEMATE_LOSS,
    STALEMATE_WIN,
    STALEMATE_ILLEGAL, /* a stalemating move is illegal; a side without a move loses all the same */
    STALEMATE_FEWER    /* the side with fewer pieces wins; with equal numbers, a draw */
} StalemateRule;
/* When a piece on its goal wins (PieceType.goal). */
typedef enum {
    GOAL_AT_ONCE,
    GOAL_HELD,    /* when its side is to move again and the piece still stands on its goal */
    GOAL_ANSWERED /* at once; but after sente reached its goal, gote can draw by reaching its own
                     goal with its next move */
} GoalRule;
/* When a promotable piece promotes. */
typedef enum {
    PROMOTE_ZONE,  /* when its move starts or ends in the promotion zone */
    PROMOTE_ENTER, /* when it enters the promotion zone, or captures inside */
    PROMOTE_FLIP,  /* a piece turns over, without a choice, at every capture */
    PROMOTE_LAND, /* as in chess, when its move ends in the zone. A piece with `choices` becomes one
                     of them, and stays what it is only if its own type is among them */
    PROMOTE_TURN, /* a piece turns over, without a choice, at every move except a drop */
    PROMOTE_CAPTURE /* when it captures, without a choice, wherever that is; it stays promoted */
} PromoteRule;
/* The sign that UCI and XBoard write behind a promotion without a choice. */
typedef enum {
    SIGN_PLUS,   /* +; or - for turning back, in games where pieces turn over and back */
    SIGN_LETTER, /* the lower-case letter of the type that the piece becomes */
    SIGN_NONE    /* no sign if the piece must promote; + if it may */
} PromotionSign;
/* How a royal is lost. */
typedef enum {
    ROYAL_CHECKMATE, /* by checkmate: a move that leaves a royal attacked is illegal */
    ROYAL_CAPTURE,   /* by capture: the game ends when the last royal is captured */
    ROYAL_NONE       /* no type is royal: the game ends by other rules */
} RoyalRule;

/* Squares of the board, a bit for each. */
typedef struct SquareSet {
    uint64_t words[MAX_SQUARES / 64];
} SquareSet;

/* One of the types a piece may become where it promotes in chess's manner. */
typedef struct PromotionChoice {
    uint8_t type;     /* the type that the piece becomes; its own type: it may stay unpromoted */
    uint8_t ranks;    /* number of last ranks of the board on which this type can be chosen */
    bool before_last; /* this type cannot be chosen on the last rank of the board */
    bool from_hand;   /* only a piece in the own hand can be chosen, which then leaves the hand */
} PromotionChoice;

/* One type of piece: the front, or the promoted back, of a piece. Filled while the text is read
 * (pieces.c and the keys of schema.def), then read-only. Texts live in the variant's arena. */
typedef struct PieceType {
    const char *id;          /* its letters in SFEN, without braces: "P", "+P", "FL" */
    const char *name;        /* English name, as the game's file has it */
    const char *kanji;       /* Japanese name of two or more characters; "": the file has none */
    const char *kanji1;      /* Japanese name of one character; "": the file has none */
    const char *western;     /* label on pieces with western letters; the id if the file has none */
    char fen_letter;         /* a capital that FEN uses instead of the id; 0: FEN uses the id */
    char other_letters[6];   /* capitals that other programs use, accepted like the id; "": none */
    const char *betza;       /* the piece's moves in the notation XBetza */
    const char *kanji_gote;  /* `kanji` on gote's piece */
    const char *kanji1_gote; /* `kanji1` on gote's piece */
    Power power;             /* the moves of `betza`, compiled */
    uint8_t promoted;        /* the type it promotes to; 0: none */
    uint8_t unpromoted;      /* the type it promotes from; 0: none */
    uint8_t in_hand;         /* the type that it becomes in a hand; 0: no hand can hold it */
    const PromotionChoice *choices; /* types that it can choose where it promotes as in chess */
    uint8_t choice_count;
    bool royal;           /* losing it can lose the game: see RoyalRule */
    bool freezes;         /* enemy pieces next to it cannot move */
    bool trade_protected; /* must not capture a guarded enemy that is trade_protected, too */
    bool shuffled;        /* it starts on varying squares, as pieces of Chess960 do (`shuffle`) */
    bool trade_struck;    /* after a piece without trade_struck captured one with it, the next move
                             must not do the same */
    bool trade_minor;  /* a second victim makes a forbidden trade legal, but not one of this type */
    bool can_drop;     /* a piece in hand may be dropped as this type */
    uint8_t jump_rank; /* its rank: it may jump only pieces of lower rank; 0: no limit */
    uint8_t no_move_ranks; /* number of last ranks on which it must neither stay unpromoted nor be
                              dropped */
    uint8_t must_promote_ranks; /* number of last ranks on which it must not stay unpromoted, but
                                   may be dropped */
    bool drop_mate_barred;      /* its drop may not give checkmate */
    uint8_t drop_file_limit;    /* most such pieces on a file after a drop (nifu: 1); 0: no limit */
    uint8_t impasse_value;      /* its points when an impasse is counted */
    bool square_alone; /* its move may be written as the destination only, without a letter */
    const SquareSet *region[2]; /* by side: squares to which it may move or be dropped; NULL: all */
    const SquareSet *drops[2];  /* by side: squares of `region` for its drops; NULL: all of them */
    const SquareSet *home[2]; /* by side: squares of its first moves (Conditions.virgin), even if it
                                 has moved before; NULL: see has_home */
    const SquareSet *goal[2]; /* by side: squares on which it wins the game; NULL: none */
    bool ends_first_moves; /* after its move, an enemy royal that it could capture by one straight
                              move on an empty board counts as moved */
    bool restarts_count;   /* its moves restart the count of move_limit */
} PieceType;

/* A rule of the game that users can set (`option` and `choice` in the game's file). */
typedef struct VariantOption {
    const char *name;                     /* the NAME of the setting NAME=VALUE */
    const char *help;                     /* one line: what the option decides */
    const char *value;                    /* the one of `choices` that is in force */
    const char *choices[MAX_CHOICES];     /* the choices of the option, the default first */
    const char *choice_help[MAX_CHOICES]; /* by choice: one line of help */
    uint8_t choice_count;
} VariantOption;

/* A starting position without some of gote's pieces. Everything lives in the arena. */
typedef struct Handicap {
    const char *name;       /* name of lower-case letters, digits and `-` */
    const char *kanji;      /* Japanese name, as KIF writes it; "": the file has none */
    const char *start_sfen; /* the starting position without the missing pieces, gote to move */
    SquareSet off;          /* the squares of the missing pieces in the normal starting position */
} Handicap;

/* A game. henka_variant_parse fills `tables` and the members below it last. */
struct HenkaVariant {
    int references;      /* number of references; see henka_variant_retain */
    struct Arena *arena; /* holds everything the variant points at, except blocks of src/eval */
    const char *name;    /* short name, a word of lower-case letters */
    const char *title;   /* the name as a heading; `name` if the file has no title */
    const char *about_keys[24], *about_values[24]; /* keys of KEY_TEXT (author, ...), and values */
    int about_count;
    const char *text; /* the text of the game's file */

    int files, ranks;              /* columns and rows of the board */
    int squares;                   /* files * ranks */
    int type_count;                /* types are 1..type_count */
    PieceType types[MAX_TYPES];    /* by type; [0] unused */
    uint8_t hand_types[MAX_TYPES]; /* the types a hand can hold, in the order of SFEN */
    uint8_t hand_index[MAX_TYPES]; /* by type: index in hand_types, or HAND_NONE */
    int hand_count;

    PromotionSign promotion_sign; /* how UCI and XBoard write a promotion without a choice */
    int board;  /* look of the board: the index of a word of `board` in schema.def */
    int family; /* index of the pieces' `family` in schema.def; 0: `auto` (format/family.h) */
    const char *shuffle; /* groups of pieces that change places in start_board; NULL: none */
    uint64_t arrays;     /* number of starting positions that `shuffle` makes, INT32_MAX at most */
    uint8_t shuffled_partner; /* the type of the two pieces between which `shuffle` puts a royal,
                                 and with which this royal castles; 0: none */
    bool holed;               /* some square is no part of the board: `hole` says which */
    bool hole[MAX_SQUARES];   /* by square: the square is no part of the board */
    uint8_t start_board[MAX_SQUARES]; /* by square: a Piece (piece.h); 0: empty */
    uint8_t start_hand[2][MAX_TYPES]; /* by side and hand index: pieces in hand at the start */
    const char *start_sfen;           /* start_board and start_hand as SFEN */
    Handicap *handicaps;              /* the handicaps, in the order of the file */
    int handicap_count;               /* number of handicaps, HANDICAPS_MOST at most */

    int zone_ranks; /* ranks of the promotion zone; 0: no zone; of a zone_squares zone, the number
                       of last ranks in which all of its squares lie */
    const SquareSet *zone_squares[2]; /* by side: the promotion zone; both NULL: zone_ranks */
    bool promotion_forced;            /* a piece that may promote must do so */
    PromoteRule promote;              /* when a piece promotes */
    RoyalRule royal;                  /* how a royal is lost */
    uint8_t any_royal_loses; /* bit 1 << side: this side loses with any of its royals; else only
                                with its last (extinction) */
    bool duple_check; /* a side with several royals, of which only the last counts, must not leave
                         all of them attacked */
    uint8_t royal_sides; /* 0: both sides have royals; side + 1: only this side has. Then the other
                            side loses when it has no piece left, on the board and in hand */
    bool no_checks;      /* a move may not give check */
    bool no_flight;      /* in check a royal may move only to capture the piece that gives check */
    bool first_in_check; /* a royal in check may make first moves; castling has its own rule */
    bool sifts;  /* trading, no_checks or no_flight is set: moves that leave no royal attacked are
                    still checked one by one (rules/sift.h) */
    bool misere; /* a side that would lose by checkmate, lost royals or baring wins instead */
    uint8_t draw_wins; /* 0: a draw is a draw; side + 1: this side wins a drawn game */
    bool odd_endings;  /* the search must look for unusual ends of the game: misere, draw_wins,
                          royal_sides, GOAL_ANSWERED, STALEMATE_FEWER */
    uint8_t royals_may_not_face; /* sum of FACING_...: lines on which royals of both sides with
                                    nothing between them attack each other, so that no move may
                                    leave them so (flying generals) */
    uint8_t goal_squares[MAX_SQUARES]; /* the squares that are a goal of some type */
    int goal_count;
    GoalRule goal_rule; /* when a piece on its goal wins */
    int checks_to_win;  /* a side that has given this number of checks wins; 0: no such rule */
    bool wins_outright; /* goal_count or checks_to_win is set: a move can win at once */
    bool must_capture;  /* a side that can capture must capture */
    const SquareSet *passing[2]; /* by side: squares for its captures in passing; both NULL: all */
    int move_limit; /* moves of each side without a capture or drop, and without a move of a type
                       that restarts_count, that make a draw; 0: no such rule */
    StalemateRule stalemate; /* the result for a side without a legal move and not in check */
    RepeatRule repeat;       /* the consequence of a repeated position */
    int repeat_count;        /* the occurrence of a position at which `repeat` applies */
    bool hands;              /* pieces may be dropped, and captured ones go to the captor's hand */
    bool captures_gone; /* with hands or a stock: captured pieces leave the game nevertheless */
    bool stock; /* captured pieces go to the hand of the side that loses them. Its pieces promote to
                   these; nothing is dropped */
    bool promotion_may_lack;    /* a piece may find no type to choose where it must promote; then it
                                   must not move there */
    bool drop_either_face;      /* a piece may be dropped promoted */
    bool drop_not_behind_royal; /* nothing may be dropped behind one's own royal */
    int drop_royal_distance;    /* minimum distance of a drop from one's own royal along the file: 2
                                   bars the adjacent square; 0: no such rule */
    bool drop_mate_barred_all;  /* no drop may give checkmate */
    bool may_pass;              /* a side may pass: written as a move of its first royal, by square,
                                   that stays on its square (move_is_skip) */
    bool skip_not_twice;        /* a side is not allowed to skip two turns running */
    bool jump_ranked;           /* some row of no_jump is not empty */
    bool freezing;              /* some type keeps enemy neighbours from moving */
    bool trading;               /* some type is trade_protected or trade_struck */
    bool strikes;               /* some type is trade_struck; adds a field to the SFEN */
    bool trade_excuses; /* some type is trade_minor: a trade is legal if the move also captures a
                           piece that is not trade_minor */
    bool trade_free_beside; /* trade_protected does not hold for a piece next to its captor */
    bool bare_loses;        /* a side that has only royals left, on the board and in hand, loses */
    bool bare_of_kinds; /* with bare_loses: instead, a side that lacks one of bare_types loses */
    uint8_t bare_types[MAX_TYPES / 8]; /* the types of bare_of_kinds, a bit for each (type_bit) */
    bool bare_draw_if_bared_back; /* if a bared side bares the other at once, the game is a draw */
    int impasse_points; /* points needed to declare an impasse; 0: impasse only by agreement */
    /* Pieces besides royals that a side needs in its promotion zone to declare an impasse. Above 0
     * only these and its hand have points, the enemy's royal may be anywhere, and gote needs one
     * point less. 0: all pieces have points, and both sides' royals must have entered. */
    int impasse_pieces;
    bool strict;         /* an illegal move loses; the interfaces enforce this, not the rules */
    int level_overlooks; /* factor of Level.overlooks for this game, in hundredths */

    /* By type of the mover: bits (type_bit) of the types that it must not hop over or capture on
     * its way. From the keys jumpRank and captureMatrix. */
    uint8_t no_jump[MAX_TYPES][MAX_TYPES / 8];
    /* By type of the mover: bits of types not to be captured beside its path, unless it stays. */
    uint8_t no_burn[MAX_TYPES][MAX_TYPES / 8];
    /* By type of the mover: bits of the types that it must not capture, on its way or where it
     * ends. It does not attack them either. From the keys captureForbidden and iron. */
    uint8_t no_capture[MAX_TYPES][MAX_TYPES / 8];

    VariantOption options[MAX_OPTIONS]; /* the game's settings, in the order of the file */
    int option_count;

    const struct Tables *tables; /* tables of the move generator (tables.h) */

    /* The evaluators are NULL until src/eval (eval.c) first evaluates a position of this variant.
     * Each is set by one atomic exchange, the only change after parsing, and is a block of malloc
     * that henka_variant_free frees. Other parts of the program only store these pointers. */
    void *_Atomic evaluator; /* the evaluator with the fitted numbers that ship with the game */
    void *_Atomic derived_evaluator; /* the evaluator with numbers derived from the moves only */
    void *network;                   /* the network to which `evaluator` points */
};

static inline int square_of(const HenkaVariant *v, int file /* from 1 */,
                            int rank /* from 1 at the top */) {
    return (file - 1) * v->ranks + rank - 1;
}
static inline int file_of(const HenkaVariant *v, int square) { return square / v->ranks + 1; }
/* Do pieces turn over by themselves, and never promote by choice? */
static inline bool turns_over(const HenkaVariant *v) {
    return v->promote == PROMOTE_FLIP || v->promote == PROMOTE_TURN ||
           v->promote == PROMOTE_CAPTURE;
}
/* The type that a piece of this type promotes or turns over to; 0: none, or a choice. */
static inline int other_face(const HenkaVariant *v, int type) {
    const PieceType *t = &v->types[type];
    bool back = v->promote == PROMOTE_FLIP || v->promote == PROMOTE_TURN;
    return t->promoted || !back ? t->promoted : t->unpromoted;
}
/* The rank of a square: 1 at the top. */
static inline int rank_of(const HenkaVariant *v, int square) { return square % v->ranks + 1; }
/* How far this square is from the side's own back rank: 0 .. ranks-1. */
static inline int depth_of(const HenkaVariant *v, int side, int square) {
    int row = square % v->ranks;
    return side == HENKA_SENTE ? v->ranks - 1 - row : row;
}
/* The range that `*` in XBetza gives a piece on this square: the number of ranks of its own half of
 * the board before it, at least 1. An odd board's middle rank belongs to neither half. */
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
/* The square dx to the right and dy forward, as the side sees it; -1: off the board, or a hole. */
static inline int square_step(const HenkaVariant *v, int side, int square, int dx, int dy) {
    if (side == HENKA_GOTE) dx = -dx, dy = -dy;
    int file = file_of(v, square) - dx, rank = rank_of(v, square) - dy;
    bool inside = file >= 1 && file <= v->files && rank >= 1 && rank <= v->ranks;
    return inside && !v->hole[square_of(v, file, rank)] ? square_of(v, file, rank) : -1;
}
/* Has the type squares (`home`) on which it makes its first moves? Otherwise a piece makes them
 * where it stood at the start, as long as it has not moved. */
static inline bool has_home(const HenkaVariant *v, int type) {
    return v->types[type].home[0] || v->types[type].home[1];
}
static inline bool in_home(const HenkaVariant *v, int side, int type, int square) {
    const SquareSet *home = v->types[type].home[side];
    return home && square_in(home, square);
}
/* Does the region of the type allow that side's pieces of it on this square? */
static inline bool in_region(const HenkaVariant *v, int side, int type, int square) {
    const SquareSet *region = v->types[type].region[side];
    return !region || square_in(region, square);
}
/* Do the region and the drop squares of the type allow that side to drop it on this square? */
static inline bool in_drop_squares(const HenkaVariant *v, int side, int type, int square) {
    const SquareSet *drops = v->types[type].drops[side];
    return in_region(v, side, type, square) && (!drops || square_in(drops, square));
}
/* Does that side play without royals (royal_sides)? */
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
/* Do the ids (`+X` and `X`) say that `plain` promotes to `face`? */
static inline bool is_face_of(const PieceType *face, const PieceType *plain) {
    return face->id[0] == '+' && !strcmp(face->id + 1, plain->id);
}
/* The number of royals that a side has on this board. */
static inline int royals_on(const HenkaVariant *v, const Piece *board, int side) {
    int count = 0;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = board[square];
        count += piece && piece_side(piece) == side && v->types[piece_type(piece)].royal;
    }
    return count;
}
static inline int royals_in_array(const HenkaVariant *v, int side) {
    return royals_on(v, v->start_board, side);
}
/* The number of pieces of both sides on the board in the starting position. */
static inline int pieces_in_array(const HenkaVariant *v) {
    int count = 0;
    for (int square = 0; square < v->squares; square++) count += v->start_board[square] != 0;
    return count;
}
/* The letter of a file in diagrams and in chess coordinates: a is at sente's left. */
static inline char file_letter(const HenkaVariant *v, int file /* from 1 */) {
    return (char)('a' + v->files - file);
}

#endif
