/* memory - allocates the library's memory, by malloc or by the functions given to
 * henka_set_allocator. Code behind henka.h never calls malloc itself (tools/lint checks that).
 *
 * Owner    memory_give frees memory from any of the other functions. It takes NULL too.
 * Threads  Any thread may call these functions.
 */
#ifndef HENKA_BASE_MEMORY_H
#define HENKA_BASE_MEMORY_H

#include <stddef.h>

/* NULL: out of memory. Only memory_take_zeroed clears the memory. */
void *memory_take(size_t bytes);
void *memory_take_zeroed(size_t bytes);
/* Like memory_take, aligned to `alignment`, a power of two. bytes must be a multiple of it. */
void *memory_take_aligned(size_t bytes, size_t alignment);
/* Moves the memory to a larger block. NULL: no memory is left, and `old` is unchanged. */
void *memory_grow(void *old, size_t old_bytes, size_t bytes);
void memory_give(void *);

#endif
