/* message - one home for every sentence a person reads.
 *
 * A sentence has a key (MSG_...), a row in messages.def with its English text and the types of its
 * arguments, and, in time, a text in other languages. Callers name the key and give the arguments;
 * they never put fragments of a language together.
 *
 *     error_say(error, line, column, MSG_GAME_UNKNOWN, arg_text(name));       (base/error.h)
 *     out_say(out, language, MSG_PLAYER_LEVEL, arg_text(HENKA_VERSION), arg_number(level));
 *
 * A new sentence: one row in messages.def, in the section of its room; then name it where it is
 * said. Whole sentences only: where a part of the sentence can be one of several things ("found
 * `x`" or "found the end"), write a row for each and pass it as an argument of type MESSAGE.
 *
 * Templates   {name}            the argument of that name
 *             {name|one|many}   for a number: the text for one thing or for several, chosen by the
 *                               plural rule of the language; it may hold placeholders itself
 *             {name:and}        for a list: "a, b and c"; {name:or} likewise; {name}: "a, b, c"
 *             {{                an opening brace
 * Another language   A file messages_XX.def of rows TRANSLATION(KEY, "text with the same {names}"),
 *             a line in message.c's list of languages and a constant in HenkaLanguage. No caller
 *             changes; a key without a translation is said in English (docs/translating.md).
 * Errors      A key called with arguments that are not those of its row is our own mistake: an
 *             assertion. tests/core/messages.c says every row once.
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
    ARG_NONE,        /* no argument */
    ARG_TEXT,        /* text that is the same in every language: names, input, figures */
    ARG_NUMBER,      /* a whole number */
    ARG_DECIMAL,     /* a number with digits after the point */
    ARG_LIST,        /* several arguments */
    ARG_MESSAGE,     /* another message, in the same language */
    ARG_WORDS,       /* what a renderer writes in the language of the message */
    ARG_PACKED_LIST, /* a list, a message or words as message_pack wrote it */
    ARG_PACKED_MESSAGE,
    ARG_PACKED_WORDS
} ArgKind;

enum { MESSAGE_ARGS = 8 };

/* Writes words that depend on the language and are no template: a piece's name, its moves. */
typedef void WordsWriter(Out *, HenkaLanguage, const void *context);

/* One argument. The caller keeps what it points at until the message is written. */
typedef struct MessageArg {
    ArgKind kind; /* which of the members below are used */
    int length;   /* TEXT and packed: bytes; LIST: items; DECIMAL: digits after the point, -1: as
                     many as it takes (%g) */
    union {
        int64_t number;      /* NUMBER; DECIMAL: not 0 where a + stands before what is above 0 */
        const void *context; /* WORDS: what its writer writes about */
    };
    union {
        const char *text;               /* TEXT and packed */
        double decimal;                 /* DECIMAL */
        const struct MessageArg *items; /* LIST */
        const struct Message *message;  /* MESSAGE */
        WordsWriter *words;             /* WORDS */
    };
} MessageArg;

typedef struct Message {
    MessageKey key;                /* the row of messages.def */
    MessageArg args[MESSAGE_ARGS]; /* in the order of the row; the rest ARG_NONE */
} Message;

static inline MessageArg arg_bytes(const char *text, size_t length) {
    return (MessageArg){.kind = ARG_TEXT, .length = (int)length, .text = text};
}
static inline MessageArg arg_text(const char *text) { return arg_bytes(text, strlen(text)); }
static inline MessageArg arg_number(int64_t number) {
    return (MessageArg){.kind = ARG_NUMBER, .number = number};
}
/* 12.5; with sign: +12.5. */
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
/* What another error says. Its line and column are not part of it. */
MessageArg arg_error(const HenkaError *);
/* How a game ended, "checkmate", and a side, "sente". Both point at constants. */
MessageArg arg_reason(HenkaReason);
MessageArg arg_side(int side); /* HENKA_SENTE or HENKA_GOTE */

/* A message as a value, for functions that choose one and return it. */
#define MESSAGE_OF(KEY, ...) ((Message){.key = (KEY), .args = {__VA_ARGS__}})
/* The same as an argument of another message; it lives as long as the block it stands in. */
#define ARG_SAY(...) arg_message(&MESSAGE_OF(__VA_ARGS__))

/* ---- writing --------------------------------------------------------------------------------- */

#define out_say(out, language, ...) out_message(out, language, &MESSAGE_OF(__VA_ARGS__))
void out_message(Out *, HenkaLanguage, const Message *);

/* A language: its text of each key (NULL: say it in English) and its plural rule. */
typedef struct MessageTable {
    const char *const *templates;       /* by key, MSG_COUNT of them */
    int (*plural_form)(int64_t number); /* which of {n|a|b|...} a number takes, from 0 */
    HenkaLanguage language;             /* what renderers of ARG_WORDS are asked for */
    const char *tag;                    /* its name in HTML's `lang`: "ja" */
} MessageTable;
#define LANGUAGE(name, tag, plural) extern const char *const translation_##tag[MSG_COUNT];
#include "base/languages.def"
#undef LANGUAGE
void out_message_by(Out *, const MessageTable *, const Message *);
const MessageTable *message_table(HenkaLanguage);

/* ---- keeping --------------------------------------------------------------------------------- */

/* Writes key and arguments into at most cap bytes, so that the message outlives what its arguments
 * point at; returns how many bytes were written, 0 when they do not fit. A text keeps at most
 * text_most bytes, whole characters; bytes that are no UTF-8 are left out.
 *
 *     message    key (2 bytes), then each argument of the row
 *     argument   kind (1 byte), length (2 bytes), then so many bytes: a text; a number (8 bytes);
 *                a decimal (8 bytes), its digits and its sign (a byte each); the arguments of a
 *                list or a message; of words, a text for each language
 */
size_t message_pack(const Message *, size_t text_most, uint8_t *bytes, size_t cap);
/* A packed message; its arguments point into bytes. */
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
