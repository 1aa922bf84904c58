/* Texts of games and what is found wrong with them, as data/errors.txt has it: a good text, then
 * changes of one line of it, each followed by every finding with its line and column. In
 * data/mistakes.txt each change is one mistake, and has one finding. With --write after the files'
 * names the findings are written anew. */
#include "check.h"
#include "format/keys.h"
#include "henka.h"
#include "variant/variant.h"

#include <stdlib.h>
#include <string.h>

enum { DESCRIPTION_BYTES = 1 << 14, LINES = 32, TEXT_BYTES = 1 << 17 };
static char good[LINES][64]; /* from 1 on, as the file has them */
static int good_lines;
static HenkaDiagnostic entries[256];

/* `\n`, `\t`, `\\` and `\xHH` of a row; everything else stands for itself. Returns the length. */
static size_t unescape(char *text, const char *from) {
    size_t length = 0;
    for (; *from; from++) {
        unsigned byte;
        if (*from != '\\')
            text[length++] = *from;
        else if (from[1] == 'x' && sscanf(from + 2, "%2x", &byte) == 1)
            text[length++] = (char)byte, from += 3;
        else
            from++, text[length++] = *from == 'n' ? '\n' : *from == 't' ? '\t' : *from;
    }
    return length;
}

/* The good text with this line replaced; a line past its end is added, 0 changes nothing. */
static size_t text_of(int replaced, const char *by, char *text, const char *newline) {
    size_t length = 0;
    for (int i = 1; i <= good_lines + 1; i++) {
        if (i > good_lines && i != replaced) break;
        const char *line = i == replaced ? by : good[i];
        length += unescape(text + length, line);
        length += (size_t)sprintf(text + length, "%s", newline);
    }
    return length;
}

/* Every finding on a line of its own. */
static size_t write_findings(const HenkaReport *report, char *out) {
    size_t length = 0;
    for (size_t i = 0; i < report->count && i < report->cap; i++)
        length += (size_t)sprintf(out + length, "  %d:%d: %s: %s\n", entries[i].at.line,
                                  entries[i].at.column,
                                  entries[i].fatal  ? "error"
                                  : entries[i].note ? "note"
                                                    : "warning",
                                  entries[i].at.message);
    out[length] = '\0';
    return length;
}

/* The findings of a row, and the description of the game when it is accepted. */
static size_t findings_of(int replaced, const char *by, const char *newline, char *out,
                          char *described) {
    char text[8192];
    *described = '\0';
    HenkaReport report = {.entries = entries, .cap = 256};
    HenkaVariant *v =
        henka_variant_parse(text, text_of(replaced, by, text, newline), NULL, 0, &report);
    size_t fatal = 0;
    for (size_t i = 0; i < report.count; i++) fatal += entries[i].fatal;
    CHECK(report.fatal_count == fatal && !v == (fatal > 0), "%d: %s is %s with %zu errors of %zu",
          replaced, by, v ? "accepted" : "refused", report.fatal_count, fatal);
    const HenkaError *first = henka_report_error(&report);
    CHECK(!first == !fatal && (!first || first >= &entries[0].at), "%d: %s: the first error",
          replaced, by);
    if (v) henka_variant_describe(v, HENKA_ENGLISH, described, DESCRIPTION_BYTES);
    henka_variant_free(v);
    return write_findings(&report, out);
}

/* Goes through the file: rows are copied to `all`, each with what was found, which must be what
 * stands below it. Returns how many there were. */
static int rows_check(const char *text, char *all, bool one_each) {
    static char found[1 << 15], other[1 << 15], game[DESCRIPTION_BYTES],
        other_game[DESCRIPTION_BYTES];
    int rows = 0;
    bool starts = true; /* a good text */
    while (*text) {
        size_t line = strcspn(text, "\n") + 1, length = 0, used = 0;
        char row[4096], *by = row;
        snprintf(row, sizeof row, "%.*s", (int)line - 1, text);
        all += sprintf(all, "%s\n", row);
        text += line;
        bool good_line = row[0] == '=';
        if (good_line && starts) good_lines = 0;
        starts = !good_line;
        if (good_line) snprintf(good[++good_lines], sizeof *good, "%.63s", row + 2);
        while (text[length] == ' ') length += strcspn(text + length, "\n") + 1;
        int replaced = (int)strtol(row, &by, 10);
        if (by != row && by[0] == ':' && by[1] == ' ') {
            used = findings_of(replaced, by + 2, "\n", found, game);
            findings_of(replaced, by + 2, "  \r\n", other, other_game);
            CHECK(!strcmp(found, other) && !strcmp(game, other_game),
                  "%s: with other ends of lines\n%s", row, other);
            CHECK(used == length && !strncmp(found, text, length),
                  "%s\n  expected\n%.*s  found\n%s", row, (int)length, text, found);
            CHECK(!one_each || (*found && !strchr(found, '\n')[1]), "%s: not one finding\n%s", row,
                  found);
            all += sprintf(all, "%s", found);
            rows++;
        }
        text += length;
    }
    return rows;
}

