/* files - a file that a test reads: its whole text, or the game in it. */
#ifndef HENKA_TESTS_FILES_H
#define HENKA_TESTS_FILES_H

#include "check.h"
#include "henka.h"

#include <stdlib.h>
#include <string.h>

/* The text, closed with NUL, for the caller to free. NULL: the file cannot be read. */
static inline char *file_text(const char *path) {
    FILE *file = path ? fopen(path, "rb") : NULL;
    char *text = NULL;
    size_t length = 0, cap = 0;
    while (file && (text = realloc(text, cap += 1 << 16)) &&
           (length += fread(text + length, 1, cap - length - 1, file)) == cap - 1) {}
    if (file) fclose(file);
    if (text) text[length] = '\0';
    return text;
}

/* The game of FOLDER/NAME. A failing check names the first finding. */
static inline HenkaVariant *file_game(const char *folder, const char *name) {
    char path[512];
    HenkaDiagnostic entries[8];
    HenkaReport report = {.entries = entries, .cap = 8};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = file_text(path);
    HenkaVariant *variant = text ? henka_variant_parse(text, strlen(text), NULL, 0, &report) : NULL;
    CHECK(variant, "%s: %s", path, report.count ? entries[0].at.message : "cannot be read");
    free(text);
    return variant;
}

#endif
