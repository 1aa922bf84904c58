/* Every game in the library reads without a word of complaint, and starts where the perft tables
 * start. */
#include "check.h"
#include "henka.h"

#include <string.h>

static HenkaDiagnostic entries[64];

static void print_report(const char *what, const HenkaReport *report) {
    for (size_t i = 0; i < report->count && i < report->cap; i++)
        printf("%s:%d:%d: %s%s\n", what, entries[i].at.line, entries[i].at.column,
               entries[i].fatal ? "" : "warning: ", entries[i].at.message);
}

/* First row of the game's perft table. */
static void start_of_table(const char *root, const char *game, char *sfen, size_t cap) {
    char path[512];
    snprintf(path, sizeof path, "%s/tests/data/perft/%s.tsv", root, game);
    FILE *file = fopen(path, "r");
    *sfen = '\0';
    while (file && fgets(sfen, (int)cap, file) && *sfen == '#') {}
    if (file) fclose(file);
    sfen[strcspn(sfen, "\t\n")] = '\0';
}

static void check_game(const char *root, const char *name) {
    HenkaReport report = {.entries = entries, .cap = 64};
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, &report);
    CHECK(v && report.count == 0, "%s: %zu findings", name, report.count);
    print_report(name, &report);
    if (!v) return;
    char sfen[4096];
    start_of_table(root, name, sfen, sizeof sfen);
    CHECK(!strcmp(sfen, henka_variant_start(v)), "%s starts at\n%s, the table at\n%s", name,
          henka_variant_start(v), sfen);
    CHECK(!strcmp(henka_variant_name(v), name), "%s calls itself %s", name, henka_variant_name(v));
    CHECK(*henka_variant_about(v, "story") && *henka_variant_about(v, "source"),
          "%s tells neither story nor source", name);
    for (int type = 1; type <= henka_variant_type_count(v); type++) {
        HenkaType t = henka_variant_type(v, type);
        CHECK(*t.kanji && *t.kanji1 && *t.western, "%s: %s lacks a name to write", name, t.id);
    }
    henka_variant_free(v);
}

int main(int count, char **arguments) {
    static const char *const order[] = {"ito",     "rutherford", "suzumu",
                                        "shinogi", "okisaki",    "shogi"};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        CHECK(henka_shipped_name(i) && !strcmp(henka_shipped_name(i), order[i]),
              "game %zu is not %s", i, order[i]);
        check_game(count > 1 ? arguments[1] : ".", order[i]);
    }
    CHECK(!henka_shipped_name(6), "a seventh game");
    return check_done();
}
