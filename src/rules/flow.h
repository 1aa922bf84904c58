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

/* Squares passed or met, own pieces included. falling: direction < 4. Inlined, so that rows stay in registers. */
static inline __attribute__((always_inline)) WordRows flow_along(const Flow *f, int direction, bool falling) {
    int by = falling ? -f->t->delta[direction] : f->t->delta[direction];
    WordRows edge = row_twice(words_row(f->t->edge_words[direction])), way = rows_and(f->empty, edge), awake = rows_and(f->awake, edge);
    WordRows far = rows_and(words_rows(f->sets[3 * direction + 2]), awake), two = rows_and(words_rows(f->sets[3 * direction + 1]), awake),
             step = rows_and(words_rows(f->sets[3 * direction]), awake);
#define ONWARD(rows, by) (falling ? rows_down(rows, by) : rows_up(rows, by))
    WordRows ways = rows_and(way, ONWARD(way, by)), next = rows_and(ONWARD(far, by), way); /* ways: this square and the one before are empty */
    WordRows passed = rows_or(rows_or(step, far), rows_or(two, rows_and(ONWARD(two, by), way)));
    for (next = rows_or(next, rows_and(ONWARD(next, by), way)); rows_any(next); next = rows_and(ONWARD(next, 2 * by), ways))
        passed = rows_or(passed, next);
    return ONWARD(passed, by);
#undef ONWARD
}

#endif
