#define _GNU_SOURCE
#include "cli/saved.h"

#include "cli/options.h"
#include "protocol/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- loading --------------------------------------------------------------------------------- */

static void notices_say(const HenkaRecord *record, const char *path, FILE *complaints) {
    size_t count = henka_record_notices(record, NULL, 0);
    HenkaError *notices = calloc(count ? count : 1, sizeof *notices);
    if (notices) henka_record_notices(record, notices, count);
    for (size_t i = 0; notices && i < count; i++)
        args_say(complaints, MSG_NOTE_IN_FILE, arg_text(path), arg_number(notices[i].line),
                 arg_number(notices[i].column), arg_error(&notices[i]));
    free(notices);
}

bool saved_load(SavedRecord *saved, const HenkaVariant *variant, const char *path,
                FILE *complaints) {
    HenkaError error = {0};
    size_t length;
    char *text = file_read(path, &length, &error);
    HenkaRecord *record = text ? henka_record_open(text, length, variant, &error) : NULL;
    char *name = record ? strdup(path) : NULL;
    if (text && !record)
        args_say(complaints, MSG_ERROR_IN_FILE, arg_text(path), arg_number(error.line),
                 arg_number(error.column), arg_error(&error));
    else if (!text)
        fprintf(complaints, "%s\n", error.message);
    free(text);
    if (!name) {
        if (record) args_no_memory();
        henka_record_free(record);
        return false;
    }
    notices_say(record, path, complaints);
    saved_free(saved);
    *saved = (SavedRecord){record, name};
    return true;
}

void saved_free(SavedRecord *saved) {
    henka_record_free(saved->record);
    free(saved->path);
    *saved = (SavedRecord){0};
}

/* ---- saving ---------------------------------------------------------------------------------- */

static bool same_file(const char *a, const char *b) {
    struct stat x, y;
    return a && !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static HenkaRecordFormat format_of(const SavedRecord *saved, const char *path) {
    static const struct {
        const char *end;
        HenkaRecordFormat format;
    } ends[] = {{".kif", HENKA_RECORD_KIF}, {".kifu", HENKA_RECORD_KIF},
                {".ki2", HENKA_RECORD_KI2}, {".ki2u", HENKA_RECORD_KI2},
                {".usi", HENKA_RECORD_USI}, {".sfen", HENKA_RECORD_USI}};
    HenkaRecordFormat had = saved->record ? henka_record_format(saved->record) : HENKA_RECORD_HENKA;
    if (same_file(saved->path, path)) return had;
    const char *end = strrchr(path, '.');
    for (size_t i = 0; end && i < sizeof ends / sizeof *ends; i++)
        if (!strcasecmp(end, ends[i].end)) return ends[i].format;
    return had == HENKA_RECORD_USI ? HENKA_RECORD_HENKA : had;
}

/* The game as a text; the caller frees. NULL: memory ran out, or the format can't express it
 * (*length 0). */
static char *game_text(const SavedRecord *saved, const HenkaGame *game, HenkaRecordFormat format,
                       unsigned *lost, size_t *length) {
    char *text = NULL;
    *lost = 0;
    for (size_t cap = 0;; cap = *length + 1) {
        *length = saved->record ? henka_record_convert(saved->record, game, format, lost, text, cap)
                                : henka_record_write(game, format, NULL, text, cap);
        if (!*length || *length < cap) break;
        free(text);
        text = malloc(*length + 1);
        if (!text) break;
    }
    if (!*length) free(text), text = NULL;
    return text;
}

static const char *format_name(int format) {
    static const char *const names[] = {"Henka", "USI", "KIF", "KI2"};
    return format >= 0 && format < (int)(sizeof names / sizeof *names) ? names[format] : "-";
}

/* Is there a file that a record of this format must not overwrite? */
static bool is_other(const char *path, HenkaRecordFormat format, FILE *complaints) {
    struct stat there;
    HenkaError error = {0};
    size_t length = 0;
    if (stat(path, &there) || !S_ISREG(there.st_mode) || !there.st_size) return false;
    char *text = file_read(path, &length, &error);
    int found = text ? henka_record_format_of(text, length) : -1;
    free(text);
    if (found == (int)format) return false;
    if (found < 0)
        args_say(complaints, MSG_PLAY_SAVE_OVER_FILE, arg_text(path));
    else
        args_say(complaints, MSG_PLAY_SAVE_OVER_RECORD, arg_text(path),
                 arg_text(format_name(found)), arg_text(format_name((int)format)));
    return true;
}

bool saved_may(const SavedRecord *saved, const HenkaGame *game, const char *path,
               FILE *complaints) {
    HenkaRecordFormat format = format_of(saved, path);
    unsigned lost;
    size_t length;
    char *text = game_text(saved, game, format, &lost, &length);
    free(text);
    if (!length) {
        args_say(complaints, MSG_PLAY_SAVE_IMPOSSIBLE, arg_text(path),
                 arg_text(format_name((int)format)),
                 arg_text(henka_variant_title(henka_game_variant(game))));
        return false;
    }
    return !is_other(path, format, complaints);
}

static bool bytes_write(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "we");
    bool good = file && fwrite(text, 1, length, file) == length;
    if (file && fclose(file)) good = false;
    return good;
}

/* Writes a file beside it and renames that, so that a full disk leaves the old one. A path that is
 * no plain file, or beside which none can be made, is written directly. */
static bool file_replace(const char *path, const char *text, size_t length) {
    struct stat there;
    bool is_there = !lstat(path, &there);
    char *part = NULL;
    if ((is_there && !S_ISREG(there.st_mode)) ||
        asprintf(&part, "%s.part%ld", path, (long)getpid()) < 0)
        return bytes_write(path, text, length);
    bool good = bytes_write(part, text, length);
    if (good && is_there) good = !chmod(part, there.st_mode & 07777);
    good = good && !rename(part, path);
    int why = errno;
    if (!good) unlink(part);
    if (!good && (why == EACCES || why == EROFS))
        good = bytes_write(path, text, length), why = errno;
    free(part);
    errno = why;
    return good;
}

static void saved_say(const char *path, unsigned lost) {
    static const struct {
        unsigned bit;
        MessageKey key;
    } things[] = {{HENKA_LOST_COMMENTS, MSG_PLAY_LOST_COMMENTS},
                  {HENKA_LOST_TIMES, MSG_PLAY_LOST_TIMES},
                  {HENKA_LOST_BRANCHES, MSG_PLAY_LOST_BRANCHES}};
    Message said[3];
    MessageArg list[3];
    size_t count = 0;
    for (size_t i = 0; i < 3; i++)
        if (lost & things[i].bit) {
            said[count] = (Message){.key = things[i].key};
            list[count] = arg_message(&said[count]);
            count++;
        }
    if (count)
        args_say(stdout, MSG_PLAY_SAVED_WITHOUT, arg_text(path), arg_list(list, count));
    else
        args_say(stdout, MSG_PLAY_SAVED, arg_text(path));
}

bool saved_write(const SavedRecord *saved, const HenkaGame *game, const char *path,
                 FILE *complaints) {
    if (!saved_may(saved, game, path, complaints)) return false;
    unsigned lost;
    size_t length;
    char *text = game_text(saved, game, format_of(saved, path), &lost, &length);
    if (!text) return args_no_memory(), false;
    bool good = file_replace(path, text, length);
    if (good)
        saved_say(path, lost);
    else
        args_say(complaints, MSG_FILE_SAYS, arg_text(path), arg_text(strerror(errno)));
    free(text);
    return good;
}
