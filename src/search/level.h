/* level - playing worse on purpose: fewer nodes, careless moves. The same seed makes the same
 * choices. */
#ifndef HENKA_SEARCH_LEVEL_H
#define HENKA_SEARCH_LEVEL_H

#include <stdint.h>

typedef struct Level {
    uint32_t nodes;           /* 0: no cap */
    uint8_t careless_percent; /* how often any move will do */
    /* In some games care comes and goes for so many of one's own moves: one game goes well and
     * another badly, so that more care wins only a little more often. */
    uint8_t spell;
} Level;

/* level 0: full strength. */
Level level_of(int level);

#endif
