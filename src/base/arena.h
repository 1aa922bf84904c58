/* arena - memory that lives and dies together: everything a variant points at.
 *
 * Errors   Whoever takes from an arena need not look for NULL: when memory runs out, the arena goes
 *          back by longjmp to where arena_catches stands, which frees the arena and answers.
 *
 *              ArenaFailure failure;
 *              Arena *arena = arena_new(&failure);
 *              if (!arena || arena_catches(failure)) {
 *                  arena_free(arena);
 *                  return NULL;
 *              }
 *
 *          Nothing that must be freed by itself may be made between there and the last
 *          arena_take. WebAssembly has no longjmp: there the module stops with a trap.
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
/* 0 the first time; not 0 when it comes back here because memory ran out. */
#define arena_catches(failure) setjmp((failure).place)
#endif

typedef struct Arena Arena;

/* NULL: no memory. Tests may give NULL: then memory must suffice. */
Arena *arena_new(ArenaFailure *);
void arena_free(Arena *);
void *arena_take(Arena *, size_t size);                     /* zeroed, aligned to 64 bytes */
char *arena_text(Arena *, const char *text, size_t length); /* copied, closed with NUL */
char *arena_format(Arena *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
