/* flow - how far a side's runs in one direction get on a larger board, all of them at once. */
#ifndef HENKA_RULES_FLOW_H
#define HENKA_RULES_FLOW_H

#include "base/wordset.h"
#include "position/position.h"
#include "variant/tables.h"

typedef struct Flow {
    const Tables *t;
    const uint64_t (*sets)[4]; /* of runs, by direction and length */
    WordRow empty, awake;      /* awake: who may run */
} Flow;

static inline void flow_start(Flow *f, const Position *p, int side, WordRow awake) {
    f->t = p->variant->tables, f->sets = p->run_words[side];
    f->empty = ~(words_row(p->men_words[0]) | words_row(p->men_words[1]));
    f->awake = awake;
}

/* Squares passed or met, own pieces included. falling: direction < 4. Inlined, so that rows stay in registers. */
static inline __attribute__((always_inline)) WordRow flow_along(const Flow *f, int direction, bool falling) {
    int by = falling ? -f->t->delta[direction] : f->t->delta[direction];
    WordRow edge = words_row(f->t->edge_words[direction]), way = f->empty & edge, awake = f->awake & edge;
    WordRow far = words_row(f->sets[3 * direction + 2]) & awake, two = words_row(f->sets[3 * direction + 1]) & awake,
            step = words_row(f->sets[3 * direction]) & awake;
#define ONWARD(row) (falling ? row_down(row, by) : row_up(row, by))
    WordRow met = ONWARD(step | two | far), second = ONWARD(two | far) & way;
    met |= ONWARD(second);
    for (far = ONWARD(ONWARD(far) & way) & way; row_any(far); far &= way) { /* two steps a turn: asking costs as much as one */
        met |= far = ONWARD(far);
        met |= far = ONWARD(far & way);
    }
#undef ONWARD
    return met;
}

#endif
