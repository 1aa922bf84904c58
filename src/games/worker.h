/* worker - a thread for work that may take long and is neither the engine nor the disk: reading
 * games' definitions, replaying games, writing records. Visitors are served in turn; long jobs
 * count for several, so their visitor waits behind others.
 * Limits   A job has a budget of steps (henka.h), and the library checks it while it works.
 * Owner    A Job is the caller's again from `done` on.
 * Threads  All calls from the loop's thread; `work` runs on the worker's, `done` on the loop's,
 *          within worker_take. Calls `wake` on the worker's thread when worker_take has work.
 */
#ifndef HENKA_GAMES_WORKER_H
#define HENKA_GAMES_WORKER_H

#include "henka.h"
#include "store/store.h"

typedef struct JobWorker JobWorker;

typedef struct Job Job;
struct Job {
    FairItem item;       /* the job's entry in the queue while it waits */
    Job *next;           /* the next job in the list of jobs that are done */
    uint64_t steps;      /* greatest number of steps that the job may take */
    HenkaBudget *budget; /* while the job runs: `steps` steps, the worker's; else NULL */
    Build *build;        /* a game for the job to build, instead of calling `work`; or NULL */
    void (*work)(Job *);
    void (*done)(Job *);
};

JobWorker *worker_new(void (*wake)(void *context), void *context); /* NULL: no thread */
/* From now on every job's budget counts as spent, also that of the job under way. */
void worker_cancel(JobWorker *);
/* Cancels all jobs, and waits for the job under way. Jobs that wait are counted as done without
 * having run, and their `done` must allow for that. Then call worker_take a last time. */
void worker_stop(JobWorker *);
void worker_free(JobWorker *);
void worker_submit(JobWorker *, Job *, uint64_t visitor);
void worker_take(JobWorker *);
/* Statistics of the worker's jobs. */
Figures worker_figures(JobWorker *);

#endif
