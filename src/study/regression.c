#include "study/regression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "match/statistics.h"
#include "train/logistic.h"

enum { STEPS = 40 };
static const double settled = 1e-8, longest_step = 1, least_tolerance = 1e-6;

/* A system of linear equations with a symmetric matrix, of which the lower triangle is used. */
typedef struct System {
    int size;
    double *matrix; /* [size][size] */
    double *vector; /* [size] */
} System;

static bool system_make(System *system, int size) {
    *system = (System){size, malloc((size_t)size * (size_t)size * sizeof(double)),
                       malloc((size_t)size * sizeof(double))};
    return system->matrix && system->vector;
}

static void system_free(System *system) {
    free(system->matrix);
    free(system->vector);
}

static double *at(const System *system, int row, int column) {
    return &system->matrix[(size_t)row * (size_t)system->size + (size_t)column];
}

/* Replaces the positive definite matrix by its Cholesky factor L (matrix = L Lᵀ). */
static void factor(System *system) {
    for (int i = 0; i < system->size; i++)
        for (int k = 0; k <= i; k++) {
            double sum = *at(system, i, k);
            for (int m = 0; m < k; m++) sum -= *at(system, i, m) * *at(system, k, m);
            *at(system, i, k) = i == k ? sqrt(sum) : sum / *at(system, k, k);
        }
}

/* Replaces the vector by the solution of the equations. To be called after factor. */
static void solve(System *system) {
    double *x = system->vector;
    for (int i = 0; i < system->size; i++) {
        for (int k = 0; k < i; k++) x[i] -= *at(system, i, k) * x[k];
        x[i] /= *at(system, i, i);
    }
    for (int i = system->size; i-- > 0;) {
        for (int k = i + 1; k < system->size; k++) x[i] -= *at(system, k, i) * x[k];
        x[i] /= *at(system, i, i);
    }
}

/* Adds the products of each two of a row's predictors, times weight, to the matrix. */
static void add_products(System *system, const RegressionEntry *entries, int count, double weight) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (entries[k].column <= entries[i].column)
                *at(system, entries[i].column, entries[k].column) +=
                    weight * entries[i].value * entries[k].value;
}

/* Improves the coefficients by Newton's method. A step that is too long is shortened. */
static void climb(const Regression *r, const int *cluster_counts, double *coefficients,
                  System *system) {
    double longest = 1;
    for (int step = 0; step < STEPS && longest > settled; step++) {
        /* Into the matrix: the second derivatives of the function to be minimised. Into the vector:
         * its first derivatives, negated. */
        memset(system->matrix, 0, (size_t)r->columns * (size_t)r->columns * sizeof(double));
        for (int i = 0; i < r->columns; i++) {
            *at(system, i, i) = r->penalty;
            system->vector[i] = -r->penalty * coefficients[i];
        }
        for (int i = 0; i < r->row_count; i++) {
            const RegressionRow *row = &r->rows[i];
            const RegressionEntry *entries = &r->entries[row->first];
            double weight = row->weight * (cluster_counts ? cluster_counts[row->cluster] : 1),
                   x = 0;
            if (weight <= 0) continue;
            for (int k = 0; k < row->count; k++)
                x += coefficients[entries[k].column] * entries[k].value;
            double chance = logistic(x);
            for (int k = 0; k < row->count; k++)
                system->vector[entries[k].column] +=
                    weight * (row->target - chance) * entries[k].value;
            add_products(system, entries, row->count, weight * chance * (1 - chance));
        }
        factor(system);
        solve(system);
        longest = 0;
        for (int i = 0; i < r->columns; i++) longest = fmax(longest, fabs(system->vector[i]));
        double part = longest > longest_step ? longest_step / longest : 1;
        for (int i = 0; i < r->columns; i++) coefficients[i] += part * system->vector[i];
    }
}

bool regression_fit(const Regression *r, const int *cluster_counts, double *coefficients) {
    System system;
    bool ok = system_make(&system, r->columns);
    if (ok) climb(r, cluster_counts, coefficients, &system);
    system_free(&system);
    return ok;
}

bool regression_determined(const Regression *r, bool *determined) {
    System system;
    double *squares = calloc((size_t)r->columns, sizeof *squares);
    bool ok = system_make(&system, r->columns) && squares;
    if (ok) {
        memset(system.matrix, 0, (size_t)r->columns * (size_t)r->columns * sizeof(double));
        for (int i = 0; i < r->row_count; i++)
            add_products(&system, &r->entries[r->rows[i].first], r->rows[i].count,
                         r->rows[i].weight);
        for (int i = 0; i < r->columns; i++) {
            squares[i] = *at(&system, i, i);
            /* Raised a little, so that a predictor that is a sum of others is recognised. */
            *at(&system, i, i) = squares[i] > 0 ? squares[i] * (1 + least_tolerance / 100) : 1;
        }
        factor(&system);
        for (int i = 0; i < r->columns; i++) {
            memset(system.vector, 0, (size_t)r->columns * sizeof(double));
            system.vector[i] = 1;
            solve(&system);
            determined[i] = squares[i] > 0 && 1 / (squares[i] * system.vector[i]) > least_tolerance;
        }
    }
    system_free(&system);
    free(squares);
    return ok;
}

bool regression_bounds(const Regression *r, const double *coefficients, int draws, uint64_t seed,
                       int figures, double *low, double *high) {
    System system;
    Random random = {seed};
    int *counts = malloc((size_t)r->clusters * sizeof *counts + 1);
    /* Per column: the sum of the drawn coefficients minus the found one, and the sum of squares. */
    double *sums = calloc(2 * (size_t)r->columns, sizeof *sums), *squares = sums + r->columns,
           *own = malloc((size_t)r->columns * sizeof *own);
    bool ok = system_make(&system, r->columns) && counts && sums && own;
    for (int draw = 0; ok && draw < draws; draw++) {
        memset(counts, 0, (size_t)r->clusters * sizeof *counts);
        for (int i = 0; i < r->clusters; i++)
            counts[random_below(&random, (uint32_t)r->clusters)]++;
        memcpy(own, coefficients, (size_t)r->columns * sizeof *own);
        climb(r, counts, own, &system);
        for (int i = 0; i < r->columns; i++) {
            double difference = own[i] - coefficients[i];
            sums[i] += difference, squares[i] += difference * difference;
        }
    }
    for (int i = 0; ok && i < r->columns; i++) {
        double variance = (squares[i] - sums[i] * sums[i] / draws) / (draws - 1),
               half = statistics_student_quantile(1 - 0.025 / figures,
                                                  r->clusters > 1 ? r->clusters - 1 : 1) *
                      sqrt(fmax(0, variance));
        low[i] = coefficients[i] - half, high[i] = coefficients[i] + half;
    }
    system_free(&system);
    free(counts), free(sums), free(own);
    return ok;
}
