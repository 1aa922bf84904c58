/* docs/format.md: its table of keys is the one schema.def makes (with --write it becomes so), and
 * its example is a good file. Every key of schema.def is used by a shipped game or by a file named
 * after it on the command line. */
#include "check.h"
#include "files.h"
#include "format/keys.h"
#include "variant/variant.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 18 };
static const char start_mark[] = "<!-- keys -->\n", end_mark[] = "<!-- end of keys -->";
static char all_games[TEXT_BYTES * 2];

static void write_table(const char *path, const char *text, const char *start, const char *end,
                        const char *table) {
    FILE *file = fopen(path, "wb");
    CHECK(file, "cannot write %s", path);
    if (!file) return;
    fprintf(file, "%.*s%s%s", (int)(start - text), text, table, end);
    fclose(file);
}

static void check_table(const char *path, bool writes) {
    char *text = file_text(path), *start = strstr(text, start_mark), *end = strstr(text, end_mark),
         *table = calloc(1, TEXT_BYTES);
    CHECK(start && end, "%s has no place for the table of keys", path);
    if (start && end) {
        start += strlen(start_mark);
        Out out = out_to(table, TEXT_BYTES);
        out_char(&out, '\n');
        keys_document(&out);
        out_char(&out, '\n');
        bool same = out.length == (size_t)(end - start) && !memcmp(table, start, out.length);
        if (writes)
            write_table(path, text, start, end, table);
        else
            CHECK(same, "the keys of %s are not those of schema.def: run this test with --write",
                  path);
    }
    free(text);
    free(table);
}

static void check_example(const char *path) {
    char *text = file_text(path), *start = strstr(text, "```ini\n"),
         *end = start ? strstr(start + 7, "```") : NULL;
    HenkaDiagnostic entries[16];
    HenkaReport report = {.entries = entries, .cap = 16};
    CHECK(end, "%s has no example", path);
    if (end) {
        HenkaVariant *v =
            henka_variant_parse(start + 7, (size_t)(end - start) - 7, NULL, 0, &report);
        CHECK(v && !report.count, "the example: %d:%d: %s", report.count ? entries[0].at.line : 0,
              report.count ? entries[0].at.column : 0, report.count ? entries[0].at.message : "");
        henka_variant_free(v);
    }
    free(text);
}

/* `key=` at the start of a line or after a blank. */
static bool is_used(const char *key) {
    size_t length = strlen(key);
    for (const char *at = all_games; (at = strstr(at, key)); at += length)
        if (at[length] == '=' && (at == all_games || at[-1] == '\n' || at[-1] == ' ')) return true;
    return false;
}

static void check_coverage(int count, char **paths) {
    for (size_t i = 0; henka_shipped_name(i); i++) strcat(all_games, henka_shipped_text(i, NULL));
    for (int i = 0; i < count; i++) {
        char *text = file_text(paths[i]);
        strcat(all_games, text);
        free(text);
    }
    for (int i = 0; key_at(i); i++) {
        const Key *key = key_at(i);
        if (key->kind == KEY_SECTION || key->kind == KEY_FOREIGN || key->kind == KEY_DRAWS)
            continue;
        CHECK(is_used(key->name), "no game uses `%s`", key->name);
    }
}

int main(int count, char **arguments) {
    bool writes = count > 2 && !strcmp(arguments[2], "--write");
    if (count < 2) return 2;
    check_table(arguments[1], writes);
    check_example(arguments[1]);
    if (!writes) check_coverage(count - 2, arguments + 2);
    return check_done();
}
