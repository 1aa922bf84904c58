/* answer - the answer to a call from the page: a text in one buffer. The page copies it at once,
 * because the next call overwrites it. */
#ifndef HENKA_WASM_ANSWER_H
#define HENKA_WASM_ANSWER_H

#include "base/out.h"
#include "henka.h"

#define EXPORT(name) __attribute__((export_name(name)))

enum { NO_NUMBER = 0 /* for writers that need no number */ };

/* Writes an answer about `thing`. `number` has a meaning for some writers only. */
typedef void Writer(Out *, const void *thing, int number);

const char *answer_of(Writer *, const void *thing, int number);

/* Returns the budget of a call (henka.h, budgets), refilled. It bounds the time for which the
 * page's thread is blocked. All games share it. */
HenkaBudget *answer_budget(void);

extern HenkaLanguage answer_language; /* language of the sentences */

#endif
