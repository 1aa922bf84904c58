/* server - the state that the parts of the server share.
 * Threads  Everything here belongs to the loop's thread, which never waits: the disk is the store's
 *          thread's, definitions and records are the workers', the engine is the pool's. They
 *          report by waking the loop.
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
    Games games;                      /* the games that are played, their store and their engine */
    Loop loop;                        /* libwebsockets' */
    Site site;                        /* the addresses it listens on and is reached under */
    Listeners listeners;              /* the listening sockets */
    Client *clients;                  /* established WebSockets, a list */
    Client *browsers[SERVER_BUCKETS]; /* clients whose browser is known, by its hash */
    Client *hinted;                   /* clients that wait for a hint, a list */
    char *hello;                      /* the first message every client gets */
    char *shipped;                    /* the answer to `shipped` */
    Tick *tick;                       /* its periodic work */
    Lobby *lobby;                     /* challenges; NULL: there is no lobby */
    bool chat;                        /* players may write to each other */
    int64_t keep_days;                /* games that have not changed for this number of days are
                                         deleted; 0: none */
    Limits limits;                    /* what visitors may do */
    Visitors visitors;                /* connected addresses and their networks */
    Bans bans;                        /* banned and muted visitors */
    Metrics metrics;                  /* its counters */
    Log *log;                         /* of events; NULL: none is kept */
    Watch watch;                      /* the one clock of the server */
    uint64_t last_visitor;            /* number of the latest client */
} Server;

/* The server that the games belong to. */
static inline Server *server_of(const Games *games) { return CONTAINER_OF(games, Server, games); }

#endif
