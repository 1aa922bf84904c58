#include "base/memory.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "henka.h"

/* The library's only writable globals. They are set before any other call and only read afterwards
 * (docs/decisions/022-allocator.md). */
static HenkaAllocator allocator; /* allocator.take is NULL: malloc is used */
static atomic_bool in_use; /* memory was allocated, so the allocator must not change any more */

static inline void note_use(void) {
    if (!atomic_load_explicit(&in_use, memory_order_relaxed)) atomic_store(&in_use, true);
}

bool henka_set_allocator(const HenkaAllocator *wanted) {
    if (!wanted->take || !wanted->give || atomic_load(&in_use)) return false;
    allocator = *wanted;
    return true;
}

void *memory_take(size_t bytes) {
    note_use();
    return allocator.take ? allocator.take(allocator.context, bytes, alignof(max_align_t))
                          : malloc(bytes);
}

void *memory_take_zeroed(size_t bytes) {
    if (!allocator.take) return note_use(), calloc(1, bytes);
    void *taken = memory_take(bytes);
    return taken ? memset(taken, 0, bytes) : NULL;
}

void *memory_take_aligned(size_t bytes, size_t alignment) {
    note_use();
    return allocator.take ? allocator.take(allocator.context, bytes, alignment)
                          : aligned_alloc(alignment, bytes);
}

void *memory_grow(void *old, size_t old_bytes, size_t bytes) {
    if (!allocator.take) return note_use(), realloc(old, bytes);
    void *taken = memory_take(bytes);
    if (!taken) return NULL;
    if (old) memcpy(taken, old, old_bytes);
    memory_give(old);
    return taken;
}

void memory_give(void *memory) {
    if (!allocator.give)
        free(memory);
    else if (memory)
        allocator.give(allocator.context, memory);
}
