/* tables - a variant's rules in the form that the fast generator reads, built once from the leg
 * programs when the variant is loaded.
 *
 * A piece's power is a list of terms, its ways of moving. A term is a list of legs, one for each
 * direction of the move (legs.h). Each term is recognised by the shape of its legs: leap, slide,
 * hop, a line of jumps, a sting (takes a piece and goes on), igui (takes a neighbour without
 * moving), skip (uses the turn without moving), area walk, burn (takes pieces around its landing).
 * A type with a term of no known shape is `by_legs`: the generator interprets its legs one by one,
 * as the oracle, the slow generator, does.
 *
 * Shapes   Directions 0..7 clockwise from forward, as in legs.h. Everything indexed by side is
 *          already turned for that side.
 * Limits   MAX_CLASSES classes, each a way to attack that several types share. In a variant with
 *          more classes, attacks are tested piece by piece (`attack_by_legs`).
 * Source   chessprogramming.org: Classical Approach (rays and first blockers instead of magics),
 *          Zobrist Hashing; docs/decisions/007-fast-generator.md.
 */
#ifndef HENKA_TABLES_TABLES_H
#define HENKA_TABLES_TABLES_H

#include "variant/variant.h"

enum {
    MAX_CLASSES = 40,  /* most classes (a class: a way to attack that several types share) */
    TYPE_CLASSES = 24, /* most classes of one type */
    SHAPE_LEAPS = 48,  /* most leaps in one type's shape */
    SHAPE_SLIDES = 24, /* most slides in one type's shape */
    SHAPE_HOPS = 8,    /* most hops in one type's shape */
    SHAPE_STINGS = 16, /* most stings of a type: moves of two steps whose first step captures */
    STING_ENDS = 8,    /* most squares on which one sting can end */
    ATTACK_HOPS = 16,  /* most different hops of all types together */
    ROW = 4 /* rows of bitboards have a multiple of this length: four fill a 512-bit register */
};

/* ---- shapes: the terms of a power, recognised (shape.c) ----------------------------------------
 * Steps are from the mover's point of view: dx to its right, dy forward. `modes` says on which
 * squares the move may end: LEG_EMPTY, LEG_CAPTURE or both. shape_of fills all members. */

/* A move to one square; pieces between do not matter. */
typedef struct Leap {
    int8_t dx, dy; /* offset from the origin to the target */
    uint8_t modes; /* ends on an empty square (LEG_EMPTY), an enemy (LEG_CAPTURE), or both */
} Leap;

/* A move that repeats one step over empty squares. */
typedef struct Slide {
    int8_t dx, dy;    /* one step: to the mover's right, and forward */
    uint8_t range;    /* most steps, or RANGE_UNLIMITED */
    uint8_t skip;     /* the first `skip` steps may cross pieces */
    uint8_t modes;    /* ends on an empty square (LEG_EMPTY), an enemy (LEG_CAPTURE), or both */
    int8_t direction; /* direction 0..7 if a step leads to a neighbouring square; else -1 */
} Slide;

/* A move along a line over exactly one piece, the screen. */
typedef struct Hop {
    int8_t dx, dy;        /* one step: to the mover's right, and forward */
    uint8_t before_range; /* most steps up to the screen */
    uint8_t after_range;  /* most steps beyond the screen */
    uint8_t total;        /* most steps before and beyond the screen together */
    uint8_t modes;        /* LEG_EMPTY, LEG_CAPTURE or both: where the hop may end. The last member,
                             because hop_classes compares only the members before it */
} Hop;

/* A move that takes the piece at the offset (ax, ay) from the origin and goes on from there. */
typedef struct Sting {
    int8_t ax, ay;         /* offset from the origin to the victim */
    uint8_t end_count;     /* number of entries in `ends` */
    Leap ends[STING_ENDS]; /* the squares on which the sting may end, as offsets from its origin */
} Sting;

