/* commands - the subcommands datagen, which plays millions of games of the engine against itself,
 * and tune, which fits an evaluation or trains a network.
 *
 * Errors   For a command line that can't be used: a message on stderr, and exit status 2. A run
 *          that is interrupted keeps the games it has played.
 */
#ifndef HENKA_TRAIN_COMMANDS_H
#define HENKA_TRAIN_COMMANDS_H

#include "base/args.h"

int datagen_run(Args *);
int tune_run(Args *);

#endif
