/* fuzz_game - the shipped games for fuzz targets: the first byte chooses one. */
#ifndef HENKA_TESTS_FUZZ_GAME_H
#define HENKA_TESTS_FUZZ_GAME_H

#include <stdlib.h>
#include <string.h>

#include "henka.h"

static const HenkaVariant *fuzz_variant(uint8_t choice) {
    static HenkaVariant *variants[16];
    static size_t count;
    while (count < 16 && henka_shipped_name(count)) {
        variants[count] = henka_variant_shipped(henka_shipped_name(count), NULL, 0, NULL);
        if (!variants[count++]) abort();
    }
    return variants[choice % count];
}

static inline char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (!text) abort();
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

#endif
