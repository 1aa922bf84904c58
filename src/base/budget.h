/* budget - a limit on the work of a call. Work is counted in steps while it is done, so the same
 * work takes the same number of steps on every machine. Implements the henka_budget_* calls.
 *
 * Units    A step follows the path of a move by one square, some nanoseconds. Other work counts as
 *          the number of steps that takes the same time in a slow case.
 * Shapes   Code that may run long holds a pointer to a budget: in a Position (rules, notation), or
 *          in the Findings about a game's text (format). NULL: the work is not limited. A move
 *          generator counts steps only where it follows a path square by square and where it makes
 *          moves to test them. Its fast paths have no counter.
 *          When the budget is spent, the counting code returns at once, and its result is
 *          meaningless. So a caller tests the budget before it keeps a result.
 * Threads  One thread at a time, except for henka_budget_cancel.
 */
#ifndef HENKA_BASE_BUDGET_H
#define HENKA_BASE_BUDGET_H

#include "henka.h"

struct HenkaBudget {
    uint64_t steps;     /* number of steps that may be used */
    uint64_t used;      /* steps used since the budget was filled */
    uint64_t look_at;   /* value of `used` at which budget_look is called next */
    bool spent;         /* `used` exceeds `steps`, `ended` is true, or `ends` returned true */
    _Atomic bool ended; /* cancelled by henka_budget_cancel, permanently */
    /* Called every BUDGET_LOOK_STEPS steps; returns true to end the work. Searches set it, to end
     * by their own limits. NULL: only `steps` and `ended` end the work. */
    bool (*ends)(void *context);
    void *context;                     /* argument of `ends` */
    uint64_t of_type[HENKA_MAX_TYPES]; /* [type]: steps used for its moves; [0]: for other work */
};

/* A cancellation or deadline is noticed within this number of steps: less than a millisecond. */
enum { BUDGET_LOOK_STEPS = 1 << 16 };

/* Sets the budget back to `steps` unused steps. */
void budget_fill(HenkaBudget *, uint64_t steps);
/* The part of budget_spend that is not inline. */
void budget_count(HenkaBudget *, int type, uint64_t steps);

/* Counts steps used for a type's moves; type 0: for other work. Does nothing without a budget. */
static inline void budget_spend(HenkaBudget *budget, int type, uint64_t steps) {
    if (budget) budget_count(budget, type, steps);
}
static inline bool budget_spent(const HenkaBudget *budget) { return budget && budget->spent; }
/* The number of steps left; UINT64_MAX without a budget (NULL). */
static inline uint64_t budget_left(const HenkaBudget *budget) {
    return !budget ? UINT64_MAX : budget->spent ? 0 : budget->steps - budget->used;
}

#endif
