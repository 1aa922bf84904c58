/* tables - a variant's rules in the form that the fast generator reads, built once from the leg
 * programs when the variant is loaded.
 *
 * Each term of a power (legs.h) is recognised by the shape of its legs: a leap, a slide, a hop, a
 * line of jumps, a step that takes and goes on, igui, skip, area walk, burn. A piece with a term of
 * no known shape is `by_legs`: its legs are interpreted one by one, as the oracle does.
 *
 * Shapes   Directions 0..7 clockwise from forward, as in legs.h. Everything indexed by side is
 *          already turned for that side.
 * Limits   MAX_CLASSES kinds of attack; a variant with more is tested for attacks piece by piece
 *          (`attack_by_legs`).
 * Source   chessprogramming.org: Classical Approach (rays and first blockers instead of magics),
 *          Zobrist Hashing; docs/decisions/007-fast-generator.md.
 */
#ifndef HENKA_TABLES_TABLES_H
#define HENKA_TABLES_TABLES_H

#include "variant/variant.h"

enum {
    MAX_CLASSES = 40,  /* ways to attack that types share */
    TYPE_CLASSES = 24, /* most classes of one type */
    SHAPE_LEAPS = 48,  /* most leaps in one type's shape, */
    SHAPE_SLIDES = 24, /* most slides, */
    SHAPE_HOPS = 8,    /* most hops, */
    SHAPE_STINGS = 16, /* most stings, */
    STING_ENDS = 8,    /* and most ends of one sting */
    ATTACK_HOPS = 16,  /* most hops, of all types together, that differ */
    ROW = 4 /* the length of a row of bitboards is a multiple of this: four fill a 512-bit
               register */
};

/* ---- shapes: the terms of a power, recognised (shape.c) ----------------------------------------
 * Steps are seen by the mover: dx to its right, dy forward. `modes` says on which squares the move
 * may end: LEG_EMPTY, LEG_CAPTURE or both. shape_of fills all members. */

/* A move to one square; pieces between do not matter. */
typedef struct Leap {
    int8_t dx, dy; /* from the origin to the target */
    uint8_t modes; /* see above */
} Leap;

/* The same step repeated over empty squares. */
typedef struct Slide {
    int8_t dx, dy;    /* one step */
    uint8_t range;    /* most steps; RANGE_UNLIMITED */
    uint8_t skip;     /* this number of steps at the start may cross pieces */
    uint8_t modes;    /* see above */
    int8_t direction; /* 0..7 when its step leads to a neighbour, else -1 */
} Slide;

/* A move along a line over exactly one piece, the screen. */
typedef struct Hop {
    int8_t dx, dy;        /* one step */
    uint8_t before_range; /* most steps up to the screen */
    uint8_t after_range;  /* most steps beyond it */
    uint8_t total;        /* most steps in all */
    uint8_t modes;        /* see above. The last member, because same_hop compares the members
                             before it */
} Hop;

/* A move that takes the piece (ax, ay) away from the origin and goes on from there. */
typedef struct Sting {
    int8_t ax, ay;         /* from the origin to the victim */
    uint8_t end_count;     /* of ends */
    Leap ends[STING_ENDS]; /* where it may end, seen from its origin */
} Sting;

/* The shape of one type's power, the same for both sides. Members named ..._dirs are bit masks of
 * the directions 0..7. */
typedef struct Shape {
    Leap leaps[SHAPE_LEAPS];                                 /* leap_count of them */
    Slide slides[SHAPE_SLIDES];                              /* slide_count of them */
    Hop hops[SHAPE_HOPS];                                    /* hop_count of them */
    Sting stings[SHAPE_STINGS];                              /* sting_count of them */
    uint8_t leap_count, slide_count, hop_count, sting_count; /* of the lists above */
    uint8_t jump_dirs; /* directions in which it captures along a line over other pieces; */
    uint8_t jump_max;  /* most pieces it jumps so, taken or not, before the last capture */
    uint8_t igui_dirs; /* directions in which it takes neighbours without moving; */
    uint8_t igui_max;  /* most neighbours taken so in one move */
    uint8_t skip_dirs; /* it may skip when a neighbour in one of these directions is empty */
    uint8_t area;      /* most single steps of its area walk over empty squares; 0: it has none */
    uint8_t burn_max;  /* most neighbours it takes (burns) where it lands, after its area walk or
                          after a slide in one of burn_dirs; 0: it burns nothing */
    uint8_t burn_dirs; /* directions of the slides after which it burns */
    bool by_legs;      /* some term has no known shape: its legs are interpreted */
    bool simple;       /* leaps, slides and hops only: bitboards say all about it */
    bool overlaps; /* two parts may reach the same square: targets are collected before listing */
} Shape;

