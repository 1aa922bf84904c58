/* seat - tokens, their hashes, holders, furigoma; and the alarms that flags are kept by. */
#include "store/seat.h"
#include "check.h"
#include "games/alarm.h"

#include <stdlib.h>
#include <string.h>

/* FIPS 180-4's example of one block, and the empty text. */
static void check_hashes(void) {
    static const unsigned char abc[4] = {0xba, 0x78, 0x16, 0xbf},
                               empty[4] = {0xe3, 0xb0, 0xc4, 0x42};
    TokenHash one = seat_hash("abc"), other = seat_hash(""), none = {0};
    CHECK(!memcmp(one.bytes, abc, 4) && one.bytes[31] == 0xad, "SHA-256 of \"abc\"");
    CHECK(!memcmp(other.bytes, empty, 4) && other.bytes[31] == 0x55, "SHA-256 of nothing");
    CHECK(seat_is_same(&one, &one) && !seat_is_same(&one, &other), "same and other");
    CHECK(seat_is_none(&none) && !seat_is_none(&one), "none");
    CHECK(!seat_is_same(&none, &none), "no token is no token's same");
}

static void check_tokens(void) {
    const struct {
        const char *text;
        bool good;
    } table[] = {{"", false},
                 {"abc", false},
                 {"aaaaaaaaaaaaaaaaaaaaa", false},
                 {"aaaaaaaaaaaaaaaaaaaaaa", true},
                 {"azAZ09-_azAZ09-_azAZ09", true},
                 {"azAZ09-_azAZ09-_azAZ0 9", false},
                 {"azAZ09-_azAZ09-_azAZ0\303\251", false}};
    char text[TOKEN_LENGTH + 1], last[TOKEN_LENGTH + 1] = "", longest[TOKEN_MOST + 2];
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        CHECK(seat_token_is_well_formed(table[i].text) == table[i].good, "\"%s\"", table[i].text);
    memset(longest, 'x', sizeof longest);
    longest[TOKEN_MOST + 1] = 0;
    CHECK(!seat_token_is_well_formed(longest), "one letter too many");
    longest[TOKEN_MOST] = 0;
    CHECK(seat_token_is_well_formed(longest), "the longest");
    for (int i = 0; i < 100; i++) {
        seat_letters(text, TOKEN_LENGTH);
        CHECK(seat_token_is_well_formed(text) && strlen(text) == TOKEN_LENGTH, "made: %s", text);
        CHECK(strcmp(text, last) != 0, "the same twice: %s", text);
        strcpy(last, text);
    }
}

static void check_holders(void) {
    TokenHash one = seat_hash("one"), two = seat_hash("two"), none = {0};
    Holder holders[] = {{.browser = one, .sides = SEAT_SENTE},
                        {.browser = none, .sides = SEAT_GOTE}};
    CHECK(seat_holder(holders, 2, &one) == &holders[0], "who holds");
    CHECK(!seat_holder(holders, 2, &two), "who doesn't");
    CHECK(!seat_holder(holders, 2, &none), "who hasn't said who he is");
    CHECK(!seat_holder(holders, 0, &one), "nobody holds");
}

static void check_toss(void) {
    int begins = 0;
    for (int pawns = 0; pawns < 32; pawns++) begins += seat_toss_begins(pawns);
    CHECK(begins == 16, "half of the 32 throws begin, not %d", begins);
    CHECK(seat_toss_begins(31) && seat_toss_begins(7) && !seat_toss_begins(3), "the most decide");
    int seen = 0;
    for (int i = 0; i < 200; i++) {
        int pawns = seat_toss();
        CHECK(pawns >= 0 && pawns < 32, "%d", pawns);
        seen |= 1 << (pawns & 1);
    }
    CHECK(seen == 3, "a pawn falls either way");
}

/* Alarms set, moved and cleared in no order come out in theirs. */
static void check_alarms(void) {
    enum { COUNT = 500 };
    static Alarm alarm[COUNT];
    Alarms alarms = {0};
    uint32_t state = 1;
    int set = 0;
    for (int i = 0; i < 20 * COUNT; i++) {
        state = state * 1664525 + 1013904223;
        Alarm *one = &alarm[(state >> 8) % COUNT];
        if (state >> 30)
            CHECK(alarm_set(&alarms, one, state >> 20 & 1023), "set");
        else
            alarm_clear(&alarms, one);
    }
    for (int i = 0; i < COUNT; i++) set += alarm[i].place != 0;
    CHECK((size_t)set == alarms.count && set > COUNT / 2, "%d set, %zu kept", set, alarms.count);
    int64_t last = -1;
    for (Alarm *first; (first = alarms_first(&alarms)); set--) {
        CHECK(first->at_ms >= last, "%lld after %lld", (long long)first->at_ms, (long long)last);
        last = first->at_ms;
        alarm_clear(&alarms, first);
    }
    CHECK(!set, "%d came not out", set);
    alarms_free(&alarms);
}

int main(void) {
    check_hashes();
    check_tokens();
    check_holders();
    check_toss();
    check_alarms();
    return check_done();
}
