/* moves - the legal moves as USI text, in order of bytes. */
#ifndef HENKA_CLI_MOVES_H
#define HENKA_CLI_MOVES_H

#include "henka.h"

typedef struct MoveText {
    char text[56]; /* first: it is what they are sorted by */
    HenkaMove move;
} MoveText;

/* texts holds HENKA_MAX_MOVES; 0 when there are none, or no memory. */
size_t moves_sorted(const HenkaGame *, MoveText *texts);

#endif
