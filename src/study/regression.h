/* regression - logistic regression of results on predictors that are mostly 0, with bounds by
 * resampling.
 *
 * Model    The chance of a target of 1 is logistic(sum of coefficient × predictor); targets between
 *          are parts of a win. The coefficients are those with the greatest likelihood less
 *          penalty / 2 × the sum of their squares, which keeps them finite where few rows speak of
 *          one (A. E. Hoerl, R. W. Kennard, Ridge regression, 1970; S. le Cessie, J. C. van
 *          Houwelingen, Ridge estimators in logistic regression, 1992).
 * Bounds   Rows that belong together have one cluster. Clusters are drawn with replacement, as many
 *          as there are, and the regression is made anew: 95 % of the coefficients lie between the
 *          bounds (B. Efron, Bootstrap methods, 1979, by percentiles; A. C. Davison, D. V. Hinkley,
 *          Bootstrap Methods and their Application, 1997, 3.8, for clusters).
 * Owner    The caller fills and frees the lists.
 * Errors   false: no memory.
 */
#ifndef HENKA_STUDY_REGRESSION_H
#define HENKA_STUDY_REGRESSION_H

#include <stdbool.h>
#include <stdint.h>

/* A predictor that is not 0. */
typedef struct RegressionEntry {
    int column; /* 0..columns - 1 */
    double value;
} RegressionEntry;

/* A thing that was seen. */
typedef struct RegressionRow {
    int first, count; /* its entries */
    int cluster;      /* 0..clusters - 1: rows with the same number belong together */
    double target;    /* 0..1 */
    double weight;    /* as so many rows */
} RegressionRow;

typedef struct Regression {
    RegressionEntry *entries; /* of all rows, one row after the other */
    RegressionRow *rows;      /* [row_count] */
    int row_count;            /* of rows */
    int columns;              /* predictors, each with a coefficient */
    int clusters;             /* of rows, see RegressionRow */
    double penalty;           /* of the squares of the coefficients, above 0 */
} Regression;

/* The coefficients, [columns]. cluster_counts, [clusters]: how often each cluster counts; NULL:
 * once. In: where to begin, 0 or the coefficients of similar rows. */
bool regression_fit(const Regression *, const int *cluster_counts, double *coefficients);
/* Which of them the rows determine: not those of a predictor that is always 0, or that the others
 * make up (its tolerance, one less the R² of it by the others, is 0). */
bool regression_determined(const Regression *, bool *determined);
/* The bounds of the coefficients of regression_fit, by so many draws. */
bool regression_bounds(const Regression *, const double *coefficients, int draws, uint64_t seed,
                       double *low, double *high);

#endif
