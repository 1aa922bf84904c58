#include "base/budget.h"
#include "base/memory.h"

#include "base/compiler.h"

#include <stdlib.h>
#include <string.h>

/* Sets the number of steps at which budget_look is called next: after BUDGET_LOOK_STEPS more steps,
 * or at the first step beyond the budget. */
static void budget_plan(HenkaBudget *budget) {
    uint64_t left = budget->steps - budget->used;
    budget->look_at = budget->used + (left < BUDGET_LOOK_STEPS ? left + 1 : BUDGET_LOOK_STEPS);
}

void budget_fill(HenkaBudget *budget, uint64_t steps) {
    /* at most half the range of the type, so that sums of steps do not overflow */
    budget->steps = steps < UINT64_MAX / 2 ? steps : UINT64_MAX / 2;
    budget->used = 0;
    budget->spent = budget->ended;
    memset(budget->of_type, 0, sizeof budget->of_type);
    budget_plan(budget);
}

static NOINLINE void budget_look(HenkaBudget *budget) {
    budget->spent |= budget->used > budget->steps || budget->ended ||
                     (budget->ends && budget->ends(budget->context));
    if (!budget->spent) budget_plan(budget);
}

void budget_count(HenkaBudget *budget, int type, uint64_t steps) {
    budget->used += steps;
    budget->of_type[type] += steps;
    if (budget->used >= budget->look_at) budget_look(budget);
}

HenkaBudget *henka_budget_new(uint64_t steps) {
    HenkaBudget *budget = memory_take_zeroed(sizeof *budget);
    if (budget) budget_fill(budget, steps);
    return budget;
}

void henka_budget_free(HenkaBudget *budget) { memory_give(budget); }
void henka_budget_refill(HenkaBudget *budget, uint64_t steps) { budget_fill(budget, steps); }
void henka_budget_cancel(HenkaBudget *budget) { budget->ended = true; }
uint64_t henka_budget_used(const HenkaBudget *budget) { return budget->used; }
bool henka_budget_spent(const HenkaBudget *budget) { return budget->spent; }

int henka_budget_type(const HenkaBudget *budget) {
    int most = 1;
    for (int type = 2; type < HENKA_MAX_TYPES; type++)
        if (budget->of_type[type] > budget->of_type[most]) most = type;
    return budget->used > 2 * budget->of_type[0] ? most : 0;
}
