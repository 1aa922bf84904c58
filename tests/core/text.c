/* UTF-8 and the distance between words. */
#include <stdint.h>
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

/* Every beginning of two bytes, followed by bytes around the limits of what may follow, against the
 * code point that it stands for. */
static void check_every_beginning(void) {
    static const unsigned char follow[] = {0x7F, 0x80, 0xBF, 0xC0};
    for (int first = 0; first < 256; first++) {
        char wrong[64] = "";
        for (int rest = 0; rest < 256 * 16; rest++) {
            unsigned char c[] = {(unsigned char)first, (unsigned char)(rest >> 4),
                                 follow[rest >> 2 & 3], follow[rest & 3]};
            size_t bytes = c[0] < 0x80             ? 1
                           : (c[0] & 0xE0) == 0xC0 ? 2
                           : (c[0] & 0xF0) == 0xE0 ? 3
                           : (c[0] & 0xF8) == 0xF0 ? 4
                                                   : 0;
            uint32_t point = bytes ? c[0] & (bytes == 1 ? 0x7F : 0x7F >> bytes) : 0;
            bool good = bytes > 0;
            for (size_t i = 1; i < bytes; i++)
                good = good && c[i] >> 6 == 2, point = point << 6 | (c[i] & 0x3F);
            static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
            good = good && point >= least[bytes] && point <= 0x10FFFF &&
                   (point < 0xD800 || point > 0xDFFF);
            for (size_t length = 0; length <= 4; length++) {
                size_t expected = good && bytes <= length ? bytes : 0,
                       found = utf8_character((const char *)c, length);
                if (found != expected && !*wrong)
                    snprintf(wrong, sizeof wrong, "%02X %02X %02X %02X, %zu bytes: %zu, not %zu",
                             c[0], c[1], c[2], c[3], length, found, expected);
            }
        }
        CHECK(!*wrong, "%s", wrong);
    }
}

static void check_clean(const char *text, const char *expected) {
    char clean[64];
    snprintf(clean, sizeof clean, "%s", text);
    utf8_clean(clean);
    CHECK(!strcmp(clean, expected), "\"%s\" is cleaned to \"%s\", not \"%s\"", text, clean,
          expected);
}

/* What stands at the edges of the table of ranges, and next to them. */
static void check_kinds(void) {
    static const struct {
        uint32_t code_point;
        Utf8Kind kind;
    } table[] = {{'a', UTF8_SEEN},       {' ', UTF8_BLANK},      {0x1F, UTF8_CONTROL},
                 {0x7E, UTF8_SEEN},      {0x7F, UTF8_CONTROL},   {0x9F, UTF8_CONTROL},
                 {0xA0, UTF8_BLANK},     {0xA1, UTF8_SEEN},      {0x61C, UTF8_CONTROL},
                 {0x200B, UTF8_HIDDEN},  {0x200D, UTF8_BLANK},   {0x202E, UTF8_CONTROL},
                 {0x2030, UTF8_SEEN},    {0x2069, UTF8_CONTROL}, {0x2070, UTF8_SEEN},
                 {0x3000, UTF8_BLANK},   {0x3001, UTF8_SEEN},    {0xFEFF, UTF8_HIDDEN},
                 {0xFFFD, UTF8_SEEN},    {0x1F600, UTF8_SEEN},   {0xE0041, UTF8_HIDDEN},
                 {0xE0FFF, UTF8_HIDDEN}, {0xE1000, UTF8_SEEN},   {0x10FFFF, UTF8_SEEN}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        CHECK(utf8_kind(table[i].code_point) == table[i].kind, "U+%04X is of kind %d",
              (unsigned)table[i].code_point, (int)utf8_kind(table[i].code_point));
    CHECK(utf8_code_point("z", 1) == 'z' && utf8_code_point("é", 2) == 0xE9 &&
              utf8_code_point("歩", 3) == 0x6B69 && utf8_code_point("😀", 4) == 0x1F600,
          "code points");
    check_clean("", "");
    check_clean("歩 é😀", "歩 é😀");
    check_clean("a\xE2\x80\xAE"
                "b",
                "ab");
    check_clean("\xE2\x80\x8B\xE2\x80\x8C \xE3\x80\x80", "");
    check_clean("\xF3\xA0\x81\x81x\n", "x");
}

int main(void) {
    check_kinds();
    check_every_beginning();
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

    check_distance("ntoe", "note", 1);
    check_distance("flies", "files", 1);
    check_distance("ca", "abc", 3);
    check_distance("", "", 0);
    check_distance("", "abc", 3);
    check_distance("kitten", "sitting", 3);
    check_distance("promoZone", "PromoZnoe", 1);
    char longest[EDIT_DISTANCE_LONGEST + 2] = "";
    memset(longest, 'a', sizeof longest - 1);
    check_distance(longest, "a", EDIT_DISTANCE_LONGEST + 1);
    check_distance(longest + 1, "a", EDIT_DISTANCE_LONGEST - 1);
    return check_done();
}
