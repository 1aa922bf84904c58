#include "server/visitor.h"

#include "base/args.h"
#include "base/hash.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BURST_SECONDS = 10, HOUR_SECONDS = 3600 };

static const struct {
    const char *name;
    size_t offset;
    int64_t standard, most;
} limits_table[] = {
#define LIMIT(name, field, standard, most) {name, offsetof(Limits, field), standard, most},
#include "server/limits.def"
#undef LIMIT
};
enum { LIMIT_COUNT = sizeof limits_table / sizeof *limits_table };

static int64_t *limit_at(Limits *limits, int place) {
    return (int64_t *)((char *)limits + limits_table[place].offset);
}

Limits limits_standard(void) {
    Limits limits;
    for (int i = 0; i < LIMIT_COUNT; i++) *limit_at(&limits, i) = limits_table[i].standard;
    return limits;
}

bool limits_set(Limits *limits, const char *text) {
    size_t length = strcspn(text, "=");
    for (int i = 0; i < LIMIT_COUNT && text[length]; i++)
        if (strlen(limits_table[i].name) == length && !memcmp(limits_table[i].name, text, length))
            return args_number(text + length + 1, 1, limits_table[i].most, limit_at(limits, i));
    return false;
}

/* ---- addresses ------------------------------------------------------------------------------- */

static uint64_t address_hash(const char *address) {
    return hash_more_64(HASH_START_64, address, strlen(address));
}

/* Where the visitor of this address is linked, or would be. */
static Visitor **visitor_link(const Visitors *visitors, const char *address, uint64_t hash) {
    Visitor **link = (Visitor **)&visitors->buckets[hash % VISITOR_BUCKETS];
    while (*link && ((*link)->hash != hash || strcmp((*link)->address, address) != 0))
        link = &(*link)->next;
    return link;
}

bool visitors_admit(const Visitors *visitors, const Limits *limits, const char *address) {
    const Visitor *visitor = *visitor_link(visitors, address, address_hash(address));
    return visitors->connections < limits->connections &&
           (!visitor || visitor->connections < limits->address_connections);
}

/* ---- those who have gone --------------------------------------------------------------------- */

static void gone_append(Visitors *visitors, Visitor *visitor) {
    visitor->before = visitors->gone_last;
    visitor->after = NULL;
    *(visitor->before ? &visitor->before->after : &visitors->gone_first) = visitor;
    visitors->gone_last = visitor;
    visitors->gone_count++;
}

static void gone_remove(Visitors *visitors, Visitor *visitor) {
    *(visitor->before ? &visitor->before->after : &visitors->gone_first) = visitor->after;
    *(visitor->after ? &visitor->after->before : &visitors->gone_last) = visitor->before;
    visitors->gone_count--;
}

/* Forgets those who have gone and whose buckets are empty again, and when there are too many to
 * remember, those who went first. Who went later has used something later: behind one whose buckets
 * are not empty nobody needs to be looked at. */
static void visitors_tidy(Visitors *visitors, int64_t now_ms) {
    for (Visitor *visitor; (visitor = visitors->gone_first);) {
        bool idle = now_ms - visitor->games.at_ms > HOUR_SECONDS * INT64_C(1000) &&
                    now_ms - visitor->messages.at_ms > BURST_SECONDS * INT64_C(1000);
        if (!idle && visitors->gone_count <= VISITORS_REMEMBERED) break;
        gone_remove(visitors, visitor);
        *visitor_link(visitors, visitor->address, visitor->hash) = visitor->next;
        visitors->count--;
        free(visitor);
    }
}

Visitor *visitors_enter(Visitors *visitors, const char *address) {
    uint64_t hash = address_hash(address);
    Visitor **link = visitor_link(visitors, address, hash), *visitor = *link;
    if (!visitor) {
        if (!(visitor = calloc(1, sizeof *visitor))) return NULL;
        snprintf(visitor->address, sizeof visitor->address, "%s", address);
        visitor->hash = hash;
        *link = visitor;
        visitors->count++;
    } else if (!visitor->connections)
        gone_remove(visitors, visitor);
    visitor->connections++;
    visitors->connections++;
    return visitor;
}

void visitors_leave(Visitors *visitors, Visitor *visitor, int64_t now_ms) {
    visitors->connections--;
    if (--visitor->connections) return;
    gone_append(visitors, visitor);
    visitors_tidy(visitors, now_ms);
}

bool visitor_is_local(const Visitor *visitor) {
    return !visitor || !strncmp(visitor->address, "127.", 4) || !strcmp(visitor->address, "::1");
}

uint64_t visitor_number(const Visitor *visitor, uint64_t connection) {
    return visitor_is_local(visitor) ? connection : visitor->hash | UINT64_C(1) << 63;
}

