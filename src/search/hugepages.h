/* hugepages - memory for large blocks that are read at random: aligned to huge pages, which cause
 * fewer TLB misses. On a system without huge pages it is ordinary memory.
 *
 * Owner    The caller; memory_give frees it.
 */
#ifndef HENKA_SEARCH_HUGEPAGES_H
#define HENKA_SEARCH_HUGEPAGES_H

#include <stddef.h>
#include <sys/mman.h>

#include "base/memory.h"

enum { HUGE_PAGE = 2 << 20 }; /* size of a huge page in bytes */

/* Returns at least `bytes` bytes, not cleared, aligned to a huge page; NULL: out of memory. */
static inline void *hugepages_take_plain(size_t bytes) {
    return memory_take_aligned((bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE, HUGE_PAGE);
}

/* Asks the system for huge pages for memory that has not been touched yet. The system may first
 * have to move other pages together, which takes long if many huge pages are wanted at once. */
static inline void hugepages_advise(void *taken, size_t bytes) {
#ifdef MADV_HUGEPAGE
    madvise(taken, (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#else
    (void)taken, (void)bytes;
#endif
}

static inline void *hugepages_take(size_t bytes) {
    void *taken = hugepages_take_plain(bytes);
    if (taken) hugepages_advise(taken, bytes);
    return taken;
}

#endif
