#include "base/utf8.h"

#include <assert.h>
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

/* ---- what a character is --------------------------------------------------------------------- */

Utf8Kind utf8_kind(uint32_t code_point) {
    static const struct {
        uint32_t first, last;
        Utf8Kind kind;
    } ranges[] = {
        // clang-format off: a row a line, in order
        {0x00, 0x1F, UTF8_CONTROL},
        {0x20, 0x20, UTF8_BLANK},
        {0x7F, 0x9F, UTF8_CONTROL},
        {0xA0, 0xA0, UTF8_BLANK},
        {0xAD, 0xAD, UTF8_HIDDEN},        /* soft hyphen */
        {0x34F, 0x34F, UTF8_HIDDEN},      /* combining grapheme joiner */
        {0x61C, 0x61C, UTF8_CONTROL},     /* Arabic letter mark */
        {0x115F, 0x1160, UTF8_HIDDEN},    /* Hangul fillers */
        {0x1680, 0x1680, UTF8_BLANK},
        {0x17B4, 0x17B5, UTF8_HIDDEN},    /* Khmer inherent vowels */
        {0x180B, 0x180D, UTF8_BLANK},     /* Mongolian variation selectors */
        {0x180E, 0x180E, UTF8_HIDDEN},
        {0x180F, 0x180F, UTF8_BLANK},
        {0x2000, 0x200A, UTF8_BLANK},
        {0x200B, 0x200B, UTF8_HIDDEN},    /* zero width space */
        {0x200C, 0x200D, UTF8_BLANK},     /* zero width joiners */
        {0x200E, 0x200F, UTF8_CONTROL},   /* left-to-right and right-to-left marks */
        {0x2028, 0x202E, UTF8_CONTROL},   /* line ends; embeddings and overrides */
        {0x202F, 0x202F, UTF8_BLANK},
        {0x205F, 0x205F, UTF8_BLANK},
        {0x2060, 0x2065, UTF8_HIDDEN},
        {0x2066, 0x2069, UTF8_CONTROL},   /* isolates of text direction */
        {0x206A, 0x206F, UTF8_HIDDEN},
        {0x2800, 0x2800, UTF8_BLANK},     /* Braille without a dot */
        {0x3000, 0x3000, UTF8_BLANK},
        {0x3164, 0x3164, UTF8_HIDDEN},    /* Hangul filler */
        {0xFE00, 0xFE0F, UTF8_BLANK},     /* variation selectors */
        {0xFEFF, 0xFEFF, UTF8_HIDDEN},    /* byte order mark */
        {0xFFA0, 0xFFA0, UTF8_HIDDEN},    /* half-width Hangul filler */
        {0xFFF0, 0xFFFB, UTF8_HIDDEN},
        {0x1BCA0, 0x1BCA3, UTF8_HIDDEN},
        {0x1D173, 0x1D17A, UTF8_HIDDEN},
        {0xE0000, 0xE00FF, UTF8_HIDDEN},  /* tag characters */
        {0xE0100, 0xE01EF, UTF8_BLANK},   /* variation selectors */
        {0xE01F0, 0xE0FFF, UTF8_HIDDEN},
        // clang-format on
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && ranges[i].first <= code_point; i++)
        if (code_point <= ranges[i].last) return ranges[i].kind;
    return UTF8_SEEN;
}

uint32_t utf8_code_point(const char *text, size_t bytes) {
    static const unsigned char first[] = {
        0, 0x7F, 0x1F, 0x0F, 0x07}; /* [number of bytes]: the code point's bits in the first byte */
    uint32_t code_point = (unsigned char)*text & first[bytes];
    for (size_t i = 1; i < bytes; i++)
        code_point = code_point << 6 | ((unsigned char)text[i] & 0x3F);
    return code_point;
}

void utf8_clean(char *text) {
    char *start = text, *to = text;
    bool seen = false;
    for (size_t left = strlen(text), bytes; left; text += bytes, left -= bytes) {
        bytes = utf8_character(text, left);
        assert(bytes);
        Utf8Kind kind = utf8_kind(utf8_code_point(text, bytes));
        seen = seen || kind == UTF8_SEEN;
        if (kind == UTF8_HIDDEN || kind == UTF8_CONTROL) continue;
        memmove(to, text, bytes);
        to += bytes;
    }
    *(seen ? to : start) = '\0';
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
