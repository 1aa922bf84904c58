/* entropy - a seed that differs on every run, for choices that must not repeat. Not for secrets: on
 * a system without a source of entropy it is derived from the time. */
#ifndef HENKA_BASE_ENTROPY_H
#define HENKA_BASE_ENTROPY_H

#include <stdint.h>
#include <unistd.h>

#include "base/clock.h"

static inline uint64_t entropy_seed(void) {
    uint64_t seed;
    return getentropy(&seed, sizeof seed) ? (uint64_t)clock_ms() : seed;
}

#endif
