#include "cli/commands.h"

#include <stdio.h>

int variants_run(Args *args) {
    if (!args_take(args, NULL, 0) || !args_count(args, 0, 0)) return EXIT_USAGE;
    const char *name;
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) {
        HenkaVariant *variant = args_variant(args, name);
        if (!variant) return 1;
        char board[16];
        snprintf(board, sizeof board, "%dx%d", henka_variant_files(variant),
                 henka_variant_ranks(variant));
        printf("%-12s %-6s %s\n", name, board, henka_variant_title(variant));
        henka_variant_free(variant);
    }
    return 0;
}
