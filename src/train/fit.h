/* fit - fits the weights of the linear evaluation to games: logistic regression of the results on
 * what stands on the board (Texel's tuning method).
 *
 * Model    The score of src/eval is a sum of weights, so the likelihood of the results under the
 *          predicted chances, sigmoid(score / scale), has one maximum.
 * Parts    A weight is the derived one (eval/derive.h) plus a change. A change is a sum of parts:
 *          one of its own, and parts that it shares with other weights: those of the same kind, of
 *          the same kind on the same rank, of the same kind at the same distance from a royal.
 * Prior    A prior (Gaussian, around 0) holds every part back, so that what was seldom seen stays
 *          near what was derived.
 * Method   Newton's method, each step solved by conjugate gradients; nothing is random. Gote's
 *          pieces count with the board turned.
 *
 * Units    Scores in hundredths of a pawn, results 0..1 for sente.
 * Owner    fit_new allocates, fit_free frees. The variant is kept alive.
 * Threads  One owner at a time.
 * Limits   About 500 bytes a position.
 * Source   Peter Österlund, Texel's Tuning Method (chessprogramming wiki), with a prior; J. Nocedal
 *          and S. Wright, Numerical Optimization (2006), chapter 7, for Newton's steps by conjugate
 *          gradients.
 */
#ifndef HENKA_TRAIN_FIT_H
#define HENKA_TRAIN_FIT_H

#include "eval/eval.h"

/* The positions, and the weights as fitted so far. */
typedef struct Fit Fit;

/* How to fit. */
typedef struct FitPlan {
    double weight; /* the weight of one position against the prior; small, because the positions of
                      one game depend on each other */
    int newton_steps;   /* steps of Newton's method */
    int gradient_steps; /* of conjugate gradients, within each of them */
} FitPlan;

/* How good the fit is. */
typedef struct FitLoss {
    /* Mean cross entropy with the targets, of the positions fitted and of those held out. */
    double train, held_out;
    double result; /* mean cross entropy with the results, of those held out */
} FitLoss;

/* Begins with the derived weights; no positions yet. NULL: no memory. */
Fit *fit_new(const HenkaVariant *);
void fit_free(Fit *);
/* Adds the position of the game as it stands. target: sente's chance of winning that is to be
 * predicted; result: what happened, 0, 1/2 or 1 for sente. held_out: it is only measured, never
 * fitted. False: no memory. */
bool fit_add(Fit *, const HenkaGame *, double target, double result, bool held_out);
size_t fit_count(const Fit *); /* positions added */
/* Finds the scale at which the present weights predict the results best, keeps it for fit_solve,
 * and returns it. */
double fit_scale(Fit *);
FitLoss fit_loss(const Fit *);
/* Fits; goes on from where the last call ended. */
FitLoss fit_solve(Fit *, const FitPlan *);
/* fit_keep remembers the weights found so far, fit_return goes back to those kept last, or to the
 * derived ones. */
void fit_keep(Fit *);
void fit_return(Fit *);
/* Fills the Eval with the derived weights plus the changes found so far, exchange values too. All
 * are multiplied by one factor, so that scores are spread as far as before. False: no memory. */
bool fit_eval(const Fit *, Eval *);
/* How sure the fit is of the board_value that fit_eval gives each kind: fills its standard
 * deviation by type, NAN for a royal and for a kind that no position has on its board. `plan` is
 * the one that the weights were found with: where its weight says that a position tells less, the
 * deviation is larger. The factor of fit_eval counts as known. False: no memory.
 * Method   Laplace's approximation: the weights are spread around the best ones like a Gaussian
 *          whose covariance is the inverse of the second derivatives of the loss with its prior
 *          (D. MacKay, Information Theory, Inference, and Learning Algorithms, 2003, chapter 27).
 */
bool fit_deviations(const Fit *, const FitPlan *plan, double deviation[MAX_TYPES]);

#endif
