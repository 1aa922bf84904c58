/* sorted - lists of moves in one order, so that two generators' lists can be compared. */
#ifndef HENKA_TESTS_SORTED_H
#define HENKA_TESTS_SORTED_H

#include <stdlib.h>

#include "position/move.h"

/* For qsort and bsearch: moves by their 64 bits. */
static inline int move_by_value(const void *a, const void *b) {
    Move x = *(const Move *)a, y = *(const Move *)b;
    return (x > y) - (x < y);
}

static inline void moves_sort(Move *list, int count) {
    qsort(list, (size_t)count, sizeof *list, move_by_value);
}

#endif
