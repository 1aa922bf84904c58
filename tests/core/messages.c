/* The catalogue of sentences: every row can be said, kept and said again; a second language is a
 * table and nothing else. */
#include "base/message.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "check.h"

enum { CAP = 4096 };

static const MessageArg items[3] = {
    {.kind = ARG_TEXT, .length = 1, .text = "a"},
    {.kind = ARG_TEXT, .length = 3, .text = "歩"},
    {.kind = ARG_TEXT, .length = 1, .text = "c"},
};
static const Message inner = {
    .key = MSG_GAME_UNKNOWN,
    .args = {{.kind = ARG_TEXT, .length = 5, .text = "inner"}},
};

/* A renderer of two languages. */
static void words_write(Out *out, HenkaLanguage language, const void *context) {
    out_format(out, language == HENKA_ENGLISH ? "it %s" : "se %s", (const char *)context);
}

/* A message of this row with arguments that are easy to find again. */
static Message example(MessageKey key, int64_t number) {
    const MessageRow *row = message_row(key);
    Message message = {.key = key};
    for (int i = 0; i < MESSAGE_ARGS; i++) switch (row->parameters[i].kind) {
        case ARG_TEXT:
            message.args[i] = arg_text(row->parameters[i].name);
            break;
        case ARG_NUMBER:
            message.args[i] = arg_number(number);
            break;
        case ARG_DECIMAL:
            message.args[i] = arg_decimal(number + 0.25, 2);
            break;
        case ARG_WORDS:
            message.args[i] = arg_words(words_write, "steps");
            break;
        case ARG_LIST:
            message.args[i] = arg_list(items, 3);
            break;
        case ARG_MESSAGE:
            message.args[i] = arg_message(&inner);
            break;
        default:
            break;
        }
    return message;
}

static const char *said(const Message *message, char *buf) {
    Out out = out_to(buf, CAP);
    out_message(&out, HENKA_ENGLISH, message);
    return buf;
}

/* Every parameter stands in the template, and every placeholder is closed. */
static void check_template(const MessageRow *row) {
    for (int i = 0; i < MESSAGE_ARGS && row->parameters[i].name; i++) {
        char opened[64];
        int length = snprintf(opened, sizeof opened, "{%s", row->parameters[i].name);
        const char *at = strstr(row->english, opened);
        while (at && !strchr("}|:", at[length])) at = strstr(at + 1, opened);
        CHECK(at, "%s: \"%s\" says nothing of {%s}", row->key, row->english,
              row->parameters[i].name);
    }
    bool indented = strchr(row->english, '\n'); /* a help text of several lines */
    CHECK((indented || !strstr(row->english, "  ")) &&
              utf8_valid_length(row->english, strlen(row->english)) == strlen(row->english),
          "%s: two blanks, or no UTF-8: \"%s\"", row->key, row->english);
}

static void check_row(MessageKey key) {
    char first[CAP], again[CAP];
    uint8_t bytes[CAP];
    check_template(message_row(key));
    for (int number = 0; number <= 2; number++) {
        Message message = example(key, number);
        size_t length = message_pack(&message, CAP, bytes, sizeof bytes);
        Message kept = message_unpack(bytes, length);
        CHECK(length && !strcmp(said(&message, first), said(&kept, again)),
              "%s: \"%s\", kept: \"%s\"", message_row(key)->key, first, again);
        for (size_t cap = 0; cap < length; cap++)
            CHECK(!message_pack(&message, CAP, bytes, cap), "%s: packed in %zu bytes",
                  message_row(key)->key, cap);
    }
}

