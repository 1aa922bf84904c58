/* fit - fits the weights of the linear evaluation to games: logistic regression of the results on
 * the pieces on the board and in hand (Texel's tuning method).
 *
 * Model    The score of src/eval is a sum of weights, so the likelihood of the results under the
 *          predicted chances, sigmoid(score / scale), has one maximum.
 * Parts    A weight is the derived one (eval/derive.h) plus a change. A change is a sum of parts:
 *          one of its own, and parts that it shares with other weights: those of the same type of
 *          piece, of the type on the same rank, and of the type at the same distance from a royal.
 * Prior    A Gaussian prior around 0 keeps every part small, so that a weight that few positions
 *          determine stays near the derived one.
 * Method   Deterministic Newton steps by conjugate gradients; gote's pieces see the board turned.
 * Units    Scores in hundredths of a pawn, results 0..1 for sente.
 * Owner    fit_new allocates, fit_free frees. The variant is kept alive.
 * Threads  One owner at a time.
 * Limits   About 500 bytes a position.
 * Source   Peter Österlund, Texel's Tuning Method (chessprogramming wiki), with a prior; J.
 *          Nocedal, S. Wright, Numerical Optimization (2006), chapter 7, for the steps.
 */
#ifndef HENKA_TRAIN_FIT_H
#define HENKA_TRAIN_FIT_H

#include "eval/eval.h"

/* The positions, and the weights as fitted so far. */
typedef struct Fit Fit;

/* The parameters of a fit. */
typedef struct FitPlan {
    double weight; /* the weight of one position against the prior; small, because the positions of
                      one game depend on each other */
    int newton_steps;   /* number of steps of Newton's method */
    int gradient_steps; /* number of steps of conjugate gradients in a step of Newton's method */
} FitPlan;

/* How well the weights predict the games. */
typedef struct FitLoss {
    /* Mean cross entropy with the targets, of the fitted and of the held-out positions. */
    double train, held_out;
    double result; /* mean cross entropy with the results, of the held-out positions */
} FitLoss;

/* A fit with the derived weights and no positions yet. NULL: no memory. */
Fit *fit_new(const HenkaVariant *);
void fit_free(Fit *);
/* Adds the current position of the game. target: sente's chance of winning that is to be predicted;
 * result: 0, 1/2 or 1 for sente. held_out: used to measure, never fitted. False: no memory. */
bool fit_add(Fit *, const HenkaGame *, double target, double result, bool held_out);
size_t fit_count(const Fit *); /* number of positions added */
/* Finds the scale at which the weights predict results best, keeps it for fit_solve, returns it. */
double fit_scale(Fit *);
FitLoss fit_loss(const Fit *);
/* Fits the weights; begins with those of the last call. */
FitLoss fit_solve(Fit *, const FitPlan *);
/* fit_keep remembers the weights found so far. fit_return restores the weights that fit_keep
 * remembered last, or the derived ones. */
void fit_keep(Fit *);
void fit_return(Fit *);
/* Fills in the Eval: the derived weights plus the changes found so far, and exchange values. All
 * are multiplied by one factor, which keeps the mean size of scores unchanged. False: no memory. */
bool fit_eval(const Fit *, Eval *);
/* The uncertainty of the board_value that fit_eval gives each type of piece: fills in its standard
 * deviation by type; NAN for a royal, and for a type that no position has on its board. plan: the
 * one with which the weights were found; a smaller FitPlan.weight gives a larger deviation. The
 * factor of fit_eval counts as exactly known. False: no memory.
 * Method   Laplace's approximation: the weights are spread around the best ones like a Gaussian
 *          whose covariance is the inverse of the second derivatives of the loss with its prior
 *          (D. MacKay, Information Theory, Inference, and Learning Algorithms, 2003, chapter 27).
 */
bool fit_deviations(const Fit *, const FitPlan *plan, double deviation[MAX_TYPES]);

#endif
