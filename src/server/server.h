/* server - what the parts of the server share.
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

/* Workers by what they work on. Nobody knows how long the moves of a game take that somebody made
 * up, so that nothing else waits for them. */
typedef enum WorkerKind {
    WORKER_SHIPPED, /* games that ship: loads, records */
    WORKER_MADE_UP, /* texts of made-up games, new ones, their moves */
    WORKER_REPLAYS, /* made-up games move by move: loads, records */
    WORKERS
} WorkerKind;

typedef struct Server {
    Loop loop;                        /* libwebsockets' */
    Site site;                        /* where it listens and is reached */
    Listeners listeners;              /* the sockets there */
    struct Store *store;              /* every game, on disk */
    struct Pool *pool;                /* searches */
    LiveGame *games[SERVER_BUCKETS];  /* in memory, by a hash of their ids */
    LiveGame *unused;                 /* those that perhaps nobody needs any more */
    Client *clients;                  /* established WebSockets, a list */
    Client *browsers[SERVER_BUCKETS]; /* those of them whose browser is known, by its hash */
    Client *hinted;                   /* those of them that wait for a hint, a list */
    char *hello;                      /* the first message every client gets */
    char *shipped;                    /* the answer to `shipped` */
    Tick *tick;                       /* what is due when */
    Alarms alarms;                    /* flags of games in memory */
    Alarms rests;                     /* when the engine goes on in them, by the steady clock */
    Alarms tellings;                  /* when those who follow them are told who is there, by it */
    Lobby *lobby;                     /* challenges; NULL: there is no lobby */
    bool chat;                        /* players may write to each other */
    int64_t keep_days;                /* games unchanged for so long are deleted; 0: none */
    Limits limits;                    /* what visitors may do */
    Visitors visitors;                /* who is here, by address */
    Bans bans;                        /* who is kept out */
    Metrics metrics;                  /* what it has counted */
    Log *log;                         /* of events; NULL: none is kept */
    Watch watch;                      /* the one clock of the server */
    uint64_t last_visitor;            /* number of the client that came last */
    bool leaving;                     /* the clients were told to go, the loop waits for the last */
    bool ending;                      /* nothing new is begun */

    struct JobWorker *workers[WORKERS]; /* definitions, replays, records */
} Server;

#endif