/* Digits and signs; what is rounded to nothing has no minus. */
static void check_decimals(void) {
    static const struct {
        double decimal;
        int digits, is_signed;
        const char *says;
    } rows[] = {{-0.0, 0, 1, "+0"},      {-0.04, 1, 1, "+0.0"}, {-0.04, 1, 0, "0.0"},
                {-0.06, 1, 0, "-0.1"},   {-0.0, -1, 0, "0"},    {-0.5, -1, 0, "-0.5"},
                {-10.0, 0, 1, "-10"},    {10.0, 0, 1, "+10"},   {0.25, 2, 0, "0.25"},
                {-1e-9, -1, 0, "-1e-09"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[CAP];
        double decimal = rows[i].decimal;
        Message message = MESSAGE_OF(MSG_MATCH_ELO_OPEN,
                                     rows[i].is_signed ? arg_signed(decimal, rows[i].digits)
                                                       : arg_decimal(decimal, rows[i].digits));
        said(&message, text);
        CHECK(!strncmp(text, rows[i].says, strlen(rows[i].says)) &&
                  text[strlen(rows[i].says)] == ',',
              "row %d: %s", (int)i, text);
    }
}

/* A list is cut where its own text grows too long, wherever in the message it stands. */
static void check_list_cut(void) {
    static const char word[] = "a word that takes more room than the list behind it may take";
    uint8_t bytes[CAP];
    char text[CAP];
    for (int most = 0; most < 16; most++) {
        Message message = {.key = MSG_OPTION_UNKNOWN, .args = {arg_text(word), arg_list(items, 3)}};
        Message kept =
            message_unpack(bytes, message_pack(&message, (size_t)most, bytes, sizeof bytes));
        int count = 0;
        for (const char *at = said(&kept, text); (at = strchr(at, ',')); at++) count++;
        CHECK(most < 4 || count == 2, "texts of %d bytes: %d commas in the list", most, count);
        CHECK(most || count == 1, "texts of no bytes: %d commas in the list", count);
    }
}

/* ---- Japanese -------------------------------------------------------------------------------- */

/* Rooms whose sentences nobody sees on the page, from key to key: they may stay English. */
static const MessageKey unseen[][2] = {
    {MSG_OPTION_FORM, MSG_FORM_HIDDEN},                     /* options of a command line */
    {MSG_TEST_COUNT, MSG_TEST_NESTED},                      /* of this test */
    {MSG_TEMPLATE_START, MSG_IMPORT_REFUSED},               /* the text of a new game */
    {MSG_NUMBERS_FORM, MSG_NET_HIDDEN},                     /* files of fitted numbers */
    {MSG_ARGUMENT_TWO_GAMES, MSG_FOLDER_OF_GAMES},          /* lab, protocols */
    {MSG_STORE_CANNOT_BUILD, MSG_STORE_CANNOT_FIND_TABLES}, /* a server that doesn't start */
    {MSG_STORE_NO_FOLDER, MSG_STORE_NEWER},                 /* the same */
    {MSG_PORT_PROBLEM, MSG_TRUST_FORM},                     /* the same */
    {MSG_HTTP_HEALTHY, MSG_HTTP_HEALTHY},         /* for programs that look after a server */
    {MSG_HTTP_SOCKET_PATH, MSG_SERVER_RESTARTS},  /* refused WebSockets and close frames */
    {MSG_CLIENT_BINARY, MSG_CLIENT_MESSAGE_LONG}, /* close frames */
    {MSG_LIMIT_FORM, MSG_COUNT - 1},              /* options and figures of a server, commands */
};

static bool is_unseen(MessageKey key) {
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        if (key >= unseen[i][0] && key <= unseen[i][1]) return true;
    return false;
}

/* A language that a template has nothing of its own in. */
static bool is_bare(MessageKey key) {
    return key == MSG_DESCRIBE_CHOICE || key == MSG_DESCRIBE_NO_MARK;
}

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (; (text = strstr(text, part)); text++) count++;
    return count;
}

/* It says what the row says of, and is in Japanese. */
static void check_japanese(MessageKey key) {
    const MessageRow *row = message_row(key);
    const char *template = message_table(HENKA_NIHONGO)->templates[key];
    if (!template) return;
    for (int i = 0; i < MESSAGE_ARGS && row->parameters[i].name; i++) {
        char closed[64], formed[64];
        snprintf(closed, sizeof closed, "{%s}", row->parameters[i].name);
        snprintf(formed, sizeof formed, "{%s:", row->parameters[i].name);
        CHECK(count_of(template, closed) + count_of(template, formed) > 0,
              "%s in Japanese: \"%s\" says nothing of {%s}", row->key, template,
              row->parameters[i].name);
    }
    bool foreign = true;
    for (const char *at = template; *at; at++) foreign &= (unsigned char)*at < 0x80;
    CHECK(foreign == is_bare(key), "%s in Japanese: \"%s\"", row->key, template);
    CHECK(utf8_valid_length(template, strlen(template)) == strlen(template) &&
              !strstr(template, "  "),
          "%s in Japanese: no UTF-8, or two blanks: \"%s\"", row->key, template);
    Message message = example(key, 1);
    char said_so[CAP];
    Out out = out_to(said_so, CAP);
    out_message(&out, HENKA_NIHONGO, &message);
    CHECK(out.length < CAP && (is_bare(key) || *said_so), "%s in Japanese is said", row->key);
}

