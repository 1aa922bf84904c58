#include "base/arena.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 16, ALIGNMENT = 64 };

typedef struct Block {
    struct Block *next;
    size_t used, size; /* used: bytes already taken; size: all bytes */
    uint8_t *bytes;
} Block;

struct Arena {
    Block *first;          /* the newest block, from which memory is taken; full blocks follow it */
    ArenaFailure *failure; /* where to jump when memory runs out; owned by arena_new's caller */
};

static _Noreturn void arena_fail(const Arena *arena) {
#ifdef __wasm__
    (void)arena;
    __builtin_trap();
#else
    longjmp(arena->failure->place, 1);
#endif
}

static void block_add(Arena *arena, size_t size) {
    Block *block = memory_take(sizeof *block);
    void *bytes = block ? memory_take_aligned(size, ALIGNMENT) : NULL;
    if (!bytes) {
        memory_give(block);
        arena_fail(arena);
    }
    memset(bytes, 0, size);
    *block = (Block){.next = arena->first, .size = size, .bytes = bytes};
    arena->first = block;
}

Arena *arena_new(ArenaFailure *failure) {
    Arena *arena = memory_take_zeroed(sizeof *arena);
    if (arena) arena->failure = failure;
    return arena;
}

void arena_free(Arena *arena) {
    if (!arena) return;
    for (Block *block = arena->first, *next; block; block = next) {
        next = block->next;
        memory_give(block->bytes);
        memory_give(block);
    }
    memory_give(arena);
}

void *arena_take(Arena *arena, size_t size) {
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!arena->first || arena->first->size - arena->first->used < size)
        block_add(arena, size > BLOCK_BYTES ? size : BLOCK_BYTES);
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
