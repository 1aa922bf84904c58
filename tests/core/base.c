/* What everything stands on: memory that lives together (base/arena.h) and text written into a
 * buffer (base/out.h). What happens when memory runs out: tests/library/memory.c. */
#include "base/arena.h"
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

int main(void) {
    check_errors();
    check_arena();
    check_arena_texts();
    check_out();
    return check_done();
}