/* ---- boards of up to 128 squares ----------------------------------------------------------------
 * Tables of bitboards are indexed by the square they start from. A ray is the squares that a slide
 * crosses on an empty board; it is rising when it leads to higher square numbers, so that the first
 * blocker is the lowest bit. */

/* One slide of a type. */
typedef struct RaySlide {
    const Bitboard128 *ray; /* by origin */
    bool rising;            /* all its rays lead to higher squares; else all to lower ones */
    uint8_t modes;          /* LEG_EMPTY, LEG_CAPTURE or both */
} RaySlide;

/* One hop of a type. */
typedef struct RayHop {
    const Bitboard128 *before; /* by origin: the ray on which the screen may stand */
    const Bitboard128 *after;  /* by the screen's square: the ray beyond it */
    const Bitboard128 *total;  /* by origin: the ray of the whole move */
    bool rising;               /* all its rays lead to higher squares; else all to lower ones */
    uint8_t modes;             /* as in RaySlide */
} RayHop;

/* An attack of one side's sliders of a class: the first blocker on the ray from the attacked square
 * attacks it if the blocker is of that class. */
typedef struct AttackRay {
    const Bitboard128 *ray; /* by the attacked square */
    bool rising;            /* all its rays lead to higher squares; else all to lower ones */
    uint8_t class;          /* of the sliders */
} AttackRay;

/* An attack of one side's hoppers of a class: the first piece on the line is the screen, and the
 * second attacks if it is of that class. */
typedef struct AttackHop {
    const Bitboard128 *look;   /* from the attacked square towards the hopper, total range */
    const Bitboard128 *after;  /* from the attacked square to the screen */
    const Bitboard128 *before; /* from the screen to the hopper */
    bool rising;               /* `look` leads to higher squares; else to lower ones */
    uint8_t class;             /* of the hoppers */
    uint8_t after_range, before_range; /* as in Hop */
} AttackHop;

enum {
    RAYS_A_WAY = 4,  /* number of rising rays in `rays`, and of falling rays */
    PUSHES = 16,     /* most steps of all pushed types together */
    PUSH_STEPS = 3,  /* most steps of one of them */
    WINDOW_BACK = 28 /* a StepWindow begins this number of squares before the piece */
};

/* The moves of one side's type. The most used members come first, so that they are close together.
 * Filled by tables_bitboard. */
typedef struct BitboardPower {
    const Bitboard128 *quiet;   /* by origin: targets of leaps to empty squares */
    const Bitboard128 *capture; /* by origin: targets of leaps that capture; the same table as
                                   `quiet` if both are equal */
    uint8_t up_count;           /* number of rising rays of `rays` that are used for a square */
    uint8_t down_count;         /* number of falling rays used */
    uint8_t slide_count;        /* of slides */
    uint8_t hop_count;          /* of hops */
    uint8_t promoted;    /* what it promotes to where start or target is in the zone; 0 nothing */
    bool slow_promotion; /* it chooses what to become, or its promotion does not depend on the zone
                            alone: its moves are written square by square */
    bool uniform;        /* captures as it moves, by leaps and `rays` only */
    bool by_legs;        /* as in the shape */
    const Bitboard128 *rays; /* [2 * RAYS_A_WAY * square + n]: slides that capture as they move,
                                rising rays, then falling ones, empty where there are fewer; NULL:
                                it has none */
    RaySlide slides[SHAPE_SLIDES]; /* all other slides */
    RayHop hops[SHAPE_HOPS];       /* hops */
} BitboardPower;

