/* random - a reproducible generator, not for secrets (splitmix64, Steele, Lea and Flood 2014). */
#ifndef HENKA_BASE_RANDOM_H
#define HENKA_BASE_RANDOM_H

#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

static inline uint64_t random_next(Random *random) {
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* Mixes another number into a key and returns the new key. Mixing the same numbers in the same
 * order gives the same key, which may seed a Random. */
static inline uint64_t random_key(uint64_t key, uint64_t next) {
    Random random = {key ^ next};
    return random_next(&random);
}

/* A random number from 0 to bound - 1. */
static inline uint32_t random_below(Random *random, uint32_t bound) {
    return (uint32_t)((random_next(random) >> 32) * bound >> 32);
}

#endif
