/* lab - what an inventor and a tuner of engines need: tournaments that follow the exact rules, and
 * self-play games by the million.
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
