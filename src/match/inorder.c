#include "match/inorder.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* What all threads share. */
typedef struct Run {
    const InOrder *work;       /* the caller's, read-only */
    pthread_mutex_t lock;      /* of all that follows */
    pthread_cond_t turn;       /* next_taken has changed */
    int next_begun;            /* the first number that nobody has begun */
    int next_taken;            /* the first that isn't taken over */
    bool failed;               /* begin nothing more */
    void *made[INORDER_AHEAD]; /* [number % INORDER_AHEAD]: pieces whose turn hasn't come */
} Run;

static int begin_next(Run *run) {
    pthread_mutex_lock(&run->lock);
    bool more = !*run->work->cancelled && !run->failed && run->next_begun < run->work->end;
    int number = more ? run->next_begun++ : -1;
    pthread_mutex_unlock(&run->lock);
    return number;
}

/* Keeps the piece until its turn, and hands over all whose turn has come. After a failure nothing
 * more is, so that what was handed over is whole from the first number on. */
static void hand_over(Run *run, void *piece, int number) {
    const InOrder *work = run->work;
    pthread_mutex_lock(&run->lock);
    while (number - run->next_taken >= INORDER_AHEAD && !run->failed)
        pthread_cond_wait(&run->turn, &run->lock);
    run->failed |= !piece;
    if (run->failed)
        free(piece);
    else
        run->made[number % INORDER_AHEAD] = piece;
    for (void **next;
         !run->failed && (next = &run->made[run->next_taken % INORDER_AHEAD], *next);) {
        run->failed = !work->take(work->context, *next, run->next_taken);
        run->next_taken += !run->failed;
        free(*next);
        *next = NULL;
    }
    pthread_cond_broadcast(&run->turn);
    pthread_mutex_unlock(&run->lock);
}

static void *worker_run(void *context) {
    Run *run = context;
    const InOrder *work = run->work;
    void *worker = work->open(work->context);
    for (int number; (number = begin_next(run)) >= 0;)
        hand_over(run, worker ? work->make(work->context, worker, number) : NULL, number);
    if (worker) work->close(worker);
    return NULL;
}

static void watch(Run *run) {
    const InOrder *work = run->work;
    for (bool ended = false; !ended;) {
        usleep(10000);
        pthread_mutex_lock(&run->lock);
        ended = run->failed || (run->next_taken >= run->next_begun &&
                                (*work->cancelled || run->next_begun >= work->end));
        if (work->watch) work->watch(work->context, run->next_taken, ended);
        pthread_mutex_unlock(&run->lock);
    }
}

InOrderEnd inorder_run(const InOrder *work) {
    Run run = {.work = work, .next_begun = work->first, .next_taken = work->first};
    pthread_t threads[INORDER_THREADS];
    int started = 0;
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.turn, NULL);
    while (started < work->threads && started < INORDER_THREADS &&
           !pthread_create(&threads[started], NULL, worker_run, &run))
        started++;
    if (started) watch(&run);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < INORDER_AHEAD; i++) free(run.made[i]);
    pthread_cond_destroy(&run.turn);
    pthread_mutex_destroy(&run.lock);
    return (InOrderEnd){run.next_taken, run.failed || !started};
}
