/* fit_inside - what the files of fit share: the numbering of the parts, and the positions taken
 * apart.
 *
 * Shapes   Cell: one number of the Eval (a kind on a square, near a royal, so many in hand, the
 *          tempo). Part: cells first, then groups. A change of cell c is part[c] + share[0] *
 *          part[group[0]] + share[1] * part[group[1]]. Every part is a pair (mg, eg).
 */
#ifndef HENKA_LAB_FIT_INSIDE_H
#define HENKA_LAB_FIT_INSIDE_H

#include "lab/fit.h"

typedef struct Pair {
    float mg, eg;
} Pair;

typedef struct Cell {
    int group[2]; /* parts; the last part of all belongs to nobody */
    float share[2];
} Cell;

typedef struct FitPosition {
    size_t first; /* of its features */
    int count;
    float phase; /* 1: all men */
    float base;  /* the derived score, for sente */
    float target, result;
    bool held_out;
} FitPosition;

struct Fit {
    HenkaVariant *variant;
    Eval *derived;
    double scale;
    int places;                                         /* of a near table, folded left to right */
    int square_first, near_first[2], hand_first, tempo; /* cells */
    int cell_count, part_count;
    Cell *cells;
    float *prior;          /* by part: 1 / variance */
    Pair *parts, *changes; /* changes by cell */
    FitPosition *positions;
    uint32_t *features; /* cell << 1 | counts for gote */
    size_t position_count, position_cap, feature_count, feature_cap;
};

/* ---- fit_cells.c ---- */
void fit_number(Fit *);
int fit_square_cell(const Fit *, int side, int type, int square);
int fit_near_cell(const Fit *, int whose, int type, int place);
int fit_hand_cell(const Fit *, int index, int count);

/* changes by cell of these parts */
void fit_spread(const Fit *, const Pair *parts, Pair *changes);
/* Adds the cells' slopes to their groups' parts. slopes holds part_count, the cells' part filled.
 */
void fit_gather(const Fit *, Pair *slopes);

/* ---- fit.c ---- */
double fit_change(const Fit *, const FitPosition *, const Pair *changes);

#endif
