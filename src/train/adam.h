/* adam - steps of the Adam optimizer on a model. The row of weights of an input is the sum of a row
 * of its own and of rows that it shares with groups of other inputs (train.h).
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

Adam *adam_new(const Train *, const TrainPlan *); /* random weights by the plan's seed; or NULL */
void adam_free(Adam *);
const Model *adam_model(const Adam *); /* the model as trained so far */
/* Makes one step. slopes[thread]: the gradient summed over a batch of `batch` positions; it is used
 * up and cleared. share: the progress of training, 0..1, with which the learning rate falls. */
void adam_step(Adam *, Model *const slopes[], int batch, double share);

#endif
