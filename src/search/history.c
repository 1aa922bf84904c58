#include "search/history.h"

#include <string.h>

void history_clear(History *history) { memset(history, 0, sizeof *history); }
