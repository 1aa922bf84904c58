#include "base/message.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <assert.h>

#define TEXT(n) {#n, ARG_TEXT}
#define NUMBER(n) {#n, ARG_NUMBER}
#define DECIMAL(n) {#n, ARG_DECIMAL}
#define LIST(n) {#n, ARG_LIST}
#define SAID(n) {#n, ARG_MESSAGE}
#define WORDS(n) {#n, ARG_WORDS}
#define MESSAGE(k, text, ...) [MSG_##k] = {.key = #k, .english = text, .parameters = {__VA_ARGS__}},
static const MessageRow rows[MSG_COUNT] = {
    [MSG_NONE] = {.key = "NONE", .english = ""},
#include "base/messages.def"
};

const MessageRow *message_row(MessageKey key) {
    assert(key < MSG_COUNT);
    return &rows[key];
}

/* ---- languages ------------------------------------------------------------------------------- */

/* The English table of templates: every element is NULL, because English templates are taken from
 * the rows of messages.def. tools/po makes the tables of the other languages. */
const char *const translation_en[MSG_COUNT];
int plural_en(int64_t n) { return n != 1; }

#define LANGUAGE(name, tag) [name] = {translation_##tag, plural_##tag, name, #tag},
static const MessageTable languages[HENKA_LANGUAGES] = {HENKA_LANGUAGE_LIST(LANGUAGE)};
#undef LANGUAGE
enum { WORDS_CAP = 512 }; /* maximum bytes that message_pack keeps of the text of a WordsWriter */

const MessageTable *message_table(HenkaLanguage language) {
    return &languages[(unsigned)language < HENKA_LANGUAGES ? language : HENKA_ENGLISH];
}

