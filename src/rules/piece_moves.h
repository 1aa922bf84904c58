/* piece_moves - one piece of a larger board at work: what the parts of its power share while its
 * moves are listed. */
#ifndef HENKA_RULES_PIECE_MOVES_H
#define HENKA_RULES_PIECE_MOVES_H

#include "rules/lists.h"

typedef struct PieceMoves {
    const Position *p;
    const Tables *t;
    const Shape *shape;
    const LargePower *runs;
    const uint8_t *passes; /* by type met */
    Mover mover;
    Emit *e;
    int file, rank;   /* from 0 */
    Bitboard256 ends; /* plain end squares, when parts may overlap */
    bool collect;
    bool hemmed_in; /* by its own on all sides */
    /* Where only what pays is wanted: */
    int lowest, at_risk;        /* what it must take, and what it may lose */
    Bitboard256 prey, landings; /* enemies that one capture of may pay; where what it burns may */
} PieceMoves;

/* Directions are sente's; gote's forward is sente's back. */
static inline int turned(const PieceMoves *w, int direction) {
    return (direction + 4 * w->mover.side) & 7;
}

static inline int place(const PieceMoves *w, int dx, int dy) {
    const HenkaVariant *v = w->mover.variant;
    if (w->mover.side) dx = -dx, dy = -dy;
    unsigned file = (unsigned)(w->file - dx), rank = (unsigned)(w->rank - dy);
    return file < (unsigned)v->files && rank < (unsigned)v->ranks ? (int)file * v->ranks + (int)rank
                                                                  : -1;
}

/* How many empty squares follow in this (turned) direction before a piece or the edge. */
static inline int empties(const Position *p, const Tables *t, int square, int direction) {
    int line = direction & 3, at = t->line_place[line][square];
    const uint32_t *sides = p->lines.word[line][t->line_index[line][square]];
    uint32_t word = sides[0] | sides[1];
    if (direction < 4) {
        word = word << (31 - at) << 1;
        return word ? __builtin_clz(word) : t->edge[direction][square];
    }
    word = word >> at >> 1;
    return word ? __builtin_ctz(word) : t->edge[direction][square];
}

/* With its eight neighbours. */
static inline Vector256 bb256_with_neighbours(const Tables *t, Vector256 row) {
    for (int d = 0; d <= 2; d += 2) /* along the file, then along the rank */
        row |= bb256_down(row & bb256_load(t->edge_words[d]), -t->delta[d]) |
               bb256_up(row & bb256_load(t->edge_words[d + 4]), t->delta[d + 4]);
    return row;
}

static inline bool enemy_at(const PieceMoves *w, int square) {
    Piece piece = w->p->board[square];
    return piece && piece_side(piece) != w->mover.side;
}

/* May taking so much on the way to that end pay? */
static inline bool hopes(const PieceMoves *w, int to, int gain) {
    return filter_may_pass(w->e->filter, w->lowest, w->at_risk, to, gain);
}

static inline void plain_end(PieceMoves *w, int to, bool capture) {
    if (w->collect)
        bb256_set(w->ends.w, to);
    else if (capture ? w->e->captures : w->e->quiets)
        emit(w->e, &w->mover, to, 0, capture);
}

/* Where its area walk may end. */
Bitboard256 area_words(const PieceMoves *);
void jump_moves(PieceMoves *);
/* Everything beside leaps and slides: hops, area walks, jumps, stings, igui, burns, skips. */
void special_moves(PieceMoves *);

#endif
