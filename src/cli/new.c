/* new - `henka new` writes the file that an inventor of a game begins with; `henka import FILE
 * NAME` writes one from a game that Fairy-Stockfish plays. */
#include "cli/commands.h"
#include "protocol/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NULL: no memory. */
static char *template_make(const HenkaVariant *like, const char *name) {
    size_t length = henka_variant_template(like, name, HENKA_ENGLISH, NULL, 0);
    char *text = length ? malloc(length + 1) : NULL;
    if (!text || henka_variant_template(like, name, HENKA_ENGLISH, text, length + 1) == length)
        return text;
    free(text);
    return NULL;
}

/* Writes a new file. A file that could not be written completely is removed. */
static bool file_make(const char *path, const char *text) {
    FILE *file = fopen(path, "wbx");
    if (!file && errno == EEXIST) {
        args_complain(MSG_NEW_FILE_EXISTS, arg_text(path));
        return false;
    }
    bool good = file && fputs(text, file) >= 0;
    if (file) good = !fclose(file) && good;
    if (good) return true;
    args_complain(MSG_FILE_SAYS, arg_text(path), arg_text(strerror(errno)));
    if (file) remove(path);
    return false;
}

/* Reads the text as a game, to be sure that it is valid, and writes it. A name that another game
 * has would hide that game. */
static int text_write(const char *path, const char *text) {
    HenkaReport report = {0};
    HenkaVariant *made = henka_variant_parse(text, strlen(text), NULL, 0, &report);
    if (!made) return args_no_memory();
    const char *shipped, *name = henka_variant_name(made);
    bool taken = false;
    for (size_t i = 0; (shipped = henka_shipped_name(i)); i++) taken |= !strcmp(shipped, name);
    int status = 0;
    if (!strcmp(path, "-"))
        fputs(text, stdout);
    else if (taken) {
        args_complain(MSG_NEW_NAME_SHIPPED, arg_text(path), arg_text(name));
        status = 1;
    } else if (file_make(path, text))
        args_say(stdout, MSG_NEW_WRITTEN, arg_text(path), arg_text(henka_variant_title(made)));
    else
        status = 1;
    henka_variant_free(made);
    return status;
}

int new_run(Args *args) {
    const char *like = NULL;
    const CommandOption options[] = {{"--like", OPTION_TEXT, &like}};
    if (!args_take(args, options, 1) || !args_count(args, 1, 1)) return EXIT_USAGE;
    if (args->settings.count) return args_usage(args);
    const char *path = args->words[0], *slash = strrchr(path, '/');
    HenkaVariant *variant = like ? args_variant(args, like) : NULL;
    if (like && !variant) return 1;
    const char *base = strcmp(path, "-") ? slash ? slash + 1 : path : "";
    const char *dot = strrchr(base, '.');
    char *name = strndup(base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
    char *text = name ? template_make(variant, name) : NULL;
    int status = text ? text_write(path, text) : args_no_memory();
    free(text);
    free(name);
    henka_variant_free(variant);
    return status;
}

/* ---- import */

enum { FINDINGS_CAP = 256 };

static int game_print(const char *path, const char *text, size_t length, const char *name) {
    HenkaDiagnostic *entries = calloc(FINDINGS_CAP, sizeof *entries);
    HenkaReport report = {.entries = entries, .cap = FINDINGS_CAP};
    if (!entries) return args_no_memory();
    size_t size = henka_variant_import(text, length, name, NULL, 0, &report);
    char *made = size ? malloc(size + 1) : NULL;
    for (size_t i = 0; i < report.count && i < report.cap; i++)
        args_report(stderr, path, &entries[i]);
    free(entries);
    if (!made) return size ? args_no_memory() : 1;
    bool whole = henka_variant_import(text, length, name, made, size + 1, NULL) == size;
    if (whole) fputs(made, stdout);
    free(made);
    return whole ? 0 : args_no_memory();
}

int new_import(Args *args) {
    HenkaError error;
    size_t length;
    if (args->settings.count) return args_usage(args);
    char *text = file_read_game(args->words[0], &length, &error);
    if (!text) {
        args_say(stderr, MSG_HENKA_SAYS, arg_error(&error));
        return 1;
    }
    int status = game_print(args->words[0], text, length, args->words[1]);
    free(text);
    return status;
}
