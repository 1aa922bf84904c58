/* libFuzzer: any text is read or refused; what was read is written, read again, and is then written
 * the same. A last line `# set NAME=VALUE` is a setting besides. */
#include "format/write.h"
#include "henka.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 21, READABLE_BYTES = 1 << 18 };

/* What stands after the last `# set ` of the text, up to the end of that line; "": there is none. */
static const char *setting_of(const char *text, size_t length) {
    static const char mark[] = "# set ";
    static char setting[64];
    size_t used = 0;
    for (size_t at = length; at-- > 0 && !used;) {
        if (length - at < sizeof mark || memcmp(text + at, mark, sizeof mark - 1)) continue;
        for (at += sizeof mark - 1; at < length && text[at] > ' ' && used < sizeof setting - 1;)
            setting[used++] = text[at++];
        break;
    }
    setting[used] = '\0';
    return setting;
}

static HenkaVariant *parse(const char *text, size_t length) {
    HenkaDiagnostic entries[8];
    HenkaReport report = {.entries = entries, .cap = 8};
    const char *setting = setting_of(text, length);
    HenkaVariant *v = henka_variant_parse(text, length, &setting, *setting != '\0', &report);
    if ((v != NULL) != (report.fatal_count == 0)) abort();
    return v;
}

static char *written(const HenkaVariant *v) {
    char *text = malloc(TEXT_BYTES);
    Out out = out_to(text, TEXT_BYTES);
    write_variant(v, &out);
    if (out.length >= TEXT_BYTES) abort();
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    HenkaVariant *v = parse((const char *)data, size);
    if (!v) return 0;
    char *once = written(v);
    HenkaVariant *back = parse(once, strlen(once));
    if (!back && strlen(once) <= READABLE_BYTES) abort();
    if (!back) {
        free(once);
        henka_variant_free(v);
        return 0;
    }
    char *twice = written(back);
    if (strcmp(once, twice)) abort();
    free(once);
    free(twice);
    henka_variant_free(v);
    henka_variant_free(back);
    return 0;
}
