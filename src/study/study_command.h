/* study_command - plays and reports a study: the subcommand study.
 *
 * Errors   A command line that can't be used is answered with a message on stderr and 2. A run that
 *          was cut short keeps what was played.
 */
#ifndef HENKA_STUDY_STUDY_COMMAND_H
#define HENKA_STUDY_STUDY_COMMAND_H

int study_main(int argc, char **argv); /* argv[0]: the subcommand */

#endif
