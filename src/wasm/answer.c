#include "wasm/answer.h"

#include <stdlib.h>

HenkaLanguage answer_language;
static char *answer;
static size_t answer_cap;

static void grow_answer(size_t cap) {
    answer = realloc(answer, cap);
    if (!answer) abort();
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
