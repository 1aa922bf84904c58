/* games - the room of the games that are played: games in memory and their changes (live.h), the
 * engine's searches for them (pool.h), long work on a thread of its own (worker.h). This is the
 * header for other rooms; it includes the others. The room knows no socket and no message: what a
 * change means to the connections is said by the functions of GamesEvents.
 *
 *     connections          a message asks for a change; who follows is notified
 *         |  ^
 *    live_*  GamesEvents
 *         v  |
 *       live.c  -------->  worker (made-up games, records)   pool (the engine)
 *         |  ^                  |                               |
 *         v  |                  '------ done, report -----------'
 *       store                   by waking the loop
 *
 * Owner    games_free frees everything that the members own, except for the store.
 * Threads  The loop's. Store, workers and pool report by waking the loop.
 */
#ifndef HENKA_GAMES_GAMES_H
#define HENKA_GAMES_GAMES_H

#include "games/alarm.h"
#include "games/live.h"
#include "games/pool.h"
#include "games/thinking.h"
#include "games/watch.h"
#include "games/worker.h"
#include "store/store.h"

enum { GAMES_BUCKETS = 4096 };

/* Workers, by kind of work. A made-up game may take arbitrarily long for its moves, so it has
 * workers of its own, and no other work waits behind it. */
typedef enum WorkerKind {
    WORKER_SHIPPED, /* games that ship: loads, records */
    WORKER_MADE_UP, /* texts of made-up games, new ones, their moves */
    WORKER_REPLAYS, /* made-up games move by move: loads, records */
    WORKERS
} WorkerKind;

/* What the room asks of the connections, and what it notifies them of. */
typedef struct GamesEvents {
    /* The game has changed. Also when it is loaded, and when its engine begins to think. */
    void (*changed)(LiveGame *);
    /* The side has declined an offer of this kind. */
    void (*declined)(LiveGame *, int side, OfferKind);
    /* The browser has lost its seats, so its list has one game less. */
    void (*unlisted)(const LiveGame *, const TokenHash *browser);
    /* The presence has changed: for every follower except `but`, which may be NULL. */
    void (*presence)(LiveGame *, const Client *but);
    /* Progress of the search for the engine's move. */
    void (*thinking)(LiveGame *, const SearchReport *);
    /* The search for the engine's move has this place in the queue. */
    void (*queued)(LiveGame *, int place);
    /* The engine can't move, or its move couldn't be stored. */
    void (*engine_failed)(LiveGame *, const HenkaError *);
    /* The game is deleted (error NULL), or can't be loaded any more for this error. */
    void (*lost)(LiveGame *, const HenkaError *);
    /* The round-trip time of a follower's connection. */
    int64_t (*lag_ms)(const Client *);
    /* Something may be due earlier than before: live_due_ms, live_rest_ms, live_tell_ms. */
    void (*due)(Games *);
    /* A game whose flag falls at this moment leaves memory. */
    void (*unloaded)(Games *, int64_t at_ms);
} GamesEvents;

/* The state of the room. The functions of live.h fill in and change what is not said otherwise. */
struct Games {
    Store *store;                       /* every game, on disk. Set by serve.c, like the next six */
    Pool *pool;                         /* searches */
    struct JobWorker *workers[WORKERS]; /* definitions, replays, records */
    const GamesEvents *events;          /* the connections' functions */
    const Limits *limits;               /* what visitors may do */
    const Watch *watch;                 /* the one clock of the server */
    bool leaving;                       /* the clients have been asked to leave */
    bool ending;                        /* no new work is begun */
    LiveGame *buckets[GAMES_BUCKETS];   /* games in memory, by a hash of their ids */
    LiveGame *unused;                   /* a list of games to be checked by live_sweep */
    Alarms alarms;                      /* flags of games in memory */
    Alarms rests;                       /* when the engine goes on, by the steady clock */
    Alarms tellings;                    /* when the presence is broadcast, by the steady clock */
    Thinking thinking;                  /* the engine's time of each visitor */
};

/* Frees the games in memory and the queues of alarms. */
void games_free(Games *);

#endif
