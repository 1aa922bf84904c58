#include "base/error.h"
#include "protocol/registry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
        if (errno)
            error_say(error, 0, 0, MSG_FILE_SAYS, arg_text(path), arg_text(strerror(errno)));
        else
            error_say(error, 0, 0, MSG_FILE_CANNOT_READ, arg_text(path));
        free(text);
        text = NULL;
    }
    if (file && file != stdin) fclose(file);
    return text;
}

static bool is_shipped(const char *name) {
    const char *shipped;
    for (size_t i = 0; (shipped = henka_shipped_name(i)); i++)
        if (!strcmp(shipped, name)) return true;
    return false;
}

bool file_names_game(const char *name_or_path) {
    return is_shipped(name_or_path) || !access(name_or_path, F_OK);
}

HenkaVariant *file_variant(const char *name_or_path, const char *const *settings, size_t count,
                           HenkaReport *report, HenkaError *error) {
    HenkaVariant *variant = NULL;
    if (is_shipped(name_or_path)) {
        variant = henka_variant_shipped(name_or_path, settings, count, report);
    } else {
        size_t length = 0;
        char *text = file_read(name_or_path, &length, error);
        if (!text) return NULL;
        variant = henka_variant_parse(text, length, settings, count, report);
        free(text);
    }
    const HenkaError *why = henka_report_error(report);
    if (!variant && error && why) *error = *why;
    return variant;
}