/* One step of a type, made by all its pieces at once by shifting the board. */
typedef struct Push {
    uint8_t type;            /* the type whose step it is */
    uint8_t modes;           /* LEG_EMPTY, LEG_CAPTURE or both */
    int8_t delta[2];         /* target less origin, by side */
    Bitboard128 from[2];     /* the squares from which the step stays on the board */
    Bitboard128 promotes[2]; /* those of them where it promotes */
} Push;

/* A type that slides, in the form that the loop over such pieces reads: see BitboardPower. */
typedef struct Slider {
    const Bitboard128 *quiet, *rays;        /* the members of BitboardPower of these names */
    uint8_t up_count, down_count, promoted; /* as in BitboardPower */
} Slider;

/* The targets of a type without slides, as bits of the 64 squares that begin WINDOW_BACK before its
 * own:
 *
 *     bit of the window      0 …          WINDOW_BACK       … 63
 *     square              from - 28           from          from + 35
 */
typedef struct StepWindow {
    uint64_t targets;  /* its targets on an empty board */
    uint64_t promotes; /* those of them where it promotes */
} StepWindow;

/* Which bitboards of a Position a piece is in, by their offset in words from Position.by_side:
 *
 *     0   by_side    sente, gote      two words each
 *     4   royal_set  sente, gote
 *     8   by_class   [side][class]    SIDE_CLASSES a side, the last no class: NO_PLACE
 *     …   by_type    [side][type]
 */
enum { SIDE_CLASSES = MAX_CLASSES + 1 };
enum {
    PLACE_SIDES = 0,
    PLACE_ROYALS = 4,
    PLACE_CLASSES = 8,
    PLACE_TYPES = PLACE_CLASSES + 4 * SIDE_CLASSES
};
enum { NO_PLACE = PLACE_CLASSES + 2 * MAX_CLASSES, PLACES_MANY = 4 };
typedef struct PiecePlaces {
    _Alignas(64) uint16_t count;   /* PLACES_MANY at least, NO_PLACE where there are fewer */
    uint16_t at[TYPE_CLASSES + 3]; /* the offsets: of its side, its type, its classes, the royals */
} PiecePlaces;

/* ---- boards of up to 64 squares -------------------------------------------------------------- */

/* The attacks of a type from a square: leaps, and at most one slide each way, which all move as
 * they capture. A type that does more is small_irregular; its other moves are in its BitboardPower,
 * on a strip in its StripExtra. */
typedef struct SmallAttacks {
    uint64_t steps;    /* leaps */
    uint64_t up, down; /* rays on an empty board; on a strip, of an irregular type, those of slides
                          that capture */
    uint64_t hops;     /* strips: where it might capture over a screen */
} SmallAttacks;

/* The moves of an irregular type on a strip besides leaps: slides and hops, at most one each
 * way. */
typedef struct StripExtra {
    uint64_t up, down, hop_up, hop_down; /* rays on an empty board */
    uint64_t slide_moves; /* both rays of slides again if a slide may end on an empty square; else
                             none */
    uint64_t slide_takes; /* the rays again if a slide may capture; else none */
    uint64_t hop_moves, hop_takes; /* the same two masks for hops */
} StripExtra;

/* Strips: the lines along which one side may attack a square, as rays from it. A line that another
 * one contains is left out. */
enum { STRIP_LINES_TO = 8 };
typedef struct StripLinesTo {
    uint32_t up[STRIP_LINES_TO], down[STRIP_LINES_TO]; /* 0 where there are fewer */
    uint32_t up_hops[STRIP_LINES_TO],
        down_hops[STRIP_LINES_TO]; /* all bits: a hopper looks as far as the second piece; else 0 */
} StripLinesTo;

