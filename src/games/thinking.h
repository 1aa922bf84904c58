/* thinking - the engine's time of each visitor and each network: a leaky bucket for every visitor
 * for whom the engine has searched recently.
 * Owner    The Games own them; thinking_free frees them.
 * Threads  The event loop's.
 * Errors   When memory runs out, the time of a visitor without an entry is not counted.
 */
#ifndef HENKA_GAMES_THINKING_H
#define HENKA_GAMES_THINKING_H

#include "store/store.h"

enum { THINKING_BUCKETS = 4096 }; /* number of lists of the hash table */

/* A visitor or network for which the engine has searched recently. */
typedef struct Thinker {
    struct Thinker *next; /* the next entry of the same list of the hash table */
    uint64_t visitor;     /* the visitor's number (fair.h) */
    Bucket time;          /* milliseconds of recent thinking */
} Thinker;

/* A hash table of Thinkers. All 0 at the start. */
typedef struct Thinking {
    Thinker *buckets[THINKING_BUCKETS]; /* by the visitor's number modulo THINKING_BUCKETS */
} Thinking;

/* Counts a search's planned thinking time for this visitor; after the search, the time that it took
 * less the planned. visitor 0: none, not counted. */
void thinking_count(Thinking *, const Limits *, uint64_t visitor, int64_t ms, int64_t now_ms);
/* Milliseconds until the engine may begin to think for this visitor. */
int64_t thinking_wait_ms(const Thinking *, const Limits *, uint64_t visitor, int64_t now_ms);
void thinking_free(Thinking *);

#endif
