/* stored - the numbers of an evaluation as text, kept beside the game's file; and the hashes that
 * show whether a file of numbers belongs to this board, these kinds and these hands.
 *
 * Shapes   Lines: "henka-eval 1", the board, the kinds a hand holds, each kind (hash of its moves =
 *          id) with its tables, the rest, and last a checksum of all before it. A table's numbers
 *          are differences from the number before, five bits a letter, smallest first; runs of 0
 *          are counted. The file holds no name of a game and no date: it is valid for every game
 *          with this board and these kinds.
 * Owner    stored_eval_write returns text to free().
 * Errors   stored_eval_read leaves the Eval unchanged, says why and returns false unless the whole
 *          file is intact and made for this board, these kinds and these hands. A kind whose moves
 *          have changed keeps its derived numbers. If the moves of all kinds have changed, that is
 *          an error.
 * Source   FNV-1a, 32 bits (Fowler, Noll and Vo), for the hashes. Not against malice.
 */
#ifndef HENKA_EVAL_STORED_H
#define HENKA_EVAL_STORED_H

#include "eval/eval.h"

char *stored_eval_write(const HenkaVariant *, const Eval *, size_t *length);
/* Reads the text's numbers into an Eval that derive_eval has filled, over the derived ones. */
bool stored_eval_read(const HenkaVariant *, const char *text, size_t length, Eval *, HenkaError *);
/* The file delivered with the shipped game of this name; NULL: none. Generated at build time from
 * variants/NAME.eval. */
const char *stored_eval_text(const char *name, size_t *length);
/* As above, from variants/NAME.net, see net.h. */
const char *stored_net(const char *name, size_t *length);

uint32_t stored_hash(const void *bytes, size_t length);
/* Hash of a kind's moves. */
uint32_t stored_moves_hash(const HenkaVariant *, int type);
/* Hash of the board, the kinds with their moves, and the kinds that a hand holds. */
uint32_t stored_variant_hash(const HenkaVariant *);

#endif
