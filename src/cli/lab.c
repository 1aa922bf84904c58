#include "lab/lab.h"
#include "cli/commands.h"

/* The lab reads its own options: it gets the words as they stand, its name first. */
int match_run(Args *args) { return lab_match_main(args->count + 1, args->words - 1); }
int datagen_run(Args *args) { return lab_datagen_main(args->count + 1, args->words - 1); }
int tune_run(Args *args) { return lab_tune_main(args->count + 1, args->words - 1); }
