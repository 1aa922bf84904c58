/* datagen - games of the engine against itself, by the million: the subcommand datagen.
 *
 * Errors   A command line that can't be used is answered with a message on stderr and 2. A run that
 *          was cut short keeps what was played.
 */
#ifndef HENKA_TRAIN_DATAGEN_H
#define HENKA_TRAIN_DATAGEN_H

int datagen_main(int argc, char **argv); /* argv[0]: the subcommand */

#endif
