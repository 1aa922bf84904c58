/* figures - statistics of a thread of the server: the work it has done, how long that took, and how
 * much work waits.
 * Owner    Each thread's part (store, worker, pool) keeps its own figures under its lock, and
 *          returns copies.
 */
#ifndef HENKA_STORE_FIGURES_H
#define HENKA_STORE_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

enum { FIGURES_BOUNDS = 13 };

/* All 0 at the start. */
typedef struct Figures {
    int waiting;                        /* jobs that wait */
    int running;                        /* jobs under way */
    int64_t counts[FIGURES_BOUNDS + 1]; /* histogram of the jobs done: counts[i] took at most
                                           figures_bounds_us[i] and more than the bound before it;
                                           the last: more than all bounds */
    int64_t total_us, longest_us;       /* time of all jobs together, and of the longest one */
    int64_t busy_us;                    /* processor time of all jobs; 0: it is not measured */
    bool failing;                       /* the last job failed */
} Figures;

extern const int64_t figures_bounds_us[FIGURES_BOUNDS];

void figures_add(Figures *, int64_t took_us);
/* Adds the figures of a second thread that does the same work. */
void figures_join(Figures *, const Figures *with);
int64_t figures_now_us(void);  /* by a clock that only moves forward */
int64_t figures_busy_us(void); /* processor time of this thread since it started */

#endif
