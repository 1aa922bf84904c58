/* see - static exchange evaluation: what a move brings once both sides have taken in turn on its
 * destination, each with its cheapest piece and each as long as it pays (chessprogramming wiki:
 * Static Exchange Evaluation).
 *
 * Units    Centipawns, by the evaluation's board values. A captured piece counts its value on the
 *          board and, where it goes to the captor's hand, its value there as well.
 * Limits   Pins and promotions later in the exchange are not looked at. Of a move with several
 *          victims all count, and none of them can take back. A piece that takes back without
 *          moving to the square (by burning, igui or hit and run) ends the exchange: it risks
 *          nothing there.
 */
#ifndef HENKA_SEARCH_SEE_H
#define HENKA_SEARCH_SEE_H

#include "eval/eval.h"

/* What the move takes at once, promotion included. */
static inline int see_gain(const Eval *e, const Position *p, Move m) {
    int gain = 0, to = move_to(m), from = move_from(m), becomes = move_becomes(m);
    if (move_is_drop(m)) return 0;
    Piece on_to = p->board[to];
    if (on_to && to != from && !move_is_castling(m)) gain += eval_worth(e, piece_type(on_to));
    for (int i = 0, count = move_victim_count(m); i < count; i++)
        gain += eval_worth(e, piece_type(p->board[move_victim(m, i)]));
    if (becomes) gain += e->board_value[becomes] - e->board_value[piece_type(p->board[from])];
    return gain;
}

/* What is lost when the piece that moved is taken on its destination. Of a drop the board is read
 * as well, at the square that has the type's number: that costs less than a branch. */
static inline int see_risk(const Eval *e, const Position *p, Move m) {
    int becomes = move_becomes(m), stands = piece_type(p->board[move_from(m)]);
    return eval_worth(e, move_is_drop(m) ? move_dropped(m) : becomes ? becomes : stands);
}

/* Does the whole exchange that the legal move begins bring at least the threshold? Moves may be
 * made on the position; it is as before when this returns. */
bool see_ge(const Eval *, Position *, Move, int threshold);

/* ---- for many quiet moves of one position on a strip (a board of one file, Tables.strip) ----- */

/* What the exchanges of one position have in common. */
typedef struct StripSee {
    bool filled;
    uint64_t attacked; /* squares that the side not to move attacks */
    /* Squares that its sliders and hoppers see: when a piece leaves one of them, these may reach
     * further than `attacked` says. */
    uint64_t seen;
    /* [square]: an exchange that begins with a drop there is known to be won for the mover from
     * this balance on, and to be lost up to that one (balance: see_strip_ge). */
    int32_t wins_from[STRIP_SQUARES], loses_to[STRIP_SQUARES];
} StripSee;

void see_strip_fill(StripSee *, const Position *);

/* Of a move that takes nothing and does not promote: is there surely no piece that could take on
 * its destination? */
static inline bool see_strip_safe(const StripSee *s, Move m) {
    uint64_t left = move_is_drop(m) ? 0 : s->seen >> (move_from(m) & 63);
    return !((left | s->attacked >> move_to(m)) & 1);
}

/* Is the exchange won that begins with this move, which takes nothing and does not promote?
 * balance: what the mover has over the threshold once the piece that moved is lost. Drops on the
 * same square lead to the same exchange, so what one finds is kept for the next. */
bool see_strip_ge(StripSee *, const Eval *, const Position *, Move, int balance);

#endif
