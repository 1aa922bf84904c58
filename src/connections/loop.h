/* loop - the rounds of the server's one event loop. libwebsockets runs it with libuv (epoll), where
 * an idle connection costs nothing. Without libuv or libwebsockets' plugin for it
 * (libwebsockets-evlib-uv) it runs with poll(), which looks at every connection in every round.
 * Owner    The Loop owns the context from loop_open to loop_close. It must not be moved meanwhile.
 * Threads  The loop's.
 * Source   READMEs/README.event-loops-intro.md of libwebsockets.
 */
#ifndef HENKA_CONNECTIONS_LOOP_H
#define HENKA_CONNECTIONS_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct lws_context;
struct lws_context_creation_info;

enum { LOOP_PARTS = 64 };

/* The longest time that one call of one kind took. */
typedef struct LoopPart {
    const char *name;   /* "message", "store"...; NULL: not used yet */
    const char *of;     /* the subkind: a message's kind; "": there is one kind only */
    int64_t longest_us; /* processor time */
} LoopPart;

/* All 0 before loop_open. */
typedef struct Loop {
    struct lws_context *context; /* libwebsockets' */
    struct LoopUv *uv;           /* libuv's side; NULL: the loop waits in poll() */
    int64_t rounds;              /* so far */
    int64_t away_us;             /* total time of all rounds outside of waiting for events. With
                                    poll() it is processor time, because poll() and the callbacks
                                    after it can't be told apart from outside */
    int64_t longest_away_us;     /* away_us of the longest round */
    int64_t busy_us;             /* processor time of all rounds: the loop's own work, while away_us
                                    also has the time that other programs and threads took */
    int64_t longest_busy_us;     /* busy_us of the longest round */
    LoopPart parts[LOOP_PARTS];  /* the kinds of calls in rounds, in the order of their first
                                    call */
} Loop;

/* Makes the context. False: it can't be made. */
bool loop_open(Loop *, struct lws_context_creation_info *);
/* Waits for events and serves them. False: the loop is broken. */
bool loop_round(Loop *);
/* Counts a call that began when figures_busy_us returned began_us. The pointers of both texts are
 * kept. */
void loop_count(Loop *, const char *name, const char *of, int64_t began_us);
/* Closes every connection and frees the context. */
void loop_close(Loop *);

#endif
