#include "protocol/file.h"

#include "base/ascii.h"
#include "base/error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_LIMIT = 256 << 20 };

char *file_read(const char *path, size_t *length, HenkaError *error) {
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    size_t cap = 1 << 16, used = 0;
    char *text = file ? malloc(cap) : NULL;
    if (file) errno = text ? 0 : ENOMEM;
    while (text) {
        size_t got = fread(text + used, 1, cap - used - 1, file);
        used += got;
        if (!got) break;
        bool large = used > FILE_LIMIT;
        if (used + 1 < cap && !large) continue;
        char *grown = large ? NULL : realloc(text, cap *= 2);
        if (!grown) free(text);
        if (large) errno = EFBIG;
        text = grown;
    }
    if (text) text[ *length = used] = '\0';
    if (!text || ferror(file)) {
        if (errno)
            error_set(error, MSG_FILE_SAYS, arg_text(path), arg_text(strerror(errno)));
        else
            error_set(error, MSG_FILE_CANNOT_READ, arg_text(path));
        free(text);
        text = NULL;
    }
    if (file && file != stdin) fclose(file);
    return text;
}

bool file_unwritten(const char *path, HenkaError *error) {
    return error_set(error, MSG_FILE_CANNOT_WRITE_WHY, arg_text(path), arg_text(strerror(errno)));
}

/* ---- files that a game's file extends -------------------------------------------------------- */

/* Copies to `value` the text after `key` in the next line that begins with `key`, and returns the
 * start of the line after it; NULL: no further line begins with `key`. */
static const char *value_next(const char *at, const char *key, char *value, size_t cap) {
    size_t length = strlen(key);
    while (at && *at) {
        const char *line = at, *cut = strchr(at, '\n');
        at = cut ? cut + 1 : NULL;
        if (strncmp(line, key, length) != 0) continue;
        snprintf(value, cap, "%.*s", (int)strcspn(line + length, " \t\r\n"), line + length);
        return at ? at : line + strlen(line);
    }
    return NULL;
}

/* Finds the first file that `text` extends and that is not yet appended to it; false: none. The
 * file must be in the same folder, so names with a slash or with a dot at the start are ignored. */
static bool file_missing(const char *text, char *name, size_t cap) {
    const char *at = text;
    while ((at = value_next(at, "extends=", name, cap))) {
        size_t word = strspn(name, "abcdefghijklmnopqrstuvwxyz"
                                   "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
        const char *carried = text;
        char value[256] = "";
        if (!word || strcmp(name + word, ".ini")) continue;
        while (carried && strcmp(value, name))
            carried = value_next(carried, "base=", value, sizeof value);
        if (!carried) return true;
    }
    return false;
}

char *file_read_game(const char *path, size_t *length, HenkaError *error) {
    enum { FILES = 8 };
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    char name[256], beside[4096], *text = file_read(path, length, error);
    for (int i = 0; text && i < FILES && strlen(text) == *length; i++) {
        size_t more = 0;
        if (!strcmp(path, "-") || !file_missing(text, name, sizeof name)) break;
        /* A symbolic link is not followed, because it may lead to another folder. */
        struct stat status;
        HenkaError unread;
        int size = snprintf(beside, sizeof beside, "%.*s%s", folder, path, name);
        bool plain =
            size < (int)sizeof beside && !lstat(beside, &status) && S_ISREG(status.st_mode);
        char *base = plain ? file_read(beside, &more, &unread) : NULL;
        char *grown = base ? realloc(text, *length + more + sizeof name + 16) : NULL;
        if (grown) {
            text = grown;
            *length += (size_t)sprintf(text + *length, "\nbase=%s\n", name);
            memcpy(text + *length, base, more + 1);
            *length += more;
        }
        free(base);
        if (!grown) break;
    }
    return text;
}

static bool is_shipped(const char *name) {
    const char *shipped;
    for (size_t i = 0; (shipped = henka_shipped_name(i)); i++)
        if (!strcmp(shipped, name)) return true;
    return false;
}

char *file_name_game(const char *path, const HenkaVariant *variant, const char *text,
                     size_t *length) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path,
               *dot = strrchr(base, '.');
    char name[256];
    size_t room = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    if (strcmp(henka_variant_name(variant), "untitled") != 0 || room >= sizeof name ||
        !ascii_name(base, room, name) || is_shipped(name))
        return NULL;
    /* Puts `name=` at the start of the first line, so that errors have the right line numbers. At
     * the end of the text it might fall into a section of settings. */
    size_t mark = *length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    char *named = malloc(*length + strlen(name) + 8);
    if (!named) return NULL;
    int before = sprintf(named, "name=%s ", name);
    memcpy(named + before, text + mark, *length - mark + 1);
    *length += (size_t)before - mark;
    return named;
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
        char *text = file_read_game(name_or_path, &length, error);
        if (!text) return NULL;
        variant = henka_variant_parse(text, length, settings, count, report);
        char *named = variant ? file_name_game(name_or_path, variant, text, &length) : NULL;
        HenkaVariant *again =
            named ? henka_variant_parse(named, length, settings, count, NULL) : NULL;
        if (again) henka_variant_free(variant), variant = again;
        free(named);
        free(text);
    }
    const HenkaError *why = henka_report_error(report);
    if (!variant && error && why) *error = *why;
    return variant;
}
