/* options - functions for the commands of the terminal: read the words of a command line
 * (base/args.h), report errors, open the game and the position that the words name, and list moves.
 *
 * Errors   A wrong option prints the error and the usage on stderr; the command returns EXIT_USAGE.
 */
#ifndef HENKA_CLI_OPTIONS_H
#define HENKA_CLI_OPTIONS_H

#include "base/args.h"

/* Prints a sentence on standard error, with the program's name before it: "henka: …". */
#define args_complain(...) args_say(stderr, MSG_HENKA_SAYS, ARG_SAY(__VA_ARGS__))

enum { EXIT_USAGE = 2 };

/* Reads the options of the table, and --set, and removes them from the words. `least` to `most`
 * words must be left (most < 0: any number). */
bool args_take(Args *, const CommandOption *, size_t option_count, int least, int most);
/* Print the usage, the error or "out of memory", and return the exit status for it. */
int args_usage(const Args *);
int args_fail(const HenkaError *);
int args_no_memory(void);

/* Opens the game that a command is about: a shipped name or a path, under the --set settings, with
 * the numbers and the network that --eval and --net name ("": the files beside the game's file,
 * else those delivered; eval NULL: without numbers and network). NULL: the error was printed. */
HenkaVariant *args_variant(const Args *, const char *name, const char *eval, const char *net);
/* Prints that no game and no file has this name, which game may be meant, and the list of games. */
void args_unknown_game(const char *name);
/* The game's position by the SFEN words[first..], or without it the start. NULL: error printed. */
HenkaGame *args_position(const Args *, const HenkaVariant *, int first);
/* Prints an entry as FILE:LINE:COLUMN: text. */
void args_report(FILE *, const char *path, const HenkaDiagnostic *);

typedef struct MoveText {
    char text[56]; /* the move in USI notation; the first member, because moves are sorted by it */
    HenkaMove move;
} MoveText;
/* The legal moves, sorted by their texts, for the caller to free. NULL: no memory, reported. */
MoveText *args_moves(const HenkaGame *, size_t *count);

#endif
