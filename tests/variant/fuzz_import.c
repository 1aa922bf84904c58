/* libFuzzer: any file of variants, any name: what is imported is a game that reads; the length is
 * that of the text. The first line is the name of the section. */
#include "henka_import.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 17, NAME_BYTES = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char made[TEXT_BYTES], name[NAME_BYTES];
    const char *text = (const char *)data, *cut = memchr(text, '\n', size);
    HenkaDiagnostic entries[8];
    HenkaReport report = {.entries = entries, .cap = 8};
    if (!cut || (size_t)(cut - text) >= NAME_BYTES) return 0;
    memcpy(name, text, (size_t)(cut - text));
    name[cut - text] = '\0';
    cut++;
    size_t length =
        henka_variant_import(cut, size - (size_t)(cut - text), name, made, sizeof made, &report);
    if (!length != (report.fatal_count > 0)) abort();
    if (!length) return 0;
    HenkaVariant *v = henka_variant_parse(made, strlen(made), NULL, 0, NULL);
    if (!v || length != strlen(made)) abort();
    henka_variant_free(v);
    return 0;
}
