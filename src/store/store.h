/* store - the folder of the stored games, and its header for other folders: it includes the headers
 * that they use. A game is a row (GameRow, database.h) with its seats and clock (seat.h,
 * gameclock.h), and is replayed from it (build.h). The store itself is the games on disk, for an
 * event loop that never waits:
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
 * Owner    A request and its row are the caller's; from store_submit to `done` only the store's.
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
    STORE_INSERT,     /* inserts a new row */
    STORE_SAVE,       /* replaces the stored row, if its version is row->version - 1 */
    STORE_DELETE,     /* deletes the row with the id of `row` */
    STORE_DELETE_OWN, /* like STORE_DELETE, if `query.browser` holds the game, or if it has no
                         holder and `query.nobodys` is set */
    STORE_ALIVE,      /* heartbeat: the server runs at `moment_ms` */
    STORE_BACK,       /* the server restarted at `moment_ms`: clocks skip the downtime */
    STORE_FEED_KEEP,  /* sets the token `feed` of the feed of `query.browser` */
    STORE_LOAD,       /* fills in `row` by its id; the caller frees its texts. From here: reads */
    STORE_LIST,       /* passes the games of `query` to `visit` */
    STORE_FEED,       /* passes the games of the browser whose feed has the token `feed` */
    STORE_DEEDS,      /* passes operators' actions above `moment_ms` to `deed` and `ban` */
} StoreAction;

typedef struct StoreRequest StoreRequest;
typedef void StoreDone(StoreRequest *);
struct StoreRequest {
    FairItem item;       /* a read's entry in the queue of reads while it waits */
    StoreRequest *next;  /* the next in the list of waiting writes or of finished ones */
    uint64_t visitor;    /* for a read: number of the visitor that wants it; 0: the server itself */
    uint64_t after;      /* for a read: number of earlier writes, which it waits for */
    StoreAction action;  /* the action to do */
    GameRow *row;        /* the row that the action is about */
    int64_t moment_ms;   /* milliseconds since 1970; for STORE_DEEDS an action's number */
    DatabaseQuery query; /* which games to list; for STORE_FEED only its limit */
    TokenHash feed;      /* token of a feed, for STORE_FEED_KEEP and STORE_FEED */
    GameVisitor *visit;  /* called for each row of a list */
    DeedVisitor *deed;   /* for STORE_DEEDS: takes an operator's action, `ban` a ban */
    BanVisitor *ban;
    void *context;        /* argument of `visit`; also for use by `done` */
    StoreDone *done;      /* called when the request is done; the argument of store_submit */
    DatabaseResult found; /* how the request ended */
    HenkaError error;     /* why the request failed, if `found` isn't DATABASE_DONE */
};

/* Opens the store. most: the limits of the stored amount. NULL on failure. */
Store *store_open(const char *path, DatabaseRoom most, void (*wake)(void *context), void *context,
                  HenkaError *);
void store_submit(Store *, StoreRequest *, StoreDone *);
/* Calls `done` of the requests that are done. Logs the failures of the database. */
void store_take(Store *, Log *);
/* Statistics of the store's transactions. */
Figures store_figures(Store *);
/* The number of games, and of bytes of definitions, that were stored after the last write. */
DatabaseRoom store_holds(Store *);
/* Does all requests that were submitted; `wake` is not called any more. Then the caller calls
 * store_take a last time, and store_close. */
void store_stop(Store *);
void store_close(Store *);

#endif
