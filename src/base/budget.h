/* budget - how much work may be done: steps that are counted inside the work, so that the same work
 * takes the same steps on every machine. Implements the henka_budget_* calls.
 *
 * Units    A step is some nanoseconds, and one square of a path that is followed. What does other
 *          work counts as many steps as its time is worth, seen from a slow case.
 * Shapes   Whoever does work holds a pointer: a position (rules, notation), the findings of a text
 *          (variant). NULL: nobody counts. Only what may take long counts, in a generator what
 *          follows legs and what makes moves to look at them: the fast paths hold no counter.
 *          When the budget is spent, whoever counts leaves off at once, and what it answers means
 *          nothing. So a call that keeps something looks at the budget before it does.
 * Threads  One at a time, but for henka_budget_cancel.
 */
#ifndef HENKA_BASE_BUDGET_H
#define HENKA_BASE_BUDGET_H

#include "henka.h"

struct HenkaBudget {
    uint64_t steps;     /* that may be used */
    uint64_t used;      /* so far */
    uint64_t look_at;   /* used: when budget_look is called next */
    bool spent;         /* more was used than there was, or the work is to end */
    _Atomic bool ended; /* by henka_budget_cancel: for good */
    /* Asked every BUDGET_LOOK_STEPS whether the work is to end; NULL: nobody. For a search. */
    bool (*ends)(void *context);
    void *context;                     /* of `ends` */
    uint64_t of_type[HENKA_MAX_TYPES]; /* used for the moves of each kind of piece; [0]: others */
};

/* Whoever cancels or asks by the clock is heard after so many steps: less than a millisecond. */
enum { BUDGET_LOOK_STEPS = 1 << 16 };

/* A budget that is filled. ends may be NULL. */
void budget_fill(HenkaBudget *, uint64_t steps);
/* Counts; see budget_spend. */
void budget_count(HenkaBudget *, int type, uint64_t steps);

/* So many steps were used for the moves of a kind, 0: of none. */
static inline void budget_spend(HenkaBudget *budget, int type, uint64_t steps) {
    if (budget) budget_count(budget, type, steps);
}
static inline bool budget_spent(const HenkaBudget *budget) { return budget && budget->spent; }
/* What is left; without a budget without bound. */
static inline uint64_t budget_left(const HenkaBudget *budget) {
    return !budget ? UINT64_MAX : budget->spent ? 0 : budget->steps - budget->used;
}

#endif
