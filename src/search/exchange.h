/* exchange - does a capture pay, once the enemy has taken back? A captured piece counts twice where
 * it goes to the captor's hand. */
#ifndef HENKA_SEARCH_EXCHANGE_H
#define HENKA_SEARCH_EXCHANGE_H

#include "eval/eval.h"

/* What the move takes at once, promotion included. */
int exchange_gain(const Eval *, const Position *, Move);
/* Does the whole exchange bring at least this much? */
bool exchange_at_least(const Eval *, const Position *, Move, int threshold);

#endif
