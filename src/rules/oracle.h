/* oracle - follows pieces' moves leg by leg, and tests every rule by making the move and looking at
 * the result. It is slow. The fast generators are tested against it, and use it for powers that
 * have no known shape. On boards of more than 128 squares they also use it for drops and, in games
 * with drops or where giving stalemate is illegal, for legality. The page has no other generator
 * (plain.c). notation/explain.c finds with it the moves that a piece could make.
 *
 * Limits   oracle_walk stops at `cap` moves. The list is complete if it returns less than `cap`.
 * Source   docs/moves.md.
 */
#ifndef HENKA_RULES_ORACLE_H
#define HENKA_RULES_ORACLE_H

#include "position/position.h"

/* Rules that oracle_walk_without ignores, to find out which of them forbids a move. */
enum {
    WITHOUT_REGIONS = 1, /* every type may enter every square (rule `region`) */
    WITHOUT_CHECK = 2,   /* a royal in check may make its first moves */
    WITHOUT_RANKS = 4,   /* every piece may be jumped over and burnt (rule `jumpRank`) */
    WITHOUT_SPARING = 8, /* every piece may be captured (rule `captureForbidden`) */
};

/* Lists every distinct (from, victims, to) of the piece on the square, without promotions and
 * without regard to freezing, royal safety and the side to move. A path that returns to its origin
 * and takes nothing is listed as a skip. Castling is not listed, because it moves two pieces. Uses
 * only the position's board, state and variant. */
int oracle_walk(const Position *, int square, Piece, Move *raw, int cap);
/* Like oracle_walk, but ignores the rules in `without`. */
int oracle_walk_without(const Position *, int square, Piece, unsigned without, Move *raw, int cap);
/* Could the piece on `from` capture on the target, if its moves are followed leg by leg? */
bool oracle_walk_attacks(const Position *, int from, int target);
/* Writes to *with the position with a piece of `side` on the square, so that walks can capture
 * there. The piece is of the type that stands on the square or, if it is empty, of the first type
 * that is not royal and that every type may capture. Only the board of the result is valid. */
void oracle_offer(const Position *, int square, int side, Position *with);
/* Lists the moves of movegen_legal with MOVEGEN_ALL, far slower and in another order. */
int oracle_legal(const Position *, Move *list);
/* If the other side were to move, could it take a royal of `side` whose loss decides the game? */
bool oracle_in_danger(const Position *, int side);
/* Do royals of both sides stand on one file with no piece between them? */
bool oracle_royals_face(const Position *);
/* Returns the move, with MOVE_CHECK set if it gives check and the variant counts checks. */
Move oracle_with_check(const Position *, Move);
/* Is this piece not allowed to move because an enemy neighbour freezes it? */
bool oracle_is_frozen(const Position *, int square);
/* Lists the drops that the rules about squares, files and the mover's royal allow. Does not test
 * royal safety and mating drops. The generator for large boards uses this function, too. */
int oracle_drops(const Position *, Move *list, int cap);
/* Makes a pseudo-legal move: do the rules on royal safety, mating drops and stalemates allow it? */
bool oracle_allows(const Position *, Move);

#endif
