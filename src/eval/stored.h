/* stored - the numbers of an evaluation as text, kept beside the game's file.
 *
 * Shapes   Lines: "henka-eval 1", the board, the kinds a hand holds, each kind (hash of its moves =
 *          id) with its tables, the rest, and last a checksum of all before it. A table's numbers
 *          are differences from the number before, five bits a letter, smallest first; runs of 0
 *          are counted. No name of a game and no date: the file stands for whatever has this board
 *          and these kinds.
 * Owner    eval_write returns text to free().
 * Errors   eval_read leaves the Eval unchanged and returns false unless the whole file holds
 *          together and is about this board and these kinds. A kind whose moves are others now
 *          keeps its derived numbers.
 */
#ifndef HENKA_EVAL_STORED_H
#define HENKA_EVAL_STORED_H

#include "eval/eval.h"

char *eval_write(const HenkaVariant *, const Eval *, size_t *length);
/* StripExtra an Eval that eval_derive has filled. */
bool eval_read(const HenkaVariant *, const char *text, size_t length, Eval *);
/* The file delivered with the shipped game of this name, NULL none. Made at build from
 * variants/NAME.eval. */
const char *stored_eval_text(const char *name, size_t *length);
/* Likewise variants/NAME.net, see net.h. */
const char *stored_net(const char *name, size_t *length);

#endif
