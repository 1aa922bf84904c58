/* Memory that fails in the page's module: the allocation of that number, or every so many-th. Linked
 * with the objects of rules.wasm by the linker's --wrap; memory.mjs calls it. */
#include <stddef.h>

#include "wasm/answer.h"

static long made, failing, each; /* allocations since test_fail; the one that fails; 0: none */

EXPORT("test_fail") void test_fail(int number, int every) {
    made = 0, failing = number, each = every;
}
EXPORT("test_made") int test_made(void) { return (int)made; }

static int refused(void) {
    made++;
    return (failing && made == failing) || (each && made % each == 0);
}

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
void *__wrap_aligned_alloc(size_t, size_t);

void *__wrap_malloc(size_t size) { return refused() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t n, size_t size) { return refused() ? NULL : __real_calloc(n, size); }
void *__wrap_realloc(void *p, size_t size) { return refused() ? NULL : __real_realloc(p, size); }
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return refused() ? NULL : __real_aligned_alloc(alignment, size);
}
