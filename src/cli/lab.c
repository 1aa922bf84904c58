#include "lab/lab.h"
#include "cli/commands.h"

/* The word before the first is the command's own name. */
int match_command(Args *args) { return lab_match_main(args->count + 1, args->words - 1); }
int datagen_command(Args *args) { return lab_datagen_main(args->count + 1, args->words - 1); }
