/* Messages of errors stay UTF-8, wherever a precision or the end of the buffer cuts them. */
#include "base/error.h"

#include <string.h>

#include "check.h"

static void check_mended(const char *text, const char *expected) {
    HenkaError error = {0};
    error_at(&error, 1, 2, "<%s>", text);
    size_t length = strlen(expected);
    CHECK(error.message[0] == '<' && strncmp(error.message + 1, expected, length) == 0 &&
              strcmp(error.message + 1 + length, ">") == 0,
          "\"%s\" became \"%s\", expected \"<%s>\"", text, error.message, expected);
}

/* Whole 歩 after the x, and nothing else. */
static bool whole(const char *text) {
    while (strncmp(text, "歩", 3) == 0) text += 3;
    return !*text;
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
    for (int precision = 1; precision < 20; precision++) {
        error_at(&error, 0, 0, "%.*s", precision, text);
        CHECK(error.message[0] == 'x' && whole(error.message + 1) &&
                  strlen(error.message) + 3 > (size_t)precision,
              "cut at %d: %s", precision, error.message);
    }
    for (int pad = 1; pad <= 3; pad++) {
        error_at(&error, 0, 0, "%*s%s", pad, "", text);
        CHECK(whole(error.message + pad + 1) && strlen(error.message) + 3 >= sizeof error.message,
              "cut by the buffer: %s", error.message);
    }
    return check_done();
}
