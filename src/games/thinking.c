#include "games/thinking.h"

#include <stdlib.h>

enum { HOUR_SECONDS = 3600 };

/* Milliseconds of thinking that a visitor's bucket drains a millisecond. limit: seconds an hour. */
static double thinking_rate(int64_t limit) { return (double)limit / HOUR_SECONDS; }

/* Adds ms to the visitor's thinking time. Removes other visitors of the same list of the hash
 * table whose used time has fallen to 0. */
static void thinker_think(Thinking *thinking, uint64_t number, int64_t limit, int64_t ms,
                          int64_t now_ms) {
    Thinker **link = &thinking->buckets[number % THINKING_BUCKETS], *found = NULL;
    for (Thinker *thinker; (thinker = *link);) {
        bucket_drain(&thinker->time, thinking_rate(limit), now_ms);
        if (thinker->visitor == number) found = thinker;
        if (thinker == found || thinker->time.used > 0) {
            link = &thinker->next;
            continue;
        }
        *link = thinker->next;
        free(thinker);
    }
    if (!found) {
        if (!(found = *link = calloc(1, sizeof *found))) return;
        *found = (Thinker){.visitor = number, .time.at_ms = now_ms};
    }
    found->time.used += (double)ms;
    if (found->time.used < 0) found->time.used = 0;
}

void thinking_count(Thinking *thinking, const Limits *limits, uint64_t visitor, int64_t ms,
                    int64_t now_ms) {
    uint64_t network = fair_network(visitor);
    if (visitor) thinker_think(thinking, visitor, limits->visitor_thinking, ms, now_ms);
    if (network) thinker_think(thinking, network, limits->network_thinking, ms, now_ms);
}

static int64_t thinker_wait_ms(const Thinking *thinking, uint64_t number, int64_t limit,
                               int64_t now_ms) {
    Thinker *thinker = thinking->buckets[number % THINKING_BUCKETS];
    while (thinker && thinker->visitor != number) thinker = thinker->next;
    if (!thinker) return 0;
    return bucket_wait_ms(&thinker->time, thinking_rate(limit), (double)limit * 1000, 1, now_ms);
}

int64_t thinking_wait_ms(const Thinking *thinking, const Limits *limits, uint64_t visitor,
                         int64_t now_ms) {
    uint64_t network = fair_network(visitor);
    int64_t own = thinker_wait_ms(thinking, visitor, limits->visitor_thinking, now_ms),
            all =
                network ? thinker_wait_ms(thinking, network, limits->network_thinking, now_ms) : 0;
    return own > all ? own : all;
}

void thinking_free(Thinking *thinking) {
    for (int i = 0; i < THINKING_BUCKETS; i++)
        for (Thinker *thinker = thinking->buckets[i], *next; thinker; thinker = next) {
            next = thinker->next;
            free(thinker);
        }
    *thinking = (Thinking){0};
}
