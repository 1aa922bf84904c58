#include <string.h>

#include "henka.h"

const char *henka_version(void) { return HENKA_VERSION; }
int henka_version_number(void) { return HENKA_VERSION_NUMBER; }

size_t henka_struct_size(const char *name) {
    static const struct {
        const char *name;
        size_t size; /* sizeof the struct of this name */
    } structs[] = {
#define STRUCT_SIZE(name) {#name, sizeof(name)},
        HENKA_STRUCTS(STRUCT_SIZE)
#undef STRUCT_SIZE
    };
    for (size_t i = 0; i < sizeof structs / sizeof *structs; i++)
        if (!strcmp(structs[i].name, name)) return structs[i].size;
    return 0;
}
