/* games - the folder of the games being played: games in memory and their changes (live.h), the
 * engine's searches for them (pool.h), long work on a thread of its own (worker.h). Other folders
 * include this header, which includes the others. The folder knows no socket and no message: it
 * reports changes to the connections by the functions of GamesEvents.
 *
 *     connections          a message asks for a change; followers are notified
 *         |  ^
 *    live_*  GamesEvents
 *         v  |
 *       live.c  -------->  worker (made-up games, records)   pool (the engine)
 *         |  ^                  |                               |
 *         v  |                  '------ done, report -----------'
 *       store                   by waking the loop
 *
 * Owner    games_free frees everything that the members own, except for the store.
 * Threads  The event loop's. Store, workers and pool report by waking the loop.
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

/* Worker threads, by kind of work. A made-up game (its rules are a visitor's text) may take
 * arbitrarily long for its moves, so it has its own workers, and no other work waits behind it. */
typedef enum WorkerKind {
    WORKER_SHIPPED, /* shipped games: loading them, writing their records */
    WORKER_MADE_UP, /* made-up games: reading their rules, beginning them, making moves */
    WORKER_REPLAYS, /* made-up games: replaying them, to load them or to write records */
    WORKERS
} WorkerKind;

/* Functions by which the games ask the connections something, or notify them of an event. */
typedef struct GamesEvents {
    /* The game has changed or was loaded, or its engine has begun to think. */
    void (*changed)(LiveGame *);
    /* The side has declined an offer of this kind. */
    void (*declined)(LiveGame *, int side, OfferKind);
    /* The browser has lost its seats in the game, so its list of games has one game less. */
    void (*unlisted)(const LiveGame *, const TokenHash *browser);
    /* Players or watchers of the game have changed: notifies all followers but `but` (or NULL). */
    void (*presence)(LiveGame *, const Client *but);
    /* Progress of the search for the engine's move. */
    void (*thinking)(LiveGame *, const SearchReport *);
    /* The search for the engine's move is now at this place in the queue. */
    void (*queued)(LiveGame *, int place);
    /* The engine can't move, or its move couldn't be stored. */
    void (*engine_failed)(LiveGame *, const HenkaError *);
    /* The game is deleted (error NULL), or can't be loaded any more because of this error. */
    void (*lost)(LiveGame *, const HenkaError *);
    /* Returns the round-trip time of a follower's connection. */
    int64_t (*lag_ms)(const Client *);
    /* Called when live_wait_ms may return less than before, so that the loop asks it again. */
    void (*due)(Games *);
    /* A game leaves memory while a clock of it runs: the flag will fall at this moment. */
    void (*unloaded)(Games *, int64_t at_ms);
} GamesEvents;

/* The state of all games. Functions of live.h write the members for which no other is named. */
struct Games {
    Store *store;                       /* every game, on disk. serve.c sets the first seven */
    Pool *pool;                         /* runs the engine's searches */
    struct JobWorker *workers[WORKERS]; /* threads that read rules, replay and write games */
    const GamesEvents *events;          /* functions of the connections, which the games call */
    const Limits *limits;               /* limits of what visitors may do */
    const Watch *watch;                 /* the server's clock */
    bool leaving;                       /* the end has begun: clients were asked to leave */
    bool ending;                        /* the clients have left: no change is submitted */
    LIST_HEAD(LiveBucket, LiveGame)
    buckets[GAMES_BUCKETS]; /* hash table of the games in memory, by id */
    LiveGame *unused;       /* list of the games that live_sweep will check for being unused */
    Alarms alarms;          /* when flags fall in games in memory, by watch_now_ms */
    Alarms rests;           /* when the engine may think again in games whose visitor's thinking
                               time is used up, by watch_steady_ms */
    Alarms tellings;        /* when a game's postponed presence is broadcast, by watch_steady_ms */
    Thinking thinking;      /* how long the engine has thought for each visitor */
};

/* Frees the games in memory and the queues of alarms. */
void games_free(Games *);

#endif
