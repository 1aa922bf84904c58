/* stored - the numbers of an evaluation as text, kept beside the game's file; and the hashes that
 * show whether a file of numbers belongs to this board, these types and these hands.
 *
 * Shapes   Lines: "henka-eval 1", the board, the types that a hand holds, each type (hash of its
 *          moves = id) with its tables, the other numbers, and last a checksum of all lines
 *          before. A table's numbers are differences from the number before, five bits a letter,
 *          the lowest first; runs of 0 are counted. The file holds no name of a game and no date:
 *          it is valid for every game with this board and these types.
 * Owner    stored_eval_write returns text that the caller passes to free().
 * Errors   stored_eval_read leaves the Eval unchanged, reports the reason and returns false unless
 *          the whole file is intact and made for this board, these types and these hands. A type
 *          whose moves have changed keeps its derived numbers; if all have, that is an error.
 * Source   FNV-1a, 32 bits (Fowler, Noll and Vo), for the hashes. Not a protection against malice.
 */
#ifndef HENKA_EVAL_STORED_H
#define HENKA_EVAL_STORED_H

#include "eval/eval.h"

char *stored_eval_write(const HenkaVariant *, const Eval *, size_t *length);
/* Reads the text's numbers over the derived numbers of an Eval that derive_eval has filled. */
bool stored_eval_read(const HenkaVariant *, const char *text, size_t length, Eval *, HenkaError *);
/* Returns the shipped game's file variants/NAME.eval, built into the program; NULL: none. */
const char *stored_eval_text(const char *name, size_t *length);
/* Returns the shipped game's file variants/NAME.net (net.h), built into the program; NULL: none. */
const char *stored_net(const char *name, size_t *length);

uint32_t stored_hash(const void *bytes, size_t length);
/* Returns a hash of the board, the types with their moves, and the types that a hand holds. */
uint32_t stored_variant_hash(const HenkaVariant *);

#endif
