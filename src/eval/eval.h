/* eval - the static evaluation: the value of a position without search. The interface is small, so
 * that other evaluators can replace this one. A neural network (net.h) may be added to it.
 *
 * The evaluation is a sum of piece-square tables, tapered from midgame to endgame: each piece by
 * its square, each piece by its place as seen from its own and from the enemy's royal, and the
 * pieces in hand. An accumulator holds the sums and is updated from a move's edits instead of being
 * summed again. All numbers come from the leg programs when a variant is first used (derive.h), or
 * from fitted numbers stored beside it (stored.h).
 *
 * Units    Hundredths of a pawn, near enough. Every weight is a pair, midgame and endgame.
 * Owner    eval_of, eval_derived_of: belongs to the variant and is freed with it.
 * Threads  An Eval is read-only; eval_of may be called from any thread. An accumulator and a
 *          refresh cache belong to one thread.
 * Limits   |eval_score|, |eval_join| <= EVAL_LIMIT.
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
    EVAL_PHASES = 64, /* the phase of the whole array: midgame only; 0: endgame only */
    EVAL_OFFSETS = 4 * MAX_SQUARES, /* at least as many as places relative to a royal */
    EVAL_ROW = MAX_SQUARES + 2 * EVAL_OFFSETS,
    HAND_WEIGHTS = 32 /* up to this number of a kind in hand has a weight of its own */
};

typedef struct Weight {
    int16_t mg, eg; /* midgame: with all pieces on the board; endgame: with few */
} Weight;

/* A sum of weights in a vector: mg, eg, and two unused lanes. One instruction loads a weight
 * together with the one behind it. Unsigned, so that the unused lanes may wrap. */
typedef uint32_t WeightSum __attribute__((vector_size(16)));

/* The sums of one position, sente's worth less gote's. */
typedef struct Accumulator {
    WeightSum pieces;      /* by square and in hand */
    WeightSum relative[2]; /* [side]: all pieces by their places as seen from that side's royal */
    /* [side]: the number that is added to a square's Eval.offset to find its weight in a piece's
     * row, for the royal's current square; any number while there is no royal. */
    int32_t relative_first[2];
    int16_t royal[2]; /* [side]: square of the royal that places are seen from, -1 none */
    uint8_t absent;   /* bit of each side without a royal; a royal that appears makes `relative`
                         stale */
    uint8_t stale;    /* bit of each side whose royal moved since `relative` was summed */
} Accumulator;

/* The refresh cache of one royal's square: the board when relative[side] was last summed with the
 * royal there, and that sum. When the royal comes back, only squares that differ are summed again.
 * All 0, an empty board, is right for a royal that was never there. */
typedef struct RefreshCache {
    WeightSum sum;
    Piece board[MAX_SQUARES];
} RefreshCache;

typedef struct Eval {
    /* The piece-square tables. Each piece of each side has a row of weights, so that all of a
     * piece's weights are close together:
     *
     *     | by square | by place as seen from sente's royal | by place as seen from gote's royal |
     *       squares     places                                places
     *
     * Gote's rows are sente's turned round and with the sign changed. The last row, all 0, is that
     * of NO_PIECE. */
    Weight psqt[2 * MAX_TYPES * EVAL_ROW + 1];
    int32_t psqt_row[256];   /* [piece]: index in psqt where its row begins */
    int32_t squares, places; /* number of squares of the board, and of places relative to a royal */
    Weight hand[MAX_HAND_TYPES][HAND_WEIGHTS];     /* [hand index][how many, at most] */
    Weight held[2][MAX_HAND_TYPES][HAND_MOST + 2]; /* [side][hand index][number in hand]: the same
                                                      weights, with gote's sign changed */
    int32_t board_value[MAX_TYPES]; /* the value of capturing one, as in SEE, without its value in
                                       hand */
    int32_t hand_value[MAX_TYPES];  /* by type: value in hand of the type that it becomes when
                                       captured; 0 without hands */
    uint8_t royal[256];             /* [piece]: the bit of the side whose royal it is, 0 none */
    /* The place of square a as seen from b is offset[a] - offset[b] + offset_centre: ranks count 1,
     * files twice the number of ranks, so that every (dx, dy) has a number of its own. */
    int16_t offset[MAX_SQUARES], offset_centre;
    Weight tempo;                   /* for the side to move */
    int32_t pieces_at_start;        /* on the board */
    int32_t cheapest;               /* board_value of the cheapest type */
    uint8_t phase[MAX_SQUARES + 1]; /* [pieces on the board]: 0..EVAL_PHASES */
    const struct Net *net;          /* the network whose score is added; NULL: none */
    uint64_t file_hash;             /* hash of the text of fitted numbers; 0: all are derived */
    int32_t left_out;               /* number of kinds whose moves differ from those in that text */
} Eval;

/* Sente's piece-square table of a type, and its table by place as seen from its own (enemy: from
 * the enemy's) royal. After changing them, call eval_mirror. */
static inline Weight *eval_psqt(Eval *e, int type) { return e->psqt + e->psqt_row[type]; }
static inline Weight *eval_royal_psqt(Eval *e, bool enemy, int type) {
    return e->psqt + e->psqt_row[type] + e->squares + enemy * e->places;
}
/* Fills gote's rows and `held` from sente's rows and `hand`. */
void eval_mirror(const HenkaVariant *, Eval *);
/* Fills `cheapest` from board_value. */
void eval_find_cheapest(const HenkaVariant *, Eval *);

/* Returns the evaluation with fitted numbers and a network if the game has them, set for it or
 * delivered; otherwise the derived numbers. */
const Eval *eval_of(const HenkaVariant *); /* NULL: no memory */
/* From the moves alone, without a network. */
const Eval *eval_derived_of(const HenkaVariant *); /* NULL: no memory */

/* The accumulator of this position from nothing. */
void eval_refresh(const Eval *, const Position *, Accumulator *);
/* The accumulator after a move from the one before it, by the move's edits; before and after may be
 * the same. A side whose royal moved is only marked stale, because most positions of a search are
 * never evaluated. eval_refresh_royals computes its sum again when it is needed. */
void eval_update(const Eval *, const Edits *, const Accumulator *before, Accumulator *after);
/* Like eval_update, and updates the network's accumulator too if the evaluation has a network. */
void eval_update_with_net(const Eval *, const Edits *, const Accumulator *before,
                          Accumulator *after, const struct NetAccumulator *net_before,
                          struct NetAccumulator *net_after);
/* Computes the stale sums again. cache: [side][the royal's square], all 0 at first. */
void eval_refresh_royals(const Eval *, const Position *, RefreshCache cache[2][MAX_SQUARES],
                         Accumulator *);
/* For the side to move, of an accumulator that isn't stale; without the network. */
int eval_score(const Eval *, const Position *, const Accumulator *);
/* With the network, if there is one. */
int eval_value(const Eval *, const Position *, const Accumulator *, const struct NetAccumulator *);
/* eval_value of a position without an accumulator. */
int eval_position(const Eval *, const Position *);
/* The sum of both scores, clamped to +-EVAL_LIMIT. */
static inline int eval_join(int score, int net_score) {
    int sum = score + net_score;
    return sum > EVAL_LIMIT ? EVAL_LIMIT : sum < -EVAL_LIMIT ? -EVAL_LIMIT : sum;
}

/* The value of capturing a piece of this type: the enemy loses it, and it may enter the captor's
 * hand. */
static inline int eval_worth(const Eval *e, int type) {
    return e->board_value[type] + e->hand_value[type];
}

#endif