HenkaLanguage henka_language_named(const char *tag) {
    size_t length = tag ? strcspn(tag, "-_.@") : 0;
    for (unsigned i = 0; i < HENKA_LANGUAGES; i++)
        if (strlen(languages[i].tag) == length && !memcmp(languages[i].tag, tag, length))
            return (HenkaLanguage)i;
    return HENKA_ENGLISH;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Do the arguments have the types that the message's row names? A text may stand for a message,
 * because a HenkaError can have a text without a key. Used only in assertions. */
__attribute__((unused)) static bool arguments_fit(const Message *message) {
    const MessageRow *row = message_row(message->key);
    for (int i = 0; i < MESSAGE_ARGS; i++) {
        ArgKind wanted = row->parameters[i].kind, given = message->args[i].kind;
        if (given != wanted && !(wanted == ARG_LIST && given == ARG_PACKED_LIST) &&
            !(wanted == ARG_MESSAGE && (given == ARG_PACKED_MESSAGE || given == ARG_TEXT)) &&
            !(wanted == ARG_WORDS && given == ARG_PACKED_WORDS))
            return false;
    }
    return true;
}

/* Reads the argument packed at `bytes`. *taken: its number of bytes, with its header of 3. */
static MessageArg argument_unpack(const uint8_t *bytes, size_t *taken) {
    MessageArg arg = {.kind = bytes[0], .length = bytes[1] | bytes[2] << 8};
    *taken = 3 + (size_t)arg.length;
    if (arg.kind == ARG_NUMBER)
        memcpy(&arg.number, bytes + 3, sizeof arg.number);
    else if (arg.kind == ARG_DECIMAL) {
        memcpy(&arg.decimal, bytes + 3, sizeof arg.decimal);
        arg.length = (int8_t)bytes[3 + sizeof arg.decimal];
        arg.number = bytes[4 + sizeof arg.decimal];
    } else
        arg.text = (const char *)bytes + 3;
    return arg;
}

/* Goes through a list of arguments item by item, be it an array or packed into bytes. */
typedef struct ListAt {
    const MessageArg *list;
    size_t next; /* index of the next item, or in a packed list its offset in bytes */
} ListAt;

static bool list_next(ListAt *at, MessageArg *item) {
    if (at->next == (size_t)at->list->length) return false;
    size_t taken = 1;
    *item = at->list->kind == ARG_LIST
                ? at->list->items[at->next]
                : argument_unpack((const uint8_t *)at->list->text + at->next, &taken);
    at->next += taken;
    return true;
}

static void argument_write(Out *out, const MessageTable *table, const MessageArg *arg,
                           MessageKey last_joiner);

static void list_write(Out *out, const MessageTable *table, const MessageArg *list,
                       MessageKey last_joiner) {
    ListAt at = {list, 0};
    MessageArg item;
    for (bool first = true; list_next(&at, &item); first = false) {
        bool last = at.next == (size_t)list->length;
        if (!first) out_message_by(out, table, &MESSAGE_OF(last ? last_joiner : MSG_LIST_COMMA));
        argument_write(out, table, &item, MSG_LIST_COMMA);
    }
}

/* A value that rounds to 0.00 is printed without a sign. */
static void decimal_write(Out *out, const MessageArg *arg) {
    char text[32];
    double decimal = arg->decimal;
    Out rounded = out_to(text, sizeof text);
    out_format(&rounded, "%.*f", arg->length < 0 ? 20 : arg->length, decimal);
    if (!text[strspn(text, "-0.")]) decimal = 0;
    if (arg->length < 0)
        out_format(out, arg->number ? "%+g" : "%g", decimal);
    else
        out_format(out, arg->number ? "%+.*f" : "%.*f", arg->length, decimal);
}

static void argument_write(Out *out, const MessageTable *table, const MessageArg *arg,
                           MessageKey last_joiner) {
    ListAt at = {arg, 0};
    MessageArg item = {0};
    switch (arg->kind) {
    case ARG_TEXT:
        out_bytes(out, arg->text, (size_t)arg->length);
        break;
    case ARG_NUMBER:
        out_format(out, "%lld", (long long)arg->number);
        break;
    case ARG_DECIMAL:
        decimal_write(out, arg);
        break;
    case ARG_WORDS:
        arg->words(out, table->language, arg->context);
        break;
    case ARG_PACKED_WORDS:
        for (unsigned i = 0; i <= (unsigned)table->language && list_next(&at, &item); i++) {}
        out_bytes(out, item.text, (size_t)item.length);
        break;
    case ARG_LIST:
    case ARG_PACKED_LIST:
        list_write(out, table, arg, last_joiner);
        break;
    case ARG_MESSAGE:
        out_message_by(out, table, arg->message);
        break;
    case ARG_PACKED_MESSAGE: {
        Message message = message_unpack((const uint8_t *)arg->text, (size_t)arg->length);
        out_message_by(out, table, &message);
        break;
    }
    case ARG_NONE:
        break;
    }
}

static int parameter_index(const MessageRow *row, const char *name, size_t length) {
    for (int i = 0; i < MESSAGE_ARGS && row->parameters[i].name; i++)
        if (strlen(row->parameters[i].name) == length &&
            !memcmp(row->parameters[i].name, name, length))
            return i;
    assert(!"a placeholder names a parameter of its row");
    return 0;
}

/* Returns the end of the part of a template that begins at `at`: the next character that is one of
 * `signs` and outside inner braces, or `end`. */
static const char *template_part(const char *at, const char *end, const char *signs) {
    for (int depth = 0; at < end; at++) {
        if (!depth && ascii_is_in(*at, signs)) return at;
        depth += (*at == '{') - (*at == '}');
    }
    return end;
}

static void template_write(Out *out, const MessageTable *table, const Message *message,
                           const char *at, const char *end);

/* Writes the value of a placeholder "{name}", "{name|one|many}" or "{name:and}". */
static void placeholder_write(Out *out, const MessageTable *table, const Message *message,
                              const char *at, const char *end) {
    size_t length = strcspn(at, "|:}");
    const MessageArg *arg = &message->args[parameter_index(message_row(message->key), at, length)];
    const char *rest = at + length + 1; /* the placeholder's text after `|` or `:`, if it has one */
    if (at[length] == '|') {
        const char *form_end = template_part(rest, end, "|");
        for (int form = table->plural_form(arg->number); form > 0 && form_end < end; form--) {
            rest = form_end + 1;
            form_end = template_part(rest, end, "|");
        }
        template_write(out, table, message, rest, form_end);
    } else if (at[length] == ':')
        argument_write(out, table, arg, *rest == 'a' ? MSG_LIST_AND : MSG_LIST_OR);
    else
        argument_write(out, table, arg, MSG_LIST_COMMA);
}

static void template_write(Out *out, const MessageTable *table, const Message *message,
                           const char *at, const char *end) {
    while (at < end) {
        const char *brace = memchr(at, '{', (size_t)(end - at));
        out_bytes(out, at, (size_t)((brace ? brace : end) - at));
        if (!brace) return;
        assert(brace + 1 < end);
        if (brace[1] == '{') {
            out_char(out, '{');
            at = brace + 2;
            continue;
        }
        const char *close = template_part(brace + 1, end, "}");
        assert(close < end && "a placeholder is closed");
        placeholder_write(out, table, message, brace + 1, close);
        at = close + 1;
    }
}

void out_message_by(Out *out, const MessageTable *table, const Message *message) {
    assert(arguments_fit(message));
    const char *template = table->templates[message->key];
    if (!template) {
        template = message_row(message->key)->english;
        table = &languages[HENKA_ENGLISH]; /* an English template needs the English plural rule */
    }
    template_write(out, table, message, template, template + strlen(template));
}

void out_message(Out *out, HenkaLanguage language, const Message *message) {
    out_message_by(out, message_table(language), message);
}

/* ---- packing --------------------------------------------------------------------------------- */

/* The state of message_pack, which writes a message as bytes. Only bytes_pack adds to `bytes`. */
typedef struct Packer {
    uint8_t *bytes;   /* the caller's buffer */
    size_t cap;       /* size of `bytes` */
    size_t length;    /* number of bytes written to `bytes` */
    size_t text_most; /* maximum bytes of each text, and approximately of each list */
    bool full;        /* true: the message did not fit, so nothing more is written */
} Packer;

static void bytes_pack(Packer *packer, const void *bytes, size_t count) {
    packer->full |= count > packer->cap - packer->length;
    if (packer->full) return;
    memcpy(packer->bytes + packer->length, bytes, count);
    packer->length += count;
}

static void text_pack(Packer *packer, const char *text, size_t length) {
    for (size_t left = packer->text_most; length;) {
        size_t bytes = utf8_character(text, length), step = bytes ? bytes : 1;
        if (bytes > left) return;
        bytes_pack(packer, text, bytes);
        left -= bytes, text += step, length -= step;
    }
}

static void message_pack_by(Packer *packer, const Message *message);

static void argument_pack(Packer *packer, const MessageArg *arg);

/* Packs the items of a list. After text_most bytes, "..." replaces the items that are left. */
static void list_pack(Packer *packer, const MessageArg *list) {
    size_t start = packer->length;
    ListAt at = {list, 0};
    for (MessageArg item; list_next(&at, &item);) {
        if (packer->length - start > packer->text_most) {
            MessageArg more = ARG_SAY(MSG_LIST_MORE);
            argument_pack(packer, &more);
            return;
        }
        argument_pack(packer, &item);
    }
}

/* Packs the text in every language, because the reader's language is not known yet. */
static void words_pack(Packer *packer, const MessageArg *arg) {
    for (unsigned language = 0; language < HENKA_LANGUAGES; language++) {
        char text[WORDS_CAP];
        Out out = out_to(text, sizeof text);
        arg->words(&out, (HenkaLanguage)language, arg->context);
        MessageArg written = arg_bytes(text, utf8_cut(text, strlen(text), packer->text_most));
        argument_pack(packer, &written);
    }
}

static void argument_pack(Packer *packer, const MessageArg *arg) {
    ArgKind kind = arg->kind == ARG_LIST      ? ARG_PACKED_LIST
                   : arg->kind == ARG_MESSAGE ? ARG_PACKED_MESSAGE
                   : arg->kind == ARG_WORDS   ? ARG_PACKED_WORDS
                                              : arg->kind;
    size_t start = packer->length;
    bytes_pack(packer, (const uint8_t[3]){(uint8_t)kind}, 3);
    if (arg->kind == ARG_TEXT)
        text_pack(packer, arg->text, (size_t)arg->length);
    else if (arg->kind == ARG_NUMBER)
        bytes_pack(packer, &arg->number, sizeof arg->number);
    else if (arg->kind == ARG_DECIMAL) {
        bytes_pack(packer, &arg->decimal, sizeof arg->decimal);
        bytes_pack(packer, (const uint8_t[2]){(uint8_t)arg->length, arg->number != 0}, 2);
    } else if (arg->kind == ARG_WORDS)
        words_pack(packer, arg);
    else if (arg->kind == ARG_PACKED_WORDS)
        bytes_pack(packer, arg->text, (size_t)arg->length);
    else if (arg->kind == ARG_MESSAGE)
        message_pack_by(packer, arg->message);
    else if (arg->kind == ARG_PACKED_MESSAGE) {
        Message inner = message_unpack((const uint8_t *)arg->text, (size_t)arg->length);
        message_pack_by(packer, &inner);
    } else
        list_pack(packer, arg);
    if (packer->full) return;
    size_t length = packer->length - start - 3;
    packer->bytes[start + 1] = (uint8_t)(length & 255);
    packer->bytes[start + 2] = (uint8_t)(length >> 8);
}

static void message_pack_by(Packer *packer, const Message *message) {
    assert(arguments_fit(message));
    bytes_pack(packer, (const uint8_t[2]){message->key & 255, (uint8_t)(message->key >> 8)}, 2);
    for (int i = 0; i < MESSAGE_ARGS && message->args[i].kind != ARG_NONE; i++)
        argument_pack(packer, &message->args[i]);
}

size_t message_pack(const Message *message, size_t text_most, uint8_t *bytes, size_t cap) {
    Packer packer = {.bytes = bytes, .cap = cap, .text_most = text_most};
    message_pack_by(&packer, message);
    return packer.full ? 0 : packer.length;
}

Message message_unpack(const uint8_t *bytes, size_t length) {
    if (length < 2) return MESSAGE_OF(MSG_NONE);
    Message message = {.key = (MessageKey)(bytes[0] | bytes[1] << 8)};
    size_t at = 2, taken;
    for (int i = 0; i < MESSAGE_ARGS && at < length; i++, at += taken)
        message.args[i] = argument_unpack(bytes + at, &taken);
    return message;
}

/* ---- errors as arguments --------------------------------------------------------------------- */

MessageArg arg_error(const HenkaError *error) {
    if (!error->said_length) return arg_text(error->message);
    return (MessageArg){.kind = ARG_PACKED_MESSAGE,
                        .length = error->said_length,
                        .text = (const char *)error->said};
}

/* ---- ends of games and sides as arguments ---------------------------------------------------- */

MessageArg arg_reason(HenkaReason reason) {
    static const Message reasons[] = {
#define REASON(reason, name) [HENKA_##reason] = {.key = MSG_REASON_##reason},
#include "base/reasons.def"
#undef REASON
    };
    assert((unsigned)reason < sizeof reasons / sizeof *reasons);
    return arg_message(&reasons[reason]);
}

MessageArg arg_side(int side) {
    static const Message sides[] = {
        [HENKA_SENTE] = {.key = MSG_SIDE_SENTE}, [HENKA_GOTE] = {.key = MSG_SIDE_GOTE}};
    assert(side == HENKA_SENTE || side == HENKA_GOTE);
    return arg_message(&sides[side]);
}
