/* tables - a variant's facts in the form the fast generator wants, built once at load from the leg
 * programs.
 *
 * Each term of a power is recognised by the shape of its legs: a leap, a slide, a hop, a line of
 * jumps, a step that takes and goes on, igui, skip, area walk, burn. A piece with a term of no
 * known shape is `by_legs`: its legs are followed one by one, as the oracle does.
 *
 * Shapes   Directions 0..7 clockwise from forward, as in legs.h. Everything indexed by side is
 *          already turned for that side. Sets (boards of up to 128 squares) are indexed by the
 *          square they start from.
 * Limits   MAX_CLASSES kinds of attack; a variant with more is attacked-tested piece by piece
 *          (`attack_by_legs`).
 * Source   Ray by nearest blocker without magics: docs/decisions/007-fast-generator.md.
 */
#ifndef HENKA_VARIANT_TABLES_H
#define HENKA_VARIANT_TABLES_H

#include "variant/variant.h"

enum {
    MAX_CLASSES = 40,
    TYPE_CLASSES = 24,
    SHAPE_LEAPS = 48,
    SHAPE_SLIDES = 24,
    SHAPE_HOPS = 8,
    SHAPE_STINGS = 16,
    ATTACK_HOPS = 16,
    ROW = 4,
    STING_ENDS = 8
};

typedef struct Leap {
    int8_t dx, dy;
    uint8_t modes; /* LEG_EMPTY, LEG_CAPTURE */
} Leap;

typedef struct Slide {
    int8_t dx, dy;
    uint8_t range, skip, modes;
    int8_t direction; /* 0..7 when one step, else -1 */
} Slide;

/* StripExtra exactly one piece: up to before_range steps to the mount, up to after_range beyond it,
 * at most total in all. */
typedef struct Hop {
    int8_t dx, dy;
    uint8_t before_range, after_range, total, modes;
} Hop;

/* Takes what stands (ax, ay) away and goes on from there. */
typedef struct Sting {
    int8_t ax, ay;
    uint8_t end_count;
    Leap ends[STING_ENDS]; /* slider_lines_to from the origin */
} Sting;

typedef struct Shape {
    Leap leaps[SHAPE_LEAPS];
    Slide slides[SHAPE_SLIDES];
    Hop hops[SHAPE_HOPS];
    Sting stings[SHAPE_STINGS];
    uint8_t leap_count, slide_count, hop_count, sting_count;
    uint8_t jump_dirs, jump_max; /* lines along which up to jump_max pieces are jumped, taken or
                                    not, before the last capture */
    uint8_t igui_dirs, igui_max; /* takes up to igui_max neighbours without moving */
    uint8_t skip_dirs;           /* may stay when one of these neighbours is empty */
    uint8_t area;                /* walks up to so many single steps over empty squares */
    uint8_t burn_max, burn_dirs; /* burns up to so many neighbours where it lands, by area walk or
                                    by a slide in these directions */
    bool by_legs;                /* some term has no known shape */
    bool sets;                   /* leaps, slides and hops only: sets say all about it */
    bool overlaps;               /* two parts may reach the same square: collect before listing */
} Shape;

/* A slide on a board of sets: from each square, the squares it would cross on an empty board. */
typedef struct RaySlide {
    const Bitboard128 *ray;
    bool rising; /* towards higher squares: the nearest piece is the lowest bit */
    uint8_t modes;
} RaySlide;

typedef struct RayHop {
    const Bitboard128 *before, *after, *total;
    bool rising;
    uint8_t modes;
} RayHop;

/* How one side's sliders reach a square: look from it along the ray; the nearest piece attacks when
 * it is of that class. */
typedef struct AttackRay {
    const Bitboard128 *ray;
    bool rising;
    uint8_t class;
} AttackRay;

typedef struct AttackHop {
    const Bitboard128 *look; /* from the target towards the hopper, total range */
    const Bitboard128 *after, *before;
    bool rising;
    uint8_t class, after_range, before_range;
} AttackHop;

enum { COUNT_ROYALS = 2, COUNT_PIECES = 4, COUNT_FREEZERS = 6, HAND_NONE = 255 };
enum { PUSHES = 16, PUSH_STEPS = 3, WINDOW_BACK = 28 };
enum { RAYS_A_WAY = 4, TYPE_PLANES = 12, PLANES_AT_ONCE = 4, TURN_SLOW = 255 };
enum {
    PASS_ON = 1 /* may be hopped, or taken by who stays */,
    PASS_LEAVE = 2 /* may be taken beside the way of who ends elsewhere */
};

