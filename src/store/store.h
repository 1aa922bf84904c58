/* store - the room of the stored games, and the header of it for other rooms: it includes what they
 * use. A game is a row (GameRow, database.h) with its seats and clock (seat.h, gameclock.h), and is
 * replayed from it (build.h). The store itself is the games on disk, for a loop that never waits:
 *
 *       the loop's thread                        the store's thread
 *
 *     store_submit ---- write ----> waiting ---> one transaction of all that wait
 *          |                                          | committed, or none of it happened
 *          '---------- read ------> reads (fair) ---> one after another, between writes
 *                                                     |
 *     store_take <------------- finished <------------'  wake
 *          |
 *          '--> done of each request, in the order of finishing
 *
 * Beneath it is a database (database.h), which knows nothing of threads: another database is
 * another file that offers the same calls.
 * Owner    A request and its row are the caller's. From store_submit until `done` only the store
 *          touches them.
 * Threads  All calls from the loop's thread; `done` runs there, within store_take; `visit` runs on
 *          the store's thread. `wake` is called on the store's thread when store_take has work.
 * Room     Rows for which there is no room are refused before a transaction is begun, as
 *          DATABASE_FULL; that is not counted as a failure.
 * Order    Writes happen in the order of their submission, and usually before reads, so that a move
 *          doesn't wait for many lists. A read sees every write that was submitted before it. Reads
 *          of several visitors are done in turn (fair.h).
 */
#ifndef HENKA_STORE_STORE_H
#define HENKA_STORE_STORE_H

#include "store/address.h"
#include "store/admin.h"
#include "store/archive.h"
#include "store/bucket.h"
#include "store/build.h"
#include "store/database.h"
#include "store/fair.h"
#include "store/fields.h"
#include "store/figures.h"
#include "store/limits.h"
#include "store/log.h"

typedef struct Store Store;

typedef enum StoreAction {
    STORE_INSERT,     /* a new row */
    STORE_SAVE,       /* replaces the row of the version before */
    STORE_DELETE,     /* the row of this id */
    STORE_DELETE_OWN, /* like STORE_DELETE, if `browser` holds it, or if it has no holder and
                         `nobodys` is set */
    STORE_ALIVE,      /* heartbeat: the server runs at `moment_ms` */
    STORE_BACK,       /* the server has started again at `moment_ms` */
    STORE_FEED_KEEP,  /* sets the token `feed` of `browser`'s feed */
    STORE_LOAD,       /* the first of the reads: fills in the row of this id; the caller frees its
                         texts */
    STORE_LIST,       /* passes the games of a browser to `visit` */
    STORE_FEED,       /* passes the games of the browser whose feed has the token `feed` */
    STORE_WAITING,    /* passes the games in which the engine is to move */
    STORE_RUNNING,    /* passes the games whose clocks run */
    STORE_OLD,        /* passes the games last changed before `moment_ms` */
    STORE_DEEDS,      /* passes to `deed` and `ban` what an operator did after the deed
                         `moment_ms` */
    STORE_WAITED,     /* passes to `visit` the games that have waited for a player since before
                         `waits` */
    STORE_SPARE,      /* passes the games that make room: over, or unchanged since `moment_ms` */
} StoreAction;

typedef struct StoreRequest StoreRequest;
typedef void StoreDone(StoreRequest *);
struct StoreRequest {
    FairItem item;       /* while it waits, if it is a read */
    StoreRequest *next;  /* in the store's other queues */
    uint64_t visitor;    /* of a read: the visitor's number; 0: the server itself */
    uint64_t after;      /* of a read: the number of writes before it; set by store_submit */
    StoreAction action;  /* what is to be done */
    GameRow *row;        /* the row that the action is about */
    int64_t moment_ms;   /* since 1970 */
    DatabaseWaits waits; /* of STORE_WAITED */
    bool text;           /* of STORE_SPARE: room is needed for definitions */
    TokenHash browser;   /* whose list it is */
    TokenHash feed;      /* token of a feed */
    bool nobodys;        /* the list also has the games without a holder */
    int limit;           /* of a list: rows at most */
    int offset;          /* of STORE_OLD and the actions after it: rows skipped first */
    GameVisitor *visit;  /* of a list */
    DeedVisitor *deed;   /* of STORE_DEEDS, like `ban` */
    BanVisitor *ban;
    void *context;        /* for visit and for `done` */
    StoreDone *done;      /* given to store_submit */
    DatabaseResult found; /* the result */
    HenkaError error;     /* if found isn't DATABASE_DONE */
};

/* most: the limits of what may be stored. NULL on failure. */
Store *store_open(const char *path, DatabaseRoom most, void (*wake)(void *context), void *context,
                  HenkaError *);
void store_submit(Store *, StoreRequest *, StoreDone *);
/* Calls `done` of the requests that are done. Logs the failures of the database. */
void store_take(Store *, Log *);
/* The figures of its transactions. */
Figures store_figures(Store *);
/* How many games, and how many bytes of definitions, are stored after the last write. */
DatabaseRoom store_holds(Store *);
/* Does all requests that were submitted; `wake` is not called any more. Then the caller calls
 * store_take a last time, and store_close. */
void store_stop(Store *);
void store_close(Store *);

#endif
