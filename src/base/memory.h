/* memory - where the library takes its memory from: malloc, or what henka_set_allocator names. The
 * rooms of the library call these in place of malloc and its kin (tools/lint looks); what is
 * reachable by henka.h is all taken here.
 *
 * Owner    memory_give takes back what any of the others gave, and NULL.
 * Threads  Any.
 */
#ifndef HENKA_BASE_MEMORY_H
#define HENKA_BASE_MEMORY_H

#include <stddef.h>

/* NULL: none is left. What is taken is not cleared, unless the name says so. */
void *memory_take(size_t bytes);
void *memory_take_zeroed(size_t bytes);
/* At a multiple of alignment, a power of two; bytes is a multiple of it. */
void *memory_take_aligned(size_t bytes, size_t alignment);
/* The same bytes in more room. NULL: none is left, and the old is as it was. */
void *memory_grow(void *old, size_t old_bytes, size_t bytes);
void memory_give(void *);

#endif
