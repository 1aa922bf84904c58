/* moves - the legal moves as USI text, in order of bytes. */
#ifndef HENKA_CLI_MOVES_H
#define HENKA_CLI_MOVES_H

#include "henka.h"

typedef struct MoveText {
    char text[56]; /* first: it is what they are sorted by */
    HenkaMove move;
} MoveText;

/* The legal moves, in the order of their texts; the caller frees them. NULL: memory ran out, which
 * was reported. */
MoveText *moves_sorted(const HenkaGame *, size_t *count);

#endif
