/* entropy - a seed that differs from run to run, for choices that shall not repeat. Not for
 * secrets: where the system has no entropy to give, it is the time. */
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
