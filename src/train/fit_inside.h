/* fit_inside - what a Fit holds (fit.h), for fit.c and its test.
 *
 * Shapes   A cell is one weight of the Eval: of a type of piece on a square, of a type at a place
 *          relative to a royal, of a number of pieces of a type in hand, or of the tempo. The parts
 *          are the fitted numbers: each cell has one of its own, and groups of cells share more.
 *          The change of cell c, which is added to its derived weight, is
 *
 *              part[c] + share[0] * part[group[0]] + share[1] * part[group[1]]
 *
 *          The parts are numbered in this order: one for each cell, one for each type, for each
 *          type on each rank, for each type at each distance from its own royal, for each type at
 *          each distance from the enemy's royal, for each type in hand, and last an unused part,
 *          which is the group of cells with fewer than two groups. */
#ifndef HENKA_TRAIN_FIT_INSIDE_H
#define HENKA_TRAIN_FIT_INSIDE_H

#include "train/fit.h"

/* A weight during the fit, in hundredths of a pawn: [MG] midgame, [EG] endgame (eval.h: Weight). */
typedef float Pair __attribute__((vector_size(8)));
enum { MG, EG };

/* The parts that a cell (one weight) shares with other cells. */
typedef struct FitCell {
    int group[2];   /* indexes of two shared parts; the unused last part if the cell shares fewer */
    float share[2]; /* by group: factor of this part in the change of the cell */
} FitCell;

/* A position, filled in by fit_add. */
typedef struct FitPosition {
    size_t first;  /* index of its first feature in Fit.features */
    int count;     /* number of features of the position */
    float phase;   /* share of the midgame: 1 with all pieces on the board, 0 with none */
    float base;    /* the derived score in hundredths of a pawn, for sente */
    float target;  /* sente's chance of winning that is to be predicted, 0..1 */
    float result;  /* the game's result: 0, 1/2 or 1 for sente */
    bool held_out; /* the position is used to measure and never fitted */
} FitPosition;

struct Fit {
    HenkaVariant *variant; /* the game; the Fit holds a reference to it */
    Eval *derived;         /* the weights that the fit begins with; owned */
    double scale;          /* score / scale is the x of the logistic function (logistic.h) */
    int places;            /* number of places relative to a royal; a place to its left is the same
                              as its mirror image to the right */
    int square_first;      /* index of the first weight of a type on a square: [type][square] */
    int near_first[2];     /* first weight [type][place], relative to the own, the enemy's royal */
    int hand_first;        /* index of the first weight of a hand: [hand index][count] */
    int tempo;             /* index of the weight of the tempo, the last one */
    int cell_count;        /* number of cells (weights) */
    int part_count;        /* number of all parts */
    FitCell *cells; /* [cell_count]: parts that a cell shares; it and the next lists are owned */
    float *prior;   /* [part_count]: 1 / variance of each part in the prior */
    Pair *parts;    /* [part_count]: the fitted numbers so far */
    Pair *kept;     /* [part_count]: the parts that fit_keep remembers; 0 at first */
    Pair *changes;  /* [cell_count]: the change of each cell, the sum of its parts */
    FitPosition *positions; /* position_count positions, with room for position_cap */
    uint32_t *features;     /* [feature_count], with room for feature_cap: features, position after
                               position: cell << 1, plus 1 for gote's piece */
    size_t position_count, position_cap, feature_count, feature_cap;
};

/* ---- the cell of a number ---- */
int fit_square_cell(const Fit *, int side, int type, int square);
int fit_near_cell(const Fit *, int whose, int type, int place); /* whose royal: 0 the own one, 1 the
                                                                   enemy's */
int fit_hand_cell(const Fit *, int index, int count);

#endif