/* The shape of a type's power, for both sides. Members ..._dirs are masks of directions 0..7. */
typedef struct Shape {
    Leap leaps[SHAPE_LEAPS];                                 /* entries 0 .. leap_count - 1 */
    Slide slides[SHAPE_SLIDES];                              /* entries 0 .. slide_count - 1 */
    Hop hops[SHAPE_HOPS];                                    /* entries 0 .. hop_count - 1 */
    Sting stings[SHAPE_STINGS];                              /* entries 0 .. sting_count - 1 */
    uint8_t leap_count, slide_count, hop_count, sting_count; /* numbers of entries in use */
    uint8_t jump_dirs; /* directions in which the piece captures by jumping over other pieces */
    uint8_t jump_max;  /* most pieces jumped in jump_dirs, taken or not, before the last capture */
    uint8_t igui_dirs; /* directions in which the piece takes neighbours without moving */
    uint8_t igui_max;  /* most neighbours that one move takes without moving */
    uint8_t skip_dirs; /* the piece may skip its turn if a neighbour in these directions is empty */
    uint8_t area;      /* most single steps of its area walk over empty squares; 0: no area walk */
    uint8_t burn_max;  /* most neighbours that the piece takes (burns) where it lands, after its
                          area walk or a slide in one of burn_dirs; 0: it burns nothing */
    uint8_t burn_dirs; /* directions of the slides at whose end the piece burns */
    bool by_legs;      /* some term has no known shape: its legs are followed one by one */
    bool simple;       /* leaps, slides and hops only: bitboards describe the whole power */
    bool overlaps;     /* parts of the power may reach one square: targets are collected first */
} Shape;

/* ---- boards of up to 128 squares ----------------------------------------------------------------
 * Tables of bitboards are indexed by the square they start from. A ray is the set of squares that a
 * slide crosses on an empty board. A ray is rising when it leads to higher square numbers, so that
 * the first blocker is the lowest bit. */

typedef struct RaySlide {
    const Bitboard128 *ray; /* by origin: the squares that the slide crosses on an empty board */
    bool rising;            /* true: all rays lead to higher squares; false: all to lower ones */
    uint8_t modes;          /* where the slide may end: LEG_EMPTY, LEG_CAPTURE or both */
} RaySlide;

typedef struct RayHop {
    const Bitboard128 *before; /* by origin: the squares where the screen may stand */
    const Bitboard128 *after;  /* by the screen's square: the squares beyond the screen */
    const Bitboard128 *total;  /* by origin: the squares within Hop.total steps */
    bool rising;               /* true: all rays lead to higher squares; false: all to lower ones */
    uint8_t modes;             /* where the hop may end: LEG_EMPTY, LEG_CAPTURE or both */
} RayHop;

/* An attack by the sliders of one class and side. The first blocker on the ray from the attacked
 * square is an attacker if the blocker is of that class. */
typedef struct AttackRay {
    const Bitboard128 *ray; /* by the attacked square: the squares towards the sliders */
    bool rising;            /* true: all rays lead to higher squares; false: all to lower ones */
    uint8_t class;          /* the class of the sliders */
} AttackRay;

/* An attack by the hoppers of one class and side. The first piece on the line is the screen, and
 * the second piece attacks if it is of that class. */
typedef struct AttackHop {
    const Bitboard128 *look;   /* by attacked square: the squares towards the hopper, in range */
    const Bitboard128 *after;  /* by the attacked square: the squares where the screen may stand */
    const Bitboard128 *before; /* by the screen's square: the squares where the hopper may stand */
    bool rising;               /* true: `look` leads to higher squares; false: to lower ones */
    uint8_t class;             /* the class of the hoppers */
    uint8_t after_range, before_range; /* most steps of the hopper beyond and before the screen */
} AttackHop;

enum {
    RAYS_A_WAY = 4,  /* number of rising rays in BitboardPower.rays, and of falling rays */
    PUSHES = 16,     /* most steps of all types whose moves are made by shifts (Push) */
    PUSH_STEPS = 3,  /* most steps of one type whose moves are made by shifts */
    WINDOW_BACK = 28 /* a StepWindow begins this number of squares before the piece's own square */
};