/* The sets of squares a position of a larger board keeps: pieces that share a run are in set 3 *
 * direction + 0 for a step, 1 for two squares, 2 without limit; those that do more than runs, or
 * run in no set, are irregular, and close when what they so take is within two squares. Apart are
 * those whose runs may end where another part of their power does: they are in the sets, but listed
 * with the rest. */
enum {
    PLANE_IRREGULAR = 24,
    PLANE_CLOSE,
    PLANE_CLOSE_BESIDE /* runs aside */,
    PLANE_LISTED,
    PLANE_SPARE /* tells nothing */,
    PLANE_COUNT
};
/* Where a position keeps a set of a side: so many words after the first of all. */
#define PLANE_WORD(set, side) (4 * (2 * (set) + (side)))
_Static_assert(PLANE_WORD(PLANE_COUNT, 0) < 256, "places fit a byte");

/* What one side's type does on a board of sets, its commonest parts first and close together. */
typedef struct BitboardPower {
    const Bitboard128 *quiet,
        *capture;                 /* leaps: where to; the same table when it captures as it moves */
    uint8_t up_count, down_count; /* slides that capture as they move, towards higher and lower
                                     squares: the rays */
    uint8_t slide_count, hop_count; /* all other slides; hops */
    uint8_t promoted;               /* what it promotes to in the zone, 0 nothing */
    bool slow_promotion; /* chess-style choices, or promotion on entering: square by square */
    bool uniform;        /* captures as it moves */
    bool by_legs, freezes;
    const Bitboard128 *rays; /* [2 * RAYS_A_WAY * square]: RAYS_A_WAY rays towards higher squares,
                       RAYS_A_WAY towards lower ones, empty where there are fewer */
    RaySlide slides[SHAPE_SLIDES];
    RayHop hops[SHAPE_HOPS];
} BitboardPower;

/* One step of a type, made by all its pieces at once. */
typedef struct Push {
    uint8_t type, modes;
    int8_t delta[2];
    Bitboard128 from[2];     /* where there is room for it */
    Bitboard128 promotes[2]; /* of these, where it promotes */
} Push;

/* A type that slides, as the loop over such pieces wants it. */
typedef struct Slider {
    const Bitboard128 *quiet, *rays;
    uint8_t up_count, down_count, promoted;
} Slider;

/* Where a type without slides goes, as bits of the 64 squares that begin WINDOW_BACK before its
 * own. */
typedef struct StepWindow {
    uint64_t targets, promotes;
} StepWindow;

/* Boards of up to 64 squares: how a type goes from a square, in one place: steps, and at most one
 * slide each way, all taking as they move. An irregular type goes by more than that: look at its
 * power, on a strip at what it has over. */
typedef struct SmallAttacks {
    uint64_t steps, up,
        down; /* slides: on an empty board; on a strip where it is irregular, those that take */
    uint64_t hops; /* strips: where it might take over a mount */
} SmallAttacks;

/* What an irregular type of a strip does beside steps: slides and hops, at most one each way, as on
 * an empty board; and those squares again, or none, by what may be there. */
typedef struct StripExtra {
    uint64_t up, down, hop_up, hop_down;
    uint64_t slide_moves, slide_takes, hop_moves, hop_takes;
} StripExtra;

/* Strips: the lines along which anyone may take on a square, slider_lines_to from it, without those
 * that others see all of. */
enum { STRIP_LINES_TO = 8 };
typedef struct StripLinesTo {
    uint32_t up[STRIP_LINES_TO], down[STRIP_LINES_TO]; /* none where there are fewer */
    uint32_t up_hops[STRIP_LINES_TO],
        down_hops[STRIP_LINES_TO]; /* looks as far as the second piece: everything or nothing */
} StripLinesTo;

/* Larger boards: a power with its plain runs taken out, turned for a side. A run starts on the
 * neighbouring square and moves as it takes, one square, two, or without limit. All runs of one
 * direction are listed at once from the position's sets; what does more than runs is irregular, and
 * its rest is listed piece by piece. */
