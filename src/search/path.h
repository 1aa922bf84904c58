/* path - the positions from the start of the game to the one being searched, for the repetition
 * rules (chessprogramming wiki: Repetitions). */
#ifndef HENKA_SEARCH_PATH_H
#define HENKA_SEARCH_PATH_H

#include "variant/variant.h"

#include <stddef.h>

enum {
    MAX_PLY = 128,       /* no search is deeper */
    PATH_HISTORY = 4096, /* plies of the game that count for repetition, the last ones */
    PATH_ROOM = PATH_HISTORY + MAX_PLY + 8, /* positions a path can hold */
    PATH_FILTER = 1 << 12,                  /* counters of the filter */
};

/* The result of a position by rule, without a search. */
typedef enum {
    TERMINAL_NONE, /* the game goes on */
    TERMINAL_DRAW,
    TERMINAL_LOST, /* for the side to move */
    TERMINAL_WON,
    TERMINAL_ILLEGAL /* the move that led here may not be played */
} Terminal;

typedef struct Path {
    uint64_t keys[PATH_ROOM]; /* Position.key of the positions before this one, oldest first */
    bool checks[PATH_ROOM];   /* [i]: the move played in position i gave check */
    /* A counting filter (a Bloom filter with one hash): [path_filter_at(key)]: how many of `keys`
     * fall there. Nearly every position is new, and 0 proves it without a look at the keys. */
    uint16_t filter[PATH_FILTER];
    int length; /* positions before this one */
    int root;   /* the first `root` of these are of the game, the rest of the search */
    int floor;  /* positions before this one don't count: a null move was played since */
} Path;

/* Empties it. */
void path_clear(Path *);

static inline size_t path_filter_at(uint64_t key) { return key >> 20 & (PATH_FILTER - 1); }

/* A move leaves the position with this key; check: the move gives check. */
static inline void path_push(Path *path, uint64_t key, bool check) {
    path->keys[path->length] = key;
    path->checks[path->length++] = check;
    path->filter[path_filter_at(key)]++;
}
/* The last move is taken back. */
static inline void path_pop(Path *path) {
    path->filter[path_filter_at(path->keys[--path->length])]--;
}
/* May a position with this key be on the path? false is certain. */
static inline bool path_may_contain(const Path *path, uint64_t key) {
    return path->filter[path_filter_at(key)];
}

/* The result by the variant's repetition rule of the position with this key, which has just been
 * reached at the end of the path; TERMINAL_NONE: the rule does not apply yet. Two positions are
 * equal if their keys (Position.key) are. If the position repeats one of the game, all occurrences
 * are counted as the rule says. If it repeats one of the search (at or after `root`), the second
 * occurrence is already scored as the rule scores the last one, because a side that could avoid the
 * repetition would have done so the first time (wiki: Repetitions, in the search). In a variant
 * without such a rule that counts as a draw. The shortcut is not taken where repetition makes the
 * move illegal. Call it only if path_may_contain is true. */
Terminal path_repetition(const Path *, const HenkaVariant *, uint64_t key);

#endif
