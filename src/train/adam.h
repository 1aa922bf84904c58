/* adam - steps of the Adam optimizer on a model, whose inputs' numbers are a sum of an own part and
 * of parts that groups of inputs share (train.h).
 *
 * Owner    adam_new allocates, adam_free frees; the Train must outlive it.
 * Threads  adam_step runs on as many threads as the plan says.
 * Source   D. P. Kingma, J. Ba, Adam: A Method for Stochastic Optimization (2015); decoupled decay
 *          after I. Loshchilov, F. Hutter, Decoupled Weight Decay Regularization (2019).
 */
#ifndef HENKA_TRAIN_ADAM_H
#define HENKA_TRAIN_ADAM_H

#include "train/train_inside.h"

typedef struct Adam Adam;

Adam *adam_new(const Train *,
               const TrainPlan *); /* random numbers by the plan's seed; NULL: no memory */
void adam_free(Adam *);
const Model *adam_model(const Adam *); /* what all parts add up to */
/* One step: slopes[thread], summed over a batch of so many positions, are used up and cleared.
 * share: how far training is, 0..1, which lets the rate fall. */
void adam_step(Adam *, Model *const slopes[], int batch, double share);

#endif
