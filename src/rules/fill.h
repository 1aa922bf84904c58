/* fill - how far both sides' runs in one direction get on a larger board, all of them at once. */
#ifndef HENKA_RULES_FILL_H
#define HENKA_RULES_FILL_H

#include "base/bitboard256.h"
#include "base/compiler.h"
#include "position/position.h"
#include "variant/tables.h"

typedef struct Fill {
    const Tables *t;
    const uint64_t (*sets)[2][4]; /* of runs, by direction and length */
    VectorPair256 empty, awake;   /* awake: who may run */
} Fill;

static inline void fill_init(Fill *f, const Position *p, VectorPair256 awake) {
    f->t = p->variant->tables, f->sets = p->planes;
    f->empty = pair256_both(~(bb256_load(p->by_side_words[0]) | bb256_load(p->by_side_words[1])));
    f->awake = awake;
}

/* Squares passed or met in the four directions below 4 (falling: towards lower squares) or above,
 * own pieces included. All four in one loop, for when a run ends no processor guesses. Inlined, so
 * that rows stay in registers. */
static FORCE_INLINE void fill_along(const Fill *f, bool falling, VectorPair256 met[4]) {
    VectorPair256 passed[4], next[4],
        small_attacks[4]; /* small_attacks: this square and the one before are empty */
    int by[4], first = falling ? 0 : 4;
#define ONWARD(rows, by) (falling ? pair256_down(rows, by) : pair256_up(rows, by))
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) {
        const uint64_t(*sets)[2][4] = f->sets + 3 * (first + d);
        by[d] = falling ? -f->t->delta[d] : f->t->delta[4 + d];
        VectorPair256 edge = pair256_both(bb256_load(f->t->edge_words[first + d])),
                      way = pair256_and(f->empty, edge), awake = pair256_and(f->awake, edge);
        VectorPair256 far = pair256_and(pair256_load(sets[2]), awake),
                      two = pair256_and(pair256_load(sets[1]), awake),
                      step = pair256_and(pair256_load(sets[0]), awake);
        small_attacks[d] = pair256_and(way, ONWARD(way, by[d]));
        next[d] = pair256_and(ONWARD(far, by[d]), way);
        passed[d] = pair256_or(pair256_or(step, far),
                               pair256_or(two, pair256_and(ONWARD(two, by[d]), way)));
        next[d] = pair256_or(next[d], pair256_and(ONWARD(next[d], by[d]), way));
    }
    while (pair256_any(pair256_or(pair256_or(next[0], next[1]), pair256_or(next[2], next[3])))) {
#pragma GCC unroll 4
        for (int d = 0; d < 4; d++) {
            passed[d] = pair256_or(passed[d], next[d]);
            next[d] = pair256_and(ONWARD(next[d], 2 * by[d]), small_attacks[d]);
        }
    }
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) met[d] = ONWARD(passed[d], by[d]);
#undef ONWARD
}

#endif
