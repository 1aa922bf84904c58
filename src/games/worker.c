#include "games/worker.h"

#include "base/compiler.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
    STACK_BYTES = 4 << 20, /* stack of the thread; the library needs HENKA_STACK_BYTES of it */
    STEPS_A_TURN = 4000000 /* a job counts once more for each 4 million steps (0.1 s) */
};

/* Everything but budget, wake and context is guarded by lock. */
struct JobWorker {
    pthread_mutex_t lock;        /* guards the members that the loop and the thread share */
    pthread_cond_t work;         /* signalled when a job waits or the worker closes */
    FairQueue queue;             /* jobs that wait */
    Job *done, **last;           /* the jobs done; the link for the next one */
    pthread_t thread;            /* the thread that does the jobs */
    HenkaBudget *budget;         /* budget of the present job; any thread may cancel it */
    bool closing;                /* the thread ends after the current job */
    Figures figures;             /* statistics of the jobs */
    void (*wake)(void *context); /* called when worker_take has a finished job */
    void *context;               /* argument of wake */
};

static void job_finish(JobWorker *worker, Job *job) {
    job->next = NULL;
    *worker->last = job;
    worker->last = &job->next;
}

static void job_do(JobWorker *worker, Job *job) {
    henka_budget_refill(worker->budget, job->steps);
    job->budget = worker->budget;
    if (job->build)
        build_game(job->build, job->budget);
    else
        job->work(job);
    job->budget = NULL;
}

static void *worker_run(void *context) {
    JobWorker *worker = context;
    pthread_mutex_lock(&worker->lock);
    while (!worker->closing) {
        Job *job = CONTAINER_OR_NULL(fair_pop(&worker->queue), Job, item);
        if (!job) {
            pthread_cond_wait(&worker->work, &worker->lock);
            continue;
        }
        pthread_mutex_unlock(&worker->lock);
        int64_t began_us = figures_now_us(), busy_us = figures_busy_us();
        job_do(worker, job);
        uint64_t turns = henka_budget_used(worker->budget) / STEPS_A_TURN;
        int64_t took_us = figures_now_us() - began_us;
        busy_us = figures_busy_us() - busy_us;
        pthread_mutex_lock(&worker->lock);
        figures_add(&worker->figures, took_us);
        worker->figures.busy_us += busy_us;
        if (turns) fair_charge(&worker->queue, job->item.visitor, turns);
        job_finish(worker, job);
        worker->wake(worker->context);
    }
    for (Job *job; (job = CONTAINER_OR_NULL(fair_pop(&worker->queue), Job, item));)
        job_finish(worker, job);
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

JobWorker *worker_new(void (*wake)(void *context), void *context) {
    JobWorker *worker = calloc(1, sizeof *worker);
    pthread_attr_t attributes;
    if (!worker) return NULL;
    worker->budget = henka_budget_new(0);
    if (!worker->budget) return free(worker), NULL;
    worker->last = &worker->done;
    worker->wake = wake;
    worker->context = context;
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->work, NULL);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    int problem = pthread_create(&worker->thread, &attributes, worker_run, worker);
    pthread_attr_destroy(&attributes);
    if (!problem) return worker;
    henka_budget_free(worker->budget);
    free(worker);
    return NULL;
}

void worker_cancel(JobWorker *worker) { henka_budget_cancel(worker->budget); }

void worker_stop(JobWorker *worker) {
    worker_cancel(worker);
    pthread_mutex_lock(&worker->lock);
    worker->closing = true;
    pthread_cond_signal(&worker->work);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
}

void worker_free(JobWorker *worker) {
    pthread_cond_destroy(&worker->work);
    pthread_mutex_destroy(&worker->lock);
    henka_budget_free(worker->budget);
    free(worker);
}

void worker_submit(JobWorker *worker, Job *job, uint64_t visitor) {
    pthread_mutex_lock(&worker->lock);
    fair_push(&worker->queue, &job->item, visitor);
    pthread_cond_signal(&worker->work);
    pthread_mutex_unlock(&worker->lock);
}

void worker_take(JobWorker *worker) {
    pthread_mutex_lock(&worker->lock);
    Job *job = worker->done;
    worker->done = NULL;
    worker->last = &worker->done;
    pthread_mutex_unlock(&worker->lock);
    for (Job *next; job; job = next) {
        next = job->next;
        job->done(job);
    }
}

Figures worker_figures(JobWorker *worker) {
    pthread_mutex_lock(&worker->lock);
    Figures figures = worker->figures;
    figures.waiting = worker->queue.count;
    pthread_mutex_unlock(&worker->lock);
    return figures;
}
