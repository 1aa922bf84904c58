#include "search/history.h"

#include <stdlib.h>
#include <string.h>

void history_clear(History *history) { memset(history, 0, sizeof *history); }

void history_add(int16_t *entry, int bonus) {
    *entry = (int16_t)(*entry + bonus - *entry * abs(bonus) / HISTORY_LIMIT);
}
