/* server - the state that the parts of the server share.
 * Threads  All here is the loop's, which never waits. The store's thread accesses the disk, workers
 *          read definitions and records, the pool runs the engine. They report by waking the loop.
 */
#ifndef HENKA_CONNECTIONS_SERVER_H
#define HENKA_CONNECTIONS_SERVER_H

#include "base/compiler.h"
#include "connections/bans.h"
#include "connections/listen.h"
#include "connections/loop.h"
#include "connections/metrics.h"
#include "connections/site.h"
#include "connections/visitor.h"
#include "games/games.h"

typedef struct Tick Tick;
typedef struct Lobby Lobby;

enum { SERVER_BUCKETS = 4096 };

typedef struct Server {
    Games games;                 /* the games that are played, their store and their engine */
    Loop loop;                   /* the event loop, which libwebsockets runs */
    Site site;                   /* the addresses that the server listens on and is reached under */
    Listeners listeners;         /* the listening sockets */
    LIST_HEAD(, Client) clients; /* established WebSockets */
    LIST_HEAD(, Client) hinted;  /* clients that wait for a hint */
    LIST_HEAD(ClientBucket, Client)
    browsers[SERVER_BUCKETS]; /* hash table of clients by their browser's hash */
    char *hello;              /* the message `hello`, the first one that every client gets */
    char *shipped;            /* the answer to the message `shipped` */
    Tick *tick;               /* the periodic work of the server */
    Lobby *lobby;             /* the public challenges; NULL: there is no lobby */
    bool chat;                /* players may write to each other */
    int64_t keep_days;        /* days after which unchanged games are deleted; 0: never */
    Limits limits;            /* limits of what visitors may do */
    Visitors visitors;        /* connected addresses and their networks */
    Bans bans;                /* banned and muted visitors */
    Metrics metrics;          /* counters for /metrics */
    Log *log;                 /* the log of events; NULL: none is written */
    Watch watch;              /* the clock that all parts of the server read */
    uint64_t last_visitor;    /* the last number given to a connection (visitor_number) */
} Server;

/* The server that the games belong to. */
static inline Server *server_of(const Games *games) { return CONTAINER_OF(games, Server, games); }

#endif
