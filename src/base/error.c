#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

/* How many bytes the UTF-8 character at text takes, 0 when none is whole and well formed there. */
static size_t character_bytes(const unsigned char *text) {
    if (text[0] < 0x80) return 1;
    if (text[0] < 0xC2 || text[0] > 0xF4) return 0;
    size_t length = text[0] < 0xE0 ? 2 : text[0] < 0xF0 ? 3 : 4;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xC0) != 0x80) return 0;
    bool overlong = (text[0] == 0xE0 && text[1] < 0xA0) || (text[0] == 0xF0 && text[1] < 0x90);
    bool no_character = (text[0] == 0xED && text[1] > 0x9F) ||
                        (text[0] == 0xF4 && text[1] > 0x8F); /* surrogates; past U+10FFFF */
    return overlong || no_character ? 0 : length;
}

/* A precision and the end of the buffer count bytes: what they cut in two is left out, and so is
 * what was broken before. */
static void mend(char *text) {
    char *to = text;
    for (const char *from = text; *from;) {
        size_t length = character_bytes((const unsigned char *)from);
        for (size_t i = 0; i < length; i++) *to++ = from[i];
        from += length ? length : 1;
    }
    *to = '\0';
}

bool error_at(HenkaError *error, int line, int column, const char *format, ...) {
    if (!error) return false;
    error->line = line;
    error->column = column;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    mend(error->message);
    return false;
}