/* A new sentence may wait for its Japanese, and is said in English so long; but few may. */
static void check_waiting(void) {
    enum { WAITING_MAX = 20 };
    int waiting = 0;
    for (MessageKey key = MSG_NONE + 1; key < MSG_COUNT; key++) {
        if (message_table(HENKA_NIHONGO)->templates[key] || is_unseen(key)) continue;
        printf("waits for its Japanese: %s\n", message_row(key)->key);
        waiting++;
    }
    CHECK(waiting <= WAITING_MAX, "%d sentences that a player sees have no Japanese", waiting);
}

/* Names of languages, as browsers and systems write them. */
static void check_language_names(void) {
    static const struct {
        const char *tag;
        HenkaLanguage language;
    } tags[] = {
        {"ja", HENKA_NIHONGO},       {"ja-JP", HENKA_NIHONGO}, {"ja_JP.UTF-8", HENKA_NIHONGO},
        {"ja.UTF-8", HENKA_NIHONGO}, {"ja@x", HENKA_NIHONGO},  {"jam", HENKA_ENGLISH},
        {"j", HENKA_ENGLISH},        {"", HENKA_ENGLISH},      {"en-GB", HENKA_ENGLISH},
        {"C.UTF-8", HENKA_ENGLISH},  {"jb", HENKA_ENGLISH},
    };
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        CHECK(henka_language_named(tags[i].tag) == tags[i].language, "language of \"%s\": %d",
              tags[i].tag, henka_language_named(tags[i].tag));
}

/* ---- another language ------------------------------------------------------------------------ */

/* It knows one sentence, puts its argument first, and tells none, one and more apart. */
static const char *const templates[MSG_COUNT] = {
    [MSG_GAME_UNKNOWN] = "{name}? {name} ei ole peli",
    [MSG_LIST_AND] = " ja ",
};
static int plural_of_three(int64_t number) { return number > 2 ? 2 : (int)number; }
static const MessageTable other = {templates, plural_of_three};

static void check_other_language(void) {
    char buf[CAP];
    HenkaReport report = {.entries = &(HenkaDiagnostic){0}, .cap = 1};
    CHECK(!henka_variant_shipped("nothing", NULL, 0, &report) && report.count == 1,
          "a game called nothing");
    const HenkaError *error = &report.entries[0].at;
    CHECK(!strcmp(error->message, "no game is called `nothing`"), "English: %s", error->message);
    henka_error_text(error, HENKA_ENGLISH, buf, sizeof buf);
    CHECK(!strcmp(buf, error->message), "English again: %s", buf);
    Out out = out_to(buf, sizeof buf);
    Message kept = message_unpack(error->said, error->said_length);
    out_message_by(&out, &other, &kept);
    CHECK(!strcmp(buf, "nothing? nothing ei ole peli"), "the other language: %s", buf);
}

static void check_rendered(const MessageTable *table, const Message *message,
                           const char *expected) {
    char buf[CAP];
    Out out = out_to(buf, sizeof buf);
    out_message_by(&out, table, message);
    CHECK(!strcmp(buf, expected), "\"%s\", expected \"%s\"", buf, expected);
}

/* The forms a template knows, tried with rows made for this: the test's own language puts them in
 * the place of a row with the parameters needed. */
