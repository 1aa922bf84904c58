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
        fprintf(stderr, "henka: %s\n", error.message);
        return false;
    }
    HenkaVariant *variant = henka_variant_parse(text, length, args->settings, args->setting_count, report);
    free(text);
    report_print(stdout, path, report);
    fprintf(stderr, "%s: %zu errors, %zu warnings\n", path, report->fatal_count, report->count - report->fatal_count);
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
