/* engine - the workers and their threads, the table and the limits of the search under way.
 * Implements henka_engine_*. */
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
    HenkaEngineOptions options; /* the options last set, limited to their ranges */
    TranspositionTable tt;      /* shared by all workers */
    /* The first part of `tt` while a level searches that overlooks moves: its scores are valid in
     * that search only, so the part is cleared before and after it. Owns nothing. */
    TranspositionTable part;
    Worker *workers[HENKA_MAX_THREADS]; /* owned; [0]: the main worker, on the caller's thread */
    Helper helpers[HENKA_MAX_THREADS];  /* [0] is unused */
    int threads;           /* workers that exist; fewer than options.threads when memory ran out */
    HenkaVariant *variant; /* variant of the last search, whose scores the table keeps; retained */

    /* What henka_engine_set_eval and henka_engine_set_net set; all three are NULL while nothing is
     * set. */
    HenkaVariant *own_variant; /* the variant it is for; retained */
    Eval *own_eval;            /* the evaluation set for that variant; owned */
    Net *own_net;              /* the network set, if any; own_eval may use the variant's network
                                  instead; owned */

    /* The search under way; written by henka_engine_go before the helpers begin. */
    HenkaLimits limits;          /* as the caller gave them */
    const HenkaGame *game;       /* the caller's, unchanged while it searches */
    int side;                    /* to move */
    TimeBudget budget;           /* by the clocks */
    uint64_t node_cap;           /* maximum nodes of all workers together; 0: none */
    int depth_cap;               /* 0: none */
    bool varies;                 /* the move is chosen by limits.vary_cp */
    HenkaInfoCallback *callback; /* NULL: no reports */
    void *context;               /* the callback's */
    bool pondering; /* limits of time don't count yet; used by the main worker's thread alone */

    /* From other threads. */
    _Atomic bool begun;     /* henka_engine_begin opened the next search */
    _Atomic bool stop;      /* every worker is to end its search */
    _Atomic bool ponderhit; /* the move pondered on was played */
    /* The ponderhit, under lock. */
    bool hit_with_clocks;   /* it brought clocks: */
    HenkaLimits hit_clocks; /* the clocks that it brought */
    int64_t hit_ms;         /* when */

    /* Helpers sleep on `wake` until there is a search they have not seen. */
    pthread_mutex_t lock;
    pthread_cond_t wake, rest; /* rest: the last helper has ended its search */
    uint64_t searches;         /* number of searches begun */
    int busy;                  /* helpers still searching */
    bool quitting;             /* helpers are to end */
};

/* Is the search still pondering? Takes over the clocks of a ponderhit. Called on the main worker's
 * thread. */
bool engine_ponders(struct HenkaEngine *);
/* Nodes of all workers. */
uint64_t engine_nodes(const struct HenkaEngine *);
/* Hands the lines of an iteration to the callback. */
void engine_report(struct HenkaEngine *, const Worker *, int depth);

/* For tests: sets the number of table entries, the ply at which searches are cut off, and the
 * number of moves in all lists of one line at which they are. 0 leaves a limit unchanged. Setting
 * the threads or hash options undoes it. */
bool engine_shrink(struct HenkaEngine *, size_t tt_entries, int ply_limit, int move_stack_limit);

#endif
