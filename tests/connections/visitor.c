/* visitor - what visitors may do: counts of connections, rates of messages, bytes and games, the engine's
 * time. */
#include "connections/visitor.h"
#include "games/thinking.h"

#include "check.h"

#include <stdlib.h>
#include <string.h>

static Limits limits_of(const char *const *texts, int count) {
    Limits limits = limits_standard();
    for (int i = 0; i < count; i++) CHECK(limits_set(&limits, texts[i]), "%s is taken", texts[i]);
    return limits;
}

static void check_names(void) {
    static const char *const wrong[] = {"",
                                        "=",
                                        "nix=1",
                                        "connections",
                                        "connections=",
                                        "connections=0",
                                        "connections=-1",
                                        "connections=x",
                                        "connection=1",
                                        "connections=99999999999"};
    Limits limits = limits_standard(), before = limits;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!limits_set(&limits, wrong[i]), "\"%s\" is taken for a limit", wrong[i]);
    CHECK(!memcmp(&limits, &before, sizeof limits), "a wrong limit changed something");
    CHECK(limits_set(&limits, "connections=7") && limits.connections == 7, "connections=7: %lld",
          (long long)limits.connections);
}

static void check_connections(void) {
    static const char *const texts[] = {"connections=3", "connections-per-address=2"};
    const Limits limits = limits_of(texts, 2);
    Visitors visitors = {0};
    Visitor *one = visitors_enter(&visitors, "10.0.0.1");
    CHECK(visitors_admit(&visitors, &limits, "10.0.0.1"), "a second connection");
    CHECK(visitors_enter(&visitors, "10.0.0.1") == one, "an address is one visitor");
    CHECK(!visitors_admit(&visitors, &limits, "10.0.0.1"), "a third of one address");
    CHECK(visitors_admit(&visitors, &limits, "10.0.0.2"), "one of another address");
    Visitor *two = visitors_enter(&visitors, "10.0.0.2");
    CHECK(!visitors_admit(&visitors, &limits, "10.0.0.3"), "a fourth in all");
    visitors_leave(&visitors, one, 0);
    CHECK(visitors_admit(&visitors, &limits, "10.0.0.1") &&
              visitors_admit(&visitors, &limits, "10.0.0.3"),
          "after one has gone");
    visitors_leave(&visitors, one, 0);
    visitors_leave(&visitors, two, 0);
    CHECK(!visitors.connections, "%d connections are counted of none", visitors.connections);
    visitors_free(&visitors);
}

/* How many messages of so many bytes are let through at once. */
static int let_through(Visitor *visitor, Bucket own[2], const Limits *limits, int64_t bytes,
                       int64_t now_ms) {
    int count = 0;
    while (count < 100000 && !visitor_wait_ms(visitor, &own[0], &own[1], limits, bytes, now_ms))
        count++;
    return count;
}

static void check_rates(void) {
    static const char *const texts[] = {"messages-per-second=10", "bytes-per-second=1000",
                                        "messages-per-second-per-address=15"};
    const Limits limits = limits_of(texts, 3);
    Visitors visitors = {0};
    Visitor *visitor = visitors_enter(&visitors, "10.0.0.1");
    Bucket one[2] = {0}, two[2] = {0}, three[2] = {0};
    int64_t now = 1000000;
    int first = let_through(visitor, one, &limits, 1, now);
    CHECK(first == 100, "ten seconds' worth at once: %d of 100", first);
    int64_t wait = visitor_wait_ms(visitor, &one[0], &one[1], &limits, 1, now);
    CHECK(wait > 90 && wait <= 101, "a tenth of a second until the next one: %lld ms",
          (long long)wait);
    CHECK(!visitor_wait_ms(visitor, &one[0], &one[1], &limits, 1, now + wait),
          "the time named suffices");
    int second = let_through(visitor, two, &limits, 1, now);
    CHECK(second == 49 || second == 50, "what is left to the address: %d of 50", second);
    now += 60000;
    int bytes = let_through(visitor, three, &limits, 2000, now);
    CHECK(bytes == 5, "10000 bytes of messages of 2000 bytes: %d of 5", bytes);
    now += 60000;
    CHECK(!visitor_wait_ms(visitor, &three[0], &three[1], &limits, 20000, now),
          "a message longer than the bucket fits an empty one");
    CHECK(visitor_wait_ms(visitor, &three[0], &three[1], &limits, 1, now), "and fills it");
    visitors_leave(&visitors, visitor, now);
    visitors_free(&visitors);
}

