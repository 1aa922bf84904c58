/* answer - the answer to a call from the page: a text in a buffer, valid up to the next call. */
#ifndef HENKA_WASM_ANSWER_H
#define HENKA_WASM_ANSWER_H

#include "base/out.h"
#include "henka.h"

#define EXPORT(name) __attribute__((export_name(name)))

extern Out answer; /* the buffer of the answer */

/* answer_begin empties the answer for new JSON; answer_end returns it as a text to the page. */
Out *answer_begin(void);
const char *answer_end(void);
/* answer_room: a buffer of answer.cap bytes for functions of henka.h that write a text.
 * answer_fits: does a text of this length fit? If not, the buffer has grown: call again. */
char *answer_room(void);
bool answer_fits(size_t length);

/* Returns the budget of a call (henka.h, budgets), refilled. It bounds the time for which the
 * page's thread is blocked. All games share it. */
HenkaBudget *answer_budget(void);

extern HenkaLanguage answer_language; /* language of the sentences in answers */

#endif
