/* eval - what a position is worth: one small interface, so that other evaluators can take its
 * place. A trained network may stand on it (net.h).
 *
 * The evaluation is a sum over pieces, kept up to date from the position's edits: worth by square,
 * worth in hand, and worth by the way the piece stands to its own and to the enemy's royal. All
 * numbers come from the leg programs when a variant is first used, or from fitted numbers stored
 * beside it.
 *
 * Units    Hundredths of a pawn, near enough. Every weight is a pair: with all men on the board,
 *          and with few.
 * Owner    eval_of, eval_derived_of: belongs to the variant and is freed with it.
 * Threads  An Eval is read-only; eval_of may be called from any thread. An accumulator belongs to
 *          one thread.
 * Limits   |eval_score|, |eval_join| <= EVAL_LIMIT.
 */
#ifndef HENKA_EVAL_EVAL_H
#define HENKA_EVAL_EVAL_H

#include "position/position.h"

struct Net;
struct NetSum;

enum {
    EVAL_LIMIT = 30000,
    EVAL_PHASES = 64,
    NEAR_OFFSETS = 4 * MAX_SQUARES,
    EVAL_ROW = MAX_SQUARES + 2 * NEAR_OFFSETS,
    HAND_WEIGHTS = 32
};

typedef struct Weight {
    int16_t full, few; /* all men on the board; few of them */
} Weight;

/* Sums of weights: full, few, and two numbers that mean nothing: a weight is fetched with the one
 * behind it, which is one instruction. */
typedef uint32_t Sum __attribute__((vector_size(16)));

/* Sente's worth less gote's. */
typedef struct Accumulator {
    Sum men;          /* by square and in hand */
    Sum near[2];      /* [side]: as everything stands to that side's royal */
    int32_t first[2]; /* where in a row the places seen from that royal begin, less a square's
                         offset; any while there is none */
    int16_t royal[2]; /* the square that stands for the side's royals, -1 none */
    uint8_t absent;   /* bit of each side: it has none; whoever comes next makes it stale */
    uint8_t stale;    /* likewise: its royal moved since near was summed */
} Accumulator;

/* How everything stood to a royal on some square when that was last summed, so that only what has
 * changed since is summed again. All 0 is right for a royal that was never there. */
typedef struct Settled {
    Sum near;
    Piece board[MAX_SQUARES];
} Settled;

typedef struct Eval {
    /* What men on the board are worth, close together: a row for each piece, gote's with its sign
     * and turned. In a row come the squares, then the places seen from sente's royal, then those
     * seen from gote's. */
    Weight rows[2 * MAX_TYPES * EVAL_ROW + 1];
    int32_t row[256]; /* [piece]: where its row begins; that of no piece is all 0 */
    int32_t squares, places;
    Weight hand[MAX_HAND_TYPES][HAND_WEIGHTS]; /* [hand index][how many, at most] */
    Weight held[2][MAX_HAND_TYPES]
               [HAND_MOST + 2]; /* [side][hand index][how many]: the same, gote's with its sign */
    int32_t board_value[MAX_TYPES]; /* exchange values */
    int32_t hand_value[MAX_TYPES];  /* of the type in hand that a captured piece becomes; 0 without
                                       hands */
    uint8_t royal[256];             /* [piece]: the bit of the side whose royal it is, 0 none */
    int16_t offset[MAX_SQUARES],
        offset_centre; /* offset[a] - offset[b] + centre: the place of a as seen from b */
    Weight tempo;
    int32_t men_full;               /* men on the board at the start */
    int32_t cheapest;               /* board value of the cheapest type */
    uint8_t phase[MAX_SQUARES + 1]; /* by men on the board, of EVAL_PHASES */
    const struct Net *net;          /* added to the sum; NULL none */
} Eval;

/* The numbers themselves: by square, and by the place seen from one's own or the enemy's royal. For
 * sente; eval_mirror then makes gote's, and what is held. */
static inline Weight *eval_squares(Eval *e, int type) { return e->rows + e->row[type]; }
static inline Weight *eval_places(Eval *e, bool enemy, int type) {
    return e->rows + e->row[type] + e->squares + enemy * e->places;
}
void eval_mirror(const HenkaVariant *, Eval *);

/* The fitted numbers and the network where the game has them, else the derived ones. */
const Eval *eval_of(const HenkaVariant *); /* NULL: no memory */
/* From the moves alone, without a network. */
const Eval *eval_derived_of(const HenkaVariant *); /* NULL: no memory */

void eval_refresh(const Eval *, const Position *, Accumulator *);
/* The accumulator after a move from the one before it; before and after may be the same. Where a
 * royal moves, how everything stands to it counts anew: that waits for eval_settle, which wants the
 * position itself and, by side and royal's square, what was settled before. */
void eval_update(const Eval *, const Edits *, const Accumulator *before, Accumulator *after);
/* The same, and the sum of the network, if there is one, with it. */
void eval_follow(const Eval *, const Edits *, const Accumulator *before, Accumulator *after,
                 const struct NetSum *net_before, struct NetSum *net_after);
void eval_settle(const Eval *, const Position *, Settled before[2][MAX_SQUARES], Accumulator *);
/* For the side to move, once settled; without the network. */
int eval_score(const Eval *, const Position *, const Accumulator *);
/* With the network, if there is one. */
int eval_value(const Eval *, const Position *, const Accumulator *, const struct NetSum *);
/* What both say together. */
static inline int eval_join(int score, int net_score) {
    int sum = score + net_score;
    return sum > EVAL_LIMIT ? EVAL_LIMIT : sum < -EVAL_LIMIT ? -EVAL_LIMIT : sum;
}

/* What taking this piece is worth: off the enemy's side, and into one's own hand where it goes
 * there. */
static inline int eval_capture_value(const Eval *e, Piece victim) {
    int type = piece_type(victim);
    return e->board_value[type] + e->hand_value[type];
}

#endif