typedef struct LargePower {
    uint8_t dirs, reach[8]; /* directions, and how far: 1 a step, RANGE_UNLIMITED a slide */
    bool slides_listed;     /* the runs are listed with the rest, for some of it overlaps them */
    bool irregular;         /* more than runs in sets */
    bool special;           /* anything beside runs, far leaps and slides */
    bool rides;             /* some slide goes by steps that lead to no neighbour */
    bool far_stings;        /* some sting takes what is no neighbour */
    bool jumps_only;        /* beside runs in sets it takes by jumps only */
    uint8_t skip_dirs, jump_dirs; /* as in the shape */
    const uint64_t (
        *leaps)[4]; /* [square]: where to, for leaps that take as they move; NULL none */
    uint8_t far_count, slide_count; /* what is left of leaps and slides */
    uint8_t far[SHAPE_LEAPS];       /* index in the shape */
    uint8_t slides[SHAPE_SLIDES];
} LargePower;

/* Boards of up to 128 squares: the sets of a position that a piece is in, by their place there in
 * words; PLACES_MANY at least, NO_PLACE where there are fewer. */
enum { SIDE_CLASSES = MAX_CLASSES + 1 };
enum {
    PLACE_SIDES = 0,
    PLACE_ROYALS = 4,
    PLACE_CLASSES = 8,
    PLACE_TYPES = PLACE_CLASSES + 4 * SIDE_CLASSES
};
enum { NO_PLACE = PLACE_CLASSES + 2 * MAX_CLASSES, PLACES_MANY = 4 };
typedef struct PiecePlaces {
    _Alignas(64) uint16_t count;
    uint16_t at[TYPE_CLASSES + 3];
} PiecePlaces;

/* In which word of each kind of line a square is, by its place among all of a position's (both
 * sides' side by side), and its bit there. */
enum { LINE_ROOM = 48 };
typedef struct LineBits {
    uint32_t bit[4];
    uint16_t place[4];
} LineBits;

