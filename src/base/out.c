#include "base/out.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

Out out_to(char *buf, size_t cap) {
    if (cap) buf[0] = '\0';
    return (Out){.buf = buf, .cap = cap};
}

void out_bytes(Out *out, const char *bytes, size_t count) {
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
    va_list arguments;
    va_start(arguments, format);
    size_t room = out->length < out->cap ? out->cap - out->length : 0;
    int count = vsnprintf(room ? out->buf + out->length : NULL, room, format, arguments);
    va_end(arguments);
    if (count > 0) out->length += (size_t)count;
}
