/* visitor - who is here, by address and by network (address.h), and how much each may do:
 * connections, messages and bytes a second, games and texts an hour and a day, the engine's time.
 * What may come at what rate is kept as a bucket (bucket.h).
 * Rule     What is limited is counted when it is asked for, before any work is begun that takes
 *          time; where nothing comes of it what can be given back is.
 * Owner    The Server owns its Visitors; visitors_free frees them.
 * Threads  The loop's.
 * Errors   When memory runs out visitors_enter answers NULL, and what it and visitors_think should
 *          have counted is not counted.
 * Units    Rates are by the second or the hour, as the names in limits.def say.
 */
#ifndef HENKA_SERVER_VISITOR_H
#define HENKA_SERVER_VISITOR_H

#include "henka.h"
#include "server/address.h"
#include "server/bucket.h"

#include <stdbool.h>
#include <stdint.h>

/* A field for each row of limits.def. */
typedef struct Limits {
#define LIMIT(name, field, standard, most, meaning) int64_t field;
#include "server/limits.def"
#undef LIMIT
} Limits;

Limits limits_standard(void);
/* Takes "NAME=NUMBER". False: no limit is called so, or the number is out of its range. */
bool limits_set(Limits *, const char *text);
/* Prints a line for each: its name, number, meaning and standard. */
void limits_print(const Limits *);

enum {
    VISITOR_BUCKETS = 4096,    /* of the hash tables below */
    VISITORS_REMEMBERED = 1024 /* addresses without a connection that have used much of late */
};

/* An address from which somebody is connected, or was a short time ago; or the network of such
 * addresses, which is counted in the same way. */
typedef struct Visitor Visitor;
struct Visitor {
    Visitor *next;              /* in its bucket */
    Visitor *network;           /* of the address; NULL: it is in none, or is one itself */
    int addresses;              /* of a network: those that are known of it */
    Visitor *before, *after;    /* without a connection: who has gone before it and after it */
    uint64_t hash;              /* of the address */
    char address[ADDRESS_TEXT]; /* as address_visitor writes it */
    int connections;            /* open now */
    int64_t unread;             /* bytes that wait until its connections read, and of its
                                       messages that are not whole or not handled yet */
    Bucket messages, bytes;     /* sent */
    Bucket games, text;         /* begun and stored, by the hour */
    Bucket day_games, day_text; /* the same, by the day */
};

/* Whose searches the engine has done of late. */
typedef struct Thinker {
    struct Thinker *next; /* in its bucket */
    uint64_t visitor;     /* as the engine's queue has it (fair.h) */
    Bucket time;          /* milliseconds of thinking */
} Thinker;

/* All 0 at the start. */
typedef struct Visitors {
    Visitor *buckets[VISITOR_BUCKETS];  /* by the hash of their addresses */
    Visitor *gone_first, *gone_last;    /* those without a connection, in the order they went */
    int gone_count;                     /* of those */
    int count;                          /* of all addresses */
    int connections;                    /* of all together */
    int64_t unread;                     /* the same, of the bytes that wait */
    Thinker *thinkers[VISITOR_BUCKETS]; /* by their visitors' numbers */
} Visitors;

/* May one more connection come from this address? */
bool visitors_admit(const Visitors *, const Limits *, const char *address);
/* Counts the connection. NULL: memory ran out. */
Visitor *visitors_enter(Visitors *, const char *address);
void visitors_leave(Visitors *, Visitor *, int64_t now_ms);
void visitors_free(Visitors *);
/* Is it this machine itself? NULL: yes. */
bool visitor_is_local(const Visitor *);
/* What the queues of the engine, the worker and the store know it by (fair.h): an address is one
 * visitor, but of this machine's, which many share, each connection is one. The network's part of
 * it is fair_network's. */
uint64_t visitor_number(const Visitor *, uint64_t connection);

/* May so many more bytes wait for the visitor, to be read or to be handled? */
bool visitors_may_wait(const Visitors *, const Limits *, const Visitor *, size_t bytes);
/* So many bytes more wait, or fewer. */
void visitors_wait(Visitors *, Visitor *, int64_t bytes);

/* Milliseconds until a message of so many bytes may be handled; 0: now, and it is counted. own: the
 * connection's buckets. */
int64_t visitor_wait_ms(Visitor *, Bucket *own_messages, Bucket *own_bytes, const Limits *,
                        int64_t bytes, int64_t now_ms);
/* Counts a new game with a definition of so many bytes, or says how long to wait for it. */
int64_t visitor_game_wait_ms(Visitor *, const Limits *, int64_t bytes, int64_t now_ms);

/* Milliseconds until a player may say one more line in a game; 0: now, and it is counted. */
int64_t visitor_chat_wait_ms(Bucket *said, const Limits *, int64_t now_ms);

/* The engine is to think so long for this visitor, or has thought so much longer than it was to;
 * below 0: shorter. visitor 0: for nobody, which is not counted. */
void visitors_think(Visitors *, const Limits *, uint64_t visitor, int64_t ms, int64_t now_ms);
/* Milliseconds until the engine may begin to think for this visitor. */
int64_t visitors_think_wait_ms(const Visitors *, const Limits *, uint64_t visitor, int64_t now_ms);

#endif
