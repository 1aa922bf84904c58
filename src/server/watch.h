/* watch - the server's one clock. Whoever wants to know the time in src/server asks here, so that a
 * test can put its own time in its place: HENKA_CLOCK names a file whose first eight bytes are the
 * time, milliseconds since 1970, in the machine's own byte order; the test moves it.
 * Threads  The loop's.
 */
#ifndef HENKA_SERVER_WATCH_H
#define HENKA_SERVER_WATCH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Watch {
    const int64_t *shared; /* a test's time; NULL: the machine's */
} Watch;

/* path NULL: the machine's own time. False: the file can't be used. */
bool watch_open(Watch *, const char *path);
int64_t watch_now_ms(const Watch *);    /* since 1970 */
int64_t watch_steady_ms(const Watch *); /* since some moment; never goes back */
/* How long to wait before looking again for something that is due in so many milliseconds: a test's
 * time may jump at any moment. */
int64_t watch_patience_ms(const Watch *, int64_t ms);

#endif
