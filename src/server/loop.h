/* loop - the rounds of the server's one event loop. libwebsockets runs it by libuv (epoll), so that
 * a connection which says nothing costs nothing; where libuv or libwebsockets' plugin for it
 * (libwebsockets-evlib-uv) is missing, by poll(), which looks at every connection in every round.
 * Owner    The Loop owns the context from loop_open to loop_close. It stays where it is meanwhile.
 * Threads  The loop's.
 * Source   READMEs/README.event-loops-intro.md of libwebsockets.
 */
#ifndef HENKA_SERVER_LOOP_H
#define HENKA_SERVER_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct lws_context;
struct lws_context_creation_info;

enum { LOOP_PARTS = 64 };

/* What one call of one kind took at the longest. */
typedef struct LoopPart {
    const char *name;   /* "message", "store"...; NULL: not used yet */
    const char *of;     /* which of them: a message's kind; "": there is one kind only */
    int64_t longest_us; /* processor time */
} LoopPart;

/* All 0 before loop_open. */
typedef struct Loop {
    struct lws_context *context; /* libwebsockets' */
    struct LoopUv *uv;           /* libuv's side; NULL: the loop waits in poll() */
    int64_t rounds;              /* so far */
    int64_t away_us;             /* spent in all rounds on everything but waiting for events.
                                  * With poll() it is processor time: poll() and what follows
                                  * can't be told apart from outside */
    int64_t longest_away_us;     /* the same, of the longest round */
    int64_t busy_us;             /* processor time of all rounds: what the loop itself did, while
                                  * away_us has also what other programs and threads took */
    int64_t longest_busy_us;     /* the same, of the longest round */
    LoopPart parts[LOOP_PARTS];  /* of which rounds consist, in the order they first came */
} Loop;

/* Makes the context. False: it can't be made. */
bool loop_open(Loop *, struct lws_context_creation_info *);
/* Waits for events and serves them. False: the loop is broken. */
bool loop_round(Loop *);
/* Counts a part of a round that began when figures_busy_us was began_us. Both texts are kept. */
void loop_count(Loop *, const char *name, const char *of, int64_t began_us);
/* Closes every connection and frees the context. */
void loop_close(Loop *);

#endif
