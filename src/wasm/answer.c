#include "wasm/answer.h"

#include <stdlib.h>

HenkaLanguage answer_language;
Out answer;

/* The budget of a call in steps: half a second. No game in variants/ needs more than 200,000 to
 * list its moves, nor two million to read its text. */
enum { CALL_STEPS = 4000000 };

HenkaBudget *answer_budget(void) {
    static HenkaBudget *budget;
    if (!budget) budget = henka_budget_new(0);
    if (!budget) abort();
    henka_budget_refill(budget, CALL_STEPS);
    return budget;
}

Out *answer_begin(void) {
    answer.length = 0;
    answer.grows = true;
    answer_budget();
    return &answer;
}

const char *answer_end(void) {
    if (!answer.buf) abort(); /* no memory; if the page goes on, the next answer has a new buffer */
    return answer.buf;
}

char *answer_room(void) {
    answer_budget();
    return answer.buf;
}

bool answer_fits(size_t length) {
    if (length < answer.cap) return true;
    answer_begin();
    while (answer.length <= length) out_char(&answer, ' ');
    answer_end();
    return false;
}
