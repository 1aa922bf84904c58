/* UTF-8 and the distance between words. */
#include <string.h>

#include "base/edit_distance.h"
#include "base/utf8.h"
#include "check.h"

static void check_utf8(const char *text, size_t valid) {
    CHECK(utf8_valid_length(text, strlen(text)) == valid, "\"%s\": %zu bytes are UTF-8, not %zu",
          text, utf8_valid_length(text, strlen(text)), valid);
}

static void check_cut(const char *text, size_t most, size_t expected) {
    CHECK(utf8_cut(text, strlen(text), most) == expected, "\"%s\" cut to %zu: %zu, not %zu", text,
          most, utf8_cut(text, strlen(text), most), expected);
}

static void check_distance(const char *a, const char *b, int expected) {
    int forth = edit_distance(a, strlen(a), b, strlen(b));
    int back = edit_distance(b, strlen(b), a, strlen(a));
    CHECK(forth == expected && back == expected, "%s, %s: %d and back %d, not %d", a, b, forth,
          back, expected);
}

int main(void) {
    check_utf8("", 0);
    check_utf8("x歩é😀", 10);
    check_utf8("x\xE6\xAD", 1);         /* cut short */
    check_utf8("xy\xC0\xAF", 2);        /* overlong */
    check_utf8("x\xED\xA0\x80", 1);     /* a surrogate */
    check_utf8("x\xF4\x90\x80\x80", 1); /* past the last character */
    check_cut("歩歩歩", 9, 9);
    check_cut("歩歩歩", 8, 6);
    check_cut("歩歩歩", 2, 0);
    check_cut("abc", 2, 2);

    check_distance("", "", 0);
    check_distance("", "abc", 3);
    check_distance("kitten", "sitting", 3);
    check_distance("promoZone", "PromoZnoe", 2);
    char longest[EDIT_DISTANCE_LONGEST + 2] = "";
    memset(longest, 'a', sizeof longest - 1);
    check_distance(longest, "a", EDIT_DISTANCE_LONGEST + 1);
    check_distance(longest + 1, "a", EDIT_DISTANCE_LONGEST - 1);
    return check_done();
}
