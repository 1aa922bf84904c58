/* fit_inside - what a Fit holds (fit.h), for fit.c and its test.
 *
 * Shapes   A cell is one weight of the Eval: a kind on a square, a kind at a place relative to a
 *          royal, so many of a kind in hand, the tempo. A part is what is fitted: each cell has one
 *          of its own, and groups of cells share more. The change of cell c, which is added to its
 *          derived weight, is
 *
 *              part[c] + share[0] * part[group[0]] + share[1] * part[group[1]]
 *
 *          The parts are numbered in this order: one for each cell, kinds, kinds on a rank, kinds
 *          at a distance from their own royal, the same from the enemy's, kinds in hand, and last
 *          one that no cell uses, for cells with fewer than two groups. */
#ifndef HENKA_TRAIN_FIT_INSIDE_H
#define HENKA_TRAIN_FIT_INSIDE_H

#include "train/fit.h"

/* A weight while it is fitted. */
typedef struct Pair {
    float mg, eg; /* midgame, endgame, in hundredths of a pawn (eval.h: Weight) */
} Pair;

/* What a cell shares with others. */
typedef struct FitCell {
    int group[2];   /* indexes of parts; the last of all parts where it shares fewer */
    float share[2]; /* how much of each is added */
} FitCell;

/* A position, filled by fit_add. */
typedef struct FitPosition {
    size_t first;  /* where its features begin in Fit.features */
    int count;     /* how many features it has */
    float phase;   /* share of the midgame: 1 with all pieces on the board, 0 with none */
    float base;    /* the derived score in hundredths of a pawn, for sente */
    float target;  /* sente's chance of winning that is to be predicted, 0..1 */
    float result;  /* what happened: 0, 1/2 or 1 for sente */
    bool held_out; /* it is measured, never fitted */
} FitPosition;

struct Fit {
    HenkaVariant *variant; /* retained */
    Eval *derived;         /* the weights that the fit begins with; owned */
    double scale;          /* score / scale is the x of the logistic function (logistic.h) */
    int places;            /* places relative to a royal; those to its left count as to its right */
    int square_first;      /* the first of the cells [type][square], */
    int near_first[2];     /* of [type][place], as seen from the own royal and from the enemy's, */
    int hand_first;        /* of [hand index][count]; */
    int tempo;             /* the cell of the tempo, which is the last */
    int cell_count;        /* of all cells */
    int part_count;        /* of all parts */
    FitCell *cells;        /* [cell_count]; this and the lists that follow are owned */
    float *prior;          /* [part_count]: 1 / variance of the part before anything was seen */
    Pair *parts;           /* [part_count]: the fit so far */
    Pair *kept;            /* [part_count]: what fit_keep remembers; 0 at first */
    Pair *changes;         /* [cell_count]: what the parts add up to */
    FitPosition *positions; /* [position_count], with room for position_cap */
    uint32_t *features; /* [feature_count], with room for feature_cap: of all positions, one after
                               another. cell << 1, plus 1 where it counts for gote */
    size_t position_count, position_cap, feature_count, feature_cap;
};

/* ---- the cell of a number ---- */
int fit_square_cell(const Fit *, int side, int type, int square);
int fit_near_cell(const Fit *, int whose, int type, int place); /* whose: 0 own royal, 1 enemy's */
int fit_hand_cell(const Fit *, int index, int count);

#endif
