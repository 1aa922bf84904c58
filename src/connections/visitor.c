#include "connections/visitor.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BURST_SECONDS = 10, HOUR_SECONDS = 3600, DAY_SECONDS = 86400 };

/* ---- addresses ------------------------------------------------------------------------------- */

static uint64_t address_hash(const char *address) {
    return hash_more_64(HASH_START_64, address, strlen(address));
}

/* Writes the network around the address `text` into name (address_network). False: none. */
static bool network_of(const char *text, char name[ADDRESS_TEXT]) {
    Address address;
    return address_parse(&address, text) && address_network(address, name);
}

/* The entry of this address or network; NULL: unknown. */
static Visitor *visitor_find(const Visitors *visitors, const char *address) {
    uint64_t hash = address_hash(address);
    Visitor *visitor;
    LIST_FOREACH(visitor, &visitors->buckets[hash % VISITOR_BUCKETS], entry)
        if (visitor->hash == hash && !strcmp(visitor->address, address)) break;
    return visitor;
}

bool visitors_admit(const Visitors *visitors, const Limits *limits, const char *address) {
    char name[ADDRESS_TEXT];
    const Visitor *visitor = visitor_find(visitors, address),
                  *network = network_of(address, name) ? visitor_find(visitors, name) : NULL;
    return visitors->connections < limits->connections &&
           (!visitor || visitor->connections < limits->address_connections) &&
           (!network || network->connections < limits->network_connections);
}

/* ---- those who have gone --------------------------------------------------------------------- */

static void gone_remove(Visitors *visitors, Visitor *visitor) {
    *(visitor->before ? &visitor->before->after : &visitors->gone_first) = visitor->after;
    *(visitor->after ? &visitor->after->before : &visitors->gone_last) = visitor->before;
    visitors->gone_count--;
}

static void visitor_forget(Visitor *visitor) {
    LIST_REMOVE(visitor, entry);
    free(visitor);
}

/* Has the leaky bucket drained completely, so that no use is remembered? */
static bool bucket_is_idle(const Bucket *bucket, int64_t seconds, int64_t now_ms) {
    return bucket->used <= 0 || now_ms - bucket->at_ms > seconds * 1000;
}

/* Forgets visitors without a connection whose leaky buckets have drained; and, if more than
 * VISITORS_REMEMBERED are left, the visitors that left first. The list is in the order of leaving,
 * so the search ends at the first visitor whose buckets have not drained. A network is forgotten
 * with the last of its addresses. */
static void visitors_tidy(Visitors *visitors, int64_t now_ms) {
    for (Visitor *visitor; (visitor = visitors->gone_first);) {
        bool idle = bucket_is_idle(&visitor->day_games, DAY_SECONDS, now_ms) &&
                    bucket_is_idle(&visitor->games, HOUR_SECONDS, now_ms) &&
                    bucket_is_idle(&visitor->messages, BURST_SECONDS, now_ms);
        if (!idle && visitors->gone_count <= VISITORS_REMEMBERED) break;
        Visitor *network = visitor->network;
        gone_remove(visitors, visitor);
        visitor_forget(visitor);
        visitors->count--;
        if (network && !--network->addresses) visitor_forget(network);
    }
}

/* The entry of this address or network, made if it is unknown. NULL: memory ran out. */
static Visitor *visitor_have(Visitors *visitors, const char *address) {
    Visitor *visitor = visitor_find(visitors, address);
    if (visitor || !(visitor = calloc(1, sizeof *visitor))) return visitor;
    snprintf(visitor->address, sizeof visitor->address, "%s", address);
    visitor->hash = address_hash(address);
    LIST_INSERT_HEAD(&visitors->buckets[visitor->hash % VISITOR_BUCKETS], visitor, entry);
    return visitor;
}

Visitor *visitors_enter(Visitors *visitors, const char *address) {
    char name[ADDRESS_TEXT];
    Visitor *visitor = visitor_find(visitors, address), *network = NULL;
    if (!visitor) {
        if (network_of(address, name) && !(network = visitor_have(visitors, name))) return NULL;
        if (network) network->addresses++;
        if (!(visitor = visitor_have(visitors, address))) {
            if (network && !--network->addresses) visitor_forget(network);
            return NULL;
        }
        visitor->network = network;
        visitors->count++;
    } else if (!visitor->connections)
        gone_remove(visitors, visitor);
    visitor->connections++;
    if (visitor->network) visitor->network->connections++;
    visitors->connections++;
    return visitor;
}

void visitors_leave(Visitors *visitors, Visitor *visitor, int64_t now_ms) {
    visitors->connections--;
    if (visitor->network) visitor->network->connections--;
    if (--visitor->connections) return;
    visitor->before = visitors->gone_last;
    visitor->after = NULL;
    *(visitor->before ? &visitor->before->after : &visitors->gone_first) = visitor;
    visitors->gone_last = visitor;
    visitors->gone_count++;
    visitors_tidy(visitors, now_ms);
}

