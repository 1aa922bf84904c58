/* What everything stands on: memory that lives together (base/arena.h) and text written into a
 * buffer (base/out.h). What happens when memory runs out: tests/library/memory.c. */
#include "base/arena.h"
#include "base/args.h"
#include "base/error.h"
#include "base/out.h"
#include "check.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { TAKEN = 400 };

static bool all_are(const unsigned char *bytes, size_t count, unsigned char value) {
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != value) return false;
    return true;
}

/* Pieces of every size, larger than a block among them: zeroed, aligned, and none over another. */
static void check_arena(void) {
    Arena *arena = arena_new(NULL);
    unsigned char *taken[TAKEN];
    size_t sizes[TAKEN];
    for (int i = 0; i < TAKEN; i++) {
        sizes[i] = i % 50 == 49 ? 100000 : (size_t)i * 7 + 1;
        taken[i] = arena_take(arena, sizes[i]);
        CHECK((uintptr_t)taken[i] % 64 == 0, "piece %d of %zu bytes stands at %p", i, sizes[i],
              (void *)taken[i]);
        CHECK(all_are(taken[i], sizes[i], 0), "piece %d of %zu bytes is not all 0", i, sizes[i]);
        memset(taken[i], i % 255 + 1, sizes[i]);
    }
    for (int i = 0; i < TAKEN; i++)
        CHECK(all_are(taken[i], sizes[i], (unsigned char)(i % 255 + 1)),
              "piece %d of %zu bytes was written over by a later one", i, sizes[i]);
    arena_free(arena);
    arena_free(NULL);
}

/* The address sanitizer then answers NULL where there is no such memory, as malloc does. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

/* Where memory runs out, the arena goes back to whoever catches it. */
static void check_arena_failure(void) {
    ArenaFailure failure;
    Arena *arena = arena_new(&failure);
    if (arena_catches(failure)) {
        CHECK(true, "went back");
        arena_free(arena);
        return;
    }
    CHECK(!arena_take(arena, SIZE_MAX / 2), "half of the address space");
}

static void check_arena_texts(void) {
    Arena *arena = arena_new(NULL);
    char *copy = arena_text(arena, "lance, knight", 5), *empty = arena_text(arena, "", 0);
    char *made = arena_format(arena, "%s-%d", "rank", 12);
    CHECK(!strcmp(copy, "lance"), "the first 5 bytes are \"%s\"", copy);
    CHECK(!*empty, "an empty text is \"%s\"", empty);
    CHECK(!strcmp(made, "rank-12"), "formatted: \"%s\"", made);
    arena_free(arena);
}

/* The same writes into every size of buffer: what fits stands there, closed, and the whole length
 * is counted. */
static void check_out(void) {
    static const char whole[] = "ab, 12: xyz!";
    for (size_t cap = 0; cap <= sizeof whole + 2; cap++) {
        char buf[32];
        memset(buf, '#', sizeof buf);
        Out out = out_to(buf, cap);
        CHECK(!cap || !*buf, "cap %zu: begins with \"%.8s\"", cap, buf);
        out_text(&out, "ab");
        out_bytes(&out, ", trap", 2);
        out_format(&out, "%d: ", 12);
        out_text(&out, "xyz");
        out_char(&out, '!');
        size_t fits = cap == 0 ? 0 : cap - 1 < strlen(whole) ? cap - 1 : strlen(whole);
        CHECK(out.length == strlen(whole), "cap %zu: length %zu of \"%s\"", cap, out.length, whole);
        CHECK(!cap || (strlen(buf) == fits && !memcmp(buf, whole, fits)),
              "cap %zu: \"%.31s\", of \"%s\"", cap, buf, whole);
        CHECK(buf[cap] == '#', "cap %zu: wrote byte %zu", cap, cap);
    }
}

/* Both ways to fill an error answer false, with an error and without, so that a reader of text can
 * return what they answer. */
static void check_errors(void) {
    HenkaError said = {0}, moved = {0};
    bool answer = error_say(&said, 3, 7, MSG_NO_MEMORY);
    CHECK(!answer && said.line == 3 && said.column == 7 && !strcmp(said.message, "out of memory"),
          "answered %d, %d:%d: %s", answer, said.line, said.column, said.message);
    CHECK(!error_say(NULL, 3, 7, MSG_NO_MEMORY), "error_say of no error: %d", true);
    answer = error_moved(&moved, 5, 9, &said);
    CHECK(!answer && moved.line == 5 && moved.column == 9 && !strcmp(moved.message, said.message),
          "answered %d, %d:%d: %s", answer, moved.line, moved.column, moved.message);
    CHECK(!error_moved(NULL, 5, 9, &said), "error_moved of no error: %d", true);
}

/* ---- options of a command line ---------------------------------------------------------------- */

typedef struct Given {
    bool flag;
    int whole;
    int64_t large;
    double real;
    const char *text;
    int calls; /* how often --call stood there with a text that was taken */
} Given;

