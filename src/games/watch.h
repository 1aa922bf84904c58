/* watch - the server's one clock. All parts of the server ask it for the time, so that a test can
 * replace the time: HENKA_CLOCK names a file whose first eight bytes are the time, milliseconds
 * since 1970, in the machine's own byte order; the test changes them.
 * Threads  The event loop's.
 */
#ifndef HENKA_GAMES_WATCH_H
#define HENKA_GAMES_WATCH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Watch {
    const int64_t *shared; /* the time that a test sets; NULL: the machine's time is used */
} Watch;

/* Opens the clock. path: a file with a test's time; NULL: the machine's time. False: bad file. */
bool watch_open(Watch *, const char *path);
int64_t watch_now_ms(const Watch *);    /* milliseconds since 1970 */
int64_t watch_steady_ms(const Watch *); /* milliseconds since any moment; monotonic */
/* The time to wait before the next look at something that is due in `ms` milliseconds. It is
 * shorter with a test's clock, whose time may jump at any moment. */
int64_t watch_patience_ms(const Watch *, int64_t ms);

#endif
