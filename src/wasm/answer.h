/* answer - what a call from the page answers: a text in one buffer, which the next call overwrites;
 * the page copies it at once.
 */
#ifndef HENKA_WASM_ANSWER_H
#define HENKA_WASM_ANSWER_H

#include "base/out.h"
#include "henka.h"

#define EXPORT(name) __attribute__((export_name(name)))

enum { NO_NUMBER = 0 /* for writers that need none */ };

/* Writes an answer about the thing; `number` says more where the writer asks for it. */
typedef void Writer(Out *, const void *thing, int number);

const char *answer_of(Writer *, const void *thing, int number);

/* What a call may do (henka.h, budgets), full again: the page's thread stands still meanwhile. All
 * games have it. */
HenkaBudget *answer_budget(void);

extern HenkaLanguage answer_language; /* of sentences for the reader */

#endif
