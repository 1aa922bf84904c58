/* options - the words after `henka COMMAND`: the options of base/args.h, --set, and the game that a
 * command is about.
 *
 * Errors   A wrong option prints what is wrong and the usage line on standard error; the command
 *          then returns EXIT_USAGE.
 */
#ifndef HENKA_CLI_OPTIONS_H
#define HENKA_CLI_OPTIONS_H

#include "base/args.h"

#include "base/message.h"

#include <stdio.h>

/* args_say on standard error, after the name of the program. */
#define args_complain(...) args_say(stderr, MSG_HENKA_SAYS, ARG_SAY(__VA_ARGS__))

enum { EXIT_USAGE = 2 };

/* The words of one command. */
typedef struct Args {
    const char
        *usage;   /* "henka moves GAME [SFEN] ...": the form of the command, from commands.def */
    char **words; /* after the name of the command; args_take leaves those that are no options */
    int count;    /* of words */
    Settings settings; /* --set */
} Args;

/* Takes the options of the table, and --set, out of args->words. */
bool args_take(Args *, const CommandOption *, size_t option_count);
/* Between least and most words must be left (most < 0: any number). */
bool args_count(const Args *, int least, int most);
int args_usage(const Args *); /* prints it; EXIT_USAGE */
int args_no_memory(void);     /* prints that memory ran out; returns the exit status for it */

/* The game that a command is about: a shipped name or a path, under the --set settings. NULL: the
 * error was printed. */
HenkaVariant *args_variant(const Args *, const char *name);
/* Prints that no game and no file has this name, which game may be meant, and the list of games. */
void args_unknown_game(const char *name);
/* Gives it, before it is used, the numbers and the network that --eval and --net name ("": the
 * files beside its own, else the delivered ones). False: the error was printed. */
bool args_numbers(const Args *, HenkaVariant *, const char *name, const char *eval,
                  const char *net);
/* A position of the game: words[first..] are its SFEN; none: the start. NULL: the error was
 * printed. */
HenkaGame *args_position(const Args *, const HenkaVariant *, int first);
/* Prints an entry as FILE:LINE:COLUMN: text. */
void args_report(FILE *, const char *path, const HenkaDiagnostic *);

#endif
