/* failing - memory that fails: every allocation of a scenario in its turn, once that one alone, once
 * all from there on. Nothing may stay allocated, whatever fails.
 *
 *     static bool try_reading(void) { …; return it_got_what_it_wanted; }
 *     check_memory("reading", try_reading);
 *
 * The program is linked so that its malloc and its kin come here (the linker's --wrap, see
 * tests/library/meson.build).
 */
#ifndef HENKA_TESTS_FAILING_H
#define HENKA_TESTS_FAILING_H

#include "check.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static long made, alive; /* allocations since the start of a scenario; those not freed */
static long failing;     /* the first allocation that fails; 0: none */
static bool fails_on;    /* all after it fail too */
static long fails_each;  /* every so many-th fails; 0: none */
static size_t too_large; /* whatever asks for so many bytes fails; 0: any size may be had */

static bool refused(size_t size) {
    made++;
    return (failing && (made == failing || (fails_on && made > failing))) ||
           (fails_each && made % fails_each == 0) || (too_large && size >= too_large);
}

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
int __real_posix_memalign(void **, size_t, size_t);
void __real_free(void *);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
void *__wrap_aligned_alloc(size_t, size_t);
int __wrap_posix_memalign(void **, size_t, size_t);
char *__wrap_strdup(const char *);
char *__wrap_strndup(const char *, size_t);
void __wrap_free(void *);

static void *counted(void *memory) {
    alive += memory != NULL;
    return memory;
}
void *__wrap_malloc(size_t size) { return refused(size) ? NULL : counted(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size) {
    return refused(count * size) ? NULL : counted(__real_calloc(count, size));
}
void *__wrap_realloc(void *old, size_t size) {
    if (refused(size)) return NULL;
    return old ? __real_realloc(old, size) : counted(__real_realloc(old, size));
}
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return refused(size) ? NULL : counted(__real_aligned_alloc(alignment, size));
}
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
    if (refused(size)) return 12;
    int code = __real_posix_memalign(memory, alignment, size);
    alive += !code;
    return code;
}
char *__wrap_strndup(const char *text, size_t most) {
    size_t length = strnlen(text, most);
    char *copy = __wrap_malloc(length + 1);
    if (copy) memcpy(copy, text, length), copy[length] = '\0';
    return copy;
}
char *__wrap_strdup(const char *text) { return __wrap_strndup(text, strlen(text)); }
void __wrap_free(void *memory) {
    alive -= memory != NULL;
    __real_free(memory);
}

/* Every allocation of one scenario fails in its turn; of a scenario that would take too long only
 * every step-th up to `last`. The scenario returns whether it got what it wanted. */
static inline void check_memory_some(const char *name, bool (*scenario)(void), long last,
                                     long step) {
    failing = made = alive = 0;
    CHECK(scenario(), "%s: fails though there is memory", name);
    CHECK(!alive, "%s: %ld allocations are not freed", name, alive);
    long most = made;
    CHECK(most > 0, "%s: allocates nothing", name);
    for (int on = 0; on < 2; on++)
        for (long n = 1; n <= most && n <= last; n += step) {
            failing = n, fails_on = on, made = alive = 0;
            scenario();
            failing = 0;
            CHECK(!alive, "%s: %ld allocations are not freed when number %ld of %ld fails%s", name,
                  alive, n, most, on ? ", and all after it" : "");
        }
    printf("%s: %ld allocations\n", name, most);
}

static inline void check_memory(const char *name, bool (*scenario)(void)) {
    check_memory_some(name, scenario, LONG_MAX, 1);
}

#endif
