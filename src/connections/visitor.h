/* visitor - the connected visitors, by address and by network (address.h), and what each may do:
 * connections, messages and bytes a second, games and texts an hour and a day. thinking.h counts
 * the engine's time. Every rate limit is a leaky bucket (bucket.h).
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

#include <sys/queue.h>

enum {
    VISITOR_BUCKETS = 4096,    /* number of hash buckets in Visitors */
    VISITORS_REMEMBERED = 1024 /* most addresses remembered without a connection */
};

/* An address with a connection, or with one a short time ago; or the network of such addresses,
 * which is counted in the same way. */
typedef struct Visitor Visitor;
struct Visitor {
    LIST_ENTRY(Visitor) entry;  /* links of its list in Visitors.buckets */
    Visitor *network;           /* the address's network; NULL: none, or this is one */
    int addresses;              /* of a network: the number of its known addresses */
    Visitor *before, *after;    /* if not connected: those that left before and after */
    uint64_t hash;              /* hash of the address */
    char address[ADDRESS_TEXT]; /* the address as address_visitor writes it, or the network */
    int connections;            /* number of open connections */
    int64_t unread;             /* bytes queued until its connections read, plus bytes of its
                                   messages that are incomplete or not handled yet */
    Bucket messages, bytes;     /* rate limits of the messages that its connections send */
    Bucket games, text;         /* an hour's limits: games begun, bytes of text stored */
    Bucket day_games, day_text; /* the same for a day */
};

/* All visitors. All members are 0 at the start. */
typedef struct Visitors {
    LIST_HEAD(, Visitor) buckets[VISITOR_BUCKETS]; /* the hash table, by the hash of addresses */
    Visitor *gone_first, *gone_last; /* visitors without a connection, in the order they left */
    int gone_count;                  /* number of visitors without a connection */
    int count;                       /* number of addresses in the table */
    int connections;                 /* sum of Visitor.connections */
    int64_t unread;                  /* sum of Visitor.unread */
} Visitors;

/* May one more connection come from this address? */
bool visitors_admit(const Visitors *, const Limits *, const char *address);
/* Counts a new connection and returns its visitor. NULL: memory ran out. */
Visitor *visitors_enter(Visitors *, const char *address);
void visitors_leave(Visitors *, Visitor *, int64_t now_ms);
void visitors_free(Visitors *);
/* Is the visitor this machine itself? True for NULL. */
bool visitor_is_local(const Visitor *);
/* The number of the visitor in the queues of the engine, the worker and the store (fair.h). An
 * address is one visitor; but each connection from this machine is a visitor of its own, because
 * many people share that address. fair_network returns the part that a network's visitors share. */
uint64_t visitor_number(const Visitor *, uint64_t connection);

/* May this number of further bytes wait for the visitor, to be read or to be handled? */
bool visitors_may_wait(const Visitors *, const Limits *, const Visitor *, size_t bytes);
/* Counts further bytes that wait for the visitor; a number below 0: bytes that wait no longer. */
void visitors_wait(Visitors *, Visitor *, int64_t bytes);

/* Milliseconds until a message of this number of bytes may be handled; 0: now, and the message is
 * counted. own_messages, own_bytes: the connection's leaky buckets. */
int64_t visitor_wait_ms(Visitor *, Bucket *own_messages, Bucket *own_bytes, const Limits *,
                        int64_t bytes, int64_t now_ms);
/* Counts a new game with a definition of this size and returns 0, or the milliseconds to wait. */
int64_t visitor_game_wait_ms(Visitor *, const Limits *, int64_t bytes, int64_t now_ms);

/* Milliseconds until a player may send one more line of chat in a game; 0: now, and the line is
 * counted. said: the player's leaky bucket. */
int64_t visitor_chat_wait_ms(Bucket *said, const Limits *, int64_t now_ms);

#endif