static void check_games(void) {
    static const char *const texts[] = {"games-per-hour-per-address=3",
                                        "text-per-hour-per-address=1000"};
    const Limits limits = limits_of(texts, 2);
    Visitors visitors = {0};
    Visitor *visitor = visitors_enter(&visitors, "10.0.0.1");
    CHECK(!visitor_game_wait_ms(visitor, &limits, 900, 0), "the first game");
    CHECK(visitor_game_wait_ms(visitor, &limits, 200, 0) > 0, "too much text");
    CHECK(!visitor_game_wait_ms(visitor, &limits, 0, 0), "the second game");
    CHECK(!visitor_game_wait_ms(visitor, &limits, 0, 0), "the third game");
    int64_t wait = visitor_game_wait_ms(visitor, &limits, 0, 0);
    CHECK(wait > 1190000 && wait <= 1200001, "twenty minutes until the fourth: %lld ms",
          (long long)wait);
    visitors_leave(&visitors, visitor, 0);
    CHECK(visitors_enter(&visitors, "10.0.0.1") == visitor &&
              visitor_game_wait_ms(visitor, &limits, 0, 0),
          "who comes again is still known");
    visitors_leave(&visitors, visitor, 0);
    visitor = visitors_enter(&visitors, "10.0.0.2");
    visitors_leave(&visitors, visitor, 100000000);
    CHECK(visitors.count == 0, "%d are remembered more than a day later", visitors.count);
    visitors_free(&visitors);
}

static Visitor *come(Visitors *visitors, int number) {
    char address[48];
    snprintf(address, sizeof address, "10.%d.%d.%d", number >> 16, number >> 8 & 255, number & 255);
    Visitor *visitor = visitors_enter(visitors, address);
    CHECK(visitor && !strcmp(visitor->address, address), "%s is called %s", address,
          visitor->address);
    return visitor;
}

/* More addresses than the table has buckets: each is found, and none twice. */
static void check_many(void) {
    enum { MANY = 3 * VISITOR_BUCKETS };
    static Visitor *here[MANY];
    Visitors visitors = {0};
    for (int i = 0; i < MANY; i++) here[i] = come(&visitors, i);
    CHECK(visitors.count == MANY, "%d of %d addresses", visitors.count, MANY);
    int found = 0;
    for (int i = 0; i < MANY; i++) found += come(&visitors, i) == here[i];
    CHECK(found == MANY && visitors.count == MANY && visitors.connections == 2 * MANY,
          "%d of %d are known, %d are counted, %d connections", found, MANY, visitors.count,
          visitors.connections);
    int longest = 0;
    for (int i = 0; i < VISITOR_BUCKETS; i++) {
        int length = 0;
        Visitor *one;
        LIST_FOREACH(one, &visitors.buckets[i], entry) length++;
        if (length > longest) longest = length;
    }
    CHECK(longest < 24, "%d addresses in one of %d buckets", longest, VISITOR_BUCKETS);
    for (int i = 0; i < MANY; i += 2) /* every other one goes: those between are still found */
        for (int j = 0; j < 2; j++) visitors_leave(&visitors, here[i], 7200000);
    CHECK(visitors.count == MANY / 2 && !visitors.gone_count, "%d are left, %d of them gone",
          visitors.count, visitors.gone_count);
    found = 0;
    for (int i = 1; i < MANY; i += 2) found += come(&visitors, i) == here[i];
    CHECK(found == MANY / 2, "%d of %d are still known", found, MANY / 2);
    visitors_free(&visitors);
    CHECK(!visitors.count && LIST_EMPTY(&visitors.buckets[0]), "all are forgotten");
}

