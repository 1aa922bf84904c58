/* message - the catalogue of every sentence that a person reads.
 *
 * A sentence has a key (MSG_...), a row in messages.def with its English text and the types of its
 * arguments, and translations. Callers name the key and give the arguments. They never put
 * fragments of a language together.
 *
 *     error_say(error, line, column, MSG_GAME_UNKNOWN, arg_text(name));       (base/error.h)
 *     out_say(out, language, MSG_PLAYER_LEVEL, arg_text(HENKA_VERSION), arg_number(level));
 *
 * To add a sentence, add a row to the section of its room in messages.def, and use its key. Write
 * whole sentences only: if a part of a sentence has several forms ("found `x`" or "found the end"),
 * write a row for each form and pass it as an argument of type MESSAGE.
 *
 * Templates   {name}            the argument of that name
 *             {name|one|many}   for a number: the text for one thing or for several, chosen by the
 *                               plural rule of the language; it may hold placeholders itself
 *             {name:and}        for a list: "a, b and c"; {name:or} likewise; {name}: "a, b, c"
 *             {{                an opening brace
 * Languages   A language is a row of HENKA_LANGUAGE_LIST with a gettext file, from which tools/po
 *             makes a table of templates (docs/translating.md). Callers do not change. A
 *             key without a translation is written in English.
 * Errors      Arguments that do not match the key's row are a bug: an assertion fails.
 *             tests/core/messages.c writes every row once.
 * Threads     All of this is read-only.
 */
#ifndef HENKA_BASE_MESSAGE_H
#define HENKA_BASE_MESSAGE_H

#include "base/out.h"
#include "henka.h"

#include <stdint.h>
#include <string.h>

#define MESSAGE(key, ...) MSG_##key,
typedef enum MessageKey {
    MSG_NONE, /* no message */
#include "base/messages.def"
    MSG_COUNT
} MessageKey;
#undef MESSAGE

typedef enum {
    ARG_NONE,    /* no argument */
    ARG_TEXT,    /* text in no language: names, input, numbers already written */
    ARG_NUMBER,  /* a whole number */
    ARG_DECIMAL, /* a number with decimals */
    ARG_LIST,    /* a list of arguments of any kind */
    ARG_MESSAGE, /* another message, in the same language */
    ARG_WORDS,   /* text that a function writes in the language of the message */
    /* PACKED: a list, a message or words in the form that message_pack writes */
    ARG_PACKED_LIST,
    ARG_PACKED_MESSAGE,
    ARG_PACKED_WORDS
} ArgKind;

enum { MESSAGE_ARGS = 8 };

/* Writes words that depend on the language and have no template, such as a piece's moves. */
typedef void WordsWriter(Out *, HenkaLanguage, const void *context);

/* An argument. The caller keeps everything that it points to until the message is written. */
typedef struct MessageArg {
    ArgKind kind; /* decides which of the members below are used */
    int length;   /* ARG_TEXT and ARG_PACKED_*: number of bytes; ARG_LIST: number of items;
                     ARG_DECIMAL: digits after the point, -1: as %g prints */
    union {
        /* ARG_NUMBER: its value; ARG_DECIMAL: 1: writes a + before a positive value, 0: does not */
        int64_t number;
        const void *context; /* ARG_WORDS: passed to `words` */
    };
    union {
        const char *text;               /* ARG_TEXT and ARG_PACKED_*: the bytes */
        double decimal;                 /* ARG_DECIMAL: its value */
        const struct MessageArg *items; /* ARG_LIST: `length` items */
        const struct Message *message;  /* ARG_MESSAGE: the other message */
        WordsWriter *words;             /* ARG_WORDS: writes the text */
    };
} MessageArg;

typedef struct Message {
    MessageKey key;                /* the row of messages.def */
    MessageArg args[MESSAGE_ARGS]; /* in the order of the row; ARG_NONE: unused */
} Message;

