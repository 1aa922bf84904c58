/* path - the keys from the start of the game to the position searched, for repetition. */
#ifndef HENKA_SEARCH_PATH_H
#define HENKA_SEARCH_PATH_H

#include "search/worker.h"

void path_clear(Path *);

static inline size_t path_filter_at(uint64_t key) { return key >> 20 & (PATH_FILTER - 1); }

static inline void path_push(Path *path, uint64_t key, bool check) {
    path->keys[path->length] = key;
    path->checks[path->length++] = check;
    path->filter[path_filter_at(key)]++;
}

static inline void path_pop(Path *path) {
    path->filter[path_filter_at(path->keys[--path->length])]--;
}
static inline bool path_may_hold(const Path *path, uint64_t key) {
    return path->filter[path_filter_at(key)];
}

/* What the repetition rule makes of the position with this key at the end of the path. A position
 * seen before in the search tree counts as the end it leads to. Only worth asking where
 * path_may_hold. */
Ends path_ends(const Path *, const HenkaVariant *, uint64_t key);

#endif
