/* inorder - makes numbered, independent pieces of work on several threads and hands them over in
 * order of their numbers, so that the output does not depend on the threads.
 *
 * Threads  `open`, `make` and `close` run on several threads at once, `take` and `watch` on one at
 *          a time. inorder_run starts and joins them. `make` can be INORDER_AHEAD ahead of `take`.
 * Owner    A worker owns the data that `open` returned until `close`. A piece is one block of
 *          memory, which inorder_run frees by free().
 */
#ifndef HENKA_MATCH_INORDER_H
#define HENKA_MATCH_INORDER_H

#include <stdatomic.h>
#include <stdbool.h>

/* Describes the work. The caller keeps it until inorder_run returns. */
typedef struct InOrder {
    int first, end; /* pieces first to end - 1 are made */
    int threads;    /* number of threads, 1..INORDER_THREADS */
    void *context;  /* first argument of each function but `close` */
    /* Makes one worker's own data. NULL: memory ran out, and the run fails. */
    void *(*open)(void *context);
    /* Makes the piece with this number, in memory of its own. NULL ends the run. */
    void *(*make)(void *context, void *worker, int number);
    /* Receives the pieces in order of their numbers. False ends the run. */
    bool (*take)(void *context, const void *piece, int number);
    void (*close)(void *worker); /* frees the data that `open` returned */
    /* Called every 10 ms and at the end; or NULL. taken: number of the next piece for `take`. */
    void (*watch)(void *context, int taken, bool ended);
    const atomic_bool *cancelled; /* once set, no piece is begun any more */
} InOrder;

enum { INORDER_THREADS = 256, INORDER_AHEAD = 1024 };

typedef struct InOrderEnd {
    int taken;   /* `take` received all pieces below this number */
    bool failed; /* no thread or worker could be opened, or `make` or `take` failed */
} InOrderEnd;

/* Returns when all pieces are taken (if cancelled, all that were begun), or after a failure. */
InOrderEnd inorder_run(const InOrder *);

#endif
