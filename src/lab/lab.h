/* lab - what inventors of games and tuners of engines need: tournaments under the exact rules
 * (match), studies of a game (study), self-play games by the million (datagen), fitting an
 * evaluation and training a network (tune).
 *
 * Errors   Command lines are answered with a message on stderr and 2; a match or a run that was cut
 *          short keeps what was played.
 */
#ifndef HENKA_LAB_LAB_H
#define HENKA_LAB_LAB_H

int lab_match_main(int argc, char **argv);   /* argv[0]: "match" */
int lab_study_main(int argc, char **argv);   /* argv[0]: "study" */
int lab_datagen_main(int argc, char **argv); /* argv[0]: "datagen" */
int lab_tune_main(int argc, char **argv);    /* argv[0]: "tune" */

#endif
