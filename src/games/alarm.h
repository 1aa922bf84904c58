/* alarm - a queue of moments at which something is due, the earliest first: an intrusive binary
 * heap (Williams 1964). Each entry is a member of the object that it belongs to.
 * Owner    The caller, of entries too; alarms_free frees the heap's own array.
 * Threads  The event loop's.
 * Errors   alarm_set: false when memory ran out; then the entry is not in the heap.
 */
#ifndef HENKA_GAMES_ALARM_H
#define HENKA_GAMES_ALARM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An entry of the heap. All 0: it is in no heap. */
typedef struct Alarm {
    int64_t at_ms; /* when the alarm is due, in milliseconds of the caller's clock */
    size_t place;  /* the alarm's index in the heap, from 1; 0: the alarm is not set */
} Alarm;

/* The heap. All 0: empty. */
typedef struct Alarms {
    Alarm **entries; /* entries[0] is due first. The heap owns the array, not the entries */
    size_t count, cap;
} Alarms;

/* Sets the alarm for the moment at_ms; an alarm that is set already is moved to it. */
bool alarm_set(Alarms *, Alarm *, int64_t at_ms);
void alarm_clear(Alarms *, Alarm *);
/* The entry that is due first, which stays in the heap; NULL: no alarm is set. */
Alarm *alarms_first(const Alarms *);
void alarms_free(Alarms *);

#endif
