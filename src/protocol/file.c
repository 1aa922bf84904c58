#include "base/error.h"
#include "protocol/catalogue.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 256 << 20 };

/* NULL: not memory enough, or errno EFBIG: the file is larger than FILE_LIMIT. */
static char *stream_read(FILE *file, size_t *length) {
    size_t cap = 1 << 16, used = 0;
    char *text = malloc(cap);
    errno = text ? 0 : ENOMEM;
    while (text) {
        if (used > FILE_LIMIT) {
            free(text);
            errno = EFBIG;
            return NULL;
        }
        size_t got = fread(text + used, 1, cap - used - 1, file);
        used += got;
        if (!got) break;
        if (used + 1 < cap) continue;
        char *grown = realloc(text, cap *= 2);
        if (!grown) free(text);
        text = grown;
    }
    if (text) text[ *length = used] = '\0';
    return text;
}

char *file_read(const char *path, size_t *length, HenkaError *error) {
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    char *text = NULL;
    if (file) text = stream_read(file, length);
    if (!file || !text || ferror(file)) {
        error_at(error, 0, 0, "%s: %s", path, errno ? strerror(errno) : "cannot be read");
        free(text);
        text = NULL;
    }
    if (file && file != stdin) fclose(file);
    return text;
}
