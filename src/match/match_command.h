/* match_command - plays a tournament: the subcommand match.
 *
 * Errors   A command line that can't be used is answered with a message on stderr and 2. A run that
 *          was cut short keeps what was played.
 */
#ifndef HENKA_MATCH_MATCH_COMMAND_H
#define HENKA_MATCH_MATCH_COMMAND_H

int match_main(int argc, char **argv); /* argv[0]: the subcommand */

#endif
