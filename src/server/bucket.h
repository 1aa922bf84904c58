/* bucket - what may come at what rate: a bucket that what comes fills and that drains by itself
 * (token bucket).
 * Units    Amounts are the caller's; times are milliseconds of a clock that the caller names.
 * Source   RFC 2697 (a rate, and a burst that may come at once).
 */
#ifndef HENKA_SERVER_BUCKET_H
#define HENKA_SERVER_BUCKET_H

#include <stdint.h>

/* How much has been used of late. All 0: nothing. */
typedef struct Bucket {
    double used;
    int64_t at_ms; /* when that was so */
} Bucket;

/* Lets go what became free by now. A clock that goes back frees nothing. */
void bucket_drain(Bucket *, double per_ms, int64_t now_ms);
/* How much fits now. */
double bucket_room(Bucket *, double per_ms, double burst, int64_t now_ms);
/* Milliseconds until so much fits. More than the bucket ever holds fits an empty one. */
int64_t bucket_wait_ms(Bucket *, double per_ms, double burst, double amount, int64_t now_ms);

#endif
