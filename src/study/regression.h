/* regression - logistic regression on predictors that are mostly 0, with bounds by resampling.
 *
 * Model    The chance of a target of 1 is logistic(sum of coefficient × predictor). A target
 *          between 0 and 1 is a part of a win. The coefficients maximise the log-likelihood minus
 *          penalty / 2 × the sum of their squares. The penalty keeps a coefficient finite that few
 *          rows determine (A. E. Hoerl, R. W. Kennard, Ridge regression, 1970; S. le Cessie,
 *          J. C. van Houwelingen, Ridge estimators in logistic regression, 1992).
 * Bounds   Rows that belong together form a cluster. Each draw takes as many clusters as there are,
 *          with replacement, and repeats the regression with them. The standard deviation of the
 *          coefficients found in this way is the standard error (B. Efron, Bootstrap methods, 1979;
 *          A. C. Davison, D. V. Hinkley, Bootstrap Methods and their Application, 1997, 3.8, for
 *          clusters), and the bounds are Student's with one degree of freedom less than clusters.
 * Owner    The caller fills and frees the lists.
 * Errors   false: no memory.
 */
#ifndef HENKA_STUDY_REGRESSION_H
#define HENKA_STUDY_REGRESSION_H

#include <stdbool.h>
#include <stdint.h>

/* A row's value of a predictor, if it is not 0. */
typedef struct RegressionEntry {
    int column; /* index of the predictor, 0..columns - 1 */
    double value;
} RegressionEntry;

/* One observation. */
typedef struct RegressionRow {
    int first, count; /* its entries in Regression.entries */
    int cluster;      /* 0..clusters - 1: rows with the same number belong together */
    double target;    /* the observed result, 0..1 */
    double weight;    /* the row counts like this number of rows */
} RegressionRow;

typedef struct Regression {
    RegressionEntry *entries; /* of all rows, one row after the other */
    RegressionRow *rows;      /* [row_count] */
    int row_count;            /* number of rows */
    int columns;              /* number of predictors, each with a coefficient */
    int clusters;             /* number of clusters of rows (RegressionRow.cluster) */
    double penalty;           /* factor of the squares of the coefficients (see Model); above 0 */
} Regression;

/* Finds the coefficients, [columns]. The search begins at their values on entry: 0, or those of
 * similar rows. cluster_counts, [clusters]: each cluster's weight; NULL: 1. */
bool regression_fit(const Regression *, const int *cluster_counts, double *coefficients);
/* Which coefficients do the rows determine? Not that of a predictor that is always 0, nor of a sum
 * of the others (its tolerance, 1 minus the R² of its regression on the others, is 0). */
bool regression_determined(const Regression *, bool *determined);
/* The bounds of the coefficients that regression_fit found, from this number of draws, of two
 * clusters or more. The bounds of this number of figures hold together (Bonferroni). */
bool regression_bounds(const Regression *, const double *coefficients, int draws, uint64_t seed,
                       int figures, double *low, double *high);

#endif