/* ---- boards of up to 256 squares ----------------------------------------------------------------
 * Directions are turned for the side. A slide here starts on a neighbouring square and captures as
 * it moves: one square, two, or without limit. A position keeps a bitboard, a plane, of the pieces
 * that share such a slide, and lists all slides of one direction at once; all other moves of a
 * piece are listed piece by piece.
 *
 *     plane                        which pieces
 *     3 * direction + 0, 1, 2      slide one square, two, without limit
 *     PLANE_IRREGULAR              do more than the slides in planes, or slide in no plane
 *     PLANE_CLOSE                  irregular, and all they capture is within two squares
 *     PLANE_LISTED                 their slides may end where another part of their power does:
 *                                  they are in the planes (for attacks), but listed with the rest
 *     PLANE_SPARE                  fills up lists of planes; says nothing
 */
enum { PLANE_IRREGULAR = 24, PLANE_CLOSE, PLANE_LISTED, PLANE_SPARE, PLANE_COUNT };
/* The offset of a side's plane from the first one, in words. */
#define PLANE_WORD(plane, side) (4 * (2 * (plane) + (side)))
_Static_assert(PLANE_WORD(PLANE_COUNT, 0) < 256, "offsets fit a byte");
enum { TYPE_PLANES = 12 /* most planes that a piece may be in */, PLANES_AT_ONCE = 4 };

/* Tables.turns_to: there is more to promotion than the zone. */
enum { TURN_SLOW = 255 };

/* What a piece of one type may do to a piece of another on its way. */
enum {
    PASS_ON = 1,   /* it may be jumped, or taken by a piece that stays where it is */
    PASS_LEAVE = 2 /* it may be taken on the way of a piece that ends elsewhere */
};

/* The power of one side's type, with its slides in planes stored separately. */
typedef struct LargePower {
    uint8_t dirs;                 /* bit mask: the directions of its slides in planes */
    uint8_t reach[8];             /* how far these go, by direction: 1, 2 or RANGE_UNLIMITED */
    bool slides_listed;           /* it is in PLANE_LISTED */
    bool irregular;               /* it is in PLANE_IRREGULAR */
    bool special;                 /* it does more than slides in planes, leaps and other slides */
    bool rides;                   /* some slide takes steps that lead to no neighbour */
    bool far_stings;              /* some sting takes a piece that is no neighbour */
    uint8_t skip_dirs, jump_dirs; /* as in the shape */
    const uint64_t (*leaps)[4];   /* [square]: ends of leaps that capture as they move; NULL none */
    uint8_t far_count, slide_count; /* of the two lists that follow */
    uint8_t far[SHAPE_LEAPS];     /* leaps that only move or only capture: indexes in Shape.leaps */
    uint8_t slides[SHAPE_SLIDES]; /* slides that are not in planes: indexes in Shape.slides */
} LargePower;

/* The place of a square in Position.lines: for each kind of line (file, rank, two diagonals) the
 * word, as an offset among all words (both sides' words side by side), and the bit in it. */
enum { LINE_ROOM = 48 };
typedef struct LineBits {
    uint32_t bit[4];   /* by kind of line: the square's bit in the word */
    uint16_t place[4]; /* by kind of line: the offset of the word */
} LineBits;

/* ---- what a position remembers beside board and hands -------------------------------------------
 * Which pieces of the array have not moved, the last push, and how many checks each side has given
 * (PositionState in position.h). */

/* A leap by which a type captures in passing, seen by the mover. */
typedef struct PassingLeap {
    int8_t dx, dy;
    uint8_t type;
} PassingLeap;

/* One way to castle: all squares are of the board. */
typedef struct Castling {
    uint8_t type;     /* type of the piece that castles */
    uint8_t from, to; /* its squares before and after castling */
    uint8_t partner;  /* the square of its partner, a piece of the array that has not moved: `to` or
                         a square beyond it */
    bool virgin;      /* the piece must not have moved */
    bool inside;      /* Conditions.partner_inside */
} Castling;

enum { PASSING_LEAPS = 64, AIMED_MOST = 16 };

