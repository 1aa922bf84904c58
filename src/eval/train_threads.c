#include "eval/train_inside.h"

#include <assert.h>
#include <pthread.h>

typedef struct Share {
    pthread_t thread;
    TrainShare *work;
    void *context;
    int number;
    bool started;
} Share;

static void *run(void *context) {
    Share *share = context;
    share->work(share->context, share->number);
    return NULL;
}

/* A share whose thread can't be started is worked through here: slower, the same numbers. */
void train_in_threads(int threads, TrainShare *work, void *context) {
    Share shares[TRAIN_THREADS];
    assert(threads <= TRAIN_THREADS);
    for (int i = 1; i < threads; i++) {
        shares[i] = (Share){.work = work, .context = context, .number = i};
        shares[i].started = !pthread_create(&shares[i].thread, NULL, run, &shares[i]);
    }
    work(context, 0);
    for (int i = 1; i < threads; i++) {
        if (shares[i].started)
            pthread_join(shares[i].thread, NULL);
        else
            work(context, i);
    }
}
