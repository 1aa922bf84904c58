/* arena - memory that is freed as a whole: everything that a variant points to.
 *
 * Errors   Callers of arena_take need not test for NULL. When memory runs out, the arena jumps
 *          (longjmp) back to the arena_catches call. The code there frees the arena and returns an
 *          error:
 *
 *              ArenaFailure failure;
 *              Arena *arena = arena_new(&failure);
 *              if (!arena || arena_catches(failure)) {
 *                  arena_free(arena);
 *                  return NULL;
 *              }
 *
 *          Between arena_catches and the last arena_take the code must not acquire anything else
 *          that needs freeing. WebAssembly has no longjmp: there the module stops with a trap.
 */
#ifndef HENKA_BASE_ARENA_H
#define HENKA_BASE_ARENA_H

#include <stddef.h>

#ifdef __wasm__
typedef struct ArenaFailure {
    char unused;
} ArenaFailure;
#define arena_catches(failure) ((void)(failure), 0)
#else
#include <setjmp.h>
typedef struct ArenaFailure {
    jmp_buf place;
} ArenaFailure;
/* Returns 0 when called, and again, with another value, if the arena jumps back: out of memory. */
#define arena_catches(failure) setjmp((failure).place)
#endif

typedef struct Arena Arena;

/* NULL: out of memory. Tests may give no ArenaFailure (NULL); then arena_take must not run out. */
Arena *arena_new(ArenaFailure *);
void arena_free(Arena *);
void *arena_take(Arena *, size_t size);                     /* zeroed memory, aligned to 64 bytes */
char *arena_text(Arena *, const char *text, size_t length); /* a NUL-terminated copy */
char *arena_format(Arena *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
