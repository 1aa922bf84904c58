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
    size_t count = henka_record_notices(record, NULL, 0);
    HenkaError *notices = calloc(count ? count : 1, sizeof *notices);
    if (notices) henka_record_notices(record, notices, count);
    for (size_t i = 0; notices && i < count; i++)
        args_say(complaints, MSG_NOTE_IN_FILE, arg_text(path), arg_number(notices[i].line),
                 arg_number(notices[i].column), arg_error(&notices[i]));
    free(notices);
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

static HenkaRecordFormat format_of(const SavedRecord *saved, const char *path) {
    static const struct {
        const char *end;
        HenkaRecordFormat format;
    } ends[] = {{".kif", HENKA_RECORD_KIF}, {".kifu", HENKA_RECORD_KIF},
                {".ki2", HENKA_RECORD_KI2}, {".ki2u", HENKA_RECORD_KI2},
                {".usi", HENKA_RECORD_USI}, {".sfen", HENKA_RECORD_USI}};
    struct stat loaded, there;
    HenkaRecordFormat had = saved->record ? henka_record_format(saved->record) : HENKA_RECORD_HENKA;
    if (saved->path && !stat(saved->path, &loaded) && !stat(path, &there) &&
        loaded.st_dev == there.st_dev && loaded.st_ino == there.st_ino)
        return had;
    const char *end = strrchr(path, '.');
    for (size_t i = 0; end && i < sizeof ends / sizeof *ends; i++)
        if (!strcasecmp(end, ends[i].end)) return ends[i].format;
    return had == HENKA_RECORD_USI ? HENKA_RECORD_HENKA : had;
}

/* Writes the game to a text, which the caller frees. NULL: memory ran out, or the format cannot
 * express the game (then *length is 0). */
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

bool saved_may(const SavedRecord *saved, const HenkaGame *game, const char *path,
               FILE *complaints) {
    HenkaRecordFormat format = format_of(saved, path);
    MessageArg wanted = arg_text(format_name((int)format));
    unsigned lost;
    size_t length;
    free(game_text(saved, game, format, &lost, &length));
    if (!length) {
        args_say(complaints, MSG_PLAY_SAVE_IMPOSSIBLE, arg_text(path), wanted,
                 arg_text(henka_variant_title(henka_game_variant(game))));
        return false;
    }
    /* A file that is no record of this format is not overwritten. */
    struct stat there;
    HenkaError error = {0};
    if (stat(path, &there) || !S_ISREG(there.st_mode) || !there.st_size) return true;
    char *text = file_read(path, &length, &error);
    int found = text ? henka_record_format_of(text, length) : -1;
    free(text);
    if (found == (int)format) return true;
    if (found < 0)
        args_say(complaints, MSG_PLAY_SAVE_OVER_FILE, arg_text(path));
    else
        args_say(complaints, MSG_PLAY_SAVE_OVER_RECORD, arg_text(path),
                 arg_text(format_name(found)), wanted);
    return false;
}

static bool bytes_write(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "we");
    bool good = file && fwrite(text, 1, length, file) == length;
    if (file && fclose(file)) good = false;
    return good;
}

/* Writes a new file in the same folder and renames it to `path`, so that a full disk leaves the old
 * file. If `path` is no plain file, or its folder takes no new file, writes to it directly. */
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

bool saved_write(const SavedRecord *saved, const HenkaGame *game, const char *path,
                 FILE *complaints) {
    static const struct {
        unsigned bit;
        Message said;
    } things[] = {{HENKA_LOST_COMMENTS, {.key = MSG_PLAY_LOST_COMMENTS}},
                  {HENKA_LOST_TIMES, {.key = MSG_PLAY_LOST_TIMES}},
                  {HENKA_LOST_BRANCHES, {.key = MSG_PLAY_LOST_BRANCHES}}};
    if (!saved_may(saved, game, path, complaints)) return false;
    unsigned lost;
    size_t length, count = 0;
    char *text = game_text(saved, game, format_of(saved, path), &lost, &length);
    if (!text) return args_no_memory(), false;
    MessageArg list[3];
    for (size_t i = 0; i < 3; i++)
        if (lost & things[i].bit) list[count++] = arg_message(&things[i].said);
    bool good = file_replace(path, text, length);
    if (!good)
        args_say(complaints, MSG_FILE_SAYS, arg_text(path), arg_text(strerror(errno)));
    else if (count)
        args_say(stdout, MSG_PLAY_SAVED_WITHOUT, arg_text(path), arg_list(list, count));
    else
        args_say(stdout, MSG_PLAY_SAVED, arg_text(path));
    free(text);
    return good;
}
