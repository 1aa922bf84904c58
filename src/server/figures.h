/* figures - how much a thread of the server has done, how long that took, and what waits for it.
 * Owner    Each thread's part (store, worker, pool) keeps its own, guarded by its lock, and gives
 *          copies of it.
 */
#ifndef HENKA_SERVER_FIGURES_H
#define HENKA_SERVER_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

enum { FIGURES_BOUNDS = 13 };

/* All 0 at the start. */
typedef struct Figures {
    int waiting;                        /* things to do that nobody has begun */
    int running;                        /* that are being done */
    int64_t counts[FIGURES_BOUNDS + 1]; /* done, by the first of figures_bounds_us that they didn't
                                        * take longer than; last: those that took longer than all */
    int64_t total_us, longest_us;       /* that all of them took, and the one that took longest */
    int64_t busy_us;                    /* processor time of all of them; 0: it is not counted */
    bool failing;                       /* the last one could not be done */
} Figures;

extern const int64_t figures_bounds_us[FIGURES_BOUNDS];

void figures_add(Figures *, int64_t took_us);
/* Those of two threads that do the same together. */
void figures_join(Figures *, const Figures *with);
int64_t figures_now_us(void);  /* by a clock that only moves forward */
int64_t figures_busy_us(void); /* processor time of this thread so far */

#endif
