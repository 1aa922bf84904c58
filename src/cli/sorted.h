/* sorted - the legal moves in USI text, in order of bytes. */
#ifndef HENKA_CLI_SORTED_H
#define HENKA_CLI_SORTED_H

#include "henka.h"

typedef struct MoveText {
    char text[56]; /* first: it is what they are sorted by */
    HenkaMove move;
} MoveText;

size_t moves_sorted(const HenkaGame *, MoveText *texts); /* texts holds HENKA_MAX_MOVES */

#endif
