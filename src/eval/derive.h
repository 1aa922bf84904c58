/* derive - the numbers of an evaluation from nothing but the leg programs and the board. */
#ifndef HENKA_EVAL_DERIVE_H
#define HENKA_EVAL_DERIVE_H

#include "eval/eval.h"

void eval_derive(const HenkaVariant *, Eval *);
/* What follows from the exchange values: the cheapest one. */
void eval_sum_up(const HenkaVariant *, Eval *);

#endif
