/* arena - memory that lives and dies together: everything a variant points at.
 * Errors   Running out of memory ends the process: it can only happen at set-up.
 */
#ifndef HENKA_BASE_ARENA_H
#define HENKA_BASE_ARENA_H

#include <stddef.h>

typedef struct Arena Arena;

Arena *arena_new(void);
void arena_free(Arena *);
void *arena_take(Arena *, size_t size);                     /* zeroed, aligned to 64 bytes */
char *arena_text(Arena *, const char *text, size_t length); /* copied, closed with NUL */
char *arena_format(Arena *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
