/* level - playing worse on purpose: fewer nodes, errors of judgement, careless moves. The same seed makes the same choices. */
#ifndef HENKA_SEARCH_LEVEL_H
#define HENKA_SEARCH_LEVEL_H

#include <stdint.h>

typedef struct Level {
    uint32_t nodes;           /* 0: no cap */
    int16_t depth;            /* 0: no cap */
    int16_t noise_percent;    /* the largest error of judgement, of a typical piece's worth */
    uint8_t careless_percent; /* how often any move will do */
} Level;

/* level 0 and HENKA_MAX_LEVEL: full strength. */
Level level_of(int level);

#endif
