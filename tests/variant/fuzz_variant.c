/* libFuzzer: any text is read or refused; what was read is written, read again, and is then written
 * the same. */
#include "henka.h"
#include "variant/write.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 21, READABLE_BYTES = 1 << 18 };

static HenkaVariant *parse(const char *text, size_t length) {
    HenkaDiagnostic entries[8];
    HenkaReport report = {.entries = entries, .cap = 8};
    HenkaVariant *v = henka_variant_parse(text, length, NULL, 0, &report);
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
