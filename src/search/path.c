#include "search/path.h"

#include <string.h>

#include "rules/game.h"

void path_clear(Path *path) {
    path->length = path->root = path->floor = 0;
    memset(path->filter, 0, sizeof path->filter);
}

/* Scores a repetition: the position at the end of the path equals the position with index `since`.
 * A side that has given perpetual check since then loses. */
static Terminal repeated(const Path *path, const HenkaVariant *v, int since) {
    int result = game_repetition_result(v, path->checks, sizeof *path->checks, since, path->length);
    return result > 0 ? TERMINAL_WON : result < 0 ? TERMINAL_LOST : TERMINAL_DRAW;
}

Terminal path_repetition(const Path *path, const HenkaVariant *v, uint64_t key) {
    int count = 1, first = -1;
    /* Positions with the same side to move lie an even number of plies apart. */
    for (int i = path->length - 2; i >= path->floor; i -= 2) {
        if (path->keys[i] != key) continue;
        count++;
        first = i;
        if (v->repeat != REPEAT_ILLEGAL && i >= path->root) return repeated(path, v, i);
    }
    if (v->repeat == REPEAT_NONE || count < v->repeat_count) return TERMINAL_NONE;
    return v->repeat == REPEAT_ILLEGAL ? TERMINAL_ILLEGAL : repeated(path, v, first);
}
