#include "cli/commands.h"
#include "protocol/catalogue.h"

#include <stdio.h>
#include <stdlib.h>

enum { REPORT_CAP = 4096 };

static bool file_check(const Args *args, const char *path, HenkaReport *report) {
    HenkaError error;
    size_t length;
    char *text = file_read(path, &length, &error);
    if (!text) {
        HenkaVariant *shipped = henka_variant_shipped(path, NULL, 0, NULL);
        fprintf(stderr, "henka: %s%s%s\n", error.message,
                shipped ? "; the game of that name has no file to check: henka describe " : "",
                shipped ? path : "");
        henka_variant_free(shipped);
        return false;
    }
    HenkaVariant *variant =
        henka_variant_parse(text, length, args->settings, args->setting_count, report);
    free(text);
    report_print(stdout, path, report);
    size_t errors = report->fatal_count, warnings = report->count - errors;
    fprintf(stderr, "%s: %zu error%s, %zu warning%s\n", path, errors, errors == 1 ? "" : "s",
            warnings, warnings == 1 ? "" : "s");
    if (!variant) return false;
    henka_variant_free(variant);
    return !report->fatal_count;
}

int check_run(Args *args) {
    if (!args_take(args, NULL, 0) || !args_count(args, 1, -1)) return EXIT_USAGE;
    HenkaDiagnostic *entries = calloc(REPORT_CAP, sizeof *entries);
    bool good = true;
    for (int i = 0; i < args->count; i++) {
        HenkaReport report = {.entries = entries, .cap = REPORT_CAP};
        good &= file_check(args, args->words[i], &report);
    }
    free(entries);
    return !good;
}