/* Filled by tables_state; only variants with a term that needs it have one. */
typedef struct StateTables {
    /* The squares for which the position remembers whether the piece of the array has moved: such a
     * piece may return there after it has moved, or another like it may stand there. Any other
     * piece of the array has not moved if it stands on its square. */
    uint64_t tracked[4];
    bool remembers;         /* there are such squares, or pushes to capture in passing, or checks
                               are counted */
    bool pushes_matter;     /* some type captures in passing, and some push gives the right to do
                               so */
    bool lists_aside;       /* the shapes leave the moves of state out: they are listed aside */
    bool leaps_only;        /* passing_leaps holds every capture in passing of the variant */
    bool pushes[MAX_TYPES]; /* the type has a push (term_is_push) */
    bool rights[MAX_TYPES]; /* the type has a term that gives rights */
    PassingLeap passing_leaps[PASSING_LEAPS];
    int passing_leap_count;
    /* By side: the squares of the array's royals whose first moves an enemy may end
     * (PieceType.ends_first_moves). */
    uint8_t aimed[2][AIMED_MOST];
    int aimed_count[2];
    Castling *castlings[2]; /* by side */
    int castling_count[2];
    uint64_t unmoved_hash[MAX_SQUARES];      /* a piece on a tracked square has not moved */
    uint64_t push_hash[2][MAX_SQUARES];      /* the last push: its origin, its target */
    uint64_t check_hash[2][CHECKS_MOST + 1]; /* [side][how many checks it has given]; 0 none */
} StateTables;

/* The square of the partner of a piece that castles from `from` to `to`: the square of the array's
 * last piece in that direction on the rank, before a hole. If `shuffle` leaves a royal between two
 * pieces to castle with, it is the square of the first piece of that type. `inside`: one square
 * nearer. If the array has no piece in that direction it is `from`, or the square behind `from`,
 * which may be off the board. */
int tables_castling_partner(const HenkaVariant *, int from, int to, bool inside);

/* ---- all of it ------------------------------------------------------------------------------- */

/* Position.counts by bytes: the offset of each pair. */
enum { COUNT_ROYALS = 2, COUNT_PIECES = 4, COUNT_FREEZERS = 6 };

/* Everything that tables_build derives from a variant: allocated in the variant's arena, filled
 * once, read-only afterwards. Members indexed by [2] are by side unless they say otherwise. */
