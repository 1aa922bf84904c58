/* args - the options of a command line, taken out of its words by a table. Every command of the
 * program reads its options here.
 *
 * Shapes   An option begins with "--", so the "-" of an empty hand in an SFEN is a word. `--name
 *          VALUE` and `--name=VALUE` both work.
 * Owner    Texts are those of argv.
 * Errors   false, and *error begins with the option: "--depth: expected a number from 1 to 60".
 */
#ifndef HENKA_BASE_ARGS_H
#define HENKA_BASE_ARGS_H

#include "base/message.h"
#include "henka.h"

#include <stdio.h>

typedef enum {
    OPTION_FLAG,  /* value is a bool * and becomes true; nothing follows the name */
    OPTION_INT,   /* value is an int * */
    OPTION_INT64, /* value is an int64_t * or uint64_t * */
    OPTION_REAL,  /* value is a double * */
    OPTION_TEXT,  /* value is a const char ** */
    OPTION_CALL /* `take` is called with value as its context, each time the option stands there */
} OptionKind;

typedef bool OptionTaker(void *context, const char *text);

/* An option that a command understands. */
typedef struct CommandOption {
    const char *name;  /* "--depth" */
    OptionKind kind;   /* what `value` points at */
    void *value;       /* where it is kept; unchanged when the option isn't given */
    int64_t low, high; /* range of a number, both ends included */
    OptionTaker *take; /* of OPTION_CALL: false when the text isn't of this form */
    MessageKey form;   /* of OPTION_CALL: what is expected, for the error */
} CommandOption;

/* What --set says, an option of all commands that are about a game. */
enum { ARGS_MAX_SETTINGS = 32 };
typedef struct Settings {
    const char *texts[ARGS_MAX_SETTINGS]; /* "NAME=VALUE" */
    size_t count;                         /* of texts */
} Settings;

/* Takes the options and --set out of words[0..*count), which keeps the other words in order. */
bool args_parse(char **words, int *count, const CommandOption *, size_t option_count, Settings *,
                HenkaError *);
/* args_say(file, MSG_KEY, arguments...): writes the sentence and ends the line. */
#define args_say(file, ...) args_say_message(file, &MESSAGE_OF(__VA_ARGS__))
void args_say_message(FILE *, const Message *);
/* args_progress(MSG_KEY, arguments...): a line of progress on standard error, which the next one
 * overwrites when it is a terminal. */
#define args_progress(...) args_progress_message(&MESSAGE_OF(__VA_ARGS__))
void args_progress_message(const Message *);
/* The whole text as a whole number within the range. */
bool args_number(const char *text, int64_t low, int64_t high, int64_t *value);

#endif