static inline MessageArg arg_bytes(const char *text, size_t length) {
    return (MessageArg){.kind = ARG_TEXT, .length = (int)length, .text = text};
}
static inline MessageArg arg_text(const char *text) { return arg_bytes(text, strlen(text)); }
static inline MessageArg arg_number(int64_t number) {
    return (MessageArg){.kind = ARG_NUMBER, .number = number};
}
/* arg_decimal is printed as 12.5 or -12.5, arg_signed as +12.5 or -12.5. */
static inline MessageArg arg_decimal(double decimal, int digits) {
    return (MessageArg){.kind = ARG_DECIMAL, .length = digits, .decimal = decimal};
}
static inline MessageArg arg_signed(double decimal, int digits) {
    return (MessageArg){.kind = ARG_DECIMAL, .length = digits, .number = 1, .decimal = decimal};
}
static inline MessageArg arg_words(WordsWriter *words, const void *context) {
    return (MessageArg){.kind = ARG_WORDS, .context = context, .words = words};
}
static inline MessageArg arg_list(const MessageArg *items, size_t count) {
    return (MessageArg){.kind = ARG_LIST, .length = (int)count, .items = items};
}
static inline MessageArg arg_message(const Message *message) {
    return (MessageArg){.kind = ARG_MESSAGE, .message = message};
}
/* A HenkaError's sentence as an argument, without the error's line and column. */
MessageArg arg_error(const HenkaError *);
/* The reason of a game's end, such as "checkmate". The results of arg_reason and arg_side point
 * only to constants. */
MessageArg arg_reason(HenkaReason);
MessageArg arg_side(int side); /* HENKA_SENTE or HENKA_GOTE */

/* A message as a value, for functions that choose and return one. */
#define MESSAGE_OF(KEY, ...) ((Message){.key = (KEY), .args = {__VA_ARGS__}})
/* A message as an argument of another. The argument is valid until the enclosing block ends. */
#define ARG_SAY(...) arg_message(&MESSAGE_OF(__VA_ARGS__))

/* ---- writing --------------------------------------------------------------------------------- */

#define out_say(out, language, ...) out_message(out, language, &MESSAGE_OF(__VA_ARGS__))
void out_message(Out *, HenkaLanguage, const Message *);

/* A language: its template for each key (NULL: use English) and its plural rule. */
typedef struct MessageTable {
    const char *const *templates;       /* [MessageKey]: the template; NULL: the English one */
    int (*plural_form)(int64_t number); /* index of the form for this number in {n|one|many} */
    HenkaLanguage language;             /* the language given to the writers of ARG_WORDS */
    const char *tag;                    /* its name in HTML's `lang`: "ja" */
} MessageTable;
#define LANGUAGE(name, tag)                                                                        \
    extern const char *const translation_##tag[MSG_COUNT];                                         \
    int plural_##tag(int64_t n);
HENKA_LANGUAGE_LIST(LANGUAGE)
#undef LANGUAGE
void out_message_by(Out *, const MessageTable *, const Message *);
const MessageTable *message_table(HenkaLanguage);

/* ---- packing --------------------------------------------------------------------------------- */

/* Writes key and arguments into at most cap bytes, so that the message does not depend on the
 * memory that its arguments point to. Returns the number of bytes written, 0 if they do not fit. A
 * text is cut to at most text_most bytes of whole characters. Bytes that are not UTF-8 are dropped.
 *
 *     message    key (2 bytes), then each argument of the row
 *     argument   kind (1 byte), length (2 bytes), then `length` bytes: a text; a number (8 bytes);
 *                a decimal (8 bytes), its digits and its sign (a byte each); the arguments of a
 *                list or a message; for words, a text in each language
 */
size_t message_pack(const Message *, size_t text_most, uint8_t *bytes, size_t cap);
/* Reads a packed message. Its arguments point into bytes. */
Message message_unpack(const uint8_t *bytes, size_t length);

/* ---- the rows, for tests --------------------------------------------------------------------- */

typedef struct MessageParameter {
    const char *name;
    ArgKind kind;
} MessageParameter;

typedef struct MessageRow {
    const char *key, *english;
    MessageParameter parameters[MESSAGE_ARGS];
} MessageRow;

const MessageRow *message_row(MessageKey);

#endif