/* The moves of one side's type, from tables_bitboard. The most used members are close together. */
typedef struct BitboardPower {
    const Bitboard128 *quiet;   /* by origin: targets of leaps to empty squares */
    const Bitboard128 *capture; /* by origin: targets of leaps that capture; `quiet` if equal */
    uint8_t up_count;           /* number of rising rays in `rays` that are used for a square */
    uint8_t down_count;         /* number of falling rays in `rays` that are used for a square */
    uint8_t slide_count;        /* number of entries in `slides` */
    uint8_t hop_count;          /* number of entries in `hops` */
    uint8_t promoted;    /* the type to which a start or target in the zone promotes; 0: none */
    bool slow_promotion; /* the piece has a choice of promotions, or its promotion does not depend
                            on the zone alone: its moves are written square by square */
    bool uniform;        /* no hops, all slides are in `rays`, and every move may also capture */
    bool by_legs;        /* the type's moves are found by following legs one by one */
    const Bitboard128 *rays; /* [2 * RAYS_A_WAY * square + n]: slides that capture as they move,
                                first the rising rays, then the falling ones; unused entries are
                                empty bitboards; NULL: the type has no such slides */
    RaySlide slides[SHAPE_SLIDES]; /* the slides that are not in `rays` */
    RayHop hops[SHAPE_HOPS];       /* the moves over a screen */
} BitboardPower;

/* One step of a type, made by all its pieces at once: the bitboard of the pieces is shifted. */
typedef struct Push {
    uint8_t type;            /* the type whose step it is */
    uint8_t modes;           /* where the step may end: LEG_EMPTY, LEG_CAPTURE or both */
    int8_t delta[2];         /* by side: the target square minus the origin square */
    Bitboard128 from[2];     /* by side: the squares from which the step stays on the board */
    Bitboard128 promotes[2]; /* by side: the squares of `from` where the step promotes */
} Push;

/* The moves of a sliding type of one side, in the form that the loop over sliders reads. */
typedef struct Slider {
    const Bitboard128 *quiet, *rays;        /* BitboardPower.quiet and .rays */
    uint8_t up_count, down_count, promoted; /* the members of BitboardPower of the same names */
} Slider;

/* The targets of a type without slides, as bits of the 64 squares that begin WINDOW_BACK before its
 * own:
 *
 *     bit of the window      0 …          WINDOW_BACK       … 63
 *     square              from - 28           from          from + 35
 */
typedef struct StepWindow {
    uint64_t targets;  /* the targets on an empty board */
    uint64_t promotes; /* the targets that make the piece promote */
} StepWindow;

/* The bitboards of a Position that contain a piece, as offsets in words from Position.by_side:
 *
 *    0   by_side    sente, gote      two words each
 *    4   royal_set  sente, gote
 *    8   by_class   [side][class]    SIDE_CLASSES a side, the last no class: NO_PLACE
 *    …   by_type    [side][type]
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
    _Alignas(64) uint16_t count;   /* number of entries used in `at`. At least PLACES_MANY: entries
                                      that a piece does not need are NO_PLACE */
    uint16_t at[TYPE_CLASSES + 3]; /* offsets of the bitboards: side, type, classes, and royals */
} PiecePlaces;

/* ---- boards of up to 64 squares -------------------------------------------------------------- */

/* The attacks of a type from a square: leaps, and at most one slide towards higher square numbers
 * (up) and one towards lower numbers (down), all of which capture as they move. A type that does
 * more is small_irregular: its other moves are in BitboardPower or, on a strip, in StripExtra. */
typedef struct SmallAttacks {
    uint64_t steps;    /* targets of leaps */
    uint64_t up, down; /* rays of slides to higher and to lower squares on an empty board. For an
                          irregular type on a strip: only the rays of slides that capture */
    uint64_t hops;     /* strips only: the squares where the piece might capture over a screen */
} SmallAttacks;

/* The moves of an irregular type on a strip except leaps: slides and hops, at most one of each to
 * higher and one to lower squares. */