/* Who has used much is remembered when he has gone; of too many, those that went first are not. */
static void check_gone(void) {
    static const char *const texts[] = {"games-per-hour-per-address=1",
                                        "games-per-hour-per-network=1000000",
                                        "games-per-day-per-network=1000000"};
    const Limits limits = limits_of(texts, 3);
    Visitors visitors = {0};
    const int64_t now = 10000000;
    for (int i = 0; i <= VISITORS_REMEMBERED; i++) {
        Visitor *visitor = come(&visitors, i);
        CHECK(!visitor_game_wait_ms(visitor, &limits, 0, now), "the game of %d", i);
        visitors_leave(&visitors, visitor, now);
    }
    CHECK(visitors.count == VISITORS_REMEMBERED && visitors.gone_count == VISITORS_REMEMBERED,
          "%d, %d gone", visitors.count, visitors.gone_count);
    /* The second, the last and one between come again and are known; the first is not. */
    const int back[] = {1, VISITORS_REMEMBERED / 2, VISITORS_REMEMBERED};
    for (int i = 0; i < 3; i++) {
        Visitor *visitor = come(&visitors, back[i]);
        CHECK(visitor_game_wait_ms(visitor, &limits, 0, now), "%d is known", back[i]);
        CHECK(visitors.gone_count == VISITORS_REMEMBERED - 1, "%d have gone", visitors.gone_count);
        visitors_leave(&visitors, visitor, now);
    }
    Visitor *first = come(&visitors, 0);
    CHECK(!visitor_game_wait_ms(first, &limits, 0, now), "who went first is known");
    /* A day after the game the buckets are empty, and not before. */
    visitors_leave(&visitors, first, now + 86400000);
    CHECK(visitors.gone_count == VISITORS_REMEMBERED, "%d a day later", visitors.gone_count);
    visitors_leave(&visitors, come(&visitors, 1 << 16), now + 86400001);
    CHECK(!visitors.count && !visitors.gone_count && !visitors.gone_first && !visitors.gone_last,
          "%d are remembered more than a day later", visitors.count);
    for (int i = 0; i < VISITOR_BUCKETS; i++)
        CHECK(LIST_EMPTY(&visitors.buckets[i]), "a network outlives its addresses");
    visitors_free(&visitors);
}

/* The engine's time: who has used an hour's worth waits until some of it is his again. */
static void check_thinking(void) {
    static const char *const texts[] = {"thinking-seconds-per-hour-per-visitor=60"};
    const Limits limits = limits_of(texts, 1);
    static Thinking thinking;                    /* all 0 */
    const uint64_t other = 7 + THINKING_BUCKETS; /* in the same bucket */
    int64_t now = 5000000;
    CHECK(limits_standard().visitor_thinking == 3600, "an hour in an hour: one search at a time");
    CHECK(!thinking_wait_ms(&thinking, &limits, 7, now), "who has used nothing waits");
    thinking_count(&thinking, &limits, 7, 59999, now);
    CHECK(!thinking_wait_ms(&thinking, &limits, 7, now), "a millisecond is left");
    thinking_count(&thinking, &limits, 7, 1, now);
    int64_t wait = thinking_wait_ms(&thinking, &limits, 7, now);
    CHECK(wait > 0 && wait <= 61, "a millisecond of a minute an hour: %lld ms", (long long)wait);
    CHECK(!thinking_wait_ms(&thinking, &limits, other, now), "another waits");
    thinking_count(&thinking, &limits, other, 120000, now); /* however long it was */
    wait = thinking_wait_ms(&thinking, &limits, other, now);
    CHECK(wait > 3600000 && wait <= 3600061, "an hour and a moment: %lld ms", (long long)wait);
    CHECK(thinking_wait_ms(&thinking, &limits, other, now + wait - 61) > 0 &&
              !thinking_wait_ms(&thinking, &limits, other, now + wait),
          "until then and no longer");
    now += 3600000;
    thinking_count(&thinking, &limits, 7, 60000, now);
    CHECK(thinking_wait_ms(&thinking, &limits, 7, now) <= 61,
          "an hour later all of it is his again");
    thinking_count(&thinking, &limits, 0, 1000000, now);
    CHECK(!thinking_wait_ms(&thinking, &limits, 0, now), "nobody is charged");
    now += 2 * 3600000; /* both have all their time again: a third one's search finds that */
    thinking_count(&thinking, &limits, other + THINKING_BUCKETS, 1, now);
    const Thinker *left = thinking.buckets[7];
    CHECK(left && left->visitor == other + THINKING_BUCKETS && !left->next, "others are kept");
    thinking_count(&thinking, &limits, other, 1, now);
    thinking_count(&thinking, &limits, 7, 1, now + 1);
    CHECK(thinking.buckets[7]->next && thinking.buckets[7]->next->next,
          "who has used some is kept");
    thinking_free(&thinking);
}

