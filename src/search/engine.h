/* engine - the workers, the table and the limits of the search under way. Implements
 * henka_engine_*. */
#ifndef HENKA_SEARCH_ENGINE_H
#define HENKA_SEARCH_ENGINE_H

#include "search/limits.h"
#include "search/worker.h"

#include <pthread.h>

enum { MAX_THREADS = 256, MAX_HASH_MIB = 1 << 20, OVERHEAD_MS = 15 };

typedef struct Helper {
    pthread_t thread;
    Worker *worker;
    bool running; /* the thread exists */
} Helper;

struct HenkaEngine {
    Table table;
    Worker *workers[MAX_THREADS];
    Helper helpers[MAX_THREADS];
    int threads;
    HenkaLimits limits;
    Budget budget;
    uint64_t node_cap; /* 0: none */
    int depth_cap;
    int multi_pv, overhead_ms;
    bool derived_eval;         /* leave the fitted numbers aside */
    HenkaVariant *net_variant; /* whose network was set; NULL none. Retained */
    Eval *net_eval;            /* the evaluation it takes part in */
    Net *net;                  /* NULL: none takes part */
    _Atomic bool stop, pondering;
    HenkaInfoCallback *callback;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t wake, rest;
    uint64_t generation; /* searches begun; a helper that sees a new one joins in */
    int busy;            /* helpers still searching */
    bool quitting;
    HenkaVariant *variant; /* of the search before; retained */
};

uint64_t engine_nodes(const struct HenkaEngine *);
void engine_report(struct HenkaEngine *, const Worker *, int depth);

#endif