bool visitor_is_local(const Visitor *visitor) {
    return !visitor || !strncmp(visitor->address, "127.", 4) || !strcmp(visitor->address, "::1");
}

uint64_t visitor_number(const Visitor *visitor, uint64_t connection) {
    if (visitor_is_local(visitor)) return connection;
    return fair_visitor(visitor->network ? visitor->network->hash : visitor->hash, visitor->hash);
}

void visitors_free(Visitors *visitors) {
    for (int i = 0; i < VISITOR_BUCKETS; i++)
        while (!LIST_EMPTY(&visitors->buckets[i]))
            visitor_forget(LIST_FIRST(&visitors->buckets[i]));
    *visitors = (Visitors){0};
}

/* ---- what waits to be read ------------------------------------------------------------------- */

bool visitors_may_wait(const Visitors *visitors, const Limits *limits, const Visitor *visitor,
                       size_t bytes) {
    const Visitor *network = visitor->network;
    return visitors->unread + (int64_t)bytes <= limits->unread &&
           visitor->unread + (int64_t)bytes <= limits->address_unread &&
           (!network || network->unread + (int64_t)bytes <= limits->network_unread);
}

void visitors_wait(Visitors *visitors, Visitor *visitor, int64_t bytes) {
    visitors->unread += bytes;
    visitor->unread += bytes;
    if (visitor->network) visitor->network->unread += bytes;
}

/* ---- rates ----------------------------------------------------------------------------------- */

typedef struct Use {
    Bucket *bucket;
    int64_t amount, limit; /* the amount that is used now; the greatest amount in `seconds` */
    double seconds;        /* length of the period of the limit */
    double burst;          /* amount that is allowed at once, as a multiple of the limit */
} Use;

/* Milliseconds until all uses are within their limits; 0: none, and all have been counted. */
static int64_t use_wait_ms(const Use *uses, int count, int64_t now_ms) {
    int64_t longest = 0;
    for (int i = 0; i < count; i++) {
        double per_ms = (double)uses[i].limit / (uses[i].seconds * 1000);
        int64_t wait = bucket_wait_ms(uses[i].bucket, per_ms, (double)uses[i].limit * uses[i].burst,
                                      (double)uses[i].amount, now_ms);
        if (wait > longest) longest = wait;
    }
    for (int i = 0; i < count && !longest; i++) uses[i].bucket->used += (double)uses[i].amount;
    return longest;
}

int64_t visitor_wait_ms(Visitor *visitor, Bucket *own_messages, Bucket *own_bytes,
                        const Limits *limits, int64_t bytes, int64_t now_ms) {
    Visitor *network = visitor->network;
    const Use uses[] = {
        {own_messages, 1, limits->messages, 1, BURST_SECONDS},
        {own_bytes, bytes, limits->bytes, 1, BURST_SECONDS},
        {&visitor->messages, 1, limits->address_messages, 1, BURST_SECONDS},
        {&visitor->bytes, bytes, limits->address_bytes, 1, BURST_SECONDS},
        {network ? &network->messages : NULL, 1, limits->network_messages, 1, BURST_SECONDS},
        {network ? &network->bytes : NULL, bytes, limits->network_bytes, 1, BURST_SECONDS}};
    return use_wait_ms(uses, network ? 6 : 4, now_ms);
}

/* Many people share this machine's own addresses, so no daily limit applies to them. */
int64_t visitor_game_wait_ms(Visitor *visitor, const Limits *limits, int64_t bytes,
                             int64_t now_ms) {
    Visitor *network = visitor->network;
    const Use uses[] = {
        {&visitor->games, 1, limits->address_games, HOUR_SECONDS, 1},
        {&visitor->text, bytes, limits->address_text, HOUR_SECONDS, 1},
        {&visitor->day_games, 1, limits->address_day_games, DAY_SECONDS, 1},
        {&visitor->day_text, bytes, limits->address_day_text, DAY_SECONDS, 1},
        {network ? &network->games : NULL, 1, limits->network_games, HOUR_SECONDS, 1},
        {network ? &network->text : NULL, bytes, limits->network_text, HOUR_SECONDS, 1},
        {network ? &network->day_games : NULL, 1, limits->network_day_games, DAY_SECONDS, 1},
        {network ? &network->day_text : NULL, bytes, limits->network_day_text, DAY_SECONDS, 1}};
    return use_wait_ms(uses, network ? 8 : visitor_is_local(visitor) ? 2 : 4, now_ms);
}

int64_t visitor_chat_wait_ms(Bucket *said, const Limits *limits, int64_t now_ms) {
    const Use use = {said, 1, limits->chat_lines, 1, BURST_SECONDS};
    return use_wait_ms(&use, 1, now_ms);
}
