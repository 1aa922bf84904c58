#include "store/figures.h"

#include <time.h>

const int64_t figures_bounds_us[FIGURES_BOUNDS] = {
    500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000, 2500000, 10000000};

void figures_add(Figures *figures, int64_t took_us) {
    int place = 0;
    while (place < FIGURES_BOUNDS && took_us > figures_bounds_us[place]) place++;
    figures->counts[place]++;
    figures->total_us += took_us;
}

void figures_join(Figures *figures, const Figures *with) {
    for (int i = 0; i <= FIGURES_BOUNDS; i++) figures->counts[i] += with->counts[i];
    figures->total_us += with->total_us;
    figures->busy_us += with->busy_us;
}

static int64_t clock_us(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t figures_now_us(void) { return clock_us(CLOCK_MONOTONIC); }
int64_t figures_busy_us(void) { return clock_us(CLOCK_THREAD_CPUTIME_ID); }
