#include "search/path.h"

#include <string.h>

void path_clear(Path *path) {
    path->length = path->root = path->floor = 0;
    memset(path->filter, 0, sizeof path->filter);
}

/* Did every move played at first, first + 2, … give check? */
static bool all_checks(const Path *path, int first) {
    for (int i = first; i < path->length; i += 2)
        if (!path->checks[i]) return false;
    return true;
}

static Ends repetition_ends(const Path *path, const HenkaVariant *v, int since) {
    if (v->repeat != REPEAT_DRAW_PERPETUAL_LOSES) return ENDS_DRAWN;
    bool mine = all_checks(path, since), theirs = all_checks(path, since + 1);
    return mine == theirs ? ENDS_DRAWN : mine ? ENDS_LOST : ENDS_WON;
}

Ends path_ends(const Path *path, const HenkaVariant *v, uint64_t key) {
    int seen = 1, first = -1;
    for (int i = path->length - 2; i >= path->floor; i -= 2) {
        if (path->keys[i] != key) continue;
        seen++;
        first = i;
        if (v->repeat != REPEAT_ILLEGAL && i >= path->root) return repetition_ends(path, v, i);
    }
    if (v->repeat == REPEAT_NONE || seen < v->repeat_count) return ENDS_NOT;
    return v->repeat == REPEAT_ILLEGAL ? ENDS_ILLEGAL : repetition_ends(path, v, first);
}
