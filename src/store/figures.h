/* figures - a server thread's statistics: the work it has done, how long it took, how much waits.
 * Owner    Each thread's part (store, worker, pool) keeps its figures locked, and returns copies.
 */
#ifndef HENKA_STORE_FIGURES_H
#define HENKA_STORE_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

enum { FIGURES_BOUNDS = 13 };

/* The statistics of a thread. All 0 at the start. */
typedef struct Figures {
    int waiting;                        /* jobs that wait */
    int running;                        /* jobs under way */
    int64_t counts[FIGURES_BOUNDS + 1]; /* histogram: counts[i] jobs took at most
                                           figures_bounds_us[i], and more than the bound before; the
                                           last: more than all */
    int64_t total_us;                   /* time of all jobs together, in microseconds */
    int64_t busy_us;                    /* processor time of all jobs; 0: not measured */
    bool failing;                       /* the last job failed */
} Figures;

extern const int64_t figures_bounds_us[FIGURES_BOUNDS];

void figures_add(Figures *, int64_t took_us);
/* Adds the statistics of a second thread that does the same kind of jobs. */
void figures_join(Figures *, const Figures *with);
int64_t figures_now_us(void);  /* microseconds of a clock that only moves forward */
int64_t figures_busy_us(void); /* microseconds of processor time of the calling thread */

#endif
