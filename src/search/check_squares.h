/* check_squares - the squares from which a type would give check, computed for each type when first
 * needed, so that testing many moves of one position is cheap (Stockfish's check_squares).
 *
 * Limits   Finds direct checks on boards of up to 128 squares. Finds none on larger boards, no
 *          discovered checks, and no checks by a piece that turns over or whose moves are
 *          followed leg by leg. The moving piece still counts as a blocker on its origin, so a
 *          hopper that stays on its line may be its own screen, or have a screen too many.
 * Twins    The rule that bars mating drops (rules/movegen_barred.h) and the search for a mate in
 *          one (rules/mate_one.c) compute such squares themselves, one type at a time. Here all
 *          lines are looked up once for all types of a node. In mate_one.c that would cost 0.4 to
 *          0.8 % more instructions a node (bench/instructions.sh). */
#ifndef HENKA_SEARCH_CHECK_SQUARES_H
#define HENKA_SEARCH_CHECK_SQUARES_H

#include "position/position.h"
#include "tables/tables.h"

typedef struct CheckSquares {
    uint64_t known[MAX_TYPES / 64]; /* a bit for each type: is squares[type] filled? */
    bool filled;                    /* the members royal, any and lines are filled */
    int royal;                      /* the enemy royal's square; -1: no check squares are known */
    Bitboard any;                   /* the squares from which some type could give check */
    Bitboard lines[MAX_CLASSES];    /* [attack class]: the squares from which the class would give
                                       check along a line or over a screen; unused on strips */
    Bitboard squares[MAX_TYPES];    /* [type]: the squares from which the type would give check */
} CheckSquares;

static inline void check_squares_start(CheckSquares *c) {
    c->known[0] = c->known[1] = 0, c->filled = false;
}
void check_squares_fill(CheckSquares *, const Position *);
/* Fills squares[type] and its bit in `known`. check_squares_fill must have run before. */
void check_squares_fill_type(CheckSquares *, const Position *, int type);

static inline bool check_squares_known(const CheckSquares *c, int type) {
    return c->known[type >> 6] >> (type & 63) & 1;
}

/* Does the move give a direct check? */
static inline bool check_squares_checks(CheckSquares *c, const Position *p, Move m) {
    if (!c->filled) check_squares_fill(c, p);
    if (!bb_has(c->any, move_to(m))) return false;
    int type = move_becomes(m)   ? move_becomes(m)
               : move_is_drop(m) ? move_dropped(m)
                                 : piece_type(p->board[move_from(m)]);
    if (!check_squares_known(c, type)) check_squares_fill_type(c, p, type);
    return bb_has(c->squares[type], move_to(m));
}

#endif
