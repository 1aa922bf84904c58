/* engine - the workers and their threads, the transposition table, and the limits of the search
 * under way. Implements henka_engine_*. */
#ifndef HENKA_SEARCH_ENGINE_H
#define HENKA_SEARCH_ENGINE_H

#include "search/timeman.h"
#include "search/worker.h"

#include <pthread.h>

/* A worker beyond the first and its thread, which sleeps between searches. */
typedef struct Helper {
    pthread_t thread;
    Worker *worker;
    bool running; /* the thread exists */
} Helper;

struct HenkaEngine {
    HenkaEngineOptions options; /* the options that were last set, limited to their ranges */
    TranspositionTable tt;      /* shared by all workers */
    /* The first part of `tt`, for searches of a level that overlooks moves. The part's scores hold
     * for one search, so it is cleared before and after. Owns nothing. */
    TranspositionTable part;
    Worker *workers[HENKA_MAX_THREADS]; /* owned; [0]: the main worker, on the caller's thread */
    Helper helpers[HENKA_MAX_THREADS];  /* one for each worker of the same index; [0] is unused */
    int threads;           /* number of workers; lower than options.threads when memory ran out */
    HenkaVariant *variant; /* variant of the last search, whose scores are in `tt`; retained */

    /* Set by henka_engine_set_eval and henka_engine_set_net; NULL until then. */
    HenkaVariant *own_variant; /* the variant for which own_eval was set; retained */
    Eval *own_eval;            /* the evaluation that was set for own_variant; owned */
    Net *own_net;              /* the network that was set; owned. NULL: none, and own_eval may use
                                  the variant's network */

    /* The search under way; henka_engine_go writes these members before the helpers begin. */
    HenkaLimits limits;          /* as the caller gave them */
    const HenkaGame *game;       /* the caller's game, unchanged while the engine searches */
    int side;                    /* the side to move at the root */
    TimeBudget budget;           /* the time for this move, computed from the clocks */
    uint64_t node_cap;           /* maximum number of nodes of all workers together; 0: no limit */
    int depth_cap;               /* maximum depth in plies; 0: no limit */
    bool varies;                 /* a nearly best move may be played (HenkaLimits.vary_cp) */
    HenkaInfoCallback *callback; /* called after each iteration; NULL: no reports */
    void *context;               /* argument of `callback` */
    bool pondering; /* limits of time do not count until a ponderhit; main worker's thread only */

    /* Flags that any thread may set. */
    _Atomic bool begun;     /* henka_engine_begin opened the next search */
    _Atomic bool stop;      /* every worker has to end its search */
    _Atomic bool ponderhit; /* the opponent played the move that was pondered on */
    /* About the last ponderhit; read and written under `lock`. */
    bool hit_with_clocks;   /* the ponderhit brought new clocks */
    HenkaLimits hit_clocks; /* the clocks that the ponderhit brought */
    int64_t hit_ms;         /* time of the ponderhit */

    /* Helpers sleep on `wake` until `searches` grows or `quitting` is set. */
    pthread_mutex_t lock;
    pthread_cond_t wake, rest; /* `rest` is signalled when the last helper has ended its search */
    uint64_t searches;         /* number of searches begun */
    int busy;                  /* number of helpers that are still searching */
    bool quitting;             /* the threads of the helpers have to end */
};

/* Iterative deepening (search.c): searches deeper and deeper until a limit or a stop. The main
 * worker reports each iteration by engine_report. */
void search_iterate(Worker *);
/* Is the search still pondering? Takes over a ponderhit's clocks. For the main worker's thread. */
bool engine_ponders(struct HenkaEngine *);
uint64_t engine_nodes(const struct HenkaEngine *);
/* Passes the lines of an iteration to the caller's callback. */
void engine_report(struct HenkaEngine *, const Worker *, int depth);

/* For tests: sets the number of table entries, the ply at which every search is cut off, and the
 * number of moves in all lists of one line at which a search is cut off. 0 leaves a limit
 * unchanged. Setting the options threads or hash restores all limits. */
bool engine_shrink(struct HenkaEngine *, size_t tt_entries, int ply_limit, int move_stack_limit);

#endif