typedef struct Tables {
    /* The kind of board, and conditions under which the generators may use a shortcut. */
    bool bitboard128; /* up to 128 squares: bitboards, not planes */
    bool bitboard64;  /* up to 64: one word a bitboard is enough (bitboard128 is true too) */
    bool strip;       /* direct, at most STRIP_SQUARES squares, and small_attacks with strip_extras
                         hold all moves: usually boards of one file */
    bool direct;      /* legal moves can be found by masks alone: simple shapes only, one royal a
                         side that is to be mated */
    bool plain;       /* direct, beyond 64 squares, without hops or lines that differ: xray_rows and
                         between decide all attacks */
    bool minds_royal; /* the one royal must be safe after every move, even one that turns the moving
                         piece into another */
    bool attack_by_legs; /* the attacks of some type are known only from its legs (by_legs_types),
                            or moves make royals: all moves must be made and tested */
    /* [side][type], by the attacked square: the squares from which a type with interpreted legs may
     * attack it; NULL: from anywhere. Boards of up to 128 squares. */
    const Bitboard128 *legs_view[2][MAX_TYPES];
    /* [side], by the square of its only royal: if the royal is not attacked, moves of other pieces
     * that touch none of these squares leave it unattacked; NULL: not known. Boards of up to 128
     * squares. */
    const Bitboard128 *royal_view[2];
    bool all_by_legs;    /* there are more ways to attack than classes: the attacks of every type
                            are known only from its legs */
    bool stock, strikes; /* HenkaVariant's of these names */
    bool exchanges;      /* one of these is set, or some type is chosen_from_hand: a capture does
                            more than put its victim into the mover's hand */
    bool bars_drops;     /* the drop of some type may not mate */
    bool lines_differ; /* two slides lead from one square to another over different squares, so that
                          `between` says nothing */

    const StateTables *state; /* NULL: the position remembers nothing beside board and hands */

    /* By type. */
    Shape shapes[MAX_TYPES];               /* its terms, recognised: shape.c */
    BitboardPower powers[2][MAX_TYPES];    /* up to 128 squares */
    LargePower large_powers[2][MAX_TYPES]; /* beyond 128 squares */
    bool royal_types[MAX_TYPES];           /* PieceType.royal */
    bool freezer_types[MAX_TYPES];         /* PieceType.freezes */
    bool by_legs_types[MAX_TYPES];         /* attacks of this type are known by its legs only */
    uint8_t promotes_to[MAX_TYPES];        /* the type it promotes to, if the zone alone decides; 0:
                                              none */
    uint8_t turns_to[MAX_TYPES];    /* large boards: promotes_to, or TURN_SLOW if more than the zone
                                       decides */
    uint8_t flips_to[2][MAX_TYPES]; /* [the move took something]: its type after a move that is no
                                       promotion: its own, unless moves turn it over */
    uint8_t hand_of[MAX_TYPES];     /* the hand index of the type once captured; HAND_NONE none */
    uint8_t dropped_from[MAX_TYPES];  /* the hand index that a drop of the type, or a promotion to
                                         it out of the hand, takes it from */
    bool chosen_from_hand[MAX_TYPES]; /* to promote to it takes one out of the mover's hand */
    uint8_t other_face[MAX_TYPES]; /* the type in hand may be dropped as this as well; 0 nothing */

    /* How types move where masks decide alone: `pushes` all pieces of a type at once, step by step;
     * sliders and irregular ones piece by piece; all others, steppers, through windows. */
    Push pushes[PUSHES];                /* every step of the pushed types, type after type */
    int push_count;                     /* entries of pushes */
    int slider_count, irregular_count;  /* entries of the lists of types below */
    uint8_t slider_types[MAX_TYPES];    /* the types that slide */
    Slider sliders[2][MAX_TYPES];       /* by type; filled for slider_types */
    uint8_t irregular_types[MAX_TYPES]; /* types that are neither royal nor any of the others */
    int most_moves;                     /* most moves that one piece can have */
    StepWindow *windows[2];             /* [type << 7 | square]; steppers only */

    /* Boards of up to 64 squares. */
    int type_bits;                   /* how many bits a type needs: see small_index */
    SmallAttacks *small_attacks[2];  /* [small_index] */
    bool small_irregular[MAX_TYPES]; /* the type does more than small_attacks says */
    StripExtra *strip_extras[2];     /* [small_index], where small_irregular; strips only */
    StripLinesTo *lines_to[2];       /* strips: [square], by the side that attacks */
    uint64_t xray_from[2][64]; /* strips: the squares from which some type of that side would attack
                                  the square if blockers were missing or screens were added */
    uint64_t leap_from[2][64]; /* the squares from which some type of that side leaps at the
                                  square */
    uint64_t near_from[2][64]; /* the squares from which some type of that side attacks a royal on
                                  the square, or a square to which it could step */

    /* Classes: types that share a way to attack. Leap classes come first, then rays, then hops. A
     * row is one bitboard a class, padded to a stride: with Position.by_class it makes attackers
     * (bb_union_of_intersections). */
    int class_count;                     /* all classes */
    int leap_class_count;                /* of these the leap classes, which are the first */
    int leap_stride, class_stride;       /* the two counts rounded up to a multiple of ROW */
    uint8_t type_class_count[MAX_TYPES]; /* [type]: how many classes it is in */
    uint8_t type_classes[MAX_TYPES][TYPE_CLASSES]; /* [type]: which these are */
    uint64_t class_bits[MAX_TYPES];                /* [type]: the same as bits */
    Bitboard128 *leap_rows[2]; /* [side][square * leap_stride + class]: from where it leaps at the
                                  square */
    Bitboard128 *xray_rows[2]; /* [side][square * class_stride + class]: from where it attacks the
                                  square on an empty board; hops left out */
    Bitboard128 *near_rows[2]; /* hops included: the squares from which it attacks the square, or
                                  one to which a royal there could step */
    Bitboard128 *between;      /* [a * squares + b]: squares between, where a slide leads from one
                                  to the other; none when lines_differ */
    Bitboard128 *slider_lines_to[2]; /* [side][square]: the squares from which any slide leads there
                                        on an empty board */
    AttackRay rays[2][MAX_CLASSES];  /* [side that attacks]: its attacks by slides */
    int ray_count[2];                /* how many of them */
    AttackHop hops[2][ATTACK_HOPS];  /* [side that attacks]: its attacks by hops */
    int hop_count[2];                /* how many of them */

    /* Squares. */
    Bitboard128 zone[2];                    /* the promotion zone */
    Bitboard128 all;                        /* every square of the board */
    uint8_t zone_bytes[2][MAX_SQUARES];     /* the promotion zone, by square */
    Bitboard128 must_promote[2][MAX_TYPES]; /* where that type may not stay unpromoted */
    /* The squares where the type may be dropped by noMoveRanks, holes and regions. */
    Bitboard128 drop_squares[2][MAX_TYPES];
    Bitboard128 file_of_square[MAX_SQUARES]; /* [square]: the squares of its file */
    Bitboard128 files[MAX_FILES];            /* [file - 1]: the squares of the file */
    Bitboard128 ahead[2][MAX_SQUARES]; /* [side][square of its royal]: the squares where that side
                                          may drop by the rules about its royal
                                          (drop_not_behind_royal, drop_royal_distance) */
    /* For both sides: direction d is seen by sente. */
    uint8_t edge[8][MAX_SQUARES];       /* squares to the edge */
    int16_t delta[8];                   /* one step as a difference of square numbers */
    uint8_t line_index[4][MAX_SQUARES]; /* [kind of line (file, rank, two diagonals)]: number of the
                                           line through the square */
    uint8_t line_place[4][MAX_SQUARES]; /* [kind of line]: place of the square on that line */

    /* Boards beyond 128 squares. */
    LineBits line_bits[MAX_SQUARES];         /* where the square is in Position.lines */
    uint64_t near_words[MAX_SQUARES][4];     /* the eight neighbours, as a bitboard */
    uint64_t roam_words[MAX_SQUARES][4];     /* the squares that the widest area walk could reach,
                                                with a burn at its end */
    const uint8_t *hits[MAX_TYPES];          /* [type][hits_offset]: HIT_..., see hits.h */
    uint64_t irregular_view[MAX_SQUARES][4]; /* the squares from which irregular pieces might attack
                                                the square, without slides in planes */
    uint8_t takes[2][MAX_TYPES][8];      /* by direction: the distance within which it captures by
                                            steps and slides */
    const uint8_t (*passes)[MAX_TYPES];  /* [mover's type][type met]: PASS_ON, PASS_LEAVE */
    const uint64_t (*ray_words)[8][4];   /* [square][direction]: all the way to the edge */
    uint64_t edge_words[8][4];           /* the squares from which a step in that direction stays on
                                            the board */
    uint8_t type_plane_count[MAX_TYPES]; /* how many of type_planes are used: a multiple of
                                            PLANES_AT_ONCE, filled up with PLANE_SPARE */
    uint8_t type_planes[2][MAX_TYPES][TYPE_PLANES]; /* the planes that its pieces are in, as offsets
                                                       (PLANE_WORD) */

    /* The values that a piece adds to a position. */
    PiecePlaces places[256];              /* [piece] */
    uint64_t counts[256];                 /* [piece]: added to Position.counts (COUNT_…) */
    const uint64_t *piece_hash[256];      /* [piece][square]: rows of zobrist */
    uint64_t *zobrist;                    /* [side * (type_count + 1) + type][square] */
    uint64_t hand_hash[2][MAX_TYPES][64]; /* [side][hand index][how many are held] */
    uint64_t side_hash;                   /* gote is to move */
    uint64_t skip_hash[8];                /* [Position.skipped] */
} Tables;

void tables_build(HenkaVariant *);

/* By square first, so that the entries that the few types of a small board read are close
 * together. */
static inline size_t small_index(const Tables *t, int type, int square) {
    return (size_t)square << t->type_bits | (size_t)type;
}

/* By square. */
static inline const uint64_t *zobrist_row(const HenkaVariant *v, int side, int type) {
    return v->tables->zobrist + (side * (v->type_count + 1) + type) * v->squares;
}
static inline uint64_t zobrist_of(const HenkaVariant *v, int side, int type, int square) {
    return zobrist_row(v, side, type)[square];
}

#endif
