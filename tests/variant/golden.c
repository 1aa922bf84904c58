/* Made-up games as the library reads them: what it finds, how it describes and writes the game, and
 * what is described otherwise under each other setting (difference.h), compared with
 * golden/NAME.txt. Usage: test-variant-golden FOLDER GAME..., with --write in front the files are
 * written anew. */
#include "check.h"
#include "difference.h"
#include "format/write.h"
#include "henka.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 18 };
static char text[TEXT_BYTES], described[TEXT_BYTES], made[TEXT_BYTES], golden[TEXT_BYTES];
static HenkaDiagnostic entries[64];

static size_t file_read(const char *path, char *into) {
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(into, 1, TEXT_BYTES - 1, file) : 0;
    if (file) fclose(file);
    into[length] = '\0';
    return length;
}

static void put_findings(Out *out, const HenkaReport *report) {
    for (size_t i = 0; i < report->count && i < report->cap; i++)
        out_format(out, "%d:%d: %s: %s\n", entries[i].at.line, entries[i].at.column,
                   entries[i].fatal  ? "error"
                   : entries[i].note ? "note"
                                     : "warning",
                   entries[i].at.message);
}

/* The description in every language. */
static void describe(const HenkaVariant *v, char *words) {
    size_t used = 0;
    for (unsigned language = 0; language < HENKA_LANGUAGES; language++) {
        size_t length = henka_variant_describe(v, language, words + used, TEXT_BYTES - used);
        CHECK(length == strlen(words + used), "a description of %zu bytes says that it has %zu",
              strlen(words + used), length);
        used += length;
    }
}

/* The game under every choice but the standard ones, one at a time. */
static void put_settings(Out *out, const HenkaVariant *v, size_t length) {
    static char words[TEXT_BYTES], difference[TEXT_BYTES];
    for (size_t i = 0; i < henka_variant_option_count(v); i++) {
        HenkaOption option = henka_variant_option(v, i);
        for (size_t j = 1; j < option.choice_count; j++) {
            char setting[128];
            const char *settings[] = {setting};
            snprintf(setting, sizeof setting, "%s=%s", option.name, option.choices[j]);
            HenkaVariant *other = henka_variant_parse(text, length, settings, 1, NULL);
            CHECK(other, "%s is refused", setting);
            if (!other) continue;
            out_format(out, "==== described with %s\n", setting);
            describe(other, words);
            difference_write(difference, described, words);
            out_text(out, difference);
            henka_variant_free(other);
        }
    }
}

static void check_game(const char *folder, const char *path, bool writes) {
    char golden_path[512];
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    snprintf(golden_path, sizeof golden_path, "%s/%.*s.txt", folder, (int)strcspn(name, "."), name);
    size_t length = file_read(path, text);
    HenkaReport report = {.entries = entries, .cap = 64};
    HenkaVariant *v = henka_variant_parse(text, length, NULL, 0, &report);
    Out out = out_to(made, sizeof made);
    out_text(&out, "==== found\n");
    put_findings(&out, &report);
    CHECK(v, "%s is refused:\n%s", name, made);
    if (!v) return;
    out_text(&out, "==== described\n");
    describe(v, described);
    out_text(&out, described);
    out_text(&out, "==== written\n");
    write_variant(v, &out);
    put_settings(&out, v, length);
    henka_variant_free(v);
    FILE *file = writes ? fopen(golden_path, "wb") : NULL;
    if (file) fputs(made, file), fclose(file);
    file_read(golden_path, golden);
    size_t same = 0;
    while (made[same] && made[same] == golden[same]) same++;
    while (same && made[same - 1] != '\n') same--;
    CHECK(!strcmp(made, golden), "%s\n  expected %.*s\n  found    %.*s", name,
          (int)strcspn(golden + same, "\n"), golden + same, (int)strcspn(made + same, "\n"),
          made + same);
}

int main(int count, char **arguments) {
    bool writes = count > 1 && !strcmp(arguments[1], "--write");
    CHECK(count > 2 + writes, "give a folder and games");
    for (int i = 2 + writes; i < count; i++)
        check_game(arguments[1 + writes], arguments[i], writes);
    return check_done();
}
