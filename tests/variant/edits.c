/* Texts of shipped games with one small change each, drawn at random: a letter left out, put in,
 * replaced or moved, a word, a field or a line left out or written twice. At most one error is
 * found, and it stands on the changed line; elsewhere only where it names something of that line,
 * such as a piece that others speak of. What is drawn follows from the seed alone; the arguments
 * are how many changes, the first seed, `-` or `--show`, which prints what is found, and files to
 * change instead of shipped games. */
#include "check.h"
#include "henka.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 16, ENTRIES = 64, LINE_BYTES = 4096 };
static HenkaDiagnostic entries[ENTRIES];
static bool shows;
static int all_errors, elsewhere; /* errors of all changes; those that stand on another line and
                                     don't name the changed one, though it is still there */

static uint32_t draw(uint64_t *state, uint32_t below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % below;
}

/* A text with one change: before and after the change its line read so. */
typedef struct Edited {
    char text[TEXT_BYTES], was[LINE_BYTES], is[LINE_BYTES];
    size_t length;
    int line;        /* that was changed, from 1 */
    const char *how; /* in words */
} Edited;

/* `length` bytes at this place become these. */
static void splice(Edited *e, size_t at, size_t length, const char *by, size_t by_length) {
    memmove(e->text + at + by_length, e->text + at + length, e->length - at - length + 1);
    memcpy(e->text + at, by, by_length);
    e->length += by_length - length;
}

/* From one of these signs (or the line's start) to the next one. */
static void part_around(const char *line, size_t length, size_t at, const char *signs, size_t *from,
                        size_t *to) {
    for (*from = at; *from && !strchr(signs, line[*from - 1]);) --*from;
    for (*to = at; *to < length && !strchr(signs, line[*to]);) ++*to;
}

/* Changes the line that starts at `start`, of so many bytes. */
static void change(Edited *e, size_t start, size_t length, uint64_t *seed) {
    static const char letters[] = "abfFWKRBPS129:,=-+# .{}()[]<>&|'xyz\"!*\xC3";
    size_t at = length ? draw(seed, (uint32_t)length) : 0, from, to;
    char *line = e->text + start, letter = letters[draw(seed, sizeof letters - 1)],
         twice[LINE_BYTES];
    switch (draw(seed, 10)) {
    case 0:
    case 1:
        e->how = "a letter left out";
        splice(e, start + at, 1, "", 0);
        break;
    case 2:
    case 3:
        e->how = "a letter put in";
        splice(e, start + at, 0, &letter, 1);
        break;
    case 4:
    case 5:
        e->how = "a letter replaced";
        line[at] = letter;
        break;
    case 6:
        e->how = "two letters exchanged";
        if (at + 1 == length) break;
        letter = line[at], line[at] = line[at + 1], line[at + 1] = letter;
        break;
    case 7:
        e->how = "a part left out";
        part_around(line, length, at, ":,= ", &from, &to);
        splice(e, start + from, to - from, "", 0);
        break;
    case 8:
        e->how = "the line left out";
        splice(e, start, length, "", 0);
        break;
    default:
        e->how = "the line twice";
        memcpy(twice, line, length);
        twice[length] = '\n';
        splice(e, start, 0, twice, length + 1);
    }
}

static void edit(Edited *e, const char *text, size_t length, uint64_t *seed) {
    memcpy(e->text, text, length);
    e->text[e->length = length] = '\0';
    int lines = 0;
    for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
    for (;;) {
        e->line = 1 + (int)draw(seed, (uint32_t)lines);
        const char *line = e->text;
        for (int i = 1; i < e->line; i++) line = strchr(line, '\n') + 1;
        size_t width = strcspn(line, "\n"), start = (size_t)(line - e->text);
        if (!width || *line == '#') continue;
        snprintf(e->was, sizeof e->was, "%.*s", (int)width, line);
        change(e, start, width, seed);
        snprintf(e->is, sizeof e->is, "%.*s", (int)strcspn(e->text + start, "\n"), e->text + start);
        return;
    }
}

/* Does the message speak, between backquotes, of something that stood or stands on the line? */
static bool speaks_of(const char *message, const Edited *e) {
    for (const char *open = strchr(message, '`'), *close; open; open = strchr(close + 1, '`')) {
        char word[256];
        if (!(close = strchr(open + 1, '`'))) return false;
        snprintf(word, sizeof word, "%.*s", (int)(close - open - 1), open + 1);
        if (*word && (strstr(e->was, word) || strstr(e->is, word))) return true;
    }
    return false;
}

