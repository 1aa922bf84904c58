#include "wasm/answer.h"

#include <stdlib.h>

HenkaLanguage answer_language;
static char *answer;
static size_t answer_cap;

static void grow_answer(size_t cap) {
    char *grown = realloc(answer, cap);
    if (!grown) abort(); /* the page may go on: the answer of before is as it was */
    answer = grown;
    answer_cap = cap;
}

const char *answer_of(Writer *writer, const void *thing, int number) {
    for (;;) {
        Out out = out_to(answer, answer_cap);
        writer(&out, thing, number);
        if (out.length < answer_cap) return answer;
        grow_answer(out.length + 1);
    }
}
