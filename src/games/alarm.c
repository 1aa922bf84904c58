#include "games/alarm.h"

#include <stdlib.h>

static void put(Alarms *alarms, size_t at, Alarm *alarm) {
    alarms->entries[at] = alarm;
    alarm->place = at + 1;
}

/* Moves the entry up or down the heap until the heap is in order again. */
static void settle(Alarms *alarms, Alarm *alarm) {
    size_t at = alarm->place - 1;
    while (at && alarms->entries[(at - 1) / 2]->at_ms > alarm->at_ms) {
        put(alarms, at, alarms->entries[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    for (size_t below; (below = 2 * at + 1) < alarms->count; at = below) {
        if (below + 1 < alarms->count &&
            alarms->entries[below + 1]->at_ms < alarms->entries[below]->at_ms)
            below++;
        if (alarms->entries[below]->at_ms >= alarm->at_ms) break;
        put(alarms, at, alarms->entries[below]);
    }
    put(alarms, at, alarm);
}

bool alarm_set(Alarms *alarms, Alarm *alarm, int64_t at_ms) {
    if (!alarm->place && alarms->count == alarms->cap) {
        size_t cap = alarms->cap ? 2 * alarms->cap : 64;
        Alarm **entries = realloc(alarms->entries, cap * sizeof *entries);
        if (!entries) return false;
        alarms->entries = entries;
        alarms->cap = cap;
    }
    if (!alarm->place) put(alarms, alarms->count++, alarm);
    alarm->at_ms = at_ms;
    settle(alarms, alarm);
    return true;
}

void alarm_clear(Alarms *alarms, Alarm *alarm) {
    if (!alarm->place) return;
    Alarm *last = alarms->entries[--alarms->count];
    if (last != alarm) {
        put(alarms, alarm->place - 1, last);
        settle(alarms, last);
    }
    alarm->place = 0;
}

Alarm *alarms_first(const Alarms *alarms) { return alarms->count ? alarms->entries[0] : NULL; }

void alarms_free(Alarms *alarms) {
    free(alarms->entries);
    *alarms = (Alarms){0};
}
