/* store - the games on disk, for a loop that never waits: requests queue up, a thread of the
 * store's drains the queue into one commit, and only then the requests are done. Beneath it is a
 * database (database.h), which knows nothing of threads: another database is another file that
 * offers the same calls.
 * Owner    A request and its row are the caller's. From store_submit until `done` nobody touches
 *          them.
 * Threads  All calls from the loop's thread; `done` runs there, within store_take; `visit` runs on
 *          the store's thread. `wake` is called on the store's thread when store_take has
 *          something.
 * Room     Rows for which there is no room are refused before a transaction is begun, as
 *          DATABASE_FULL, and that is no failure.
 * Order    Writes happen in the order they came, and as a rule before what only reads, so that a
 *          move doesn't wait for everybody's lists. Reading requests see every write that came
 *          before them; visitors have theirs done in turn (fair.h).
 */
#ifndef HENKA_SERVER_STORE_H
#define HENKA_SERVER_STORE_H

#include "server/database.h"
#include "server/fair.h"
#include "server/figures.h"
#include "server/log.h"

typedef struct Store Store;

typedef enum StoreAction {
    STORE_INSERT,     /* a new row */
    STORE_SAVE,       /* a row over the one of the version before */
    STORE_DELETE,     /* the row of this id */
    STORE_DELETE_OWN, /* the same, if it is `browser`'s, or nobody's and `nobodys` is set */
    STORE_ALIVE,      /* the server is there at `moment_ms` */
    STORE_BACK,       /* the server is there again at `moment_ms` */
    STORE_FEED_KEEP,  /* `browser`'s feed has the token `feed` */
    STORE_LOAD,       /* the first that only reads: fills the row of this id; its texts are the
                       * caller's to free */
    STORE_LIST,       /* shows `visit` the games of a browser */
    STORE_FEED,       /* the same, of the browser whose feed has the token `feed` */
    STORE_WAITING,    /* the same, of games where the engine is to move */
    STORE_RUNNING,    /* the same, of games whose clocks run */
    STORE_OLD,        /* the same, of games last changed before `moment_ms` */
    STORE_DEEDS,      /* shows `deed` and `ban` what an operator did after the deed `moment_ms` */
    STORE_WAITED,     /* the same, of games that have waited for somebody since before `waits` */
    STORE_SPARE,      /* the same, of games that make room: over, or unchanged since `moment_ms` */
} StoreAction;

typedef struct StoreRequest StoreRequest;
typedef void StoreDone(StoreRequest *);
struct StoreRequest {
    FairItem item;       /* while it waits, if it only reads */
    StoreRequest *next;  /* in the store's other queues */
    uint64_t visitor;    /* whose it is, if it only reads; 0: the server's own */
    uint64_t after;      /* so many writes came before it, if it only reads; store_submit counts */
    StoreAction action;  /* what is to be done */
    GameRow *row;        /* that it is done with */
    int64_t moment_ms;   /* since 1970 */
    DatabaseWaits waits; /* of STORE_WAITED */
    bool text;           /* of STORE_SPARE: room is needed for definitions */
    TokenHash browser;   /* whose list it is */
    TokenHash feed;      /* token of a feed */
    bool nobodys;        /* the list has also the games that nobody holds */
    int limit;           /* of a list: rows at most */
    int offset;          /* of STORE_OLD and after it: rows passed over first */
    GameVisitor *visit;  /* of a list */
    DeedVisitor *deed;   /* of STORE_DEEDS, and the next one */
    BanVisitor *ban;
    void *context;        /* of visit, and whatever `done` wants to know */
    StoreDone *done;      /* given to store_submit */
    DatabaseResult found; /* what came of it */
    HenkaError error;     /* where found isn't DATABASE_DONE */
};

/* most: how much there may be. NULL on failure. */
Store *store_open(const char *path, DatabaseRoom most, void (*wake)(void *context), void *context,
                  HenkaError *);
void store_submit(Store *, StoreRequest *, StoreDone *);
/* Calls `done` of what is done. What the database failed in is an event of the log. */
void store_take(Store *, Log *);
/* Of its transactions. */
Figures store_figures(Store *);
/* How much there is, of games and of definitions, as of what was written last. */
DatabaseRoom store_holds(Store *);
/* Does everything that was submitted; `wake` is not called any more. Then store_take a last time,
 * and store_close. */
void store_stop(Store *);
void store_close(Store *);

#endif