void visitors_free(Visitors *visitors) {
    for (int i = 0; i < VISITOR_BUCKETS; i++) {
        for (Visitor *visitor = visitors->buckets[i], *next; visitor; visitor = next) {
            next = visitor->next;
            free(visitor);
        }
        for (Thinker *thinker = visitors->thinkers[i], *next; thinker; thinker = next) {
            next = thinker->next;
            free(thinker);
        }
    }
    *visitors = (Visitors){0};
}

/* ---- what waits to be read ------------------------------------------------------------------- */

bool visitors_may_wait(const Visitors *visitors, const Limits *limits, const Visitor *visitor,
                       size_t bytes) {
    return visitors->unread + (int64_t)bytes <= limits->unread &&
           visitor->unread + (int64_t)bytes <= limits->address_unread;
}

void visitors_wait(Visitors *visitors, Visitor *visitor, int64_t bytes) {
    visitors->unread += bytes;
    visitor->unread += bytes;
}

/* ---- rates ----------------------------------------------------------------------------------- */

typedef struct Use {
    Bucket *bucket;
    int64_t amount, limit; /* limit: by the second or by the hour */
} Use;

/* How long to wait until all of it fits; 0: it fits, and is counted. seconds: what the limits are
 * counted by; burst: so many times the limit may come at once. */
static int64_t use_wait_ms(const Use *uses, int count, double seconds, double burst,
                           int64_t now_ms) {
    int64_t longest = 0;
    for (int i = 0; i < count; i++) {
        double per_ms = (double)uses[i].limit / (seconds * 1000);
        int64_t wait = bucket_wait_ms(uses[i].bucket, per_ms, (double)uses[i].limit * burst,
                                      (double)uses[i].amount, now_ms);
        if (wait > longest) longest = wait;
    }
    for (int i = 0; i < count && !longest; i++) uses[i].bucket->used += (double)uses[i].amount;
    return longest;
}

int64_t visitor_wait_ms(Visitor *visitor, Bucket *own_messages, Bucket *own_bytes,
                        const Limits *limits, int64_t bytes, int64_t now_ms) {
    const Use uses[] = {{own_messages, 1, limits->messages},
                        {own_bytes, bytes, limits->bytes},
                        {&visitor->messages, 1, limits->address_messages},
                        {&visitor->bytes, bytes, limits->address_bytes}};
    return use_wait_ms(uses, 4, 1, BURST_SECONDS, now_ms);
}

int64_t visitor_game_wait_ms(Visitor *visitor, const Limits *limits, int64_t bytes,
                             int64_t now_ms) {
    const Use uses[] = {{&visitor->games, 1, limits->address_games},
                        {&visitor->text, bytes, limits->address_text}};
    return use_wait_ms(uses, 2, HOUR_SECONDS, 1, now_ms);
}

int64_t visitor_chat_wait_ms(Bucket *said, const Limits *limits, int64_t now_ms) {
    const Use use = {said, 1, limits->chat_lines};
    return use_wait_ms(&use, 1, 1, BURST_SECONDS, now_ms);
}

/* ---- the engine's time ----------------------------------------------------------------------- */

/* Milliseconds of thinking that become free in a millisecond. */
static double thinking_rate(const Limits *limits) {
    return (double)limits->visitor_thinking / HOUR_SECONDS;
}

/* Forgets on its way those of the bucket whose time is all theirs again. */
void visitors_think(Visitors *visitors, const Limits *limits, uint64_t visitor, int64_t took_ms,
                    int64_t now_ms) {
    Thinker **link = &visitors->thinkers[visitor % VISITOR_BUCKETS], *found = NULL;
    if (!visitor) return;
    for (Thinker *thinker; (thinker = *link);) {
        bucket_drain(&thinker->time, thinking_rate(limits), now_ms);
        if (thinker->visitor == visitor) found = thinker;
        if (thinker == found || thinker->time.used > 0) {
            link = &thinker->next;
            continue;
        }
        *link = thinker->next;
        free(thinker);
    }
    if (!found) {
        if (!(found = *link = calloc(1, sizeof *found))) return;
        *found = (Thinker){.visitor = visitor, .time.at_ms = now_ms};
    }
    found->time.used += (double)took_ms;
}

int64_t visitors_think_wait_ms(const Visitors *visitors, const Limits *limits, uint64_t visitor,
                               int64_t now_ms) {
    Thinker *thinker = visitors->thinkers[visitor % VISITOR_BUCKETS];
    while (thinker && thinker->visitor != visitor) thinker = thinker->next;
    if (!thinker) return 0;
    return bucket_wait_ms(&thinker->time, thinking_rate(limits),
                          (double)limits->visitor_thinking * 1000, 1, now_ms);
}
