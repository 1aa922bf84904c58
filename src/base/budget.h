/* budget - a limit on the work of a call. Work is counted in steps while it is done, so the same
 * work takes the same number of steps on every machine. Implements the henka_budget_* calls.
 *
 * Units    A step is one square of a path that is followed, some nanoseconds. Other work counts as
 *          the number of steps that takes the same time in a slow case.
 * Shapes   Code that may run long holds a pointer to a budget: a position (rules, notation), or the
 *          findings of a text (variant). NULL: the work is not limited. In a generator, steps are
 *          counted only where legs are followed and where moves are made to test them. The fast
 *          paths have no counter.
 *          When the budget is spent, the counting code returns at once, and its result is
 *          meaningless. So a caller tests the budget before it keeps a result.
 * Threads  One thread at a time, except for henka_budget_cancel.
 */
#ifndef HENKA_BASE_BUDGET_H
#define HENKA_BASE_BUDGET_H

#include "henka.h"

struct HenkaBudget {
    uint64_t steps;     /* total number of steps */
    uint64_t used;      /* steps used since it was filled */
    uint64_t look_at;   /* value of used at which budget_look is called next */
    bool spent;         /* used exceeds steps, or the work was cancelled */
    _Atomic bool ended; /* cancelled by henka_budget_cancel, permanently */
    /* Called every BUDGET_LOOK_STEPS; returns true to end the work. NULL: not called. Used by
     * searches. */
    bool (*ends)(void *context);
    void *context;                     /* argument of `ends` */
    uint64_t of_type[HENKA_MAX_TYPES]; /* steps used for the moves of each type; [0]: for other
                                          work */
};

/* A cancellation or a deadline is noticed after at most this number of steps, less than a
 * millisecond. */
enum { BUDGET_LOOK_STEPS = 1 << 16 };

/* Refills a budget. ends may be NULL. */
void budget_fill(HenkaBudget *, uint64_t steps);
/* The part of budget_spend that is not inline. */
void budget_count(HenkaBudget *, int type, uint64_t steps);

/* Counts steps that were used for the moves of a type; type 0: for other work. */
static inline void budget_spend(HenkaBudget *budget, int type, uint64_t steps) {
    if (budget) budget_count(budget, type, steps);
}
static inline bool budget_spent(const HenkaBudget *budget) { return budget && budget->spent; }
/* Steps left; UINT64_MAX without a budget. */
static inline uint64_t budget_left(const HenkaBudget *budget) {
    return !budget ? UINT64_MAX : budget->spent ? 0 : budget->steps - budget->used;
}

#endif
