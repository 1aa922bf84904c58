/* inorder - independent pieces of work, made on several threads and handed over in the order of
 * their numbers, so that what is written does not depend on the threads.
 *
 * Threads  `make` runs on several threads at once, all else on one at a time. inorder_run starts
 *          and joins them. A thread that is ahead goes on, up to INORDER_AHEAD pieces.
 * Owner    What `open` returns is its worker's until `close`. A piece is one block of memory, which
 *          is freed here by free().
 */
#ifndef HENKA_MATCH_INORDER_H
#define HENKA_MATCH_INORDER_H

#include <stdatomic.h>
#include <stdbool.h>

/* The work; filled by the caller, who keeps it until inorder_run returns. */
typedef struct InOrder {
    int first, end; /* numbers first to end - 1 are made */
    int threads;    /* 1..INORDER_THREADS */
    void *context;  /* given to every function */
    /* What a worker has of its own. NULL: no memory, and the run fails. */
    void *(*open)(void *context);
    /* Makes the piece of that number, in memory of its own. NULL ends the run. */
    void *(*make)(void *context, void *worker, int number);
    /* Called with the pieces in order of number. False ends the run. */
    bool (*take)(void *context, const void *piece, int number);
    void (*close)(void *worker); /* frees what open returned */
    /* Called every hundredth of a second, and at the end. NULL: nobody watches. */
    void (*watch)(void *context, int taken, bool ended);
    const atomic_bool *cancelled; /* once set, no piece is begun any more */
} InOrder;

enum { INORDER_THREADS = 256, INORDER_AHEAD = 1024 };

/* How far a run came. */
typedef struct InOrderEnd {
    int taken;   /* all numbers below this were taken over */
    bool failed; /* a worker could not be opened, or make or take answered false */
} InOrderEnd;

/* Returns when all is made, or it failed, or it was cancelled and what was begun is taken over. */
InOrderEnd inorder_run(const InOrder *);

#endif
