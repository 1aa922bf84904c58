/* eval - the static evaluation: the value of a position without search. The interface is small, so
 * that other evaluators can replace this one. A neural network (net.h) may be added to it.
 *
 * The evaluation is a sum of piece-square tables, tapered from midgame to endgame: weights of each
 * piece by its square, of each piece by its place relative to its own royal and to the enemy's
 * royal, and of the pieces in hand. An accumulator holds the sums. The edits of a move (squares and
 * hands that it changes) update the accumulator, so that the sums are not computed again. All
 * weights are derived from the moves of the pieces when a variant is first used (derive.h), or read
 * from a file of fitted numbers beside the variant's file (stored.h).
 *
 * Units    About hundredths of a pawn. Every weight is a pair, midgame and endgame.
 * Owner    The results of eval_of and eval_derived_of belong to the variant and are freed with it.
 * Threads  An Eval is read-only; eval_of may be called from any thread. An accumulator and a
 *          refresh cache belong to one thread.
 * Limits   Scores of the functions below lie between -EVAL_LIMIT and EVAL_LIMIT.
 * Source   chessprogramming wiki: "Tapered Eval", "Piece-Square Tables", "NNUE" (accumulator and
 *          refresh cache, there called Finny tables).
 */
#ifndef HENKA_EVAL_EVAL_H
#define HENKA_EVAL_EVAL_H

#include "position/position.h"

struct Net;
struct NetAccumulator;

enum {
    EVAL_LIMIT = 30000,
    EVAL_PHASES = 64, /* the phase with all pieces on the board, where only midgame weights count;
                         at phase 0 only endgame weights count */
    EVAL_OFFSETS = 4 * MAX_SQUARES, /* upper bound of Eval.places, offsets from a royal */
    EVAL_ROW = MAX_SQUARES + 2 * EVAL_OFFSETS,
    HAND_WEIGHTS = 32 /* weights of a type in hand: for 0 to 30 pieces, and for 31 or more */
};

typedef struct Weight {
    int16_t mg, eg; /* weights: midgame with all pieces on the board, endgame with few */
} Weight;

/* A sum of weights in a vector: mg, eg, and two unused lanes, because one instruction loads a
 * weight together with the next one. Unsigned, so that the unused lanes may wrap. */
typedef uint32_t WeightSum __attribute__((vector_size(16)));

/* The sums of one position: sente's weights minus gote's weights. */
typedef struct Accumulator {
    WeightSum pieces; /* weights of pieces by square, and of pieces in hand */
    /* [side]: weights of all pieces by place relative to this side's royal */
    WeightSum relative[2];
    /* [side]: this number plus Eval.offset[square] is the index, in a piece's row of Eval.psqt, of
     * the weight relative to this side's royal. It has no meaning without a royal. */
    int32_t relative_first[2];
    int16_t royal[2]; /* [side]: square of the royal for which `relative` was summed; -1: none */
    uint8_t absent;   /* bit 1 << side: no royal; the next update sets its bit in `stale` */
    uint8_t stale;    /* bit 1 << side: its royal has moved since its `relative` was summed */
} Accumulator;

/* The refresh cache of one square of a royal: the board when relative[side] was last summed with
 * the royal there, and the sum. When the royal returns, only squares that differ are summed again.
 * If the royal was never there, all members are 0, which is right for an empty board. */
typedef struct RefreshCache {
    WeightSum sum;
    Piece board[MAX_SQUARES];
} RefreshCache;

