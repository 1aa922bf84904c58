/* libFuzzer target: any text compiles or is refused with a place in it; what compiles keeps the
 * limits of legs.h. */
#include <stdlib.h>
#include <string.h>

#include "betza/betza.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Arena *arena = arena_new(NULL);
    Power power = {0};
    HenkaError error = {0};
    if (betza_compile(arena, (const char *)data, size, &power, &error)) {
        bool none = size == 1 && *data == '-'; /* no moves */
        if (!power.term_count != none || power.term_count > POWER_TERMS) abort();
        for (int i = 0; i < power.term_count; i++)
            if (!power.terms[i].leg_count || power.terms[i].leg_count > TERM_LEGS) abort();
    } else if (!error.message[0] || error.column < 1)
        abort();
    arena_free(arena);
    return 0;
}
