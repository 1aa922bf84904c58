/* derive - the numbers of an evaluation from nothing but the leg programs and the board: what a
 * piece is worth by how many squares it reaches on a board filled at random, and its piece-square
 * tables by how that differs from square to square.
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
