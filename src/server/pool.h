/* pool - searches on threads of their own: a queue that serves visitors in turn (fair.h), at most
 * one search a thread, one engine for the length of one search.
 * Owner    pool_submit takes the game. A Search is the pool's: for its owner it ends with the
 *          report that has `done`, or with pool_cancel.
 * Threads  All calls from one thread. `wake` is called on a search's thread whenever pool_next has
 *          something.
 */
#ifndef HENKA_SERVER_POOL_H
#define HENKA_SERVER_POOL_H

#include "henka.h"
#include "server/figures.h"

typedef struct Pool Pool;

/* How many searches wait at most: of one visitor, of one network, and of all. */
typedef struct PoolLimits {
    int of_visitor, of_network, in_all;
} PoolLimits;
typedef struct Search Search;

typedef struct SearchReport {
    void *owner;        /* as pool_submit was given it; NULL: the search was cancelled */
    uint64_t visitor;   /* the same */
    int64_t planned_ms; /* how long it was to think: the movetime of its limits */
    int64_t took_ms;    /* when done: how long it has thought, cancelled or not */
    bool done;          /* the last report of this search */
    HenkaResult result; /* when done; otherwise its depth, score and nodes so far */
    char pv[256];       /* USI moves, a blank before each; while it is under way */
} SearchReport;

/* A search that waits and has another place than was told last, or that waited and is under way. */
typedef struct SearchPlace {
    void *owner; /* as pool_submit was given it */
    int place;   /* as pool_place has it */
} SearchPlace;

/* NULL: memory ran out. */
Pool *pool_new(int thread_count, PoolLimits, void (*wake)(void *context), void *context);
/* Ends all searches and waits for their threads; wake is not called any more. Then pool_free. */
void pool_stop(Pool *);
void pool_free(Pool *);
/* NULL and an error: too many wait already, memory ran out, or the game is NULL because it did; the
 * game is freed. */
Search *pool_submit(Pool *, uint64_t visitor, HenkaGame *, const HenkaLimits *, void *owner,
                    HenkaError *);
/* From now on no report of this search has its owner, which may be freed. The last one says how
 * long it has thought. */
void pool_cancel(Pool *, Search *);
bool pool_next(Pool *, SearchReport *);
/* The search ends soon and reports what it has found; if it waits, as soon as it has begun. */
void pool_hurry(Pool *, Search *);
/* How many searches come before it, those under way counted as one; 0: it is under way, or a thread
 * that has nothing to do is about to take it. */
int pool_place(Pool *, const Search *);
/* Fills in at most `cap` searches whose place has changed since they were submitted or last given
 * out here. Returns how many; 0: there are no more. `wake` is called when there are some. */
int pool_places(Pool *, SearchPlace *, int cap);
/* Of its searches; those wait that no thread has taken yet. */
Figures pool_figures(Pool *);

#endif