static void check_forms(void) {
    const char *forms[MSG_COUNT] = {
        [MSG_TEST_COUNT] = "{{{count}} {count|none|one|{count} of them} {count|a|b}",
        [MSG_TEST_LIST] = "{list:and}; {list:or}; {list}",
        [MSG_LIST_AND] = " ja ",
        [MSG_TEST_WORDS] = "{words}!",
    };
    MessageTable table = {forms, plural_of_three, (HenkaLanguage)(HENKA_ENGLISH + 1)};
    check_rendered(&table, &MESSAGE_OF(MSG_TEST_COUNT, arg_number(0)), "{0} none a");
    check_rendered(&table, &MESSAGE_OF(MSG_TEST_COUNT, arg_number(1)), "{1} one b");
    check_rendered(&table, &MESSAGE_OF(MSG_TEST_COUNT, arg_number(7)), "{7} 7 of them b");
    check_rendered(&table, &MESSAGE_OF(MSG_TEST_LIST, arg_list(items, 3)),
                   "a, 歩 ja c; a, 歩 or c; a, 歩, c");
    check_rendered(&table, &MESSAGE_OF(MSG_TEST_LIST, arg_list(items, 1)), "a; a; a");
    check_rendered(&table, &MESSAGE_OF(MSG_TEST_LIST, arg_list(items, 0)), "; ; ");
    Message moves = MESSAGE_OF(MSG_TEST_WORDS, arg_words(words_write, "steps"));
    check_rendered(&table, &moves, "se steps!");
    check_rendered(&other, &moves, "it steps");
    static const struct {
        MessageArg decimal;
        const char *expected;
    } decimals[] = {
        {{.kind = ARG_DECIMAL, .length = 1, .decimal = -2.25}, "-2.2"},
        {{.kind = ARG_DECIMAL, .length = 0, .decimal = 12.7}, "13"},
        {{.kind = ARG_DECIMAL, .length = -1, .decimal = 0.05}, "0.05"},
        {{.kind = ARG_DECIMAL, .length = -1, .number = 1, .decimal = 5}, "+5"},
        {{.kind = ARG_DECIMAL, .length = 2, .number = 1, .decimal = 1.5}, "+1.50"},
    };
    for (size_t i = 0; i < sizeof decimals / sizeof *decimals; i++) {
        uint8_t bytes[64];
        Message decimal = MESSAGE_OF(MSG_TEST_DECIMAL, decimals[i].decimal);
        Message kept = message_unpack(bytes, message_pack(&decimal, CAP, bytes, sizeof bytes));
        check_rendered(&table, &decimal, decimals[i].expected);
        check_rendered(&table, &kept, decimals[i].expected);
    }
    /* No row: English, and its plural rule. */
    check_rendered(&other, &MESSAGE_OF(MSG_TEST_COUNT, arg_number(0)), "0 things");
    check_rendered(&other, &MESSAGE_OF(MSG_TEST_COUNT, arg_number(1)), "1 thing");
}

/* ---- errors ---------------------------------------------------------------------------------- */

static void check_cut(void) {
    char text[3000] = "x";
    while (strlen(text) < 2900) strcat(text, "歩");
    HenkaError error = {0}, outer = {0};
    error_say(&error, 3, 4, MSG_GAME_UNKNOWN, arg_text(text));
    size_t length = strlen(error.message);
    CHECK(error.line == 3 && error.column == 4 && length < sizeof error.message &&
              !strcmp(error.message + length - 1, "`") &&
              utf8_valid_length(error.message, length) == length,
          "a long name is cut, the sentence is not: %s", error.message);
    error_say(&outer, 1, 1, MSG_TEST_NESTED, arg_error(&error), arg_text(text));
    CHECK(strstr(outer.message, "no game is called `x歩") && outer.said_length,
          "an error within an error: %s", outer.message);
    error_set(&error, MSG_TEST_NESTED, arg_error(&error), arg_text("itself"));
    CHECK(!strncmp(error.message, "itself: no game is called `x歩", 30), "into itself: %s",
          error.message);
}

int main(void) {
    for (MessageKey key = MSG_NONE + 1; key < MSG_COUNT; key++) check_row(key);
    for (MessageKey key = MSG_NONE + 1; key < MSG_COUNT; key++) check_japanese(key);
    check_waiting();
    check_language_names();
    check_other_language();
    check_forms();
    check_cut();
    check_decimals();
    check_list_cut();
    CHECK(MSG_COUNT > 8, "%d rows", (int)MSG_COUNT);
    return check_done();
}
