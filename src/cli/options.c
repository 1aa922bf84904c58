#include "cli/options.h"

#include "base/out.h"
#include "match/arguments.h"
#include "protocol/file.h"
#include "protocol/registry.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int args_usage(const Args *args) {
    args_say(stderr, MSG_USAGE, arg_text(args->usage));
    return EXIT_USAGE;
}

int args_fail(const HenkaError *error) {
    args_say(stderr, MSG_HENKA_SAYS, arg_error(error));
    return 1;
}

int args_no_memory(void) {
    args_complain(MSG_NO_MEMORY);
    return 1;
}

bool args_take(Args *args, const CommandOption *options, size_t option_count, int least, int most) {
    HenkaError error;
    bool good = args_parse(args, options, option_count, &error);
    if (!good) args_fail(&error);
    good = good && args->count >= least && (most < 0 || args->count <= most);
    if (!good) args_usage(args);
    return good;
}

/* ---- the game and the position a command is about -------------------------------------------- */

void args_report(FILE *file, const char *path, const HenkaDiagnostic *entry) {
    args_say(file,
             entry->fatal  ? MSG_REPORT_ERROR
             : entry->note ? MSG_REPORT_NOTE
                           : MSG_REPORT_WARNING,
             arg_text(path), arg_number(entry->at.line), arg_number(entry->at.column),
             arg_error(&entry->at));
}

void args_unknown_game(const char *name) {
    Registry *registry = registry_new();
    const char *near = registry_near(registry, name);
    if (near)
        args_complain(MSG_GAME_OR_FILE_UNKNOWN_NEAR, arg_text(name), arg_text(near));
    else
        args_complain(MSG_GAME_OR_FILE_UNKNOWN, arg_text(name));
    MessageArg names[64];
    size_t count = registry_count(registry);
    assert(count <= sizeof names / sizeof *names); /* only games inside the library */
    for (size_t i = 0; i < count; i++) names[i] = arg_text(registry_name(registry, i));
    args_say(stderr, MSG_GAMES_LIST, arg_list(names, count));
    registry_free(registry);
}

/* Prints why a game was refused. An entry without a line number may be about a --set setting. */
static void refusal_print(const Args *args, const char *name, const HenkaReport *report) {
    for (size_t i = 0; i < report->count && i < report->cap; i++) {
        const HenkaDiagnostic *entry = &report->entries[i];
        const char *meant = NULL;
        for (size_t k = 0; k < args->settings.count && !entry->at.line && !meant; k++) {
            const char *text = args->settings.texts[k];
            char quoted[128];
            snprintf(quoted, sizeof quoted, "option `%.*s`", (int)strcspn(text, "="), text);
            if (strstr(entry->at.message, quoted)) meant = text;
        }
        if (meant)
            args_complain(MSG_SETTING_REFUSED, arg_text(meant), arg_error(&entry->at));
        else
            args_report(stderr, name, entry);
    }
    if (report->count > report->cap)
        args_say(stderr, MSG_REPORT_MORE, arg_text(name),
                 arg_number((int64_t)(report->count - report->cap)));
}

HenkaVariant *args_variant(const Args *args, const char *name, const char *eval, const char *net) {
    HenkaDiagnostic entries[64];
    HenkaReport report = {.entries = entries, .cap = 64};
    HenkaError error;
    if (!file_names_game(name)) return args_unknown_game(name), NULL;
    HenkaVariant *variant =
        file_variant(name, args->settings.texts, args->settings.count, &report, &error);
    if (!variant && report.count) return refusal_print(args, name, &report), NULL;
    if (variant &&
        (!eval || arguments_numbers(variant, name, args->settings.count, eval, net, &error)))
        return variant;
    args_fail(&error);
    henka_variant_free(variant);
    return NULL;
}

HenkaGame *args_position(const Args *args, const HenkaVariant *variant, int first) {
    Out words = out_growing();
    for (int i = first; i < args->count; i++)
        out_format(&words, "%s%s", i > first ? " " : "", args->words[i]);
    char *sfen = out_take(&words);
    if (!sfen) return args_no_memory(), NULL;
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(variant, *sfen ? sfen : NULL, &error);
    if (!game) args_complain(MSG_SFEN_REFUSED, arg_number(error.column), arg_error(&error));
    free(sfen);
    return game;
}

static int text_order(const void *a, const void *b) { return strcmp(a, b); }

MoveText *args_moves(const HenkaGame *game, size_t *count) {
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
    MoveText *texts = moves ? malloc(HENKA_MAX_MOVES * sizeof *texts) : NULL;
    *count = texts ? henka_game_moves(game, moves, HENKA_MAX_MOVES) : 0;
    for (size_t i = 0; i < *count; i++) {
        texts[i].move = moves[i];
        henka_move_text(game, moves[i], HENKA_USI, texts[i].text, sizeof texts[i].text);
    }
    if (texts)
        qsort(texts, *count, sizeof *texts, text_order);
    else
        args_no_memory();
    free(moves);
    return texts;
}
