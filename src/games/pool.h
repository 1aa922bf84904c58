/* pool - runs searches on threads: a fair queue (fair.h), one search a thread, one engine a search.
 * States   of a Search:
 *
 *     pool_submit          a thread is free           the engine has ended
 *          |                     |                            |
 *          v                     v                            v
 *       waiting ------------> under way ------------------> done ----> freed
 *       (FairQueue)           (HenkaEngine), reported         pool_next gives its last report
 *          |                  now and then                    to the owner
 *          |                     |
 *          | pool_cancel         | pool_cancel: ends as soon as it can, and its last report
 *          v                     v has no owner
 *        done                  done
 *
 *          pool_hurry makes a search end as soon as it has found a move, in both states.
 * Owner    pool_submit takes the game. A Search is the pool's: for its owner it ends with the
 *          report that has `done`, or with pool_cancel.
 * Threads  All calls from one thread. Calls `wake` on a search's thread when pool_next has a
 *          report.
 */
#ifndef HENKA_GAMES_POOL_H
#define HENKA_GAMES_POOL_H

#include "henka.h"
#include "store/store.h"

typedef struct Pool Pool;

typedef struct Search Search;

typedef struct SearchReport {
    void *owner;        /* the owner given to pool_submit; NULL: the search was cancelled */
    uint64_t visitor;   /* the visitor's number given to pool_submit */
    int64_t planned_ms; /* planned thinking time: the movetime of the search's limits */
    int64_t took_ms;    /* thinking time, in the last report, even if cancelled */
    bool done;          /* this is the search's last report */
    HenkaResult result; /* if done: the search's result; before: depth, score and nodes up to now */
    char pv[256];       /* while under way: best line as USI moves, a space before each */
} SearchReport;

/* A waiting search whose place differs from the last report, or one that has begun since. */
typedef struct SearchPlace {
    void *owner; /* the owner given to pool_submit */
    int place;   /* the search's place in the queue, as pool_place returns it */
} SearchPlace;

/* Makes a pool of up to thread_count threads (1 or more). Limits: the caller's. NULL: no memory. */
Pool *pool_new(int thread_count, const Limits *, void (*wake)(void *context), void *context);
/* Ends all searches, waits for their threads; wake is not called any more. Then call pool_free. */
void pool_stop(Pool *);
void pool_free(Pool *);
/* Queues a search of the game's position. NULL and an error: too many searches wait, memory ran
 * out, or the game is NULL because memory ran out for it. In all three cases the game is freed. */
Search *pool_submit(Pool *, uint64_t visitor, HenkaGame *, const HenkaLimits *, void *owner,
                    HenkaError *);
/* Cancels the search. Its further reports have no owner, so the owner may be freed. The last
 * report has the search's thinking time. */
void pool_cancel(Pool *, Search *);
bool pool_next(Pool *, SearchReport *);
/* Ends the search soon, with the best move found; a search that waits, as soon as it has begun. */
void pool_hurry(Pool *, Search *);
/* The search's position in the queue: the number of searches before it, where all searches under
 * way count as one. 0: it is under way, or an idle thread is about to take it. */
int pool_place(Pool *, const Search *);
/* Fills in up to `cap` searches whose place has changed since the last report (or submission).
 * Returns their number; 0: no further one. `wake` is called when one may have changed. */
int pool_places(Pool *, SearchPlace *, int cap);
/* Statistics of the searches; `waiting` counts the searches that no thread has taken yet. */
Figures pool_figures(Pool *);

#endif
