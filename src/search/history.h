/* history - what moves were good for elsewhere in this search: the memory behind move ordering,
 * reductions and pruning.
 *
 * Shapes   A move's mark is its type, its destination and whether it is a drop, in 16 bits; 0 is no
 *          move. All scores stay within +-HISTORY_LIMIT.
 * Owner    One for each worker.
 */
#ifndef HENKA_SEARCH_HISTORY_H
#define HENKA_SEARCH_HISTORY_H

#include "position/position.h"

enum {
    HISTORY_LIMIT = 16384,
    CONTINUATION_SIZE = 1 << 20,
    CAPTURE_SIZE = 1 << 16,
    MARKS = 1 << 16,
    CORRECTION_LIMIT = 1024,
    CORRECTION_SIZE = 1 << 14
};

typedef struct History {
    int16_t butterfly[2][MARKS];
    int16_t capture[CAPTURE_SIZE];
    int16_t continuation[CONTINUATION_SIZE + MARKS];
    int16_t nothing[MARKS];                    /* zeros: the row of no move */
    int16_t correction[2][2][CORRECTION_SIZE]; /* [kind][side] */
    Move counter[2][MARKS];
} History;

void history_clear(History *);
void history_add(int16_t *entry, int bonus);

static inline uint32_t mark_of(bool drop, int type, int to) {
    return (uint32_t)drop << 15 | (uint32_t)(type << 8) | (uint32_t)to;
}
static inline uint32_t move_mark(const Position *p, Move m) {
    return mark_of(move_is_drop(m),
                   move_is_drop(m) ? move_dropped(m) : piece_type(p->board[move_from(m)]),
                   move_to(m));
}

/* The row of what came earlier, by mark of the move. back: 0 the move before, 1 the side's own
 * last, 2 the one before that. Rows overlap. */
static inline int16_t *continuation_row(History *h, int back, uint32_t earlier) {
    return &h->continuation[(earlier ^ (uint32_t)back << 16) * 0x9E3779B1u >> 8 &
                            (CONTINUATION_SIZE - 1)];
}
/* The same to read from: zeros where there was no move. */
static inline const int16_t *continuation_of(History *h, int back, uint32_t earlier) {
    return earlier ? continuation_row(h, back, earlier) : h->nothing;
}

static inline int16_t *capture_at(History *h, uint32_t mark, int victim_type) {
    return &h->capture[(mark * 31u + (uint32_t)victim_type * 7919u) & (CAPTURE_SIZE - 1)];
}

#endif
