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
    OPTION_CALL /* `take` is called, with value as its context, for each occurrence of the option */
} OptionKind;

typedef bool OptionTaker(void *context, const char *text);

/* An option that a command understands. */
typedef struct CommandOption {
    const char *name;  /* "--depth" */
    OptionKind kind;   /* the type that `value` points to */
    void *value;       /* where the value is stored; unchanged if the option is not given */
    int64_t low, high; /* range of a number, inclusive */
    OptionTaker *take; /* for OPTION_CALL: returns false if the text does not have the expected
                          form */
    MessageKey form;   /* for OPTION_CALL: the expected form, for the error */
} CommandOption;

/* Removes the options from words[0..*count) and keeps the other words in order. */
enum { ARGS_MAX_SETTINGS = 32 };
typedef struct Settings {
    const char *texts[ARGS_MAX_SETTINGS]; /* args_say(file, MSG_KEY, arguments...): writes a
                                             sentence and a line end. */
    size_t count;                         /* args_progress(MSG_KEY, arguments...): writes a line of
                                             progress to standard error. On a terminal the next line
                                             overwrites it. */
} Settings;

/* Reads a text that is entirely a whole number within the range. */
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
