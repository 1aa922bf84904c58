/* oracle - follows the leg programs literally, and tests every rule by making the move and looking.
 * It is slow. The fast generators are tested against it, and the page has no other generator
 * (plain.c). The fast generators leave to it the moves of powers that have no known shape. On
 * boards of more than 128 squares they leave to it the drops, and, in games with drops or where
 * stalemate may not be given, the legality of moves. notation/explain.c uses it to find the moves
 * that a piece could make.
 *
 * Limits   oracle_walk stops at cap moves (complete when it returns less than cap).
 * Source   docs/moves.md.
 */
#ifndef HENKA_RULES_ORACLE_H
#define HENKA_RULES_ORACLE_H

#include "position/position.h"

/* Rules that a walk may ignore, to find out which of them forbids a move. */
enum {
    WITHOUT_REGIONS = 1, /* every square is open to every kind (`region`) */
    WITHOUT_CHECK = 2,   /* a royal in check may make its first moves */
    WITHOUT_RANKS = 4,   /* every piece may be jumped over and burnt (`jumpRank`) */
};

/* Lists every distinct (from, victims, to) of the piece on the square, without promotions and
 * without regard to freezing, royal safety and the side to move. A path that returns to its start
 * and takes nothing is a skip, and is listed. Castling, a move of two pieces, is not. Uses only the
 * position's board, state and variant. */
int oracle_walk(const Position *, int square, Piece, Move *raw, int cap);
/* Like oracle_walk, for a variant without the rules in `without`. */
int oracle_walk_without(const Position *, int square, Piece, unsigned without, Move *raw, int cap);
/* Could the legs of the piece on `from` capture on the target? */
bool oracle_walk_attacks(const Position *, int from, int target);
/* Writes to *with the position with a piece of `side` on the square: of the type that stands there,
 * or of the first type that is not royal. Walks capture only where a piece stands. Only the board
 * of the result is valid. */
void oracle_offer(const Position *, int square, int side, Position *with);
/* The legal moves: the same as movegen_legal of all kinds, far slower, in another order. */
int oracle_legal(const Position *, Move *list);
/* Could the other side take a royal of `side` whose loss decides the game, if it were to move? */
bool oracle_in_danger(const Position *, int side);
/* Do royals of both sides stand on one file with nothing between them? */
bool oracle_royals_face(const Position *);
/* Returns the move, with MOVE_CHECK set if it gives check and the variant counts checks. */
Move oracle_with_check(const Position *, Move);
/* May this piece not move because an enemy freezes it? */
bool oracle_is_frozen(const Position *, int square);
/* Lists the drops that the rules about squares, files and the mover's royal allow. Royal safety and
 * barred mates are not tested. The generator for large boards uses it too. */
int oracle_drops(const Position *, Move *list, int cap);
/* Does this pseudo-legal move keep the rules on royal safety, mating drops and stalemates? Makes
 * the move to see. */
bool oracle_allows(const Position *, Move);

#endif
