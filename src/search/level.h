/* level - playing worse on purpose: fewer nodes, careless moves. The same seed makes the same choices. */
#ifndef HENKA_SEARCH_LEVEL_H
#define HENKA_SEARCH_LEVEL_H

#include <stdint.h>

typedef struct Level {
    uint32_t nodes;           /* 0: no cap */
    uint8_t careless_percent; /* how often any move will do */
} Level;

/* In some games care comes and goes for so many of one's own moves: one game goes well and another badly, so that more care wins only a little more
 * often. */
enum { LEVEL_CARE_MOVES = 3 };

/* level 0 and HENKA_MAX_LEVEL: full strength. */
Level level_of(int level);

#endif