static bool take_even(void *context, const char *text) {
    bool even = strlen(text) % 2 == 0;
    *(int *)context += even;
    return even;
}

static void check_options(void) {
    static const struct {
        const char *line;  /* words, divided by one blank */
        const char *words; /* what is left of them; NULL: it is refused */
        Given given;
        const char *error;
    } cases[] = {
        {"", "", {0}, NULL},
        {"one - two -x", "one - two -x", {0}, NULL},
        {"--flag one", "one", {.flag = true}, NULL},
        {"one --whole 7 two --text x", "one two", {.whole = 7, .text = "x"}, NULL},
        {"--whole=-5 --large=6000000000", "", {.whole = -5, .large = 6000000000}, NULL},
        {"--whole 9 --whole=2", "", {.whole = 2}, NULL},
        {"--real 0.25 x", "x", {.real = 0.25}, NULL},
        {"--real=-1", "", {.real = -1}, NULL},
        {"--real=2", "", {.real = 2}, NULL},
        {"--text= --flag", "", {.flag = true, .text = ""}, NULL},
        {"--text --flag", "", {.text = "--flag"}, NULL},
        {"--text=a=b", "", {.text = "a=b"}, NULL},
        {"--call ab --call=abcd", "", {.calls = 2}, NULL},
        {"--whole 9", "", {.whole = 9}, NULL},
        {"--whole 10", NULL, {0}, "--whole: expected a number from -5 to 9"},
        {"--whole -6", NULL, {0}, "--whole: expected a number from -5 to 9"},
        {"--whole 1x", NULL, {0}, "--whole: expected a number from -5 to 9"},
        {"--whole x", NULL, {0}, "--whole: expected a number from -5 to 9"},
        {"--whole=", NULL, {0}, "--whole: expected a number from -5 to 9"},
        {"--large 9223372036854775807", "", {.large = INT64_MAX}, NULL},
        {"--large 9223372036854775808",
         NULL,
         {0},
         "--large: expected a number from 0 to 9223372036854775807"},
        {"--real 2.01", NULL, {0}, "--real: expected a number from -1 to 2"},
        {"--real -1.01", NULL, {0}, "--real: expected a number from -1 to 2"},
        {"--real nan", NULL, {0}, "--real: expected a number from -1 to 2"},
        {"--real 1x", NULL, {0}, "--real: expected a number from -1 to 2"},
        {"--real=", NULL, {0}, "--real: expected a number from -1 to 2"},
        {"--call abc", NULL, {0}, "--call: expected NAME=VALUE, 32 times at most, found \"abc\""},
        {"one --flag=1", NULL, {0}, "--flag=1: takes no value"},
        {"--whole", NULL, {0}, "--whole: expected a value after it"},
        {"--none", NULL, {0}, "no option is called --none"},
        {"--", NULL, {0}, "no option is called --"},
        {"--flags", NULL, {0}, "no option is called --flags"},
        {"--fla", NULL, {0}, "no option is called --fla"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Given given = {0};
        const CommandOption options[] = {
            {"--flag", OPTION_FLAG, &given.flag},
            {"--whole", OPTION_INT, &given.whole, -5, 9},
            {"--large", OPTION_INT64, &given.large, 0, INT64_MAX},
            {"--real", OPTION_REAL, &given.real, -1, 2},
            {"--text", OPTION_TEXT, &given.text},
            {"--call", OPTION_CALL, &given.calls, .take = take_even, .form = MSG_FORM_SETTING}};
        char line[128], *words[16], left[128] = "";
        Args args = {.words = words};
        HenkaError error = {0};
        snprintf(line, sizeof line, "%s", cases[i].line);
        for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
            words[args.count++] = word;
        bool good = args_parse(&args, options, sizeof options / sizeof *options, &error);
        const Given *want = &cases[i].given;
        if (!cases[i].words) {
            CHECK(!good && !strcmp(error.message, cases[i].error), "%s: %s, expected %s",
                  cases[i].line, error.message, cases[i].error);
            continue;
        }
        for (int k = 0; k < args.count; k++)
            snprintf(left + strlen(left), sizeof left - strlen(left), "%s%s", k ? " " : "",
                     words[k]);
        CHECK(good && !strcmp(left, cases[i].words), "%s: left is \"%s\"; %s", cases[i].line, left,
              error.message);
        CHECK(given.flag == want->flag && given.whole == want->whole &&
                  given.large == want->large && given.real == want->real &&
                  given.calls == want->calls && !given.text == !want->text &&
                  (!given.text || !strcmp(given.text, want->text)),
              "%s: flag %d, whole %d, large %lld, real %g, text %s, %d calls", cases[i].line,
              given.flag, given.whole, (long long)given.large, given.real,
              given.text ? given.text : "none", given.calls);
    }
}

int main(void) {
    check_errors();
    check_arena();
    check_arena_failure();
    check_arena_texts();
    check_out();
    check_options();
    return check_done();
}
