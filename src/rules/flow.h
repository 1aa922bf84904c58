/* flow - how far both sides' runs in one direction get on a larger board, all of them at once. */
#ifndef HENKA_RULES_FLOW_H
#define HENKA_RULES_FLOW_H

#include "base/wordset.h"
#include "position/position.h"
#include "variant/tables.h"

typedef struct Flow {
    const Tables *t;
    const uint64_t (*sets)[2][4]; /* of runs, by direction and length */
    WordRows empty, awake;        /* awake: who may run */
} Flow;

static inline void flow_start(Flow *f, const Position *p, WordRows awake) {
    f->t = p->variant->tables, f->sets = p->run_words;
    f->empty = row_twice(~(words_row(p->men_words[0]) | words_row(p->men_words[1])));
    f->awake = awake;
}

/* Squares passed or met in the four directions below 4 (falling: towards lower squares) or above,
 * own pieces included. All four in one loop, for when a run ends no processor guesses. Inlined, so
 * that rows stay in registers. */
static inline __attribute__((always_inline)) void flow_along(const Flow *f, bool falling,
                                                             WordRows met[4]) {
    WordRows passed[4], next[4], ways[4]; /* ways: this square and the one before are empty */
    int by[4], first = falling ? 0 : 4;
#define ONWARD(rows, by) (falling ? rows_down(rows, by) : rows_up(rows, by))
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) {
        const uint64_t(*sets)[2][4] = f->sets + 3 * (first + d);
        by[d] = falling ? -f->t->delta[d] : f->t->delta[4 + d];
        WordRows edge = row_twice(words_row(f->t->edge_words[first + d])),
                 way = rows_and(f->empty, edge), awake = rows_and(f->awake, edge);
        WordRows far = rows_and(words_rows(sets[2]), awake),
                 two = rows_and(words_rows(sets[1]), awake),
                 step = rows_and(words_rows(sets[0]), awake);
        ways[d] = rows_and(way, ONWARD(way, by[d]));
        next[d] = rows_and(ONWARD(far, by[d]), way);
        passed[d] = rows_or(rows_or(step, far), rows_or(two, rows_and(ONWARD(two, by[d]), way)));
        next[d] = rows_or(next[d], rows_and(ONWARD(next[d], by[d]), way));
    }
    while (rows_any(rows_or(rows_or(next[0], next[1]), rows_or(next[2], next[3])))) {
#pragma GCC unroll 4
        for (int d = 0; d < 4; d++) {
            passed[d] = rows_or(passed[d], next[d]);
            next[d] = rows_and(ONWARD(next[d], 2 * by[d]), ways[d]);
        }
    }
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) met[d] = ONWARD(passed[d], by[d]);
#undef ONWARD
}

#endif