typedef struct Tables {
    bool bitboard128; /* board of up to 128 squares */
    bool bitboard64;  /* of up to 64: one word a set is enough */
    Shape shapes[MAX_TYPES];
    BitboardPower powers[2][MAX_TYPES];
    /* How types move where masks decide alone: `pushes` all pieces of a type at once, step by step;
     * the others man by man, `steppers` by windows. */
    Push pushes[PUSHES];
    int push_count, slider_count, irregular_count;
    uint8_t slider_types[MAX_TYPES];    /* even slides and leaps */
    Slider sliders[2][MAX_TYPES];       /* by type */
    uint8_t irregular_types[MAX_TYPES]; /* neither royal nor any of these */
    int most_moves;                     /* that one man can have */
    uint8_t promotes_to[MAX_TYPES];
    StepWindow *windows[2]; /* [type << 7 | square]: steppers only */
    /* Boards of up to 64 squares. */
    int type_bits;                  /* how many a type needs */
    SmallAttacks *small_attacks[2]; /* [small_index] */
    bool small_irregular[MAX_TYPES];
    StripExtra *strip_extras[2]; /* likewise, where the way is irregular; strips only */
    bool strip; /* masks decide, small_attacks with what they have over say all, STRIP_SQUARES at
                   most: boards of one file, as a rule */
    StripLinesTo *lines_to[2]; /* strips: [square], by the side that takes */
    uint64_t xray_from[2][64]; /* strips: from where some type of that side might take on the
                                 square, were others out of the way or in it */
    uint64_t leap_from[2][64]; /* from where some type of that side leaps at the square */
    uint64_t near_from[2]
                      [64]; /* from where some type of that side comes near a royal on the square */

    /* Classes: types that share a way to attack. */
    int class_count, leap_class_count, leap_stride,
        class_stride; /* strides: counts rounded up to a ROW */
    bool royal_types[MAX_TYPES], freezer_types[MAX_TYPES];
    uint8_t type_class_count[MAX_TYPES];
    uint8_t type_classes[MAX_TYPES][TYPE_CLASSES];
    uint64_t class_bits[MAX_TYPES];
    Bitboard128
        *leap_rows[2]; /* [side][square * leap_stride + leap class]: from where that side attacks it
                        */
    Bitboard128 *xray_rows[2]; /* [side][square * class_stride + class]: the same on an empty board,
                         slides included */
    Bitboard128 *between; /* [a * squares + b]: the squares between, where a slide leads from one to
                     the other; none when lines_differ */
    Bitboard128 *slider_lines_to[2]; /* [side][square]: from where any slide of that side leads
                                      * there on an empty board
                                      */
    Bitboard128 *near_rows[2]; /* [side][square * class_stride + class]: from where it comes near a
                          royal standing there */
    AttackRay rays[2][MAX_CLASSES];
    int ray_count[2];
    AttackHop hops[2][ATTACK_HOPS];
    int hop_count[2];
    bool attack_by_legs; /* some type attacks in a way only its legs tell: these; or moves make
                            royals, so that all must be made and tried */
    bool minds_royal; /* the one royal must be safe after every move, whatever the move makes of the
                         piece */
    bool by_legs_types[MAX_TYPES];
    bool all_by_legs;  /* more kinds of attack than there are classes: all of them are */
    bool bars_drops;   /* the drop of some type may not mate */
    bool lines_differ; /* two slides lead from one square to another by different squares */
    bool plain;  /* direct, beyond 64 squares, without hops or lines that differ: what pieces attack
                    is  xray_rows and between */
    bool direct; /* legal moves can be made by masks alone: sets, steps and slides only, one plain
                    royal a side */

    Bitboard128 zone[2], all;
    Bitboard128 must_promote[2][MAX_TYPES]; /* where that type may not stay unpromoted */
    Bitboard128 drop_squares[2][MAX_TYPES]; /* where that type may be dropped as far as the type
                                       alone decides */
    Bitboard128 file_of_square[MAX_SQUARES];
    Bitboard128 files[MAX_FILES];
    Bitboard128 ahead[2][MAX_SQUARES]; /* squares in front of (not behind) this one by rank, at
                                  least the drop distance away */

    /* Larger boards. Direction tables are slider_lines_to by sente; gote uses (direction + 4) & 7.
     */
    uint8_t edge[8][MAX_SQUARES]; /* squares to the edge */
    int16_t delta[8];
    uint8_t line_index[4][MAX_SQUARES], line_place[4][MAX_SQUARES];
    LineBits line_bits[MAX_SQUARES]; /* the same, square by square */
    uint8_t zone_bytes[2][MAX_SQUARES];
    uint64_t near_words[MAX_SQUARES][4]; /* the eight neighbours */
    uint64_t roam_words[MAX_SQUARES]
                       [4]; /* what the widest area walk could reach, a burn at its end included */
    const uint8_t *hits[MAX_TYPES]; /* see hits.h */
    uint64_t irregular_view[MAX_SQUARES]
                           [4]; /* from where irregular pieces might take, runs aside */
    uint8_t takes[2][MAX_TYPES]
                 [8];   /* how far it takes in each direction by steps and plain slides */
    bool takes_by_runs; /* no type takes so except by runs in sets */

    LargePower large_powers[2][MAX_TYPES];
    const uint8_t (*passes)[MAX_TYPES]; /* [mover][met]: PASS_ON, PASS_LEAVE */
    const uint64_t (*ray_words)[8][4];  /* [square][direction]: all the way to the edge */
    uint64_t edge_words[8][4];          /* from where a step in that direction stays on the board */
    uint8_t type_plane_count[MAX_TYPES],
        type_planes[2][MAX_TYPES][TYPE_PLANES]; /* that the type's pieces are in (PLANE_WORD),
                                                  PLANES_AT_ONCE at a time */
    uint8_t turns_to[MAX_TYPES]; /* what it may promote to where start or end is in the zone, 0
                                    nothing; TURN_SLOW: there is more to it */

    PiecePlaces places[256];    /* [piece] */
    uint64_t counts[256];       /* [piece]: what it adds to a position's counts, by bytes in memory:
                                   COUNT_ROYALS, … + side */
    uint8_t hand_of[MAX_TYPES]; /* the place in hand of the type once taken, HAND_NONE none */
    uint8_t other_face[MAX_TYPES]; /* the type in hand may be dropped as this as well, 0 nothing */
    uint8_t flips_to[MAX_TYPES]; /* what it is once it has taken: itself unless captures turn it */
    const uint64_t *piece_hash[256];      /* [piece][square]: rows of zobrist */
    uint64_t *zobrist;                    /* [side * (type_count + 1) + type][square] */
    uint64_t hand_hash[2][MAX_TYPES][64]; /* by hand index and count */
    uint64_t side_hash, skip_hash[4];
} Tables;

void tables_build(HenkaVariant *);

/* What few pieces on few squares ask for lies close together. */
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
