/* hugepages - memory for what is large and read at random: aligned to huge pages, which mean fewer
 * misses in the TLB. No harm if the system has none or refuses them.
 *
 * Owner    memory_give gives it back.
 */
#ifndef HENKA_SEARCH_HUGEPAGES_H
#define HENKA_SEARCH_HUGEPAGES_H

#include <stddef.h>
#include <sys/mman.h>

#include "base/memory.h"

enum { HUGE_PAGE = 2 << 20 }; /* bytes */

/* At least so many bytes, not cleared; NULL: no memory. */
static inline void *hugepages_take(size_t bytes) {
    size_t whole = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void *taken = memory_take_aligned(whole, HUGE_PAGE);
#ifdef MADV_HUGEPAGE
    if (taken) madvise(taken, whole, MADV_HUGEPAGE);
#endif
    return taken;
}

#endif
