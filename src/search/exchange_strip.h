/* exchange_strip - exchanges on a strip (Tables.strip).
 *
 * Shapes   A StripView tells of the position it was looked at.
 */
#ifndef HENKA_SEARCH_EXCHANGE_STRIP_H
#define HENKA_SEARCH_EXCHANGE_STRIP_H

#include "eval/eval.h"

/* What the side that does not move attacks, and the squares its lines cross: once a piece leaves
 * one of these, they may reach others. By square: with what balance a drop there was found to hold,
 * at least, and to fail, at most. */
typedef struct StripView {
    bool looked;
    uint64_t attacked, crossed;
    int32_t holds[STRIP_SQUARES], fails[STRIP_SQUARES];
} StripView;

void exchange_strip_look(StripView *, const Position *);

/* Of a move that takes nothing and does not promote: is there surely nobody who takes on its end?
 */
static inline bool exchange_strip_safe(const StripView *view, Move m) {
    uint64_t left = move_is_drop(m) ? 0 : view->crossed >> (move_from(m) & 63);
    return !((left | view->attacked >> move_to(m)) & 1);
}

/* Sides take in turn, each as long as it pays. balance: what the mover has over the threshold once
 * it has lost the piece at risk. */
bool exchange_strip_holds(const Eval *, const Position *, Move, int balance);
/* The same of a move that takes nothing, from a view: whatever is dropped on a square, the same men
 * take. */
bool exchange_strip_holds_at(StripView *, const Eval *, const Position *, Move, int balance);

#endif
