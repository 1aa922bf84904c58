/* fit_inside - the inside of a fit, for fit.c and its test.
 *
 * Shapes   A cell is one number of the Eval: a kind on a square, a kind at a place relative to a
 *          royal, so many of a kind in hand, the tempo. A part is what is fitted: each cell has one
 *          of its own, and groups of cells share more. What is added to the derived number of cell
 * c is part[c] + share[0] * part[group[0]] + share[1] * part[group[1]] The parts are numbered: all
 * cells, kinds, kinds on a rank, kinds at a distance from their own royal, from the enemy's, kinds
 * in hand, and last one that nobody uses.
 */
#ifndef HENKA_LAB_FIT_INSIDE_H
#define HENKA_LAB_FIT_INSIDE_H

#include "lab/fit.h"

typedef struct Pair {
    float mg, eg; /* midgame, endgame; as Weight, in floats */
} Pair;

typedef struct Cell {
    int group[2]; /* parts it shares; the last of all parts: none */
    float share[2];
} Cell;

typedef struct FitPosition {
    size_t first;         /* of its features, an index of Fit.features */
    int count;            /* of them */
    float phase;          /* 1: all pieces on the board; 0: none */
    float base;           /* the derived score, for sente */
    float target, result; /* sente's chances to be predicted, and what happened; 0..1 */
    bool held_out;        /* measured, never fitted */
} FitPosition;

struct Fit {
    HenkaVariant *variant; /* retained */
    Eval *derived;         /* where the fit begins */
    double scale;          /* score / scale is the x of the logistic function */
    int places;            /* relative to a royal, left and right being one */
    /* The first cell of each table: [type][square], [own or enemy's royal][type][place],
     * [hand index][count]; and the tempo's. */
    int square_first, near_first[2], hand_first, tempo;
    int cell_count, part_count;
    Cell *cells;   /* [cell_count] */
    float *prior;  /* [part_count]: 1 / variance */
    Pair *parts;   /* [part_count]: the fit so far */
    Pair *changes; /* [cell_count]: what the parts add up to */
    FitPosition *positions;
    uint32_t *features; /* of all positions: cell << 1 | counts for gote */
    size_t position_count, position_cap, feature_count, feature_cap;
};

/* ---- the cell of a number ---- */
int fit_square_cell(const Fit *, int side, int type, int square);
int fit_near_cell(const Fit *, int whose, int type, int place); /* whose: 0 own royal, 1 enemy's */
int fit_hand_cell(const Fit *, int index, int count);

#endif
