#include "store/bucket.h"

void bucket_drain(Bucket *bucket, double per_ms, int64_t now_ms) {
    double gone = per_ms * (double)(now_ms - bucket->at_ms);
    if (gone > 0) bucket->used = gone < bucket->used ? bucket->used - gone : 0;
    bucket->at_ms = now_ms;
}

int64_t bucket_wait_ms(Bucket *bucket, double per_ms, double burst, double amount, int64_t now_ms) {
    bucket_drain(bucket, per_ms, now_ms);
    double over = bucket->used + amount - burst;
    if (over > bucket->used) over = bucket->used;
    return over > 0 ? (int64_t)(over / per_ms) + 1 : 0;
}