static void check_good(const char *newline) {
    static char found[1 << 15], game[DESCRIPTION_BYTES];
    findings_of(0, "", newline, found, game);
    CHECK(!*found, "the good text:\n%s", found);
}

/* ---- the ranges and words of schema.def ------------------------------------------------------ */

/* The variant of the good text with this line added, and whether this is said at that byte of it. */
static HenkaVariant *variant_with(const char *line, int column, const char *says, bool *said) {
    char text[8192];
    HenkaReport report = {.entries = entries, .cap = 256};
    HenkaVariant *v =
        henka_variant_parse(text, text_of(good_lines + 1, line, text, "\n"), NULL, 0, &report);
    *said = false;
    for (size_t i = 0; i < report.count; i++)
        *said |= entries[i].at.line == good_lines + 1 && entries[i].at.column == column &&
                 strstr(entries[i].at.message, says);
    return v;
}

/* `key=value` is refused with these words, or not, and then the variant, if the rest fits together,
 * has that value. */
static void check_value(const Key *key, const char *value, const char *says, bool refused,
                        int number) {
    char line[128];
    bool said, listed = key->kind == KEY_TYPE_NUMBERS,
               kept = !listed && key->offset < sizeof(HenkaVariant);
    snprintf(line, sizeof line, "%s=%s%s", key->name, listed ? "P:" : "", value);
    HenkaVariant *v = variant_with(line, (int)strlen(line) - (int)strlen(value) + 1, says, &said);
    CHECK(said == refused && !(v && refused), "%s is %s", line, said ? "refused" : "accepted");
    if (v && (listed || kept)) {
        int found = key_value(key, listed ? (const void *)&v->types[1] : v);
        CHECK(found == number, "%s is read as %d, not %d", line, found, number);
    }
    henka_variant_free(v);
}

static void check_ranges(const Key *key) {
    const int values[] = {key->low - 1, key->low, key->high, key->high + 1};
    for (int i = 0; i < 4; i++) {
        char value[16], says[64];
        snprintf(value, sizeof value, "%d", values[i]);
        snprintf(says, sizeof says, "from %d to %d, found `%d`", key->low, key->high, values[i]);
        check_value(key, value, says, i == 0 || i == 3, values[i]);
    }
}

/* Each way to write a word; then one that is none. */
static void check_words(const Key *key) {
    char word[32];
    int place = 0;
    for (const char *at = key->words; *at; at += *at != '\0') {
        size_t length = strcspn(at, ",|");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        check_value(key, word, "is one of", false, place);
        at += length;
        place += *at == '|';
    }
    check_value(key, "word", "is one of", true, 0);
    check_value(key, "", "is one of", true, 0);
}

static void check_keys(void) {
    for (int i = 0; key_at(i); i++) {
        const Key *key = key_at(i);
        if (key->kind == KEY_NUMBER || key->kind == KEY_TYPE_NUMBERS) check_ranges(key);
        if (key->kind == KEY_WORD) check_words(key);
    }
}

/* ---- texts of other shapes ------------------------------------------------------------------- */

/* All of them at once, in the order of the text; but that no piece is a `Z` may follow from the id
 * that was refused. */
static void check_all_at_once(void) {
    static const char text[] =
        "files=99\nranks=x\nfoo=1\nking:K:QQQ?:K:a1\npawn:PPPP:fW::a2\nroyal=Z\n";
    HenkaReport report = {.entries = entries, .cap = 256};
    CHECK(!henka_variant_parse(text, sizeof text - 1, NULL, 0, &report), "accepted");
    CHECK(report.fatal_count == 5, "not 5 but %zu errors", report.fatal_count);
    for (size_t i = 1; i < report.count; i++)
        CHECK(entries[i - 1].at.line <= entries[i].at.line, "finding %zu is out of order", i);
}

