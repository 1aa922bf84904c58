/* see - static exchange evaluation: the gain of a move after both sides have captured in turn on
 * its destination, each with its least valuable piece and for as long as that pays
 * (chessprogramming wiki: Static Exchange Evaluation).
 *
 * Units    Centipawns, by the evaluation's values of pieces on the board. A captured piece counts
 *          its value on the board, plus its value in hand if the captor keeps it there.
 * Limits   Pins, and promotions later in the exchange, are ignored. All victims of a move count,
 *          and none of them can recapture. A piece that recaptures without moving to the square (by
 *          burning, igui or hit and run) ends the exchange: it cannot be captured there. */
#ifndef HENKA_SEARCH_SEE_H
#define HENKA_SEARCH_SEE_H

#include "eval/eval.h"

/* Returns the immediate gain of the move, promotion included. */
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

/* Returns the loss if the piece that moved is captured on its destination. A drop's origin field
 * holds a type: reading the board at this number is useless, but costs less than a branch. */
static inline int see_risk(const Eval *e, const Position *p, Move m) {
    int becomes = move_becomes(m), stands = piece_type(p->board[move_from(m)]);
    return eval_worth(e, move_is_drop(m) ? move_dropped(m) : becomes ? becomes : stands);
}

/* Does the legal move's exchange gain at least the threshold? May make moves and take them back. */
bool see_ge(const Eval *, Position *, Move, int threshold);

/* ---- for many quiet moves of one position on a strip (a board of one file, Tables.strip) ----- */

/* Facts that all exchanges of one position share. */
typedef struct StripSee {
    bool filled;
    uint64_t attacked; /* the squares that the side not to move attacks */
    /* The squares that sliders and hoppers of the side not to move see. When a piece leaves one of
     * these squares, sliders and hoppers may reach further than `attacked`. */
    uint64_t seen;
    /* [square]: known results of an exchange that begins with a drop there: the mover wins it with
     * a balance (see_strip_ge) of at least wins_from, and loses it with at most loses_to. */
    int32_t wins_from[STRIP_SQUARES], loses_to[STRIP_SQUARES];
} StripSee;

void see_strip_fill(StripSee *, const Position *);

/* For a move without capture and promotion: can certainly no enemy capture on its destination? */
static inline bool see_strip_safe(const StripSee *s, Move m) {
    uint64_t left = move_is_drop(m) ? 0 : s->seen >> (move_from(m) & 63);
    return !((left | s->attacked >> move_to(m)) & 1);
}

/* Does the mover win the exchange of this move, which takes nothing and does not promote? balance:
 * the mover's gain minus the threshold, if the piece that moved is lost. Drops on the same square
 * lead to the same exchange, so the result is kept for the next drop. */
bool see_strip_ge(StripSee *, const Eval *, const Position *, Move, int balance);

#endif
