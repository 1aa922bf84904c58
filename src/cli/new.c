/* new - `henka new` writes the file that an inventor of a game begins with; `henka import FILE
 * NAME` writes one from a game that Fairy-Stockfish plays. */
#include "cli/commands.h"
#include "henka_import.h"
#include "protocol/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parses the text, to be sure that it is a valid game, and writes it to a new file. A file that
 * could not be written completely is removed. The name of a shipped game is refused, because the
 * new game would hide that game. */
static int text_write(const char *path, const char *text) {
    HenkaReport report = {0};
    HenkaVariant *made = henka_variant_parse(text, strlen(text), NULL, 0, &report);
    if (!made) return args_no_memory();
    const char *shipped, *name = henka_variant_name(made);
    bool taken = false, standard = !strcmp(path, "-"), good = true;
    for (size_t i = 0; (shipped = henka_shipped_name(i)); i++) taken |= !strcmp(shipped, name);
    FILE *file = standard ? stdout : taken ? NULL : fopen(path, "wbx");
    if (file) good = fputs(text, file) >= 0 || standard;
    if (file && !standard) good = !fclose(file) && good;
    if (!file && taken)
        args_complain(MSG_NEW_NAME_SHIPPED, arg_text(path), arg_text(name));
    else if (!file && errno == EEXIST)
        args_complain(MSG_NEW_FILE_EXISTS, arg_text(path));
    else if (!file || !good)
        args_complain(MSG_FILE_SAYS, arg_text(path), arg_text(strerror(errno)));
    else if (!standard)
        args_say(stdout, MSG_NEW_WRITTEN, arg_text(path), arg_text(henka_variant_title(made)));
    if (file && !good) remove(path);
    henka_variant_free(made);
    return !file || !good;
}

int new_run(Args *args) {
    const char *like = NULL;
    const CommandOption options[] = {{"--like", OPTION_TEXT, &like}};
    if (!args_take(args, options, 1, 1, 1)) return EXIT_USAGE;
    if (args->settings.count) return args_usage(args);
    const char *path = args->words[0], *slash = strrchr(path, '/');
    HenkaVariant *variant = like ? args_variant(args, like, NULL, NULL) : NULL;
    if (like && !variant) return 1;
    const char *base = strcmp(path, "-") ? slash ? slash + 1 : path : "";
    const char *dot = strrchr(base, '.');
    char *name = strndup(base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
    size_t length = name ? henka_variant_template(variant, name, HENKA_ENGLISH, NULL, 0) : 0;
    char *text = length ? malloc(length + 1) : NULL;
    bool whole =
        text && henka_variant_template(variant, name, HENKA_ENGLISH, text, length + 1) == length;
    int status = whole ? text_write(path, text) : args_no_memory();
    free(text);
    free(name);
    henka_variant_free(variant);
    return status;
}

int new_import(Args *args) {
    enum { FINDINGS_CAP = 256 };
    const char *path = args->words[0], *name = args->words[1];
    HenkaError error;
    size_t length;
    if (args->settings.count) return args_usage(args);
    char *text = file_read_game(path, &length, &error);
    if (!text) return args_fail(&error);
    HenkaReport report = {.entries = calloc(FINDINGS_CAP, sizeof *report.entries),
                          .cap = FINDINGS_CAP};
    bool memory = report.entries;
    size_t size = memory ? henka_variant_import(text, length, name, NULL, 0, &report) : 0;
    for (size_t i = 0; i < report.count && i < report.cap; i++)
        args_report(stderr, path, &report.entries[i]);
    char *made = size ? malloc(size + 1) : NULL;
    bool whole = made && henka_variant_import(text, length, name, made, size + 1, NULL) == size;
    if (whole) fputs(made, stdout);
    free(made);
    free(report.entries);
    free(text);
    if (!whole && (size || !memory)) args_no_memory();
    return !whole;
}
