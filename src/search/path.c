#include "search/path.h"

#include <string.h>

void path_clear(Path *path) {
    path->length = path->root = path->floor = 0;
    memset(path->filter, 0, sizeof path->filter);
}

/* Did every move give check that was played in position `first`, first + 2, …? */
static bool checked_always(const Path *path, int first) {
    for (int i = first; i < path->length; i += 2)
        if (!path->checks[i]) return false;
    return true;
}

/* since: the first of the equal positions. The side that gave perpetual check since then loses. */
static Terminal repeated(const Path *path, const HenkaVariant *v, int since) {
    if (v->repeat != REPEAT_DRAW_PERPETUAL_LOSES) return TERMINAL_DRAW;
    bool mover = checked_always(path, since), other = checked_always(path, since + 1);
    return mover == other ? TERMINAL_DRAW : mover ? TERMINAL_LOST : TERMINAL_WON;
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
