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

/* A kind of work in the loop, with the longest time that one call of it took. */
typedef struct LoopPart {
    const char *name;   /* name of the work: "message", "tick"...; NULL: entry not used yet */
    const char *of;     /* for the work "message": the kind of message; else "" */
    int64_t longest_us; /* processor time of the longest call */
} LoopPart;

/* The event loop and its statistics. All members are 0 before loop_open. */
typedef struct Loop {
    struct lws_context *context; /* libwebsockets' context */
    struct LoopUv *uv;           /* libuv's loop; NULL: the loop waits in poll() */
    int64_t rounds;              /* number of rounds of the loop so far */
    int64_t away_us;             /* total time of all rounds outside of waiting for events. With
                                    poll() it is processor time, because one call of libwebsockets
                                    waits for events and handles them */
    int64_t longest_away_us;     /* the longest time that one round took outside of waiting */
    int64_t busy_us;             /* processor time of all rounds: the loop's own work, while away_us
                                    also has the time that other programs and threads took */
    int64_t longest_busy_us;     /* the longest processor time of a round */
    LoopPart parts[LOOP_PARTS];  /* the kinds of work, in order of their first count */
} Loop;

/* Creates libwebsockets' context. False: it can't be created. */
bool loop_open(Loop *, struct lws_context_creation_info *);
/* One round: waits for events and handles them. False: libwebsockets failed. */
bool loop_round(Loop *);
/* Counts work that ends now under `name` and `of` (LoopPart), texts that must outlive the Loop.
 * began_us: what figures_busy_us (this thread's processor time) returned when the work began.
 * Returns figures_busy_us of now. */
int64_t loop_count(Loop *, const char *name, const char *of, int64_t began_us);
/* Closes every connection and frees the context. */
void loop_close(Loop *);

#endif
