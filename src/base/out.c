#include "base/out.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAP = 256 };

Out out_to(char *buf, size_t cap) {
    if (cap) buf[0] = '\0';
    return (Out){.buf = buf, .cap = cap};
}

Out out_growing(void) { return (Out){.grows = true}; }

/* Makes space in a growing Out for count more bytes and the NUL. If memory runs out, the text is
 * dropped, and only its length is counted. */
static void make_room(Out *out, size_t count) {
    size_t needed = out->length + count + 1, cap = out->cap ? out->cap : FIRST_CAP;
    if (!out->grows || needed <= out->cap) return;
    while (cap < needed) cap *= 2;
    char *buf = memory_grow(out->buf, out->cap, cap);
    if (!buf) {
        memory_give(out->buf);
        *out = (Out){.length = out->length};
        return;
    }
    out->buf = buf;
    out->cap = cap;
}

char *out_take(Out *out) {
    out_bytes(out, "", 0);
    char *text = out->grows ? out->buf : NULL;
    *out = (Out){0};
    return text;
}

void out_bytes(Out *out, const char *bytes, size_t count) {
    make_room(out, count);
    if (out->length < out->cap) {
        size_t room = out->cap - out->length - 1, part = count < room ? count : room;
        memcpy(out->buf + out->length, bytes, part);
        out->buf[out->length + part] = '\0';
    }
    out->length += count;
}

void out_char(Out *out, char c) { out_bytes(out, &c, 1); }

void out_text(Out *out, const char *text) { out_bytes(out, text, strlen(text)); }

void out_format(Out *out, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int count = vsnprintf(NULL, 0, format, arguments);
    if (count > 0) {
        make_room(out, (size_t)count);
        if (out->length < out->cap)
            vsnprintf(out->buf + out->length, out->cap - out->length, format, again);
        out->length += (size_t)count;
    }
    va_end(again);
    va_end(arguments);
}
