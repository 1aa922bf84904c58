/* args - the words of a command line, and the options among them, which a table describes. Every
 * command of the program reads its options here.
 *
 * Shapes   An option begins with "--", so the "-" of an empty hand in an SFEN is a word. `--name
 *          VALUE` and `--name=VALUE` both work.
 * Owner    Texts point into argv.
 * Errors   false, and *error begins with the option: "--depth: expected a number from 1 to 60".
 */
#ifndef HENKA_BASE_ARGS_H
#define HENKA_BASE_ARGS_H

#include "base/message.h"
#include "henka.h"

#include <stdio.h>

typedef enum {
    OPTION_FLAG,  /* CommandOption.value is a bool * and becomes true; no text follows the name */
    OPTION_INT,   /* value is an int * */
    OPTION_INT64, /* value is an int64_t * or uint64_t * */
    OPTION_REAL,  /* value is a double * */
    OPTION_TEXT,  /* value is a const char ** */
    /* CommandOption.take is called, with `value` as its context, each time the option is given */
    OPTION_CALL
} OptionKind;

typedef bool OptionTaker(void *context, const char *text);

/* An option that a command understands. */
typedef struct CommandOption {
    const char *name;  /* "--depth" */
    OptionKind kind;   /* the type that `value` points to */
    void *value;       /* where the value is stored; unchanged if the option is not given */
    int64_t low, high; /* least and greatest number that the option accepts */
    OptionTaker *take; /* for OPTION_CALL: takes the text; false: not in the expected form */
    MessageKey form;   /* for OPTION_CALL: sentence about the expected form, for the error */
} CommandOption;

/* The --set options of a command line, and the maximum number of them. */
enum { ARGS_MAX_SETTINGS = 32 };
typedef struct Settings {
    const char *texts[ARGS_MAX_SETTINGS]; /* the text "NAME=VALUE" of each --set, in their order */
    size_t count;                         /* number of elements used in `texts` */
} Settings;

/* Args: a command's words, and options that several share. ARGS_MAX_SHARDS: most --merge files. */
enum { ARGS_MAX_SHARDS = 1000 };
typedef struct Args {
    const char *usage; /* "henka moves GAME [SFEN] ...": the form of the command (commands.def) */
    char **words;      /* the words after the command's name; args_parse removes the options */
    int count;         /* number of elements of `words` */
    Settings settings; /* the --set options */
    /* The options below exist in those commands whose table of CommandOptions has them. */
    bool quiet;  /* --quiet: no progress on stderr */
    bool append; /* --append: adds to a file of games that already exists */
    bool force;  /* --force: overwrites a file that already exists */
    int shard;   /* --shard I/N: I - 1, the index of the part of the games that is played here */
    int shards;  /* --shard I/N: N, the number of parts; 0: not given, all games are played here */
    const char *parts[ARGS_MAX_SHARDS]; /* --merge: the files that the shards wrote, in order */
    int part_count;                     /* number of elements used in `parts` */
} Args;

/* Reads --set and the table's options from Args.words and removes them; words keep their order. */
bool args_parse(Args *, const CommandOption *, size_t option_count, HenkaError *);
/* args_say(file, MSG_KEY, arguments...): writes the sentence of this key and ends the line. */
#define args_say(file, ...) args_say_message(file, &MESSAGE_OF(__VA_ARGS__))
void args_say_message(FILE *, const Message *);
/* args_progress(MSG_KEY, arguments...): prints a line of progress on standard error. On a terminal
 * the next line of progress overwrites it. */
#define args_progress(...) args_progress_message(&MESSAGE_OF(__VA_ARGS__))
void args_progress_message(const Message *);
/* Reads a text that is entirely a whole number within the range. */
bool args_number(const char *text, int64_t low, int64_t high, int64_t *value);

#endif