/* A file with a board and no pieces: nothing is said of keys nobody wrote. */
static void check_no_pieces(void) {
    static const char text[] = "files=5\nranks=5\n";
    HenkaReport report = {.entries = entries, .cap = 256};
    CHECK(!henka_variant_parse(text, sizeof text - 1, NULL, 0, &report) && report.fatal_count,
          "a game without pieces is accepted");
    for (size_t i = 0; i < report.count; i++)
        CHECK(!strstr(entries[i].at.message, "maxPromote"), "it says: %s", entries[i].at.message);
}

static void check_setting(const char *setting, const char *says) {
    HenkaReport report = {.entries = entries, .cap = 256};
    CHECK(!henka_variant_shipped("rutherford", &setting, 1, &report), "`%s` is accepted", setting);
    CHECK(report.fatal_count == 1 && entries[0].at.line == 0 && strstr(entries[0].at.message, says),
          "`%s`: %s", setting, report.count ? entries[0].at.message : "");
}

static void check_small_report(void) {
    HenkaReport report = {.entries = entries, .cap = 1};
    entries[1].at.line = 77;
    CHECK(!henka_variant_parse("a=1\nb=2\n", 8, NULL, 0, &report), "accepted");
    CHECK(report.count > 1 && entries[1].at.line == 77, "wrote past the end of the report");
    report.cap = 1;
    CHECK(!henka_variant_parse("lightShade=1\nb=2\n", 17, NULL, 0, &report) && report.count > 1,
          "accepted");
    CHECK(!entries[0].fatal && !henka_report_error(&report),
          "an error that did not fit into the report is found in it");
    CHECK(!henka_variant_parse("", 0, NULL, 0, NULL), "an empty text is accepted");
    CHECK(!henka_variant_shipped("nothing", NULL, 0, &report) && report.fatal_count == 1 &&
              report.count == 1 && strstr(entries[0].at.message, "nothing"),
          "a game called nothing");
    CHECK(!henka_variant_shipped("nothing", NULL, 0, NULL), "a game called nothing");
}

/* A text that is too long has that one error: nothing of it was read. */
static void check_too_long(void) {
    enum { LENGTH = (1 << 18) + 1 };
    char *text = malloc(LENGTH);
    HenkaReport report = {.entries = entries, .cap = 256};
    if (!text) abort();
    memset(text, '#', LENGTH);
    HenkaVariant *v = henka_variant_parse(text, LENGTH, NULL, 0, &report);
    CHECK(!v && report.count == 1, "too long: %d findings, the first: %s", (int)report.count,
          report.count ? entries[0].at.message : "none");
    CHECK(report.count && strstr(entries[0].at.message, "262145 bytes, more than 262144"),
          "too long: %s", report.count ? entries[0].at.message : "none");
    henka_variant_free(v);
    free(text);
}

/* `count` lines made by the form, its number and letters put in; then whether the text is accepted,
 * and what is said, once, when it is not. */
static void check_limit(const char *what, const char *start, const char *form, int count,
                        const char *says) {
    static char text[1 << 18];
    HenkaReport report = {.entries = entries, .cap = 256};
    size_t length = (size_t)sprintf(text, "%s", start);
    for (int i = 0; i < count; i++)
        length += (size_t)sprintf(text + length, form, i, 'A' + i / 26 % 26, 'A' + i % 26, i);
    HenkaVariant *v = henka_variant_parse(text, length, NULL, 0, &report);
    const HenkaError *error = henka_report_error(&report);
    CHECK(!v == (says != NULL) && (!says || (error && strstr(error->message, says))), "%d %s: %s",
          count, what, error ? error->message : "accepted");
    CHECK(report.fatal_count == (says != NULL), "%d %s: %zu errors, the last of them %s", count,
          what, report.fatal_count, report.count ? entries[report.count - 1].at.message : "none");
    henka_variant_free(v);
}

