/* visitor - the connected visitors, by address and by network (address.h), and what each may do:
 * connections, messages and bytes a second, games and texts an hour and a day. The engine's time
 * is counted by thinking.h.
 * Every rate limit is a bucket (bucket.h).
 * Rule     A limited action is counted when it is requested, before any expensive work begins. If
 *          nothing comes of it, the amount is given back where that is possible.
 * Owner    The Server owns its Visitors; visitors_free frees them.
 * Threads  The loop's.
 * Errors   When memory runs out visitors_enter returns NULL, and its connection is not counted.
 * Units    Rates are by the second or the hour, as the names in limits.def say.
 */
#ifndef HENKA_CONNECTIONS_VISITOR_H
#define HENKA_CONNECTIONS_VISITOR_H

#include "store/store.h"

enum {
    VISITOR_BUCKETS = 4096,    /* of the hash tables below */
    VISITORS_REMEMBERED = 1024 /* addresses without a connection that have used much recently */
};

/* An address with a connection, or with one a short time ago; or the network of such addresses,
 * which is counted in the same way. */
typedef struct Visitor Visitor;
struct Visitor {
    Visitor *next;              /* in its bucket */
    Visitor *network;           /* of the address; NULL: the address is in none, or this is itself a
                                   network */
    int addresses;              /* of a network: the number of its known addresses */
    Visitor *before, *after;    /* without a connection: the visitors that left before and after
                                   it */
    uint64_t hash;              /* of the address */
    char address[ADDRESS_TEXT]; /* as address_visitor writes it */
    int connections;            /* open now */
    int64_t unread;             /* bytes queued until its connections read, plus bytes of its
                                   messages that are incomplete or not handled yet */
    Bucket messages, bytes;     /* sent */
    Bucket games, text;         /* begun and stored, by the hour */
    Bucket day_games, day_text; /* the same, by the day */
};

/* All 0 at the start. */
typedef struct Visitors {
    Visitor *buckets[VISITOR_BUCKETS]; /* by the hash of their addresses */
    Visitor *gone_first, *gone_last;   /* visitors without a connection, in the order they left */
    int gone_count;                    /* number of those */
    int count;                         /* number of addresses in the table */
    int connections;                   /* of all visitors together */
    int64_t unread;                    /* bytes that wait, of all visitors together */
} Visitors;

/* May one more connection come from this address? */
bool visitors_admit(const Visitors *, const Limits *, const char *address);
/* Counts the connection. NULL: memory ran out. */
Visitor *visitors_enter(Visitors *, const char *address);
void visitors_leave(Visitors *, Visitor *, int64_t now_ms);
void visitors_free(Visitors *);
/* Is it this machine itself? True for NULL. */
bool visitor_is_local(const Visitor *);
/* The number of the visitor in the queues of the engine, the worker and the store (fair.h). An
 * address is one visitor; but each connection from this machine is a visitor of its own, because
 * many people share that address. Its network part is fair_network's. */
uint64_t visitor_number(const Visitor *, uint64_t connection);

/* May this number of further bytes wait for the visitor, to be read or to be handled? */
bool visitors_may_wait(const Visitors *, const Limits *, const Visitor *, size_t bytes);
/* This number of bytes more wait; below 0: fewer. */
void visitors_wait(Visitors *, Visitor *, int64_t bytes);

/* Milliseconds until a message of this number of bytes may be handled; 0: now, and it is counted.
 * own_messages, own_bytes: the connection's buckets. */
int64_t visitor_wait_ms(Visitor *, Bucket *own_messages, Bucket *own_bytes, const Limits *,
                        int64_t bytes, int64_t now_ms);
/* Counts a new game with a definition of this number of bytes and returns 0; or returns the
 * milliseconds to wait for it. */
int64_t visitor_game_wait_ms(Visitor *, const Limits *, int64_t bytes, int64_t now_ms);

/* Milliseconds until a player may send one more line of chat in a game; 0: now, and it is
 * counted. */
int64_t visitor_chat_wait_ms(Bucket *said, const Limits *, int64_t now_ms);

#endif
