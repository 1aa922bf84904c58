/* Writing a variant and reading it back gives the same game; writing that gives the same text.
 * Every shipped game, every setting of it, and every file in data/. */
#include "files.h"
#include "same.h"

#include "format/write.h"

#include <stdlib.h>

enum { TEXT_BYTES = 1 << 18 };
static char written[TEXT_BYTES], again[TEXT_BYTES];
static HenkaDiagnostic entries[64];

static HenkaVariant *parse(const char *what, const char *from, size_t length, const char *setting) {
    HenkaReport report = {.entries = entries, .cap = 64};
    HenkaVariant *v = henka_variant_parse(from, length, &setting, setting != NULL, &report);
    CHECK(v, "%s %s is refused", what, setting ? setting : "");
    for (size_t i = 0; !v && i < report.count && i < report.cap; i++)
        printf("  %d:%d: %s\n", entries[i].at.line, entries[i].at.column, entries[i].at.message);
    return v;
}

static void check_round(const char *what, const HenkaVariant *v) {
    Out out = out_to(written, sizeof written);
    write_variant(v, &out);
    HenkaVariant *back = parse(what, written, out.length, NULL);
    if (!back) return;
    check_same(what, v, back);
    Out once_more = out_to(again, sizeof again);
    write_variant(back, &once_more);
    CHECK(!strcmp(written, again), "%s: written twice, two texts", what);
    henka_variant_free(back);
}

/* The game as it stands and with each single choice. */
static void check_text(const char *name, const char *from, size_t length) {
    HenkaVariant *v = parse(name, from, length, NULL);
    if (!v) return;
    check_round(name, v);
    for (size_t i = 0; i < henka_variant_option_count(v); i++) {
        HenkaOption option = henka_variant_option(v, i);
        for (size_t j = 1; j < option.choice_count; j++) {
            char setting[128];
            snprintf(setting, sizeof setting, "%s=%s", option.name, option.choices[j]);
            HenkaVariant *other = parse(name, from, length, setting);
            if (other) {
                CHECK(!strcmp(henka_variant_option(other, i).value, option.choices[j]),
                      "%s: %s is not in force", name, setting);
                check_round(setting, other);
            }
            henka_variant_free(other);
        }
    }
    henka_variant_free(v);
}

static void check_file(const char *path) {
    char *read = file_text(path);
    CHECK(read, "cannot read %s", path);
    if (read) check_text(path, read, strlen(read));
    free(read);
}

int main(int count, char **arguments) {
    size_t length;
    for (size_t i = 0; henka_shipped_name(i); i++) {
        const char *shipped = henka_shipped_text(i, &length);
        check_text(henka_shipped_name(i), shipped, length);
    }
    for (int i = 1; i < count; i++) check_file(arguments[i]);
    return check_done();
}
