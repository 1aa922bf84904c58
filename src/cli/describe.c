#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int describe_run(Args *args) {
    if (!args_take(args, NULL, 0) || !args_count(args, 1, 1)) return EXIT_USAGE;
    HenkaVariant *variant = args_variant(args, args->words[0]);
    if (!variant) return 1;
    size_t length = henka_variant_describe(variant, HENKA_ENGLISH, NULL, 0);
    char *text = malloc(length + 1);
    henka_variant_describe(variant, HENKA_ENGLISH, text, length + 1);
    fputs(text, stdout);
    if (length && text[length - 1] != '\n') putchar('\n');
    free(text);
    henka_variant_free(variant);
    return 0;
}
