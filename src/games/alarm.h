/* alarm - a queue of moments at which something is due, the earliest first: an intrusive binary
 * heap (Williams 1964). Each entry is a member of the object that it belongs to.
 * Owner    The caller, of entries too; alarms_free frees the heap's own array.
 * Threads  The loop's.
 * Errors   alarm_set: false when memory ran out; then the entry is not in the heap.
 */
#ifndef HENKA_GAMES_ALARM_H
#define HENKA_GAMES_ALARM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All 0: not in the heap. */
typedef struct Alarm {
    int64_t at_ms; /* when it is due, since 1970 */
    size_t place;  /* in the heap, from 1; 0: not in it */
} Alarm;

/* All 0: empty. */
typedef struct Alarms {
    Alarm **entries; /* entries[0] is the earliest. The array is owned, the entries are not */
    size_t count, cap;
} Alarms;

/* Sets the alarm for this moment; moves it if it is set already. */
bool alarm_set(Alarms *, Alarm *, int64_t at_ms);
void alarm_clear(Alarms *, Alarm *);
/* The earliest, or NULL; it stays in the heap. */
Alarm *alarms_first(const Alarms *);
void alarms_free(Alarms *);

#endif
