/* engine - the workers, the table and the limits of the search under way. Implements
 * henka_engine_*. */
#ifndef HENKA_SEARCH_ENGINE_H
#define HENKA_SEARCH_ENGINE_H

#include "search/limits.h"
#include "search/worker.h"

#include <pthread.h>

typedef struct Helper {
    pthread_t thread;
    Worker *worker;
    bool running; /* the thread exists */
} Helper;

struct HenkaEngine {
    Table table;
    HenkaEngineOptions options; /* as last set, within their ranges */
    Worker *workers[HENKA_MAX_THREADS];
    Helper helpers[HENKA_MAX_THREADS];
    int threads;
    HenkaLimits limits;
    int side; /* to move */
    Budget budget;
    uint64_t node_cap; /* 0: none */
    int depth_cap;
    HenkaVariant *own_variant; /* that own_eval is about; NULL: none was set. Retained */
    Eval *own_eval;            /* by henka_engine_set_eval and henka_engine_set_net */
    Net *own_net;              /* the network set; own_eval may use the variant's instead */
    _Atomic bool begun;        /* henka_engine_begin opened the next search */
    _Atomic bool stop;         /* every worker is to end its search */
    _Atomic bool ponderhit;    /* the move pondered on was played; hit_* say when and with what */
    bool hit_with_clocks;      /* under lock, as the two below: ponderhit brought times */
    HenkaLimits hit_clocks;
    int64_t hit_ms;
    bool pondering; /* no limit of time counts yet. Of the thread in henka_engine_go */
    HenkaInfoCallback *callback;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t wake, rest;
    uint64_t generation; /* searches begun; a helper that sees a new one joins in */
    int busy;            /* helpers still searching */
    bool quitting;
    HenkaVariant *variant; /* of the search before; retained */
};

/* Is the search still pondering? Takes a ponderhit's times over. On the main worker's thread. */
bool engine_ponders(struct HenkaEngine *);
/* For tests: a table of so few entries, and searches cut off at this ply or this many moves in all
 * lists of one line; 0 leaves a limit as it is. henka_engine_set_options with other threads or hash
 * undoes it. */
bool engine_shrink(struct HenkaEngine *, size_t table_entries, int ply_limit, int move_limit);
uint64_t engine_nodes(const struct HenkaEngine *);
void engine_report(struct HenkaEngine *, const Worker *, int depth);

#endif
