/* identity - what a file of numbers is about: hashes that tell whether it belongs to this board,
 * these kinds and these hands.
 * Source   FNV-1a, 32 bits (Fowler, Noll and Vo). Not against malice.
 */
#ifndef HENKA_EVAL_IDENTITY_H
#define HENKA_EVAL_IDENTITY_H

#include "variant/variant.h"

uint32_t identity_hash(const void *bytes, size_t length);
/* Of one kind's moves; 0 where the kind has none. */
uint32_t identity_moves(const HenkaVariant *, int type);
/* Of the board, the kinds with their moves, and what a hand holds. */
uint32_t identity_variant(const HenkaVariant *);

#endif