typedef struct StripExtra {
    uint64_t up, down, hop_up, hop_down; /* rays of slides and hops up and down an empty board */
    uint64_t slide_moves;          /* `up | down` if a slide may end on an empty square; else 0 */
    uint64_t slide_takes;          /* `up | down` if a slide may capture; else 0 */
    uint64_t hop_moves, hop_takes; /* `hop_up | hop_down` if a hop may end on an empty square
                                      (hop_moves) or may capture (hop_takes); else 0 */
} StripExtra;

/* Strips: the lines along which one side may attack a square, as rays from that square. A line that
 * is part of another line is left out. */
enum { STRIP_LINES_TO = 8 };
typedef struct StripLinesTo {
    uint32_t up[STRIP_LINES_TO], down[STRIP_LINES_TO]; /* rays up and down; unused entries are 0 */
    /* For each line: all bits if it ends at the second piece (a hopper's), 0 if at the first. */
    uint32_t up_hops[STRIP_LINES_TO], down_hops[STRIP_LINES_TO];
} StripLinesTo;

/* ---- boards of up to 256 squares ----------------------------------------------------------------
 * Directions are turned for the side. A slide here starts on a neighbouring square and captures as
 * it moves. It goes one square, two, or without limit. A position keeps a bitboard, the plane, of
 * all pieces that share such a slide. So the generator lists the slides of all these pieces in one
 * direction at once, and all other moves piece by piece.
 *
 *    plane                        the pieces in it
 *    3 * direction + 0, 1, 2      slide one square, two, without limit
 *    PLANE_IRREGULAR              have other moves than the slides in planes, or no such slide
 *    PLANE_CLOSE                  irregular, with captures only within two squares
 *    PLANE_LISTED                 their slides may end where another part of their power ends: they
 *                                 are in the planes (for attacks), but listed piece by piece
 *    PLANE_SPARE                  fills up lists of planes; it has no meaning
 */
enum { PLANE_IRREGULAR = 24, PLANE_CLOSE, PLANE_LISTED, PLANE_SPARE, PLANE_COUNT };
/* The offset in Position.planes, in words, of a side's plane (its pieces that share a slide). */
#define PLANE_WORD(plane, side) (4 * (2 * (plane) + (side)))
_Static_assert(PLANE_WORD(PLANE_COUNT, 0) < 256, "offsets fit a byte");
enum {
    TYPE_PLANES = 12 /* most bitboards of Position.planes that one piece is in */,
    PLANES_AT_ONCE = 4
};

/* Value in Tables.turns_to: the promotion depends on more than the zone. */
enum { TURN_SLOW = 255 };

/* How a piece of one type may pass a piece of another type on its way. */
enum {
    PASS_ON = 1,   /* the piece met may be jumped over, or taken by a mover that stays (igui) */
    PASS_LEAVE = 2 /* the piece met may be taken on the way by a mover that ends elsewhere */
};

/* Values in Tables.hits: whether a type might capture at an offset, from its own side's point of
 * view. Values are added; 0: it never captures there. The test whether a square is attacked looks
 * here first, which is enough for most pieces. */
enum {
    HIT_SURE = 1, /* the type attacks the square at this offset, whatever stands elsewhere */
    HIT_LINE = 2, /* the type attacks the square at this offset if the squares between are empty */
    HIT_MAYBE = 4 /* the type may attack the square at this offset: its moves must be listed */
};

/* The moves of one side's type on boards beyond 128 squares. dirs and reach describe the slides in
 * planes (see the table above); the other members describe the other moves. */
typedef struct LargePower {
    uint8_t dirs;                   /* bit mask: directions of the slides in Position.planes */
    uint8_t reach[8];               /* by direction in `dirs`: range: 1, 2 or RANGE_UNLIMITED */
    bool slides_listed;             /* its slides are listed piece by piece (PLANE_LISTED) */
    bool irregular;                 /* the type is in PLANE_IRREGULAR */
    bool special;                   /* the type has moves other than slides and leaps */
    bool rides;                     /* some slide has steps that lead to no neighbour */
    bool far_stings;                /* some sting takes a piece that is no neighbour */
    uint8_t skip_dirs, jump_dirs;   /* the members of Shape of the same names */
    const uint64_t (*leaps)[4];     /* [square]: leaps that move and capture; NULL: none */
    uint8_t far_count, slide_count; /* lengths of the lists `far` and `slides` */
    uint8_t far[SHAPE_LEAPS];     /* leaps that only move or only capture: indexes in Shape.leaps */
    uint8_t slides[SHAPE_SLIDES]; /* slides not in Position.planes: indexes in Shape.slides */
} LargePower;