typedef struct Eval {
    /* The piece-square tables. Each piece of each side has a row of weights, so that all of a
     * piece's weights are close together (numbers of weights: `squares`, `places`, `places`):
     *
     *     | by square | by place relative to sente's royal | by place relative to gote's royal |
     *
     * Gote's rows are sente's rows turned round and with the sign changed. The last row, with
     * weights 0, is the row of NO_PIECE (an empty square). */
    Weight psqt[2 * MAX_TYPES * EVAL_ROW + 1];
    int32_t psqt_row[256]; /* [piece]: index in psqt where its row begins */
    /* squares: of the board; places: number of offsets (dx, dy) between a piece and a royal */
    int32_t squares, places;
    /* [hand index][number of pieces in sente's hand, at most HAND_WEIGHTS - 1]: their weight */
    Weight hand[MAX_HAND_TYPES][HAND_WEIGHTS];
    /* [side][hand index][number of pieces in hand]: their weight as in `hand`, negated for gote */
    Weight held[2][MAX_HAND_TYPES][HAND_MOST + 2];
    int32_t board_value[MAX_TYPES]; /* [type]: value of its capture in SEE, without value in hand */
    int32_t hand_value[MAX_TYPES];  /* [type]: value in hand of the type that a piece of this type
                                       becomes when captured; 0 without hands */
    uint8_t royal[256];             /* [piece]: 1 << side for a royal of this side, else 0 */
    /* The place of square a relative to square b is offset[a] - offset[b] + offset_centre. A rank
     * counts 1, a file twice the number of ranks, so that every (dx, dy) has its own number. */
    int16_t offset[MAX_SQUARES], offset_centre;
    Weight tempo;                   /* bonus for the side to move */
    int32_t pieces_at_start;        /* number of pieces on the board at the start of the game */
    int32_t cheapest;               /* board_value of the cheapest type */
    uint8_t phase[MAX_SQUARES + 1]; /* [number of pieces on the board]: phase, 0 to EVAL_PHASES */
    const struct Net *net;          /* the network whose score is added; NULL: none */
    uint64_t file_hash;             /* hash of the text of fitted numbers; 0: all are derived */
    int32_t left_out;               /* number of types whose moves have changed since the fit */
} Eval;

/* eval_psqt returns sente's weights of a type by square, eval_royal_psqt those by place relative to
 * its own royal (`enemy` is false) or the enemy's. Call eval_mirror after changing a weight. */
static inline Weight *eval_psqt(Eval *e, int type) { return e->psqt + e->psqt_row[type]; }
static inline Weight *eval_royal_psqt(Eval *e, bool enemy, int type) {
    return e->psqt + e->psqt_row[type] + e->squares + enemy * e->places;
}
/* Fills gote's rows of `psqt` from sente's rows, and `held` from `hand`. */
void eval_mirror(const HenkaVariant *, Eval *);
/* Fills `cheapest` with the least board_value of a type. */
void eval_find_cheapest(const HenkaVariant *, Eval *);

/* Returns the variant's evaluation: with fitted numbers and a network if the caller set them for
 * the game or they are delivered with it, else with derived numbers. NULL: out of memory. */
const Eval *eval_of(const HenkaVariant *);
/* Returns the evaluation derived from the moves alone, without a network. NULL: out of memory. */
const Eval *eval_derived_of(const HenkaVariant *);

/* Computes the accumulator of this position from the whole board. */
void eval_refresh(const Eval *, const Position *, Accumulator *);
/* Computes the accumulator `after` a move from the accumulator `before` it and the move's edits.
 * Both may be the same. A side whose royal moved is only marked stale, because most positions of a
 * search are never evaluated; eval_refresh_royals sums its `relative` again when needed. */
void eval_update(const Eval *, const Edits *, const Accumulator *before, Accumulator *after);
/* Like eval_update. Also updates the network's accumulator if the evaluation has a network. */
void eval_update_with_net(const Eval *, const Edits *, const Accumulator *before,
                          Accumulator *after, const struct NetAccumulator *net_before,
                          struct NetAccumulator *net_after);
/* Sums `relative` again for each side that is marked stale in the accumulator. cache: [side][square
 * of the royal], filled with 0 before the first call. */
void eval_refresh_royals(const Eval *, const Position *, RefreshCache cache[2][MAX_SQUARES],
                         Accumulator *);
/* Returns the score for the side to move, without the network. No side may be marked stale. */
int eval_score(const Eval *, const Position *, const Accumulator *);
/* Returns the score for the side to move, with the network if there is one. */
int eval_value(const Eval *, const Position *, const Accumulator *, const struct NetAccumulator *);
/* Returns eval_value of a position for which the caller has no accumulator. */
int eval_position(const Eval *, const Position *);
/* Returns the sum of the tables' and the network's score, limited to EVAL_LIMIT and -EVAL_LIMIT. */
static inline int eval_join(int score, int net_score) {
    int sum = score + net_score;
    return sum > EVAL_LIMIT ? EVAL_LIMIT : sum < -EVAL_LIMIT ? -EVAL_LIMIT : sum;
}

/* Returns the value of capturing this type: its loss, and its value in the captor's hand. */
static inline int eval_worth(const Eval *e, int type) {
    return e->board_value[type] + e->hand_value[type];
}

#endif
