/* server - the state that the parts of the server share.
 * Threads  Everything here belongs to the loop's thread, which never waits: the disk is the store's
 *          thread's, definitions and records are the workers', the engine is the pool's. They
 *          report by waking the loop.
 */
#ifndef HENKA_SERVER_SERVER_H
#define HENKA_SERVER_SERVER_H

#include "henka.h"
#include "server/alarm.h"
#include "server/bans.h"
#include "server/listen.h"
#include "server/log.h"
#include "server/loop.h"
#include "server/metrics.h"
#include "server/site.h"
#include "server/visitor.h"
#include "server/watch.h"

#include <stddef.h>

typedef struct Client Client;
typedef struct LiveGame LiveGame;
typedef struct Tick Tick;
typedef struct Lobby Lobby;

enum { SERVER_BUCKETS = 4096 };

/* Workers, by kind of work. A made-up game may take arbitrarily long for its moves, so it has
 * workers of its own, and no other work waits behind it. */
typedef enum WorkerKind {
    WORKER_SHIPPED, /* games that ship: loads, records */
    WORKER_MADE_UP, /* texts of made-up games, new ones, their moves */
    WORKER_REPLAYS, /* made-up games move by move: loads, records */
    WORKERS
} WorkerKind;

typedef struct Server {
    Loop loop;                        /* libwebsockets' */
    Site site;                        /* the addresses it listens on and is reached under */
    Listeners listeners;              /* the listening sockets */
    struct Store *store;              /* every game, on disk */
    struct Pool *pool;                /* searches */
    LiveGame *games[SERVER_BUCKETS];  /* in memory, by a hash of their ids */
    LiveGame *unused;                 /* a list of games to be checked by live_sweep */
    Client *clients;                  /* established WebSockets, a list */
    Client *browsers[SERVER_BUCKETS]; /* clients whose browser is known, by its hash */
    Client *hinted;                   /* clients that wait for a hint, a list */
    char *hello;                      /* the first message every client gets */
    char *shipped;                    /* the answer to `shipped` */
    Tick *tick;                       /* its periodic work */
    Alarms alarms;                    /* flags of games in memory */
    Alarms rests;                     /* in games: when the engine goes on, by the steady clock */
    Alarms tellings;                  /* in games: when the presence is broadcast, by the steady
                                         clock */
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
    bool leaving;                     /* the clients have been asked to leave; the loop waits until
                                         the last one has gone */
    bool ending;                      /* no new work is begun */

    struct JobWorker *workers[WORKERS]; /* definitions, replays, records */
} Server;

#endif
