/* fit - an evaluation's numbers from games played: logistic regression of the results on what
 * stands on the board.
 *
 * The sum of src/eval is linear in its numbers, so the chance of winning, sigmoid(score / scale),
 * has one best fit. Each number is the derived one plus a change; a change is its own part and the
 * parts shared by groups (a kind, a kind on a rank, a kind at a distance from a royal), and every
 * part is drawn towards 0 by a prior, so what was seldom seen stays near what was derived. Gote's
 * pieces count with the board turned. It is solved by Newton steps, each by conjugate gradients;
 * nothing is random.
 *
 * Units    Scores in hundredths of a pawn, results 0..1 for sente.
 * Owner    fit_new allocates, fit_free frees. The variant is kept alive.
 * Threads  One owner at a time.
 * Limits   About 500 bytes a position.
 * Source   Peter Österlund, Texel's Tuning Method (chessprogramming wiki), with a prior; J. Nocedal
 *          and S. Wright, Numerical Optimization (2006), chapter 7, for Newton's steps by conjugate
 *          gradients.
 */
#ifndef HENKA_LAB_FIT_H
#define HENKA_LAB_FIT_H

#include "eval/eval.h"

typedef struct Fit Fit;

typedef struct FitPlan {
    double weight; /* the weight of one position against the prior; small, because the positions of
                      one game depend on each other */
    int newton_steps, gradient_steps;
} FitPlan;

typedef struct FitLoss {
    double train, held_out; /* mean cross entropy with the targets */
    double result;          /* and of those held out with the results */
} FitLoss;

Fit *fit_new(const HenkaVariant *);
void fit_free(Fit *);
/* The position of the game as it stands. target: sente's chances that are to be predicted.
 * held_out: only measured, never fitted. */
bool fit_add(Fit *, const HenkaGame *, double target, double result, bool held_out);
size_t fit_count(const Fit *);
/* Finds the scale at which the present numbers tell the results best, and keeps it. */
double fit_scale(Fit *);
FitLoss fit_loss(const Fit *);
/* Goes on from where the fit stands. */
FitLoss fit_solve(Fit *, const FitPlan *);
/* The derived numbers with the changes found so far, exchange values too, all made smaller or
 * larger so that scores are spread as before. */
void fit_eval(const Fit *, Eval *);

#endif
