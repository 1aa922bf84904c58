#include "match/inorder.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* The data that all threads of a run share. */
typedef struct Run {
    const InOrder *work;       /* the caller's description of the work, read-only */
    pthread_mutex_t lock;      /* protects the members below */
    pthread_cond_t turn;       /* signalled when next_taken or failed changes */
    int next_begun;            /* the first number that no worker has begun */
    int next_taken;            /* the first number that `take` has not received */
    bool failed;               /* a worker failed, so no more work is begun */
    void *made[INORDER_AHEAD]; /* [number % INORDER_AHEAD]: pieces that wait for `take`, or NULL */
} Run;

/* Stores a piece, and hands every stored piece whose turn has come to `take`. After a failure (a
 * NULL piece, too) no more are handed over, so that there is no gap between those that were. */
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
    for (;;) {
        pthread_mutex_lock(&run->lock);
        bool more = !*work->cancelled && !run->failed && run->next_begun < work->end;
        int number = more ? run->next_begun++ : -1;
        pthread_mutex_unlock(&run->lock);
        if (!more) break;
        hand_over(run, worker ? work->make(work->context, worker, number) : NULL, number);
    }
    if (worker) work->close(worker);
    return NULL;
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
    for (bool ended = !started; !ended;) {
        usleep(10000);
        pthread_mutex_lock(&run.lock);
        ended = run.failed || (run.next_taken >= run.next_begun &&
                               (*work->cancelled || run.next_begun >= work->end));
        if (work->watch) work->watch(work->context, run.next_taken, ended);
        pthread_mutex_unlock(&run.lock);
    }
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < INORDER_AHEAD; i++) free(run.made[i]);
    pthread_cond_destroy(&run.turn);
    pthread_mutex_destroy(&run.lock);
    return (InOrderEnd){run.next_taken, run.failed || !started};
}
