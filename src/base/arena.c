#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 16, ALIGNMENT = 64 };

typedef struct Block {
    struct Block *next;
    size_t used, size;
    uint8_t *bytes;
} Block;

struct Arena {
    Block *first;
};

static Block *block_new(size_t size, Block *next) {
    Block *block = malloc(sizeof *block);
    void *bytes = NULL;
    if (!block || posix_memalign(&bytes, ALIGNMENT, size)) abort();
    memset(bytes, 0, size);
    *block = (Block){.next = next, .size = size, .bytes = bytes};
    return block;
}

Arena *arena_new(void) {
    Arena *arena = calloc(1, sizeof *arena);
    if (!arena) abort();
    return arena;
}

void arena_free(Arena *arena) {
    if (!arena) return;
    for (Block *block = arena->first, *next; block; block = next) {
        next = block->next;
        free(block->bytes);
        free(block);
    }
    free(arena);
}

void *arena_take(Arena *arena, size_t size) {
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!arena->first || arena->first->size - arena->first->used < size)
        arena->first = block_new(size > BLOCK_BYTES ? size : BLOCK_BYTES, arena->first);
    void *place = arena->first->bytes + arena->first->used;
    arena->first->used += size;
    return place;
}

char *arena_text(Arena *arena, const char *text, size_t length) {
    char *copy = arena_take(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_format(Arena *arena, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = arena_take(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}
