/* path - the positions from the start of the game to the one being searched, for the repetition
 * rules (chessprogramming wiki: Repetitions). */
#ifndef HENKA_SEARCH_PATH_H
#define HENKA_SEARCH_PATH_H

#include "variant/variant.h"

#include <stddef.h>

enum {
    MAX_PLY = 128,       /* maximum ply of a search */
    PATH_HISTORY = 4096, /* the last 4096 plies of the game count for repetition */
    PATH_ROOM = PATH_HISTORY + MAX_PLY + 8, /* number of positions that a path can hold */
    PATH_FILTER = 1 << 12,                  /* number of counters in Path.filter */
};

/* The result of a position by rule, without a search. */
typedef enum {
    TERMINAL_NONE, /* the game goes on */
    TERMINAL_DRAW,
    TERMINAL_LOST, /* the side to move has lost */
    TERMINAL_WON,
    TERMINAL_ILLEGAL /* the move that led to this position is illegal */
} Terminal;

typedef struct Path {
    uint64_t keys[PATH_ROOM]; /* earlier positions, oldest first: Position.key */
    bool checks[PATH_ROOM];   /* [i]: the move played in position i gave check */
    /* A counting filter (a Bloom filter with one hash). [path_filter_at(key)]: the number of
     * entries of `keys` that map to this counter. Nearly every position is new, and a counter of 0
     * proves that without reading the keys. */
    uint16_t filter[PATH_FILTER];
    int length; /* number of positions before the current one */
    int root;   /* the first `root` positions are from the game, the others from the search */
    int floor;  /* index of the first position that counts: after the last null move */
} Path;

void path_clear(Path *);

static inline size_t path_filter_at(uint64_t key) { return key >> 20 & (PATH_FILTER - 1); }

/* Appends the position with this key, in which a move is played. check: the move gives check. */
static inline void path_push(Path *path, uint64_t key, bool check) {
    path->keys[path->length] = key;
    path->checks[path->length++] = check;
    path->filter[path_filter_at(key)]++;
}
/* Removes the last position, because its move is taken back. */
static inline void path_pop(Path *path) {
    path->filter[path_filter_at(path->keys[--path->length])]--;
}
/* May a position with this key be on the path? false is certain, true is not. */
static inline bool path_may_contain(const Path *path, uint64_t key) {
    return path->filter[path_filter_at(key)];
}

/* Returns the result, by the variant's repetition rule, of the position with this key at the end of
 * the path. TERMINAL_NONE: the rule does not apply yet. Two positions are equal if their keys
 * (Position.key) are. If the position repeats a position of the game, all occurrences are counted
 * as the rule demands. If it repeats a position of the search (at or after `root`), the second
 * occurrence is already scored as the rule scores the last one, because a side that could avoid the
 * repetition would have done so the first time (wiki: Repetitions, in the search). In a variant
 * without a repetition rule, such a second occurrence is a draw. Where repetition makes the move
 * illegal, all occurrences are counted. Call it only if path_may_contain is true. */
Terminal path_repetition(const Path *, const HenkaVariant *, uint64_t key);

#endif
