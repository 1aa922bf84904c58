/* oracle - the leg programs followed word for word, and every rule by making the move and looking.
 * Slow: what the generators are tested against, and the page's only one (plain.c). The fast ones
 * leave to it the moves of powers that have no known shape, and on boards of more than 128 squares
 * the drops, and where there are drops or stalemates may not be given, which moves are legal.
 * notation/explain.c asks it what a piece could do.
 *
 * Limits   oracle_walk stops at cap moves (complete when it returns less than cap).
 * Source   docs/moves.md.
 */
#ifndef HENKA_RULES_ORACLE_H
#define HENKA_RULES_ORACLE_H

#include "position/position.h"

/* Rules that a walk may leave aside, to tell which of them stands against a move. */
enum {
    WITHOUT_REGIONS = 1, /* every square is open to every kind (`region`) */
    WITHOUT_CHECK = 2,   /* a royal in check may make its first moves */
    WITHOUT_RANKS = 4,   /* every piece may be jumped over and burnt (`jumpRank`) */
};

/* Every distinct (from, victims, to) of the piece standing on the square: promotion, freezing,
 * royal safety and turn left aside. A path that ends where it began and takes nothing is a skip and
 * among them; castling, a move of two pieces, is not. Uses only the position's board, state and
 * variant. */
int oracle_walk(const Position *, int square, Piece, Move *raw, int cap);
/* The same as if the variant had not the rules of `without`. */
int oracle_walk_without(const Position *, int square, Piece, unsigned without, Move *raw, int cap);
/* Could the legs of the piece on `from` take what stands on the target? */
bool oracle_walk_attacks(const Position *, int from, int target);
/* The position with a piece of that side on the square, of the kind that stands there or the first
 * that is not royal, for the walks take only what is there to be taken. Only its board counts. */
void oracle_offer(const Position *, int square, int side, Position *with);
/* The legal moves: the same as movegen_legal of all kinds, far slower, in another order. */
int oracle_legal(const Position *, Move *list);
/* Could the other side take a royal whose loss decides, whosever turn it is? */
bool oracle_in_danger(const Position *, int side);
/* Do royals of both sides stand on one file with nothing between them? */
bool oracle_royals_face(const Position *);
/* The move, which where checks are counted says whether it gives one. */
Move oracle_with_check(const Position *, Move);
/* May this piece not move because an enemy freezes it? */
bool oracle_is_frozen(const Position *, int square);
/* Drops that squares, files and the own royal allow; royal safety and barred mates are left aside.
 * Also what large boards use. */
int oracle_drops(const Position *, Move *list, int cap);
/* Does this pseudo-legal move keep the rules on royal safety, mating drops and stalemates? Made and
 * tried. */
bool oracle_allows(const Position *, Move);

#endif
