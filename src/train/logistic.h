/* logistic - chances of winning as a logistic function of scores, and how they predict results.
 *
 * Units    A score divided by a scale is x; the chance of winning is 1 / (1 + exp(-x)).
 * Source   Peter Österlund, Texel's Tuning Method (chessprogramming wiki);
 *          J. Kiefer, Sequential minimax search for a maximum (1953), for the golden section.
 */
#ifndef HENKA_TRAIN_LOGISTIC_H
#define HENKA_TRAIN_LOGISTIC_H

double logistic(double x);
/* Cross entropy between the target, 0..1, and the chance logistic(x). */
double logistic_loss(double x, double target);
/* The least cross entropy that a prediction of this target can have: the target's own entropy. */
double logistic_entropy(double target);

/* Finds the scale from 50 to 20000 of least loss by golden-section search on its logarithm. */
typedef double LogisticLoss(void *context, double scale);
double logistic_scale(LogisticLoss *, void *context, int steps);

#endif