/* Does the message name the line by its number? */
static bool names_line(const char *message, int number) {
    char line[32];
    int length = snprintf(line, sizeof line, "line %d", number);
    const char *found = strstr(message, line);
    return found && (found[length] < '0' || found[length] > '9');
}

/* The line that begins the choice which this line belongs to; NULL: none does. */
static const char *choice_of(const Edited *e, int number) {
    const char *line = e->text, *choice = NULL;
    for (int i = 1; i < number && line; i++) {
        if (!strncmp(line, "choice=", 7)) choice = line;
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return choice;
}

/* The choice that holds the line, as a message about another line names it: `=VALUE)`; and lines of
 * one choice are one matter. */
static bool speaks_of_choice(const HenkaError *error, const Edited *e) {
    const char *choice = choice_of(e, e->line);
    char value[LINE_BYTES];
    if (!choice) return false;
    snprintf(value, sizeof value, "%.*s)", (int)strcspn(choice + 6, " \n"), choice + 6);
    return strstr(error->message, value) || choice == choice_of(e, error->line);
}

/* Lines of pieces are told by their numbers: without one of them all after it are others, and
 * another is the last. */
static bool counts_lines(const char *message, const Edited *e) {
    return !*e->is && strchr(e->was, ':') &&
           (strstr(e->text, "promoOffset=") || strstr(message, "piece line"));
}

static void check_one(const char *name, const Edited *e, uint64_t seed) {
    HenkaReport report = {.entries = entries, .cap = ENTRIES};
    HenkaVariant *v = henka_variant_parse(e->text, e->length, NULL, 0, &report);
    size_t errors = 0;
    const HenkaDiagnostic *other = NULL;
    bool twice = !strcmp(e->how, "the line twice");
    for (size_t i = 0; i < report.count && i < ENTRIES; i++) {
        const HenkaDiagnostic *entry = &entries[i];
        if (!entry->fatal) continue;
        errors++;
        all_errors++;
        bool there = entry->at.line == e->line || (twice && entry->at.line == e->line + 1);
        bool told = there || names_line(entry->at.message, e->line);
        elsewhere += !told && *e->is;
        if (!told && *e->is && shows)
            printf("  elsewhere: %s:\n  %s\n  %s\n", e->how, e->was, e->is);
        if (!there && !speaks_of(entry->at.message, e) && !speaks_of_choice(&entry->at, e) &&
            !counts_lines(entry->at.message, e))
            other = entry;
    }
    CHECK(errors <= 1 && !other, "%s, seed %llu: %s on line %d:\n  %s\n  %s", name,
          (unsigned long long)seed, e->how, e->line, e->was, e->is);
    bool bad = errors > 1 || other;
    for (size_t i = 0; (bad || shows) && i < report.count && i < ENTRIES; i++)
        printf("    %d:%d: %s: %s\n", entries[i].at.line, entries[i].at.column,
               entries[i].fatal  ? "error"
               : entries[i].note ? "note"
                                 : "warning",
               entries[i].at.message);
    henka_variant_free(v);
}

/* Reads the file, NUL-terminated. Returns its length. */
static size_t read_text(const char *path, char text[static TEXT_BYTES]) {
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(text, 1, TEXT_BYTES / 2, file) : 0;
    if (file) fclose(file);
    text[length] = 0;
    return length;
}

int main(int count, char **arguments) {
    static Edited e;
    static char text[TEXT_BYTES];
    int changes = count > 1 ? atoi(arguments[1]) : 200, games = 0;
    uint64_t first = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    shows = count > 3 && !strcmp(arguments[3], "--show");
    while (henka_shipped_name((size_t)games)) games++;
    if (count > 4) games = count - 4;
    for (int i = 0; i < changes; i++) {
        uint64_t seed = first + (uint64_t)i, state = seed * 0x9E3779B97F4A7C15u;
        size_t game = draw(&state, (uint32_t)games), length;
        if (count > 4) {
            edit(&e, text, read_text(arguments[4 + game], text), &state);
            check_one(arguments[4 + game], &e, seed);
            continue;
        }
        const char *shipped = henka_shipped_text(game, &length);
        edit(&e, shipped, length, &state);
        check_one(henka_shipped_name(game), &e, seed);
    }
    printf("   %d errors, %d of them on another line\n", all_errors, elsewhere);
    CHECK(elsewhere * 100 <= all_errors + 100, "%d of %d errors stand on another line", elsewhere,
          all_errors);
    return check_done();
}
