/* query - what a text says about a move, whichever notation it is in; the legal moves that fit are
 * what it can mean.
 *
 * Every notation reads into a query and writes the shortest query only one legal move fits. So
 * reading back what was written gives the same move by construction.
 */
#ifndef HENKA_NOTATION_QUERY_H
#define HENKA_NOTATION_QUERY_H

#include "base/bitboard.h"
#include "rules/game.h"

/* A set of piece types: bit n is type n. */
typedef Bitboard128 TypeSet;

enum { QUERY_THROUGH = 12 };
typedef enum { UNSAID = -1, NO, YES } Said;
/* Directions and places that Japanese notation tells candidates apart by (▲金右上). */
enum {
    HINT_UP = 1,
    HINT_ASIDE = 2,
    HINT_BACK = 4,
    HINT_STRAIGHT = 8,
    HINT_RIGHT = 16,
    HINT_LEFT = 32
};

typedef struct MoveQuery {
    TypeSet types;                  /* kinds that may move or be dropped; 0: any */
    int from, to;                   /* squares; -1: not said */
    Said drop, stays, promote;      /* stays: ends on the square it began on */
    int becomes;                    /* kind chosen at promotion; 0: not said */
    bool victims_said;              /* the squares below are all that is taken beside `to` */
    uint8_t through[QUERY_THROUGH]; /* squares passed or taken from, in any order, the destination
                                       aside */
    int through_count;
    int hints;
} MoveQuery;

MoveQuery query_any(void);
bool query_fits(const Position *, const MoveQuery *, Move);
/* The moves of the list that fit, hints included; writes them to `out` (which may be `list`). */
int query_filter(const Position *, const MoveQuery *, const Move *list, int count, Move *out);
/* Which hints hold for the move among these candidates (same kind, same destination). */
int query_hints(const Position *, Move, const Move *candidates, int count);
/* All there is to say about a move, hints aside; notations leave out what they can. */
MoveQuery query_of(const Position *, Move);
/* Leaves drops out where moves on the board remain: 打 is said only where it must be. Returns how
 * many are left. */
int query_prefer_board(Move *moves, int count);
bool query_add_through(MoveQuery *, int square);

#endif
