/* bucket - a rate limit (leaky bucket, the mirror image of a token bucket): each use fills the
 * bucket, and it drains at the permitted rate.
 * Units    Amounts are the caller's; times are milliseconds of a clock that the caller names.
 * Source   RFC 2697 (a rate, and a burst that may be used at once).
 */
#ifndef HENKA_STORE_BUCKET_H
#define HENKA_STORE_BUCKET_H

#include <stdint.h>

/* A leaky bucket: the amount that was used recently. All 0: nothing was used. */
typedef struct Bucket {
    double used;
    int64_t at_ms; /* the moment to which `used` refers */
} Bucket;

/* Drains per_ms for each millisecond since the last call. A clock that goes back drains nothing. */
void bucket_drain(Bucket *, double per_ms, int64_t now_ms);
/* Milliseconds until the amount can be used without more than `burst` in the bucket. An amount
 * beyond the burst can be used once the bucket is empty. */
int64_t bucket_wait_ms(Bucket *, double per_ms, double burst, double amount, int64_t now_ms);

#endif
