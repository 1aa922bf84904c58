#include "wasm/answer.h"

#include <stdlib.h>

HenkaLanguage answer_language;
static char *answer;
static size_t answer_cap;

/* Steps of a call: half a second. No game in variants/ needs more than 200,000 for a list of moves,
 * nor two million for its text. */
enum { CALL_STEPS = 4000000 };

HenkaBudget *answer_budget(void) {
    static HenkaBudget *budget;
    if (!budget) budget = henka_budget_new(0);
    if (!budget) abort();
    henka_budget_refill(budget, CALL_STEPS);
    return budget;
}

static void grow_answer(size_t cap) {
    char *grown = realloc(answer, cap);
    if (!grown) abort(); /* the page may go on: the previous answer is unchanged */
    answer = grown;
    answer_cap = cap;
}

const char *answer_of(Writer *writer, const void *thing, int number) {
    for (;;) {
        Out out = out_to(answer, answer_cap);
        answer_budget();
        writer(&out, thing, number);
        if (out.length < answer_cap) return answer;
        grow_answer(out.length + 1);
    }
}