/* What waits to be read: of one visitor, and of all. */
static void check_unread(void) {
    Visitors visitors = {0};
    Limits limits = limits_standard();
    CHECK(limits_set(&limits, "unread-bytes-per-address=100") &&
              limits_set(&limits, "unread-bytes=150"),
          "the limits");
    Visitor *one = visitors_enter(&visitors, "198.51.100.1"),
            *other = visitors_enter(&visitors, "198.51.100.2");
    visitors_wait(&visitors, one, 90);
    CHECK(visitors_may_wait(&visitors, &limits, one, 10), "as much as may be");
    CHECK(!visitors_may_wait(&visitors, &limits, one, 11), "more of one");
    CHECK(visitors_may_wait(&visitors, &limits, other, 60), "of another");
    CHECK(!visitors_may_wait(&visitors, &limits, other, 61), "more of all");
    visitors_wait(&visitors, one, -50);
    CHECK(visitors_may_wait(&visitors, &limits, other, 100), "when some of it was read");
    visitors_free(&visitors);
}

/* What addresses may not do together: those of a /24, and of IPv6 those of a /48. */
static void check_networks(void) {
    static const char *const texts[] = {
        "connections-per-network=3", "messages-per-second-per-network=2",
        "unread-bytes-per-network=100", "games-per-hour-per-network=2",
        "thinking-seconds-per-hour-per-network=60"};
    static const char *const near[][3] = {{"198.51.100.1", "198.51.100.2", "198.51.101.1"},
                                          {"2001:db8:1:1::", "2001:db8:1:2::", "2001:db8:2:1::"}};
    const Limits limits = limits_of(texts, 5);
    for (int i = 0; i < 2; i++) {
        Visitors visitors = {0};
        static Thinking thinking; /* all 0, and freed below */
        const char *const *at = near[i];
        Visitor *one = visitors_enter(&visitors, at[0]), *two = visitors_enter(&visitors, at[1]),
                *far = visitors_enter(&visitors, at[2]);
        Bucket own[6][2] = {0};
        CHECK(visitors_admit(&visitors, &limits, at[1]), "%s: a third connection", at[0]);
        visitors_enter(&visitors, at[1]);
        CHECK(!visitors_admit(&visitors, &limits, at[0]), "%s: a fourth connection", at[0]);
        CHECK(visitors_admit(&visitors, &limits, at[2]), "%s: another network", at[2]);
        visitors_leave(&visitors, two, 0);
        CHECK(visitors_admit(&visitors, &limits, at[0]), "%s: after one has gone", at[0]);

        int said =
            let_through(one, own[0], &limits, 1, 0) + let_through(two, own[1], &limits, 1, 0);
        CHECK(said == 20, "%s: %d messages of a network", at[0], said);
        CHECK(let_through(far, own[2], &limits, 1, 0) == 20, "%s: messages", at[2]);

        visitors_wait(&visitors, one, 60);
        CHECK(visitors_may_wait(&visitors, &limits, two, 40) &&
                  !visitors_may_wait(&visitors, &limits, two, 41) &&
                  visitors_may_wait(&visitors, &limits, far, 100),
              "%s: unread", at[0]);

        CHECK(!visitor_game_wait_ms(one, &limits, 0, 0) &&
                  !visitor_game_wait_ms(two, &limits, 0, 0),
              "%s: two games", at[0]);
        CHECK(visitor_game_wait_ms(one, &limits, 0, 0) && visitor_game_wait_ms(two, &limits, 0, 0),
              "%s: a third game", at[0]);
        CHECK(!visitor_game_wait_ms(far, &limits, 0, 0), "%s: its first game", at[2]);

        thinking_count(&thinking, &limits, visitor_number(one, 1), 60000, 0);
        CHECK(thinking_wait_ms(&thinking, &limits, visitor_number(two, 2), 0) &&
                  !thinking_wait_ms(&thinking, &limits, visitor_number(far, 3), 0),
              "%s: the engine's time", at[0]);
        thinking_count(&thinking, &limits, visitor_number(one, 1), -50000, 0); /* it was shorter */
        CHECK(!thinking_wait_ms(&thinking, &limits, visitor_number(two, 2), 0),
              "%s: what was not thought is given back", at[0]);
        thinking_free(&thinking);
        visitors_free(&visitors);
    }
    /* This machine is no network: many share it, and behind 127.0.0.0/8 there is nobody else. */
    Visitors visitors = {0};
    CHECK(!visitors_enter(&visitors, "127.0.0.1")->network, "this machine");
    visitors_free(&visitors);
}

int main(void) {
    check_names();
    check_networks();
    check_connections();
    check_many();
    check_gone();
    check_rates();
    check_games();
    check_thinking();
    check_unread();
    return check_done();
}
