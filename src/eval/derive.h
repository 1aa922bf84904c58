/* derive - derives the numbers of an evaluation from the board and the moves of the pieces alone.
 * The value of a piece depends on the number of squares that it reaches on a board filled at
 * random. Its piece-square tables depend on how that number differs from square to square.
 *
 * Source   Ralph Betza, About the Values of Chess Pieces (chessvariants.com): crowded board
 *          mobility.
 */
#ifndef HENKA_EVAL_DERIVE_H
#define HENKA_EVAL_DERIVE_H

#include "eval/eval.h"

/* Fills an Eval. All its members must be 0 before. */
void derive_eval(const HenkaVariant *, Eval *);

#endif
