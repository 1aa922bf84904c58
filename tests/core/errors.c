/* Messages of errors stay UTF-8, wherever they are cut. */
#include "base/error.h"

#include <string.h>

#include "check.h"

static void check_mended(const char *text, const char *expected) {
    HenkaError error = {0};
    error_say(&error, 1, 2, MSG_TEST_TEXT, arg_text(text));
    size_t length = strlen(expected);
    CHECK(error.message[0] == '<' && strncmp(error.message + 1, expected, length) == 0 &&
              strcmp(error.message + 1 + length, ">") == 0,
          "\"%s\" became \"%s\", expected \"<%s>\"", text, error.message, expected);
}

/* Whole 歩 and nothing else, so many bytes of it. */
static bool whole(const char *text, size_t length) {
    for (; length >= 3 && strncmp(text, "歩", 3) == 0; length -= 3) text += 3;
    return !length;
}

int main(void) {
    check_mended("plain", "plain");
    check_mended("x歩é😀", "x歩é😀");
    check_mended("a\x80\xBF"
                 "b",
                 "ab");
    check_mended("a\xF5\x80\x80\x80\xFF"
                 "b",
                 "ab");
    check_mended("a\xC0\xAF"
                 "b\xED\xA0\x80"
                 "c\xE0\x80\x80"
                 "d\xF4\x90\x80\x80",
                 "abcd");
    check_mended("a\xE6\xAD"
                 "b",
                 "ab");
    char text[1024] = "x";
    for (int i = 0; i < 300; i++) strcat(text, "歩");
    HenkaError error = {0};
    for (size_t length = 1; length < 20; length++) {
        error_set(&error, MSG_TEST_TEXT, arg_bytes(text, length));
        size_t said = strlen(error.message);
        CHECK(said > 2 && error.message[1] == 'x' && error.message[said - 1] == '>' &&
                  whole(error.message + 2, said - 3) && said + 2 > length,
              "cut at %zu: %s", length, error.message);
    }
    error_set(&error, MSG_TEST_TEXT, arg_text(text));
    size_t said = strlen(error.message);
    CHECK(said > 60 && said < sizeof error.message && error.message[said - 1] == '>' &&
              whole(error.message + 2, said - 3),
          "cut to fit: %s", error.message);
    HenkaError moved = {0};
    error_moved(&moved, 7, 8, &error);
    CHECK(moved.line == 7 && moved.column == 8 && !strcmp(moved.message, error.message),
          "moved to %d:%d: %s", moved.line, moved.column, moved.message);
    return check_done();
}
