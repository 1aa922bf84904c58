/* tune - fits an evaluation or trains a network: the subcommand tune.
 *
 * Errors   A command line that can't be used is answered with a message on stderr and 2. A run that
 *          was cut short keeps what was played.
 */
#ifndef HENKA_TRAIN_TUNE_H
#define HENKA_TRAIN_TUNE_H

int tune_main(int argc, char **argv); /* argv[0]: the subcommand */

#endif
