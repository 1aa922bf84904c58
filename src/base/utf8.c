#include "base/utf8.h"

#include <string.h>

size_t utf8_character(const char *text, size_t length) {
    const unsigned char *c = (const unsigned char *)text;
    if (!length) return 0;
    if (c[0] < 0x80) return 1;
    if (c[0] < 0xC2 || c[0] > 0xF4) return 0;
    size_t bytes = c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : 4;
    if (length < bytes) return 0;
    for (size_t i = 1; i < bytes; i++)
        if ((c[i] & 0xC0) != 0x80) return 0;
    bool overlong = (c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xF0 && c[1] < 0x90);
    bool surrogate = c[0] == 0xED && c[1] > 0x9F;
    bool past_the_last = c[0] == 0xF4 && c[1] > 0x8F;
    return overlong || surrogate || past_the_last ? 0 : bytes;
}

size_t utf8_valid_length(const char *text, size_t length) {
    size_t at = 0, bytes;
    while (at < length && (bytes = utf8_character(text + at, length - at))) at += bytes;
    return at;
}

size_t utf8_count(const char *text, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++) count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

size_t utf8_cut(const char *text, size_t length, size_t most) {
    if (length <= most) return length;
    while (most && ((unsigned char)text[most] & 0xC0) == 0x80) most--;
    return most;
}

void utf8_mend(char *text) {
    char *to = text;
    size_t left = strlen(text);
    for (const char *from = text; left;) {
        size_t bytes = utf8_character(from, left), step = bytes ? bytes : 1;
        memmove(to, from, bytes);
        to += bytes, from += step, left -= step;
    }
    *to = '\0';
}