/* The most there may be of a thing, and one more. */
static void check_limits(void) {
    static const char start[] = "files=5\nranks=5\nroyal=K\nking:K:K:K:a1\n",
                      to_hand[] = "files=5\nranks=5\nroyal=K\nholdingsType=-1\nking:K:K:K:a1\n",
                      option[] = "files=5\nranks=5\nroyal=K\nking:K:K:K:a1\noption=o help\n",
                      piece[] = "piece %d:%c%c:W:x%d:\n",
                      options[] = "option=o%d help\nchoice=%c%c\nchoice=b%d\n";
    check_limit("pieces", start, piece, 126, NULL);
    check_limit("pieces", start, piece, 127, "more than 127 piece lines");
    check_limit("kinds in hand", to_hand, piece, 32, NULL);
    check_limit("kinds in hand", to_hand, piece, 33, "more than 32 kinds");
    check_limit("options", start, options, 16, NULL);
    check_limit("options", start, options, 17, "more than 16 options");
    check_limit("options", start, options, 19, "more than 16 options");
    check_limit("choices", option, "choice=c%d x%c%c%d\n", 8, NULL);
    check_limit("choices", option, "choice=c%d x%c%c%d\n", 9, "more than 8 choices");
    check_limit("items", start, "note=%d%c%c%d\n", 4096 - 4, NULL);
    check_limit("items", start, "note=%d%c%c%d\n", 4096 - 3, "4096");
}

/* Options multiply with the work that each of their choices makes: a text of which all would take
 * minutes is refused, with that as an error, after as much work as a text may make. */
static void check_too_costly(void) {
    static char text[1 << 17];
    HenkaReport report = {.entries = entries, .cap = 256};
    size_t length = (size_t)snprintf(text, sizeof text, "files=16\nranks=16\nking:K:K:K:a1\n");
    for (int i = 0; i < 100; i++)
        length += (size_t)snprintf(
            text + length, sizeof text - length, "p%d:%c%c:QaQaQaQ:%c%c:%c%d\n", i, 'A' + i % 26,
            'A' + i / 26, 'A' + i % 26, 'A' + i / 26, 'a' + (i + 1) % 16, 1 + (i + 1) / 16);
    HenkaVariant *v = henka_variant_parse(text, length, NULL, 0, &report);
    CHECK(v, "without options: %s", henka_report_error(&report)->message);
    henka_variant_free(v);
    for (int i = 0; i < 16 * 9; i++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   i % 9 ? "choice=c%d help\nfiles=16\n" : "option=o%d help\n", i);
    v = henka_variant_parse(text, length, NULL, 0, &report);
    const HenkaError *error = henka_report_error(&report);
    CHECK(!v && error && strstr(error->message, "too much work"), "with options: %s",
          error ? error->message : "accepted");
    henka_variant_free(v);
}

/* A text with very many mistakes: at most a thousand are kept, which must not take long. */
static void check_many_findings(void) {
    enum { ROWS = 100000 };
    static char text[2 * ROWS + 100];
    HenkaReport report = {.entries = entries, .cap = 256};
    size_t length = (size_t)snprintf(text, sizeof text, "files=9\nranks=9\nking:K:K:k:e1\nmorph=");
    for (int i = 0; i < ROWS; i++, length += 2) memcpy(text + length, "|/", 2);
    HenkaVariant *v = henka_variant_parse(text, length, NULL, 0, &report);
    CHECK(!v && report.count && report.count <= 1000, "%zu findings", report.count);
}

/* The text of the file that is written anew, or checked. */
static void check_file(const char *path, bool one_each, bool writes) {
    static char text[TEXT_BYTES], all[TEXT_BYTES];
    FILE *file = path ? fopen(path, "rb") : NULL;
    CHECK(file, "give the file of errors");
    if (!file) return;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    int rows = rows_check(text, all, one_each);
    CHECK(rows > (one_each ? 80 : 150), "%s: only %d rows", path, rows);
    file = writes ? fopen(path, "wb") : NULL;
    if (!file) return;
    fputs(all, file);
    fclose(file);
    check_failed = 0; /* what differed is written */
}

int main(int count, char **arguments) {
    bool writes = count > 3 && !strcmp(arguments[3], "--write");
    if (count < 3) return 2;
    check_file(arguments[2], true, writes);
    check_file(arguments[1], false, writes);
    check_good("\n");
    check_good("\r\n");
    check_good(" \t \n# a comment\n// another\n");
    check_keys();
    check_limits();
    check_too_long();
    check_too_costly();
    check_many_findings();
    check_all_at_once();
    check_no_pieces();
    check_setting("bishop=sideways",
                  "option `bishop` has no choice `sideways`; there are: both, forward");
    check_setting("rook=both", "no option `rook`; there are: bishop, dropDistance, gap, order, "
                               "cannon, repetition, strict");
    check_setting("bishop", "a setting is NAME=VALUE");
    check_small_report();
    return check_done();
}
