/* derive - derives the numbers of an evaluation from the leg programs and the board alone. The
 * value of a piece follows from the number of squares it reaches on a board filled at random, and
 * its piece-square tables from how that number differs from square to square.
 *
 * Source   Ralph Betza, About the Values of Chess Pieces (chessvariants.com): crowded board
 *          mobility.
 */
#ifndef HENKA_EVAL_DERIVE_H
#define HENKA_EVAL_DERIVE_H

#include "eval/eval.h"

/* Fills an Eval that is all 0. */
void derive_eval(const HenkaVariant *, Eval *);

#endif