/* The place of a square in Position.lines. Each line of the board (file, rank or diagonal of either
 * direction) is a word with a bit for each square. */
enum { LINE_ROOM = 48 };
typedef struct LineBits {
    uint32_t bit[4];   /* by type of line (file, rank, diagonals): the square's bit in the word */
    uint16_t place[4]; /* by type of line: offset of its words in Position.lines, sente's first */
} LineBits;

/* ---- what a position remembers beside board and hands -------------------------------------------
 * Which pieces of the starting position have not moved, the last push, and how many checks each
 * side has given (PositionState in position.h). */

/* A leap by which a type captures in passing, from its own side's point of view. */
typedef struct PassingLeap {
    int8_t dx, dy;
    uint8_t type;
} PassingLeap;

/* One way to castle. All squares are on the board. */
typedef struct Castling {
    uint8_t type;     /* type of the piece that castles */
    uint8_t from, to; /* the castling piece's squares before and after castling */
    uint8_t partner;  /* the square of its partner, a piece of the starting position that has not
                         moved: `to` or a square beyond `to` */
    bool virgin;      /* the castling piece must not have moved before */
    bool inside;      /* the partner is one square nearer (Conditions.partner_inside) */
} Castling;

enum { PASSING_LEAPS = 64, AIMED_MOST = 16 };

/* What a position has to remember in a variant with castling, first moves, captures in passing or
 * counted checks. Filled by tables_state; other variants have no StateTables. */
typedef struct StateTables {
    /* The squares for which the position remembers whether the piece of the starting position has
     * moved: such a piece may return after it has moved, or a piece like it may stand there. On any
     * other square, a piece of the starting position that stands there has not moved. */
    uint64_t tracked[4];
    bool remembers;         /* some square is tracked, pushes_matter, or checks are counted */
    bool pushes_matter;     /* some type captures in passing, and some push gives the right to it */
    bool lists_aside;       /* castling, pushes and captures in passing are not in Tables.shapes:
                               state_moves.h lists them */
    bool leaps_only;        /* passing_leaps holds every capture in passing of the variant */
    bool pushes[MAX_TYPES]; /* the type has a push (term_is_push) */
    bool rights[MAX_TYPES]; /* the type has a term after which it may be captured in passing */
    PassingLeap passing_leaps[PASSING_LEAPS];
    int passing_leap_count;
    /* By side: the squares of the royals of the starting position whose first moves end when an
     * enemy piece aims at them (PieceType.ends_first_moves). */
    uint8_t aimed[2][AIMED_MOST];
    int aimed_count[2];
    Castling *castlings[2]; /* by side: all ways to castle */
    int castling_count[2];
    uint64_t unmoved_hash[MAX_SQUARES];      /* hash key of an unmoved piece on a tracked square */
    uint64_t push_hash[2][MAX_SQUARES];      /* hash keys of a push: [0] by origin, [1] by target */
    uint64_t check_hash[2][CHECKS_MOST + 1]; /* hash key: [side][checks given]; none for 0 checks */
} StateTables;

/* Returns the square of the partner of a piece that castles from `from` to `to`: the square of the
 * last piece of the starting position in that direction on the rank, before a hole. If `shuffle`
 * places a royal between two possible partners, it is the square of the first piece of their type.
 * If `inside`, the result is one square nearer. If the starting position has no piece in that
 * direction, returns `from` or the square behind `from`, which may be off the board. */
int tables_castling_partner(const HenkaVariant *, int from, int to, bool inside);

