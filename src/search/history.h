/* history - statistics of how well moves did in earlier searches of this game, for move ordering,
 * reductions, pruning and the correction of static evaluations.
 *
 * Shapes   Tables are indexed by piece_to, which stands for a move: its type, its destination and
 *          whether it is a drop. It does not contain whether the move promotes.
 *
 *              15     14        8 7         0
 *              +------+----------+----------+
 *              | drop |   type   |    to    |        0: no move
 *              +------+----------+----------+
 * Lasts    from search to search of a game. Entries do not decay, except by the gravity of
 *          history_add. engine.c clears the history for another game.
 * Units    Entries stay within +-CORRECTION_LIMIT (correction) or +-HISTORY_LIMIT (all others).
 * Owner    One for each worker.
 */
#ifndef HENKA_SEARCH_HISTORY_H
#define HENKA_SEARCH_HISTORY_H

#include "position/position.h"

#include <stdlib.h>

enum {
    HISTORY_LIMIT = 16384,
    CONTINUATION_SIZE = 1 << 20,
    CAPTURE_SIZE = 1 << 16,
    PIECE_TO = 1 << 16, /* number of values of piece_to */
    CORRECTION_LIMIT = 1024,
    CORRECTION_SIZE = 1 << 14
};

typedef struct History {
    /* [side][piece_to]: how well a quiet move did: the sum of its bonuses and maluses, drawn back
     * to 0 by gravity (history_add; wiki: History Heuristic). */
    int16_t quiet[2][PIECE_TO];
    /* How well a capture did, by a hash of piece_to and the type taken (wiki: Capture History). */
    int16_t capture[CAPTURE_SIZE];
    /* How good a quiet move was as an answer to an earlier move, which has a row indexed by
     * piece_to. Rows overlap, see history_continuation_row (wiki: Continuation History). */
    int16_t continuation[CONTINUATION_SIZE + PIECE_TO];
    int16_t nothing[PIECE_TO]; /* a row of zeros, read where there is no earlier move */
    /* [kind][side][hash]: how far the static evaluation was off after the last move (kind 0) or two
     * moves (kind 1), in sixteenths of a centipawn (wiki: Static Evaluation Correction History). */
    int16_t correction[2][2][CORRECTION_SIZE];
    /* [side][piece_to of the other side's last move]: the quiet move that last refuted that move
     * (wiki: Countermove Heuristic). */
    Move counter[2][PIECE_TO];
} History;

/* Adds the bonus to the entry, scaled down as the entry nears its limit ("gravity"). */
static inline void history_add(int16_t *entry, int bonus, int limit) {
    *entry = (int16_t)(*entry + bonus - *entry * abs(bonus) / limit);
}

static inline uint32_t piece_to_make(bool drop, int type, int to) {
    return (uint32_t)drop << 15 | (uint32_t)(type << 8) | (uint32_t)to;
}
static inline uint32_t piece_to_of(const Position *p, Move m) {
    return piece_to_make(move_is_drop(m),
                         move_is_drop(m) ? move_dropped(m) : piece_type(p->board[move_from(m)]),
                         move_to(m));
}

/* Returns the row of History.continuation for an earlier move, to be updated. back: 0: the
 * opponent's last move; 1: the own last move of the side to move; 2: its own move before that. */
static inline int16_t *history_continuation_row(History *h, int back, uint32_t earlier) {
    return &h->continuation[(earlier ^ (uint32_t)back << 16) * 0x9E3779B1u >> 8 &
                            (CONTINUATION_SIZE - 1)];
}
/* Like history_continuation_row, for reading: returns a row of zeros if `earlier` is no move. */
static inline const int16_t *history_continuation(History *h, int back, uint32_t earlier) {
    return earlier ? history_continuation_row(h, back, earlier) : h->nothing;
}

static inline int16_t *history_capture(History *h, uint32_t piece_to, int victim_type) {
    return &h->capture[(piece_to * 31u + (uint32_t)victim_type * 7919u) & (CAPTURE_SIZE - 1)];
}

#endif