/* ---- all tables of a variant ----------------------------------------------------------------- */

/* Byte offsets in Position.counts. Each count has two bytes, one for each side. */
enum { COUNT_ROYALS = 2, COUNT_PIECES = 4, COUNT_FREEZERS = 6 };

/* Everything that tables_build derives from a variant: allocated in the variant's arena, filled
 * once, read-only afterwards. Members indexed by [2] are by side unless they say otherwise. */
typedef struct Tables {
    /* The type of board, and conditions under which the generators may use a shortcut. */
    bool bitboard128; /* up to 128 squares: a position's sets are Bitboard128 */
    bool bitboard64;  /* up to 64 squares: one word a bitboard (bitboard128 is true, too) */
    bool strip;       /* `direct`, at most STRIP_SQUARES squares, and small_attacks and strip_extras
                         hold all moves: usually a board of one file */
    bool direct;      /* masks alone find the legal moves: all shapes are simple, and each side has
                         one royal, which is to be mated */
    bool plain;       /* `direct` is true, the board has more than 64 squares, no type hops, and
                         lines_differ is false: xray_rows and `between` decide all attacks */
    bool minds_royal; /* the only royal of a side must be safe after every move, even after a move
                         that turns the moving piece into another type */
    bool attack_by_legs; /* some attacks are found only by following legs (by_legs_types), or moves
                            create royals: every move has to be made and tested */
    /* [side][type][attacked square]: the squares from which a type whose moves are followed leg by
     * leg may attack it; NULL: from anywhere. Boards of up to 128 squares. */
    const Bitboard128 *legs_view[2][MAX_TYPES];
    /* [side], by the square of the side's only royal: if it is not attacked, a move of another
     * piece that touches none of these squares leaves it so; NULL: unknown. Up to 128 squares. */
    const Bitboard128 *royal_view[2];
    bool all_by_legs;    /* the types attack in more than MAX_CLASSES different ways: the attacks of
                            every type are found by following its moves leg by leg */
    bool stock, strikes; /* HenkaVariant.stock and HenkaVariant.strikes */
    bool exchanges;      /* `stock` or `strikes` is set, or some type is chosen_from_hand: a capture
                            does more than put its victim into the mover's hand */
    bool bars_drops;     /* for some type, a drop that mates is illegal */
    bool lines_differ;   /* two squares are joined by slides over different squares: no `between` */

    const StateTables *state; /* NULL: positions remember nothing beside board and hands */

    /* Tables indexed by type. */
    Shape shapes[MAX_TYPES];               /* the recognised terms of the type: shape.c */
    BitboardPower powers[2][MAX_TYPES];    /* [side][type]: moves on boards of up to 128 squares */
    LargePower large_powers[2][MAX_TYPES]; /* [side][type]: moves on boards beyond 128 squares */
    bool royal_types[MAX_TYPES];           /* PieceType.royal */
    bool freezer_types[MAX_TYPES];         /* PieceType.freezes */
    bool by_legs_types[MAX_TYPES];         /* [type]: attacks are found only by its legs */
    uint8_t promotes_to[MAX_TYPES];        /* its promotion, if the zone alone decides; 0: none */
    uint8_t turns_to[MAX_TYPES];    /* large boards: equal to promotes_to, or TURN_SLOW if more than
                                       the zone decides */
    uint8_t flips_to[2][MAX_TYPES]; /* [the move took something]: the type after a move without
                                       promotion; another only if such moves turn the piece over */
    uint8_t hand_of[MAX_TYPES];     /* the hand index of the type once captured, or HAND_NONE */
    uint8_t dropped_from[MAX_TYPES];  /* the hand index whose count is lowered by a drop of the
                                         type, or by a promotion to the type out of the hand */
    bool chosen_from_hand[MAX_TYPES]; /* a promotion to the type takes it from the mover's hand */
    uint8_t other_face[MAX_TYPES];    /* the other type as which it may be dropped; 0: none */

    /* How types move if masks decide. `pushes` moves all pieces of a type at once, step by step.
     * Sliders and irregular types move piece by piece; all others, the steppers, by windows. */
    Push pushes[PUSHES];                /* every step of the pushed types, in order of type */
    int push_count;                     /* number of entries in `pushes` */
    int slider_count, irregular_count;  /* numbers of entries in slider_types and irregular_types */
    uint8_t slider_types[MAX_TYPES];    /* the types that slide */
    Slider sliders[2][MAX_TYPES];       /* [side][type]: filled for slider_types only */
    uint8_t irregular_types[MAX_TYPES]; /* not royal and without `pushes`, `sliders`, `windows` */
    int most_moves;                     /* most moves that one piece can have */
    StepWindow *windows[2];             /* [side][type << 7 | square]: for types without slides */

    /* Boards of up to 64 squares. */
    int type_bits;                   /* number of bits that a type number needs in small_index */
    SmallAttacks *small_attacks[2];  /* [side][small_index]: attacks of a type from a square */
    bool small_irregular[MAX_TYPES]; /* the type has other moves than those in small_attacks */
    StripExtra *strip_extras[2]; /* strips: [side][small_index]: moves of small_irregular types */
    StripLinesTo *lines_to[2];   /* strips: [attacking side][attacked square]: lines of attack */
    uint64_t xray_from[2][64];   /* strips: [side][square]: the squares from which some type of the
                                    side would attack it without blockers or with more screens */
    uint64_t leap_from[2][64];   /* [side][square]: squares from which some type can leap there */
    uint64_t near_from[2][64];   /* [side][square]: squares from which some type attacks a royal
                                  there, or a square to which that royal could step */

    /* Classes: a class is a way to attack that types share. Leap classes come first, then rays,
     * then hops. A row is one bitboard for each class, padded to a stride. A row and
     * Position.by_class together give the attackers (bb_union_of_intersections). */
    int class_count;                     /* number of all classes */
    int leap_class_count;                /* number of leap classes, which are the first classes */
    int leap_stride, class_stride;       /* both counts, rounded up to a multiple of ROW */
    uint8_t type_class_count[MAX_TYPES]; /* [type]: number of classes of the type */
    uint8_t type_classes[MAX_TYPES][TYPE_CLASSES]; /* [type]: numbers of the classes of the type */
    uint64_t class_bits[MAX_TYPES];                /* [type]: bit mask of the classes of the type */
    Bitboard128 *leap_rows[2]; /* [side], by square * leap_stride + class: origins of leaps there */
    Bitboard128 *xray_rows[2]; /* [side], by square * class_stride + class: the squares from which
                                  the class attacks the square on an empty board, without hops */
    Bitboard128 *near_rows[2]; /* like xray_rows, with hops and with attacks on the squares to which
                                  a royal there could step */
    Bitboard128 *between;      /* [a * squares + b]: the squares between a and b if a slide leads
                                  from one to the other; empty if lines_differ */
    Bitboard128 *slider_lines_to[2]; /* [side], by square: the squares from which any slide leads to
                                        the square on an empty board */
    AttackRay rays[2][MAX_CLASSES];  /* [attacking side]: attacks by slides */
    int ray_count[2];                /* [attacking side]: number of entries in `rays` */
    AttackHop hops[2][ATTACK_HOPS];  /* [attacking side]: attacks by hops */
    int hop_count[2];                /* [attacking side]: number of entries in `hops` */

    /* Tables about squares. */
    Bitboard128 zone[2];                    /* [side]: the promotion zone */
    Bitboard128 all;                        /* every square of the board */
    uint8_t zone_bytes[2][MAX_SQUARES];     /* [side][square]: is it in the side's zone? */
    Bitboard128 must_promote[2][MAX_TYPES]; /* [side][type]: where the type has to promote */
    /* [side][type]: the squares where the type may be dropped by noMoveRanks, holes and regions. */
    Bitboard128 drop_squares[2][MAX_TYPES];
    Bitboard128 file_of_square[MAX_SQUARES]; /* [square]: the squares of the square's file */
    Bitboard128 files[MAX_FILES];            /* [file - 1]: the squares of the file */
    Bitboard128 ahead[2][MAX_SQUARES]; /* [side][square of its royal]: the squares where that side
                                          may drop pieces by the rules about its royal
                                          (drop_not_behind_royal, drop_royal_distance) */
    /* Tables that both sides use: directions are from sente's point of view. */
    uint8_t edge[8][MAX_SQUARES];       /* [direction][square]: number of squares up to the edge */
    int16_t delta[8];                   /* [direction]: what a step adds to a square number */
    uint8_t line_index[4][MAX_SQUARES]; /* [type of line][square]: number of the line through it */
    uint8_t line_place[4][MAX_SQUARES]; /* [type of line][square]: its index on the line */

    /* Boards beyond 128 squares. */
    LineBits line_bits[MAX_SQUARES];         /* [square]: where the square is in Position.lines */
    uint64_t near_words[MAX_SQUARES][4];     /* [square]: its eight neighbours, as a bitboard */
    uint64_t roam_words[MAX_SQUARES][4];     /* [square]: the squares that the widest area walk of
                                                any type could reach, with a burn at its end */
    const uint8_t *hits[MAX_TYPES];          /* [type][hits_offset]: flags HIT_…; 0: no capture */
    uint64_t irregular_view[MAX_SQUARES][4]; /* [square]: the squares from which irregular_types
                                                might attack it, except by slides in `planes` */
    uint8_t takes[2][MAX_TYPES][8];      /* [side][type][direction]: the distance within which the
                                            type captures by steps and slides */
    const uint8_t (*passes)[MAX_TYPES];  /* [mover's type][type met]: flags PASS_…: may it pass? */
    const uint64_t (*ray_words)[8][4];   /* [square][direction]: the squares up to the edge */
    uint64_t edge_words[8][4];           /* [direction]: squares whose step stays on the board */
    uint8_t type_plane_count[MAX_TYPES]; /* number of entries used in type_planes: a multiple of
                                            PLANES_AT_ONCE, filled up with PLANE_SPARE */
    uint8_t type_planes[2][MAX_TYPES][TYPE_PLANES]; /* [side][type]: offsets (PLANE_WORD) of the
                                                       Position.planes that hold the type */

    /* The values that a piece adds to a position's bitboards, counts and hash. */
    PiecePlaces places[256];              /* [piece]: the bitboards that the piece is in */
    uint64_t counts[256];                 /* [piece]: its part of Position.counts (COUNT_…) */
    const uint64_t *piece_hash[256];      /* [piece]: its hash keys by square, a row of `zobrist` */
    uint64_t *zobrist;                    /* [side * (type_count + 1) + type][square]: hash key */
    uint64_t hand_hash[2][MAX_TYPES][64]; /* [side][hand index][number of pieces held]: hash key */
    uint64_t side_hash;                   /* hash key: gote is to move */
    uint64_t skip_hash[8];                /* [Position.skipped]: its hash key */
} Tables;

void tables_build(HenkaVariant *);
/* Returns the direction of a step, 0..7 clockwise from forward; -1 when it is no single step. */
int shape_direction(int dx, int dy);

/* Returns the index of an offset in Tables.hits: dx to the mover's right, dy forward. */
static inline int hits_offset(const HenkaVariant *v, int dx, int dy) {
    return (dx + v->files - 1) * (2 * v->ranks - 1) + dy + v->ranks - 1;
}

/* Returns the index in small_attacks and strip_extras. The square is its higher part, so that the
 * entries that the few types of a small board read are close together. */
static inline size_t small_index(const Tables *t, int type, int square) {
    return (size_t)square << t->type_bits | (size_t)type;
}

/* Returns the hash keys of that side's type, by square. */
static inline const uint64_t *zobrist_row(const HenkaVariant *v, int side, int type) {
    return v->tables->zobrist + (side * (v->type_count + 1) + type) * v->squares;
}
static inline uint64_t zobrist_of(const HenkaVariant *v, int side, int type, int square) {
    return zobrist_row(v, side, type)[square];
}

#endif
